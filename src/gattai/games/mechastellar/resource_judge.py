"""Why points, skills, orders, modes and repairs may not be used now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.course.momentum import eased
from gattai.games.mechastellar.course.movement import accelerations
from gattai.games.mechastellar.figures import has_captain, is_ship, resource
from gattai.games.mechastellar.keywords.registry import has
from gattai.games.mechastellar.keywords.skills import skills_used
from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.games.mechastellar.strike.support import switchable
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import to_text


def resource_refusals(state: State, act: Act, action: Any) -> Iterator[Refusal]:
    """Everything in a turn that is neither a move nor an attack."""
    seat = state.units[act.unit].seat
    match action:
        case do.Accelerate():
            yield from accelerate_refusals(state, act, seat, action)
        case do.Zeal(actions=actions):
            yield from _zeal(state, act, actions)
        case do.GiveUp(what=what):
            left = act.combat if what == "combat" else act.moves
            if not act.owed:
                yield Refusal("MS.STUN.ACTIONS", "nothing has to be given up")
            elif not left:
                yield Refusal("MS.STUN.ACTIONS", f"no {what} action left to give up")
        case do.Transform():
            unit = state.units[act.unit]
            if unit.card.transform is None:
                yield Refusal("MS.TRANSFORM", f"{unit.name} has one mode only")
            elif act.begun:
                yield Refusal("MS.TRANSFORM", "only at the start of a turn")
        case do.Support(unit=unit_id, weapon=weapon):
            yield from _own(state, seat, unit_id, "MS.SUPPORT.MODE")
            if _is_own(state, seat, unit_id):
                ready = [each.id for each in switchable(state, unit_id)]
                if weapon not in ready:
                    reason = "this weapon cannot be switched to Support Mode now"
                    yield Refusal("MS.SUPPORT.MODE", reason)
        case do.ShakeOff(unit=unit_id) | do.Recharge(unit=unit_id):
            yield from point_refusals(state, seat, unit_id, action)
        case do.Order(unit=unit_id):
            yield from order_refusals(state, seat, unit_id)
        case do.AntiAir(unit=unit_id):
            yield from _anti_air(state, seat, unit_id)
        case do.Repair(unit=unit_id):
            yield from repair_refusals(state, seat, unit_id)
        case _:
            yield Refusal("MS.ACT.ACTIONS", "that is nothing a unit can do in its turn")


def _is_own(state: State, seat: Seat, unit_id: UnitId) -> bool:
    return 0 <= unit_id < len(state.units) and state.units[unit_id].seat == seat


def _own(state: State, seat: Seat, unit_id: UnitId, rule: str) -> Iterator[Refusal]:
    """An own unit on the table, by its leader."""
    if not _is_own(state, seat, unit_id):
        yield Refusal(rule, "that is no unit of one's own")
    elif state.units[unit_id].at is None:
        yield Refusal(rule, f"{state.units[unit_id].name} is not on the table")
    elif state.units[unit_id].leader != unit_id:
        yield Refusal("MS.SQUAD.LEADER", f"{state.units[unit_id].name} follows its leader")


def accelerate_refusals(
    state: State, act: Act | None, seat: Seat, action: do.Accelerate
) -> Iterator[Refusal]:
    """MS.ACCEL.ACTION, MS.ACCEL.RESOURCE: by the active unit, or by points by anybody."""
    rule = "MS.ACCEL.RESOURCE"
    against = tuple(_own(state, seat, action.unit, rule))
    if against:
        yield from against
        return
    unit = state.units[action.unit]
    if unit.submerged and action.to not in state.ground.water:
        yield Refusal("MS.WATER.SUBMERGED", f"{unit.name} has to surface first")
    needed = accelerations(state, action.unit).get(action.to)
    if needed is None:
        yield Refusal("MS.ACCEL.ACTION", f"it cannot accelerate to {to_text(action.to)}")
    elif action.points < 0 or action.actions < 0 or action.points + action.actions != needed:
        figures = (("needed", needed),)
        yield Refusal("MS.HIGH.CLIMB", "one Accelerate for 4 in or a level", figures)
    if action.points > (unit.points if resource(unit) in ("boost", "power") else 0):
        yield Refusal(rule, "not enough Boost or Power", (("left", unit.points),))
    if action.actions:
        if act is None or act.unit != action.unit:
            yield Refusal("MS.ACCEL.ACTION", "Combat Actions are for the active unit")
        elif act.combat < action.actions:
            yield Refusal("MS.ACT.ACTIONS", "not enough Combat Actions", (("left", act.combat),))


def zeal_price(state: State, act: Act, actions: int) -> int:
    """MS.SKILL.ZEAL: Momentum for each action; a trait may make one free after an Ambush."""
    free = int(act.ambushed and has(state.units[act.unit], "strikes_from_ambush"))
    return max(0, actions - free) * state.rules.skill.zeal.cost_each


def _zeal(state: State, act: Act, actions: int) -> Iterator[Refusal]:
    """MS.SKILL.ZEAL: after a Combat Action or the second Move Action; MS.STUN.ACTIONS: or stunned."""
    rule, zeal, unit = "MS.SKILL.ZEAL", state.rules.skill.zeal, state.units[act.unit]
    if is_ship(unit):
        yield Refusal("MS.WARSHIP.SKILLS", "ships have no Zeal")
    if not 1 <= actions <= zeal.max:
        yield Refusal(rule, "so many actions cannot be had", (("most", zeal.max),))
        return
    if len(skills_used(unit)) >= state.rules.skill.per_turn:
        yield Refusal("MS.SKILL.LIMIT", "one skill a Turn")
    stunned = act.owed > 0 and not act.begun
    moved = act.moved >= state.rules.turn.move_actions or (act.moved > 0 and act.moves < 1)
    if not (act.fought or moved or stunned):
        yield Refusal(rule, "Zeal follows a Combat Action or the second Move Action")
    price, have = zeal_price(state, act, actions), state.momentum[unit.seat]
    if price > have:
        yield Refusal("MS.MOM.PAY", "not enough Momentum", (("price", price), ("momentum", have)))


def point_refusals(
    state: State, seat: Seat, unit_id: UnitId, action: do.ShakeOff | do.Recharge
) -> Iterator[Refusal]:
    """MS.STUN.SPEND, MS.BARRIER.RECOVER: a point for a stun token, or for the barrier."""
    shaking = isinstance(action, do.ShakeOff)
    rule = "MS.STUN.SPEND" if shaking else "MS.BARRIER.RECOVER"
    against = tuple(_own(state, seat, unit_id, rule))
    if against:
        yield from against
        return
    unit = state.units[unit_id]
    if not unit.points:
        yield Refusal(rule, f"{unit.name} has no points left")
    if shaking:
        if not unit.stun:
            yield Refusal(rule, f"{unit.name} has no stun tokens")
        return
    card = unit.card.barrier
    if card is None or resource(unit) not in ("power", "havoc") or unit.barrier >= card.strength:
        yield Refusal(rule, f"{unit.name} has no barrier to recharge")


def order_refusals(state: State, seat: Seat, unit_id: UnitId) -> Iterator[Refusal]:
    """MS.ORDERS.POOL: from the side's pool, while a captain is there; or bought, where allowed."""
    rule = "MS.ORDERS.POOL"
    yield from _own(state, seat, unit_id, rule)
    if not has_captain(state, seat):
        yield Refusal(rule, "no captain is there to give orders")
    elif not state.orders[seat]:
        price = state.rules.orders.extra_order_cost_m
        if not price:
            yield Refusal(rule, "no order is left this round")
        elif price > state.momentum[seat]:
            yield Refusal("MS.MOM.PAY", "not enough Momentum", (("price", price),))


