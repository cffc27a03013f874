"""The table while the rules run: its state, and what has happened so far."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from gattai.kernel.event import Event

S = TypeVar("S", bound=msgspec.Struct)


class Table(Generic[S]):
    """The table while one action is being resolved: its state, and what has happened so far.

    Rules read `table.state` and change it only by `table.happens(event)`.
    """

    __slots__ = ("events", "state")

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[Event] = []

    def happens(self, event: Event) -> None:
        """Something happened: the state becomes what it is after the event."""
        self.state = event.after(self.state)
        self.events.append(event)


class QuietTable(Table[S]):
    """A table that keeps no events: for batches, which want the state and nothing else."""

    __slots__ = ()

    def happens(self, event: Event) -> None:
        """The state becomes what it is after the event, which is then forgotten."""
        self.state = event.after(self.state)
