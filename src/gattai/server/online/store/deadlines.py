"""Whose time is up. Every node looks now and then; a match that is due goes to one of them for a while."""

from __future__ import annotations

import msgspec

from gattai.server.online.store.pool import Database

DUE = """
WITH due AS MATERIALIZED (
    SELECT id FROM match
     WHERE deadline <= clock_timestamp() AND (held IS NULL OR held <= clock_timestamp())
     ORDER BY deadline LIMIT $2 FOR UPDATE SKIP LOCKED
)
UPDATE match SET held = clock_timestamp() + greatest(
           make_interval(secs => $1), least(clock_timestamp() - deadline, make_interval(secs => $3)))
  FROM due WHERE match.id = due.id
RETURNING match.id, match.number, extract(epoch FROM match.deadline)::float8,
          extract(epoch FROM clock_timestamp())::float8
"""

PUT_OFF = """
UPDATE match SET deadline = clock_timestamp() + make_interval(secs => $3), held = NULL
 WHERE id = $1 AND number = $2 AND deadline IS NOT NULL
"""

LONGEST = 600.0
"""Seconds for which a match is let be at most that nobody could do anything about."""

NOW = "SELECT extract(epoch FROM clock_timestamp())::float8"

NEXT = """
SELECT extract(epoch FROM min(greatest(deadline, held)) - clock_timestamp())::float8
  FROM match WHERE deadline IS NOT NULL AND deadline < clock_timestamp() + make_interval(secs => $1)
"""


class Due(msgspec.Struct, frozen=True):
    """A match in which somebody's time is up, if nobody has answered since this row."""

    match: str
    number: int
    deadline: float
    """When it was up: seconds since 1970."""
    now: float
    """When it was claimed, by the same clock."""


class Deadlines:
    """The deadlines of all matches; they are set by the statement that appends a row."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, seconds: float, limit: int = 20) -> tuple[Due, ...]:
        """Take up to so many that are due, to append what the clock says within so many seconds.

        After those they are due again: whoever took them may have died. What has been due for longer
        than that, and was claimed in vain, is let be for as long again. A row that is appended sets
        another deadline, or none, and ends this too.
        """
        lines = await self._database.rows(DUE, seconds, limit, LONGEST)
        return tuple(Due(*line) for line in lines)

    async def put_off(self, match: str, number: int, seconds: float | None) -> None:
        """Nobody's time is up there after all, if it still stands after this row: it is due then, or never."""
        await self._database.row(PUT_OFF, match, number, seconds)

    async def now(self) -> float:
        """What time it is for the database, which judges them all."""
        line = await self._database.row(NOW)
        assert line is not None
        return float(line[0])

    async def next(self, horizon: float) -> float | None:
        """In how many seconds the next is due (below 0: it is); None if none is within so many."""
        line = await self._database.row(NEXT, horizon)
        return None if line is None else line[0]
