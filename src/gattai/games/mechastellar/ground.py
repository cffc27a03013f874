"""The ground: the terrain on each hex, arcs and facings, lines of sight, and cover.

Terrain changes in play: pieces become rubble, are thrown or slide, and ships leave wrecks. All
states between two such changes share one `Ground`, which caches its results.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from gattai.games.mechastellar.cards import MapCard, TerrainCard
from gattai.kernel.lazy import lazy
from gattai.tabletop.hexes import DIRECTIONS, DISTANCE, Hex, apart, difference

RUBBLE: Final = TerrainCard(kind="rubble", at=())
"""MS.TERRAIN.DESTROYED: gives neither cover nor height but can still be thrown."""
WRECK: Final = TerrainCard(kind="wreck", at=(), cover=True, blocks_los=True)
"""MS.WARSHIP.WRECK: a destroyed ship blocks sight."""
REMAINS: Final = {RUBBLE.kind: RUBBLE, WRECK.kind: WRECK}
FACINGS: Final = tuple(range(6))
FACING_WORDS: Final = ("east", "north-east", "north-west", "west", "south-west", "south-east")
_FINE: Final = 2_000_000


Edge = tuple[Hex, int, bool, int]
"""A step: the destination, its level, whether it enters a thicket, and the levels gained."""


class TerrainPiece(msgspec.Struct, frozen=True, gc=False):
    """A piece of terrain: its hex and its kind."""

    at: Hex
    kind: str


class Ground(msgspec.Struct, frozen=True, dict=True):
    """MS.SETUP.TERRAIN: the map with its current pieces."""

    field: MapCard
    pieces: tuple[TerrainPiece, ...]

    @classmethod
    def of(cls, field: MapCard) -> Ground:
        """The ground before the battle."""
        return cls(field, tuple(TerrainPiece(at, card.kind) for at, card in field.pieces.items()))

    @lazy
    def kinds(self) -> dict[str, TerrainCard]:
        """The possible terrain by kind: that of the map, rubble and wrecks."""
        return {card.kind: card for card in self.field.terrain} | REMAINS

    @lazy
    def terrain(self) -> dict[Hex, TerrainCard]:
        """The terrain on each hex."""
        return {piece.at: self.kinds[piece.kind] for piece in self.pieces}

    @lazy
    def levels(self) -> dict[Hex, int]:
        """MS.HIGH.CLIMB: the High Ground with its levels; other hexes are level 0."""
        return {at: card.level for at, card in self.terrain.items() if card.level}

    @lazy
    def opaque(self) -> dict[Hex, int]:
        """MS.HEX.LOS: the elevation needed to see over a blocking hex; a jungle counts as 1."""
        return {at: max(1, card.level) for at, card in self.terrain.items() if card.blocks_los}

    @lazy
    def water(self) -> dict[Hex, None]:
        """MS.WATER.MOVE: the hexes of deep water."""
        return {at: None for at, card in self.terrain.items() if card.deep_water}

    @lazy
    def thickets(self) -> dict[Hex, None]:
        """MS.OBSCURE.INSIDE: obscuring terrain that units enter instead of standing on top."""
        return {at: None for at, card in self.terrain.items() if card.obscuring and not card.level}

    @lazy
    def covers(self) -> dict[Hex, None]:
        """MS.COVER.CRITERIA: the pieces that give cover to units behind them."""
        return {at: None for at, card in self.terrain.items() if card.cover}

    @lazy
    def breakable(self) -> tuple[Hex, ...]:
        """MS.SETUP.TERRAIN: the pieces that can be destroyed."""
        return tuple(at for at, card in self.terrain.items() if card.destructible)

    @lazy
    def wrecks(self) -> dict[Hex, None]:
        """Hexes that no unit can enter."""
        return {piece.at: None for piece in self.pieces if piece.kind == WRECK.kind}

    @lazy
    def _edges(self) -> dict[tuple[bool, bool], Edges]:
        return {}

    def edges(self, flying: bool, swimming: bool) -> Edges:
        """The possible steps: on foot around wrecks and water, with Fly anywhere."""
        known = self._edges.get((flying, swimming))
        if known is None:
            closed = {} if flying else self.wrecks if swimming else self.wrecks | self.water
            known = self._edges[flying, swimming] = Edges(self, closed)
        return known

    @lazy
    def _hidden(self) -> dict[int, int]:
        return {}

    def hidden(self, a: Hex, b: Hex) -> int:
        """The elevation that one of the two needs to see the other; 0 if nothing is in the way.

        MS.HEX.LOS: the better of the two traced lines counts.
        """
        key = a << 16 | b
        known = self._hidden.get(key)
        if known is None:
            opaque = self.opaque
            one, other = traced(a, b)
            known = min(max([opaque.get(h, 0) for h in line], default=0) for line in (one, other))
            self._hidden[key] = self._hidden[b << 16 | a] = known
        return known

    def sees(self, a: Hex, high: int, b: Hex, other_high: int) -> bool:
        """MS.OBSCURE.BLOCK: from High Ground a unit sees over anything that is not higher."""
        hidden = self.hidden(a, b)
        return hidden == 0 or max(high, other_high) >= hidden

    def blockers(self, a: Hex, b: Hex, high: int) -> tuple[Hex, ...]:
        """The blocking hexes between two hexes on either line, seen from this elevation."""
        return tuple(h for h in self.between(a, b) if self.opaque.get(h, 0) > high)

    def between(self, a: Hex, b: Hex) -> tuple[Hex, ...]:
        """The hexes strictly between two that either traced line crosses."""
        one, other = traced(a, b)
        return tuple(dict.fromkeys((*one, *other)))

    def with_kind(self, at: Hex, kind: str | None) -> Ground:
        """The ground with another piece on a hex; None removes the piece."""
        kept = tuple(piece for piece in self.pieces if piece.at != at)
        return Ground(self.field, kept if kind is None else (*kept, TerrainPiece(at, kind)))


class Edges(dict[Hex, tuple[Edge, ...]]):
    """The steps from each hex, computed on first use."""

    def __init__(self, ground: Ground, closed: dict[Hex, None]) -> None:
        super().__init__()
        self.ground = ground
        self.closed = closed

    def __missing__(self, at: Hex) -> tuple[Edge, ...]:
        levels, thickets = self.ground.levels, self.ground.thickets
        here, outside = levels.get(at, 0), at not in thickets
        found = self[at] = tuple(
            (near, levels.get(near, 0), outside and near in thickets, levels.get(near, 0) - here)
            for near in self.ground.field.hexes.neighbours[at]
            if near not in self.closed
        )
        return found


@cache
def _traced(d: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """MS.HEX.LOS: the two lines between hexes with this difference, each slightly shifted.

    The shift is a multiple of (1, 0.5) in axial coordinates, once forwards and once backwards. It
    is so small that it never reaches a hex that the line does not touch.
    """
    dq, dr = apart(d)
    steps = DISTANCE[d]
    one, other = (
        tuple(
            difference(
                *_rounded(
                    dq * i * _FINE + hair * 2 * steps, dr * i * _FINE + hair * steps, steps * _FINE
                )
            )
            for i in range(1, steps)
        )
        for hair in (1, -1)
    )
    return one, other


def _rounded(q: int, r: int, unit: int) -> tuple[int, int]:
    """The hex that contains the point (q, r), given in fractions of `unit`."""
    s = -q - r
    near_q, near_r, near_s = ((2 * x + unit) // (2 * unit) for x in (q, r, s))
    off_q, off_r, off_s = (
        abs(near * unit - x) for near, x in ((near_q, q), (near_r, r), (near_s, s))
    )
    if off_q > off_r and off_q > off_s:
        return -near_r - near_s, near_r
    if off_r > off_s:
        return near_q, -near_q - near_s
    return near_q, near_r


def traced(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """The hexes strictly between two along both lines."""
    one, other = _traced(b - a)
    return tuple([Hex(a + d) for d in one]), tuple([Hex(a + d) for d in other])


@cache
def _bearing(d: int) -> tuple[int, ...]:
    """MS.HEX.ARC: for each facing, how far this displacement lies ahead (D); negative is the rear."""
    dq, dr = apart(d)
    return tuple(2 * dq * fq + 2 * dr * fr + dq * fr + dr * fq for fq, fr in DIRECTIONS)


def in_front(at: Hex, facing: int, other: Hex) -> bool:
    """MS.HEX.ARC: whether a hex is in the front 180 degrees; the side line counts as front."""
    return _bearing(other - at)[facing] >= 0


@cache
def _pointing(d: int, facing: int) -> int:
    """MS.HEX.ROTATE: the facing that points ahead best; of two the one with the smaller turn."""
    ahead = _bearing(d)
    return min(FACINGS, key=lambda f: (-ahead[f], turn_between(facing, f), f))


def pointing(at: Hex, facing: int, other: Hex) -> int:
    """The facing that points at a hex; unchanged for the unit's own hex."""
    return _pointing(other - at, facing)


def turn_between(one: int, other: int) -> int:
    """The number of sixths of a turn between two facings."""
    around = (one - other) % 6
    return min(around, 6 - around)
