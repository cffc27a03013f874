"""What binds the active unit: its Challenge, and Return Fire.

MS.CHALLENGE.DUTY: Challengers end their turns nearer to each other and in sight, if they can. A duty is lost from sight in many ways: by turning in place, by an Accelerate, by a first move that the
second cannot make good. So every step is judged by whether the Move Actions left can still fulfil it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gattai.games.mechastellar.course.movement import reach
from gattai.games.mechastellar.figures import challengers, is_free_of_closest, max_move
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.games.mechastellar.strike.aiming import target_refusals, use_refusals
from gattai.kernel.rulebook import Refusal
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


def away_from_challenger() -> Refusal:
    """MS.CHALLENGE.DUTY: why a Challenger may not go there."""
    reason = "it could not end its turn closer to its Challenger, in sight"
    return Refusal("MS.CHALLENGE.DUTY", reason)


def closing_refusals(state: State, act: Act) -> Iterator[Refusal]:
    """MS.CHALLENGE.DUTY: it ends nearer to its Challenger and in sight, as far as it can still move."""
    if nearer_moves(state, act):
        name = state.units[challengers(state, act.unit)[0]].name
        yield Refusal("MS.CHALLENGE.DUTY", f"it has to end closer to {name}, in sight")


def bound_targets(state: State, act: Act) -> tuple[UnitId, ...] | None:
    """MS.RETURNFIRE.ATTACK: the targets among which a unit has to choose; None if it is free.

    The aggressor, if it can be attacked, or the closest that can.
    """
    if (
        act.aggressor is None
        or act.has_struck
        or is_free_of_closest(state.rules, state.units[act.unit])
    ):
        return None
    if challengers(state, act.unit):
        return None
    known: tuple[UnitId, ...] | None = state.found.get("bound")
    if known is not None:
        return known
    unit = state.units[act.unit]
    assert unit.at is not None
    able = [foe for foe, _, _ in state.foes(unit.seat) if _can_attack(state, act, foe)]
    far = {foe: DISTANCE[at - unit.at] for foe, _, at in state.foes(unit.seat)}
    least = min((far[foe] for foe in able), default=0)
    known = tuple(foe for foe in able if far[foe] == least or foe == act.aggressor)
    first = state.rules.return_fire.target == "aggressor_first"
    if (first or state.rulings.rf_target == "aggressor") and act.aggressor in able:
        known = (act.aggressor,)
    state.found["bound"] = known
    return known


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
    """MS.RETURNFIRE.ATTACK: it has to be one of those."""
    bound = bound_targets(state, act)
    if bound and target not in bound:
        yield Refusal(
            "MS.RETURNFIRE.ATTACK", "Return Fire goes to the aggressor or to the closest target"
        )


def must_attack(state: State, act: Act) -> Iterator[Refusal]:
    """MS.RETURNFIRE.ATTACK: while it could attack, it may not do otherwise with its Combat Action."""
    if act.combat > 0 and bound_targets(state, act):
        yield Refusal("MS.RETURNFIRE.ATTACK", "Return Fire: it has to attack")
