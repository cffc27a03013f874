"""What takes a moment is done once, before anybody asks; the files of the client are sent meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

_ASKS = ("/api", "/ws")


class Warming:
    """Loads the rules of all games beside the table. Whoever asks for anything waits until they are there.

    One thread loads them, and nothing else does so at the same time: types of cards are made ready
    when they are first read, and two threads in the midst of that bring the process down.
    """

    def __init__(self, app: ASGIApp, work: Callable[[], None]) -> None:
        self._app = app
        self._work = work
        self._done: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, one connection, or the life of the table."""
        if self._done is None:
            self._done = asyncio.create_task(asyncio.to_thread(self._work))
        if scope["type"] != "lifespan" and scope["path"].startswith(_ASKS):
            await asyncio.shield(self._done)
        await self._app(scope, receive, send)

    async def ready(self) -> None:
        """Wait until they are there."""
        if self._done is not None:
            await asyncio.shield(self._done)
