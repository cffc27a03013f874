"""MS.CHALLENGE.DUTY: Challengers end their turns nearer to each other and in sight, if they can.

A duty is lost from sight in many ways: by turning in place, by an Accelerate, by a first move that the
second cannot make good. So every step is judged by whether the Move Actions left can still fulfil it.
"""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.mechastellar.course.movement import reach
from gattai.games.mechastellar.figures import challengers, max_move
from gattai.games.mechastellar.state import Act, State, Unit
from gattai.tabletop.hexes import DISTANCE, Hex


class Duty:
    """How the active unit stands to its Challengers; it lives and dies with one table."""

    def __init__(self, state: State, act: Act, spots: list[Hex]) -> None:
        self.state = state
        self.act = act
        self.spots = spots
        self.start = min(DISTANCE[at - act.start] for at in spots)
        self.unit: Unit = state.units[act.unit]

    def far(self, at: Hex) -> int:
        """Hexes to the nearest Challenger."""
        return min(DISTANCE[spot - at] for spot in self.spots)

    def holds(self, at: Hex) -> bool:
        """Whether a turn may end here: nearer than it began, and in sight."""
        ground = self.state.ground
        high = ground.levels.get(at, 0)
        return any(
            DISTANCE[spot - at] < self.start
            and ground.sees(at, high, spot, ground.levels.get(spot, 0))
            for spot in self.spots
        )

    def can_hold(self, at: Hex, moves: int, flying: bool = False) -> bool:
        """Whether it is fulfilled here, or can be with so many Move Actions from here."""
        known: dict[tuple[Hex, int, bool], bool] = self.state.found.setdefault("can hold", {})
        found = known.get((at, moves, flying))
        if found is None:
            found = known[at, moves, flying] = self._can_hold(at, moves, flying)
        return found

    def _can_hold(self, at: Hex, moves: int, flying: bool) -> bool:
        if self.holds(at):
            return True
        if moves < 1 or self.far(at) - moves * max_move(self.state, self.unit) >= self.start:
            return False
        ends = self._reach(at, flying)
        return any(map(self.holds, ends)) or (
            moves > 1 and any(self.can_hold(h, moves - 1, flying) for h in ends)
        )

    def _reach(self, at: Hex, flying: bool) -> list[Hex]:
        if at == self.unit.at and not flying:
            return [*reach(self.state, self.act.unit)]
        effects = (*self.unit.effects, ("fly", 1)) if flying else self.unit.effects
        there = replace(self.unit, at=at, effects=effects)
        return [*reach(self.state.with_unit(self.act.unit, there), self.act.unit)]


def duty_of(state: State, act: Act) -> Duty | None:
    """What binds the active unit; None if nobody does, or while it is under water."""
    if not state.challenge and not state.revenge:
        return None
    unit = state.units[act.unit]
    places = [state.units[foe].at for foe in challengers(state, act.unit)]
    spots = [at for at in places if at is not None]
    if not spots or unit.at is None or unit.submerged:
        return None
    return Duty(state, act, spots)


def nearer_moves(state: State, act: Act) -> dict[Hex, None]:
    """Where a Challenger has to go with its next move; nothing if it need not.

    To where it can end its turn as it has to; if no move leads there, as near as possible.
    """
    duty = duty_of(state, act)
    if duty is None or act.moves < 1:
        return {}
    known: dict[Hex, None] | None = state.found.get(("nearer", act.moves))
    if known is None:
        known = state.found["nearer", act.moves] = _nearer(state, act, duty)
    return known


def _nearer(state: State, act: Act, duty: Duty) -> dict[Hex, None]:
    at = state.units[act.unit].at
    assert at is not None
    if duty.holds(at):
        return {}
    ends = reach(state, act.unit)
    good = [h for h in ends if duty.holds(h)]
    if not good and act.moves > 1:
        good = [h for h in ends if duty.can_hold(h, act.moves - 1)]
    if good:
        return dict.fromkeys(good)
    now, least = duty.far(at), min(map(duty.far, ends), default=99)
    return {} if least >= now else dict.fromkeys(h for h in ends if duty.far(h) == least)


def strays(state: State, act: Act, to: Hex, moves: int, *, flying: bool = False) -> bool:
    """Whether ending there, with so many Move Actions left, gives up what could be fulfilled.

    Where it cannot be fulfilled at all, nothing but a last step away from the Challenger does.
    """
    duty = duty_of(state, act)
    at = state.units[act.unit].at
    if duty is None or at is None or to not in state.ground.field.hexes:
        return False
    if duty.can_hold(at, act.moves):
        return not duty.can_hold(to, moves, flying)
    return moves < 1 and duty.far(to) > duty.far(at)
