"""The part of a scene that deeds say themselves: labels, anchors, previews, odds.

A maker that inherits from this only lays the table. Which place or piece an option is about follows
from the types of its fields.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from gattai.kernel.deed import Forecast, Said, Sketch
from gattai.kernel.words import struct_fields
from gattai.scene.parts import Option, Preview


class DeedMaker:
    """Options and previews from what each deed says of itself."""

    places: ClassVar[type | Any] = None
    """The type of a place, such as `Hex`."""

    def place(self, view: Any, at: Any) -> str:
        """A place as the board calls it."""
        return str(at)

    def piece(self, view: Any, unit: Any) -> str:
        """A unit as its piece is called."""
        return str(view.units[unit].name)

    def option(self, view: Any, text: str, action: Any) -> Option:
        """One option in words, anchored and priced."""
        if not isinstance(action, Said):
            return Option(text, text, text.partition(" ")[0])
        actor, target = action.actor_in(view), action.target_in(view)
        cell = next(
            (
                getattr(action, name)
                for name, kind in (struct_fields(type(action)) or {}).items()
                if kind is self.places
            ),
            None,
        )
        return Option(
            text,
            action.label(view) or text,
            action.heading(view),
            _named(self.piece, view, actor),
            _named(self.place, view, cell),
            _named(self.piece, view, target),
            price=action.price_in(view),
            has_odds=action.has_odds(view),
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
