"""Runs bots: claims a job, thinks, and answers like any player."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from gattai.kernel.question import Seat
from gattai.server.failures import ended
from gattai.server.online.ops.metrics import NodeMetrics
from gattai.server.online.store.jobs import BotJob, Jobs
from gattai.server.online.store.pool import Database
from gattai.server.online.workers.opening import Elsewhere
from gattai.server.table.inbox.thoughts import Pace, now, thought
from gattai.server.table.journal import InDoubt, NotSaved
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import bot_of
from gattai.server.table.thinking import Thinkers

log = logging.getLogger(__name__)

LEASE = 20.0
"""Seconds of a lease; if this process dies, another takes the job after them."""
RENEWED = 6.0
SOON = 1.0
"""Seconds before a job that failed here is free again."""
POLL = 0.4
"""Seconds between two looks for jobs that other nodes created."""
PATIENCE = 5.0
"""Maximum seconds to wait until this node has applied the journal."""


class _Place:
    """A slot of a thinking bot. It is freed when the answer is found, before it is sent."""

    def __init__(self, free: asyncio.Semaphore) -> None:
        self._free: asyncio.Semaphore | None = free

    def leave(self) -> None:
        """Free the slot; later calls do nothing."""
        if self._free is not None:
            self._free.release()
            self._free = None


class Worker:
    """Runs bots, a few at a time."""

    def __init__(
        self,
        database: Database,
        thinkers: Thinkers,
        find: Callable[[str], Awaitable[TableMatch]],
        at_once: int,
        metrics: NodeMetrics,
    ) -> None:
        self._jobs = Jobs(database)
        self._thinkers = thinkers
        self._find = find
        self._metrics = metrics
        self._free = asyncio.Semaphore(at_once)
        self._nudged = asyncio.Event()
        self._thinking: set[asyncio.Task[None]] = set()

    async def count(self) -> None:
        """Update the metrics of waiting decisions."""
        waiting, seconds = await self._jobs.waiting()
        self._metrics.jobs.set(waiting)
        self._metrics.jobs_wait.set(seconds)

    def nudge(self) -> None:
        """Look for jobs now."""
        self._nudged.set()

    async def run(self) -> None:
        """Take jobs until the task is cancelled."""
        try:
            while True:
                await self._free.acquire()
                try:
                    job = await self._next()
                except BaseException:
                    self._free.release()
                    raise
                place = _Place(self._free)
                task = asyncio.create_task(self._does(job, place), name=f"bot {job.match}")
                self._thinking.add(task)
                task.add_done_callback(partial(self._done, place))
        finally:
            await ended(*self._thinking, what="a bot's thought")

    def _done(self, place: _Place, task: asyncio.Task[None]) -> None:
        self._thinking.discard(task)
        place.leave()

    async def _next(self) -> BotJob:
        while True:
            self._nudged.clear()
            try:
                jobs = await self._jobs.claim(LEASE, 1)
            except (NotSaved, InDoubt) as problem:
                log.warning("jobs cannot be read: %s", problem)
                jobs = ()
            if jobs:
                return jobs[0]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL):
                    await self._nudged.wait()

    async def _does(self, job: BotJob, place: _Place) -> None:
        renewing = asyncio.create_task(self._renews(job))
        try:
            await self._thinks(job, place)
        except Elsewhere:  # release it soon, for a worker that has those rules
            with contextlib.suppress(NotSaved, InDoubt):
                await self._jobs.renew(job, SOON)
        except (NotSaved, InDoubt, LookupError, TimeoutError) as problem:
            log.warning("a bot of match %s did not answer: %s", job.match, problem)
        except Exception:
            log.exception("a bot of match %s did not answer", job.match)
        finally:
            renewing.cancel()

    async def _renews(self, job: BotJob) -> None:
        renewed: BotJob | None = job
        while renewed is not None:
            await asyncio.sleep(RENEWED)
            with contextlib.suppress(NotSaved, InDoubt):
                renewed = await self._jobs.renew(renewed, LEASE)

    async def _thinks(self, job: BotJob, place: _Place) -> None:
        asked = now() - job.waited
        match, seat = await self._find(job.match), Seat(job.seat)
        async with asyncio.timeout(PATIENCE):
            while match.recorder.entered < job.number:
                match.inbox.read_on()
                await asyncio.sleep(0.01)
        header, secret = match.record.header, match.record.secret
        bot = bot_of(header, seat, secret)
        if match.is_over or match.shut or bot is None or seat not in match.waiting:
            await self._jobs.done(job)
            return
        revision, pace = match.revision, Pace(match, bot[0], asked, always=True)
        with self._metrics.thoughts.labels(bot[0]).time():
            thought_of = await thought(match, self._thinkers, bot, seat, revision)
        place.leave()
        await pace.keep()
        match.inbox.bot_says(thought_of)
