"""What happened, by which rule. A state changes only by events: it is the fold of them."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from gattai.kernel.dice import Face
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import RuleId
from gattai.kernel.secrecy import Secret

S = TypeVar("S")


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Something that happened. Names are in the past tense: `UnitMoved`, `RoundEnded`.

    A field that not everybody may know is a `Secret`, as in a state.
    """

    rule: RuleId

    def after(self, state: Any) -> Any:
        """The state after this event. An event that only tells leaves it as it is."""
        return state

    def tell(self, state: Any) -> str:
        """One line for the log; `state` is the table (or a view of it) just after the event."""
        return type(self).__name__


class Rolled(Event, frozen=True, tag=True, kw_only=True):
    """Dice fell. The kernel reports every throw, so that rules need not."""

    dice: str
    faces: Secret[tuple[Face, ...]]
    what: str = ""
    by: Seat | None = None

    def tell(self, state: Any) -> str:
        """`6d10: 3 9 0 2 7 5 (attack dice)`, or that something fell unseen."""
        shown = " ".join(map(str, self.faces.open())) if self.faces.is_open else "unseen"
        return f"{self.dice}: {shown or 'none'}{f' ({self.what})' if self.what else ''}"


def fold(state: S, events: tuple[Event, ...]) -> S:
    """The state after all these events, one after the other."""
    for event in events:
        state = event.after(state)
    return state
