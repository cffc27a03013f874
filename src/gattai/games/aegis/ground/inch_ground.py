"""AEGIS.MODE.ADVANCED: an open table, measured in inches. A length is rounded up to whole inches.

A gap of 3.4 is within 4 exactly if 4 is, so the rules use whole inches here as they use hexes. Only
texts for users show hundredths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from math import isqrt

from gattai.games.aegis.ground.ground import Figure, Shoved, Spot, Standing, UnitId
from gattai.games.aegis.ground.outline import outline
from gattai.games.aegis.ground.spots import BITS, MASK, spot_at, spot_point
from gattai.games.aegis.ground.stations import grid, hugging, strewn
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.ground.bases import gap, is_within, overlap, passes_over
from gattai.tabletop.ground.points import (
    INCH,
    Point,
    along,
    distance,
    in_inches,
    length,
    point,
    square,
    to_text,
)
from gattai.tabletop.ground.shoving import shove
from gattai.tabletop.ground.sight import Ray, sees
from gattai.tabletop.ground.tables import TableArea
from gattai.tabletop.ground.ways import ReachableGround, way_round

RADIUS = INCH // 2
"""AEGIS.AMB.ADV-MEASURE: a base is a disc of one inch across."""
ACROSS = 2 * RADIUS


class InchGround:
    """The advanced mode: see `Ground`."""

    is_countable = False

    def __init__(self, table: TableArea) -> None:
        self.table = table
        self.corners = table.opposite_corners()
        self._seen: dict[tuple[Spot, Spot], bool] = {}

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Every third inch, including places where no unit can be."""
        return grid(self.table, 3 * INCH, 0)

    def text(self, at: Spot) -> str:
        """The coordinates in inches from the lower left corner."""
        return to_text(spot_point(at))

    def read(self, text: str) -> Spot:
        """Read the format of `text`."""
        return spot_at(point(text))

    def gap(self, a: Spot, b: Spot) -> int:
        """AEGIS.ADV.RANGE: the gap between the nearest points of both bases, rounded up to whole
        inches.
        """
        if a == b:
            return 0
        across, up = (a >> BITS) - (b >> BITS), (a & MASK) - (b & MASK)
        # Centres are an inch farther apart than edges, so subtract one after rounding up.
        return isqrt(across * across + up * up - 1) // INCH

    def away(self, a: Spot, b: Spot) -> Figure:
        return "inches away", in_inches(max(0, gap(spot_point(a), spot_point(b), RADIUS)))

    def too_far(self, a: Spot, b: Spot, reach: int) -> str:
        over = gap(spot_point(a), spot_point(b), RADIUS) - reach * INCH
        return f", {in_inches(over)} inches too far"

    def sees(self, a: Spot, b: Spot) -> bool:
        """AEGIS.ADV.LOS: from centre to centre; a line along the edge of terrain is free."""
        known = self._seen
        found = known.get((a, b))
        if found is None:
            if len(known) > 20_000:
                known.clear()
            found = sees(spot_point(a), spot_point(b), self.table.terrain)
            known[a, b] = known[b, a] = found
        return found

    def zone(self, seat: Seat) -> tuple[Spot, ...]:
        """Places in the zone, one and a half inches apart."""
        return _in_zone(self.table, int(seat))

    def zone_refusals(self, state: Standing, seat: Seat, at: Spot) -> Iterator[Refusal]:
        """AEGIS.ADV.ZONES: completely within half the shorter side of the table from the own corner."""
        here, corner = spot_point(at), self.corners[seat]
        if not corner.holds(here, RADIUS):
            over = distance(corner.at, here) + RADIUS - corner.radius
            reason = f"{in_inches(over)} inches outside the own starting zone"
            yield Refusal("AEGIS.ADV.ZONES", reason)
        yield from self._end(state, None, here, "AEGIS.ADV.ZONES")

    def near(self, at: Spot, radius: int) -> tuple[Spot, ...]:
        """This place and some around it."""
        return (at, *self.around(at, radius))

    def around(self, at: Spot, steps: int) -> tuple[Spot, ...]:
        """Some places around it."""
        return _around(self.table, at, steps) if steps > 0 else ()

    def covers(self, at: Spot, steps: int) -> tuple[Spot, ...]:
        here, far = spot_point(at), steps * INCH
        close = [each for each in hugging(self.table, RADIUS) if square(here, each) <= far * far]
        return tuple(map(spot_at, close))

    def apart(self, at: Spot, other: Spot, far: int, *, beyond: bool = False) -> Spot | None:
        """On the line between the two, as close to `at` as the gap to `other` allows."""
        here, there = spot_point(at), spot_point(other)
        if here == there:
            return None
        wanted = far * INCH + ACROSS
        if beyond:
            found = along(there, here, wanted + 1)
            while is_within(found, there, RADIUS, far * INCH):
                wanted += 1
                found = along(there, here, wanted + 1)
        else:
            found = along(there, here, wanted)
            while not is_within(found, there, RADIUS, far * INCH):
                wanted -= 1
                found = along(there, here, wanted)
        return spot_at(found) if self.table.has(found, RADIUS) else None

    def towards(self, at: Spot, other: Spot, steps: int) -> Spot | None:
        """On the line to another place, as far as possible without coming too close."""
        here, there = spot_point(at), spot_point(other)
        far = min(steps * INCH, distance(here, there) - ACROSS - 1)
        if far <= 0:
            return None
        found, most = along(here, there, far), far * far
        while square(here, found) > most:  # rounded up, so it may be slightly too far
            far -= 1
            found = along(here, there, far)
        return spot_at(found) if self.table.has(found, RADIUS) else None

    def ways(
        self, state: Standing, at: Spot, steps: int, *, over: bool, also: Iterable[Spot] = ()
    ) -> Mapping[Spot, int]:
        """AEGIS.ADV.MOVE: the suggested places in reach, cached for each state."""
        key = (at, steps, over)
        found = state.found_ways.get(key)
        if found is None:
            walk = self._walk(state, at, steps * INCH, over)
            found = {}
            for to in dict.fromkeys((*self.around(at, steps), *also)):
                way = walk.way_to(spot_point(to))
                if way is not None:
                    found[to] = _up(length(way))
            state.found_ways[key] = found
        return found

    def length(
        self, state: Standing, at: Spot, to: Spot, by: tuple[Spot, ...], most: int, *, over: bool
    ) -> int | None:
        """AEGIS.ADV.MOVE: every started inch counts as an inch."""
        if by:
            way = tuple(map(spot_point, (at, *by, to)))
            return None if any(self._named(state, way, most, over)) else _up(length(way))
        found = self._walk(state, at, most * INCH, over).way_to(spot_point(to))
        return None if found is None else _up(length(found))

    def outline(self, state: Standing, at: Spot, steps: int, *, over: bool) -> tuple[Spot, ...]:
        """The farthest point in each direction."""
        here, most = spot_point(at), steps * INCH
        near = self._near(state, at, most)
        return tuple(map(spot_at, outline(self.table, RADIUS, here, most, near, over)))

    def _near(self, state: Standing, at: Spot, most: int) -> tuple[Point, ...]:
        """The other bases that such a move could touch."""
        here, far = spot_point(at), (most + ACROSS) ** 2
        others = [spot_point(there) for _, _, there in state.on_field if there != at]
        return tuple([each for each in others if square(here, each) < far])

    def _walk(self, state: Standing, at: Spot, most: int, over: bool) -> ReachableGround:
        return _walk(self.table, spot_point(at), most, self._near(state, at, most), over)

    def way(
        self, state: Standing, at: Spot, to: Spot, most: int, *, over: bool
    ) -> tuple[Spot, ...]:
        """The way from one turning point to the next."""
        found = self._walk(state, at, most * INCH, over).way_to(spot_point(to))
        if found is None:
            bases = [spot_point(there) for _, _, there in state.on_field if there != at]
            found = _way_round(self.table, spot_point(at), spot_point(to), tuple(bases), over)
        return () if found is None else tuple(map(spot_at, found))

    def way_refusals(
        self, state: Standing, at: Spot, to: Spot, by: tuple[Spot, ...], most: int, *, over: bool
    ) -> Iterator[Refusal]:
        """AEGIS.ADV.MOVE: the end is occupied, something is in the way, or the move is too long."""
        here, there = spot_point(at), spot_point(to)
        if by:
            yield from self._named(state, tuple(map(spot_point, (at, *by, to))), most, over)
            return
        if here == there:
            yield Refusal("AEGIS.ADV.MOVE", "it stands there already, and no way out is named")
            return
        nobody_ends_there = tuple(self._end(state, at, there, "AEGIS.ADV.MOVE"))
        yield from nobody_ends_there
        straight = distance(here, there)
        if straight > most * INCH:
            yield _too_long(straight, most)
        elif not nobody_ends_there and self.length(state, at, to, by, most, over=over) is None:
            yield self._blocked(state, at, to, most, over)

    def _blocked(self, state: Standing, at: Spot, to: Spot, most: int, over: bool) -> Refusal:
        """Something is in the way, and the way round it is too long, if there is one."""
        way = tuple(map(spot_point, self.way(state, at, to, most, over=over)))
        if not way:
            straight = in_inches(distance(spot_point(at), spot_point(to)))
            reason = f"no way is found round what stands before {self.text(to)}"
            return Refusal("AEGIS.ADV.MOVE", reason, (("straight", straight),))
        far = length(way)
        figures = (("inches", in_inches(far)), ("at most", most))
        reason = f"the way round is {in_inches(far - most * INCH)} inches too long"
        return Refusal("AEGIS.ADV.MOVE", reason, figures)

    def _end(self, state: Standing, own: Spot | None, to: Point, rule: str) -> Iterator[Refusal]:
        """A base must end completely on the table, clear of terrain and other bases."""
        out = max(
            RADIUS - to[0],
            RADIUS - to[1],
            to[0] + RADIUS - self.table.width,
            to[1] + RADIUS - self.table.height,
        )
        if out > 0:
            yield Refusal(rule, f"{in_inches(out)} inches over the edge of the table")
        if any(self.table.touched(to, RADIUS)):
            yield Refusal("AEGIS.SETUP.TERRAIN", f"a base at {to_text(to)} touches terrain")
        for _, unit, at in state.on_field:
            if at != own and overlap(to, spot_point(at), RADIUS):
                near = in_inches(ACROSS - distance(to, spot_point(at)))
                reason = f"{unit.name} stands {near} inches too near"
                yield Refusal("AEGIS.SETUP.BOARD", reason)

    def _named(
        self, state: Standing, way: tuple[Point, ...], most: int, over: bool
    ) -> Iterator[Refusal]:
        """Check a way given by its turning points: each straight part must be free unless the unit
        flies.
        """
        for each in way[1:-1]:
            if not self.table.has(each, RADIUS):
                yield Refusal("AEGIS.ADV.MOVE", f"{to_text(each)} is over the edge of the table")
        own = spot_at(way[0])
        yield from self._end(state, own, way[-1], "AEGIS.ADV.MOVE")
        if not over:
            if any(self.table.in_the_way(way, RADIUS)):
                yield Refusal("AEGIS.ADV.MOVE", "terrain is in the way")
            for _, unit, at in state.on_field:
                other = spot_point(at)
                if at != own and any(passes_over(a, b, other, ACROSS) for a, b in pairwise(way)):
                    yield Refusal("AEGIS.ADV.MOVE", f"{unit.name} is in the way")
        far = length(way)
        if far > most * INCH or not far:
            yield _too_long(far, most)

    def straight(self, state: Standing, at: Spot, steps: int, *, over: bool) -> list[Spot]:
        """AEGIS.ADV.LINES: some places in all directions."""
        places = self.around(at, steps)
        return [to for to in places if not any(self.line_refusals(state, at, to, steps, over=over))]

    def line_refusals(
        self, state: Standing, at: Spot, to: Spot, steps: int, *, over: bool
    ) -> Iterator[Refusal]:
        """AEGIS.ADV.LINES: one straight line in any direction."""
        return self._named(state, (spot_point(at), spot_point(to)), steps, over)

    def between(self, a: Spot, b: Spot) -> tuple[Spot, ...]:
        """Only the two ends."""
        return (a,) if a == b else (a, b)

    def line(
        self, state: Standing, start: Spot, towards: Spot, *, beyond: bool, through: bool
    ) -> Iterator[UnitId]:
        """AEGIS.ADV.LINES: every base that the ray from centre to centre touches."""
        if start == towards:
            return
        first, terrain = spot_point(towards), () if through else self.table.terrain
        ray = Ray(spot_point(start), first, terrain)
        standing = {spot_point(at): unit_id for at, unit_id in state.standing.items()}
        for met in ray.pierced(tuple(standing), RADIUS):
            if not beyond or ray.forward(met) > ray.forward(first):
                yield standing[met]

    def bearing(self, origin: Spot, at: Spot) -> tuple[int, int] | None:
        """AEGIS.ADV.LINES: any direction; ties in distance go anticlockwise from the right."""
        here, there = spot_point(origin), spot_point(at)
        if here == there:
            return None
        # Among points at one distance the angle grows as x falls (above the origin) or rises (below
        # it).
        return square(here, there), -there[0] if there[1] >= here[1] else there[0] + 1

    def shove(
        self, state: Standing, origin: Spot, at: Spot, steps: int, *, towards: bool
    ) -> Shoved:
        """AEGIS.ADV.LINES: along the ray until the base touches a base or terrain, or its centre is
        off the table.
        """
        start, source = spot_point(at), spot_point(origin)
        goal = source if towards else (2 * start[0] - source[0], 2 * start[1] - source[1])
        standing = {
            spot_point(there): unit_id for there, unit_id in state.standing.items() if there != at
        }
        found = shove(self.table, RADIUS, start, goal, steps * INCH, tuple(standing))
        struck = None if found.struck is None else standing[found.struck]
        if found.is_off:
            return Shoved(at, off=True)
        return Shoved(spot_at(found.to), struck=struck, left=found.left // INCH)

    def landings(self, state: Standing, foes: Iterable[Spot], away: int) -> list[Spot]:
        """Places two inches apart; if there are none, half an inch apart."""
        far = tuple(foes)
        for step in (2 * INCH, RADIUS):
            places = grid(self.table, step, RADIUS)
            open_to = [at for at in places if not any(self.landing_refusals(state, far, away, at))]
            if open_to:
                return open_to
        return []

    def landing_refusals(
        self, state: Standing, foes: Iterable[Spot], away: int, at: Spot
    ) -> Iterator[Refusal]:
        """AEGIS.PASSIVE.COMBAT-DROP: a free place at that distance from all of these."""
        here = spot_point(at)
        for foe in foes:
            near = away * INCH - gap(here, spot_point(foe), RADIUS)
            if near > 0:
                name = state.units[state.standing[foe]].name
                reason = f"{name} stands {in_inches(near)} inches too near"
                yield Refusal("AEGIS.PASSIVE.COMBAT-DROP", reason)
        yield from self._end(state, None, here, "AEGIS.ADV.MOVE")

    def broken(self, state: Standing) -> Iterator[str]:
        """Bases that overlap each other or terrain, or a centre off the table."""
        standing = [(unit.name, spot_point(at)) for _, unit, at in state.on_field]
        for number, (name, at) in enumerate(standing):
            if not self.table.has_point(at):
                yield f"{name} stands off the table"
            if any(piece.overlaps(at, RADIUS) for piece in self.table.terrain):
                yield f"{name} stands in terrain"
            for other, there in standing[:number]:
                if overlap(at, there, RADIUS):
                    yield f"the bases of {other} and {name} overlap"


def _up(hundredths: int) -> int:
    return -(-hundredths // INCH)


def _too_long(far: int, most: int) -> Refusal:
    if not far:
        return Refusal("AEGIS.ADV.MOVE", "it goes nowhere")
    over = in_inches(far - most * INCH)
    figures = (("inches", in_inches(far)), ("at most", most))
    return Refusal("AEGIS.ADV.MOVE", f"{over} inches too far", figures)


@lru_cache(maxsize=1024)
def _walk(
    table: TableArea, start: Point, most: int, bases: tuple[Point, ...], over: bool
) -> ReachableGround:
    return ReachableGround(table, RADIUS, start, most, bases, over=over)


@lru_cache(maxsize=64)
def _way_round(
    table: TableArea, start: Point, goal: Point, bases: tuple[Point, ...], over: bool
) -> tuple[Point, ...] | None:
    if over:
        return _walk(table, start, distance(start, goal), bases, over).way_to(goal)
    return way_round(table, RADIUS, start, goal, bases)


@cache
def _in_zone(table: TableArea, number: int) -> tuple[Spot, ...]:
    corner = table.opposite_corners()[number]
    across, up = (-1 if at else 1 for at in corner.at)
    steps = range(RADIUS, corner.radius, 3 * RADIUS)
    places = [(corner.at[0] + across * x, corner.at[1] + up * y) for x in steps for y in steps]
    return tuple(
        [spot_at(at) for at in places if corner.holds(at, RADIUS) and table.is_free(at, RADIUS, ())]
    )


@lru_cache(maxsize=4096)
def _around(table: TableArea, at: Spot, steps: int) -> tuple[Spot, ...]:
    here = spot_point(at)
    found = strewn(here, steps * INCH)
    on_table = [each for each in found if each != here and table.has(each, RADIUS)]
    return tuple(dict.fromkeys(map(spot_at, on_table)))
