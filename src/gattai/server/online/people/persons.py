"""Guests, accounts and bots: one table, and an id that stays when a guest becomes an account."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import asyncpg

from gattai.server.online.caller import Person, Rank
from gattai.server.online.people.naming import LEFT, TakenName, folded, for_guest
from gattai.server.online.store.pool import Database, Line

RENAMED_AFTER = 30
"""Days between two names of one account."""
KEPT_FOR = 90
"""Days for which nobody else gets a name that was given up."""
MOST_BOTS = 5
"""Of one account."""

PERSON = """
person.id, person.name, person.rank, person.kind, coalesce(person.owner, ''),
coalesce(person.muted > clock_timestamp(), false)
"""
"""What `person_of` reads."""

FREE = """
NOT EXISTS (SELECT 1 FROM former_name WHERE former_name.folded = $1
               AND former_name.person <> $2 AND until > clock_timestamp())
"""
TO_ACCOUNT = f"""
UPDATE person SET kind = 'account', rank = {Rank.ACCOUNT:d}, name = $3, folded = $4
 WHERE id = $2 AND kind = 'guest' AND closed IS NULL AND gone IS NULL AND {FREE}
RETURNING {PERSON}
"""
NEW = f"""
INSERT INTO person (id, name, folded, kind, rank, owner)
SELECT $2, $3, $4, $5, $6, $7 WHERE {FREE}
RETURNING {PERSON}
"""
RENAME = f"""
WITH before AS MATERIALIZED (
    SELECT id, folded FROM person
     WHERE id = $2 AND gone IS NULL AND kind = 'account'
       AND (renamed IS NULL OR renamed < clock_timestamp() - make_interval(days => $5)) AND {FREE}
       FOR UPDATE
), kept AS (
    INSERT INTO former_name (folded, person, until)
    SELECT sha256(convert_to(folded, 'UTF8')), id, clock_timestamp() + make_interval(days => $6)
      FROM before WHERE folded <> $4
    ON CONFLICT (folded) DO UPDATE SET person = excluded.person, until = excluded.until
)
UPDATE person SET name = $3, folded = $4, renamed = clock_timestamp()
  FROM before WHERE person.id = before.id
RETURNING {PERSON}
"""
SWEEP = """
DELETE FROM person
 WHERE kind = 'guest' AND created < clock_timestamp() - interval '1 day'
   AND NOT EXISTS (SELECT 1 FROM session WHERE session.person = person.id AND expires > clock_timestamp())
   AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.person = person.id)
"""


class TooSoon(ValueError):
    """A name that was changed not long ago."""


def person_of(line: Line) -> Person:
    """Somebody from a line that begins with `PERSON`."""
    id, name, rank, kind, owner, is_muted = line[0:6]
    return Person(id, name, Rank(rank), kind == "bot", owner, is_muted)


def new_id() -> str:
    """An id that nobody has: 15 letters and figures of 32, so that links are short."""
    return "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(15))


def given_up(common: str) -> bytes:
    """How a folded name is kept that was given up: to be recognised, not to be read."""
    return hashlib.sha256(common.encode()).digest()


class Persons:
    """All who play here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, id: str) -> Person | None:
        """Somebody by their id, also if they are gone or their account is closed."""
        line = await self._database.row(f"SELECT {PERSON} FROM person WHERE id = $1", id)
        return None if line is None else person_of(line)

    async def called(self, name: str) -> Person | None:
        """The account or the bot of this name, or of one that looks the same."""
        line = await self._database.row(
            f"SELECT {PERSON} FROM person WHERE folded = $1 AND gone IS NULL", folded(name)
        )
        return None if line is None else person_of(line)

    async def these(self, ids: Iterable[str]) -> Mapping[str, Person]:
        """Persons by their ids, for lists; who is not there was a guest who never played."""
        wanted = list({*ids})
        if not wanted:
            return {}
        lines = await self._database.rows(
            f"SELECT {PERSON} FROM person WHERE id = ANY ($1)", wanted
        )
        return {line[0]: person_of(line) for line in lines}

    async def make_guest(self) -> Person:
        """Somebody new, of whom nothing is known."""
        id, name = new_id(), for_guest()
        await self._database.row(
            "INSERT INTO person (id, name, kind, rank) VALUES ($1, $2, 'guest', $3) "
            "ON CONFLICT (id) DO NOTHING",
            id,
            name,
            Rank.GUEST,
        )
        return Person(id, name)

    async def make_account(
        self, name: str, connection: Any = None, *, guest: str = "", id: str = ""
    ) -> Person:
        """An account of this name; a guest who becomes one stays who they are. `TakenName`."""
        common = folded(name)
        free = (given_up(common), guest or id or new_id(), name, common)
        if guest:
            return await self._named(connection, TO_ACCOUNT, *free)
        return await self._named(connection, NEW, *free, "account", Rank.ACCOUNT, None)

    async def make_bot(self, name: str, owner: str) -> Person:
        """A bot that belongs to an account. `TakenName`, or ValueError if it has enough of them."""
        if len(await self.bots(owner)) >= MOST_BOTS:
            raise ValueError(f"an account has at most {MOST_BOTS} bots")
        common = folded(name)
        values = (given_up(common), new_id(), name, common, "bot", Rank.ACCOUNT, owner)
        return await self._named(None, NEW, *values)

    async def bots(self, owner: str) -> tuple[Person, ...]:
        """The bots of an account that are not put away."""
        lines = await self._database.rows(
            f"SELECT {PERSON} FROM person WHERE owner = $1 AND gone IS NULL ORDER BY created", owner
        )
        return tuple(person_of(line) for line in lines)

    async def rename(self, id: str, name: str) -> Person:
        """Call an account otherwise. `TakenName`; `TooSoon` if it was renamed not long ago."""
        common = folded(name)
        values = (given_up(common), id, name, common, RENAMED_AFTER, KEPT_FOR)
        try:
            return await self._named(None, RENAME, *values)
        except TakenName:
            recent = await self._database.row(
                "SELECT 1 FROM person WHERE id = $1 "
                "AND renamed >= clock_timestamp() - make_interval(days => $2)",
                id,
                RENAMED_AFTER,
            )
            if recent is not None:
                raise TooSoon(f"a name is changed once in {RENAMED_AFTER} days") from None
            raise

    async def forget(self, id: str, connection: Any) -> None:
        """Let nothing of a person remain but an id, at the seats where it sat."""
        await connection.execute(
            "INSERT INTO former_name (folded, person, until) "
            "SELECT sha256(convert_to(folded, 'UTF8')), '', clock_timestamp() + make_interval(days => $2) "
            "FROM person WHERE id = $1 AND folded IS NOT NULL "
            "ON CONFLICT (folded) DO UPDATE SET person = '', until = excluded.until",
            id,
            KEPT_FOR,
        )
        await connection.execute(
            "UPDATE person SET name = $2, folded = NULL, mail = NULL, muted = NULL, renamed = NULL, "
            "rank = $3, gone = clock_timestamp() WHERE id = $1",
            id,
            LEFT,
            Rank.GUEST,
        )

    async def sweep(self) -> None:
        """Let guests go who never played and cannot come back."""
        await self._database.row(SWEEP)

    async def _named(self, connection: Any, statement: str, *values: object) -> Person:
        try:
            if connection is None:
                line = await self._database.once(statement, *values)
            else:
                line = await connection.fetchrow(statement, *values)
        except asyncpg.UniqueViolationError:
            raise TakenName from None
        if line is None:
            raise TakenName
        return person_of(line)
