"""Stored positions, so that a long match loads as quickly as a short one."""

from __future__ import annotations

import msgspec

from gattai.server.online.store.pool import Database

PUT = """
INSERT INTO snapshot (match, number, digest, body) VALUES ($1, $2, $3, $4)
ON CONFLICT (match, number) DO NOTHING
"""

LAST = """
SELECT number, digest, body FROM snapshot
 WHERE match = $1 AND number <= $2 ORDER BY number DESC LIMIT 1
"""

NEWEST = 2**31 - 1


class Snapshot(msgspec.Struct, frozen=True):
    """A match after a row of its journal."""

    number: int
    digest: str
    """The digest of the rules and packs it was made with."""
    body: str


class Snapshots:
    """The snapshots of all matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, match: str, snapshot: Snapshot) -> None:
        """Store a snapshot. There is one per row: a second node has made the same one."""
        await self._database.row(PUT, match, snapshot.number, snapshot.digest, snapshot.body)

    async def last(self, match: str, number: int = NEWEST) -> Snapshot | None:
        """Return the last snapshot at or before this row."""
        line = await self._database.row(LAST, match, number)
        return None if line is None else Snapshot(*line)
