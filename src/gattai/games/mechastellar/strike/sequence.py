"""MS.ATTACK.SEQUENCE in a unit's own turn: paid for, declared, resolved, countered; one or several."""

from __future__ import annotations

from gattai.games.mechastellar.cards import WeaponCard
from gattai.games.mechastellar.course.momentum import pay
from gattai.games.mechastellar.events.turn import ActionsSpent, PointsSpent
from gattai.games.mechastellar.figures import away
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.state import State, UnitId
from gattai.games.mechastellar.strike.aiming import action_price, shooting_fee
from gattai.games.mechastellar.strike.attack import hp_lost_plainly, strike_out
from gattai.games.mechastellar.strike.countering import after_attack, declare, joined, pay_points
from gattai.games.mechastellar.strike.exchange import Clash
from gattai.kernel.deed import Sketch
from gattai.kernel.question import Steps
from gattai.kernel.table import Table


def pay_for(
    table: Table[State], unit_id: UnitId, weapon: WeaponCard, target: UnitId | None
) -> None:
    """MS.ATTACK.SEQUENCE, 1: actions, Momentum and points."""
    state = table.state
    combat = action_price(state, unit_id, weapon, target)
    if combat:
        table.happens(ActionsSpent(rule="MS.ACT.ACTIONS", combat=combat, why=weapon.name))
    fee = shooting_fee(state, unit_id, weapon)
    rule = "MS.REMOTE.FIRE" if says(weapon, "is_remote") else "MS.ENGAGE.SHOOT"
    pay(table, state.units[unit_id].seat, fee, weapon.name, rule)
    pay_points(table, unit_id, weapon.power_cost + weapon.havoc_cost)


def upgraded(table: Table[State], unit_id: UnitId, weapon: WeaponCard, power: bool) -> int:
    """MS.RES.POWER: what a weapon gains in PEN for Power spent on this attack."""
    if not power or weapon.option is None:
        return 0
    table.happens(
        PointsSpent(rule="MS.RES.POWER", unit=unit_id, points=weapon.option.power, why=weapon.name)
    )
    return weapon.option.pen


def one_attack(table: Table[State], strike: Strike) -> Steps[None]:
    """Declared, resolved, countered."""
    strike = declare(table, strike, own_turn=True)
    near = is_near(table.state, strike)
    done, _, clash = yield from strike_out(table, strike)
    yield from after_attack(table, done, clash, was_near=near)


def plainly(table: Table[State], strike: Strike) -> Steps[int]:
    """The HP that the target and its squad lose, if nobody uses anything: for odds, less to walk."""
    return (yield from hp_lost_plainly(table, declare(table, strike, own_turn=True)))


def is_near(state: State, strike: Strike) -> bool:
    """Whether attacker and target stand within engagement range."""
    far = away(state.units[strike.unit], state.units[strike.target])
    return far <= state.rules.hexes(state.rules.engage.range_in)


def weapon_of(state: State, unit_id: UnitId, name: str) -> WeaponCard:
    """A weapon that the unit still has."""
    weapon = state.units[unit_id].find_weapon(name)
    assert weapon is not None
    return weapon


def each_in_turn(table: Table[State], strikes: list[Strike], uses: int = 1) -> Steps[None]:
    """MS.AOE.COVER: the attack stops at a barrier that lets no Hit through."""
    done: list[tuple[Strike, Clash, bool]] = []
    strikes = [joined(table.state, strike) for strike in strikes]
    for number, strike in enumerate(strikes):
        if table.state.units[strike.target].at is None:
            continue
        if table.state.units[strike.unit].at is None:
            break
        declare(table, strike, own_turn=True, uses=0 if number else uses)
        near = is_near(table.state, strike)
        made, landed, clash = yield from strike_out(table, strike)
        done.append((made, clash, near))
        if landed.stopped and table.state.units[strike.target].card.barrier is not None:
            break
    for strike, clash, near in done:
        yield from after_attack(table, strike, clash, was_near=near)


def weapon_in(view: State, weapon_id: str) -> str:
    """A weapon of the active unit by its name."""
    return weapon_id if view.act is None else view.weapon_name(weapon_id, view.act.unit)


def sketched(view: State, targets: tuple[UnitId, ...]) -> Sketch | None:
    """The line to the first of these, and all of them; to itself where there is none."""
    if view.act is None:
        return None
    here = view.units[view.act.unit].at
    there = view.units[targets[0]].at if targets else here
    line = () if here is None or there is None else (here, there)
    return Sketch(line=line, reached=targets)
