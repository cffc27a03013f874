"""A cable between us and a server that can be cut, or go silent in one direction."""

from __future__ import annotations

import asyncio
import contextlib
from urllib.parse import urlsplit, urlunsplit


class Cable:
    """Carries whatever is said to an address and back, from a port of its own."""

    def __init__(self, address: str) -> None:
        self._to = urlsplit(address)
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._port = 0
        self.is_deaf = False
        """Whether what the server says gets lost on its way."""

    @property
    def address(self) -> str:
        """The same address, by this cable."""
        user, at, _ = self._to.netloc.rpartition("@")
        return urlunsplit(self._to._replace(netloc=f"{user}{at}127.0.0.1:{self._port}"))

    async def __aenter__(self) -> Cable:
        await self.mend()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.cut()

    async def mend(self) -> None:
        """Plug it in, at the port that it had."""
        self._server = await asyncio.start_server(self._meet, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """End all that is being said, and let nobody begin."""
        if self._server is not None:
            self._server.close()
        self._server = None
        for end in [*self._ends]:
            end.transport.abort()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection(self._to.hostname, self._to.port)
        for source, drain, back in ((reader, there[1], False), (there[0], writer, True)):
            self._ends.add(drain)
            task = asyncio.create_task(self._carry(source, drain, back))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(
        self, source: asyncio.StreamReader, drain: asyncio.StreamWriter, back: bool
    ) -> None:
        with contextlib.suppress(OSError):
            while words := await source.read(65536):
                if not (back and self.is_deaf):
                    drain.write(words)
                    await drain.drain()
        self._ends.discard(drain)
        drain.close()
