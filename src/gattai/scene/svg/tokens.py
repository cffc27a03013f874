"""Cells, pieces and their names as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, radians, sin
from xml.sax.saxutils import escape, quoteattr

from gattai.scene.owners import hue_of, shape_of
from gattai.scene.parts import Cell, Overlay, Piece
from gattai.scene.svg.labels import Label, text_width

Point = tuple[float, float]

SIDE = 44.0
"""Pixels per side of a hex."""
RING = 22.5
RIM = 25.5
BADGE = 8.5


def number(value: float) -> str:
    """Return a number with two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


_n = number


def corners(at: Point, size: float, flat: bool = False) -> Iterator[Point]:
    """Return the corners of a hex with sides of this length: pointy-top or flat-top."""
    for turn in range(6):
        angle = (0 if flat else pi / 6) + turn * pi / 3
        yield at[0] + size * cos(angle), at[1] + size * sin(angle)


class Tokens:
    """Draws cells and pieces for these seats."""

    def __init__(self, seats: Sequence[str], terrains: Sequence[str], flat: bool = False) -> None:
        self.seats = seats
        self.terrains = terrains
        self.flat = flat

    def hue(self, seat: int) -> str:
        """Return the CSS class for a seat's colour."""
        return f"h-{hue_of(self.seats, seat)}"

    def cell(self, cell: Cell, at: Point) -> Iterator[str]:
        """Draw a hex, its zone and its terrain."""
        words = [cell.id, *([cell.terrain] if cell.terrain else [])]
        words += [f"height {cell.height}"] if cell.height else []
        hint = f"<title>{escape(', '.join(words))}</title>"
        yield f'<polygon class="cell" points="{_points(corners(at, SIDE, self.flat))}">{hint}</polygon>'
        if cell.zone is not None:
            inner = _points(corners(at, SIDE - 2.5, self.flat))
            yield f'<polygon class="zone {self.hue(cell.zone)}" points="{inner}"/>'
        if cell.terrain:
            inner = _points(corners(at, SIDE - 1, self.flat))
            fill = f"url(#grain{self.terrains.index(cell.terrain)})"
            yield f'<polygon points="{inner}" fill="{fill}" pointer-events="none"/>'

    def overlay(self, overlay: Overlay, places: Sequence[Point]) -> Iterator[str]:
        """Draw an overlay: tinted places with a few letters in the middle."""
        hue = "h-none" if overlay.owner is None else self.hue(overlay.owner)
        yield f"<g><title>{escape(overlay.about)}</title>"
        for at in places:
            yield f'<polygon class="over {hue}" points="{_points(corners(at, SIDE - 5, self.flat))}"/>'
        if overlay.text and places:
            x = sum(x for x, _ in places) / len(places)
            y = sum(y for _, y in places) / len(places) + SIDE * 0.72
            yield f'<text class="at" x="{_n(x)}" y="{_n(y)}">{escape(overlay.text)}</text>'
        yield "</g>"

    def piece(self, piece: Piece, at: Point) -> Iterator[str]:
        """Draw a token: health as an arc and in numbers, states as badges, facing as a notch."""
        x, y = at
        kind = "piece done" if piece.is_done else "piece"
        hue = self.hue(piece.owner)
        yield f'<g class="{kind}" aria-label={quoteattr(piece.about or piece.name)}>'
        yield f"<title>{escape(piece.about or piece.name)}</title>"
        if piece.is_active:
            yield f'<circle class="acting" cx="{_n(x)}" cy="{_n(y)}" r="{_n(RIM + 2.5)}"/>'
        if piece.facing is not None:
            yield _notch(piece.facing, at, hue)
        yield f'<circle class="ring" cx="{_n(x)}" cy="{_n(y)}" r="{_n(RING)}"/>'
        share = piece.bar.now / piece.bar.most if piece.bar.most > 0 else 0.0
        round_it = f'class="arc {hue}" style="fill:none"'
        if share >= 1:
            yield f'<circle {round_it} cx="{_n(x)}" cy="{_n(y)}" r="{_n(RING)}"/>'
        elif share > 0:
            end = 2 * pi * share
            tip = x + RING * sin(end), y - RING * cos(end)
            yield (
                f'<path {round_it} d="M{_n(x)},{_n(y - RING)} A{_n(RING)},{_n(RING)} 0 '
                f'{int(share > 0.5)} 1 {_n(tip[0])},{_n(tip[1])}"/>'
            )
        yield self.emblem(piece.owner, at, 18, filled=False)
        size = {1: 16, 2: 13, 3: 11, 4: 9}.get(len(piece.glyph), 8)
        glyph = f'style="font-size:{size}px" x="{_n(x)}" y="{_n(y + 1.5)}"'
        yield f'<text class="glyph" {glyph}>{escape(piece.glyph)}</text>'
        left = f"{piece.bar.now}/{piece.bar.most}"
        yield f'<text class="left" x="{_n(x)}" y="{_n(y + 11.5)}">{left}</text>'
        for text, at_x, top, width in badges(piece, at):
            yield (
                f'<g class="badge"><rect x="{_n(at_x)}" y="{_n(top)}" width="{_n(width)}" '
                f'height="11" rx="3"/><text x="{_n(at_x + width / 2)}" y="{_n(top + 8.5)}">'
                f"{escape(text)}</text></g>"
            )
        yield "</g>"

    def emblem(self, seat: int, at: Point, size: float, *, filled: bool) -> str:
        """Draw the shape of a seat's pieces."""
        x, y = at
        hue = self.hue(seat)
        kind = f'class="{hue}"' if filled else f'class="{hue} body" style="fill:var(--token)"'
        shape = shape_of(seat)
        if shape == "circle":
            return f'<circle {kind} cx="{_n(x)}" cy="{_n(y)}" r="{_n(size)}"/>'
        if shape == "square":
            half = size * 0.84
            return (
                f'<rect {kind} x="{_n(x - half)}" y="{_n(y - half)}" width="{_n(2 * half)}" '
                f'height="{_n(2 * half)}" rx="2"/>'
            )
        outline = ((x + size * a, y + size * b) for a, b in OUTLINES[shape])
        return f'<polygon {kind} points="{_points(outline)}"/>'


