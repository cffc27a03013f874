"""A bus within one process: a site of one node needs no other."""

from __future__ import annotations

import asyncio

from gattai.server.online.bus.bus import Hear, HearWord, Word
from gattai.server.table.journal import Written


class Near:
    """Tells whoever listens in this process. Nobody is told before the publisher has gone on."""

    def __init__(self) -> None:
        self._ears: dict[str, set[Ear]] = {}

    async def publish(self, match: str, rows: tuple[Written, ...]) -> None:
        """Tell all who listen to this match."""
        loop = asyncio.get_running_loop()
        for ear in self._ears.get(match, ()):
            loop.call_soon(ear.told, rows)

    async def tell(self, match: str, word: Word) -> None:
        """Say a word to all who listen to this match."""
        loop = asyncio.get_running_loop()
        for ear in self._ears.get(match, ()):
            loop.call_soon(ear.hears, word)

    async def subscribe(self, match: str, hear: Hear, word: HearWord | None = None) -> Ear:
        """Be told of this match from now on."""
        ear = Ear(self, match, hear, word)
        self._ears.setdefault(match, set()).add(ear)
        return ear

    async def close(self) -> None:
        """Tell and hear no more."""
        self._ears.clear()

    def listens(self, match: str, ear: Ear) -> bool:
        """Whether this one is still to be told."""
        return ear in self._ears.get(match, ())

    def forget(self, match: str, ear: Ear) -> None:
        """Tell this one no more."""
        ears = self._ears.get(match, set())
        ears.discard(ear)
        if not ears:
            self._ears.pop(match, None)


class Ear:
    """That somebody in this process is told of a match."""

    def __init__(self, bus: Near, match: str, hear: Hear, word: HearWord | None) -> None:
        self._bus, self._match, self._hear, self._word = bus, match, hear, word

    def told(self, rows: tuple[Written, ...]) -> None:
        """Hand it on, unless it has ended meanwhile."""
        if self._bus.listens(self._match, self):
            self._hear(rows)

    def hears(self, word: Word) -> None:
        """Hand a word on, if words are wanted."""
        if self._word is not None and self._bus.listens(self._match, self):
            self._word(word)

    async def end(self) -> None:
        """Be told no more."""
        self._bus.forget(self._match, self)
