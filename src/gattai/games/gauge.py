"""What is counted in a whole game, for studies: a gauge is told of every event and read at the end.

Each game says in `measures/game.py` what it counts, by names such as `lost.gunners`. Every name that
a table can have is known before the first answer, so that all games of a table have the same columns.
What is counted is counted for a seat: units that it lost, damage that it dealt, cards that it played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from gattai.kernel.event import Event
from gattai.kernel.question import Seat

Watch = Callable[[Any, Any, Any], None]
"""Gets an event, and the tables before and after the answer that led to it."""


class Gauge:
    """Counts one game. This one counts nothing of its own: for a game that does not say."""

    about: ClassVar[Mapping[str, str]] = {}
    """What each name means; `lost.*` stands for all that begin so."""

    def __init__(self, table: Any, seats: int) -> None:
        """The table is that before the first answer."""
        self.seats = seats
        self.first: Seat | None = None
        """Who moved first, as the game understands it; None until somebody has."""
        self.turns: int | None = None
        """How many rounds or turns there were, if the game counts any."""
        self.counts: dict[str, list[float]] = {}
        """By name, one number a seat."""
        self.watches: Mapping[type[Event], Watch] = {}

    def declare(self, *names: str) -> None:
        """These are counted, beginning with nought."""
        for name in names:
            self.counts.setdefault(name, [0.0] * self.seats)

    def add(self, name: str, seat: Seat | int, amount: float = 1.0) -> None:
        """So much more for this seat."""
        self.counts[name][seat] += amount

    def see(self, event: Event, before: Any, after: Any) -> None:
        """Something happened, because of an answer that led from one table to the other."""
        watch = self.watches.get(type(event))
        if watch is not None:
            watch(event, before, after)

    def begins(self, seat: Seat) -> None:
        """This seat moved; the first to do so is remembered."""
        if self.first is None:
            self.first = seat

    def read(self, table: Any) -> Mapping[str, Sequence[float]]:
        """All that was counted, by name, one number a seat. The table is that at the end."""
        return self.counts

    def per(self, name: str, amount: str, cost: Sequence[float]) -> None:
        """Set one count to another divided by what it cost; by nothing is nothing."""
        self.counts[name] = [
            dealt / price if price else 0.0
            for dealt, price in zip(self.counts[amount], cost, strict=True)
        ]


NOTHING = Gauge
"""What a game is gauged by that does not say."""


def meaning(about: Mapping[str, str], name: str) -> str:
    """What a name means, by its own line or by that of all that begin as it does.

    >>> meaning({"damage": "HP taken", "lost.*": "units lost, by card"}, "lost.gunners")
    'units lost, by card'
    """
    head = name.partition(".")[0]
    return about.get(name) or about.get(f"{head}.*", "")
