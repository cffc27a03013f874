"""What the elected process does for the whole site: pairs, rates, publishes the lobby, cleans up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic

from gattai.server.online.lobby.messages import Changed, Notice
from gattai.server.online.lobby.notices import Notices
from gattai.server.online.lobby.service.describing import DescribedHall
from gattai.server.online.lobby.service.election import Deposed, Election, Still
from gattai.server.online.lobby.service.halls import PublishedHalls
from gattai.server.online.store.pool import Database

log = logging.getLogger(__name__)

TICK = 0.25
"""Seconds between two looks for offers that have changed."""
PAIRS, SCORES, SHOWS, SWEEPS, FORGETS = 1.0, 2.0, 4.0, 60.0, 600.0
"""Seconds between two rounds of each duty."""
CALM = 0.5
"""Minimum seconds between two published states, however often offers change."""

Duty = tuple[float, Callable[[], Awaitable[object]]]
"""Something to do again and again, and the seconds between two rounds."""


class LobbyService:
    """Leads the lobby if this process is elected."""

    def __init__(
        self,
        database: Database,
        describe: Callable[[], Awaitable[DescribedHall]],
        *duties: Duty,
    ) -> None:
        self.election = Election(database)
        self._describe = describe
        self._halls = PublishedHalls(database)
        self._notices = Notices(database, self._hear)
        self._duties = (*duties, (SWEEPS, self._notices.sweep))
        self._shown = 0.0
        self._is_stale = True

    async def run(self) -> None:
        """Stand for election for ever, and lead when elected."""
        await self.election.run(self.lead)

    async def lead(self, still: Still) -> None:
        """Do all duties until this process is deposed."""
        await self._halls.begin()
        self._shown, self._is_stale = 0.0, True
        due = dict.fromkeys(range(len(self._duties)), 0.0)
        heartbeat = 0.0
        while True:
            if monotonic() >= heartbeat:
                await still()
                heartbeat = monotonic() + 1.0
            await self._notices.look()
            await self._show()
            for number, (seconds, act) in enumerate(self._duties):
                if monotonic() >= due[number]:
                    due[number] = monotonic() + seconds
                    await _tried(act)
            await asyncio.sleep(TICK)

    async def _show(self) -> None:
        """Publish the lobby if offers have changed, and now and then for matches and visitors."""
        age = monotonic() - self._shown
        if age < CALM or not (self._is_stale or age >= SHOWS):
            return
        self._shown, self._is_stale = monotonic(), False
        await self._halls.publish(await self._describe())

    def _hear(self, topic: str, notice: Notice) -> None:
        self._is_stale |= isinstance(notice, Changed)


async def _tried(act: Callable[[], Awaitable[object]]) -> None:
    """Do one round; an error of one duty must not end the others."""
    try:
        await act()
    except (OSError, Deposed):
        raise
    except Exception:
        log.exception("a task of the lobby's leader failed")
