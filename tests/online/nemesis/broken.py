"""Builds that must never be let loose: the checker has to notice them. The product has no switch for that."""

from __future__ import annotations

import asyncio
import time

from gattai.server.online.bus.bus import Bus
from gattai.server.online.node import Node
from gattai.server.online.store import journal
from gattai.server.online.store.journal import MatchJournal
from gattai.server.table.journal import Awaited, Row, Written

BROKEN = ("told-first", "no-head-check", "write-behind", "own-clock")
BUSES: list[Bus] = []
"""The bus of this process, for what tells others too early."""
BEHIND = 0.3
"""Seconds by which a build writes later than it says."""


def break_it(how: str) -> None:
    """Make of this process what nobody should run."""
    {
        "told-first": _tell_first,
        "no-head-check": _look_away,
        "write-behind": _write_later,
        "own-clock": _look_at_the_wall,
    }[how]()


def _tell_first() -> None:
    """Other nodes hear of a row before it is written."""
    sound = MatchJournal.append

    async def append(self: MatchJournal, row: Row, aim: Awaited, key: str) -> Written:
        await BUSES[0].publish(self.match, (Written(self.head + 1, key, 0.0, row),))
        return await sound(self, row, aim, key)

    MatchJournal.append = append  # type: ignore[method-assign]


def _look_away() -> None:
    """A row is written wherever the head is."""
    sound = "WHERE id = $1 AND number = $2"
    assert sound in journal.APPEND
    journal.APPEND = journal.APPEND.replace(sound, "WHERE id = $1 AND $2::integer IS NOT NULL")


def _look_at_the_wall() -> None:
    """A node judges by the clock of its machine whose time is up, at every look, and the database believes it."""
    sound = "AND ($12::float8 IS NULL OR clock_timestamp() >= to_timestamp($12))"
    assert sound in journal.APPEND
    journal.APPEND = journal.APPEND.replace(sound, "AND ($12::float8 IS NULL OR true)")
    Node.now = lambda self: time.time()  # type: ignore[method-assign]
    sound_sweep = Node._sweep

    async def sweep(self: Node) -> None:
        for match in self.open():
            match.inbox.ring()
        await sound_sweep(self)

    Node._sweep = sweep  # type: ignore[method-assign]


def _write_later() -> None:
    """An answer is acknowledged at once, and written in a moment: so much quicker."""
    sound = MatchJournal.append
    tasks: set[asyncio.Task[None]] = set()
    last: dict[str, asyncio.Task[None]] = {}

    async def write(
        match: MatchJournal, row: Row, aim: Awaited, key: str, before: asyncio.Task[None] | None
    ) -> None:
        if before is not None:
            await asyncio.gather(before, return_exceptions=True)
        await asyncio.sleep(BEHIND)
        await sound(MatchJournal(match._database, match.match, match.head - 1), row, aim, key)

    async def append(self: MatchJournal, row: Row, aim: Awaited, key: str) -> Written:
        self._head += 1
        copy = MatchJournal(self._database, self.match, self._head)
        task = asyncio.create_task(write(copy, row, aim, key, last.get(self.match)))
        last[self.match] = task
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        return Written(self._head, key, time.time(), row)

    MatchJournal.append = append  # type: ignore[method-assign]
