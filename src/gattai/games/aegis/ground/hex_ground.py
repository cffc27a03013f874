"""AEGIS.MODE.STANDARD: a hexagon of hexes. A length is a number of hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Protocol

from gattai.games.aegis.ground.ground import Figure, Shoved, Spot, Standing, UnitId
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import (
    DISTANCE,
    Hex,
    HexField,
    axis,
    from_text,
    line,
    step,
    to_text,
)
from gattai.tabletop.movement import is_direct, path, reach
from gattai.tabletop.sight import Sight


class Hexes(Protocol):
    """The hexes of a field card."""

    @property
    def radius(self) -> int: ...

    @property
    def hexes(self) -> HexField: ...

    @property
    def walls(self) -> Mapping[Hex, None]: ...

    @property
    def sight(self) -> Sight: ...

    @property
    def zones(self) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        """The starting zones of red and blue."""
        ...

    def near(self, at: Hex, radius: int) -> tuple[Hex, ...]:
        """The hexes within this many steps."""
        ...

    def around(self, at: Hex, steps: int) -> tuple[Hex, ...]:
        """The hexes that this many steps might lead to."""
        ...


class HexGround:
    """The standard mode: see `Ground`."""

    is_countable = True

    def __init__(self, field: Hexes) -> None:
        self.field = field
        self.hexes, self.walls = field.hexes, field.walls
        self.sees = field.sight.sees
        self.near, self.around = field.near, field.around
        self.text, self.read = to_text, from_text

    @property
    def spots(self) -> tuple[Spot, ...]:
        return self.hexes.cells

    def gap(self, a: Spot, b: Spot) -> int:
        """AEGIS.HEX.GEOMETRY: the number of steps between two hexes."""
        return DISTANCE[b - a]

    def away(self, a: Spot, b: Spot) -> Figure:
        return "hexes away", DISTANCE[b - a]

    def too_far(self, a: Spot, b: Spot, reach: int) -> str:
        """Empty: hexes can be counted at a glance."""
        return ""

    def zone(self, seat: Seat) -> tuple[Spot, ...]:
        """The hexes of the zone without terrain."""
        return self.field.zones[seat]

    def zone_refusals(self, state: Standing, seat: Seat, at: Spot) -> Iterator[Refusal]:
        """AEGIS.SETUP.PLACEMENT: only free hexes of the own zone."""
        if at in self.walls:
            yield Refusal("AEGIS.SETUP.TERRAIN", f"{to_text(at)} is terrain")
        elif at not in self.field.zones[seat]:
            rule = "AEGIS.SETUP.PLACEMENT"
            yield Refusal(rule, f"{to_text(at)} is not in the own starting zone")
        elif at in state.standing:
            standing = state.units[state.standing[at]].name
            yield Refusal("AEGIS.SETUP.BOARD", f"{standing} stands on {to_text(at)}")

    def covers(self, at: Spot, steps: int) -> tuple[Spot, ...]:
        """Empty, because all hexes are listed."""
        return ()

    def apart(self, at: Spot, other: Spot, far: int, *, beyond: bool = False) -> Spot | None:
        """None, because all hexes are listed."""
        return None

    def towards(self, at: Spot, other: Spot, steps: int) -> Spot | None:
        """None, because all hexes are listed."""
        return None

    def ways(
        self, state: Standing, at: Spot, steps: int, *, over: bool, also: Iterable[Spot] = ()
    ) -> Mapping[Spot, int]:
        """AEGIS.MOVE.BASIC: the hexes in reach, cached for each state.

        Includes its own hex if the unit can step out and back.
        """
        key = (at, steps, over)
        found = state.found_ways.get(key)
        if found is None:
            found = state.found_ways[key] = self._ways(state, at, steps, over)
        return found

    def _ways(self, state: Standing, at: Spot, steps: int, over: bool) -> dict[Spot, int]:
        taken = (*self.walls, *state.standing)
        if over:
            found = reach(self.hexes, at, steps, passable=taken)
            out_and_back = steps >= 2 and bool(self.hexes.neighbours[at])
        else:
            found = reach(self.hexes, at, steps, blocked=taken)
            out_and_back = steps >= 2 and len(found) > 1
        del found[at]
        if out_and_back:
            found[at] = 2
        return found

    def outline(self, state: Standing, at: Spot, steps: int, *, over: bool) -> tuple[Spot, ...]:
        """Empty, because all hexes are listed."""
        return ()

    def length(
        self, state: Standing, at: Spot, to: Spot, by: tuple[Spot, ...], most: int, *, over: bool
    ) -> int | None:
        """The number of steps. The search for a shortest way runs only if no straight way is free."""
        if by:
            way = (*by, to)
            return None if any(self._named(state, at, way, most, over)) else len(way)
        away = DISTANCE[to - at]
        if away > most:
            return None
        if away and is_direct(at, to, self.hexes.index, state.standing, self.walls):
            return away
        return self.ways(state, at, most, over=over).get(to)

    def way(
        self, state: Standing, at: Spot, to: Spot, most: int, *, over: bool
    ) -> tuple[Spot, ...]:
        taken = [h for h in (*self.walls, *state.standing) if h != at]
        found = (
            path(self.hexes, at, to, passable=taken)
            if over
            else path(self.hexes, at, to, blocked=taken)
        )
        return () if found is None else tuple(found.hexes)

    def way_refusals(
        self, state: Standing, at: Spot, to: Spot, by: tuple[Spot, ...], most: int, *, over: bool
    ) -> Iterator[Refusal]:
        """AEGIS.MOVE.BASIC, AEGIS.SETUP.TERRAIN, AEGIS.SETUP.BOARD: why a move cannot end there."""
        if by:
            yield from self._named(state, at, (*by, to), most, over)
            return
        if self.length(state, at, to, by, most, over=over) is not None:
            return
        nobody_ends_there = tuple(self._end(state, at, to))
        if nobody_ends_there:
            yield from nobody_ends_there
            return
        figures = (self.away(at, to), ("steps", most))
        yield Refusal("AEGIS.MOVE.BASIC", f"no way to {to_text(to)} is short enough", figures)

    def _end(self, state: Standing, own: Spot, to: Spot) -> Iterator[Refusal]:
        if to not in self.hexes:
            yield Refusal("AEGIS.MOVE.BASIC", f"{to_text(to)} is not on the battlefield")
        elif to in self.walls:
            yield Refusal("AEGIS.SETUP.TERRAIN", f"{to_text(to)} is terrain")
        elif to != own and to in state.standing:
            standing = state.units[state.standing[to]].name
            yield Refusal("AEGIS.SETUP.BOARD", f"{standing} stands on {to_text(to)}")

    def _named(
        self, state: Standing, own: Spot, way: tuple[Spot, ...], most: int, over: bool
    ) -> Iterator[Refusal]:
        """Check each hex of a named way in order: on the field, adjacent to the last, and free
        unless the unit flies.
        """
        at = own
        for number, hexagon in enumerate(way, 1):
            if DISTANCE[hexagon - at] != 1:
                touching = f"{to_text(at)} and {to_text(hexagon)} do not touch"
                yield Refusal("AEGIS.MOVE.BASIC", touching)
                return
            if number == len(way) or not over or hexagon not in self.hexes:
                yield from self._end(state, own, hexagon)
            at = hexagon
        if len(way) > most:
            figures = (("hexes", len(way)), ("steps", most))
            yield Refusal("AEGIS.MOVE.BASIC", "the way is too long", figures)

    def straight(self, state: Standing, at: Spot, steps: int, *, over: bool) -> list[Spot]:
        """AEGIS.HEX.AXIS: along the six axes, up to the first occupied hex unless the unit flies."""
        found: list[Spot] = []
        for direction in range(6):
            for n in range(1, steps + 1):
                ahead = Hex(step(at, direction, n))
                if ahead not in self.hexes:
                    break
                taken = ahead in self.walls or ahead in state.standing
                if taken and not over:
                    break
                if not taken:
                    found.append(ahead)
        return found

    def line_refusals(
        self, state: Standing, at: Spot, to: Spot, steps: int, *, over: bool
    ) -> Iterator[Refusal]:
        """AEGIS.HEX.AXIS: why the hex is not among those of `straight`."""
        if to not in self.straight(state, at, steps, over=over):
            yield Refusal("AEGIS.HEX.AXIS", f"no straight line leads to {to_text(to)}")

    def between(self, a: Spot, b: Spot) -> tuple[Spot, ...]:
        """The hexes of the straightest way, without those off the field."""
        return tuple([h for h in line(a, b) if h in self.hexes])

    def line(
        self, state: Standing, start: Spot, towards: Spot, *, beyond: bool, through: bool
    ) -> Iterator[UnitId]:
        """AEGIS.HEX.AXIS: the units along an axis; empty for other directions."""
        direction = axis(start, towards)
        if direction is None:
            return
        first = DISTANCE[towards - start] + 1 if beyond else 1
        for n in count(first):
            hexagon = Hex(step(start, direction, n))
            if hexagon not in self.hexes or (hexagon in self.walls and not through):
                return
            if hexagon in state.standing:
                yield state.standing[hexagon]

    def bearing(self, origin: Spot, at: Spot) -> tuple[int, int] | None:
        """AEGIS.HEX.AXIS: only along an axis."""
        direction = axis(origin, at)
        return None if direction is None else (DISTANCE[at - origin], direction)

    def shove(
        self, state: Standing, origin: Spot, at: Spot, steps: int, *, towards: bool
    ) -> Shoved:
        """Move hex by hex up to the first occupied one."""
        direction = axis(origin, at)
        assert direction is not None
        if towards:
            direction = (direction + 3) % 6
        for made in range(steps):
            ahead = Hex(step(at, direction))
            if ahead not in self.hexes:
                return Shoved(at, off=True)
            if ahead in self.walls or ahead in state.standing:
                struck = state.standing.get(ahead)
                return Shoved(at, struck=struck, left=steps - made)
            at = ahead
        return Shoved(at)

    def landings(self, state: Standing, foes: Iterable[Spot], away: int) -> list[Spot]:
        far = tuple(foes)
        return [
            cell
            for cell in self.hexes.cells
            if cell not in state.standing
            and cell not in self.walls
            and all(DISTANCE[cell - foe] >= away for foe in far)
        ]

    def landing_refusals(
        self, state: Standing, foes: Iterable[Spot], away: int, at: Spot
    ) -> Iterator[Refusal]:
        """Why the hex is not among the landings."""
        if at not in self.landings(state, foes, away):
            rule = "AEGIS.PASSIVE.COMBAT-DROP"
            yield Refusal(rule, f"{to_text(at)} is not free, or too near to an enemy")

    def broken(self, state: Standing) -> Iterator[str]:
        """Two units on one hex, a unit on terrain or off the field."""
        standing = [at for _, _, at in state.on_field]
        if len({*standing}) != len(standing):
            yield "two units stand on one hex"
        for _, unit, at in state.on_field:
            if at not in self.hexes or at in self.walls:
                yield f"{unit.name} stands where nobody can"
