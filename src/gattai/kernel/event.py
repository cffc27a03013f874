"""What happened, by which rule. A state changes only by events: it is the fold of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, TypeVar

import msgspec

from gattai.kernel.dice import Face
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import RuleId
from gattai.kernel.secrecy import Secret
from gattai.kernel.text.template import fill

S = TypeVar("S")


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Something that happened. Names are in the past tense: `UnitMoved`, `RoundEnded`.

    A field that not everybody may know is a `Secret`, as in a state. What only explains (the terms
    of a bonus, say) changes no table and is named in `explains`; an event that does nothing else
    sets `only_tells`. Neither counts in the checks of a transcript, so that a later version may
    explain more and an old transcript still verifies.

    An event is told at its moment. Whoever tells it goes through the events of an answer one by one
    (`moments`) and hands over the table just before this one and the table just after it: never the
    table at the end of the answer, on which much else may have happened since. `tell` speaks of the
    table just after; an event that has to speak of what it took away overrides `told`. Either may be
    given views of tables, and then says what that seat may know. `actor` says whose line it is: the
    side whose unit or whose turn the line speaks of first.
    """

    tells: ClassVar[str] = ""
    """Its line as a template of its fields: `{unit} deploys at {at}`; `tell` where that does not do."""
    explains: ClassVar[frozenset[str]] = frozenset()
    only_tells: ClassVar[bool] = False
    heads: ClassVar[bool] = False
    """Whether it names an action whose dice follow: the title of those dice."""
    doers: ClassVar[tuple[str, ...]] = ("seat", "unit", "who")
    """The fields that say whose doing it was, the first that is there: a seat, or a unit of one."""

    rule: RuleId

    @property
    def cites(self) -> tuple[RuleId, ...]:
        """The rules that it followed besides its own, as far as it knows: for who counts what is used."""
        return ()

    def after(self, state: Any) -> Any:
        """The state after this event. An event that only tells leaves it as it is."""
        return state

    def tell(self, state: Any) -> str:
        """One line for the log; `state` is the table (or a view of it) just after the event."""
        return fill(self.tells, self, state.speech) if self.tells else type(self).__name__

    def told(self, before: Any, after: Any) -> str:
        """The same, with the table just before it at hand for what the event took away."""
        return self.tell(after)

    def actor(self, before: Any) -> Seat | None:
        """Whose line it is in a log; None is nobody's in particular. The table is that just before."""
        for name in self.doers:
            doer = getattr(self, name, None)
            if doer is not None:
                owner: Seat | None = doer if name == "seat" else before.seat_of(doer)
                return owner
        return None


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

    def actor(self, before: Any) -> Seat | None:
        """Who threw, where the rules said it with the roll."""
        return self.by


class Chosen(Event, frozen=True, tag=True, kw_only=True):
    """Somebody chose. The kernel reports the choices of questions that say how (`Choose.tells`)."""

    only_tells: ClassVar[bool] = True

    seat: Seat
    text: str

    def tell(self, state: Any) -> str:
        """As the question words it."""
        return self.text


def witness(events: tuple[Event, ...]) -> str:
    """What a transcript's checks hold on to: these events, without what only explains them."""
    if not any(event.only_tells or event.explains for event in events):
        return msgspec.json.encode(events).decode()
    kept = [_without(event.explains, event) for event in events if not event.only_tells]
    return msgspec.json.encode(kept).decode()


def _without(names: frozenset[str], event: Event) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(event)
    return {name: value for name, value in told.items() if name not in names}


def moments(state: S, events: Iterable[Event]) -> Iterator[tuple[Event, S, S]]:
    """Each event with the table just before it and the table just after it."""
    for event in events:
        later = event.after(state)
        yield event, state, later
        state = later


def fold(state: S, events: tuple[Event, ...]) -> S:
    """The state after all these events, one after the other."""
    for event in events:
        state = event.after(state)
    return state
