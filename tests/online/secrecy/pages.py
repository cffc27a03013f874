"""Pages at matches of a site, over real sockets: everything that they are sent is kept as it came."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable
from time import monotonic
from typing import Any, NamedTuple

import msgspec
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PATIENCE = 240.0
"""Seconds until something that has to come is missed: the machine may have much else to do."""
CLOCK = re.compile(r'("seat":\d+,"left":)[\d.]+(,"limit":)')
"""How long is still waited for somebody: it hangs on the moment in which it was sent."""
SEALED = re.compile(
    r'"at":\d+,"seal":"[0-9a-f]{64}","key":"([0-9a-f]{16})","signature":"[\w-]{86}"'
)
"""What a receipt has of its moment and of the salt of its match. That it came, and of which row, is compared."""
FENCE, ECHO = '{"type":"fence"}', "Invalid value 'fence'"
"""Something that makes no sense, and how it is refused."""

ChatMessage = dict[str, Any]


class Heard(NamedTuple):
    """What a page was told: in its order, and of luck."""

    heard: list[str]
    luck: list[list[str]]


class Page:
    """One socket. What has to differ between two matches is made the same: their names and clocks."""

    def __init__(self, socket: ClientConnection, match: str) -> None:
        self._socket = socket
        self._match = match
        self._came = asyncio.Event()
        self.heard: list[str] = []
        """All but luck, the analysis of what is over, and the echoes of fences, in its order."""
        self.luck: list[list[str]] = [[]]
        """Lines of luck; anew after each scene that is whole. They come when they are found."""
        self.told_early = ""
        """How it went, if that was told of a match that is still played."""
        self.shown: ChatMessage = {}
        self.counts: dict[str, int] = {}
        self.at: list[float] = []
        """When each was heard."""
        self.bytes = 0
        self.marked: tuple[int, tuple[int, ...]] = (0, ())
        self.is_closed, self.code = False, 0
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                assert isinstance(text, str)
                self._hear(text)
                self._came.set()
        except ConnectionClosed:
            pass
        self.is_closed, self.code = True, self._socket.close_code or 0
        self._came.set()

    def _hear(self, text: str) -> None:
        said = msgspec.json.decode(text)
        kind = "fence" if ECHO in text else said["type"]
        self.bytes += len(text)
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if kind == "fence":
            return
        plain = SEALED.sub(r'"key":"\1"', CLOCK.sub(r"\g<1>0\2", text)).replace(
            self._match, "MATCH"
        )
        if kind == "luck":
            self.luck[-1] += [msgspec.json.encode(line).decode() for line in said["lines"]]
            return
        if (
            kind == "analysis"
        ):  # of a match that is over: nothing of it is hidden any more, nor is its transcript
            if not self.shown["scene"].get("ending"):
                self.told_early = plain
            return
        if kind == "scene":
            self.shown = said
            if said["whole"]:
                self.luck.append([])
        self.heard.append(plain)
        self.at.append(monotonic())

    def mark(self) -> None:
        """Keep in mind how much of everything was heard by now."""
        luck = tuple(len(lines) for lines in self.luck)
        self.marked = (len(self.heard), luck)

    @property
    def everything(self) -> Heard:
        """All that it was told."""
        return Heard(self.heard, self.luck)

    def until_marked(self) -> Heard:
        """What it was told before that moment."""
        heard, luck = self.marked
        lucks = [lines[:known] for lines, known in zip(self.luck, luck, strict=False)]
        return Heard(self.heard[:heard], lucks)

    async def say(self, kind: str, **fields: Any) -> None:
        """As a browser would."""
        await self.send(msgspec.json.encode({"type": kind, **fields}).decode())

    async def send(self, text: str | bytes) -> None:
        """Anything at all."""
        with contextlib.suppress(ConnectionClosed):
            await self._socket.send(text)

    async def until(self, found: Callable[[], bool], what: str = "") -> None:
        """Listen until something was heard."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not found():
                    assert not self.is_closed, f"closed by {self.code} while waiting: {what}"
                    self._came.clear()
                    await self._came.wait()
        except TimeoutError as late:
            raise AssertionError(f"never heard: {what}; the last was {self.heard[-1:]}") from late

    async def is_shown(self) -> None:
        """Until there is a first scene."""
        await self.until(lambda: bool(self.shown), "a scene")

    @property
    def have_all_come(self) -> bool:
        """Whether everybody who plays here is there, as far as this page is told."""
        return all(seat["is_here"] and seat["has_come"] for seat in self.shown["here"])

    async def sees_all(self) -> None:
        """Until everybody has come: a node knows that as soon as it has looked, which may be later."""
        await self.is_shown()
        await self.until(lambda: self.have_all_come, "that all have come")
        await self.fence()

    async def hears(self, kind: str, times: int = 1) -> None:
        """Until so many messages of a kind have come."""
        await self.until(lambda: self.counts.get(kind, 0) >= times, kind)

    async def comes_to(self, number: int) -> None:
        """Until a later question is open, or none: the match is over."""

        def is_later() -> bool:
            ask = self.shown["scene"]["ask"]
            return ask is None or ask["number"] > number

        await self.until(is_later, "an answer")

    async def is_sent_away(self) -> None:
        """Until it was closed."""
        async with asyncio.timeout(PATIENCE):
            await self._reading

    async def fence(self) -> None:
        """Until everything has come that was on its way: what makes no sense is answered last."""
        before = self.counts.get("fence", 0)
        await self.send(FENCE)
        await self.until(lambda: self.counts.get("fence", 0) > before, "a fence")

    async def says(self, kind: str, **fields: Any) -> None:
        """Say something, and wait until anything has come of it."""
        before = len(self.heard)
        await self.say(kind, **fields)
        await self.until(lambda: len(self.heard) > before, kind)

    @property
    def options(self) -> list[str]:
        """What can be answered here now."""
        ask = self.shown["scene"]["ask"]
        return [option["text"] for option in ask["options"]] if ask and ask["is_mine"] else []

    async def close(self) -> None:
        """Go."""
        await self._socket.close()
        await asyncio.gather(self._reading, return_exceptions=True)

    def reads_no_more(self) -> None:
        """Be a page that is open and takes nothing."""
        self._reading.cancel()


@contextlib.asynccontextmanager
async def sitting(
    origin: str, path: str, match: str, cookie: str = "", token: str = "", **more: Any
) -> AsyncIterator[Page]:
    """A page that is open as long as the context lasts."""
    headers = {"cookie": cookie} if cookie else {}
    if token:
        headers["authorization"] = f"Bearer {token}"
    headers |= more.pop("headers", {})
    socket = await connect(
        origin.replace("http", "ws", 1) + path,
        max_size=None,
        open_timeout=PATIENCE,
        proxy=None,
        ping_interval=None,  # a node with much to do is no node that has gone
        compression=None,
        origin=None if token else Origin(origin),
        additional_headers=headers,
        **more,
    )
    page = Page(socket, match)
    try:
        yield page
    finally:
        await page.close()