OUTLINES: dict[str, tuple[Point, ...]] = {
    "diamond": ((0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0)),
    "triangle": ((0, -1.15), (1, 0.8), (-1, 0.8)),
    "hexagon": ((0, -1.05), (0.91, -0.53), (0.91, 0.53), (0, 1.05), (-0.91, 0.53), (-0.91, -0.53)),
    "cross": tuple(
        (a * 1.05, b * 1.05)
        for a, b in (
            *((-0.6, -1), (0.6, -1), (0.6, -0.6), (1, -0.6), (1, 0.6), (0.6, 0.6)),
            *((0.6, 1), (-0.6, 1), (-0.6, 0.6), (-1, 0.6), (-1, -0.6), (-0.6, -0.6)),
        )
    ),
}


def _points(points: Iterator[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _notch(facing: int, at: Point, hue: str) -> str:
    """Draw a triangle on the rim that shows the facing."""
    angle = radians(facing)
    tip = RIM + 9.0
    spread = 0.24
    ends = [
        (at[0] + far * sin(turn), at[1] - far * cos(turn))
        for far, turn in ((tip, angle), (RIM, angle + spread), (RIM, angle - spread))
    ]
    return f'<polygon class="{hue}" points="{_points(iter(ends))}"/>'


def badges(piece: Piece, at: Point) -> Iterator[tuple[str, float, float, float]]:
    """Yield text, left, top and width of each badge: a column to the right, then to the left."""
    x, y = at
    for place, badge in enumerate(piece.badges[:8]):
        column, row = divmod(place, 4)
        width = text_width(badge.text, BADGE) + 4
        left = x + 18 if column == 0 else x - 18 - width
        yield badge.text, left, y - 24 + row * 12.5, width


def label_text(label: Label, at: Point) -> Iterator[str]:
    """Draw a name, with a leader line to its piece if it is far away."""
    if label.is_beside:
        x, y = at
        far = ((label.x - x) ** 2 + (label.y - y) ** 2) ** 0.5
        if far > RIM * 2.2:
            near = x + (label.x - x) / far * RIM, y + (label.y - y) / far * RIM
            yield f'<path class="lead" d="M{_n(near[0])},{_n(near[1])} L{_n(label.x)},{_n(label.y)}"/>'
    size = f'style="font-size:{_n(label.size)}px"'
    place = f'x="{_n(label.x)}" y="{_n(label.y + label.size * 0.36)}"'
    yield f'<text class="name" {size} {place}>{escape(label.text)}</text>'
