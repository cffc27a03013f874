"""The interface of a bus: it delivers new rows to other nodes quickly, but not reliably."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

import msgspec

from gattai.server.table.journal import Written

Hear: TypeAlias = Callable[[tuple[Written, ...]], None]
"""Receives new rows: perhaps not all, perhaps twice, perhaps in another order."""


class NodeNotice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a node reports about a match besides its journal. It is valid as long as the node repeats it."""

    node: str
    seats: tuple[int, ...] = ()
    """Seats with an open page on that node."""
    left: tuple[int, ...] = ()
    """Seats whose last page there was closed since the last report."""
    rematch: tuple[tuple[int, str], ...] = ()
    """For each seat, the link to its player's seat in the rematch."""


HearWord: TypeAlias = Callable[[NodeNotice], None]


class Subscription(Protocol):
    """A subscription to a match."""

    async def end(self) -> None:
        """Stop receiving rows and notices."""
        ...


class Bus(Protocol):
    """Carries messages between nodes. Receivers order rows by number and read gaps from the journal."""

    async def publish(self, match: str, rows: tuple[Written, ...]) -> None:
        """Send rows of the journal to all subscribers of this match, perhaps including the sender.

        Never fails and never waits: a node that cannot be reached misses the message.
        """
        ...

    async def tell(self, match: str, word: NodeNotice) -> None:
        """Send a notice to all subscribers of this match, perhaps including the sender; like `publish`."""
        ...

    async def subscribe(self, match: str, hear: Hear, word: HearWord | None = None) -> Subscription:
        """Subscribe to the rows of this match and, optionally, to notices."""
        ...

    async def close(self) -> None:
        """Close the connection to other nodes."""
        ...
