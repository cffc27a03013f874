"""What there is to see of a position, without a word about its game: cells, pieces, a header.

Each game's presenter fills it in; `drawing` makes an SVG of it. Lengths are in sides of a hex, as
`tabletop.hexes.centre` gives them, y downwards. Only what is open to all is described here.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

import msgspec

Point = tuple[float, float]


class Cell(msgspec.Struct, frozen=True):
    """One hex of the board."""

    at: Point
    name: str
    terrain: str = ""
    """What covers it, in a word for the legend; empty is open ground."""
    zone: int | None = None
    """Whose zone it lies in, by the number of the side."""


class Piece(msgspec.Struct, frozen=True):
    """A unit on the board: whose, what, and the shape it is in."""

    at: Point
    name: str
    owner: int
    glyph: str
    left: int
    most: int
    """What is left of it, of how much: drawn as an arc and as numbers."""
    badges: tuple[str, ...] = ()
    """Its states, each in a few letters."""
    is_done: bool = False
    is_acting: bool = False
    about: str = ""
    """Everything about it in a sentence, for those who hover and for those who listen."""


class Side(msgspec.Struct, frozen=True):
    """One side, for the header: its name, a track, and words."""

    name: str
    owner: int
    """Its number, by which its pieces have their colour and shape: 0 is the red of the palette, 1 the blue."""
    track: str = ""
    """What the track counts, such as energy; empty is no track."""
    left: int = 0
    most: int = 0
    words: str = ""
    is_next: bool = False
    """Whether it is this side's turn."""


class Picture(msgspec.Struct, frozen=True):
    """A whole position."""

    title: str
    about: str
    sides: tuple[Side, ...]
    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...]
    aside: tuple[tuple[int, str], ...] = ()
    """What is not on the board: whose, and what about it."""
    badge_words: tuple[tuple[str, str], ...] = ()
    """What the badges in use mean."""
    notes: tuple[str, ...] = ()

    @property
    def terrains(self) -> tuple[str, ...]:
        """The kinds of terrain on the board, in the order in which they are met."""
        return tuple(dict.fromkeys(cell.terrain for cell in self.cells if cell.terrain))


def corners(at: Point, size: float) -> Iterator[Point]:
    """The corners of a pointy-top hex with sides of this length."""
    for number in range(6):
        angle = pi / 6 + number * pi / 3
        yield at[0] + size * cos(angle), at[1] + size * sin(angle)
