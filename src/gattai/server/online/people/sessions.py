"""Log-in sessions. The browser's cookie holds the secret; the database stores only its SHA-256."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence

import msgspec

from gattai.server.online.caller import Person, Rank
from gattai.server.online.people.persons import PERSON, new_id, person_of
from gattai.server.online.store.pool import Database, SqlConnection
from gattai.server.online.store.site_secret import SiteSecret

GUEST_DAYS, ACCOUNT_DAYS = 180, 30
"""Days without a visit after which a session ends. A guest has nothing else to log in with, so theirs lasts longer."""
FRESH = 15 * 60
"""Seconds after a log-in during which it still counts as proof of identity."""
AGAIN = 10 * 60
"""Seconds within which a guest whose cookie got lost gets the same guest account again."""
MOST = 50
"""Maximum number of sessions per person. The least recently used one ends first."""

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")

BEGIN = """
INSERT INTO session (hash, id, person, device, expires)
VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(days => $5))
ON CONFLICT (hash) DO NOTHING RETURNING id
"""
BEGUN = f"""
SELECT {PERSON}, session.id FROM session JOIN person ON person.id = session.person
 WHERE hash = $1 AND session.created > clock_timestamp() - make_interval(secs => $2)
   AND kind = 'guest' AND closed IS NULL AND gone IS NULL
"""
CROWD = """
DELETE FROM session WHERE person = $1 AND hash IN (
    SELECT hash FROM session WHERE person = $1 ORDER BY seen DESC, created DESC OFFSET $2)
"""
FIND = f"""
SELECT {PERSON}, session.id, session.seen < clock_timestamp() - interval '2 hours'
  FROM session JOIN person ON person.id = session.person
 WHERE hash = $1 AND expires > clock_timestamp() AND closed IS NULL AND gone IS NULL
"""
STANDING = """
SELECT session.id FROM session JOIN person ON person.id = session.person
 WHERE session.id = ANY ($1) AND expires > clock_timestamp() AND closed IS NULL AND gone IS NULL
"""
SEEN = """
UPDATE session SET seen = date_trunc('hour', clock_timestamp()),
       expires = clock_timestamp() + make_interval(days => $2)
 WHERE id = $1
"""
OF = """
SELECT id, device, extract(epoch FROM created)::float8, extract(epoch FROM seen)::float8,
       extract(epoch FROM expires)::float8, id = $2
  FROM session WHERE person = $1 AND expires > clock_timestamp() ORDER BY seen DESC, created DESC
"""


class Session(msgspec.Struct, frozen=True):
    """A session in a list. Times are seconds since 1970; `seen` is rounded to the hour."""

    id: str
    device: str
    created: float
    seen: float
    expires: float
    is_this: bool = False


def hash_of(secret: str) -> bytes:
    """Return the stored hash of a secret. The secret is long and random, so it needs no salt and no slow hash."""
    return hashlib.sha256(secret.encode()).digest()


def device_of(agent: str) -> str:
    """Return the browser and system of a user agent in words, for the list of sessions.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox on Linux'
    >>> device_of("curl/8.5")
    'a program'
    """
    browsers = ("Firefox", "Edg", "OPR", "Chrome", "Safari")
    systems = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "CrOS", "Linux")
    words = {"Edg": "Edge", "OPR": "Opera", "Mac OS": "a Mac", "CrOS": "ChromeOS"}
    browser = next((name for name in browsers if f"{name}/" in agent), "")
    system = next((name for name in systems if name in agent), "")
    if not browser:
        return "a program"
    return f"{words.get(browser, browser)} on {words.get(system, system) or 'something else'}"


class Sessions:
    """Stores the sessions of all people."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._site = SiteSecret(database, "guests")

    async def begin(
        self, person: Person, device: str, connection: SqlConnection | None = None
    ) -> tuple[str, str]:
        """Start a session: return the secret for the cookie and the id of the session.

        The secret is always new, so that nobody who knew an earlier cookie is let in.
        """
        secret = secrets.token_urlsafe(32)
        id = new_id()
        values = (hash_of(secret), id, person.id, device, _days(person))
        if connection is None:
            await self._database.row(BEGIN, *values)
            await self._database.row(CROWD, person.id, MOST)
        else:
            await connection.execute(BEGIN, *values)
            await connection.execute(CROWD, person.id, MOST)
        return secret, id

    async def again(self, word: str) -> tuple[str, tuple[Person, str] | None]:
        """Return the secret for a guest with this word, and the guest who received it, if any.

        The same word brings the same guest back for a short time. The secret is derived from the word and from the
        site's own secret; the database stores only its hash.
        """
        digest = hmac.digest(await self._site.value(), word.encode(), "sha256")
        secret = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        line = await self._database.row(BEGUN, hash_of(secret), AGAIN)
        return secret, None if line is None else (person_of(line), line[6])

    async def begin_with(self, secret: str, person: Person, device: str) -> str | None:
        """Start a session with this secret: return its id, or None if the secret is taken."""
        line = await self._database.row(
            BEGIN, hash_of(secret), new_id(), person.id, device, _days(person)
        )
        return None if line is None else str(line[0])

    async def find(self, secret: str) -> tuple[Person, str] | None:
        """Return the person and the session id of this secret."""
        if not _SECRET.fullmatch(secret):
            return None
        line = await self._database.row(FIND, hash_of(secret))
        if line is None:
            return None
        person, id, is_stale = person_of(line), line[6], line[7]
        if is_stale:
            await self._database.row(SEEN, id, _days(person))
        return person, id

    async def of(self, person: str, this: str = "") -> tuple[Session, ...]:
        """Return the sessions of a person, most recently used first."""
        return tuple(Session(*line) for line in await self._database.rows(OF, person, this))

    async def standing(self, ids: Sequence[str]) -> frozenset[str]:
        """Return those of these sessions that have not ended."""
        if not ids:
            return frozenset()
        return frozenset(line[0] for line in await self._database.rows(STANDING, list(ids)))

    async def end(self, person: str, id: str) -> bool:
        """End one session of a person; returns whether it existed."""
        line = await self._database.row(
            "DELETE FROM session WHERE person = $1 AND id = $2 RETURNING id", person, id
        )
        return line is not None

    async def end_all(
        self, person: str, but: str = "", connection: SqlConnection | None = None
    ) -> None:
        """End all sessions of a person, optionally except one."""
        statement = "DELETE FROM session WHERE person = $1 AND id <> $2"
        if connection is None:
            await self._database.row(statement, person, but)
        else:
            await connection.execute(statement, person, but)

    async def is_fresh(self, id: str) -> bool:
        """Whether this session has just been started by a log-in."""
        line = await self._database.row(
            "SELECT 1 FROM session WHERE id = $1 "
            "AND created > clock_timestamp() - make_interval(secs => $2)",
            id,
            FRESH,
        )
        return line is not None

    async def sweep(self) -> None:
        """Delete sessions that have expired."""
        await self._database.row("DELETE FROM session WHERE expires <= clock_timestamp()")


def _days(person: Person) -> int:
    return GUEST_DAYS if person.rank == Rank.GUEST else ACCOUNT_DAYS
