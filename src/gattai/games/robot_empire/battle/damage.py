"""Damage and what comes of it: shields, dice, destruction; Batteries, and players who are out."""

from __future__ import annotations

from collections.abc import Iterable

from gattai.games.robot_empire.events.battle import (
    BatteryHit,
    SeatBeaten,
    UnitDamaged,
    UnitDestroyed,
)
from gattai.games.robot_empire.figures import amount, defense, thrown
from gattai.games.robot_empire.state import CardId, State, Unit
from gattai.kernel.question import Roll, Seat, Steps
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Table


def hurt(table: Table[State], unit: CardId, points: int, rule: RuleId) -> None:
    """Damage on one unit, less what shields keep off it; whether it falls is another matter."""
    state = table.state
    target = state.by_id.get(unit)
    if target is None or points <= 0:
        return
    shields: list[tuple[CardId, int]] = []
    if target.is_equipment:
        points = _shielded(state, target, points, shields)
    kept = tuple(shields)
    table.happens(UnitDamaged(rule=rule, seat=target.seat, unit=unit, damage=points, shields=kept))


def _shielded(state: State, target: Unit, points: int, shields: list[tuple[CardId, int]]) -> int:
    """ROBOT-EMPIRE.CARD.EQUIPMENT: what other Equipment keeps off, the first of each turn."""
    for other in state.units:
        if other.seat == target.seat and other.is_equipment and other.id != target.id:
            kept = min(points, amount(other, "equipment_shield") - other.shielded)
            if kept > 0:
                shields.append((other.id, kept))
                points -= kept
    return points


def judge(table: Table[State], units: Iterable[CardId]) -> Steps[tuple[Unit, ...]]:
    """ROBOT-EMPIRE.DMG.LETHAL: who has damage of at least its Defense is destroyed; they are returned.

    ROBOT-EMPIRE.AMB.DICE-DEFENSE: a Defense of 1d6 is thrown each time damage was dealt.
    ROBOT-EMPIRE.AMB.EQUIPMENT-DAMAGE: Equipment falls in the same way.
    """
    fallen: list[Unit] = []
    for card in units:
        unit = table.state.by_id.get(card)
        if unit is None or not unit.damage:
            continue
        points = defense(unit)
        limit = points.fixed
        if points.dice:
            what = f"the Defense of {unit.faces[0].name}"
            limit += yield Roll(thrown(points.dice), "ROBOT-EMPIRE.DICE.COMBAT", what, unit.seat)
        if unit.damage >= limit:
            fallen.append(unit)
    for unit in fallen:
        rule = "ROBOT-EMPIRE.DMG.LETHAL"
        table.happens(UnitDestroyed(rule=rule, seat=unit.seat, unit=unit.id))
    return tuple(fallen)


def strike(table: Table[State], unit: CardId, points: int, rule: RuleId) -> Steps[None]:
    """Damage on one unit, and its end if that is enough."""
    before = table.state.by_id.get(unit)
    hurt(table, unit, points, rule)
    now = table.state.by_id.get(unit)
    if before is not None and now is not None and now.damage > before.damage:
        yield from judge(table, (unit,))


def drain(table: Table[State], seat: Seat, points: int, rule: RuleId) -> None:
    """Coins off a Battery, as many as there are; who is out is seen to by `bury`."""
    lost = min(points, table.state.players[seat].battery)
    if lost > 0:
        table.happens(BatteryHit(rule=rule, seat=seat, coins=lost))


def bury(table: Table[State], by: Seat | None) -> None:
    """ROBOT-EMPIRE.DMG.BATTERY-ZERO, ROBOT-EMPIRE.GOAL.ENERGY: who has no Energy left is out.

    ROBOT-EMPIRE.AMB.SELF-ELIMINATION: who falls by the own blow inherits nothing of it either.
    """
    state = table.state
    fallen = [seat for seat in state.in_order if state.players[seat].battery == 0]
    for seat in fallen:
        heir = None if by in fallen and seat != by else by
        table.happens(SeatBeaten(rule="ROBOT-EMPIRE.DMG.BATTERY-ZERO", seat=seat, by=heir))
