"""Since when nobody looks from a seat: told by whichever node had its last page. For what is forgiven, and no more."""

from __future__ import annotations

from gattai.server.online.store.pool import Database

GOES = """
INSERT INTO absence (match, seat, since) VALUES ($1, $2, clock_timestamp())
ON CONFLICT (match, seat) DO UPDATE SET since = excluded.since
"""
COMES = "DELETE FROM absence WHERE match = $1 AND seat = $2"
SINCE = "SELECT seat, extract(epoch FROM since)::float8 FROM absence WHERE match = $1"


class Absences:
    """The seats of matches from which nobody looks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def goes(self, match: str, seat: int) -> None:
        """The last page of a seat at some node was closed, or its line was lost."""
        await self._database.rows(GOES, match, seat)

    async def comes(self, match: str, seat: int) -> None:
        """A page of the seat is open again."""
        await self._database.rows(COMES, match, seat)

    async def since(self, match: str) -> dict[int, float]:
        """The seats from which nobody looks, and since when: seconds since 1970."""
        return {line[0]: line[1] for line in await self._database.rows(SINCE, match)}
