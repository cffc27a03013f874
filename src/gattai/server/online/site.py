"""A site: what all endpoints share, and how it starts and stops."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Protocol

from starlette.requests import HTTPConnection

from gattai.server.online.caller import STRANGER, Caller
from gattai.server.online.endpoint import Endpoint
from gattai.server.online.limits import Places, RateLimits
from gattai.server.online.ops.logs import log
from gattai.server.online.ops.metrics import NodeMetrics
from gattai.server.online.settings import Settings
from gattai.server.online.store.pool import Database

STOPPING = 20.0
"""Seconds a part has to stop; the others do not wait longer for it."""


class SitePart(Protocol):
    """A part of a site: people, the lobby, matches. It has endpoints and may have background tasks."""

    @property
    def endpoints(self) -> Sequence[Endpoint]:
        """Return the part's endpoints."""
        ...

    async def start(self) -> None:
        """Start the background tasks."""
        ...

    async def stop(self) -> None:
        """Stop; nothing that was acknowledged may be lost."""
        ...


async def _nobody(connection: HTTPConnection) -> Caller:
    """Without people, everyone is a stranger."""
    return STRANGER


class Site:
    """What all parts of one node share."""

    pool: Database
    """The connection pool for PostgreSQL."""

    def __init__(self, settings: Settings, *, clock: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.clock = clock
        self.metrics = NodeMetrics()
        self.parts: list[SitePart] = []
        self.caller_of: Callable[[HTTPConnection], Awaitable[Caller]] = _nobody
        """Identifies the caller by cookie or token; set by the people part."""
        self.welcome: Callable[[Caller, str], Awaitable[tuple[Caller, str]]] | None = None
        """Makes a guest of a stranger who does what guests may do; also returns the cookie to set.

        The same word, sent again shortly after, returns the same guest; an empty word is never the same.
        """
        self.limits = RateLimits(settings.rates, clock=time.monotonic)
        """Rate limits per address and person."""
        self.places = Places(self.limits, settings.rates)
        """Limits on open sockets per address."""
        self.is_stopping = False

    @property
    def endpoints(self) -> tuple[Endpoint, ...]:
        """The endpoints of all parts."""
        return tuple(each for part in self.parts for each in part.endpoints)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Start all parts in order, and stop them in reverse order."""
        begun: list[SitePart] = []
        try:
            for part in self.parts:
                await part.start()
                begun.append(part)
            yield
        finally:
            self.is_stopping = True
            for part in reversed(begun):
                try:
                    async with asyncio.timeout(STOPPING):
                        await part.stop()
                except TimeoutError:
                    log().warning("a part of the site did not stop", part=type(part).__name__)
