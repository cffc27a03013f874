"""Statistics of a whole game, for studies: a `Metrics` sees every event and is read at the end.

Each game defines in `measures/game.py` what it counts, by names such as `lost.gunners`. All names are
known before the first answer, so that all games of a table have the same columns. Counts belong to a
seat: units that it lost, damage that it dealt, cards that it played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from gattai.kernel.event import Event
from gattai.kernel.question import Seat

Watch = Callable[[Any, Any, Any], None]
"""Receives an event, and the states before and after the answer that caused it."""


class Metrics:
    """Statistics of one game. This base class counts nothing."""

    about: ClassVar[Mapping[str, str]] = {}
    """The meaning of each name; `lost.*` stands for all names with that prefix."""

    def __init__(self, table: object, seats: int) -> None:
        """Start with the state before the first answer."""
        self.seats = seats
        self.first: Seat | None = None
        """Who moved first by the rules of the game; None before the first move."""
        self.turns: int | None = None
        """The number of rounds or turns, if the game counts them."""
        self.counts: dict[str, list[float]] = {}
        """One number per seat, by name."""
        self.watches: Mapping[type[Event], Watch] = {}

    def declare(self, *names: str) -> None:
        """Declare these names with a count of 0."""
        for name in names:
            self.counts.setdefault(name, [0.0] * self.seats)

    def add(self, name: str, seat: Seat | int, amount: float = 1.0) -> None:
        """Add to the count of this seat."""
        self.counts[name][seat] += amount

    def see(self, event: Event, before: object, after: object) -> None:
        """Record an event and the states before and after the answer that caused it."""
        watch = self.watches.get(type(event))
        if watch is not None:
            watch(event, before, after)

    def begins(self, seat: Seat) -> None:
        """Record that this seat moved; the first one is remembered."""
        if self.first is None:
            self.first = seat

    def read(self, table: Any) -> Mapping[str, Sequence[float]]:
        """Return all counts by name, one number per seat, given the final state."""
        return self.counts

    def per(self, name: str, amount: str, cost: Sequence[float]) -> None:
        """Set a count to the quotient of another and its cost; 0 if the cost is 0."""
        self.counts[name] = [
            dealt / price if price else 0.0
            for dealt, price in zip(self.counts[amount], cost, strict=True)
        ]


NOTHING = Metrics
"""The metrics of a game that defines none."""


def meaning(about: Mapping[str, str], name: str) -> str:
    """Return the meaning of a name, from its own line or from that of its prefix.

    >>> meaning({"damage": "HP taken", "lost.*": "units lost, by card"}, "lost.gunners")
    'units lost, by card'
    """
    head = name.partition(".")[0]
    return about.get(name) or about.get(f"{head}.*", "")
