"""The duties of the active unit: its Challenge, and Return Fire.

MS.CHALLENGE.DUTY: Challengers end their turns nearer to each other and in sight, if they can. Many
steps can make that impossible: a turn in place, an Accelerate, a first move that the second cannot
correct. So every step is checked for whether the remaining Move Actions can still fulfil the duty.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gattai.games.mechastellar.attack.aiming import target_refusals, use_refusals
from gattai.games.mechastellar.figures import challengers, is_free_of_closest, max_move
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.phases.movement import reach
from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import DISTANCE, Hex


class Duty:
    """The active unit's duty to its Challengers; computed for one state."""

    def __init__(self, state: State, act: Act, spots: list[Hex]) -> None:
        self.state = state
        self.act = act
        self.spots = spots
        self.start = min(DISTANCE[at - act.start] for at in spots)
        self.unit: Unit = state.units[act.unit]

    def far(self, at: Hex) -> int:
        """The distance in hexes to the nearest Challenger."""
        return min(DISTANCE[spot - at] for spot in self.spots)

    def holds(self, at: Hex) -> bool:
        """Return whether a turn may end here: nearer than it began, and in sight."""
        ground = self.state.ground
        high = ground.levels.get(at, 0)
        return any(
            DISTANCE[spot - at] < self.start
            and ground.sees(at, high, spot, ground.levels.get(spot, 0))
            for spot in self.spots
        )

    def can_hold(self, at: Hex, moves: int, flying: bool = False) -> bool:
        """Whether the duty is fulfilled here, or can be with this many Move Actions from here."""
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
    """The duty of the active unit; None if it has none or is under water."""
    if not state.challenge and not state.revenge:
        return None
    unit = state.units[act.unit]
    places = [state.units[foe].at for foe in challengers(state, act.unit)]
    spots = [at for at in places if at is not None]
    if not spots or unit.at is None or unit.submerged:
        return None
    return Duty(state, act, spots)


def nearer_moves(state: State, act: Act) -> dict[Hex, None]:
    """The hexes a Challenger must choose from with its next move; None if it is free.

    From there it can end its turn as required; if no move allows that, the hexes as near as
    possible.
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
    """Whether ending there, with this many Move Actions left, gives up a duty that could be
    fulfilled.

    If it cannot be fulfilled at all, only a last step away from the Challenger counts.
    """
    duty = duty_of(state, act)
    at = state.units[act.unit].at
    if duty is None or at is None or to not in state.ground.field.hexes:
        return False
    if duty.can_hold(at, act.moves):
        return not duty.can_hold(to, moves, flying)
    return moves < 1 and duty.far(to) > duty.far(at)


def away_from_challenger() -> Refusal:
    """MS.CHALLENGE.DUTY: why a Challenger may not go there."""
    reason = "it could not end its turn closer to its Challenger, in sight"
    return Refusal("MS.CHALLENGE.DUTY", reason)


def closing_refusals(state: State, act: Act) -> Iterator[Refusal]:
    """MS.CHALLENGE.DUTY: the unit must end nearer to its Challenger and in sight, if its moves
    allow it.
    """
    if nearer_moves(state, act):
        name = state.units[challengers(state, act.unit)[0]].name
        yield Refusal("MS.CHALLENGE.DUTY", f"it has to end closer to {name}, in sight")


def bound_targets(state: State, act: Act) -> tuple[UnitId, ...] | None:
    """MS.RETURNFIRE.ATTACK: the targets from which a unit has to choose; None if it is free.

    The aggressor, if it can be attacked, or the closest that can.
    """
    if not _returns_fire(state, act):
        return None
    known: tuple[UnitId, ...] | None = state.found.get("bound")
    if known is not None:
        return known
    unit = state.units[act.unit]
    assert unit.at is not None
    far = {
        foe: DISTANCE[at - unit.at]
        for foe, _, at in state.foes(unit.seat)
        if _can_attack(state, act, foe)
    }
    least = min(far.values(), default=0)
    known = tuple(foe for foe in far if far[foe] == least or foe == act.aggressor)
    first = state.rules.return_fire.target == "aggressor_first"
    if (first or state.rulings.rf_target == "aggressor") and act.aggressor in far:
        known = (act.aggressor,)
    state.found["bound"] = known
    return known


def _returns_fire(state: State, act: Act) -> bool:
    """MS.RETURNFIRE.ATTACK: whether the unit was attacked, and is neither exempt nor a Challenger."""
    if act.aggressor is None or act.has_struck:
        return False
    if is_free_of_closest(state.rules, state.units[act.unit]):
        return False
    return not challengers(state, act.unit)


def _can_attack(state: State, act: Act, target: UnitId) -> bool:
    for weapon in state.units[act.unit].card.weapon:
        if says(weapon, "rams"):
            continue
        if next(use_refusals(state, act, weapon, target), None) is not None:
            continue
        for how in ("direct", "indirect"):
            if next(target_refusals(state, act.unit, weapon, target, how), None) is None:
                return True
    return False


def return_fire(state: State, act: Act, target: UnitId) -> Iterator[Refusal]:
    """MS.RETURNFIRE.ATTACK: the target has to be one of those."""
    bound = bound_targets(state, act)
    if bound and target not in bound:
        yield Refusal(
            "MS.RETURNFIRE.ATTACK", "Return Fire goes to the aggressor or to the closest target"
        )


def must_attack(state: State, act: Act) -> Iterator[Refusal]:
    """MS.RETURNFIRE.ATTACK: if it can attack, it may not use its Combat Action otherwise."""
    if act.combat > 0 and bound_targets(state, act):
        yield Refusal("MS.RETURNFIRE.ATTACK", "Return Fire: it has to attack")