def _anti_air(state: State, seat: Seat, unit_id: UnitId) -> Iterator[Refusal]:
    """MS.WARSHIP.AA: a ship, at any time; once a round, an Elite captain twice."""
    rule = "MS.WARSHIP.AA"
    against = tuple(_own(state, seat, unit_id, rule))
    if against:
        yield from against
        return
    unit, warship = state.units[unit_id], state.rules.warship
    if not is_ship(unit):
        yield Refusal(rule, f"{unit.name} is no ship")
        return
    most = warship.aa_uses_elite if unit.card.is_elite else warship.aa_uses_basic
    if unit.spent.count("anti-air") >= most:
        yield Refusal(rule, "no further use this round", (("most", most),))
    price, have = eased(state, unit_id, warship.reaction_cost_m), state.momentum[seat]
    if price > have:
        yield Refusal("MS.MOM.PAY", "not enough Momentum", (("price", price), ("momentum", have)))


def repair_refusals(state: State, seat: Seat, unit_id: UnitId) -> Iterator[Refusal]:
    """MS.WARSHIP.REPAIR, MS.WARSHIP.REPAIR-BAY: so many units aboard a round, none twice."""
    rule = "MS.WARSHIP.REPAIR"
    if not _is_own(state, seat, unit_id):
        yield Refusal(rule, "that is no unit of one's own")
        return
    unit = state.units[unit_id]
    if unit.fate != "aboard" or unit.ship is None:
        yield Refusal(rule, f"{unit.name} is not aboard")
        return
    ship: Unit = state.units[unit.ship]
    if not ship.card.repair:
        yield Refusal(rule, f"{ship.name} repairs nothing")
    if "repaired" in unit.spent:
        yield Refusal("MS.WARSHIP.REPAIR-BAY", f"{unit.name} has been repaired this round")
    done = ship.spent.count("repaired:another")
    most = max(1, ship.card.repair_bay)
    if done >= most:
        yield Refusal("MS.WARSHIP.REPAIR-BAY", "no further repairs this round", (("most", most),))
    if unit.hp >= unit.card.hp:
        yield Refusal(rule, f"{unit.name} is not damaged")
    if state.rules.warship.repair_when == "round_end" and state.act is not None:
        yield Refusal(rule, "repairs are made at the end of the round")
