"""Bots that answer: a job is claimed, thought about, and its answer said like anybody's."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from gattai.kernel.question import Seat
from gattai.server.online.duty.metrics import Metrics
from gattai.server.online.keeping.opening import Elsewhere
from gattai.server.online.store.jobs import Job, Jobs
from gattai.server.online.store.pool import Database
from gattai.server.table.hearing.thoughts import Pace, now, thought
from gattai.server.table.journal import InDoubt, NotSaved
from gattai.server.table.match import Match
from gattai.server.table.opening import bot_of
from gattai.server.table.thinking import Thinkers

log = logging.getLogger(__name__)

LEASE = 20.0
"""Seconds for which a job is ours; after those it is anybody's, should we have died."""
RENEWED = 6.0
SOON = 1.0
"""Seconds until a job is anybody's that cannot be done here."""
POLL = 0.4
"""Seconds between two looks for jobs that other nodes have put."""
PATIENCE = 5.0
"""Seconds until what stands in the journal is known here."""


class _Place:
    """One of those who may think at once: left when the thought is there, though not said yet."""

    def __init__(self, free: asyncio.Semaphore) -> None:
        self._free: asyncio.Semaphore | None = free

    def leave(self) -> None:
        """Let the next one think; only the first time counts."""
        if self._free is not None:
            self._free.release()
            self._free = None


class Worker:
    """Thinks for bots, a few at a time."""

    def __init__(
        self,
        database: Database,
        thinkers: Thinkers,
        find: Callable[[str], Awaitable[Match]],
        at_once: int,
        metrics: Metrics,
    ) -> None:
        self._jobs = Jobs(database)
        self._thinkers = thinkers
        self._find = find
        self._metrics = metrics
        self._free = asyncio.Semaphore(at_once)
        self._nudged = asyncio.Event()
        self._thinking: set[asyncio.Task[None]] = set()

    async def count(self) -> None:
        """Tell the metrics how many decisions wait."""
        waiting, seconds = await self._jobs.waiting()
        self._metrics.jobs.set(waiting)
        self._metrics.jobs_wait.set(seconds)

    def nudge(self) -> None:
        """There is a job."""
        self._nudged.set()

    async def run(self) -> None:
        """Until it is cancelled."""
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
            for task in self._thinking:
                task.cancel()
            await asyncio.gather(*self._thinking, return_exceptions=True)

    def _done(self, place: _Place, task: asyncio.Task[None]) -> None:
        self._thinking.discard(task)
        place.leave()

    async def _next(self) -> Job:
        while True:
            self._nudged.clear()
            try:
                jobs = await self._jobs.claim(LEASE, 1)
            except (NotSaved, InDoubt) as problem:
                log.warning("no jobs can be had: %s", problem)
                jobs = ()
            if jobs:
                return jobs[0]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL):
                    await self._nudged.wait()

    async def _does(self, job: Job, place: _Place) -> None:
        renewing = asyncio.create_task(self._renews(job))
        try:
            await self._thinks(job, place)
        except Elsewhere:  # soon again, for a worker that has those rules
            with contextlib.suppress(NotSaved, InDoubt):
                await self._jobs.renew(job, SOON)
        except (NotSaved, InDoubt, LookupError, TimeoutError) as problem:
            log.warning("a bot of match %s did not answer: %s", job.match, problem)
        except Exception:
            log.exception("a bot of match %s did not answer", job.match)
        finally:
            renewing.cancel()

    async def _renews(self, job: Job) -> None:
        kept: Job | None = job
        while kept is not None:
            await asyncio.sleep(RENEWED)
            with contextlib.suppress(NotSaved, InDoubt):
                kept = await self._jobs.renew(kept, LEASE)

    async def _thinks(self, job: Job, place: _Place) -> None:
        asked = now() - job.waited
        match, seat = await self._find(job.match), Seat(job.seat)
        async with asyncio.timeout(PATIENCE):
            while match.entered < job.number:
                match.read_on()
                await asyncio.sleep(0.01)
        setting, secret = match.record.setting, match.record.secret
        bot = bot_of(setting, seat, secret)
        if match.is_over or match.shut or bot is None or seat not in match.waiting:
            await self._jobs.done(job)
            return
        revision, pace = match.revision, Pace(match, bot[0], asked, always=True)
        with self._metrics.thoughts.labels(bot[0]).time():
            said = await thought(match, self._thinkers, bot, seat, revision)
        place.leave()
        await pace.keep()
        match.bot_says(said)
