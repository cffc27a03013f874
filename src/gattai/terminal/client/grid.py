"""A board in rows and columns of characters, at several scales.

Hexes are laid like bricks, every second row shifted by half a cell. With three rows per cell
there is room for real corners; smaller cells are distinguished by three shades.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin

import msgspec

from gattai.scene.parts import Board


class Scale(msgspec.Struct, frozen=True):
    """The width and height of a cell in characters."""

    wide: int
    high: int


SCALES = (Scale(12, 4), Scale(10, 4), Scale(8, 3), Scale(6, 2), Scale(4, 1), Scale(3, 1))
SMALLEST = SCALES[-1]


class GridPlace(msgspec.Struct, frozen=True):
    """The position of a cell in half columns and rows, and its shade."""

    half: int
    row: int
    shade: int


class Grid:
    """The cells of one board."""

    def __init__(self, board: Board) -> None:
        board = _pointed(board)
        self.board = board
        self.cells = {cell.id: cell for cell in board.cells}
        left = min((cell.x for cell in board.cells), default=0.0)
        top = min((cell.y for cell in board.cells), default=0.0)
        down = _step({round(cell.y, 2) for cell in board.cells})
        across = _across(board)
        self.places: dict[str, GridPlace] = {}
        for cell in board.cells:
            half = round((cell.x - left) / (across / 2))
            row = round((cell.y - top) / down)
            if board.shape == "hex":
                shade = ((half - row) // 2 - row) % 3
            else:
                shade = (half // 2 + row) % 2
            self.places[cell.id] = GridPlace(half, row, shade)
        self.halves = max((place.half for place in self.places.values()), default=-2) + 2
        self.rows = max((place.row for place in self.places.values()), default=-1) + 1
        self.by_place = {(place.half, place.row): id for id, place in self.places.items()}

    def size(self, scale: Scale) -> tuple[int, int]:
        """Return columns and rows of the whole board."""
        return -(-self.halves * scale.wide // 2), self.rows * scale.high

    def corner(self, cell: str, scale: Scale) -> tuple[int, int]:
        """Return the upper left character of a cell."""
        place = self.places[cell]
        return place.half * scale.wide // 2, place.row * scale.high

    def middle(self, cell: str, scale: Scale) -> tuple[int, int]:
        """Return the middle character of a cell."""
        x, y = self.corner(cell, scale)
        return x + (scale.wide - 1) // 2, y + (scale.high - 1) // 2

    def owner(self, x: int, pixel: int, scale: Scale) -> str | None:
        """Return the cell of a half character: `pixel` counts two per row."""
        return _owners(self, scale).get((x, pixel))

    def owners(self, scale: Scale) -> dict[tuple[int, int], str]:
        """Return the cells of all half characters."""
        return _owners(self, scale)

    def next_to(self, cell: str, dx: int, dy: int, lean: int = 1) -> str:
        """Return the cell that an arrow key leads to, the same at the edge. `lean` chooses between two below."""
        place = self.places[cell]
        if dx:
            step = 2 * dx
            half = place.half + step
            while 0 <= half <= self.halves:
                if (half, place.row) in self.by_place:
                    return self.by_place[half, place.row]
                half += step
            return cell
        row = place.row + dy
        while 0 <= row < self.rows:
            there = [(half, id) for (half, at), id in self.by_place.items() if at == row]
            if there:
                near = min(there, key=lambda one: (abs(one[0] - place.half), -lean * one[0]))
                return near[1]
            row += dy
        return cell

    def nearest(self, cells: Iterable[str], to: str | None) -> str | None:
        """Return the cell of these that is nearest to another."""
        at = self.places.get(to or "")

        def far(cell: str) -> tuple[int, int, int]:
            place = self.places[cell]
            away = (abs(place.half - at.half) + 2 * abs(place.row - at.row)) if at else 0
            return away, place.row, place.half

        return min((cell for cell in cells if cell in self.places), key=far, default=None)

    def line(self, one: str, other: str, scale: Scale) -> list[tuple[int, int]]:
        """Return the characters between the middles of two cells, without the ends."""
        (ax, ay), (bx, by) = self.middle(one, scale), self.middle(other, scale)
        steps = max(abs(bx - ax), abs(by - ay) * 2, 1)
        found = [
            (round(ax + (bx - ax) * n / steps), round(ay + (by - ay) * n / steps))
            for n in range(1, steps)
        ]
        return list(dict.fromkeys(found))


TWELFTH = cos(pi / 6), sin(pi / 6)


def _pointed(board: Board) -> Board:
    """Rotate a board of hexes with flat tops by 30 degrees, since characters form rows."""
    if board.shape != "flat":
        return board
    across, down = TWELFTH
    cells = [
        msgspec.structs.replace(
            cell, x=cell.x * across + cell.y * down, y=cell.y * across - cell.x * down
        )
        for cell in board.cells
    ]
    return Board("hex", board.title, tuple(cells))


def _across(board: Board) -> float:
    """Return the distance of neighbours in one row."""
    rows: dict[float, set[float]] = {}
    for cell in board.cells:
        rows.setdefault(round(cell.y, 2), set()).add(round(cell.x, 2))
    return min((_step(xs) for xs in rows.values() if len(xs) > 1), default=1.732)


def _step(numbers: Iterable[float]) -> float:
    """Return the smallest distance between two of these numbers."""
    ordered = sorted(numbers)
    gaps = [b - a for a, b in pairwise(ordered) if b - a > 0.05]
    return min(gaps, default=1.5)


@lru_cache(maxsize=8)
def _owners(grid: Grid, scale: Scale) -> dict[tuple[int, int], str]:
    """Assign each half character to the cell with the nearest middle, measured as in a hex."""
    wide, high = scale.wide, scale.high
    # As steep as the sides of a regular hex, but never so flat that corners vanish.
    slope = max(0.8 if high == 2 else 0.0, (2 * high / 3) / (wide / 2))
    if grid.board.shape != "hex" or high == 1:
        slope = 0.0
    reach = high if slope == 0 else high + max(1, high // 2)
    best: dict[tuple[int, int], tuple[float, str]] = {}
    for cell in grid.places:
        x, y = grid.corner(cell, scale)
        for dx in range(wide):
            off = abs(dx + 0.5 - wide / 2)
            for dy in range(-reach, reach):
                far = abs(dy + 0.5) + slope * off
                at = (x + dx, 2 * y + high + dy)
                if at[1] < 0 or at[1] >= 2 * grid.rows * high:
                    continue
                if far > high + slope * wide / 4 + 0.01 and slope:
                    continue
                if at not in best or far < best[at][0]:
                    best[at] = (far, cell)
    return {at: cell for at, (_, cell) in best.items()}
