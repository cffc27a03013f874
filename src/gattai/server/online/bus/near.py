"""A bus within one process, for a site with one node."""

from __future__ import annotations

import asyncio

from gattai.server.online.bus.bus import Hear, HearWord, NodeNotice
from gattai.server.table.journal import Written


class Near:
    """Delivers to subscribers in this process, after the publisher has continued."""

    def __init__(self) -> None:
        self._ears: dict[str, set[Ear]] = {}

    async def publish(self, match: str, rows: tuple[Written, ...]) -> None:
        """Send rows to all subscribers of this match."""
        loop = asyncio.get_running_loop()
        for ear in self._ears.get(match, ()):
            loop.call_soon(ear.deliver, rows)

    async def tell(self, match: str, word: NodeNotice) -> None:
        """Send a notice to all subscribers of this match."""
        loop = asyncio.get_running_loop()
        for ear in self._ears.get(match, ()):
            loop.call_soon(ear.hears, word)

    async def subscribe(self, match: str, hear: Hear, word: HearWord | None = None) -> Ear:
        """Subscribe to this match."""
        ear = Ear(self, match, hear, word)
        self._ears.setdefault(match, set()).add(ear)
        return ear

    async def close(self) -> None:
        """Remove the subscribers of all matches."""
        self._ears.clear()

    def listens(self, match: str, ear: Ear) -> bool:
        """Whether this subscription is still active."""
        return ear in self._ears.get(match, ())

    def forget(self, match: str, ear: Ear) -> None:
        """Remove a subscription to a match."""
        ears = self._ears.get(match, set())
        ears.discard(ear)
        if not ears:
            self._ears.pop(match, None)


class Ear:
    """A subscription within this process."""

    def __init__(self, bus: Near, match: str, hear: Hear, word: HearWord | None) -> None:
        self._bus, self._match, self._hear, self._word = bus, match, hear, word

    def deliver(self, rows: tuple[Written, ...]) -> None:
        """Pass rows on, unless the subscription has ended."""
        if self._bus.listens(self._match, self):
            self._hear(rows)

    def hears(self, word: NodeNotice) -> None:
        """Pass a notice on, if notices are wanted."""
        if self._word is not None and self._bus.listens(self._match, self):
            self._word(word)

    async def end(self) -> None:
        """Stop receiving rows and notices."""
        self._bus.forget(self._match, self)
