"""The pages that are open in the lobby at this node: what they are told, and when."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from gattai.server.online.caller import Caller
from gattai.server.online.lobby.messages import ToLobby

MOST_LETTERS = 64
"""A page that reads slowly misses the oldest."""
MOST_HEARD = 50
"""Messages that a page may send in all: it has nothing to say here but that it is alive."""
_write = msgspec.json.Encoder().encode


class Listener:
    """One page in the lobby."""

    def __init__(self, caller: Caller, topics: frozenset[str]) -> None:
        self.caller = caller
        self.topics = topics
        self.wake = asyncio.Event()
        self._letters: deque[ToLobby] = deque(maxlen=MOST_LETTERS)

    def send(self, letter: ToLobby) -> None:
        """Have something sent; of what is told anew only the last is."""
        kept = [each for each in self._letters if type(each) is not type(letter)]
        if type(letter).__struct_config__.tag in ("lobby", "turns", "talk"):
            self._letters = deque(kept, maxlen=MOST_LETTERS)
        self._letters.append(letter)
        self.wake.set()

    def take(self) -> list[ToLobby]:
        """All that is to be sent now."""
        found = [*self._letters]
        self._letters.clear()
        return found


class Halls:
    """All pages that listen at this node, by what they listen to."""

    def __init__(self) -> None:
        self._by_topic: defaultdict[str, set[Listener]] = defaultdict(set)
        self._sockets: set[WebSocket] = set()

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self._sockets)

    def persons(self) -> frozenset[str]:
        """Those who have a page open here."""
        every = (each.caller.id for listeners in self._by_topic.values() for each in listeners)
        return frozenset(person for person in every if person)

    def at(self, topic: str) -> frozenset[Listener]:
        """Those who listen to something."""
        return frozenset(self._by_topic.get(topic, ()))

    async def serve(
        self, socket: WebSocket, listener: Listener, welcome: Callable[[Listener], Awaitable[None]]
    ) -> None:
        """One page, until it goes."""
        self._sockets.add(socket)
        for topic in listener.topics:
            self._by_topic[topic].add(listener)
        tasks: list[asyncio.Task[None]] = []
        try:
            await welcome(listener)
            tasks = [
                asyncio.create_task(_write_to(socket, listener)),
                asyncio.create_task(_read_from(socket)),
            ]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._sockets.discard(socket)
            for topic in listener.topics:
                self._by_topic[topic].discard(listener)
                if not self._by_topic[topic]:
                    del self._by_topic[topic]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self, code: int, reason: str) -> None:
        """Tell all pages to come back elsewhere."""
        for socket in [*self._sockets]:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(code, reason)


async def _write_to(socket: WebSocket, listener: Listener) -> None:
    while True:
        await listener.wake.wait()
        listener.wake.clear()
        for letter in listener.take():
            await socket.send_text(_write(letter).decode())


async def _read_from(socket: WebSocket) -> None:
    heard = 0
    while heard < MOST_HEARD:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        heard += 1
