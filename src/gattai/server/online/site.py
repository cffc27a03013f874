"""A site: what every address of it is handed, and how it starts and stops."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, Protocol

from starlette.requests import HTTPConnection

from gattai.server.online.caller import STRANGER, Caller
from gattai.server.online.duty.logs import log
from gattai.server.online.duty.metrics import Metrics
from gattai.server.online.endpoint import Endpoint
from gattai.server.online.limits import Limits, Places
from gattai.server.online.settings import Settings

STOPPING = 20.0
"""Seconds that a part has to come to its end; the others are not kept waiting for it."""


class Part(Protocol):
    """A part of the site: people, the lobby, matches. It has addresses, and may work while it runs."""

    @property
    def endpoints(self) -> Sequence[Endpoint]:
        """Its addresses."""
        ...

    async def start(self) -> None:
        """Begin what goes on beside the answers."""
        ...

    async def stop(self) -> None:
        """End it; nothing that was acknowledged may be lost."""
        ...


async def _nobody(connection: HTTPConnection) -> Caller:
    """Where there are no people yet, everybody is a stranger."""
    return STRANGER


class Site:
    """What is shared by all parts of one node."""

    def __init__(self, settings: Settings, *, clock: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.clock = clock
        self.pool: Any = None
        """Connections to PostgreSQL."""
        self.metrics = Metrics()
        self.parts: list[Part] = []
        self.caller_of: Callable[[HTTPConnection], Awaitable[Caller]] = _nobody
        """Who calls, by cookie or token; set by the people of the site."""
        self.welcome: Callable[[Caller, str], Awaitable[tuple[Caller, str]]] | None = None
        """Makes a guest of a stranger who wants to do what guests may; gives the cookie to be set too.

        The same guest again, for who has brought the same word only just now; an empty one is nobody's.
        """
        self.limits = Limits(settings.rates, clock=time.monotonic)
        """How often one address and one person may ask."""
        self.places = Places(self.limits, settings.rates)
        """How many sockets one address may have open."""
        self.is_stopping = False

    @property
    def endpoints(self) -> tuple[Endpoint, ...]:
        """Every address there is."""
        return tuple(each for part in self.parts for each in part.endpoints)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Start all parts in their order, and stop them in the opposite one."""
        begun: list[Part] = []
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
