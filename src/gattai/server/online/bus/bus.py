"""What a node asks of a bus: that others hear, soon and most of the time, what it has written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

import msgspec

from gattai.server.table.journal import Written

Hear: TypeAlias = Callable[[tuple[Written, ...]], None]
"""Told of rows that were written: perhaps not of all, perhaps twice, perhaps in another order."""


class Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a node says of a match that stands in no journal: it is so for as long as the node goes on saying it."""

    node: str
    seats: tuple[int, ...] = ()
    """Those of which a page is open there."""
    left: tuple[int, ...] = ()
    """Those whose last page there was closed since it was said the last time."""
    rematch: tuple[tuple[int, str], ...] = ()
    """For each seat, the address of the one that its player has in the rematch."""


HearWord: TypeAlias = Callable[[Word], None]


class Subscription(Protocol):
    """That somebody is told of a match."""

    async def end(self) -> None:
        """Be told no more."""
        ...


class Bus(Protocol):
    """Between nodes. Whoever listens puts rows in order by their numbers and reads gaps from the journal."""

    async def publish(self, match: str, rows: tuple[Written, ...]) -> None:
        """Tell all who listen to this match, and perhaps oneself; only what stands in the journal.

        Never fails and never waits for anybody: who cannot be reached will miss it.
        """
        ...

    async def tell(self, match: str, word: Word) -> None:
        """Say a word to all who listen to this match, and perhaps to oneself; as `publish` does it."""
        ...

    async def subscribe(self, match: str, hear: Hear, word: HearWord | None = None) -> Subscription:
        """Be told of this match from now on: of rows, and perhaps of words."""
        ...

    async def close(self) -> None:
        """Tell and hear no more."""
        ...
