"""The course of turns: how one begins, what the other side may do in it, how it ends, who is next."""

from __future__ import annotations

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.course import moving, rounds
from gattai.games.mechastellar.course.activating import can_activate, may_reinforce
from gattai.games.mechastellar.course.deployment import embark_refusals
from gattai.games.mechastellar.course.momentum import commands_at_turn_end
from gattai.games.mechastellar.course.movement import accelerations
from gattai.games.mechastellar.events.flow import PhaseBegan, TurnEnded, UnitActivated, UnitHeld
from gattai.games.mechastellar.events.turn import (
    BarrierChanged,
    PointsSpent,
    StunChanged,
    UnitMoved,
)
from gattai.games.mechastellar.figures import (
    away,
    challengers,
    is_ship,
    move_actions,
    resource,
    swims,
)
from gattai.games.mechastellar.ground import in_front
from gattai.games.mechastellar.resource_judge import repair_refusals
from gattai.games.mechastellar.state import SEATS, Act, State, UnitId, other
from gattai.games.mechastellar.strike.attack import shake_off
from gattai.games.mechastellar.strike.pools import passing
from gattai.kernel.question import Choose, Roll, Seat, Steps
from gattai.kernel.ruleset import Table
from gattai.kernel.window import PASS, Pass


def has_turn(state: State, seat: Seat) -> bool:
    """Whether a side has anything to do when it is its turn."""
    return bool(can_activate(state, seat)) or may_reinforce(state, seat)


def advance_empty(table: Table[State]) -> Steps[None]:
    """MS.ACT.ALTERNATE: a side that has nobody to activate is not asked; nor is anybody in a Round
    in which both have nobody, such as those who still wait for its end to be placed.
    """
    if table.state.phase == "activating":
        yield from advance(table, table.state.turn)


def begin_turn(
    table: Table[State], unit_id: UnitId, *, arriving: bool = False, ambushed: bool = False
) -> None:
    """MS.ACT.ACTIONS: a Combat Action and two Move Actions; what of its turn began how."""
    state = table.state
    unit, rules = state.units[unit_id], state.rules
    assert unit.at is not None
    behind = tuple(
        foe_id for foe_id, foe, at in state.foes(unit.seat) if not in_front(at, foe.facing, unit.at)
    )
    bound = unit_id in state.duty and rules.return_fire.enabled
    act = Act(
        unit=unit_id,
        combat=rules.reinforce.combat_actions if arriving else rules.turn.combat_actions,
        moves=move_actions(state, unit),
        start=unit.at,
        behind=behind,
        owed=unit.stun,
        aggressor=state.aggressor if bound else None,
        arriving=arriving,
        ambushed=ambushed,
    )
    table.happens(UnitActivated(rule="MS.ACT.ALTERNATE", act=act))
    rounds.capture(table, unit_id)


def react(table: Table[State]) -> Steps[None]:
    """MS.RES.REFRESH: between two actions the other side may spend points, and repair aboard ships.

    MS.ACCEL.RESOURCE, MS.STUN.SPEND, MS.BARRIER.RECOVER, MS.WARSHIP.REPAIR.
    """
    act = table.state.act
    if act is None:
        return
    seat = other(table.state.units[act.unit].seat)
    while True:
        options = _reactions(table.state, seat)
        if not options:
            return
        rule, what = _REACTING[type(options[0])]
        answer = yield Choose(seat, (*options, PASS), rule, what, otherwise=PASS)
        match answer:
            case Pass():
                return
            case do.Accelerate():
                yield from moving.accelerate(table, answer)
            case do.ShakeOff(unit=unit_id):
                shake_off(table, unit_id)
            case do.Recharge(unit=unit_id):
                recharge(table, unit_id)
            case do.Repair(unit=unit_id):
                rounds.repair(table, unit_id)


_REACTING: dict[type, tuple[str, str]] = {
    do.Accelerate: ("MS.ACCEL.RESOURCE", "spend points now?"),
    do.ShakeOff: ("MS.STUN.SPEND", "shake off stun now?"),
    do.Recharge: ("MS.BARRIER.RECOVER", "recharge a barrier now?"),
    do.Repair: ("MS.WARSHIP.REPAIR", "repair now?"),
}


def _reactions(
    state: State, seat: Seat
) -> list[do.Accelerate | do.ShakeOff | do.Recharge | do.Repair]:
    found: list[do.Accelerate | do.ShakeOff | do.Recharge | do.Repair] = []
    later: list[do.ShakeOff | do.Recharge | do.Repair] = []
    has_ship = False
    for unit_id, unit, _ in state.friends(seat):
        has_ship = has_ship or unit.card.kind == "Warship"
        if not unit.points:
            continue
        if not unit.submerged and resource(unit) in ("boost", "power"):
            found += [
                do.Accelerate(unit_id, at, points=needed)
                for at, needed in accelerations(state, unit_id).items()
                if needed <= unit.points
            ]
        if unit.stun:
            later.append(do.ShakeOff(unit_id))
        if unit.card.barrier is not None and resource(unit) in ("power", "havoc"):
            if unit.barrier < unit.card.barrier.strength:
                later.append(do.Recharge(unit_id))
    for unit_id in rounds.aboard_units(state, seat) if has_ship else ():
        later += [
            do.Repair(member)
            for member in state.squad(unit_id)
            if next(repair_refusals(state, seat, member), None) is None
        ]
    return [*found, *later]


