"""After an attack: transforming, the Counter, and the free move of a feint."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gattai.games.mechastellar.attack.aiming import shooting_fee, target_refusals, weapon_refusals
from gattai.games.mechastellar.attack.attack import may_counter, strike_out
from gattai.games.mechastellar.attack.destruction import Land
from gattai.games.mechastellar.attack.exchange import Clash
from gattai.games.mechastellar.events.attack import AttackDeclared
from gattai.games.mechastellar.events.turn import PointsSpent
from gattai.games.mechastellar.figures import away
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import BONUSES, says
from gattai.games.mechastellar.keywords.skills import spares_counter
from gattai.games.mechastellar.phases.anytime import Order, ShakeOff, Transform
from gattai.games.mechastellar.phases.duty import strays
from gattai.games.mechastellar.phases.momentum import eased, pay, pay_eased
from gattai.games.mechastellar.phases.movement import disengagements
from gattai.games.mechastellar.phases.moving import go
from gattai.games.mechastellar.state import State, UnitId
from gattai.kernel.action import Option
from gattai.kernel.question import Steps, choose, may_choose
from gattai.kernel.ruleset import Table
from gattai.kernel.window import PASS, Pass


class Counter(Option, frozen=True, tag="counter"):
    """Make a Counter attack."""

    weapon: str

    def label(self, view: State) -> str:
        return f"counter with {view.weapon_name(self.weapon)}"


def after_attack(
    table: Table[State], strike: Strike, clash: Clash, *, was_near: bool
) -> Steps[None]:
    """MS.ATTACK.SEQUENCE, 15: the target transforms and counters; then the attacker's feint."""
    yield from _transform(table, strike)
    yield from _counter(table, strike, clash, was_near)
    yield from _feint(table, strike)


def _transform(table: Table[State], strike: Strike) -> Steps[None]:
    """MS.TRANSFORM: a unit attacked in melee may change its mode before it counters."""
    unit = table.state.units[strike.target]
    if not strike.is_melee or unit.at is None or unit.card.transform is None:
        return
    options = (Transform(),)
    answer = yield from may_choose(unit.seat, options, PASS, "MS.TRANSFORM", "transform?")
    if not isinstance(answer, Pass):
        answer.when_struck(table, strike.target)


def counter_cost(state: State, strike: Strike) -> int:
    """MS.COUNTER.COST, MS.ELITE.SWIFT: the Momentum for the Counter, more with stun tokens."""
    counter = state.rules.counter
    if counter.who == "automatic":
        return 0
    cost = counter.cost_m
    if strike.bonus and BONUSES[strike.bonus].sets_counter_cost:
        cost = counter.swift_strike_total_cost
    return cost + state.units[strike.target].stun


def counters(state: State, strike: Strike) -> Iterator[tuple[Counter, int]]:
    """MS.COUNTER.ELIGIBLE: the weapons with which the target could counter, and their costs."""
    unit_id = strike.target
    base = eased(state, unit_id, counter_cost(state, strike))
    for weapon in state.units[unit_id].card.weapon:
        if says(weapon, "rams") or any(weapon_refusals(state, unit_id, weapon)):
            continue
        # MS.COUNTER.ELIGIBLE, MS.IDF.COUNTER: Counters are fired directly, so remote weapons are
        # excluded.
        if not any(target_refusals(state, unit_id, weapon, strike.unit, "direct", counter=True)):
            yield Counter(weapon.id), base + shooting_fee(state, unit_id, weapon)


def _cheapened(state: State, strike: Strike) -> Iterator[ShakeOff | Order]:
    """MS.STUN.SPEND, MS.ORDERS.OPS: actions that reduce the cost of a Counter, possible at any time."""
    unit = state.units[strike.target]
    if not counter_cost(state, strike):
        return
    if unit.stun and unit.points:
        yield ShakeOff(strike.target)
    if not unit.orders:
        order = Order(strike.target)
        if next(order.lacking(state, unit.seat), None) is None:
            yield order


