"""Damage and its consequences: shields, dice, destruction; Batteries, and players who are eliminated."""

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
from gattai.kernel.question import Seat, Steps, roll
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Table


def hurt(table: Table[State], unit: CardId, points: int, rule: RuleId) -> None:
    """Damage a unit, reduced by shields. This does not check whether it is destroyed."""
    state = table.state
    target = state.by_id.get(unit)
    if target is None or points <= 0:
        return
    shields: list[tuple[CardId, int]] = []
    if target.is_equipment:
        points = _shielded(state, target, points, shields)
    kept = tuple(shields)
    table.emit(UnitDamaged(rule=rule, seat=target.seat, unit=unit, damage=points, shields=kept))


def _shielded(state: State, target: Unit, points: int, shields: list[tuple[CardId, int]]) -> int:
    """ROBOT-EMPIRE.CARD.EQUIPMENT: the damage prevented by other Equipment, from the first of each
    turn.
    """
    for other in state.units:
        if other.seat == target.seat and other.is_equipment and other.id != target.id:
            kept = min(points, amount(other, "equipment_shield") - other.shielded)
            if kept > 0:
                shields.append((other.id, kept))
                points -= kept
    return points


def judge(table: Table[State], units: Iterable[CardId]) -> Steps[tuple[Unit, ...]]:
    """ROBOT-EMPIRE.DMG.LETHAL: destroy units with damage of at least their Defense, and return
    them.

    ROBOT-EMPIRE.AMB.DICE-DEFENSE: a Defense of 1d6 is rolled each time damage is dealt.
    ROBOT-EMPIRE.AMB.EQUIPMENT-DAMAGE: Equipment is destroyed in the same way.
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
            limit += yield from roll(
                thrown(points.dice), "ROBOT-EMPIRE.DICE.COMBAT", what, unit.seat
            )
        if unit.damage >= limit:
            fallen.append(unit)
    for unit in fallen:
        rule = "ROBOT-EMPIRE.DMG.LETHAL"
        table.emit(UnitDestroyed(rule=rule, seat=unit.seat, unit=unit.id))
    return tuple(fallen)


def strike(table: Table[State], unit: CardId, points: int, rule: RuleId) -> Steps[None]:
    """Damage a unit and destroy it if that is enough."""
    before = table.state.by_id.get(unit)
    hurt(table, unit, points, rule)
    now = table.state.by_id.get(unit)
    if before is not None and now is not None and now.damage > before.damage:
        yield from judge(table, (unit,))


def drain(table: Table[State], seat: Seat, points: int, rule: RuleId) -> None:
    """Take coins from a Battery, as many as there are; `bury` eliminates the player."""
    lost = min(points, table.state.players[seat].battery)
    if lost > 0:
        table.emit(BatteryHit(rule=rule, seat=seat, coins=lost))


def bury(table: Table[State], by: Seat | None) -> None:
    """ROBOT-EMPIRE.DMG.BATTERY-ZERO, ROBOT-EMPIRE.GOAL.ENERGY: eliminate players without Energy.

    ROBOT-EMPIRE.AMB.SELF-ELIMINATION: players who eliminate themselves inherit nothing either.
    """
    state = table.state
    fallen = [seat for seat in state.in_order if state.players[seat].battery == 0]
    for seat in fallen:
        heir = None if by in fallen and seat != by else by
        hand = table.state.players[seat].hand.open()
        table.emit(SeatBeaten(rule="ROBOT-EMPIRE.DMG.BATTERY-ZERO", seat=seat, by=heir, hand=hand))
