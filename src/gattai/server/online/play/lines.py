"""Sockets open on this node. A socket closes soon after its session or token ends.

Permissions are checked when a socket is opened. If the person then logs out or is banned, on any node,
the socket must close too: every node asks the database every few seconds which of its sockets' sessions
are still valid. This needs no messages, so none can be missed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence

from starlette.websockets import WebSocket, WebSocketDisconnect

from gattai.server.failures import ended
from gattai.server.online.caller import Caller
from gattai.server.online.endpoint import Endpoint
from gattai.server.online.ops.logs import log

LOOK = 2.0
"""Seconds between two checks."""
ENDED = 1012
"""The close code that tells a page to reconnect, so that it is identified again."""

Standing = Callable[[Sequence[Caller]], Awaitable[frozenset[str]]]
"""Returns the sessions and tokens of these callers that are still valid."""


class OpenSocket:
    """An open socket and its caller."""

    def __init__(self, caller: Caller, work: asyncio.Future[None]) -> None:
        self.caller = caller
        self.work = work
        self.is_ended = False


class OpenSockets:
    """The sockets opened here with a session or a token. A stranger's socket stays: it shows only public information."""

    endpoints: Sequence[Endpoint] = ()

    def __init__(self, standing: Standing, every: float = LOOK) -> None:
        self._standing = standing
        self._every = every
        self._open: set[OpenSocket] = set()
        self._looking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the regular checks."""
        self._looking = asyncio.create_task(self._again())

    async def stop(self) -> None:
        """Stop the checks; the sockets end with their handlers."""
        if self._looking is not None:
            await ended(self._looking, what="checking sessions")

    async def hold(self, socket: WebSocket, caller: Caller, work: Awaitable[None]) -> None:
        """Serve a socket until it closes or its session or token ends."""
        line = OpenSocket(caller, asyncio.ensure_future(work))
        if caller.proof:
            self._open.add(line)
        try:
            await asyncio.wait({line.work})
        finally:
            self._open.discard(line)
            line.work.cancel()
            await asyncio.wait({line.work})
        if line.is_ended:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(ENDED, "you were logged out; come back")
        else:
            line.work.result()

    async def look(self) -> None:
        """Close the sockets whose session or token has ended."""
        lines = [*self._open]
        if not lines:
            return
        known = await self._standing([line.caller for line in lines])
        for line in lines:
            if line.caller.proof not in known and line in self._open:
                line.is_ended = True
                line.work.cancel()

    async def _again(self) -> None:
        while True:
            await asyncio.sleep(self._every)
            try:
                await self.look()
            except OSError as problem:  # the database is not available: players continue
                log().warning("open sockets could not be checked", problem=repr(problem))
