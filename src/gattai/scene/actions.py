"""The parts of a scene that actions define: labels, anchors, previews, odds.

A maker that inherits from this only defines the layout. The place, piece, card or zone of an option
follows from the types of its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import GenericAlias
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, get_args, get_origin

from gattai.kernel.action import Forecast, Highlight, Option
from gattai.kernel.text.words import struct_fields
from gattai.scene.parts import ListedOption, Preview


class ShownUnit(Protocol):
    """A unit as a scene shows it: its name, and where it is."""

    @property
    def name(self) -> str: ...

    @property
    def at(self) -> object: ...


class HasUnits(Protocol):
    """A table, or a view of it, with its units by their ids."""

    @property
    def units(self) -> Sequence[ShownUnit]: ...


if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    View = TypeVarWithDefault("View", bound=HasUnits, default=Any)
else:
    View = TypeVar("View")
T = TypeVar("T")


class ActionMaker(Generic[View]):
    """Makes options and previews from the methods of each action."""

    places: ClassVar[object] = None
    """The type of a place, such as `Hex`."""
    cards: ClassVar[object] = None
    """The type of a single card in a zone. The actor may be such a card itself."""
    zones: ClassVar[object] = None
    """The type that identifies a zone, such as its owner's seat."""

    def place(self, view: View, at: Any) -> str:
        """Return the id of a place on the board."""
        return str(at)

    def piece(self, view: View, unit: Any) -> str:
        """Return the id of a unit's piece."""
        return str(view.units[unit].name)

    def card(self, view: View, card: Any) -> str:
        """Return the id of a single card in its zone."""
        return self.piece(view, card)

    def zone(self, view: View, of: Any) -> str:
        """Return the id of a zone."""
        return str(of)

    def stand(self, view: View, unit: Any) -> object:
        """Return the place of a unit; None while it has none."""
        return view.units[unit].at

    def points_at(self, view: View, action: object) -> tuple[str | None, str | None, str | None]:
        """Return actor, place and target, without wording the option."""
        if not isinstance(action, Option):
            return None, None, None
        kind, actor = type(action), action.actor_in(view)
        if is_declared(kind, action.actor, self.cards):
            actor = None
        place = _field(action, first_field(kind, self.places))
        if actor is not None and action.facing_in(view) is not None:
            place = self.stand(view, actor)
        return (
            _named(self.piece, view, actor),
            _named(self.place, view, place),
            _named(self.piece, view, action.target_in(view)),
        )

    def option(self, view: View, text: str, action: object) -> ListedOption:
        """Return one option with its label, anchors and price."""
        if not isinstance(action, Option):
            return ListedOption(text, text, text.partition(" ")[0])
        kind = type(action)
        card = _field(action, first_field(kind, self.cards))
        if is_declared(kind, action.actor, self.cards):
            card = action.actor_in(view)
        picked = _field(action, first_field(kind, self.cards, several=True)) or ()
        facing = action.facing_in(view)
        return ListedOption(
            text,
            action.label(view) or text,
            action.heading(view),
            *self.points_at(view, action),
            price=action.price_in(view),
            has_odds=action.has_odds(view),
            card=_named(self.card, view, card),
            zone=_named(self.zone, view, _field(action, first_field(kind, self.zones))),
            picks=(
                *(self.card(view, each) for each in picked),
                *(self.piece(view, each) for each in action.picks_in(view)),
            ),
            facing=None if facing is None else (90 - 60 * facing) % 360,
            caution=action.caution(view),
            ends=action.ends,
        )

    def preview(self, view: View, text: str, action: object) -> Preview:
        """Return the path of a move, the line of an attack, and the pieces reached."""
        highlight = action.highlight(view) if isinstance(action, Option) else None
        if highlight is None:
            return Preview(text)
        return Preview(text, *self._drawn(view, highlight))

    def _drawn(
        self, view: View, highlight: Highlight
    ) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        way, line = (
            tuple(self.place(view, at) for at in cells) for cells in (highlight.way, highlight.line)
        )
        return way, line, tuple(self.piece(view, unit) for unit in highlight.reached)

    def forecast(self, view: View, action: object) -> Forecast | None:
        """Return what its odds count."""
        return action.forecast(view) if isinstance(action, Option) else None


def _named(name: Callable[[T, Any], str], view: T, thing: object) -> str | None:
    return None if thing is None else name(view, thing)


def _field(action: Option, name: str | None) -> Any:
    return None if name is None else getattr(action, name)


@cache
def first_field(kind: type, of: object, several: bool = False) -> str | None:
    """Return the first field declared as this type, as an optional of it, or as several of it."""
    names = struct_fields(kind) or {}
    return next((name for name in names if is_declared(kind, name, of, several)), None)


@cache
def is_declared(kind: type, name: str, of: object, several: bool = False) -> bool:
    """Return whether a field is declared as this type, an optional of it, or several of it."""
    declared = (struct_fields(kind) or {}).get(name)
    if of is None or declared is None:
        return False
    if several:
        return bool(declared == GenericAlias(tuple, (of, ...)))
    return declared is of or (get_origin(declared) is not tuple and of in get_args(declared))
