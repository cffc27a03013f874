"""One socket for a program that plays: it is told of every match of its own in which it is asked, and answers there."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import TypeAlias

import msgspec
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from gattai.server.messages import MOST_BYTES, NotSo, Shown
from gattai.server.messages import Answer as Given
from gattai.server.online.address import address_of
from gattai.server.online.caller import Caller, Unknown
from gattai.server.online.limits import TooOften
from gattai.server.online.play.lines import Lines
from gattai.server.online.play.play import Play
from gattai.server.online.site import Site
from gattai.server.table.match import Match
from gattai.server.table.viewer import Viewer
from gattai.server.web.answering import Forbidden
from gattai.server.web.connection import FAR_TOO_MUCH, TOO_MUCH, Budget

LOOK = 1.0
"""Seconds between two looks for matches that have begun."""
MOST_MATCHES = 50
"""Matches that one program plays at once; the others wait until one is over."""
MOST_LETTERS = 1_000
BEAT = 15.0
"""After so many seconds with nothing to tell a program is told that it is still heard."""


class Choice(msgspec.Struct, frozen=True):
    """Something that can be answered."""

    text: str
    """What is to be sent back."""
    label: str


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """A seat of yours is asked."""

    match: str
    game: str
    seat: int
    number: int
    epoch: int
    what: str
    kind: str
    options: tuple[Choice, ...]
    left: float | None = None
    """Seconds until the site answers in your place; None: it waits."""


class Over(msgspec.Struct, frozen=True, tag="over"):
    """A match of yours is over."""

    match: str
    game: str
    seat: int
    winners: tuple[int, ...]
    reason: str


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """What you sent was not accepted, and why; whatever was asked is asked still."""

    match: str
    reasons: tuple[str, ...]


class Alive(msgspec.Struct, frozen=True, tag="alive"):
    """Nothing has happened; the line holds."""


ToProgram: TypeAlias = Asked | Over | Refused | Alive


class Answer(msgspec.Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """An answer to what was asked: the text of an option."""

    match: str
    number: int
    text: str
    epoch: int = 0
    key: str = ""
    """Your own: said again with the same key, it is given only once."""


_read = msgspec.json.Decoder(Answer).decode
_write = msgspec.json.Encoder().encode


class Programs:
    """The programs that are connected to this node."""

    def __init__(self, site: Site, play: Play, lines: Lines) -> None:
        self._site = site
        self._lines = lines
        self._play = play
        self._open: dict[WebSocket, str] = {}

    def persons(self) -> frozenset[str]:
        """Those for whom a program is connected here."""
        return frozenset(self._open.values())

    @property
    def routes(self) -> tuple[BaseRoute, ...]:
        """The address of the stream."""
        return (WebSocketRoute("/ws/program", self.serve),)

    async def close(self) -> None:
        """Tell all to come back elsewhere."""
        for socket in [*self._open]:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(1012, "this node stops; come back")

    async def serve(self, socket: WebSocket) -> None:
        """One program, until it goes."""
        try:
            with self._site.places.one(address_of(socket, self._site.settings.proxies)):
                await self._serve(socket)
        except TooOften as problem:
            await socket.accept()
            await socket.close(1013, str(problem))

    async def _serve(self, socket: WebSocket) -> None:
        if self._site.is_stopping or len(self._open) >= self._site.settings.most_sockets:
            await socket.accept()
            await socket.close(1013, "too many programs are connected here just now; come back")
            return
        try:
            caller = await self._site.caller_of(socket)
            may_play(caller)
        except (Unknown, Forbidden) as problem:
            await socket.accept()
            await socket.close(4403, str(problem))
            return
        await socket.accept()
        self._open[socket] = caller.id
        try:
            budget = Budget(lambda: self._site.limits.hears(caller.address, caller.id))
            program = _Program(self._play, caller, socket, budget)
            await self._lines.hold(socket, caller, program.run())
        except WebSocketDisconnect:
            pass
        finally:
            self._open.pop(socket, None)


def may_play(caller: Caller) -> None:
    """Nothing, if this caller may sit at a match; `Unknown` or `Forbidden` with the reason."""
    if caller.person is None:
        raise Unknown("who plays is somebody: bring a token, or a session")
    if caller.scopes is not None and "play" not in caller.scopes:
        raise Forbidden("this wants a token that allows 'play'")


class _Program:
    def __init__(self, play: Play, caller: Caller, socket: WebSocket, budget: Budget) -> None:
        self._play = play
        self._budget = budget
        self._caller = caller
        self._socket = socket
        self._letters: deque[ToProgram] = deque(maxlen=MOST_LETTERS)
        self._wake = asyncio.Event()
        self._seats: dict[tuple[str, int], tuple[Match, Viewer, asyncio.Task[None]]] = {}
        self._told: set[str] = set()
        """Matches whose end was told."""

    async def run(self) -> None:
        tasks = [asyncio.create_task(work) for work in (self._read(), self._write(), self._look())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for match, page, watching in self._seats.values():
                watching.cancel()
                match.leave(page)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _send(self, letter: ToProgram) -> None:
        self._letters.append(letter)
        self._wake.set()

    async def _write(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._wake.wait()
            self._wake.clear()
            letters = [*self._letters] or [Alive()]
            self._letters.clear()
            for letter in letters:
                await self._socket.send_text(_write(letter).decode())

    async def _look(self) -> None:
        """Sit down at every match that has begun and is not over."""
        while True:
            with contextlib.suppress(OSError, LookupError):  # or another node has it
                for told in await self._play.telling.own(self._caller.id):
                    for seat in told.seats_of(self._caller.id):
                        if not told.over and (told.id, seat) not in self._seats:
                            await self._sit(told.id, seat)
            await asyncio.sleep(LOOK)

    async def _sit(self, name: str, seat: int) -> None:
        if len(self._seats) >= MOST_MATCHES:
            return
        match = await self._play.tables.find(name)
        page = match.join(seat)
        assert self._caller.person is not None
        match.call(page, self._caller.person.name)
        watching = asyncio.create_task(self._watch(match, page, seat))
        self._seats[name, seat] = (match, page, watching)

    async def _watch(self, match: Match, page: Viewer, seat: int) -> None:
        asked: tuple[int, int] | None = None
        while True:
            await page.wake.wait()
            page.wake.clear()
            for message in page.take():
                if isinstance(message, NotSo):
                    said = tuple(reason.text for reason in message.reasons)
                    self._send(Refused(match.id, said))
                elif isinstance(message, Shown):
                    scene = message.scene
                    if scene.ending is not None and match.id not in self._told:
                        self._told.add(match.id)
                        ending = scene.ending
                        game = match.record.setting.game
                        self._send(Over(match.id, game, seat, ending.winners, ending.reason))
                    ask = scene.ask
                    if ask is None or not ask.is_mine:
                        asked = None
                    elif asked != (ask.number, message.epoch):
                        asked = (ask.number, message.epoch)
                        self._send(_asked(match, seat, message))
            if match.is_over and match.id in self._told:
                match.leave(page)
                self._seats.pop((match.id, seat), None)
                return

    async def _read(self) -> None:
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            if self._budget.takes():
                self._hear(received.get("text") or received.get("bytes") or "")
            elif self._budget.is_spent:
                await self._socket.close(FAR_TOO_MUCH, "far too many messages")
                return
            else:
                self._send(Refused("", (TOO_MUCH,)))

    def _hear(self, said: str | bytes) -> None:
        if len(said) > MOST_BYTES:
            self._send(Refused("", (f"a message has at most {MOST_BYTES} bytes",)))
            return
        try:
            answer = _read(said)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
            self._send(Refused("", (f"this is no answer: {problem}",)))
            return
        seats = [place for place in self._seats if place[0] == answer.match]
        if not seats:
            self._send(Refused(answer.match, ("you play no such match, or it is over",)))
            return
        match, page, _ = self._seats[seats[0]]
        match.say(page, Given(answer.number, answer.text, answer.epoch, answer.key))


def _asked(match: Match, seat: int, shown: Shown) -> Asked:
    ask = shown.scene.ask
    assert ask is not None
    left = [clock.left for clock in shown.clocks if clock.seat == seat and clock.runs]
    return Asked(
        match.id,
        match.record.setting.game,
        seat,
        ask.number,
        shown.epoch,
        ask.what,
        ask.kind,
        tuple(Choice(option.text, option.label) for option in ask.options),
        min(left, default=None),
    )
