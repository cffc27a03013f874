"""The part of a scene that deeds say themselves: labels, anchors, previews, odds.

A maker that inherits from this only lays the table. Which place, piece, card or zone an option is
about follows from the types of its fields.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, get_args, get_origin

from gattai.kernel.deed import Forecast, Said, Sketch
from gattai.kernel.text.words import struct_fields
from gattai.scene.parts import Option, Preview


class DeedMaker:
    """Options and previews from what each deed says of itself."""

    places: ClassVar[Any] = None
    """The type of a place, such as `Hex`."""
    cards: ClassVar[Any] = None
    """The type of a single card that lies in a zone. Who acts may be such a card itself."""
    zones: ClassVar[Any] = None
    """The type by which a zone is meant, such as the seat whose it is."""

    def place(self, view: Any, at: Any) -> str:
        """A place as the board calls it."""
        return str(at)

    def piece(self, view: Any, unit: Any) -> str:
        """A unit as its piece is called."""
        return str(view.units[unit].name)

    def card(self, view: Any, card: Any) -> str:
        """A single card as it is called in its zone."""
        return self.piece(view, card)

    def zone(self, view: Any, of: Any) -> str:
        """A zone as the table calls it."""
        return str(of)

    def stand(self, view: Any, unit: Any) -> Any:
        """The place of a unit; None while it has none."""
        return view.units[unit].at

    def points_at(self, view: Any, action: Any) -> tuple[str | None, str | None, str | None]:
        """Who acts, on which place, on whom: told without wording the option."""
        if not isinstance(action, Said):
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

    def option(self, view: Any, text: str, action: Any) -> Option:
        """One option in words, anchored and priced."""
        if not isinstance(action, Said):
            return Option(text, text, text.partition(" ")[0])
        kind = type(action)
        card = _field(action, first_field(kind, self.cards))
        if is_declared(kind, action.actor, self.cards):
            card = action.actor_in(view)
        picked = _field(action, first_field(kind, self.cards, several=True)) or ()
        facing = action.facing_in(view)
        return Option(
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

    def preview(self, view: Any, text: str, action: Any) -> Preview:
        """The way of a move, the line of an attack, those it reaches."""
        sketch = action.sketch(view) if isinstance(action, Said) else None
        if sketch is None:
            return Preview(text)
        return Preview(text, *self._drawn(view, sketch))

    def _drawn(
        self, view: Any, sketch: Sketch
    ) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        way, line = (
            tuple(self.place(view, at) for at in cells) for cells in (sketch.way, sketch.line)
        )
        return way, line, tuple(self.piece(view, unit) for unit in sketch.reached)

    def forecast(self, view: Any, action: Any) -> Forecast | None:
        """What its odds are counted in."""
        return action.forecast(view) if isinstance(action, Said) else None


def _named(name: Callable[[Any, Any], str], view: Any, thing: Any) -> str | None:
    return None if thing is None else name(view, thing)


def _field(action: Said, name: str | None) -> Any:
    return None if name is None else getattr(action, name)


@cache
def first_field(kind: type[Said], of: Any, several: bool = False) -> str | None:
    """The first field that is declared as this, or perhaps this; or as several of it."""
    names = struct_fields(kind) or {}
    return next((name for name in names if is_declared(kind, name, of, several)), None)


@cache
def is_declared(kind: type[Said], name: str, of: Any, several: bool = False) -> bool:
    """Whether a field is declared as this, or perhaps this; or as several of it."""
    declared = (struct_fields(kind) or {}).get(name)
    if of is None or declared is None:
        return False
    if several:
        return bool(declared == tuple[of, ...])
    return declared is of or (get_origin(declared) is not tuple and of in get_args(declared))
