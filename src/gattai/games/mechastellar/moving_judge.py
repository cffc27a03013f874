"""Why the active unit may not move as it would like to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.course.duty import nearer_moves, strays
from gattai.games.mechastellar.course.momentum import eased
from gattai.games.mechastellar.course.movement import can_stand, disengagements, reach
from gattai.games.mechastellar.figures import (
    elevation,
    engaging,
    flies,
    max_move,
    moves_by_heading,
    resource,
    swims,
)
from gattai.games.mechastellar.ground import FACINGS, turn_between
from gattai.games.mechastellar.keywords.registry import has, highest
from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import DISTANCE, Hex, to_text


def moving_refusals(state: State, act: Act, action: Any) -> Iterator[Refusal]:
    """Move, Rotate, Spin, Surface, Disengage."""
    unit = state.units[act.unit]
    match action:
        case do.Move():
            yield from _move(state, act, unit, action)
        case do.Rotate(facing=facing):
            yield from _moves_left(act)
            yield from _facing(unit, facing)
            if act.moves > 0 and unit.at is not None:
                kept = act.moves == 1 and nearer_moves(state, act)
                if kept or strays(state, act, unit.at, act.moves - 1):
                    yield Refusal("MS.CHALLENGE.DUTY", "it needs the move to get to its Challenger")
        case do.Spin(facing=facing):
            yield from _spin(state, act, unit, facing)
        case do.Surface():
            yield from _moves_left(act)
            if not unit.submerged:
                yield Refusal("MS.WATER.SUBMERGED", f"{unit.name} is not under water")
            elif not swims(unit):
                yield Refusal("MS.WATER.SUBMERGED", f"{unit.name} can neither swim nor fly")
        case do.Disengage():
            yield from _disengage(state, act, unit, action)


def _moves_left(act: Act) -> Iterator[Refusal]:
    if act.moves < 1:
        yield Refusal("MS.ACT.ACTIONS", "no Move Action left")


def _facing(unit: Unit, facing: int) -> Iterator[Refusal]:
    if facing not in FACINGS:
        yield Refusal("MS.HEX.GRID", "a facing is a number from 0 to 5")
    elif facing == unit.facing:
        yield Refusal("MS.MOVE.ROTATE", f"{unit.name} faces there already")


def _move(state: State, act: Act, unit: Unit, action: do.Move) -> Iterator[Refusal]:
    """MS.MOVE.DISTANCE; MS.WATER.MOVE: who swims may choose to dive where it stops in deep water."""
    yield from _moves_left(act)
    ways = reach(state, act.unit)
    if action.to not in ways:
        yield from _why_not_there(state, act.unit, unit, action.to)
    elif action.submerge != unit.submerged:
        can_dive = has(unit, "swims") and not flies(unit) and action.to in state.ground.water
        if unit.submerged or not can_dive:
            yield Refusal("MS.WATER.MOVE", f"{unit.name} cannot dive there")
    if act.moves == 1 and action.to in ways:
        wanted = nearer_moves(state, act)
        if wanted and action.to not in wanted:
            yield Refusal("MS.CHALLENGE.DUTY", "its last move has to bring it to its Challenger")
            return
    if act.moves > 0 and action.to in ways and strays(state, act, action.to, act.moves - 1):
        yield away_from_challenger()


def _why_not_there(state: State, unit_id: UnitId, unit: Unit, to: Hex) -> Iterator[Refusal]:
    """The nearest reason why a move cannot end on a hex."""
    assert unit.at is not None
    if to == unit.at:
        yield Refusal("MS.MOVE.DISTANCE", f"{unit.name} stands there")
        return
    if to not in state.ground.field.hexes:
        yield Refusal("MS.HEX.OCCUPANCY", f"{to_text(to)} is off the board")
        return
    if not can_stand(state, unit, to):
        rule = "MS.WATER.MOVE" if to in state.ground.water else "MS.HEX.OCCUPANCY"
        yield Refusal(rule, f"{unit.name} cannot end on {to_text(to)}")
        return
    far, most = DISTANCE[to - unit.at], max_move(state, unit)
    if far > most:
        yield Refusal("MS.MOVE.DISTANCE", "too far", (("hexes", far), ("Move", most)))
    elif engaging(state, unit_id):
        yield Refusal("MS.ENGAGE.STRAFE", f"{unit.name} is engaged and has to stay in contact")
    elif moves_by_heading(unit):
        yield Refusal("MS.MOVE.WARSHIP", f"{unit.name} goes straight ahead, not into its rear arc")
    elif state.ground.levels.get(to, 0) > elevation(state, unit):
        yield Refusal("MS.HIGH.CLIMB", "a climb begins beside the piece and takes 4 in a level")
    elif to in state.ground.thickets:
        yield Refusal("MS.OBSCURE.INSIDE", "entering takes a Move Action from the hex beside it")
    elif elevation(state, unit):
        yield Refusal("MS.HIGH.DROP", "coming down takes a Move Action, or Momentum")
    else:
        yield Refusal("MS.ENGAGE.ZONE", "there is no way there within its Move")


def _spin(state: State, act: Act, unit: Unit, facing: int) -> Iterator[Refusal]:
    """MS.MOVE.FREE-SPIN: one, after the first Move Action and before the second."""
    yield from _facing(unit, facing)
    most = state.rules.turn.free_spins
    if moves_by_heading(unit) and not state.rules.warship_move.free_spin:
        helm = highest(unit, "spins_by")
        if not helm:
            yield Refusal("MS.MOVE.WARSHIP", f"{unit.name} has no Free Spin")
        elif facing in FACINGS and turn_between(facing, unit.facing) > helm:
            yield Refusal("MS.MOVE.WARSHIP", "too far a turn", (("most", helm),))
    if act.moved != 1 or act.spins >= most:
        yield Refusal("MS.MOVE.FREE-SPIN", "a Free Spin follows the first Move Action, once")


def _disengage(state: State, act: Act, unit: Unit, action: do.Disengage) -> Iterator[Refusal]:
    """MS.ENGAGE.DISENGAGE: for Momentum, by a Move Action or an Accelerate."""
    rule = "MS.ENGAGE.DISENGAGE"
    held = engaging(state, act.unit)
    if not held:
        yield Refusal(rule, f"{unit.name} is not engaged")
        return
    if action.by == "move":
        yield from _moves_left(act)
    elif action.by == "action":
        if act.combat < 1:
            yield Refusal("MS.ACT.ACTIONS", "no Combat Action left")
    elif resource(unit) not in ("boost", "power") or not unit.points:
        yield Refusal("MS.ACCEL.RESOURCE", "no Boost or Power left")
    cost = eased(state, act.unit, state.rules.engage.disengage_cost_per_enemy * len(held))
    have = state.momentum[unit.seat]
    if cost > have:
        yield Refusal(rule, "not enough Momentum", (("price", cost), ("momentum", have)))
    if action.to not in disengagements(state, act.unit, flying=action.by != "move"):
        yield Refusal(rule, f"{to_text(action.to)} is not 4 in away and out of engagement")
    moves = act.moves - int(action.by == "move")
    if strays(state, act, action.to, moves, flying=action.by != "move"):
        yield away_from_challenger()


def away_from_challenger() -> Refusal:
    """MS.CHALLENGE.DUTY: why a Challenger may not go there."""
    reason = "it could not end its turn closer to its Challenger, in sight"
    return Refusal("MS.CHALLENGE.DUTY", reason)
