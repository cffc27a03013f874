"""Baselines for the node: the rules alone playing the same answers, and sockets alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.sockets.crowd import A_MATCH, FEW, PATIENCE
from gattai.kernel.question import Roll
from gattai.kernel.record import Record, replay_entry
from gattai.kernel.text.transcript import read_entry
from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.matches import Matches
from gattai.server.online.store.pool import Database
from gattai.server.online.store.snapshots import Snapshots
from gattai.server.online.workers.snapshot_body import body_in, record_at
from gattai.server.table.journal import Answered


async def rules_alone(database: Database, matches: Iterable[str]) -> tuple[int, float]:
    """How many answers there are in these journals, and the CPU seconds of playing them again."""
    count, spent = 0, 0.0
    for match in matches:
        standing = await Matches(database).standing(match)
        first = await Snapshots(database).last(match, 0)
        assert standing is not None and first is not None
        record = record_at(standing.head, body_in(first.body))
        rows = [each.row for each in await MatchJournal(database, match).since(0)]
        answers = [row for row in rows if isinstance(row, Answered)]
        spent += played(record, answers)
        count += len(answers)
    return count, spent


def played(record: Record[Any], rows: Iterable[Answered]) -> float:
    """CPU seconds of giving these answers to the rules."""
    begun = time.thread_time()
    for row in rows:
        for line in row.lines:
            entry = read_entry(line, record.count + 1)
            assert entry is not None
            replay_entry(record, entry, record.count + 1, verify=False)
    assert not isinstance(record.question, Roll)
    return time.thread_time() - begun


class Room:
    """Four sockets; the first two speak in turns, each when it has heard the other."""

    def __init__(self, site: str, name: str) -> None:
        self._address = f"{site.replace('http', 'ws', 1)}/{name}"
        self._sockets: list[ClientConnection] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._turn = 0
        self._sent = 0.0
        self.outcomes: list[float] = []
        self.is_hasty = False
        self.is_free = True

    async def open(self) -> None:
        """Open the connections of all pages."""
        for place in range(A_MATCH):
            socket = await connect(
                self._address, open_timeout=PATIENCE, ping_interval=None, max_size=None, proxy=None
            )
            self._sockets.append(socket)
            self._tasks.append(asyncio.create_task(self._hear(place, socket)))

    async def _hear(self, place: int, socket: ClientConnection) -> None:
        async for text in socket:
            if place != 1 - self._turn or self.is_free:
                continue
            assert text
            self.outcomes.append(time.perf_counter() - self._sent)
            self._turn, self.is_free = place, True
            if self.is_hasty:
                await self.say()

    async def say(self) -> None:
        """Send a message from the page whose turn it is."""
        if self.is_free:
            self.is_free, self._sent = False, time.perf_counter()
            await self._sockets[self._turn].send("answer 12 by heart and by hand")

    async def close(self) -> None:
        """Close the connections of all pages."""
        for socket in self._sockets:
            await socket.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def sockets_alone(
    site: str, rooms: int, seconds: float, rate: float = 0.0
) -> tuple[list[float], float]:
    """Ways of what was said in so many rooms: at once, or so many a second. Seconds it took."""
    open_rooms = [Room(site, f"room-{name}") for name in range(rooms)]
    for room in open_rooms:
        await room.open()
    begun = time.perf_counter()
    if rate:
        for turn in range(max(FEW, int(seconds * rate))):
            late = begun + turn / rate - time.perf_counter()
            if late > 0:
                await asyncio.sleep(late)
            await open_rooms[turn % rooms].say()
    else:
        for room in open_rooms:
            room.is_hasty = True
            await room.say()
        await asyncio.sleep(seconds)
        for room in open_rooms:
            room.is_hasty = False
    took = time.perf_counter() - begun
    until = time.perf_counter() + PATIENCE
    while not all(room.is_free for room in open_rooms) and time.perf_counter() < until:
        await asyncio.sleep(0.1)
    for room in open_rooms:
        await room.close()
    return [way for room in open_rooms for way in room.outcomes], took
