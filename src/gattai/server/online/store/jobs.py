"""Jobs: answers that bots owe. The statement that appends a row creates and deletes them.

A worker leases a job, thinks, and appends its answer like any player. If it dies, the job is
free again after the lease; if it is too late, the journal rejects its answer by the head.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from gattai.server.online.store.pool import Database

CLAIM = """
WITH backlog AS (
    SELECT sitting.maker, count(*) AS jobs FROM job JOIN sitting ON sitting.match = job.match
     WHERE job.lease <= clock_timestamp() GROUP BY sitting.maker
), free AS MATERIALIZED (
    SELECT job.match, job.seat FROM job
      LEFT JOIN sitting ON sitting.match = job.match LEFT JOIN backlog ON backlog.maker = sitting.maker
     WHERE job.lease <= clock_timestamp()
     ORDER BY EXISTS (SELECT 1 FROM seat WHERE seat.match = job.match) DESC,
              coalesce(backlog.jobs, 1), job.lease
     LIMIT $2 FOR UPDATE OF job SKIP LOCKED
)
UPDATE job SET lease = clock_timestamp() + make_interval(secs => $1)
  FROM free WHERE job.match = free.match AND job.seat = free.seat
RETURNING job.match, job.seat, job.number, job.lease, coalesce((
    SELECT extract(epoch FROM clock_timestamp() - at)::float8 FROM entry
     WHERE entry.match = job.match AND entry.number = job.number
), 0)
"""

# The lease time identifies the owner: another worker's is later.
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
PRESSED = """
SELECT coalesce(extract(epoch FROM clock_timestamp() - min(lease)), 0)::float8 FROM job
 WHERE lease <= clock_timestamp() AND EXISTS (SELECT 1 FROM seat WHERE seat.match = job.match)
"""


class BotJob(msgspec.Struct, frozen=True):
    """A bot's seat is asked, after this row of the match's journal."""

    match: str
    seat: int
    number: int
    lease: datetime
    """When the lease ends."""
    waited: float = 0.0
    """How long it had waited when it was taken, in seconds; 0 at the beginning of a match."""


class Jobs:
    """The jobs of all matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, seconds: float, limit: int = 1) -> tuple[BotJob, ...]:
        """Lease up to `limit` jobs for some seconds.

        Jobs in matches with people come first; of these, those of whoever has made the fewest that wait; then the oldest. So
        somebody with many matches delays only themselves.
        """
        return tuple(BotJob(*line) for line in await self._database.rows(CLAIM, seconds, limit))

    async def renew(self, job: BotJob, seconds: float) -> BotJob | None:
        """Extend a lease; None if it is lost."""
        own = (job.match, job.seat, job.number, job.lease)
        line = await self._database.once(RENEW, *own, seconds)
        return None if line is None else msgspec.structs.replace(job, lease=line[0])

    async def give_back(self, job: BotJob) -> None:
        """Release a job so that another worker can take it."""
        await self._database.row(GIVE_BACK, job.match, job.seat, job.number, job.lease)

    async def done(self, job: BotJob) -> None:
        """Delete a job that needs no answer. Appending an answer deletes it anyway."""
        await self._database.row(DONE, job.match, job.seat, job.number, job.lease)

    async def waiting(self) -> tuple[int, float]:
        """Return the number of free jobs, and how many seconds the oldest has waited."""
        line = await self._database.row(WAITING)
        assert line is not None
        return int(line[0]), float(line[1])

    async def pressed(self) -> float:
        """Return how many seconds a person has waited for a bot that no worker has had time for."""
        line = await self._database.row(PRESSED)
        assert line is not None
        return float(line[0])
