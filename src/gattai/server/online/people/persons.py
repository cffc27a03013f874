"""Guests, accounts and bots: one table, and an id that stays when a guest becomes an account."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping

import asyncpg

from gattai.server.online.caller import Person, Rank
from gattai.server.online.people.naming import LEFT, TakenName, folded, for_guest
from gattai.server.online.store.pool import Database, SqlConnection, SqlRow

RENAMED_AFTER = 30
"""Days between two name changes of one account."""
KEPT_FOR = 90
"""Days for which a former name stays reserved."""
MAX_BOTS = 5
"""Maximum number of bots of one account."""

PERSON = """
person.id, person.name, person.rank, person.kind, coalesce(person.owner, ''),
coalesce(person.muted > clock_timestamp(), false)
"""
"""The columns that `person_of` reads."""

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


class RenamedTooSoon(ValueError):
    """The account was renamed too recently."""


def person_of(line: SqlRow) -> Person:
    """Return the person in a row that begins with the columns of `PERSON`."""
    id, name, rank, kind, owner, is_muted = line[0:6]
    return Person(id, name, Rank(rank), kind == "bot", owner, is_muted)


def new_id() -> str:
    """Return a new id of 15 letters and digits from an alphabet of 32, so that links are short."""
    return "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(15))


def given_up(common: str) -> bytes:
    """Return the hash under which a former name is stored: it can be recognized but not read."""
    return hashlib.sha256(common.encode()).digest()


class Persons:
    """All guests, accounts and bots."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, id: str) -> Person | None:
        """Return a person by id, even if they left or their account is closed."""
        line = await self._database.row(f"SELECT {PERSON} FROM person WHERE id = $1", id)
        return None if line is None else person_of(line)

    async def called(self, name: str) -> Person | None:
        """Return the account or bot of this name, or of one that looks the same."""
        line = await self._database.row(
            f"SELECT {PERSON} FROM person WHERE folded = $1 AND gone IS NULL", folded(name)
        )
        return None if line is None else person_of(line)

    async def these(self, ids: Iterable[str]) -> Mapping[str, Person]:
        """Return persons by id, for lists. Ids without a row were guests who never played."""
        wanted = list({*ids})
        if not wanted:
            return {}
        lines = await self._database.rows(
            f"SELECT {PERSON} FROM person WHERE id = ANY ($1)", wanted
        )
        return {line[0]: person_of(line) for line in lines}

    async def make_guest(self) -> Person:
        """Create a guest with a new id."""
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
        self, name: str, connection: SqlConnection | None = None, *, guest: str = "", id: str = ""
    ) -> Person:
        """Create an account of this name, or turn a guest into one. Raises `TakenName`."""
        common = folded(name)
        free = (given_up(common), guest or id or new_id(), name, common)
        if guest:
            return await self._named(connection, TO_ACCOUNT, *free)
        return await self._named(connection, NEW, *free, "account", Rank.ACCOUNT, None)

    async def make_bot(self, name: str, owner: str) -> Person:
        """Create a bot that belongs to an account. Raises `TakenName`, or ValueError above the limit."""
        if len(await self.bots(owner)) >= MAX_BOTS:
            raise ValueError(f"an account has at most {MAX_BOTS} bots")
        common = folded(name)
        values = (given_up(common), new_id(), name, common, "bot", Rank.ACCOUNT, owner)
        return await self._named(None, NEW, *values)

    async def bots(self, owner: str) -> tuple[Person, ...]:
        """Return the bots of an account, without deleted ones."""
        lines = await self._database.rows(
            f"SELECT {PERSON} FROM person WHERE owner = $1 AND gone IS NULL ORDER BY created", owner
        )
        return tuple(person_of(line) for line in lines)

    async def rename(self, id: str, name: str) -> Person:
        """Rename an account. Raises `TakenName`, or `RenamedTooSoon` if it was renamed recently."""
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
                raise RenamedTooSoon(
                    f"a name can be changed once every {RENAMED_AFTER} days"
                ) from None
            raise

    async def forget(self, id: str, connection: SqlConnection) -> None:
        """Delete everything about a person except the id, which stays on the seats they played."""
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
        """Delete guests who never played and whose sessions have ended."""
        await self._database.row(SWEEP)

    async def _named(
        self, connection: SqlConnection | None, statement: str, *values: object
    ) -> Person:
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
