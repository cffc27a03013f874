"""Expired time limits. Every node looks regularly; each expired match is reserved for one of them for a while."""

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
"""Maximum seconds for which a match that nobody could handle is left alone."""

NOW = "SELECT extract(epoch FROM clock_timestamp())::float8"

NEXT = """
SELECT extract(epoch FROM min(greatest(deadline, held)) - clock_timestamp())::float8
  FROM match WHERE deadline IS NOT NULL AND deadline < clock_timestamp() + make_interval(secs => $1)
"""


class Due(msgspec.Struct, frozen=True):
    """A match in which someone's time is up, unless there is a newer row than this."""

    match: str
    number: int
    deadline: float
    """When the time was up, in seconds since 1970."""
    now: float
    """When it was claimed, by the same clock."""


class Deadlines:
    """The deadlines of all matches. The statement that appends a row sets them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, seconds: float, limit: int = 20) -> tuple[Due, ...]:
        """Claim up to `limit` expired matches for some seconds, to write the answers that their time limits require.

        After those seconds they expire again, because the node may have died. A match that stays expired
        is left alone for increasing times. A new row sets another deadline, or none,
        and ends the claim.
        """
        lines = await self._database.rows(DUE, seconds, limit, LONGEST)
        return tuple(Due(*line) for line in lines)

    async def put_off(self, match: str, number: int, seconds: float | None) -> None:
        """Move the deadline if the match has no newer row, because nobody's time is up yet; None removes it."""
        await self._database.row(PUT_OFF, match, number, seconds)

    async def now(self) -> float:
        """Return the time of the database, which judges all deadlines."""
        line = await self._database.row(NOW)
        assert line is not None
        return float(line[0])

    async def next(self, horizon: float) -> float | None:
        """Return the seconds until the next deadline (below 0 if it has passed); None if there is none within `horizon`."""
        line = await self._database.row(NEXT, horizon)
        return None if line is None else line[0]
