"""A seat's colour and shape, the same in every picture and on every screen."""

from __future__ import annotations

from collections.abc import Sequence

HUES = ("blue", "red", "green", "purple", "sky", "yellow")
SHAPES = ("circle", "square", "diamond", "triangle", "hexagon", "cross")


def hue_of(seats: Sequence[str], seat: int) -> str:
    """Return a seat's colour: the one it is named after, else one of the remaining.

    >>> [hue_of(("red", "blue"), seat) for seat in (0, 1)]
    ['red', 'blue']
    >>> [hue_of(("ann", "team red", "cat"), seat) for seat in (0, 1, 2)]
    ['blue', 'red', 'green']
    """
    named = [next((hue for hue in HUES if hue in name.lower()), None) for name in seats]
    own = named[seat] if 0 <= seat < len(named) else None
    if own is not None:
        return own
    left = [hue for hue in HUES if hue not in named]
    nameless = sum(hue is None for hue in named[:seat])
    return left[nameless % len(left)] if left else HUES[seat % len(HUES)]


def shape_of(seat: int) -> str:
    """Return the shape of a seat's pieces."""
    return SHAPES[seat % len(SHAPES)]
