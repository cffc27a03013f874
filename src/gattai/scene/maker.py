"""What a game implements to be drawn. Without it a game can still be played by its notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, runtime_checkable

import msgspec

from gattai.kernel.action import Forecast
from gattai.kernel.dice import Face
from gattai.kernel.event import Event
from gattai.kernel.question import Roll, Seat
from gattai.scene.parts import (
    Board,
    Card,
    DeclaredAction,
    DiceGroup,
    ListedOption,
    Motion,
    Outlook,
    Overlay,
    Phase,
    Piece,
    Preview,
    RelationLine,
    Thrown,
    Track,
    Zone,
)

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    View = TypeVarWithDefault("View", bound=msgspec.Struct, contravariant=True, default=Any)
else:
    View = TypeVar("View")


class Layout(msgspec.Struct, frozen=True):
    """The table: everything of a scene except the question, the log and the ending."""

    headline: str
    turn: int | None
    board: Board | None = None
    pieces: tuple[Piece, ...] = ()
    cards: tuple[Card, ...] = ()
    tracks: tuple[Track, ...] = ()
    notes: tuple[str, ...] = ()
    zones: tuple[Zone, ...] = ()
    """Hands, decks, rows of cards; a table may have only these and no board."""
    overlays: tuple[Overlay, ...] = ()
    """Arcs, engagement zones, control points."""
    throw: Thrown | None = None
    """The dice on the table while an action is being resolved."""
    phases: tuple[Phase, ...] = ()
    links: tuple[RelationLine, ...] = ()
    outlooks: tuple[Outlook, ...] = ()


class Tray(msgspec.Struct, frozen=True):
    """The dice of an action in progress, for `Thrown`; steps are texts with their rules."""

    title: str
    groups: tuple[DiceGroup, ...]
    steps: tuple[tuple[str, str], ...] = ()
    result: str = ""
    legend: tuple[tuple[str, str], ...] = ()


class SceneMaker(Protocol[View]):
    """One game's part of its scenes. It gets views, never states with secrets."""

    def layout(self, view: View, seat: int | None) -> Layout:
        """Return the table as this seat sees it."""
        ...

    def option(self, view: View, text: str, action: object) -> ListedOption:
        """Return one option with its label, anchors and price; `text` is its notation."""
        ...

    def preview(self, view: View, text: str, action: object) -> Preview:
        """Return the path, the line of sight, and the pieces reached."""
        ...

    def forecast(self, view: View, action: object) -> Forecast | None:
        """Return what the odds of an action count; None if it has none."""
        ...


@runtime_checkable
class Wording(Protocol[View]):
    """Optional for makers: names for the log in place of words of the notation."""

    def called(self, view: View) -> Mapping[str, str]:
        """Return the names on the cards for words of the notation, such as `gel-100`."""
        ...


@runtime_checkable
class WindowTeller(Protocol[View]):
    """Optional for makers: standing orders, which answer when a reaction would change nothing."""

    def matters(self, view: View, seat: Seat) -> bool:
        """Return whether a legal reaction of this seat changes the result of what is happening now.

        `view` is the seat's own, or that of everybody, where any reaction counts that the seat might have.
        """
        ...


@runtime_checkable
class DiceTeller(Protocol[View]):
    """Optional for makers: what each die of a throw counted for; the default is its worth."""

    def counted(
        self, view: View, answers: Sequence[object], roll: Roll, faces: Sequence[Face]
    ) -> tuple[str, ...]:
        """Return one text for each face, empty for a die that counted for nothing.

        `view` is the table at the throw, `answers` the answers of this action.
        """
        ...

    def thrower(self, view: View, roll: Roll) -> int | None:
        """Return whose dice they are, if the rules do not give it with the roll."""
        ...


@runtime_checkable
class SymbolTeller(Protocol):
    """Optional for makers: the names of dice symbols, so that they can be drawn."""

    def symbols(self, face: Face) -> tuple[str, ...]:
        """Return the symbols on a face, in words such as `success`; empty for a blank."""
        ...


@runtime_checkable
class TrayLayer(Protocol[View]):
    """Optional for makers: the dice of an action in progress, laid out from its events."""

    def tray(self, view: View, events: Sequence[Event], answers: Sequence[object]) -> Tray | None:
        """Return the dice on the table now; None while there are none.

        Events and answers are those since the table was last settled, as this seat may know them.
        """
        ...


@runtime_checkable
class AttackTeller(Protocol[View]):
    """Optional for makers: which attack is being resolved, if an action may have several."""

    def attacking(self, view: View, events: Sequence[Event]) -> DeclaredAction | None:
        """Return the current attack, such as a Counter, without `text`; events are as for `TrayLayer`."""
        ...


@runtime_checkable
class InContext(Protocol[View]):
    """Optional for makers: other wording for options that depends on the action in progress."""

    def in_context(
        self,
        view: View,
        events: Sequence[Event],
        answers: Sequence[object],
        options: Sequence[ListedOption],
        actions: Sequence[object],
    ) -> tuple[ListedOption, ...]:
        """Return the same options in the same order; events and answers are as for `TrayLayer`.

        `actions` are the actions of the options, one by one.
        """
        ...


@runtime_checkable
class Pointing(Protocol[View]):
    """Optional for makers: a cheap way to find what an action is about, for searching many."""

    def points_at(self, view: View, action: object) -> tuple[str | None, str | None, str | None]:
        """Return the actor, the cell and the target of its option."""
        ...


@runtime_checkable
class Gestures(Protocol[View]):
    """Optional for makers: the actor, target and means of an event."""

    def gesture(self, before: View, event: Event, after: View) -> Motion | None:
        """Return the event as a motion; None if its change is all there is to see.

        All arguments are as a seat may know them. An empty `kind`, and other empty fields, are
        derived from the change; `change` itself always is.
        """
        ...


@runtime_checkable
class Glimpse(Protocol[View]):
    """Optional for makers: a fast layout of only the parts that can change from event to event.

    It depends on the view alone: seats with the same view see the same events.
    """

    def glimpse(self, view: View) -> Layout:
        """Return turn, pieces, zones and tracks of the `layout`; the rest may be left out.

        It includes the faces of cards that are there only for a moment, such as one that is played
        and discarded at once: no layout will have them.
        """
        ...


@runtime_checkable
class Basis(Protocol[View]):
    """Optional for makers: the visible part of a table; most events change something else."""

    def basis(self, view: View) -> object:
        """Return what pieces, zones, tracks and the turn depend on: if it is equal, so are they."""
        ...


class PlainMaker(Generic[View]):
    """For a game without a scene maker: no board, options in notation."""

    def layout(self, view: View, seat: int | None) -> Layout:
        """Return the fields of the state, unchanged."""
        return Layout(headline=", ".join(_words_of(view)), turn=None)

    def option(self, view: View, text: str, action: object) -> ListedOption:
        """Return the option as a plain button."""
        return ListedOption(text=text, label=text, kind=text.partition(" ")[0])

    def preview(self, view: View, text: str, action: object) -> Preview:
        """Return an empty preview."""
        return Preview(text)

    def forecast(self, view: View, action: object) -> Forecast | None:
        """Return None: no odds card is shown."""
        return None


def _words_of(view: msgspec.Struct) -> Iterator[str]:
    for name in view.__struct_fields__:
        value = getattr(view, name)
        if isinstance(value, int | str) or (
            isinstance(value, tuple) and all(isinstance(item, int) for item in value)
        ):
            yield f"{name} {value}"
