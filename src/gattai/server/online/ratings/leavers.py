"""Since when seats have no open page, recorded by the node of the last page. Used only to forgive lost connections."""

from __future__ import annotations

from gattai.server.online.store.pool import Database

GOES = """
INSERT INTO absence (match, seat, since) VALUES ($1, $2, clock_timestamp())
ON CONFLICT (match, seat) DO UPDATE SET since = excluded.since
"""
COMES = "DELETE FROM absence WHERE match = $1 AND seat = $2"
SINCE = "SELECT seat, extract(epoch FROM since)::float8 FROM absence WHERE match = $1"


class Leavers:
    """The seats of matches without an open page."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def goes(self, match: str, seat: int) -> None:
        """Record that the last page of a seat on some node was closed or lost."""
        await self._database.rows(GOES, match, seat)

    async def comes(self, match: str, seat: int) -> None:
        """Record that a page of the seat is open again."""
        await self._database.rows(COMES, match, seat)

    async def since(self, match: str) -> dict[int, float]:
        """Return the seats without an open page, and since when: seconds since 1970."""
        return {line[0]: line[1] for line in await self._database.rows(SINCE, match)}
