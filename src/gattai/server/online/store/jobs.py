"""What bots have to answer. A job is put and taken away by the statement that appends a row.

A worker takes a job for a while, thinks, and appends its answer as anybody does. If it dies, the job is
there again after its lease; if it comes too late, the journal refuses its answer by the head.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from gattai.server.online.store.pool import Database

CLAIM = """
WITH free AS MATERIALIZED (
    SELECT match, seat FROM job WHERE lease <= clock_timestamp()
     ORDER BY EXISTS (SELECT 1 FROM seat WHERE seat.match = job.match) DESC, lease
     LIMIT $2 FOR UPDATE OF job SKIP LOCKED
)
UPDATE job SET lease = clock_timestamp() + make_interval(secs => $1)
  FROM free WHERE job.match = free.match AND job.seat = free.seat
RETURNING job.match, job.seat, job.number, job.lease, coalesce((
    SELECT extract(epoch FROM clock_timestamp() - at)::float8 FROM entry
     WHERE entry.match = job.match AND entry.number = job.number
), 0)
"""

# The lease that was given tells whose it is: another worker's is a later one.
OWN = "WHERE match = $1 AND seat = $2 AND number = $3 AND lease = $4"
DONE = f"DELETE FROM job {OWN} RETURNING match"
GIVE_BACK = f"UPDATE job SET lease = clock_timestamp() {OWN} RETURNING match"
RENEW = f"""
UPDATE job SET lease = clock_timestamp() + make_interval(secs => $5) {OWN} RETURNING lease
"""

WAITING = """
SELECT count(*), coalesce(extract(epoch FROM clock_timestamp() - min(lease)), 0)::float8
  FROM job WHERE lease <= clock_timestamp()
"""


class Job(msgspec.Struct, frozen=True):
    """A seat at which a bot sits is asked, after this row of the match's journal."""

    match: str
    seat: int
    number: int
    lease: datetime
    """Until when it is its worker's own."""
    waited: float = 0.0
    """Seconds that it had been asked for when it was taken; nothing at the beginning of a match."""


class Jobs:
    """What bots have to answer, in all matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, seconds: float, limit: int = 1) -> tuple[Job, ...]:
        """Take up to so many jobs for so long; nobody else gets them meanwhile.

        Those come first for which somebody waits who plays, and of those the longest waiting.
        """
        return tuple(Job(*line) for line in await self._database.rows(CLAIM, seconds, limit))

    async def renew(self, job: Job, seconds: float) -> Job | None:
        """Keep it for so long from now; None if it is no more one's own."""
        own = (job.match, job.seat, job.number, job.lease)
        line = await self._database.once(RENEW, *own, seconds)
        return None if line is None else msgspec.structs.replace(job, lease=line[0])

    async def give_back(self, job: Job) -> None:
        """Let somebody else do it, at once."""
        await self._database.row(GIVE_BACK, job.match, job.seat, job.number, job.lease)

    async def done(self, job: Job) -> None:
        """Throw it away: nobody has to answer. Whoever appends an answer need not say so."""
        await self._database.row(DONE, job.match, job.seat, job.number, job.lease)

    async def waiting(self) -> tuple[int, float]:
        """How many nobody has taken, and for how many seconds the first of them has waited."""
        line = await self._database.row(WAITING)
        assert line is not None
        return int(line[0]), float(line[1])
