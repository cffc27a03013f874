"""MS.ATTACK.SEQUENCE in a unit's own turn: pay, declare, resolve and counter one or several attacks."""

from __future__ import annotations

from gattai.games.mechastellar.attack.aiming import action_price, shooting_fee
from gattai.games.mechastellar.attack.attack import hp_lost_plainly, strike_out
from gattai.games.mechastellar.attack.countering import after_attack, declare, joined, pay_points
from gattai.games.mechastellar.attack.exchange import Clash
from gattai.games.mechastellar.cards import WeaponCard
from gattai.games.mechastellar.events.turn import ActionsSpent, PointsSpent
from gattai.games.mechastellar.figures import away
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.phases.momentum import pay
from gattai.games.mechastellar.state import State, UnitId
from gattai.kernel.action import Highlight
from gattai.kernel.question import Steps
from gattai.kernel.table import Table


def pay_for(
    table: Table[State], unit_id: UnitId, weapon: WeaponCard, target: UnitId | None
) -> None:
    """MS.ATTACK.SEQUENCE, 1: pay actions, Momentum and points."""
    state = table.state
    combat = action_price(state, unit_id, weapon, target)
    if combat:
        table.emit(ActionsSpent(rule="MS.ACT.ACTIONS", combat=combat, why=weapon.name))
    fee = shooting_fee(state, unit_id, weapon)
    rule = "MS.REMOTE.FIRE" if says(weapon, "is_remote") else "MS.ENGAGE.SHOOT"
    pay(table, state.units[unit_id].seat, fee, weapon.name, rule)
    pay_points(table, unit_id, weapon.power_cost + weapon.havoc_cost)


def upgraded(table: Table[State], unit_id: UnitId, weapon: WeaponCard, power: bool) -> int:
    """MS.RES.POWER: the weapon with the PEN that Power adds to this attack."""
    if not power or weapon.option is None:
        return 0
    table.emit(
        PointsSpent(rule="MS.RES.POWER", unit=unit_id, points=weapon.option.power, why=weapon.name)
    )
    return weapon.option.pen


def one_attack(table: Table[State], strike: Strike) -> Steps[None]:
    strike = declare(table, strike, own_turn=True)
    near = is_near(table.state, strike)
    done, _, clash = yield from strike_out(table, strike)
    yield from after_attack(table, done, clash, was_near=near)


def plainly(table: Table[State], strike: Strike) -> Steps[int]:
    """The HP lost by the target and its squad if no offer is used; faster to enumerate for odds."""
    return (yield from hp_lost_plainly(table, declare(table, strike, own_turn=True)))


def is_near(state: State, strike: Strike) -> bool:
    """Return whether attacker and target are within engagement range."""
    far = away(state.units[strike.unit], state.units[strike.target])
    return far <= state.rules.hexes(state.rules.engage.range_in)


def weapon_of(state: State, unit_id: UnitId, name: str) -> WeaponCard:
    """A weapon that the unit still has."""
    weapon = state.units[unit_id].find_weapon(name)
    assert weapon is not None
    return weapon


def each_in_turn(table: Table[State], strikes: list[Strike], uses: int = 1) -> Steps[None]:
    """MS.AOE.COVER: attack each in turn; the attack stops at a barrier that lets no Hit through."""
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
    """Find a weapon of the active unit by its name."""
    return weapon_id if view.act is None else view.weapon_name(weapon_id, view.act.unit)


def sketched(view: State, targets: tuple[UnitId, ...]) -> Highlight | None:
    """The line to the first of these and all of them; to the attacker itself if there are none."""
    if view.act is None:
        return None
    here = view.units[view.act.unit].at
    there = view.units[targets[0]].at if targets else here
    line = () if here is None or there is None else (here, there)
    return Highlight(line=line, reached=targets)
