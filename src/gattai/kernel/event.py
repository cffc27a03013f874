"""What happened, by which rule. A state changes only by events: it is the fold of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from gattai.kernel.dice import Face
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import RuleId
from gattai.kernel.secrecy import Secret
from gattai.kernel.text.template import Speaking, fill

S = TypeVar("S")
if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    State = TypeVarWithDefault("State", bound="Speaking", default=Any)
else:
    State = TypeVar("State")


class Event(msgspec.Struct, Generic[State], frozen=True, tag=True, kw_only=True):
    """Something that happened. Names are in the past tense: `UnitMoved`, `RoundEnded`.

    A field that some seats may not know is a `Secret`, as in a state. Fields that only explain (the
    terms of a bonus, say) change no table and are named in `explains`; an event that only explains
    sets `only_logs`. Neither counts in the checks of a transcript, so a later version may explain
    more and old transcripts still verify.

    A seat can follow the table by events alone: the view of an event changes the view of a table as
    the event changes the table. So `after` changes a secret only by `joined`, `without`, `rest` and
    `became`, which work on hidden ones too. An event that uncovers a secret repeats its content in
    a field; if that field came later, `explains` names it, because no check depends on it.

    The log line of an event is made from the tables just before and just after it (`moments`),
    never from the table at the end of the answer, which may have changed since. `describe` gets the
    table just after; an event that mentions something it removed overrides `describe_change`. Both
    may get views of tables, and then describe only what that seat may know. `actor` is the side
    whose unit or turn the line mentions first.
    """

    template: ClassVar[str] = ""
    """Its log line as a template of its fields, such as `{unit} deploys at {at}`."""
    explains: ClassVar[frozenset[str]] = frozenset()
    only_logs: ClassVar[bool] = False
    heads: ClassVar[bool] = False
    """Whether it announces an action and so is the title of the dice that follow."""
    doers: ClassVar[tuple[str, ...]] = ("seat", "unit", "who")
    """The fields that may name the actor (a seat or a unit); the first one present counts."""

    rule: RuleId

    @property
    def cites(self) -> tuple[RuleId, ...]:
        """Return the other rules it followed, for coverage counts."""
        return ()

    def after(self, state: State) -> State:
        """Return the state after this event. An event that only explains returns it unchanged."""
        return state

    def describe(self, state: State) -> str:
        """Return one line for the log; `state` is the table, or a view, just after the event."""
        return fill(self.template, self, state.speech) if self.template else type(self).__name__

    def describe_change(self, before: State, after: State) -> str:
        """Return the log line, given the tables just before and just after the event."""
        return self.describe(after)

    def actor(self, before: State) -> Seat | None:
        """Return the seat that acts in this line, or None; `before` is the table before it."""
        for name in self.doers:
            doer = getattr(self, name, None)
            if doer is not None:
                owner: Seat | None = doer if name == "seat" else before.seat_of(doer)
                return owner
        return None


class Rolled(Event, frozen=True, tag=True, kw_only=True):
    """Dice were thrown. The kernel reports every throw, so that rules need not."""

    dice: str
    faces: Secret[tuple[Face, ...]]
    what: str = ""
    by: Seat | None = None

    def describe(self, state: object) -> str:
        """Return `6d10: 3 9 0 2 7 5 (attack dice)`, without the faces if they are hidden."""
        shown = " ".join(map(str, self.faces.open())) if self.faces.is_open else "unseen"
        return f"{self.dice}: {shown or 'none'}{f' ({self.what})' if self.what else ''}"

    def actor(self, before: object) -> Seat | None:
        """Return who threw, if the rules gave it with the roll."""
        return self.by


class Chosen(Event, frozen=True, tag=True, kw_only=True):
    """A seat chose. The kernel reports the choices of questions that have `Choose.describe`."""

    only_logs: ClassVar[bool] = True

    seat: Seat
    text: str

    def describe(self, state: object) -> str:
        """Return the text that the question gave for this choice."""
        return self.text


def witness(events: tuple[Event, ...]) -> str:
    """Return the events as hashed for a transcript's checks: without fields that only explain."""
    if not any(event.only_logs or event.explains for event in events):
        return msgspec.json.encode(events).decode()
    kept = [_without(event.explains, event) for event in events if not event.only_logs]
    return msgspec.json.encode(kept).decode()


def _without(names: frozenset[str], event: Event) -> dict[str, object]:
    content: dict[str, object] = msgspec.to_builtins(event)
    return {name: value for name, value in content.items() if name not in names}


def moments(state: S, events: Iterable[Event]) -> Iterator[tuple[Event, S, S]]:
    """Yield each event with the table just before it and the table just after it."""
    for event in events:
        later = event.after(state)
        yield event, state, later
        state = later


def fold(state: S, events: tuple[Event, ...]) -> S:
    """Return the state after all these events."""
    for event in events:
        state = event.after(state)
    return state
