"""A crowd of pages with real sockets: two seats and two watchers at every match."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Sequence
from time import perf_counter
from typing import Any

import httpx
import msgspec
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

GAMES = ("aegis", "mechastellar", "attack-chart", "robot-empire", "aristeia")
WATCHERS = 2
A_MATCH = 2 + WATCHERS
"""Sockets at one match."""
PATIENCE = 300.0
AT_ONCE = 40
"""Pages that come at the same time where nothing is said about it."""
SAMPLES = 2_000
FEW = 10
"""Answers that are waited for at least, where the machine is busy."""


class _Option(msgspec.Struct):
    text: str


class _Ask(msgspec.Struct):
    number: int
    is_mine: bool
    options: list[_Option] = []


class _Scene(msgspec.Struct):
    ask: _Ask | None
    ending: msgspec.Raw


class _Said(msgspec.Struct):
    type: str
    scene: _Scene | None = None
    epoch: int = 0


_read = msgspec.json.Decoder(_Said).decode
OVER = 1 << 60


class Counted(ClientConnection):
    """A connection that counts the bytes that come in, compressed as they are."""

    heard = 0

    def data_received(self, data: bytes) -> None:
        Counted.heard += len(data)
        super().data_received(data)


class Page:
    """One socket at a match; `seat` is None for a watcher."""

    def __init__(self, crowd: Crowd, match: Match, seat: int | None, cookie: str = "") -> None:
        self.crowd = crowd
        self.match = match
        self.seat = seat
        self.cookie = cookie
        self.token = ""
        self._rng = random.Random(f"{len(crowd.matches)}/{seat}")
        self.shown = asyncio.Event()
        self.number = 0
        """Of the question that it was shown last."""
        self.answered = 0
        self.asked: _Ask | None = None
        self.epoch = 0
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None

    async def come(self, site: str) -> None:
        """Connect, and wait until something is shown; who is told to come back does, as pages do."""
        self.shown.clear()
        for wait in (0.5 * 1.8**turn for turn in range(12)):
            await self._connect(site)
            assert self._task is not None
            shown = asyncio.create_task(self.shown.wait())
            await asyncio.wait(
                (shown, self._task), return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE
            )
            shown.cancel()
            if self.shown.is_set():
                return
            self.crowd.turned_away += 1
            await asyncio.sleep(wait * (0.8 + 0.4 * random.random()))
        raise RuntimeError(f"{self.match.id} cannot be looked at")

    async def _connect(self, site: str) -> None:
        place = "watch" if self.seat is None else self.seat
        token = f"?token={self.token}" if self.token else ""
        self._socket = socket = await connect(
            f"{site.replace('http', 'ws', 1)}/ws/{self.match.id}/{place}{token}",
            create_connection=Counted,
            origin=Origin(site),
            additional_headers={"cookie": self.cookie} if self.cookie else {},
            open_timeout=PATIENCE,
            ping_interval=None,
            close_timeout=1,
            max_size=None,
            proxy=None,
        )
        given = socket.response.headers.get("set-cookie", "") if socket.response else ""
        if given:
            self.cookie, self.token = given.partition(";")[0], ""
        self._task = asyncio.create_task(self._hear(socket))

    async def go(self) -> None:
        """Be gone without a word."""
        if self._socket is not None and self._task is not None:
            self._socket.transport.abort()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _hear(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self._heard(text)
        except ConnectionClosed:
            pass

    def _heard(self, text: str | bytes) -> None:
        crowd = self.crowd
        crowd.letters += 1
        crowd.letters_bytes += len(text)
        said = _read(text)
        if said.scene is None:
            crowd.refused += said.type == "not-so"
            return
        if len(crowd.samples) < SAMPLES and isinstance(text, str) and crowd.is_playing:
            crowd.samples.append(text)
        self.shown.set()
        ask = said.scene.ask
        self.number, self.epoch = (OVER if ask is None else ask.number), said.epoch
        self.match.seen(self)
        self.asked = ask if ask and ask.is_mine and ask.number > self.answered else None
        if self.asked is not None:
            crowd.asked(self)

    async def answer(self) -> None:
        """Answer with a random option."""
        ask, self.asked = self.asked, None
        if ask is None or self._socket is None or not ask.options:
            return
        self.answered = ask.number
        text = self._rng.choice(ask.options).text
        said = {"type": "answer", "number": ask.number, "text": text, "epoch": self.epoch}
        self.match.sent.append((ask.number, perf_counter(), self))
        try:
            await self._socket.send(msgspec.json.encode(said).decode())
        except ConnectionClosed:
            self.match.sent.pop()


class Match:
    """A match, its pages, and the answers that are on their way."""

    def __init__(self, crowd: Crowd, id: str, game: str) -> None:
        self.crowd = crowd
        self.id = id
        self.game = game
        self.pages: list[Page] = []
        self.sent: list[tuple[int, float, Page]] = []

    def seen(self, page: Page) -> None:
        """A page was shown something: answers before it have arrived at whoever sits opposite."""
        if page.seat is None:
            return
        for each in [*self.sent]:
            number, begun, by = each
            if page is not by and page.number > number:
                self.sent.remove(each)
                self.crowd.outcomes.append(perf_counter() - begun)
                self.crowd.by_game[self.game] = self.crowd.by_game.get(self.game, 0) + 1


class Crowd:
    """All simulated players and spectators."""

    def __init__(self, games: Sequence[str] = GAMES) -> None:
        self._games = games
        self._rng = random.Random(1)
        self.matches: list[Match] = []
        self.outcomes: list[float] = []
        """Seconds from an answer to its being seen opposite."""
        self.by_game: dict[str, int] = {}
        self.letters = self.letters_bytes = self.refused = 0
        self.turned_away = 0
        """How often a page was asked to come back later."""
        self.samples: list[str] = []
        self.is_playing = False
        self._ready: set[Page] = set()
        self._saying: set[asyncio.Task[None]] = set()
        self._at_once = False

    @property
    def pages(self) -> list[Page]:
        """Return the pages of everybody."""
        return [page for match in self.matches for page in match.pages]

    async def make(self, site: str, matches: int) -> None:
        """So many new matches with pages that have not come yet; every seat is a guest of its own."""
        async with httpx.AsyncClient(
            base_url=site, headers={"origin": site}, timeout=PATIENCE, trust_env=False
        ) as client:
            for game in itertools.islice(itertools.cycle(self._games), matches):
                client.cookies.clear()
                options = {"seats": "2"} if game == "robot-empire" else {}
                wanted: dict[str, Any] = {"game": game, "options": options}
                wanted |= {"players": ["person", "guest"]}
                made = await client.post("/api/matches", json=wanted)
                if made.status_code != 201:
                    raise RuntimeError(f"{game}: {made.status_code} {made.text}")
                card = made.json()
                match = Match(self, card["id"], game)
                cookie = "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)
                match.pages = [Page(self, match, 0, cookie), Page(self, match, 1)]
                match.pages[1].token = card["links"][1].partition("token=")[2].partition("#")[0]
                match.pages += [Page(self, match, None) for _ in range(WATCHERS)]
                self.matches.append(match)

    async def come(self, site: str, pages: Sequence[Page], at_once: int = AT_ONCE) -> None:
        """These come, so many at the same time."""
        places = asyncio.Semaphore(at_once)

        async def comes(page: Page) -> None:
            async with places:
                await page.come(site)

        await asyncio.gather(*(comes(page) for page in pages))

    async def go(self) -> None:
        """All connections are lost."""
        for match in self.matches:
            match.sent.clear()
        await asyncio.gather(*(page.go() for page in self.pages))

    def asked(self, page: Page) -> None:
        """Somebody may answer: they do so now, or when it is their turn."""
        if self._at_once:
            self._say(page)
        else:
            self._ready.add(page)

    def _say(self, page: Page) -> None:
        task = asyncio.create_task(page.answer())
        self._saying.add(task)
        task.add_done_callback(self._saying.discard)

    async def play(self, seconds: float, rate: float = 0.0) -> float:
        """Answer for a time, at once or at a total rate, and return the seconds it took."""
        self.outcomes, self.by_game = [], {}
        self.letters = self.letters_bytes = self.refused = Counted.heard = 0
        self.is_playing, self._at_once = True, not rate
        begun = perf_counter()
        if rate:
            await self._paced(seconds, rate)
        else:
            ready, self._ready = self._ready, set()
            for page in ready:
                self._say(page)
            until = begun + seconds
            while (now := perf_counter()) < until or (
                len(self.outcomes) < FEW and now < until + PATIENCE
            ):
                await asyncio.sleep(max(0.1, until - now))
        took = perf_counter() - begun
        self.is_playing = self._at_once = False
        return took

    async def _paced(self, seconds: float, rate: float) -> None:
        begun = perf_counter()
        for turn in range(max(FEW, int(seconds * rate))):
            late = begun + turn / rate - perf_counter()
            if late > 0:
                await asyncio.sleep(late)
            self._say_any()

    def _say_any(self) -> None:
        while self._ready:
            page = self._rng.choice(tuple(self._ready))
            self._ready.discard(page)
            if page.asked is not None:
                self._say(page)
                return

    async def rest(self, seconds: float = 20.0) -> None:
        """Wait until all messages have arrived."""
        until = perf_counter() + seconds
        while any(match.sent for match in self.matches) and perf_counter() < until:
            await asyncio.sleep(0.05)
