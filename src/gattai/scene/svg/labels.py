"""Names beside pieces, placed so that they cover neither pieces nor each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

LETTER = 0.66
"""Width of a letter relative to the type size; names are mostly capitals and digits."""


class Rectangle(msgspec.Struct, frozen=True):
    """A rectangle: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Rectangle) -> float:
        """Return the area that two rectangles share."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if width > 0 and height > 0 else 0.0


class Label(msgspec.Struct, frozen=True):
    """A name and its place: the centre of its box, and its type size."""

    text: str
    size: float
    x: float
    y: float
    is_beside: bool
    """Whether it is away from its piece, so that it needs a leader line."""


def text_width(text: str, size: float) -> float:
    """Return the approximate width of a text in this type size."""
    return len(text) * size * LETTER


def place_labels(
    named: Sequence[tuple[str, float, float]],
    *,
    radius: float,
    sizes: tuple[float, float],
    room: float,
    taken: Sequence[Rectangle],
    inside: Rectangle,
) -> list[Label]:
    """Return a place for each name: below its piece, or where the overlap is smallest.

    `named` are names with the centres of their pieces, `radius` is the radius of a piece, `sizes`
    the smallest and largest type size, `room` the preferred maximum width of a name, `taken` areas
    not to cover, `inside` the area not to leave.
    """
    boxes = [*taken]
    placed: list[Label] = []
    for text, x, y in named:
        size = min(sizes[1], max(sizes[0], room / text_width(text, 1)))
        width, height = text_width(text, size), sizes[1]
        best: tuple[float, int, float, float, Rectangle] | None = None
        for number, (dx, dy) in enumerate(_places(width, height, radius)):
            box = Rectangle(
                x + dx - width / 2, y + dy - height / 2, x + dx + width / 2, y + dy + height / 2
            )
            outside = width * height - box.overlap(inside)
            cost = sum(box.overlap(other) for other in boxes) + 5 * max(0.0, outside)
            if best is None or cost < best[0] - 1e-6:
                best = (cost, number, x + dx, y + dy, box)
            if cost <= 1e-6:
                break
        assert best is not None
        _, number, at_x, at_y, box = best
        boxes.append(box)
        placed.append(Label(text, size, at_x, at_y, is_beside=number > 0))
    return placed


def _places(width: float, height: float, radius: float) -> Iterator[tuple[float, float]]:
    """Yield places for a name relative to the centre of its piece, the best first."""
    below, beside = radius + height / 2, radius + width / 2 + 3
    yield 0, below
    yield beside, 0
    yield -beside, 0
    yield 0, -below
    for far in (1.0, 1.6):
        for side in (1, -1):
            for up in (1, -1):
                yield side * (width / 2 + radius * 0.6) * far, up * below * far
    yield 0, below + height * 1.1
