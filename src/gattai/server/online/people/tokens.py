"""Tokens by which programs log in. A program may do only what its token allows."""

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
"""Prefix of every token, so that a leaked one can be recognized."""
MOST = 20
"""Maximum number of tokens per person."""

MAKE = """
INSERT INTO token (hash, id, person, label, scopes)
SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM token WHERE person = $3) < $6
RETURNING id
"""
# A bot's tokens work only while its owner's account does.
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


class ApiToken(msgspec.Struct, frozen=True):
    """A token in a list. Times are seconds since 1970; `used` is rounded to the hour."""

    id: str
    label: str
    scopes: tuple[str, ...]
    created: float
    used: float | None = None


class TokenStore:
    """Stores tokens by their hashes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make(self, person: str, label: str, scopes: Sequence[Scope]) -> tuple[str, str]:
        """Create a token: return its id and the token itself, which is shown only once."""
        secret, id = START + secrets.token_urlsafe(32), new_id()
        allowed = [scope for scope in SCOPES if scope in scopes]
        line = await self._database.once(MAKE, hash_of(secret), id, person, label, allowed, MOST)
        if line is None:
            raise ValueError(f"at most {MOST} tokens: revoke one of them first")
        return id, secret

    async def find(self, secret: str) -> tuple[Person, tuple[str, ...], str] | None:
        """Return the owner, the scopes and the id of a token."""
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

    async def of(self, person: str) -> tuple[ApiToken, ...]:
        """Return the tokens of a person, newest first."""
        lines = await self._database.rows(OF, person)
        return tuple(ApiToken(line[0], line[1], tuple(line[2]), line[3], line[4]) for line in lines)

    async def standing(self, ids: Sequence[str]) -> frozenset[str]:
        """Return those of these tokens that are still valid."""
        if not ids:
            return frozenset()
        return frozenset(line[0] for line in await self._database.rows(STANDING, list(ids)))

    async def revoke(self, person: str, id: str) -> bool:
        """Revoke one token of a person; returns whether it existed."""
        line = await self._database.row(
            "DELETE FROM token WHERE person = $1 AND id = $2 RETURNING id", person, id
        )
        return line is not None
