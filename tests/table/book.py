"""A journal in memory that several tables write in, with faults; and people who play at such tables."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

from gattai import games
from gattai.kernel.question import Seat
from gattai.kernel.record import Record, replay
from gattai.kernel.text.transcript import parse
from gattai.server.messages import GiveAnswer, NewMatch, Rejected, SceneUpdate
from gattai.server.table.journal import (
    AlreadyWritten,
    Awaited,
    Behind,
    InDoubt,
    NotSaved,
    Row,
    Written,
)
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import opened
from gattai.server.table.thinking import Thinkers
from gattai.server.table.viewer import Viewer

STUCK = 30.0
Fault = Callable[[], str]
"""What goes wrong with the next row: `refused`, `lost` (written, and nobody is told), `gone`, or nothing."""


class Book:
    """What stands written in the journal of one match."""

    def __init__(self) -> None:
        self.rows: list[Written] = []
        self.aims: list[Awaited] = []


class BookJournal:
    """The journal as one table writes in it."""

    def __init__(self, book: Book, fault: Fault = str, delay: Callable[[], float] = float) -> None:
        self.book = book
        self.head = 0
        self.fault = fault
        self.delay = delay
        self.gate: asyncio.Event | None = None
        """Where there is one, nothing is written before it is opened."""
        self.faults = 0

    async def append(self, row: Row, aim: Awaited, key: str) -> Written:
        await asyncio.sleep(self.delay())
        if self.gate is not None:
            await self.gate.wait()
        fault = self.fault()
        self.faults += bool(fault)
        if fault == "refused":
            raise NotSaved("the database is away")
        if fault == "gone":
            raise InDoubt("the connection was lost")
        before = [each for each in self.book.rows[: self.head] if each.key == key]
        if before:
            raise AlreadyWritten(before[0].number)
        if len(self.book.rows) > self.head:
            rows = tuple(self.book.rows[self.head :])
            self.head = len(self.book.rows)
            raise Behind(rows)
        written = Written(self.head + 1, key, float(self.head), row)
        self.book.rows.append(written)
        self.book.aims.append(aim)
        if fault == "lost":
            raise InDoubt("the connection was lost")
        self.head += 1
        return written

    async def since(self, number: int) -> tuple[Written, ...]:
        await asyncio.sleep(self.delay())
        if self.fault() == "refused":
            raise NotSaved("the database is away")
        self.head = max(self.head, len(self.book.rows))
        return tuple(self.book.rows[number:])

    def heard(self, number: int) -> None:
        self.head = max(self.head, number)


def a_record(game: str, seed: str = "5", **options: str) -> Record[Any]:
    options |= {"seats": "2"} if game == "robot-empire" else {}
    return opened(NewMatch(game, ("person", "person"), options, seed), ())[0]


def a_table(record: Record[Any], journal: Any, id: str = "here") -> TableMatch:
    """One table of a match, at which both seats are guests: they look from places of their own."""
    maker = games.scene_maker(record.header.game)
    return TableMatch(id, record, maker, Thinkers(), journal, (0, 1))


class Player:
    """Somebody at a page who answers whatever is asked, at random, and again if it has to be."""

    def __init__(self, match: TableMatch, seat: int, seed: str) -> None:
        self.match = match
        self.seat = Seat(seat)
        self.page: Viewer = match.viewers.join(seat)
        self.rng = random.Random(f"{seed}/{seat}")
        self.told: list[str] = []
        self.shown: SceneUpdate | None = None
        self.said = (-1, -1)

    def hears(self) -> None:
        for letter in self.page.take():
            if isinstance(letter, SceneUpdate):
                self.shown = letter
            elif isinstance(letter, Rejected):
                self.told += [reason.text for reason in letter.reasons]

    def plays(self) -> None:
        """Answer what this page was shown, once for each scene and each refusal."""
        self.hears()
        scene = self.shown.scene if self.shown else None
        now = (self.match.revision, len(self.told))
        if scene is None or scene.ask is None or not scene.ask.is_mine or now == self.said:
            return
        self.said = now
        assert self.shown is not None
        option = self.rng.choice(scene.ask.options).text
        key = f"{self.rng.random()}"
        self.match.inbox.say(self.page, GiveAnswer(scene.ask.number, option, self.shown.epoch, key))


async def played_out(players: list[Player], most: int, *, look: float = 0.02) -> None:
    """Play until it is over at each of their tables or has so many answers; tables look now and then."""
    loop = asyncio.get_running_loop()
    matches = list({id(player.match): player.match for player in players}.values())
    looked, count, moved = loop.time(), -1, loop.time()
    while not all(match.is_over or match.record.count >= most for match in matches):
        for player in players:
            player.plays()
        if loop.time() - looked > look:
            looked = loop.time()
            for match in matches:
                match.inbox.read_on()
        if (now := sum(match.record.count for match in matches)) != count:
            count, moved = now, loop.time()
        assert loop.time() - moved < STUCK, [player.told[-3:] for player in players]
        await asyncio.sleep(0.0005)


async def at_rest(*matches: TableMatch) -> None:
    """Until all have read everything that stands in their journal."""
    for _ in range(40):
        for match in matches:
            match.inbox.read_on()
        await asyncio.sleep(0.005)


def replayed(record: Record[Any]) -> Record[Any]:
    """The same record, played again from its text."""
    *_, last = replay(games.load(record.header.game), parse(record.transcript().text()))
    return last
