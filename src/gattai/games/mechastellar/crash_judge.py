"""Why a Crash may not be made: its price, its targets, and the way through them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.course.movement import can_stand, formation, zones
from gattai.games.mechastellar.figures import elevation, engaging, flies, max_move
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.state import Act, State, UnitId
from gattai.games.mechastellar.strike.aiming import target_refusals, weapon_refusals
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import DISTANCE, Hex, to_text


def crash_refusals(state: State, act: Act, action: do.Crash) -> Iterator[Refusal]:
    """MS.CRASH.ACTION: a Combat and a Move Action, through up to two, ending on free ground."""
    rule = "MS.CRASH.ACTION"
    unit = state.units[act.unit]
    weapon = unit.find_weapon(action.weapon)
    if weapon is None or not says(weapon, "rams"):
        yield Refusal(rule, "only a weapon with Crash attacks along a move")
        return
    yield from weapon_refusals(state, act.unit, weapon)
    if act.combat < 1:
        yield Refusal("MS.ACT.ACTIONS", "not enough Combat Actions", (("left", act.combat),))
    if act.moves < 1:
        yield Refusal("MS.ACT.ACTIONS", "no Move Action left")
    struck = len(action.targets) + len(action.pieces)
    if not 1 <= struck <= state.rules.crash.max_targets:
        yield Refusal(rule, "a crash takes one or two targets", (("targets", struck),))
        return
    if len({*action.targets}) + len({*action.pieces}) < struck:
        yield Refusal(rule, "the same target cannot be crashed into twice in one move")
        return
    places: list[Hex] = []
    for target in action.targets:
        against = target_refusals(state, act.unit, weapon, target, "direct")
        ranged = ("MS.RANGE.MEASURE", "MS.LOS.NEED")
        kept = [each for each in against if each.rule not in ranged]
        at = state.units[target].at if 0 <= target < len(state.units) else None
        if kept or at is None:
            yield kept[0] if kept else Refusal(rule, "there is no such target")
            return
        places.append(at)
    for piece in action.pieces:
        card = state.ground.terrain.get(piece)
        if card is None or not card.destructible:
            yield Refusal("MS.TERRAIN.DIRECT", f"nothing to destroy on {to_text(piece)}")
            return
        places.append(piece)
    yield from _way(state, act.unit, action.targets, tuple(places), action.to)


def _way(
    state: State, unit_id: UnitId, targets: tuple[UnitId, ...], places: tuple[Hex, ...], to: Hex
) -> Iterator[Refusal]:
    rule, unit = "MS.CRASH.ACTION", state.units[unit_id]
    assert unit.at is not None
    steps = sum(DISTANCE[b - a] for a, b in pairwise((unit.at, *places, to)))
    most = max_move(state, unit)
    if steps > most:
        yield Refusal(rule, "too far to crash", (("hexes", steps), ("Move", most)))
    elif to not in crash_ends(state, unit_id, targets, places):
        if any(foe not in targets for foe in engaging(state, unit_id)):
            reason = f"{unit.name} is engaged by others than it crashes into"
            yield Refusal("MS.ENGAGE.STRAFE", reason)
        else:
            yield Refusal(rule, "the way leads past enemies that it does not crash into")
    if to in state.standing or not can_stand(state, unit, to):
        yield Refusal(rule, f"nobody can end on {to_text(to)}")
    elif not flies(unit) and state.ground.levels.get(to, 0) > elevation(state, unit):
        yield Refusal("MS.HIGH.CLIMB", "a crash does not climb")
    elif unit_id in state.squads and not formation(state, unit_id, to, most):
        yield Refusal("MS.SQUAD.COHESION", "its squad does not find room beside it")


def crash_ends(
    state: State, unit_id: UnitId, targets: tuple[UnitId, ...], places: tuple[Hex, ...]
) -> dict[Hex, int]:
    """Where a Crash through these can end, with the hexes of movement it takes.

    MS.CRASH.ACTION: it passes through its targets and through terrain. MS.HEX.OCCUPANCY,
    MS.ENGAGE.STRAFE: other enemies stop and hold it as in any move.
    """
    known: dict[Hex, int] | None = state.found.get(("crash", unit_id, targets, places))
    if known is not None:
        return known
    unit = state.units[unit_id]
    assert unit.at is not None
    most, at, done = max_move(state, unit), unit.at, 0
    known = {}
    for place in places:
        leg = _leg(state, unit_id, targets, at, most - done)
        if place not in leg:
            break
        at, done = place, done + leg[place]
    else:
        leg = _leg(state, unit_id, targets, at, most - done)
        known = {h: done + steps for h, steps in leg.items()}
    state.found["crash", unit_id, targets, places] = known
    return known


def _leg(
    state: State, unit_id: UnitId, targets: tuple[UnitId, ...], start: Hex, most: int
) -> dict[Hex, int]:
    """The hexes that can be got to from here, and with how many steps."""
    seat, zone, standing = state.units[unit_id].seat, zones(state, unit_id), state.standing
    neighbours = state.ground.field.hexes.neighbours
    found = {start: 0}
    edge = [start]
    for steps in range(1, most + 1):
        after: list[Hex] = []
        for h in edge:
            held = [foe for foe in zone.get(h, ()) if foe not in targets]
            for near in neighbours[h]:
                there = standing.get(near)
                model = None if there is None else state.units[there]
                hostile = model is not None and model.seat != seat and model.leader not in targets
                if near in found or hostile:
                    continue
                if any(foe not in zone.get(near, ()) for foe in held):
                    continue
                found[near] = steps
                after.append(near)
        edge = after
    return found
