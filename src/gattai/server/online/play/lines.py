"""Sockets that stay open at this node, each by a session or a token; they end soon after that does.

Who may sit somewhere is looked at when a socket is opened. Whoever logs out, is logged out from
elsewhere, or is shut out afterwards, at whichever node, has to lose the line as well: every node asks the
database every few seconds which of its own lines still hold. There is nothing to be told, so nothing to be missed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence

from starlette.websockets import WebSocket, WebSocketDisconnect

from gattai.server.online.caller import Caller
from gattai.server.online.duty.logs import log
from gattai.server.online.endpoint import Endpoint

LOOK = 2.0
"""Seconds between two looks."""
ENDED = 1012
"""The code by which a page is told to come back: at the door it is seen who it is now."""

Standing = Callable[[Sequence[Caller]], Awaitable[frozenset[str]]]
"""Of these callers, the sessions and tokens that still open something."""


class Line:
    """One socket that is open."""

    def __init__(self, caller: Caller, work: asyncio.Future[None]) -> None:
        self.caller = caller
        self.work = work
        self.is_ended = False


class Lines:
    """All that are open here by a session or a token. A stranger's stays: it shows what anybody may see."""

    endpoints: Sequence[Endpoint] = ()

    def __init__(self, standing: Standing, every: float = LOOK) -> None:
        self._standing = standing
        self._every = every
        self._open: set[Line] = set()
        self._looking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look."""
        self._looking = asyncio.create_task(self._again())

    async def stop(self) -> None:
        """Leave them: whoever serves them ends them."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def hold(self, socket: WebSocket, caller: Caller, work: Awaitable[None]) -> None:
        """Serve a socket until it goes, or until whoever opened it is nobody any more."""
        line = Line(caller, asyncio.ensure_future(work))
        if caller.proof:
            self._open.add(line)
        try:
            await asyncio.wait({line.work})
        finally:
            self._open.discard(line)
            line.work.cancel()
            await asyncio.gather(line.work, return_exceptions=True)
        if line.is_ended:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(ENDED, "you were logged out; come back")
        else:
            line.work.result()

    async def look(self) -> None:
        """End the lines that nothing holds any more."""
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
            except OSError as problem:  # the database is away: whoever plays, plays on
                log().warning("open lines could not be looked at", problem=repr(problem))
