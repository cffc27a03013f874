"""The battle: dice, damage among gangs, all blows at once, what falls, who is out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gattai.games.robot_empire.battle.damage import bury, drain, hurt, judge
from gattai.games.robot_empire.battle.dividing import Divide, Shares, divide_refusals, divisions
from gattai.games.robot_empire.events.battle import DamageDivided, UnitRecharged
from gattai.games.robot_empire.figures import attack, enough, of_all, thrown, voices
from gattai.games.robot_empire.state import CardId, Onset, State, Unit
from gattai.kernel.question import Choose, Options, Roll, Steps
from gattai.kernel.ruleset import Table


def battle(table: Table[State]) -> Steps[None]:
    """ROBOT-EMPIRE.DMG.SIMULTANEOUS: attackers and blockers deal their damage together.

    ROBOT-EMPIRE.DMG.UNBLOCKED, ROBOT-EMPIRE.DMG.BLOCKED, ROBOT-EMPIRE.DMG.BLOCKER; then who has
    enough damage falls, surviving attackers recharge, and who has no Energy left is out.
    """
    state = table.state
    points = yield from _attack_points(state)
    blows: list[tuple[CardId, int, str]] = []
    foes: dict[CardId, CardId] = {}
    past_blockers: dict[CardId, int] = {}
    for onset in state.onsets:
        shares = yield from _shares(table, onset, points[onset.unit])
        shares, past_blockers[onset.unit] = _past_blockers(state, onset, shares, points)
        blows += [(unit, amount, "ROBOT-EMPIRE.DMG.BLOCKED") for unit, amount in shares]
        for blocker in onset.blockers:
            blows.append((onset.unit, points[blocker], "ROBOT-EMPIRE.DMG.BLOCKER"))
            foes[blocker] = onset.unit
        if onset.blockers:
            foes[onset.unit] = shares[0][0] if shares else onset.blockers[0]
    for unit, amount, rule in blows:
        hurt(table, unit, amount, rule)
    for onset in state.onsets:
        if past_blockers[onset.unit]:
            # Shields of Equipment and Agents take off what they keep from the Battery.
            shield = of_all(state, onset.at, "battery_shield")
            blow = past_blockers[onset.unit] - shield - onset.prevented
            rule = "ROBOT-EMPIRE.DMG.BLOCKED" if onset.blocked else "ROBOT-EMPIRE.DMG.UNBLOCKED"
            drain(table, onset.at, blow, rule)
    struck = dict.fromkeys(unit for unit, _, _ in blows)
    fallen = yield from judge(table, struck)
    yield from _revenge(table, fallen, foes)
    # ROBOT-EMPIRE.AMB.ATTACKER-TAP-WHEN; ROBOT-EMPIRE.TAP.BLOCKERS: blockers stay as they are.
    for onset in state.onsets:
        if onset.unit in table.state.by_id:
            table.happens(UnitRecharged(rule="ROBOT-EMPIRE.TAP.ATTACKERS", unit=onset.unit))
    bury(table, state.active)


def _attack_points(state: State) -> Steps[dict[CardId, int]]:
    """ROBOT-EMPIRE.DICE.COMBAT: the Attack of everybody in the battle, dice thrown for it."""
    points: dict[CardId, int] = {}
    for onset in state.onsets:
        for card in (onset.unit, *onset.blockers):
            unit = state.by_id[card]
            worth = attack(unit)
            points[card] = worth.fixed
            if worth.dice:
                what = f"the Attack of {unit.faces[0].name}"
                rule = "ROBOT-EMPIRE.DICE.COMBAT"
                points[card] += yield Roll(thrown(worth.dice), rule, what, unit.seat)
            points[card] = max(0, points[card])
    return points


def _shares(table: Table[State], onset: Onset, damage: int) -> Steps[Shares]:
    """ROBOT-EMPIRE.DMG.ORDER: how the attacker's damage falls on its blockers."""
    if not onset.blockers or not damage:
        return ()
    if len(onset.blockers) == 1:
        return ((onset.blockers[0], damage),)
    gang = [table.state.by_id[card] for card in onset.blockers]
    name = table.state.by_id[onset.unit].faces[0].name
    offer = Options(
        [*divisions(gang, damage)], partial(divide_refusals, gang, damage), open_ended=True
    )
    answer: Divide = yield Choose(
        table.state.active,
        offer,
        "ROBOT-EMPIRE.DMG.ORDER",
        f"divide {damage} damage of {name} among its blockers",
        otherwise=offer.candidates[0],
    )
    rule = "ROBOT-EMPIRE.DMG.ORDER"
    table.happens(DamageDivided(rule=rule, attacker=onset.unit, shares=answer.shares))
    return answer.shares


def _past_blockers(
    state: State, onset: Onset, shares: Shares, points: Mapping[CardId, int]
) -> tuple[Shares, int]:
    """What each blocker takes, and what gets past them to the Battery.

    ROBOT-EMPIRE.AMB.TRAMPLE, ROBOT-EMPIRE.AMB.BLOCKER-GONE: nothing gets past, unless the match
    reads these rulings in another way.
    """
    if not onset.blocked:
        return shares, points[onset.unit]
    if not onset.blockers:
        return shares, points[onset.unit] if state.rulings.blockers_gone == "unblocked" else 0
    if state.rulings.overflow == "lost":
        return shares, 0
    needed = {card: enough(state.by_id[card]) for card in onset.blockers}
    given = dict(shares)
    if any(given.get(card, 0) < need for card, need in needed.items()):
        return shares, 0
    return tuple(needed.items()), sum(given.values()) - sum(needed.values())


def _revenge(
    table: Table[State], fallen: tuple[Unit, ...], foes: dict[CardId, CardId]
) -> Steps[None]:
    """Those who strike as they fall, one after the other."""
    waiting = [*fallen]
    while waiting:
        unit = waiting.pop(0)
        blow = sum(voice.revenge() for voice in voices(unit))
        foe = foes.get(unit.id)
        if blow and foe is not None and foe in table.state.by_id:
            hurt(table, foe, blow, "ROBOT-EMPIRE.CARD.MONSTER")
            waiting += yield from judge(table, (foe,))
