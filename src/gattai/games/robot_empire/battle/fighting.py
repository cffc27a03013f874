"""The battle: dice, damage among blockers, simultaneous damage, destroyed units, eliminated players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gattai.games.robot_empire.battle.damage import bury, drain, hurt, judge
from gattai.games.robot_empire.battle.dividing import Shares, divide_refusals, divisions
from gattai.games.robot_empire.events.battle import DamageDivided, UnitRecharged
from gattai.games.robot_empire.figures import attack, enough, hooks, of_all, thrown
from gattai.games.robot_empire.state import CardId, DeclaredAttack, State, Unit
from gattai.kernel.question import Options, Steps, choose, roll
from gattai.kernel.ruleset import Table


def battle(table: Table[State]) -> Steps[None]:
    """ROBOT-EMPIRE.DMG.SIMULTANEOUS: attackers and blockers deal their damage at the same time.

    ROBOT-EMPIRE.DMG.UNBLOCKED, ROBOT-EMPIRE.DMG.BLOCKED, ROBOT-EMPIRE.DMG.BLOCKER; then units with
    enough damage are destroyed, surviving attackers recharge, and players without Energy are
    eliminated.
    """
    state = table.state
    points = yield from _attack_points(state)
    blows: list[tuple[CardId, int, str]] = []
    foes: dict[CardId, CardId] = {}
    past_blockers: dict[CardId, int] = {}
    for declared in state.onsets:
        shares = yield from _shares(table, declared, points[declared.unit])
        shares, past_blockers[declared.unit] = _past_blockers(state, declared, shares, points)
        blows += [(unit, amount, "ROBOT-EMPIRE.DMG.BLOCKED") for unit, amount in shares]
        for blocker in declared.blockers:
            blows.append((declared.unit, points[blocker], "ROBOT-EMPIRE.DMG.BLOCKER"))
            foes[blocker] = declared.unit
        if declared.blockers:
            foes[declared.unit] = shares[0][0] if shares else declared.blockers[0]
    for unit, amount, rule in blows:
        hurt(table, unit, amount, rule)
    for declared in state.onsets:
        if past_blockers[declared.unit]:
            # Shields of Equipment and Agents reduce the damage to the Battery.
            shield = of_all(state, declared.at, "battery_shield")
            blow = past_blockers[declared.unit] - shield - declared.prevented
            rule = "ROBOT-EMPIRE.DMG.BLOCKED" if declared.blocked else "ROBOT-EMPIRE.DMG.UNBLOCKED"
            drain(table, declared.at, blow, rule)
    struck = dict.fromkeys(unit for unit, _, _ in blows)
    fallen = yield from judge(table, struck)
    yield from _revenge(table, fallen, foes)
    # ROBOT-EMPIRE.AMB.ATTACKER-TAP-WHEN; ROBOT-EMPIRE.TAP.BLOCKERS: blockers do not recharge.
    for declared in state.onsets:
        if declared.unit in table.state.by_id:
            table.emit(UnitRecharged(rule="ROBOT-EMPIRE.TAP.ATTACKERS", unit=declared.unit))
    bury(table, state.active)


def _attack_points(state: State) -> Steps[dict[CardId, int]]:
    """ROBOT-EMPIRE.DICE.COMBAT: the Attack of every unit in the battle, rolled where it is a die."""
    points: dict[CardId, int] = {}
    for declared in state.onsets:
        for card in (declared.unit, *declared.blockers):
            unit = state.by_id[card]
            worth = attack(unit)
            points[card] = worth.fixed
            if worth.dice:
                what = f"the Attack of {unit.faces[0].name}"
                rule = "ROBOT-EMPIRE.DICE.COMBAT"
                points[card] += yield from roll(thrown(worth.dice), rule, what, unit.seat)
            points[card] = max(0, points[card])
    return points


def _shares(table: Table[State], declared: DeclaredAttack, damage: int) -> Steps[Shares]:
    """ROBOT-EMPIRE.DMG.ORDER: how the attacker's damage is divided among its blockers."""
    if not declared.blockers or not damage:
        return ()
    if len(declared.blockers) == 1:
        return ((declared.blockers[0], damage),)
    gang = [table.state.by_id[card] for card in declared.blockers]
    name = table.state.by_id[declared.unit].faces[0].name
    offer = Options(
        [*divisions(gang, damage)], partial(divide_refusals, gang, damage), open_ended=True
    )
    answer = yield from choose(
        table.state.active,
        offer,
        "ROBOT-EMPIRE.DMG.ORDER",
        f"divide {damage} damage of {name} among its blockers",
        otherwise=offer.candidates[0],
    )
    rule = "ROBOT-EMPIRE.DMG.ORDER"
    table.emit(DamageDivided(rule=rule, attacker=declared.unit, shares=answer.shares))
    return answer.shares


def _past_blockers(
    state: State, declared: DeclaredAttack, shares: Shares, points: Mapping[CardId, int]
) -> tuple[Shares, int]:
    """The damage to each blocker, and the damage to the Battery behind them.

    ROBOT-EMPIRE.AMB.TRAMPLE, ROBOT-EMPIRE.AMB.BLOCKER-GONE: no damage passes, unless the match uses
    another reading of these rulings.
    """
    if not declared.blocked:
        return shares, points[declared.unit]
    if not declared.blockers:
        return shares, points[declared.unit] if state.rulings.blockers_gone == "unblocked" else 0
    if state.rulings.overflow == "lost":
        return shares, 0
    needed = {card: enough(state.by_id[card]) for card in declared.blockers}
    given = dict(shares)
    if any(given.get(card, 0) < need for card, need in needed.items()):
        return shares, 0
    return tuple(needed.items()), sum(given.values()) - sum(needed.values())


def _revenge(
    table: Table[State], fallen: tuple[Unit, ...], foes: dict[CardId, CardId]
) -> Steps[None]:
    """Units with Revenge deal damage when destroyed, one after the other."""
    waiting = [*fallen]
    while waiting:
        unit = waiting.pop(0)
        blow = sum(hook.revenge() for hook in hooks(unit))
        foe = foes.get(unit.id)
        if blow and foe is not None and foe in table.state.by_id:
            hurt(table, foe, blow, "ROBOT-EMPIRE.CARD.MONSTER")
            waiting += yield from judge(table, (foe,))
