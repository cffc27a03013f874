"""What is found beside a match while somebody looks: the luck of what is over, and how the game went."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from gattai import games
from gattai.kernel.position import Diverged
from gattai.kernel.record import Record
from gattai.odds.reckoning import Reckoning
from gattai.server.messages import Course
from gattai.server.table.played import Played
from gattai.server.table.retrospect import NOT_YET, NotOver
from gattai.server.table.thinking import Thinkers

log = logging.getLogger(__name__)


class Aftermath:
    """Luck and course of one match. Nobody waits for them, and they may fail."""

    def __init__(self, match: Played, id: str, thinkers: Thinkers) -> None:
        self._match = match
        self._id = id
        self._thinkers = thinkers
        self.luck = Reckoning(match.record, games.measures(match.record.setting.game))
        self.look_back: Callable[[str], Awaitable[Course]] | None = None
        """Where it is found how the game went, beside the table; nowhere, if nothing is said."""
        self.load: Callable[[], Awaitable[Record[Any]]] | None = None
        """Where the answers are found that the record does not keep."""
        self._loading: asyncio.Task[None] | None = None
        self._reckoning: asyncio.Task[None] | None = None
        self._looking_back: asyncio.Future[Course] | None = None

    def forget(self) -> None:
        """Something was answered or taken back: it is not over, or otherwise."""
        if self._looking_back is not None:
            self._looking_back.cancel()
            self._looking_back = None

    @property
    def is_quiet(self) -> bool:
        """Whether no luck is being reckoned."""
        return self._reckoning is None or self._reckoning.done()

    async def stop(self) -> None:
        """Find nothing more."""
        for task in (self._reckoning, self._looking_back, self._loading):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    def go_on(self) -> None:
        """Have found what is not known yet, while somebody looks."""
        if not self._match.pages:
            return
        if self._match.record.base:
            self._load()
            return
        self._look_back()
        if self._reckoning is None and self.luck.next() is not None:
            self._reckoning = asyncio.create_task(self._reckons(), name=f"luck {self._id}")

    def _load(self) -> None:
        if self.load is not None and self._loading is None:
            self._loading = asyncio.create_task(self._loads(self.load()))

    async def whole(self) -> None:
        """Wait until all answers are here from the first on, if they can be had."""
        if self._match.record.base:
            self._load()
            if self._loading is not None:
                await asyncio.shield(self._loading)

    async def _loads(self, all_of_it: Awaitable[Record[Any]]) -> None:
        """Have all answers from the first on: luck is a sum of all, and how it went a tale of all."""
        try:
            self._match.record.precede(await all_of_it)
        except Diverged as problem:  # nobody can tell them by the rules of today
            log.info("match %s: its first answers were given by other rules: %s", self._id, problem)
            return
        except (OSError, ValueError, LookupError) as problem:
            log.warning("match %s: its first answers: %s", self._id, problem)
            return
        self.go_on()

    async def _reckons(self) -> None:
        while self._match.pages and (work := self.luck.next()) is not None:
            found = await self._thinkers.in_the_back(self.luck.find, work)
            self.luck.enter(work, found)
            self._wake()
        self._reckoning = None

    def _wake(self) -> None:
        for page in self._match.pages:
            page.wake.set()

    @property
    def known_course(self) -> Course | None:
        """How it went, once that has been found; never while it is played."""
        found = self._looking_back
        if not self._match.is_over or found is None or not found.done() or found.cancelled():
            return None
        return None if found.exception() else found.result()

    async def course(self) -> Course:
        """How it went, waited for. `NotOver` while it is played."""
        await self.whole()
        self._look_back()
        if self._looking_back is None:
            raise NotOver(NOT_YET)
        return await asyncio.shield(self._looking_back)

    def _look_back(self) -> None:
        match = self._match
        if not match.is_over or self.look_back is None or self._looking_back is not None:
            return
        work = self.look_back(match.record.transcript().text())
        self._looking_back = asyncio.ensure_future(work)
        self._looking_back.add_done_callback(self._looked_back)

    def _looked_back(self, found: asyncio.Future[Course]) -> None:
        if found.cancelled():
            return
        problem = found.exception()
        if problem is not None:
            log.warning("match %s: how it went is not known: %r", self._id, problem)
        self._wake()
