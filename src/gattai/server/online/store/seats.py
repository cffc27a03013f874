"""Who plays which seat. A seat belongs to a person, whatever link they used."""

from __future__ import annotations

from gattai.server.online.store.pool import Database

# The SELECT does not see the INSERT, so only one of the two returns a row, unless two people come at once.
TAKE = """
WITH taken AS (
    INSERT INTO seat (match, seat, person) VALUES ($1, $2, $3)
    ON CONFLICT (match, seat) DO NOTHING RETURNING person
)
SELECT person FROM taken UNION ALL SELECT person FROM seat WHERE match = $1 AND seat = $2 LIMIT 1
"""
OF_MATCH = "SELECT seat, person FROM seat WHERE match = $1 ORDER BY seat"
WHO = "SELECT person FROM seat WHERE match = $1 AND seat = $2"


class Seats:
    """The seats of all matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, match: str, seat: int, person: str) -> str:
        """Take a seat if it is free; returns the person who has it."""
        line = await self._database.row(TAKE, match, seat, person)
        if line is None:  # someone took it at the same moment
            line = await self._database.row(WHO, match, seat)
        assert line is not None
        return str(line[0])

    async def of(self, match: str) -> dict[int, str]:
        """Return the persons of a match by seat."""
        return {line[0]: line[1] for line in await self._database.rows(OF_MATCH, match)}