def recharge(table: Table[State], unit_id: UnitId) -> None:
    """MS.BARRIER.RECOVER: a point of Power or Havoc restores a point of barrier."""
    rule = "MS.BARRIER.RECOVER"
    table.happens(PointsSpent(rule=rule, unit=unit_id, points=1, why="barrier"))
    table.happens(BarrierChanged(rule=rule, unit=unit_id, strength=1))


def board(table: Table[State], unit_id: UnitId) -> Steps[None]:
    """MS.WARSHIP.BOARD: a unit that ends its turn within 8 in of a ship may go aboard."""
    state = table.state
    unit = state.units[unit_id]
    if is_ship(unit) or unit.at is None or unit.submerged:
        return
    if challengers(state, unit_id):  # MS.CHALLENGE.DUTY: it ends its turn in sight
        return
    near = state.rules.hexes(state.rules.warship.board_in)
    options = tuple(
        do.Board(ship_id)
        for ship_id, ship, _ in state.friends(unit.seat)
        if is_ship(ship)
        and away(unit, ship) <= near
        and next(embark_refusals(state, unit_id, ship_id), None) is None
    )
    if not options:
        return
    answer = yield Choose(
        unit.seat, (*options, PASS), "MS.WARSHIP.BOARD", "go aboard?", otherwise=PASS
    )
    if not isinstance(answer, Pass):
        rounds.capture(table, unit_id)
        table.happens(
            UnitHeld(rule="MS.WARSHIP.BOARD", unit=unit_id, fate="aboard", ship=answer.ship)
        )


def end_turn(table: Table[State]) -> Steps[None]:
    """Stun wears off, points are captured, Commanders command; then the other side."""
    act = table.state.act
    assert act is not None
    unit = table.state.units[act.unit]
    seat = unit.seat
    if unit.stun and unit.fate != "destroyed":
        number = table.state.rules.stun.recover
        dice = passing(unit.stun, number)
        shaken = yield Roll(dice, "MS.STUN.RECOVER", f"{unit.name} shakes off stun", by=seat)
        if shaken:
            table.happens(StunChanged(rule="MS.STUN.RECOVER", unit=act.unit, tokens=-shaken))
    rounds.capture(table, act.unit)
    for each in (seat, other(seat)):
        yield from commands_at_turn_end(table, each)
    duty = _duty(table.state, act)
    aggressor = act.unit if duty else None
    table.happens(
        TurnEnded(rule="MS.ACT.ALTERNATE", seat=other(seat), duty=duty, aggressor=aggressor)
    )
    _sink(table)
    yield from advance(table, other(seat))


def _sink(table: Table[State]) -> None:
    """MS.WATER.MOVE: over deep water an Accelerate carries no farther than to the end of the Turn."""
    water = table.state.ground.water
    if not water:
        return
    for unit_id, unit, at in table.state.leaders:
        if at not in water or unit.submerged or swims(unit):
            continue
        for member in table.state.squad(unit_id):
            model = table.state.units[member]
            if model.at is not None and model.at in water:
                table.happens(
                    UnitMoved(
                        rule="MS.WATER.MOVE", unit=member, to=model.at, facing=model.facing,
                        submerged=True, why="comes down",
                    )
                )  # fmt: skip


def _duty(state: State, act: Act) -> tuple[UnitId, ...]:
    """MS.RETURNFIRE.ACTIVATE: the units attacked this turn that have not activated yet."""
    if not state.rules.return_fire.enabled or state.units[act.unit].at is None:
        return ()
    struck = dict.fromkeys(target for target, _ in (state.act or act).attacks)
    seat = state.units[act.unit].seat
    return tuple(
        each
        for each in struck
        if state.units[each].at is not None
        and not state.units[each].activated
        and state.units[each].seat != seat
        and state.units[each].leader == each
    )


def advance(table: Table[State], seat: Seat) -> Steps[None]:
    """MS.ACT.ALTERNATE: a side with nobody left is skipped; with nobody left at all the round ends."""
    if is_over(table):
        return
    for each in (seat, other(seat)):
        if has_turn(table.state, each):
            if each != table.state.turn:
                table.happens(PhaseBegan(rule="MS.ACT.ALTERNATE", phase="activating", seat=each))
            return
    yield from rounds.end_round(table)


def is_over(table: Table[State]) -> bool:
    """MS.VP.END: the battle ends at once when a side has nothing left."""
    if table.state.phase == "over":
        return True
    if all(
        any(unit.seat == seat and unit.fate != "destroyed" for unit in table.state.units)
        for seat in SEATS
    ):
        return False
    rounds.finish(table, "MS.VP.END")
    return True
