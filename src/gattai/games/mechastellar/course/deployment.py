"""Before the first round: who deploys first, where, what is kept back, and how it faces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.course.movement import can_stand
from gattai.games.mechastellar.events.flow import (
    MomentumSet,
    PhaseBegan,
    UnitDeployed,
    UnitFaced,
    UnitHeld,
)
from gattai.games.mechastellar.figures import elite_level, is_ship
from gattai.games.mechastellar.ground import FACINGS
from gattai.games.mechastellar.state import SEATS, State, Unit, UnitId, other
from gattai.games.mechastellar.strike.pools import D10
from gattai.kernel.dice import Dice
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Table
from gattai.tabletop.hexes import DISTANCE, Hex, to_text

AHEAD = (1, 4)
"""How models face when they are put down: towards the other side."""


def opposed() -> Dice:
    """A roll-off: one d10 for each side, read apart."""
    south = D10.throw(1, lambda face: (int(face), 0))
    return south + D10.throw(1, lambda face: (0, int(face)))


ROLL_OFF = opposed()


def unplaced(state: State, seat: Seat) -> list[UnitId]:
    """The models of a side that are neither on the table nor held back; a squad's in their order."""
    return [
        UnitId(n)
        for n, unit in enumerate(state.units)
        if unit.seat == seat and unit.at is None and not unit.fate
    ]


def next_to_place(state: State, seat: Seat) -> list[UnitId]:
    """Whom a side may place now: the rest of a squad it has begun, else any unit (MS.SQUAD.FORM)."""
    left = unplaced(state, seat)
    begun = [each for each in left if state.units[state.units[each].leader].at is not None]
    return begun[:1] or [each for each in left if state.units[each].leader == each]


def places(state: State, unit_id: UnitId) -> dict[Hex, None]:
    """MS.DEPLOY.ZONE, MS.DEPLOY.ALTERNATE: where a model may be put."""
    known: dict[Hex, None] | None = state.found.get(("places", unit_id))
    if known is None:
        known = dict.fromkeys(_places(state, unit_id))
        state.found["places", unit_id] = known
    return known


def _places(state: State, unit_id: UnitId) -> Iterator[Hex]:
    unit = state.units[unit_id]
    cells = state.ground.field.hexes
    zone = cells.cells if state.alternate else state.ground.field.zones[unit.seat]
    if unit.leader == unit_id:
        members = len(state.squad(unit_id)) - 1
        open_cells = {at: None for at in zone if _is_open(state, unit, at)}
        for at in open_cells:
            if not members or sum(h in open_cells for h in cells.neighbours[at]) >= members:
                yield at
        return
    beside = [state.units[each].at for each in state.squad(unit.leader)]
    for at in zone:
        close = any(h is not None and DISTANCE[h - at] == 1 for h in beside)
        if close and _is_open(state, unit, at):
            yield at


def _is_open(state: State, unit: Unit, at: Hex) -> bool:
    """Free ground, no High Ground; alternately, far from enemies or out of their sight."""
    if at in state.ground.levels or at in state.standing or not can_stand(state, unit, at):
        return False
    if not state.alternate:
        return True
    clear = state.rules.hexes(state.rules.alternate_deploy.clear_in)
    return all(
        DISTANCE[foe_at - at] > clear or not state.ground.sees(at, 0, foe_at, 0)
        for _, foe, foe_at in state.on_table
        if foe.seat != unit.seat
    )


def deploying_candidates(state: State) -> list[Any]:
    """What the side that deploys could do."""
    seat = state.turn
    found: list[Any] = []
    ships = [each for each, unit, _ in state.on_table if unit.seat == seat and is_ship(unit)]
    for unit_id in next_to_place(state, seat):
        found += [do.Deploy(unit_id, at) for at in places(state, unit_id)]
        if state.units[unit_id].leader == unit_id:
            found.append(do.Hold(unit_id))
            found += [do.Embark(unit_id, ship) for ship in ships]
    return found


def deploying_refusals(state: State, action: Any) -> Iterator[Refusal]:
    """Why a side may not deploy, hold back or embark this."""
    rule = "MS.DEPLOY.ZONE"
    if state.phase != "deploying":
        yield Refusal(rule, "this is not the time to deploy")
        return
    if not 0 <= action.unit < len(state.units) or state.units[action.unit].seat != state.turn:
        yield Refusal("MS.DEPLOY.ORDER", "the other side deploys that")
        return
    unit = state.units[action.unit]
    if action.unit not in next_to_place(state, state.turn):
        yield Refusal("MS.SQUAD.FORM", f"{unit.name} is not to be deployed now")
        return
    match action:
        case do.Deploy(at=at):
            if at not in places(state, action.unit):
                yield from _why_not(state, unit, at)
        case do.Hold():
            yield from _held(state, unit, action.unit)
            if state.alternate and places(state, action.unit):
                yield Refusal("MS.DEPLOY.ALTERNATE", f"{unit.name} can be deployed")
        case do.Embark(ship=ship):
            yield from _held(state, unit, action.unit)
            yield from embark_refusals(state, action.unit, ship)


