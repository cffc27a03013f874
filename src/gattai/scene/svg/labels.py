"""Names beside pieces, placed so that they cover neither pieces nor each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

LETTER = 0.66
"""How wide a letter is, of the height of the type; names are mostly capitals and digits."""


class Box(msgspec.Struct, frozen=True):
    """A rectangle: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """The area that two rectangles share."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if width > 0 and height > 0 else 0.0


class Label(msgspec.Struct, frozen=True):
    """A name and where it stands: the middle of its box, and the size of its type."""

    text: str
    size: float
    x: float
    y: float
    is_beside: bool
    """Whether it is not below its piece, so that a line should lead to it."""


def text_width(text: str, size: float) -> float:
    """About how wide a text is in this type size."""
    return len(text) * size * LETTER


def place_labels(
    named: Sequence[tuple[str, float, float]],
    *,
    radius: float,
    sizes: tuple[float, float],
    room: float,
    taken: Sequence[Box],
    inside: Box,
) -> list[Label]:
    """A place for each name: below its piece, or where least is in the way.

    `named` are names with the middle of their pieces, `radius` is how far a piece reaches, `sizes`
    the smallest and the largest type, `room` the width in which a name is set if it can be,
    `taken` what must not be covered, `inside` what must not be left.
    """
    boxes = [*taken]
    placed: list[Label] = []
    for text, x, y in named:
        size = min(sizes[1], max(sizes[0], room / text_width(text, 1)))
        width, height = text_width(text, size), sizes[1]
        best: tuple[float, int, float, float, Box] | None = None
        for number, (dx, dy) in enumerate(_places(width, height, radius)):
            box = Box(
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
    """Where a name may stand, from the middle of its piece, the best first."""
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
