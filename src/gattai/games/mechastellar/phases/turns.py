"""Turns: their start, the other side's reactions, their end, and who is next."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.mechastellar.attack.pools import passing
from gattai.games.mechastellar.events.flow import PhaseBegan, TurnEnded, UnitActivated, UnitHeld
from gattai.games.mechastellar.events.turn import StunChanged, UnitMoved
from gattai.games.mechastellar.figures import away, challengers, is_ship, move_actions, swims
from gattai.games.mechastellar.ground import in_front
from gattai.games.mechastellar.phases import rounds
from gattai.games.mechastellar.phases.acting import TurnAction
from gattai.games.mechastellar.phases.anytime import REACTING, reactions
from gattai.games.mechastellar.phases.momentum import commands_at_turn_end
from gattai.games.mechastellar.state import SEATS, Act, State, UnitId, other
from gattai.kernel.action import Option
from gattai.kernel.question import Seat, Steps, may_choose, roll
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.kernel.window import PASS, Pass


def can_activate(state: State, seat: Seat) -> list[UnitId]:
    """MS.ACT.ALTERNATE: units that have not acted; MS.RETURNFIRE.ACTIVATE: units just attacked come
    first.
    """
    free = [each for each, unit, _ in state.friends(seat) if not unit.activated]
    return [each for each in state.duty if each in free] or free


def reserves(state: State, seat: Seat) -> list[UnitId]:
    """Units in reserve, each named by its leader."""
    return [
        UnitId(n)
        for n, unit in enumerate(state.units)
        if unit.seat == seat and unit.fate == "reserve" and unit.leader == n
    ]


def may_reinforce(state: State, seat: Seat) -> bool:
    """MS.REINFORCE.WHEN: from round 2 on, when no unit is left to activate."""
    return (
        not state.alternate
        and state.round >= state.rules.reinforce.from_round
        and seat not in state.passed
        and bool(reserves(state, seat))
        and not can_activate(state, seat)
    )


def has_turn(state: State, seat: Seat) -> bool:
    """Return whether a side has anything to do in its turn."""
    return bool(can_activate(state, seat)) or may_reinforce(state, seat)


def advance_empty(table: Table[State]) -> Steps[None]:
    """MS.ACT.ALTERNATE: skip a side with no unit to activate. If neither side has one, as when
    units wait for the end of the round to be placed, no side is asked.
    """
    if table.state.phase == "activating":
        yield from advance(table, table.state.turn)


def begin_turn(
    table: Table[State], unit_id: UnitId, *, arriving: bool = False, ambushed: bool = False
) -> None:
    """MS.ACT.ACTIONS: begin a turn with one Combat Action and two Move Actions, and record its start."""
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
    table.emit(UnitActivated(rule="MS.ACT.ALTERNATE", act=act))
    rounds.capture(table, unit_id)


def go_on(table: Table[State], action: TurnAction) -> Steps[None]:
    """Continue after each action of a turn: the other side reacts, or a side has lost.

    The turn ends if its unit is gone.
    """
    if table.state.act is None or is_over(table):
        return
    if action.opens_window:
        yield from react(table)
    if table.state.units[table.state.who_acts].at is None:
        yield from end_turn(table)


def react(table: Table[State]) -> Steps[None]:
    """MS.RES.REFRESH: between two actions the other side may spend points, and repair aboard ships.

    MS.ACCEL.RESOURCE, MS.STUN.SPEND, MS.BARRIER.RECOVER, MS.WARSHIP.REPAIR.
    """
    act = table.state.act
    if act is None:
        return
    seat = other(table.state.units[act.unit].seat)
    while True:
        options = reactions(table.state, seat)
        if not options:
            return
        rule, what = REACTING[type(options[0])]
        answer = yield from may_choose(seat, options, PASS, rule, what)
        if isinstance(answer, Pass):
            return
        yield from answer.resolve(table)


class GoAboard(Option, frozen=True, tag="board"):
    """Go aboard a ship at the end of a turn."""

    says = "go aboard {ship}"
    ship: UnitId


def embark_refusals(state: State, unit_id: UnitId, ship_id: UnitId) -> Iterator[Refusal]:
    """MS.WARSHIP.BOARD: only an own ship with enough room."""
    rule = "MS.WARSHIP.BOARD"
    unit = state.units[unit_id]
    if not 0 <= ship_id < len(state.units):
        yield Refusal(rule, "there is no such ship")
        return
    ship = state.units[ship_id]
    if not is_ship(ship) or ship.seat != unit.seat or ship.at is None or ship_id == unit_id:
        yield Refusal(rule, f"{ship.name} is no ship of its own on the table")
        return
    if is_ship(unit):
        yield Refusal(rule, "a ship does not fit into a ship")
    aboard = sum(each.ship == ship_id and each.fate == "aboard" for each in state.units)
    room = ship.card.hangar
    if room and aboard + len(state.squad(unit_id)) > room:
        figures = (("aboard", aboard), ("hangar", room))
        yield Refusal(rule, f"{ship.name} has no room left", figures)


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
        GoAboard(ship_id)
        for ship_id, ship, _ in state.friends(unit.seat)
        if is_ship(ship)
        and away(unit, ship) <= near
        and next(embark_refusals(state, unit_id, ship_id), None) is None
    )
    if not options:
        return
    answer = yield from may_choose(unit.seat, options, PASS, "MS.WARSHIP.BOARD", "go aboard?")
    if not isinstance(answer, Pass):
        rounds.capture(table, unit_id)
        table.emit(UnitHeld(rule="MS.WARSHIP.BOARD", unit=unit_id, fate="aboard", ship=answer.ship))


def end_turn(table: Table[State]) -> Steps[None]:
    """End a turn: stun wears off, points are captured, Commanders command; then the other side."""
    act = table.state.act
    assert act is not None
    unit = table.state.units[act.unit]
    seat = unit.seat
    if unit.stun and unit.fate != "destroyed":
        number = table.state.rules.stun.recover
        dice = passing(unit.stun, number)
        shaken = yield from roll(dice, "MS.STUN.RECOVER", f"{unit.name} shakes off stun", by=seat)
        if shaken:
            table.emit(StunChanged(rule="MS.STUN.RECOVER", unit=act.unit, tokens=-shaken))
    rounds.capture(table, act.unit)
    for each in (seat, other(seat)):
        yield from commands_at_turn_end(table, each)
    duty = _duty(table.state, act)
    aggressor = act.unit if duty else None
    table.emit(TurnEnded(rule="MS.ACT.ALTERNATE", seat=other(seat), duty=duty, aggressor=aggressor))
    _sink(table)
    yield from advance(table, other(seat))


def _sink(table: Table[State]) -> None:
    """MS.WATER.MOVE: a unit that accelerated over deep water sinks at the end of the Turn."""
    water = table.state.ground.water
    for unit_id, unit, _ in table.state.leaders:
        if unit.submerged or swims(unit):
            continue
        for member in table.state.squad(unit_id):
            model = table.state.units[member]
            if model.at is not None and model.at in water:
                table.emit(
                    UnitMoved(
                        rule="MS.WATER.MOVE", unit=member, to=model.at, facing=model.facing,
                        submerged=True, why="comes down",
                    )
                )  # fmt: skip


def _duty(state: State, act: Act) -> tuple[UnitId, ...]:
    """MS.RETURNFIRE.ACTIVATE: the units attacked this turn that have not activated yet.

    MS.AMB.RF-GONE: a ruling decides whether the attacker must still be on the table.
    """
    if not state.rules.return_fire.enabled:
        return ()
    if state.rulings.rf_gone == "ends" and state.units[act.unit].at is None:
        return ()
    struck = dict.fromkeys(target for target, _ in act.attacks)
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
    """MS.ACT.ALTERNATE: skip a side without units to activate; the round ends when neither side has
    any.
    """
    for each in (seat, other(seat)):
        if has_turn(table.state, each):
            if each != table.state.turn:
                table.emit(PhaseBegan(rule="MS.ACT.ALTERNATE", phase="activating", seat=each))
            return
    yield from rounds.end_round(table)


def is_over(table: Table[State]) -> bool:
    """MS.VP.END: the battle ends at once when a side has nothing left."""
    if all(
        any(unit.seat == seat and unit.fate != "destroyed" for unit in table.state.units)
        for seat in SEATS
    ):
        return False
    rounds.finish(table, "MS.VP.END")
    return True
