"""Guests who play by link, through HTTP and sockets, at a site to which bad things happen; and their diaries."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import random
from collections import Counter, deque

import httpx
import msgspec
from websockets import ConnectionClosed, Origin, WebSocketException
from websockets.asyncio.client import ClientConnection, connect

from gattai.scene.parts import Scene
from gattai.server.messages import GiveAnswer, Rejected, Reveal, SceneUpdate, ToPage
from gattai.server.online.play.sockets import SEAT_TAKEN
from gattai.server.receipts import Receipt
from gattai.server.table.match import NOT_SAVED
from gattai.server.table.viewer import NO_CURTAIN
from tests.online.nemesis.tables import Table

_read: msgspec.json.Decoder[ToPage] = msgspec.json.Decoder(ToPage)
_write = msgspec.json.Encoder().encode

WATCHES = -1
END = -1
"""Instead of a number of answers: the last page of a match that is over."""
PATIENCE = 4.0
DOZES = 0.04
"""How often somebody with a clock falls asleep over a question."""
LOST = (OSError, EOFError, ValueError, WebSocketException, httpx.HTTPError)


class Taken(msgspec.Struct, frozen=True):
    """An answer that was acknowledged."""

    seat: int
    number: int
    text: str


class GuestDiary(msgspec.Struct):
    """What one guest said, and was told and shown."""

    sent: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)
    """How often answers were said, by match and key."""
    acknowledged: dict[tuple[str, str], Taken] = msgspec.field(default_factory=dict)
    unsaved: set[tuple[str, str]] = msgspec.field(default_factory=set)
    """Answers of which it was said that nothing was changed."""
    pages: dict[tuple[str, int, int], set[str]] = msgspec.field(default_factory=dict)
    """What was seen of a match, by its name, the seat, and how many answers there were."""
    receipts: set[Receipt] = msgspec.field(default_factory=set)
    refusals: Counter[str] = msgspec.field(default_factory=Counter)
    moves: int = 0
    finished: int = 0

    def saw(self, match: str, seat: int, scene: Scene) -> None:
        """A page was shown."""
        count = END if scene.ending is not None else scene.ask.number - 1 if scene.ask else None
        if count is not None:
            self.pages.setdefault((match, seat, count), set()).add(seen(scene))


def seen(scene: Scene) -> str:
    """Everything that matters of a scene, in one word."""
    what = _write((scene.pieces, scene.tracks, scene.ending))
    return hashlib.sha256(what).hexdigest()[:16]


class Visitor:
    """A browser without a screen: keeps its cookie, and goes to another node when one is gone."""

    def __init__(self, sites: list[str], chance: random.Random) -> None:
        self.diary = GuestDiary()
        self._sites, self._chance = sites, chance
        self._cookie = ""
        self._socket: ClientConnection | None = None

    async def arrive(self, path: str, site: str = "") -> None:
        """Open a page at one of the nodes, unless one is open."""
        if self._socket is None:
            self.diary.moves += 1
            site = site or self._chance.choice(self._sites)
            socket = await connect(
                site.replace("http", "ws", 1) + path,
                origin=Origin(site), max_size=None, compression=None, proxy=None,
                open_timeout=PATIENCE, ping_interval=None,
                additional_headers={"cookie": self._cookie} if self._cookie else {},
            )  # fmt: skip
            given = socket.response.headers.get("set-cookie") if socket.response else None
            if given:
                self._cookie = given.partition(";")[0]
            self._socket = socket

    async def hear(self) -> ToPage:
        """The next message."""
        assert self._socket is not None
        return _read.decode(await self._socket.recv())

    async def tell(self, *messages: GiveAnswer | Reveal) -> None:
        """Say something; it may get lost."""
        assert self._socket is not None
        async with asyncio.timeout(PATIENCE):
            for message in messages:
                await self._socket.send(_write(message).decode())

    def leave(self) -> None:
        """Go without a word."""
        if self._socket is not None:
            self._socket.transport.abort()
        self._socket = None


class Guest(Visitor):
    """One seat: answers at random, and says the same again until it knows what became of it."""

    def __init__(
        self,
        table: Table,
        seat: int,
        sites: list[str],
        chance: random.Random,
        restless: float = 0.02,
    ) -> None:
        super().__init__(sites, chance)
        self._table, self._seat = table, seat
        self._restless = restless
        """How often they go to another node though nothing has happened."""
        self._round = 0
        self._shown: SceneUpdate | None = None
        self._pending: GiveAnswer | None = None
        self._said: deque[GiveAnswer] = deque()
        """On this connection, and not yet heard by the table."""
        self._refused = ""

    @property
    def _match(self) -> str:
        return self._table.rounds[self._round].match

    async def play(self, done: asyncio.Event) -> None:
        """Until it is over; what was begun to be answered is answered."""
        while not (done.is_set() and self._pending is None):
            try:
                if not await self._sits():
                    continue
                async with asyncio.timeout(PATIENCE):
                    told = await self.hear()
                await self._take(told)
            except TimeoutError:
                if self._pending is not None or self._chance.random() < 0.3:
                    self.leave()
            except LOST as problem:
                self._note(problem)
                self.leave()
                await asyncio.sleep(self._chance.uniform(0.05, 0.3))
        self.leave()

    def _note(self, problem: Exception) -> None:
        """Whoever took the seat and never got their cookie is somebody else now: play another match."""
        if (
            isinstance(problem, ConnectionClosed)
            and problem.rcvd
            and SEAT_TAKEN in problem.rcvd.reason
        ):
            self.diary.refusals[SEAT_TAKEN] += 1
            self._table.rounds[self._round].is_lost = True

    def leave(self) -> None:
        super().leave()
        self._said.clear()
        self._refused = ""
        self._shown = None

    async def _sits(self) -> bool:
        """Whether there is a match and this seat is taken at it."""
        rounds = self._table.rounds
        if self._round < len(rounds) and rounds[self._round].is_lost:
            self._goes_on()
        if self._round == len(rounds):
            if self._seat != self._table.kind.seats[0]:
                await asyncio.sleep(0.1)
                return False
            self._cookie = await self._table.make(self._chance.choice(self._sites), self._cookie)
        is_new = self._socket is None
        await self.arrive(self._table.rounds[self._round].paths[self._seat])
        if is_new and self._pending is not None:
            await self._say()
        return True

    def _goes_on(self) -> None:
        self._round += 1
        self._pending = None
        self.leave()

    async def _take(self, told: ToPage) -> None:
        if isinstance(told, SceneUpdate):
            self._shown = told
            if told.receipt is not None:
                self.diary.receipts.add(told.receipt)
            self.diary.saw(self._match, self._seat, told.scene)
            if self._pending is None:
                await self._look()
        elif isinstance(told, Rejected):
            reason = told.reasons[0].text if told.reasons else ""
            if reason == NO_CURTAIN:
                await self._heard()
            else:
                self.diary.refusals[reason[:48]] += 1
                if self._said and told.text == self._said[0].text:
                    self._refused = reason

    async def _heard(self) -> None:
        """The table has heard an answer: it was taken, unless it said otherwise before."""
        if not self._said:
            return
        answer, why, self._refused = self._said.popleft(), self._refused, ""
        place = (self._match, answer.key)
        if not why:
            self.diary.acknowledged[place] = Taken(self._seat, answer.number, answer.text)
        elif why.startswith(NOT_SAVED):
            self.diary.unsaved.add(place)
        if why:
            await asyncio.sleep(0.1)
        if self._pending is answer:
            self._pending = None
            if self._chance.random() < self._restless:
                self.leave()
        if self._pending is None:
            await self._look()

    async def _look(self) -> None:
        """At what is shown now; answer if that is wanted."""
        if self._shown is None:
            return
        scene = self._shown.scene
        if scene.ending is not None:
            self.diary.finished += 1
            self._goes_on()
        elif scene.ask is not None and scene.ask.is_mine and scene.ask.options:
            is_asleep = self._table.kind.is_timed and self._chance.random() < DOZES
            await asyncio.sleep(self._chance.uniform(6, 12) if is_asleep else self._pace())
            text = self._chance.choice(scene.ask.options).text
            key = f"{self._chance.getrandbits(64):x}"
            self._pending = GiveAnswer(scene.ask.number, text, self._shown.epoch, key)
            await self._say()

    def _pace(self) -> float:
        return self._chance.uniform(0.02, 0.4)

    async def _say(self) -> None:
        assert self._pending is not None
        self.diary.sent[self._match, self._pending.key] += 1
        self._said.append(self._pending)
        await self.tell(self._pending, Reveal(self._seat))


class Watcher(Visitor):
    """Somebody who looks on at one table, now here and now there."""

    def __init__(self, table: Table, sites: list[str], chance: random.Random) -> None:
        super().__init__(sites, chance)
        self._table = table

    async def play(self, done: asyncio.Event) -> None:
        """Look on until it is over."""
        while not done.is_set():
            if not self._table.rounds:
                await asyncio.sleep(0.2)
                continue
            match = self._table.rounds[-1].match
            with contextlib.suppress(*LOST):  # and TimeoutError
                async with asyncio.timeout(self._chance.uniform(2, 10)):
                    await self.arrive(f"/ws/{match}/watch")
                    while True:
                        await self._see(match)
            self.leave()
            await asyncio.sleep(0.1)

    async def _see(self, match: str) -> None:
        told = await self.hear()
        if isinstance(told, SceneUpdate):
            self.diary.saw(match, WATCHES, told.scene)

    async def look(self, site: str, match: str, answers: int) -> None:
        """At a match, at this node, until so many answers are to be seen, or its end."""
        while not any(
            where == match and (count >= answers or count == END)
            for where, _, count in self.diary.pages
        ):
            try:
                async with asyncio.timeout(PATIENCE):
                    await self.arrive(f"/ws/{match}/watch", site)
                    await self._see(match)
            except LOST:  # and TimeoutError
                self.leave()
                await asyncio.sleep(0.1)
        self.leave()
