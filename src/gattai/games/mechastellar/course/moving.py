"""What follows from moves: Move Actions, turns, Accelerates, Disengage, and a squad that follows."""

from __future__ import annotations

from gattai.games.mechastellar.actions import Accelerate, Disengage, Follow, Move
from gattai.games.mechastellar.course.momentum import Stance, pay_eased, shift
from gattai.games.mechastellar.course.movement import following, heading_to, reach
from gattai.games.mechastellar.events.flow import UnitFaced
from gattai.games.mechastellar.events.turn import (
    ActionsSpent,
    UnitAccelerated,
    UnitMoved,
    UnitSpun,
)
from gattai.games.mechastellar.figures import engaging, flies, is_ship, max_move, moves_by_heading
from gattai.games.mechastellar.state import State, UnitId
from gattai.games.mechastellar.strike.destruction import destroy_fallen, forced_saves
from gattai.kernel.question import Choose, Steps
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Table
from gattai.tabletop.hexes import Hex, line


def move(table: Table[State], unit_id: UnitId, action: Move) -> Steps[None]:
    """MS.MOVE.DISTANCE: one Move Action; the facing stays, except for ships and aircraft."""
    state = table.state
    before = Stance(state, unit_id)
    _, fee = reach(state, unit_id)[action.to]
    table.happens(ActionsSpent(rule="MS.ACT.ACTIONS", moves=1, why="Move Action"))
    if fee or _drops_far(state, unit_id, action.to):
        cost = state.rules.high_ground.drop_cost_m
        pay_eased(table, unit_id, cost, "coming down", "MS.HIGH.DROP")
    steps = max(1, max_move(state, state.units[unit_id]))
    yield from go(
        table, unit_id, action.to, "MS.MOVE.DISTANCE", "moves", dives=action.submerge, steps=steps
    )
    shift(table, unit_id, before)
    yield from _collide(table, unit_id, before.at, action.to)


def _drops_far(state: State, unit_id: UnitId, to: Hex) -> bool:
    """A drop whose fee an order has lowered to nothing still uses the order."""
    unit = state.units[unit_id]
    if unit.at is None or flies(unit) or not unit.orders:
        return False
    levels = state.ground.levels
    price, _ = reach(state, unit_id)[to]
    return levels.get(unit.at, 0) > levels.get(to, 0) and price > 1


def go(
    table: Table[State],
    unit_id: UnitId,
    to: Hex,
    rule: RuleId,
    why: str,
    *,
    dives: bool = False,
    steps: int = 1,
) -> Steps[None]:
    """A unit goes to a hex; the members of a squad follow one by one (MS.SQUAD.COHESION).

    MS.MOVE.WARSHIP: ships and aircraft face where they went. MS.WATER.MOVE: who stops in deep
    water without Fly or fins sinks.
    """
    state = table.state
    unit = state.units[unit_id]
    facing = heading_to(state, unit, to) if moves_by_heading(unit) else unit.facing
    squad = state.squad(unit_id)
    under = to in state.ground.water and (dives or unit.submerged)
    moved = UnitMoved(rule=rule, unit=unit_id, to=to, facing=facing, submerged=under, why=why)
    table.happens(moved)
    yield from follow(table, unit_id, squad, state, steps)


def follow(
    table: Table[State], leader: UnitId, squad: tuple[UnitId, ...], before: State, steps: int
) -> Steps[None]:
    """MS.SQUAD.COHESION: each member goes to a hex beside a model of the squad."""
    lead = table.state.units[leader]
    assert lead.at is not None
    taken: tuple[Hex, ...] = (lead.at,)
    members = squad[1:]
    for number, member in enumerate(members):
        open_to = [
            at
            for at in following(before, leader, member, taken, steps)
            if _rest_fits(before, leader, members[number + 1 :], (*taken, at), steps)
        ]
        unit = table.state.units[member]
        if not open_to:
            continue
        options = tuple(Follow(at) for at in open_to)
        staying = next((each for each in options if each.to == unit.at), options[0])
        answer = staying
        if len(options) > 1:
            answer = yield Choose(
                unit.seat, options, "MS.SQUAD.COHESION", f"{unit.name} follows", otherwise=staying
            )
        taken = (*taken, answer.to)
        if answer.to != unit.at or unit.facing != lead.facing:
            table.happens(
                UnitMoved(
                    rule="MS.SQUAD.COHESION", unit=member, to=answer.to, facing=lead.facing,
                    submerged=lead.submerged and answer.to in table.state.ground.water,
                    why="follows",
                )
            )  # fmt: skip


