"""A socket for a program: it receives the questions of all its matches and answers there."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import TypeAlias

import msgspec
from msgspec.structs import replace
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from gattai.server.failures import Gone, ended
from gattai.server.messages import MAX_BYTES, Rejected, SceneUpdate
from gattai.server.messages import GiveAnswer as Given
from gattai.server.online.address import address_of
from gattai.server.online.caller import Caller, UnknownCaller
from gattai.server.online.limits import TooOften
from gattai.server.online.play.lines import OpenSockets
from gattai.server.online.play.play import PlayPart
from gattai.server.online.site import Site
from gattai.server.receipts import Receipt
from gattai.server.table.match import TableMatch
from gattai.server.table.viewer import Viewer
from gattai.server.web.answering import Forbidden
from gattai.server.web.asgi import SocketWire
from gattai.server.web.connection import FAR_TOO_MUCH, TOO_MUCH, Budget

LOOK = 1.0
"""Seconds between two looks for new matches."""
MAX_MATCHES = 50
"""Matches one program plays at once; further ones wait until one is over."""
MAX_QUEUED = 1_000
HEARTBEAT = 15.0
"""Seconds of silence after which a program receives a sign of life."""


class ProgramChoice(msgspec.Struct, frozen=True):
    """An option of the open question."""

    text: str
    """The text to send back."""
    label: str


class ProgramQuestion(msgspec.Struct, frozen=True, tag="asked"):
    """One of your seats is asked."""

    match: str
    game: str
    seat: int
    number: int
    epoch: int
    what: str
    kind: str
    options: tuple[ProgramChoice, ...]
    left: float | None = None
    """Seconds until the site answers in your place; None if it waits."""
    receipt: Receipt | None = None
    """The signed receipt of your last answer in this match; None if you have had it already."""


class Over(msgspec.Struct, frozen=True, tag="over"):
    """One of your matches is over."""

    match: str
    game: str
    seat: int
    winners: tuple[int, ...]
    reason: str
    receipt: Receipt | None = None
    """The signed receipt of your last answer; None if you have had it already."""


class ProgramRefused(msgspec.Struct, frozen=True, tag="refused"):
    """Your message was refused; the question is still open."""

    match: str
    reasons: tuple[str, ...]


class Alive(msgspec.Struct, frozen=True, tag="alive"):
    """Nothing has happened; the connection is alive."""


ToProgram: TypeAlias = ProgramQuestion | Over | ProgramRefused | Alive


class ProgramAnswer(msgspec.Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """The answer to a question: the text of an option."""

    match: str
    number: int
    text: str
    epoch: int = 0
    key: str = ""
    """Your own key: an answer sent again with the same key counts only once."""


_read = msgspec.json.Decoder(ProgramAnswer).decode
_write = msgspec.json.Encoder().encode


class Programs:
    """The programs connected to this node."""

    def __init__(self, site: Site, play: PlayPart, lines: OpenSockets) -> None:
        self._site = site
        self._lines = lines
        self._play = play
        self._open: dict[WebSocket, str] = {}

    def persons(self) -> frozenset[str]:
        """The persons with a connected program."""
        return frozenset(self._open.values())

    @property
    def routes(self) -> tuple[BaseRoute, ...]:
        """The socket for programs."""
        return (WebSocketRoute("/ws/program", self.serve),)

    async def close(self) -> None:
        """Tell all programs to reconnect elsewhere."""
        for socket in [*self._open]:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(1012, "this node is stopping; reconnect")

    async def serve(self, socket: WebSocket) -> None:
        """Serve one program until it disconnects."""
        try:
            with self._site.places.one(address_of(socket, self._site.settings.proxies)):
                await self._serve(socket)
        except TooOften as problem:
            await socket.accept()
            await socket.close(1013, str(problem))

    async def _serve(self, socket: WebSocket) -> None:
        if self._site.is_stopping or len(self._open) >= self._site.settings.most_sockets:
            await socket.accept()
            await socket.close(1013, "too many programs are connected; try again")
            return
        try:
            caller = await self._site.caller_of(socket)
            may_play(caller)
        except (UnknownCaller, Forbidden) as problem:
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
    """Return if this caller may play; otherwise raise `UnknownCaller` or `Forbidden` with the reason."""
    if caller.person is None:
        raise UnknownCaller("a token or a session is required to play")
    if caller.scopes is not None and "play" not in caller.scopes:
        raise Forbidden("the token needs the scope 'play'")


class _Program:
    def __init__(self, play: PlayPart, caller: Caller, socket: WebSocket, budget: Budget) -> None:
        self._play = play
        self._budget = budget
        self._caller = caller
        self._socket = socket
        self._queue: deque[ToProgram] = deque(maxlen=MAX_QUEUED)
        self._wake = asyncio.Event()
        self._seats: dict[tuple[str, int], tuple[TableMatch, Viewer, asyncio.Task[None]]] = {}
        self._reported: set[str] = set()
        """Matches whose end was reported."""

    async def run(self) -> None:
        tasks = [asyncio.create_task(work) for work in (self._read(), self._write(), self._look())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for match, page, watching in self._seats.values():
                tasks.append(watching)
                match.viewers.leave(page)
            await ended(*tasks, what="the socket of a program", expected=(Gone,))

    def _send(self, message: ToProgram) -> None:
        self._queue.append(message)
        self._wake.set()

    async def _write(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT):
                    await self._wake.wait()
            self._wake.clear()
            messages = [*self._queue] or [Alive()]
            self._queue.clear()
            for message in messages:
                await SocketWire(self._socket).send(_write(message).decode())

    async def _look(self) -> None:
        """Join every match that has begun and is not over."""
        while True:
            with contextlib.suppress(OSError, LookupError):  # or another node plays it
                for listed in await self._play.telling.own(self._caller.id):
                    for seat in listed.seats_of(self._caller.id):
                        if not listed.over and (listed.id, seat) not in self._seats:
                            await self._sit(listed.id, seat)
            await asyncio.sleep(LOOK)

    async def _sit(self, name: str, seat: int) -> None:
        if len(self._seats) >= MAX_MATCHES:
            return
        match = await self._play.tables.find(name)
        page = match.viewers.join(seat)
        assert self._caller.person is not None
        match.viewers.call(page, self._caller.person.name)
        watching = asyncio.create_task(self._watch(match, page, seat))
        self._seats[name, seat] = (match, page, watching)

    async def _watch(self, match: TableMatch, page: Viewer, seat: int) -> None:
        asked: tuple[int, int] | None = None
        receipt: Receipt | None = None
        while True:
            await page.wake.wait()
            page.wake.clear()
            for message in page.take():
                if isinstance(message, Rejected):
                    reasons = tuple(reason.text for reason in message.reasons)
                    self._send(ProgramRefused(match.id, reasons))
                elif isinstance(message, SceneUpdate):
                    scene, receipt = message.scene, message.receipt or receipt
                    if scene.ending is not None and match.id not in self._reported:
                        self._reported.add(match.id)
                        ending = scene.ending
                        game = match.record.header.game
                        winners, reason = ending.winners, ending.reason
                        self._send(Over(match.id, game, seat, winners, reason, receipt))
                        receipt = None
                    ask = scene.ask
                    if ask is None or not ask.is_mine:
                        asked = None
                    elif asked != (ask.number, message.epoch):
                        asked = (ask.number, message.epoch)
                        self._send(replace(_asked(match, seat, message), receipt=receipt))
                        receipt = None
            if match.is_over and match.id in self._reported:
                match.viewers.leave(page)
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
                self._send(ProgramRefused("", (TOO_MUCH,)))

    def _hear(self, content: str | bytes) -> None:
        if len(content) > MAX_BYTES:
            self._send(ProgramRefused("", (f"a message has at most {MAX_BYTES} bytes",)))
            return
        try:
            answer = _read(content)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
            self._send(ProgramRefused("", (f"this is not a valid answer: {problem}",)))
            return
        seats = [place for place in self._seats if place[0] == answer.match]
        if not seats:
            self._send(ProgramRefused(answer.match, ("you do not play this match, or it is over",)))
            return
        match, page, _ = self._seats[seats[0]]
        match.inbox.say(page, Given(answer.number, answer.text, answer.epoch, answer.key))


def _asked(match: TableMatch, seat: int, shown: SceneUpdate) -> ProgramQuestion:
    ask = shown.scene.ask
    assert ask is not None
    left = [clock.left for clock in shown.clocks if clock.seat == seat and clock.runs]
    return ProgramQuestion(
        match.id,
        match.record.header.game,
        seat,
        ask.number,
        shown.epoch,
        ask.what,
        ask.kind,
        tuple(ProgramChoice(option.text, option.label) for option in ask.options),
        min(left, default=None),
    )
