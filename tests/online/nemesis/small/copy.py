"""A node's copy of a match: judged here, written by the store, spread by the bus, repaired from the journal."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from gattai.server.online.bus.bus import Bus
from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.matches import Matches
from gattai.server.online.store.pool import Database
from gattai.server.table.journal import AlreadyWritten, Behind, Row, Written
from tests.online.nemesis.small.play import Page


class Copy:
    """As much of a match as this process has read, and who watches it here."""

    def __init__(self, store: Database, bus: Bus, match: str) -> None:
        self._store, self._bus, self.match = store, bus, match
        self.pages = [Page()]
        self.keys: dict[str, int] = {}
        self.watchers: set[Callable[[], None]] = set()
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def page(self) -> Page:
        return self.pages[-1]

    async def open(self) -> None:
        """Begin it if nobody has, and read it."""
        await Matches(self._store).begin(self.match, "toy", "head", "none", self.page.aim(), {})
        await self._bus.subscribe(self.match, self.hear)
        await self.catch_up()

    def enter(self, rows: tuple[Written, ...]) -> None:
        """Show rows that follow on what is known; others are known, or will come."""
        for written in rows:
            if written.number == self.page.number + 1:
                self.pages.append(self.page.then(written.row))
                self.keys[written.key] = written.number
        for watcher in self.watchers:
            watcher()

    def hear(self, rows: tuple[Written, ...]) -> None:
        """By the bus: what follows is entered; a gap is read from the journal."""
        self.enter(tuple(sorted(rows, key=lambda written: written.number)))
        if any(written.number > self.page.number for written in rows):
            task = asyncio.create_task(self._read())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def catch_up(self) -> None:
        """Read what is missing; OSError if it cannot be read."""
        number = self.page.number
        self.enter(await MatchJournal(self._store, self.match, number).since(number))

    async def _read(self) -> None:
        with contextlib.suppress(OSError):  # heads are compared every now and then
            await self.catch_up()

    async def say(self, seat: int, text: str, key: str) -> int | None:
        """Answer for a seat: the number of the row; None if it is not its turn. OSError: nobody knows."""
        async with self._lock:
            while key not in self.keys:
                page = self.page
                if not page.may(seat):
                    return None
                try:
                    written = await self.write(page, page.judged(seat, text), key)
                except Behind as behind:
                    self.enter(behind.rows)
                except AlreadyWritten as already:
                    return already.number
                else:
                    self.enter((written,))
                    await self._bus.publish(self.match, (written,))
            return self.keys[key]

    async def write(self, page: Page, row: Row, key: str) -> Written:
        """Append what was judged on this page."""
        journal = MatchJournal(self._store, self.match, page.number)
        return await journal.append(row, page.then(row).aim(), key)