def _rest_fits(
    state: State, leader: UnitId, members: tuple[UnitId, ...], taken: tuple[Hex, ...], steps: int
) -> bool:
    if not members:
        return True
    return any(
        _rest_fits(state, leader, members[1:], (*taken, at), steps)
        for at in following(state, leader, members[0], taken, steps)
    )


def _collide(table: Table[State], unit_id: UnitId, start: Hex, to: Hex) -> Steps[None]:
    """MS.WARSHIP.COLLIDE: a ship without Fly makes saves for each feature it goes through."""
    state = table.state
    unit = state.units[unit_id]
    if not is_ship(unit) or flies(unit):
        return
    warship = state.rules.warship
    for at in line(start, to)[1:]:
        if at in state.ground.levels or at in state.ground.opaque:
            rule = "MS.WARSHIP.COLLIDE"
            yield from forced_saves(
                table, unit_id, warship.collide_saves, warship.collide_pen, rule, "collision"
            )
    yield from destroy_fallen(table, None)


def rotate(table: Table[State], unit_id: UnitId, facing: int) -> None:
    """MS.MOVE.ROTATE: a whole Move Action to take any facing."""
    before = Stance(table.state, unit_id)
    table.happens(ActionsSpent(rule="MS.MOVE.ROTATE", moves=1, why="Move Action to turn"))
    table.happens(UnitFaced(rule="MS.MOVE.ROTATE", unit=unit_id, facing=facing))
    shift(table, unit_id, before)


def spin(table: Table[State], unit_id: UnitId, facing: int) -> None:
    """MS.MOVE.FREE-SPIN: any facing for free after the first Move Action."""
    table.happens(UnitSpun(rule="MS.MOVE.FREE-SPIN", unit=unit_id, facing=facing))


def surface(table: Table[State], unit_id: UnitId) -> None:
    """MS.WATER.SUBMERGED: a Move Action to come up."""
    unit = table.state.units[unit_id]
    assert unit.at is not None
    table.happens(ActionsSpent(rule="MS.WATER.SUBMERGED", moves=1, why="Move Action to surface"))
    for member in table.state.squad(unit_id):
        model = table.state.units[member]
        if model.submerged and model.at is not None:
            table.happens(
                UnitMoved(
                    rule="MS.WATER.SUBMERGED", unit=member, to=model.at, facing=model.facing,
                    why="surfaces",
                )
            )  # fmt: skip


def accelerate(table: Table[State], action: Accelerate) -> Steps[None]:
    """MS.ACCEL.ACTION, MS.ACCEL.RESOURCE: Fly this turn, and 4 in at once."""
    before = Stance(table.state, action.unit)
    rule = "MS.ACCEL.RESOURCE" if action.points else "MS.ACCEL.ACTION"
    table.happens(
        UnitAccelerated(rule=rule, unit=action.unit, points=action.points, actions=action.actions)
    )
    yield from go(table, action.unit, action.to, rule, "accelerates")
    shift(table, action.unit, before)


def disengage(table: Table[State], unit_id: UnitId, action: Disengage) -> Steps[None]:
    """MS.ENGAGE.DISENGAGE: pay for each enemy that engages it, and move 4 in."""
    state = table.state
    before = Stance(state, unit_id)
    cost = state.rules.engage.disengage_cost_per_enemy * len(engaging(state, unit_id))
    rule = "MS.ENGAGE.DISENGAGE"
    pay_eased(table, unit_id, cost, "disengaging", rule)
    if action.by == "move":
        table.happens(ActionsSpent(rule=rule, moves=1, why="Move Action to disengage"))
    else:
        points = int(action.by == "point")
        table.happens(UnitAccelerated(rule=rule, unit=unit_id, points=points, actions=1 - points))
    yield from go(table, unit_id, action.to, rule, "disengages")
    shift(table, unit_id, before, fled=True)
