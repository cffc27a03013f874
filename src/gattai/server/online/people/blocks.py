"""Blocks: blocked people are never paired with you, and you do not see their messages."""

from __future__ import annotations

from collections.abc import Iterable

from gattai.server.online.caller import Person
from gattai.server.online.people.persons import PERSON, person_of
from gattai.server.online.store.pool import Database

MOST = 500
"""Maximum number of blocks per person."""

PUT = """
INSERT INTO block (person, other)
SELECT $1, id FROM person
 WHERE id = $2 AND id <> $1 AND gone IS NULL AND (SELECT count(*) FROM block WHERE person = $1) < $3
ON CONFLICT (person, other) DO UPDATE SET other = excluded.other RETURNING other
"""
BETWEEN = """
SELECT DISTINCT CASE WHEN person = $1 THEN other ELSE person END FROM block
 WHERE (person = $1 AND other = ANY ($2)) OR (other = $1 AND person = ANY ($2))
"""


class Blocks:
    """Who has blocked whom."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, person: str, other: str) -> bool:
        """Block a person; False if there is no such person or the limit is reached."""
        return await self._database.row(PUT, person, other, MOST) is not None

    async def take_away(self, person: str, other: str) -> None:
        """Remove a block. The other person's own block stays."""
        await self._database.row(
            "DELETE FROM block WHERE person = $1 AND other = $2", person, other
        )

    async def of(self, person: str) -> tuple[Person, ...]:
        """Return the people this person has blocked."""
        lines = await self._database.rows(
            f"SELECT {PERSON} FROM block JOIN person ON person.id = block.other "
            "WHERE block.person = $1 ORDER BY block.created DESC",
            person,
        )
        return tuple(person_of(line) for line in lines)

    async def by(self, person: str) -> frozenset[str]:
        """Return the ids of the people this person has blocked, to filter what they are shown."""
        lines = await self._database.rows("SELECT other FROM block WHERE person = $1", person)
        return frozenset(line[0] for line in lines)

    async def between(self, person: str, others: Iterable[str]) -> frozenset[str]:
        """Return those of `others` who must not be paired with this person, whichever of them blocked."""
        lines = await self._database.rows(BETWEEN, person, list(others))
        return frozenset(line[0] for line in lines)
