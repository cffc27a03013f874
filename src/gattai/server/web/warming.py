"""Loads all rules at the start, while the client's files are already being served."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

_ASKS = ("/api", "/ws")


class Warming:
    """Loads the rules of all games in a thread. Other requests wait until they are loaded.

    Only this thread loads them: decoders of cards are created
    on first use, and two threads doing that at once crash the process.
    """

    def __init__(self, app: ASGIApp, work: Callable[[], None]) -> None:
        self._app = app
        self._work = work
        self._done: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, a socket, or the start of the application."""
        if self._done is None:
            self._done = asyncio.create_task(asyncio.to_thread(self._work))
        if scope["type"] != "lifespan" and scope["path"].startswith(_ASKS):
            await asyncio.shield(self._done)
        await self._app(scope, receive, send)

    async def ready(self) -> None:
        """Wait until the rules are loaded."""
        if self._done is not None:
            await asyncio.shield(self._done)
