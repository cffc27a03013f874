"""Lines of sight from centre to centre of hexes, in exact integers.

In cube coordinates the segment from A to B is P(t) = A + t(B - A), 0 < t < 1. A hex H hides B from
A when the segment enters its open inside: for some t, with u = P(t) - H, all three of |ux - uy|,
|uy - uz| and |uz - ux| are below 1. Touching a corner, or running along a side of one opaque hex,
hides nothing; running along a side that two opaque hexes share does. The two ends never hide each
other, so neighbours always see each other.

What lies between two hexes depends only on their difference, so it is computed once per difference:
a sequence of *barriers* in the order they are met, each a single hex that is entered or a pair
whose shared side is followed. A barrier hides when all of it is opaque.
"""

from collections.abc import Callable, Collection, Iterable
from functools import cache

from gattai.tabletop.hexes import (
    DIRECTIONS,
    Hex,
    HexField,
    apart,
    difference,
    line_differences,
)

Barrier = tuple[int, ...]


def _whole(dq: int, dr: int) -> int:
    """Return the number of parts of the segment that makes every crossing a whole number."""
    return (abs(dq - dr) or 1) * (abs(dq + 2 * dr) or 1) * (abs(2 * dq + dr) or 1)


def _entry(dq: int, dr: int, q: int, r: int) -> int | None:
    """Return when the segment (0,0) to (dq, dr) enters the open inside of hex (q, r), or None.

    The time is counted in the parts of `_whole`.
    """
    # The three differences of cube coordinates, for the segment and for the hex.
    slopes = (dq - dr, dq + 2 * dr, -2 * dq - dr)
    places = (q - r, q + 2 * r, -2 * q - r)
    whole = _whole(dq, dr)
    first, last = 0, whole
    for slope, place in zip(slopes, places, strict=True):
        if slope == 0:
            if place != 0:
                return None
            continue
        one, other = (place - 1) * (whole // slope), (place + 1) * (whole // slope)
        first, last = max(first, min(one, other)), min(last, max(one, other))
    return first if first < last else None


@cache
def _barriers(d: int) -> tuple[Barrier, ...]:
    """Return the barriers between two hexes with this difference, as differences to the first."""
    dq, dr = apart(d)
    # Every hex entered is on the straightest walk or beside it.
    near = dict.fromkeys(
        (q + sq, r + sr) for q, r in line_differences(dq, dr) for sq, sr in ((0, 0), *DIRECTIONS)
    )
    met: list[tuple[int, Barrier]] = []
    for q, r in near:
        entry = _entry(dq, dr, q, r)
        if entry is not None and (q, r) not in ((0, 0), (dq, dr)):
            met.append((entry, (difference(q, r),)))
    # A segment follows sides only when it runs towards a corner: along two directions equally.
    for direction, (q1, r1) in enumerate(DIRECTIONS):
        q2, r2 = DIRECTIONS[(direction + 1) % 6]
        stride_q, stride_r = q1 + q2, r1 + r2
        count = max(abs(dq), abs(dr), abs(dq + dr)) // 2
        if (dq, dr) != (stride_q * count, stride_r * count):
            continue
        for n in range(count):
            q, r = stride_q * n, stride_r * n
            pair = (difference(q + q1, r + r1), difference(q + q2, r + r2))
            met.append((_whole(dq, dr) * (3 * n + 1) // (3 * count), pair))
    return tuple(barrier for _, barrier in sorted(met))


def crossed(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """Return the hexes whose open inside the segment enters, in order, without the two ends.

    >>> from gattai.tabletop.hexes import hex_at, to_text
    >>> [to_text(h) for h in crossed(hex_at(0, 0), hex_at(2, 1))]
    ['1,0', '1,1']
    """
    return tuple(Hex(a + barrier[0]) for barrier in _barriers(b - a) if len(barrier) == 1)


def edges(a: Hex, b: Hex) -> tuple[tuple[Hex, Hex], ...]:
    """Return the pairs of hexes along whose shared side the segment runs, in order.

    >>> from gattai.tabletop.hexes import hex_at, to_text
    >>> [[to_text(h) for h in pair] for pair in edges(hex_at(0, 0), hex_at(1, 1))]
    [['0,1', '1,0']]
    """
    pairs = (barrier for barrier in _barriers(b - a) if len(barrier) == 2)
    return tuple((Hex(a + one), Hex(a + other)) for one, other in pairs)


def patches(
    cells: Iterable[Hex], kind: Callable[[Hex], object] | None = None
) -> tuple[tuple[Hex, ...], ...]:
    """Return the cells as connected groups; with `kind`, only cells of one kind connect.

    Patches come in the order of their lowest hex, independent of the order of the cells.

    >>> from gattai.tabletop.hexes import hex_at, to_text
    >>> wood = [hex_at(4, 0), hex_at(0, 0), hex_at(0, 1)]
    >>> [[to_text(h) for h in patch] for patch in patches(wood)]
    [['0,0', '0,1'], ['4,0']]
    """
    ground = HexField.of(sorted(set(cells)))
    found: dict[Hex, None] = {}
    groups = []
    for seed in ground.cells:
        if seed in found:
            continue
        group = [seed]
        found[seed] = None
        for h in group:  # grows while it is walked
            for near in ground.neighbours[h]:
                if near not in found and (kind is None or kind(near) == kind(seed)):
                    found[near] = None
                    group.append(near)
        groups.append(tuple(group))
    return tuple(groups)


class Sight:
    """Lines of sight on a field where some hexes are opaque. Every answer is cached.

    With `ends_excuse_their_patch`, a patch of opaque hexes (connected, of one terrain) does not
    hide if the viewer or the target stands in it.

    >>> from gattai.tabletop.hexes import HexField, hex_at, to_text
    >>> sight = Sight(HexField.hexagon(3), opaque=[hex_at(1, 0)])
    >>> sight.sees(hex_at(0, 0), hex_at(1, 1)), sight.sees(hex_at(0, 0), hex_at(2, 0))
    (True, False)
    >>> [to_text(h) for h in sight.obstacles(hex_at(0, 0), hex_at(2, 0))]
    ['1,0']
    """

    def __init__(
        self, field: HexField, opaque: Collection[Hex], *, ends_excuse_their_patch: bool = False
    ) -> None:
        self.field = field
        self.opaque = frozenset(opaque)
        self._patch_of: dict[Hex, tuple[Hex, ...]] = {}
        if ends_excuse_their_patch:
            for patch in patches(self.opaque, field.terrain_of):
                self._patch_of.update(dict.fromkeys(patch, patch))
        self._answers: dict[int, bool] = {}
        self._views: dict[Hex, tuple[Hex, ...]] = {}

    def sees(self, a: Hex, b: Hex) -> bool:
        """Return whether a and b see each other."""
        try:
            return self._answers[a << 16 | b]
        except KeyError:
            answer = not self.obstacles(a, b)
            self._answers[a << 16 | b] = self._answers[b << 16 | a] = answer
            return answer

    def obstacles(self, a: Hex, b: Hex) -> tuple[Hex, ...]:
        """Return the opaque hexes that hide b from a, in the order the segment meets them."""
        opaque = self.opaque
        if self._patch_of:
            opaque = opaque.difference(self._patch_of.get(a, ()), self._patch_of.get(b, ()))
        found: list[int] = []
        for barrier in _barriers(b - a):
            hexes = [a + d for d in barrier]
            if opaque.issuperset(hexes):
                found += hexes
        return tuple(map(Hex, found))

    def seen_from(self, a: Hex) -> tuple[Hex, ...]:
        """Return all hexes of the field that a sees, itself included, in the order of the cells."""
        if a not in self._views:
            self._views[a] = tuple(h for h in self.field.cells if self.sees(a, h))
        return self._views[a]
