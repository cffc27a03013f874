"""What a game fills in to be drawn. A game that fills in nothing can still be played by its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from gattai.kernel.deed import Forecast
from gattai.kernel.dice import Face
from gattai.kernel.event import Event
from gattai.kernel.question import Roll
from gattai.scene.parts import (
    Beat,
    Board,
    Card,
    DiceGroup,
    Link,
    Option,
    Outlook,
    Overlay,
    Phase,
    Piece,
    Preview,
    Thrown,
    Track,
    Zone,
)


class Setting(msgspec.Struct, frozen=True):
    """What lies on the table: everything of a scene but the question, the log and the ending."""

    headline: str
    turn: int | None
    board: Board | None = None
    pieces: tuple[Piece, ...] = ()
    cards: tuple[Card, ...] = ()
    tracks: tuple[Track, ...] = ()
    notes: tuple[str, ...] = ()
    zones: tuple[Zone, ...] = ()
    """Hands, decks, rows of cards; a table may have these and no board."""
    overlays: tuple[Overlay, ...] = ()
    """Arcs, engagement zones, control points."""
    throw: Thrown | None = None
    """The dice that lie on the table while an action is being resolved."""
    phases: tuple[Phase, ...] = ()
    links: tuple[Link, ...] = ()
    outlooks: tuple[Outlook, ...] = ()


class Tray(msgspec.Struct, frozen=True):
    """The dice of an action in progress, as `Thrown` shows them; steps are texts with their rules."""

    title: str
    groups: tuple[DiceGroup, ...]
    steps: tuple[tuple[str, str], ...] = ()
    result: str = ""
    legend: tuple[tuple[str, str], ...] = ()


class SceneMaker(Protocol):
    """One game's part of its scenes. It is given views, never states with secrets in them."""

    def setting(self, view: Any, seat: int | None) -> Setting:
        """What lies on the table, as this seat sees it."""
        ...

    def option(self, view: Any, text: str, action: Any) -> Option:
        """One option in words, anchored and priced; `text` is how the rules write it."""
        ...

    def preview(self, view: Any, text: str, action: Any) -> Preview:
        """The way, the line of sight, those it reaches."""
        ...

    def forecast(self, view: Any, action: Any) -> Forecast | None:
        """How to show the odds of an action; None where it has none."""
        ...


@runtime_checkable
class Wording(Protocol):
    """A maker may say by which names the log calls what the rules write by their own words."""

    def called(self, view: Any) -> Mapping[str, str]:
        """For a word of the rules, such as `gel-100`, the name that people read on the card."""
        ...


@runtime_checkable
class DiceTeller(Protocol):
    """A maker may say what each die of a throw counted for; else the dice say it by their worth."""

    def counted(
        self, view: Any, answers: Sequence[Any], roll: Roll, faces: Sequence[Face]
    ) -> tuple[str, ...]:
        """One text for each face, empty for a die that counted for nothing.

        `view` is the table on which the dice fell, `answers` what was answered in this action.
        """
        ...

    def thrower(self, view: Any, roll: Roll) -> int | None:
        """Whose dice they are, where the rules do not say it with the roll."""
        ...


@runtime_checkable
class SymbolTeller(Protocol):
    """A maker whose dice show symbols may name them, so that they can be drawn."""

    def symbols(self, face: Face) -> tuple[str, ...]:
        """What a face shows, symbol by symbol, in words such as `success`; empty for a blank."""
        ...


@runtime_checkable
class TrayLayer(Protocol):
    """A maker may lay out the dice of an action in progress itself, from what has happened in it."""

    def tray(self, view: Any, events: Sequence[Event], answers: Sequence[Any]) -> Tray | None:
        """The dice as they lie there now; None while there are none.

        Events and answers are those since the table was last settled, as this seat may know them.
        """
        ...


@runtime_checkable
class InContext(Protocol):
    """A maker may word options of an action in progress anew: what they cost or do can hang on it."""

    def in_context(
        self,
        view: Any,
        events: Sequence[Event],
        answers: Sequence[Any],
        options: Sequence[Option],
        actions: Sequence[Any],
    ) -> tuple[Option, ...]:
        """The same options in the same order; events and answers are those `TrayLayer` is given.

        `actions` are what the options stand for, one by one.
        """
        ...


@runtime_checkable
class Pointing(Protocol):
    """A maker may tell cheaply what an action is about, where most are looked through in vain."""

    def points_at(self, view: Any, action: Any) -> tuple[str | None, str | None, str | None]:
        """The actor, the cell and the target of its option."""
        ...


@runtime_checkable
class Gestures(Protocol):
    """A maker may say what cannot be seen of an event from outside: who does it, to whom, with what."""

    def gesture(self, before: Any, event: Event, after: Any) -> Beat | None:
        """The event as a beat; None if all that there is to see of it is what it changes.

        All three are as a seat may know them. An empty `kind`, and whatever else is left empty, is
        found by what has changed; `change` itself always is.
        """
        ...


@runtime_checkable
class Glimpse(Protocol):
    """A maker may make quickly what can change from event to event, where all else takes its time.

    It hangs on the view alone: who see the same table see the same things happen on it.
    """

    def glimpse(self, view: Any) -> Setting:
        """Turn, pieces, zones and tracks of the `setting`; the rest may be left out.

        Where cards lie there only for a moment, such as one that is played and discarded at once,
        their faces belong to it too: no setting will have them.
        """
        ...


@runtime_checkable
class Basis(Protocol):
    """A maker may say which part of a table can be seen at all: most events change something else."""

    def basis(self, view: Any) -> Any:
        """What pieces, zones, tracks and the turn are made of: as long as it is equal, so are they."""
        ...


class PlainMaker:
    """For a game without a scene of its own: no board, options in the rules' own words."""

    def setting(self, view: Any, seat: int | None) -> Setting:
        """The fields of the state, as they are."""
        return Setting(headline=", ".join(_words_of(view)), turn=None)

    def option(self, view: Any, text: str, action: Any) -> Option:
        """A button."""
        return Option(text=text, label=text, kind=text.partition(" ")[0])

    def preview(self, view: Any, text: str, action: Any) -> Preview:
        """Nothing to see."""
        return Preview(text)

    def forecast(self, view: Any, action: Any) -> Forecast | None:
        """None."""
        return None


def _words_of(view: Any) -> Iterator[str]:
    for name in view.__struct_fields__:
        value = getattr(view, name)
        if isinstance(value, int | str) or (
            isinstance(value, tuple) and all(isinstance(item, int) for item in value)
        ):
            yield f"{name} {value}"
