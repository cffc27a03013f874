"""Hexes as small integers, and the maps made of them.

A `Hex` packs axial coordinates (q, r) so that the difference of two hexes, as plain integers,
identifies (dq, dr): distance and axis are one look-up by `b - a` on every map. Hexes are
pointy-top: q grows to the east, r to the south-east, and q + r + s = 0.

>>> a, b = hex_at(0, 0), hex_at(3, -1)
>>> distance(a, b), axis(a, b), to_text(b)
(3, None, '3,-1')
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import sqrt
from typing import Final, NewType

import msgspec

from gattai.kernel.lazy import lazy

Hex = NewType("Hex", int)

LIMIT: Final = 63
DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
PLAIN: Final = "plain"

# Coordinates differ by at most 126, which a signed byte holds: hence one byte for r, one for q.
_ROW: Final = 256
_SHIFT: Final = 64


def difference(dq: int, dr: int) -> int:
    """Return `b - a` for any two hexes (dq, dr) apart."""
    return dq * _ROW + dr


def apart(d: int) -> tuple[int, int]:
    """Return the (dq, dr) of a difference.

    >>> apart(hex_at(-3, 7) - hex_at(2, -50))
    (-5, 57)
    """
    dr = (d + 128) % _ROW - 128
    return (d - dr) // _ROW, dr


def hex_at(q: int, r: int) -> Hex:
    """Return the hex at axial coordinates (q, r), each from -63 to 63."""
    if not (-LIMIT <= q <= LIMIT and -LIMIT <= r <= LIMIT):
        raise ValueError(f"hex {q},{r} is too far out: q and r go from -{LIMIT} to {LIMIT}")
    return Hex((q + _SHIFT) * _ROW + r + _SHIFT)


def axial(h: Hex) -> tuple[int, int]:
    """Return the axial coordinates (q, r) of a hex."""
    return (h >> 8) - _SHIFT, (h & 255) - _SHIFT


def _distances() -> bytes:
    """Return distances by difference; a negative difference is an index from the end."""
    rows = []
    for dq in range(2 * LIMIT + 1):  # in each row dr goes from -128 to 127
        down, level, up = range(128, dq, -1), [dq] * (dq + 1), range(dq + 1, dq + 128)
        rows.append(bytes([*down, *level, *up]))
    after_zero = b"".join(rows)[128:]
    return after_zero + after_zero[:0:-1]  # distance is the same both ways


DISTANCE: Final = _distances()
_AXIS: Final = {
    difference(dq * n, dr * n): direction
    for direction, (dq, dr) in enumerate(DIRECTIONS)
    for n in range(1, 2 * LIMIT + 1)
}
_STEPS: Final = tuple(difference(dq, dr) for dq, dr in DIRECTIONS)


def distance(a: Hex, b: Hex) -> int:
    """Return the distance of two hexes in steps. Hot loops may write `DISTANCE[b - a]`."""
    return DISTANCE[b - a]


def axis(a: Hex, b: Hex) -> int | None:
    """Return the direction (an index of DIRECTIONS) straight from a to b, or None.

    >>> axis(hex_at(0, 0), hex_at(-4, 4)), axis(hex_at(0, 0), hex_at(1, 1))
    (4, None)
    """
    return _AXIS.get(b - a)


def step(h: Hex, direction: int, n: int = 1) -> Hex:
    """Return the hex n steps away in one direction."""
    q, r = axial(h)
    dq, dr = DIRECTIONS[direction]
    return hex_at(q + dq * n, r + dr * n)


def neighbours(h: Hex) -> tuple[Hex, ...]:
    """Return the six hexes around one, in the order of DIRECTIONS."""
    return ring(h, 1)


@cache
def _ring(radius: int) -> tuple[int, ...]:
    """Return the differences to the hexes of a ring, starting in direction 0 and going round."""
    if radius == 0:
        return (0,)
    return tuple(
        _STEPS[side] * radius + _STEPS[(side + 2) % 6] * n
        for side in range(6)
        for n in range(radius)
    )


@cache
def _disc(radius: int) -> tuple[int, ...]:
    return tuple(d for n in range(radius + 1) for d in _ring(n))


def _around(h: Hex, radius: int, differences: tuple[int, ...]) -> tuple[Hex, ...]:
    q, r = axial(h)
    if max(abs(q), abs(r)) + radius > LIMIT:
        raise ValueError(
            f"{radius} around hex {to_text(h)} is too far out: q and r go from -{LIMIT} to {LIMIT}"
        )
    return tuple([Hex(h + d) for d in differences])


def ring(h: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the hexes at exactly this distance, starting in direction 0 and going round."""
    return _around(h, radius, _ring(radius))


