"""The table while the rules run: its state and its events so far."""

from __future__ import annotations

from typing import Generic, TypeVar

from gattai.kernel.event import Event

S = TypeVar("S")


class Table(Generic[S]):
    """The table while one action is being resolved: its state and its events so far.

    Rules read `table.state` and change it only by `table.emit(event)`.
    """

    __slots__ = ("events", "state")

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Record an event and update the state."""
        self.state = event.after(self.state)
        self.events.append(event)


class QuietTable(Table[S]):
    """A table that keeps no events, for batches, which need only the state."""

    __slots__ = ()

    def emit(self, event: Event) -> None:
        """Update the state and drop the event."""
        self.state = event.after(self.state)
