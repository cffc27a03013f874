"""Who is known by a token: programs, that may what the token says and nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Literal

import msgspec

from gattai.server.online.caller import Person
from gattai.server.online.people.persons import PERSON, new_id, person_of
from gattai.server.online.people.sessions import hash_of
from gattai.server.online.store.pool import Database

Scope = Literal["read", "play", "challenge"]
SCOPES: tuple[Scope, ...] = ("read", "play", "challenge")
START = "gattai_"
"""How every token begins, so that it is known for one where it should not be."""
MOST = 20
"""Tokens of one person."""

MAKE = """
INSERT INTO token (hash, id, person, label, scopes)
SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM token WHERE person = $3) < $6
RETURNING id
"""
# A bot is let in as long as its owner is.
HOLDS = """
  FROM token JOIN person ON person.id = token.person
  LEFT JOIN person AS keeper ON keeper.id = person.owner
 WHERE person.closed IS NULL AND person.gone IS NULL
   AND keeper.closed IS NULL AND keeper.gone IS NULL
"""
FIND = f"""
SELECT {PERSON}, token.id, token.scopes,
       token.used IS NULL OR token.used < clock_timestamp() - interval '2 hours'
{HOLDS} AND hash = $1
"""
STANDING = f"SELECT token.id {HOLDS} AND token.id = ANY ($1)"
OF = """
SELECT id, label, scopes, extract(epoch FROM created)::float8, extract(epoch FROM used)::float8
  FROM token WHERE person = $1 ORDER BY created DESC
"""


class Token(msgspec.Struct, frozen=True):
    """A token as it is listed. Times are seconds since 1970; `used` is told by the hour."""

    id: str
    label: str
    scopes: tuple[str, ...]
    created: float
    used: float | None = None


class Tokens:
    """All tokens."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make(self, person: str, label: str, scopes: Sequence[Scope]) -> tuple[str, str]:
        """A new one: its id, and the token itself, which is told this one time."""
        secret, id = START + secrets.token_urlsafe(32), new_id()
        allowed = [scope for scope in SCOPES if scope in scopes]
        line = await self._database.once(MAKE, hash_of(secret), id, person, label, allowed, MOST)
        if line is None:
            raise ValueError(f"at most {MOST} tokens: revoke one of them first")
        return id, secret

    async def find(self, secret: str) -> tuple[Person, tuple[str, ...], str] | None:
        """Whose token this is, what it allows, and its id."""
        if not secret.startswith(START) or len(secret) > 100:
            return None
        line = await self._database.row(FIND, hash_of(secret))
        if line is None:
            return None
        if line[8]:
            await self._database.row(
                "UPDATE token SET used = date_trunc('hour', clock_timestamp()) WHERE id = $1",
                line[6],
            )
        return person_of(line), tuple(line[7]), line[6]

    async def of(self, person: str) -> tuple[Token, ...]:
        """The tokens of a person, the newest first."""
        lines = await self._database.rows(OF, person)
        return tuple(Token(line[0], line[1], tuple(line[2]), line[3], line[4]) for line in lines)

    async def standing(self, ids: Sequence[str]) -> frozenset[str]:
        """Those of these tokens that still open something."""
        if not ids:
            return frozenset()
        return frozenset(line[0] for line in await self._database.rows(STANDING, list(ids)))

    async def revoke(self, person: str, id: str) -> bool:
        """Let one token of a person open nothing any more; whether there was such a one."""
        line = await self._database.row(
            "DELETE FROM token WHERE person = $1 AND id = $2 RETURNING id", person, id
        )
        return line is not None
