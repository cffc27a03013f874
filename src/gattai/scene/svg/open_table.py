"""An open table as SVG: its edge, a ruler in inches, zones, terrain, and areas of reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from xml.sax.saxutils import escape

from gattai.scene.parts import Board, Overlay
from gattai.scene.points import point_of
from gattai.scene.svg.tokens import RIM, Point, Tokens
from gattai.scene.svg.tokens import number as _n

PER_INCH = 2 * RIM
"""Pixels per inch: a token is as wide as a one-inch base."""
RULE = 6
"""Inches between numbers along the edge."""

Here = Callable[[Point], Point]
"""Maps a point of the table, y upwards, to one of the sheet."""


def ground(board: Board, tokens: Tokens, here: Here) -> Iterator[str]:
    """Draw everything that does not move."""
    assert board.size is not None
    wide, high = board.size
    yield f'<polygon class="cell" points="{_points(here, ((0, 0), (wide, 0), (wide, high), (0, high)))}"/>'
    for shape in board.shapes:
        if shape.zone is not None:
            hue = tokens.hue(shape.zone)
            yield f'<polygon class="zone {hue}" points="{_points(here, shape.points)}"/>'
    for shape in board.shapes:
        if shape.terrain:
            fill = f"url(#grain{tokens.terrains.index(shape.terrain)})"
            hint = f"<title>{escape(shape.terrain)}</title>"
            edge = _points(here, shape.points)
            yield f'<polygon points="{edge}" fill="{fill}" stroke="var(--grain)">{hint}</polygon>'
    for inch in range(0, int(wide) + 1, RULE):
        x, y = here((inch, 0))
        yield f'<text class="at" x="{_n(x)}" y="{_n(y + 11)}">{inch}</text>'
    for inch in range(0, int(high) + 1, RULE):
        x, y = here((0, inch))
        yield f'<text class="at" x="{_n(x - 9)}" y="{_n(y + 3)}">{inch}</text>'


def area(overlay: Overlay, tokens: Tokens, here: Here) -> Iterator[str]:
    """Draw the area that a piece can reach."""
    hue = "h-none" if overlay.owner is None else tokens.hue(overlay.owner)
    edge = _points(here, map(point_of, overlay.cells))
    yield f'<polygon class="over {hue}" points="{edge}"><title>{escape(overlay.about)}</title></polygon>'


def _points(here: Here, points: Iterable[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in map(here, points))
