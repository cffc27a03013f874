"""Computes the luck and the analysis of a match in the background while someone is looking."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from msgspec import Struct

from gattai import games
from gattai.kernel.position import Diverged
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.odds.reckoning import Reckoning
from gattai.server.failures import ended
from gattai.server.messages import Analysis, LogShown
from gattai.server.table.played import PlayedMatch
from gattai.server.table.retrospect import NOT_YET, NotOver
from gattai.server.table.thinking import Thinkers

log = logging.getLogger(__name__)


class Aftermath:
    """Luck and analysis of one match. Nothing waits for them, and they may fail."""

    def __init__(self, match: PlayedMatch, id: str, thinkers: Thinkers) -> None:
        self._match = match
        self._id = id
        self._thinkers = thinkers
        self.luck = Reckoning(match.record, games.measures(match.record.header.game))
        self.look_back: Callable[[str], Awaitable[Analysis]] | None = None
        """Computes the analysis in another process; None if there is none."""
        self.load: Callable[[], Awaitable[Record[Struct]]] | None = None
        """Loads the answers that the record does not contain."""
        self._loading: asyncio.Task[None] | None = None
        self._reckoning: asyncio.Task[None] | None = None
        self._looking_back: asyncio.Future[Analysis] | None = None

    def forget(self) -> None:
        """Discard the analysis, because something was answered or taken back."""
        if self._looking_back is not None:
            self._looking_back.cancel()
            self._looking_back = None

    @property
    def is_quiet(self) -> bool:
        """Whether no luck is being computed."""
        return self._reckoning is None or self._reckoning.done()

    async def stop(self) -> None:
        """Stop all computations and wait for their end."""
        back = self._looking_back
        analysis = None if back is None or back.done() else back  # how it ended has been logged
        what = f"match {self._id}: computing its luck or loading its first answers"
        await ended(self._reckoning, analysis, self._loading, what=what)

    def go_on(self) -> None:
        """Start to compute what is missing, while someone is looking."""
        if not self._match.viewers.pages:
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
        """Wait until all answers are loaded, if possible."""
        if self._match.record.base:
            self._load()
            if self._loading is not None:
                await asyncio.shield(self._loading)

    async def _loads(self, all_of_it: Awaitable[Record[Struct]]) -> None:
        """Load all answers: luck is summed over all of them, and the analysis covers the whole game."""
        try:
            self._match.record.precede(await all_of_it)
        except Diverged as problem:  # the current rules cannot replay them
            log.info(
                "match %s: its first answers were played by other rules: %s", self._id, problem
            )
            return
        except (OSError, ValueError, LookupError) as problem:
            log.warning("match %s: its first answers cannot be loaded: %s", self._id, problem)
            return
        self.go_on()

    async def _reckons(self) -> None:
        while self._match.viewers.pages and (work := self.luck.next()) is not None:
            found = await self._thinkers.in_the_back(self.luck.find, work)
            self.luck.enter(work, found)
            self._wake()
        self._reckoning = None

    def _wake(self) -> None:
        for page in self._match.viewers.pages:
            page.wake.set()

    async def earlier(self, viewer: Seat | None, before: int) -> LogShown:
        """Return log lines before this answer, as the viewer may see them."""
        await self.whole()
        history = self._match.history
        lines, is_all = await self._thinkers.aside(history.earlier, viewer, before)
        return LogShown(lines, is_all)

    @property
    def known_analysis(self) -> Analysis | None:
        """Return the analysis if it is ready; None while the match is played."""
        found = self._looking_back
        if not self._match.is_over or found is None or not found.done() or found.cancelled():
            return None
        return None if found.exception() else found.result()

    async def analysis(self) -> Analysis:
        """Wait for the analysis and return it. Raises `NotOver` while the match is played."""
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

    def _looked_back(self, found: asyncio.Future[Analysis]) -> None:
        if found.cancelled():
            return
        problem = found.exception()
        if problem is not None:
            log.warning("match %s: the analysis failed", self._id, exc_info=problem)
        self._wake()
