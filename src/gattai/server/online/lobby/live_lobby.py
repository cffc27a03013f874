"""The pages in the lobby on this node, and what is sent to them."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from gattai.server.failures import Gone, ended
from gattai.server.online.caller import Caller
from gattai.server.online.lobby.messages import ToLobby
from gattai.server.web.asgi import SocketWire

MAX_QUEUED = 64
"""Maximum number of queued messages; a slow page misses the oldest."""
MAX_HEARD = 50
"""Maximum number of messages from a page: it has nothing to send but signs of life."""
_write = msgspec.json.Encoder().encode


class Listener:
    """One page in the lobby."""

    def __init__(self, caller: Caller, topics: frozenset[str]) -> None:
        self.caller = caller
        self.topics = topics
        self.wake = asyncio.Event()
        self._queue: deque[ToLobby] = deque(maxlen=MAX_QUEUED)

    def send(self, message: ToLobby) -> None:
        """Queue a message; of repeated kinds only the latest is kept."""
        others = [each for each in self._queue if type(each) is not type(message)]
        if type(message).__struct_config__.tag in ("lobby", "turns", "talk"):
            self._queue = deque(others, maxlen=MAX_QUEUED)
        self._queue.append(message)
        self.wake.set()

    def take(self) -> list[ToLobby]:
        """Return all messages to send now."""
        found = [*self._queue]
        self._queue.clear()
        return found


class LobbyViews:
    """All pages on this node by the topics they listen to."""

    def __init__(self) -> None:
        self._by_topic: defaultdict[str, set[Listener]] = defaultdict(set)
        self._sockets: set[WebSocket] = set()

    @property
    def count(self) -> int:
        """The number of pages."""
        return len(self._sockets)

    def persons(self) -> frozenset[str]:
        """The persons with a page open here."""
        every = (each.caller.id for listeners in self._by_topic.values() for each in listeners)
        return frozenset(person for person in every if person)

    def at(self, topic: str) -> frozenset[Listener]:
        """Return the pages that listen to a topic."""
        return frozenset(self._by_topic.get(topic, ()))

    async def serve(
        self, socket: WebSocket, listener: Listener, welcome: Callable[[Listener], Awaitable[None]]
    ) -> None:
        """Serve one page until it disconnects."""
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
            await ended(*tasks, what="a page of the lobby", expected=(Gone,))

    async def close(self, code: int, reason: str) -> None:
        """Tell all pages to reconnect elsewhere."""
        for socket in [*self._sockets]:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(code, reason)


async def _write_to(socket: WebSocket, listener: Listener) -> None:
    while True:
        await listener.wake.wait()
        listener.wake.clear()
        for message in listener.take():
            await SocketWire(socket).send(_write(message).decode())


async def _read_from(socket: WebSocket) -> None:
    heard = 0
    while heard < MAX_HEARD:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        heard += 1
