"""Facts about a match outside its journal: who created it, time limits, invitations."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

import msgspec

from gattai.server.naming import LETTERS, readable_name
from gattai.server.online.store.pool import Database, SqlRow
from gattai.server.table.seating import Seating

TOKEN_BYTES = 12

PUT = """
WITH sat AS (
    INSERT INTO sitting (match, maker, seating, rated, listed, days, rematch)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT DO NOTHING RETURNING match
)
INSERT INTO invitation (token, match, seat)
SELECT token, match, seat FROM sat, unnest($8::text[], $9::integer[]) AS invited (token, seat)
"""
OF = (
    "SELECT match, maker, seating, rated, listed, days, rematch FROM sitting WHERE match = ANY ($1)"
)
AFTER = "SELECT match, maker, seating, rated, listed, days, rematch FROM sitting WHERE rematch = $1"
INVITED = "SELECT seat, token FROM invitation WHERE match = $1"
# Where only bots play, one of them always has a job; spectators have no seat.
WATCHED = """
SELECT count(DISTINCT job.match) FROM job JOIN sitting ON sitting.match = job.match
 WHERE sitting.maker = $1 AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.match = job.match)
   AND NOT EXISTS (SELECT 1 FROM invitation WHERE invitation.match = job.match)
"""
OPENS = "SELECT 1 FROM invitation WHERE token = $1 AND match = $2 AND seat = $3"


class MatchSitting(msgspec.Struct, frozen=True):
    """The facts about one match."""

    match: str
    maker: str
    """The person who created it."""
    seating: Seating
    is_rated: bool = False
    is_listed: bool = True
    """Whether it appears in public lists: live games, archive."""
    days: int = 0
    """Days per turn; 0 for a match in one sitting."""
    rematch: str | None = None
    """The match it is the rematch of."""


def new_name(game: str) -> str:
    """Return a name for a match that cannot be guessed and is easy to read out."""
    return readable_name(game, 10)


def name_after(match: str) -> str:
    """Return the name of the rematch of a match; it is always the same."""
    digest = hashlib.sha256(f"{match}/rematch".encode()).digest()
    letters = "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:10])
    return f"{match.rpartition('-')[0]}-{letters}"


class Sittings:
    """Stores these facts for all matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, sitting: MatchSitting, invited: Sequence[int] = ()) -> None:
        """Store a sitting, with an invitation to each of these seats. A second call changes nothing."""
        await self._database.row(
            PUT,
            sitting.match,
            sitting.maker,
            msgspec.json.encode(sitting.seating).decode(),
            sitting.is_rated,
            sitting.is_listed,
            sitting.days,
            sitting.rematch,
            [secrets.token_urlsafe(TOKEN_BYTES) for _ in invited],
            list(invited),
        )

    async def of(self, match: str) -> MatchSitting | None:
        """Return the sitting of a match, or None."""
        return (await self.these([match])).get(match)

    async def these(self, matches: Sequence[str]) -> dict[str, MatchSitting]:
        """Return the sittings of several matches."""
        lines = await self._database.rows(OF, list(matches))
        return {line[0]: _sitting(line) for line in lines}

    async def after(self, match: str) -> MatchSitting | None:
        """Return the rematch of a match, or None."""
        line = await self._database.row(AFTER, match)
        return None if line is None else _sitting(line)

    async def invited(self, match: str) -> dict[int, str]:
        """Return the seats that can be joined by link, with their tokens."""
        return {line[0]: line[1] for line in await self._database.rows(INVITED, match)}

    async def watched(self, maker: str) -> int:
        """Return the number of this person's matches in progress that only bots play."""
        line = await self._database.row(WATCHED, maker)
        assert line is not None
        return int(line[0])

    async def opens(self, token: str, match: str, seat: int) -> bool:
        """Whether this token invites to this seat."""
        return await self._database.row(OPENS, token, match, seat) is not None


def _sitting(line: SqlRow) -> MatchSitting:
    match, maker, seating, rated, listed, days, rematch = line
    return MatchSitting(
        match, maker, msgspec.json.decode(seating, type=Seating), rated, listed, days, rematch
    )