def within(h: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the hexes at most this far away, by ring and then round the ring.

    >>> [to_text(near) for near in within(hex_at(5, 5), 1)]
    ['5,5', '6,5', '6,4', '5,4', '4,5', '4,6', '5,6']
    """
    return _around(h, radius, _disc(radius))


def line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """Return the straightest walk from a to b: distance + 1 hexes, each beside the last.

    Tie rule: where the segment from centre to centre passes exactly between two hexes, the walk
    takes the one with the greater q, or the greater r when q is the same. The rule does not depend
    on the sense of travel, so `line(b, a)` is `line(a, b)` backwards.

    >>> [to_text(h) for h in line(hex_at(0, 0), hex_at(1, 1))]
    ['0,0', '1,0', '1,1']
    """
    return tuple([Hex(a + d) for d in _line(b - a)])


@cache
def _line(d: int) -> tuple[int, ...]:
    """Return the walk of `line` as differences from its start."""
    return tuple(difference(*each) for each in line_differences(*apart(d)))


def line_differences(dq: int, dr: int) -> Iterator[tuple[int, int]]:
    """Return the walk of `line` as (dq, dr) from its start; integers only, so ties are exact."""
    n = max(abs(dq), abs(dr), abs(dq + dr))
    yield 0, 0
    for i in range(1, n + 1):
        # One coordinate changes by exactly 1 a step; of the others, round one, halves upwards.
        if abs(dq) == n:
            yield dq * i // n, (2 * dr * i + n) // (2 * n)
        else:
            q = (2 * dq * i + n) // (2 * n)
            yield q, dr * i // n if abs(dr) == n else (dq + dr) * i // n - q


def to_text(h: Hex) -> str:
    """Return a hex as text: q,r."""
    q, r = axial(h)
    return f"{q},{r}"


def from_text(text: str) -> Hex:
    """Return the hex for a text from `to_text`.

    >>> from_text("3;-1")
    Traceback (most recent call last):
    ValueError: '3;-1' is not a hex: expected two whole numbers q,r such as '3,-1'
    """
    found = re.fullmatch(r" *(-?[0-9]{1,4}) *, *(-?[0-9]{1,4}) *", text)
    if not found:
        raise ValueError(
            f"{text[:40]!r} is not a hex: expected two whole numbers q,r such as '3,-1'"
        )
    return hex_at(int(found[1]), int(found[2]))


def offset(column: int, row: int) -> Hex:
    """Return the hex at a column and row of a rectangle with odd rows shifted right ("odd-r")."""
    return hex_at(column - (row - (row & 1)) // 2, row)


def col_row(h: Hex) -> tuple[int, int]:
    """Return the column and row of a hex: the inverse of `offset`."""
    q, r = axial(h)
    return q + (r - (r & 1)) // 2, r


def centre(h: Hex) -> tuple[float, float]:
    """Return where to draw a hex's centre, for sides of length 1, y downwards. Never for rules."""
    q, r = axial(h)
    return sqrt(3) * (q + r / 2), 1.5 * r


class HexField(msgspec.Struct, frozen=True, dict=True):
    """A map: its cells in a fixed order, their terrain, and named zones.

    Cells without a terrain are PLAIN. Look-up tables are computed on first use and cached.

    >>> field = HexField.rectangle(3, 2, zones={"west": [offset(0, 0), offset(0, 1)]})
    >>> len(field.cells), [to_text(h) for h in field.neighbours[offset(0, 0)]]
    (6, ['1,0', '0,1'])
    """

    cells: tuple[Hex, ...]
    terrain: dict[Hex, str] = {}
    zones: dict[str, tuple[Hex, ...]] = {}

    def __post_init__(self) -> None:
        if len(self.index) != len(self.cells):
            twice = next(h for i, h in enumerate(self.cells) if self.index[h] != i)
            raise ValueError(f"hex {to_text(twice)} is on the field twice")
        named = [("terrain", h) for h in self.terrain]
        named += [(f"zone {name!r}", h) for name, cells in self.zones.items() for h in cells]
        for what, h in named:
            if h not in self.index:
                raise ValueError(f"{what} names hex {to_text(h)}, which is not on the field")

    def __hash__(self) -> int:
        return hash(self.cells)

    def __contains__(self, h: object) -> bool:
        return h in self.index

    @classmethod
    def of(
        cls,
        cells: Iterable[Hex],
        terrain: Mapping[Hex, str] | None = None,
        zones: Mapping[str, Sequence[Hex]] | None = None,
    ) -> "HexField":
        """Make a field of any shape."""
        named = {name: tuple(zone) for name, zone in (zones or {}).items()}
        return cls(tuple(cells), dict(terrain or {}), named)

    @classmethod
    def rectangle(
        cls,
        columns: int,
        rows: int,
        terrain: Mapping[Hex, str] | None = None,
        zones: Mapping[str, Sequence[Hex]] | None = None,
    ) -> "HexField":
        """Make a rectangle of columns and rows (see `offset`), row by row."""
        cells = [offset(column, row) for row in range(rows) for column in range(columns)]
        return cls.of(cells, terrain, zones)

    @classmethod
    def hexagon(
        cls,
        radius: int,
        terrain: Mapping[Hex, str] | None = None,
        zones: Mapping[str, Sequence[Hex]] | None = None,
    ) -> "HexField":
        """Make a hexagon around 0,0, ring by ring."""
        return cls.of(within(hex_at(0, 0), radius), terrain, zones)

    @lazy
    def index(self) -> dict[Hex, int]:
        """Return the index of each hex among the cells."""
        return {h: i for i, h in enumerate(self.cells)}

    @lazy
    def neighbours(self) -> dict[Hex, tuple[Hex, ...]]:
        """Return the hexes of the field around each hex, in the order of DIRECTIONS."""
        # A step off the edge of the coordinates gives an integer that is no hex, so no false hit.
        steps = {h: [Hex(h + d) for d in _STEPS] for h in self.cells}
        return {h: tuple(near for near in steps[h] if near in self.index) for h in self.cells}

    @lazy
    def free_reach(self) -> dict[tuple[Hex, int], dict[Hex, int]]:
        """Return a cache of the hexes within a number of steps if nothing is in the way."""
        return {}

    def terrain_of(self, h: Hex) -> str:
        """Return the name of a hex's terrain."""
        return self.terrain.get(h, PLAIN)

    def cells_of(self, terrain: str) -> tuple[Hex, ...]:
        """Return the hexes with this terrain, in the order of the cells."""
        return tuple(h for h in self.cells if self.terrain_of(h) == terrain)

    @lazy
    def zones_of(self) -> dict[Hex, tuple[str, ...]]:
        """Return the names of the zones each hex lies in, in the order of the zones."""
        return {
            h: tuple(name for name, cells in self.zones.items() if h in cells) for h in self.cells
        }