def _why_not(state: State, unit: Unit, at: Hex) -> Iterator[Refusal]:
    if at in state.ground.levels:
        yield Refusal("MS.DEPLOY.ZONE", f"{to_text(at)} is High Ground")
    elif at in state.standing:
        yield Refusal("MS.HEX.OCCUPANCY", f"somebody stands on {to_text(at)}")
    elif not state.alternate and at not in state.ground.field.zones[unit.seat]:
        yield Refusal("MS.DEPLOY.ZONE", f"{to_text(at)} is beyond the home Control Point")
    elif state.units[unit.leader] is not unit:
        yield Refusal("MS.SQUAD.COHESION", "a squad stays together")
    else:
        rule = "MS.DEPLOY.ALTERNATE" if state.alternate else "MS.DEPLOY.ZONE"
        yield Refusal(rule, f"{unit.name} cannot be deployed on {to_text(at)}")


def _held(state: State, unit: Unit, unit_id: UnitId) -> Iterator[Refusal]:
    """MS.DEPLOY.RESERVE: whole units only, and one at least is deployed."""
    if unit.leader != unit_id:
        yield Refusal("MS.SQUAD.FORM", "a squad is deployed together")
    others = [
        each
        for n, each in enumerate(state.units)
        if each.seat == unit.seat and each.leader == n and n != unit_id
    ]
    if not any(each.at is not None or not each.fate for each in others):
        yield Refusal("MS.DEPLOY.RESERVE", "at least one unit has to be deployed")


def embark_refusals(state: State, unit_id: UnitId, ship_id: UnitId) -> Iterator[Refusal]:
    """MS.WARSHIP.BOARD: a ship of its own side with room for it."""
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


def deploy(table: Table[State], action: Any) -> None:
    """One model after the other; then the other side, or everybody's facing."""
    match action:
        case do.Deploy(unit=unit_id, at=at):
            facing = AHEAD[table.state.units[unit_id].seat]
            rule = "MS.DEPLOY.ALTERNATE" if table.state.alternate else "MS.DEPLOY.ZONE"
            table.happens(UnitDeployed(rule=rule, unit=unit_id, at=at, facing=facing))
        case do.Hold(unit=unit_id):
            table.happens(UnitHeld(rule="MS.DEPLOY.RESERVE", unit=unit_id, fate="reserve"))
        case do.Embark(unit=unit_id, ship=ship):
            event = UnitHeld(rule="MS.DEPLOY.RESERVE", unit=unit_id, fate="aboard", ship=ship)
            table.happens(event)
    state = table.state
    seat = state.turn
    mid_squad = any(
        state.units[state.units[each].leader].at is not None for each in unplaced(state, seat)
    )
    if mid_squad:
        return
    if state.alternate and unplaced(state, other(seat)):
        table.happens(PhaseBegan(rule="MS.DEPLOY.ALTERNATE", phase="deploying", seat=other(seat)))
    elif unplaced(state, seat):
        return
    elif unplaced(state, other(seat)):
        table.happens(PhaseBegan(rule="MS.DEPLOY.ORDER", phase="deploying", seat=other(seat)))
    else:
        table.happens(PhaseBegan(rule="MS.DEPLOY.FACING", phase="facing", seat=SEATS[0]))


def facing_candidates(state: State) -> list[Any]:
    """MS.DEPLOY.FACING: each unit may be turned once, then the side is ready."""
    found: list[Any] = [do.READY]
    for unit_id, unit, _ in state.friends(state.turn):
        if unit_id not in state.faced:
            found += [do.Face(unit_id, facing) for facing in FACINGS if facing != unit.facing]
    return found


def facing_refusals(state: State, action: Any) -> Iterator[Refusal]:
    """Why a model may not be turned now."""
    rule = "MS.DEPLOY.FACING"
    if state.phase != "facing":
        yield Refusal(rule, "this is not the time to turn models")
        return
    if isinstance(action, do.Ready):
        return
    if not 0 <= action.unit < len(state.units):
        yield Refusal(rule, "there is no such unit")
        return
    unit = state.units[action.unit]
    if unit.seat != state.turn or unit.at is None or unit.leader != action.unit:
        yield Refusal(rule, f"{unit.name} is not to be turned by this side")
    elif action.unit in state.faced or action.facing not in FACINGS or action.facing == unit.facing:
        yield Refusal(rule, f"{unit.name} is turned once, to another facing")


def set_facing(table: Table[State], action: Any) -> None:
    """MS.DEPLOY.FACING, then MS.MOM.START and the first round."""
    if isinstance(action, do.Face):
        table.happens(
            UnitFaced(
                rule="MS.DEPLOY.FACING", unit=action.unit, facing=action.facing, deploying=True
            )
        )
        return
    state = table.state
    if state.turn == SEATS[0]:
        table.happens(PhaseBegan(rule="MS.DEPLOY.FACING", phase="facing", seat=SEATS[1]))
        return
    table.happens(MomentumSet(rule="MS.MOM.START", momentum=starting_momentum(state)))
    table.happens(PhaseBegan(rule="MS.ROUND.ROLLOFF", phase="rolling", seat=SEATS[0]))


def starting_momentum(state: State) -> tuple[int, int]:
    """MS.MOM.START: the side with the lower Elite level has 10, the other less, at least 5."""
    figures = state.rules.momentum
    south, north = (
        sum(elite_level(state.rules, unit) for unit in state.units if unit.seat == seat)
        for seat in SEATS
    )
    less = max(figures.start_floor, figures.start - abs(south - north))
    less = min(less, figures.start)
    return (
        less if south > north else figures.start,
        less if north > south else figures.start,
    )