def _counter(table: Table[State], strike: Strike, clash: Clash, was_near: bool) -> Steps[None]:
    """MS.COUNTER.WHO: the attacked unit may attack back if it is still on the table."""
    state = table.state
    unit, attacker = state.units[strike.target], state.units[strike.unit]
    if unit.at is None or attacker.at is None or not may_counter(state, strike.target):
        return
    rules = state.rules.counter
    if rules.as_elite_choice and not (strike.guard and BONUSES[strike.guard].allows_counter):
        return
    if rules.who == "automatic" and not strike.is_melee:
        return
    reach = state.rules.hexes(state.rules.engage.range_in)
    # MS.COUNTER.PUSHED: it was pushed out of engagement range.
    if was_near and away(unit, attacker) > reach:
        return
    answer = yield from _choose_counter(table, strike)
    if answer is None:
        return
    weapon = unit.find_weapon(answer.weapon)
    assert weapon is not None
    cost = counter_cost(table.state, strike)
    pay_eased(table, strike.target, cost, "a Counter", "MS.COUNTER.COST")
    fee = shooting_fee(table.state, strike.target, weapon)
    pay(table, unit.seat, fee, "shooting while engaged", "MS.ENGAGE.SHOOT")
    pay_points(table, strike.target, weapon.power_cost + weapon.havoc_cost)
    spared = spares_counter(unit, clash.defender_used)
    back = Strike(
        strike.target, weapon, strike.unit, counter=True,
        traded=strike.trade and weapon.kind == "melee",
        extra_hits=-rules.penalty if spared else 0,
        extra_why="Intuition", extra_rule="MS.SKILL.FLASH",
    )  # fmt: skip
    # MS.COUNTER.WHO, MS.COUNTER.NO-CHAIN: nothing follows, so a Counter cannot be countered.
    yield from strike_out(table, declare(table, back, own_turn=False))


def _choose_counter(table: Table[State], strike: Strike) -> Steps[Counter | None]:
    """MS.COUNTER.COST: choose the weapon, if any, and what is done before to reduce the cost."""
    while True:
        state = table.state
        seat = state.units[strike.target].seat
        fitting = tuple(counters(state, strike))
        options: list[Counter | ShakeOff | Order | Pass] = [
            each for each, price in fitting if price <= state.momentum[seat]
        ]
        if fitting:
            options += _cheapened(state, strike)
        if not options:
            return None
        if state.rules.counter.who != "automatic":
            options.append(PASS)
        answer = yield from choose(
            seat, tuple(options), "MS.COUNTER.WHO", "counter?", otherwise=options[-1]
        )
        if isinstance(answer, Pass):
            return None
        if isinstance(answer, Counter):
            return answer
        answer.perform(table)


def pay_points(table: Table[State], unit_id: UnitId, points: int) -> None:
    """MS.RES.POWER, MS.RES.HAVOC: pay the points that a weapon takes for each attack."""
    if points:
        table.emit(
            PointsSpent(rule="MS.RES.REFRESH", unit=unit_id, points=points, why="the weapon")
        )


def joined(state: State, strike: Strike) -> Strike:
    """MS.SQUAD.DICE: the attack with the number of models that join in now, before it takes their
    uses.
    """
    if strike.barrels >= 0:
        return strike
    return replace(strike, barrels=len(state.barrels(strike.unit, strike.weapon.id)))


def declare(table: Table[State], strike: Strike, *, own_turn: bool, uses: int = 1) -> Strike:
    """MS.ATTACK.SEQUENCE, 1: declare the attack; it counts from now on."""
    strike = joined(table.state, strike)
    table.emit(
        AttackDeclared(
            rule="MS.ATTACK.SEQUENCE", unit=strike.unit, weapon=strike.weapon.id,
            target=strike.target, what=strike.weapon.name + _manner(strike),
            made_up=strike.made_up, uses=uses, own_turn=own_turn,
            blindside=strike.blindside and own_turn,
        )
    )  # fmt: skip
    return strike


def _manner(strike: Strike) -> str:
    if strike.counter:
        return " in return"
    return {"direct": "", "indirect": " indirectly", "through": " through the terrain"}[strike.how]


def _feint(table: Table[State], strike: Strike) -> Steps[None]:
    """MS.ELITE.FEINT: a free Disengage after the attack and any Counter."""
    unit = table.state.units[strike.unit]
    if not strike.bonus or not BONUSES[strike.bonus].frees:
        return
    act = table.state.act
    places = [
        at
        for at in disengagements(table.state, strike.unit, flying=False)
        if act is None or act.unit != strike.unit or not strays(table.state, act, at, act.moves)
    ]
    if not places:
        return
    options = [Land(at) for at in places]
    answer = yield from may_choose(unit.seat, options, PASS, "MS.ELITE.FEINT", "disengage?")
    if not isinstance(answer, Pass):
        yield from go(table, strike.unit, answer.at, "MS.ELITE.FEINT", "slips away")
