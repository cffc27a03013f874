"""Momentum: payment, shifts by moving, morale, and the Commander's commands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from gattai.games.mechastellar.attack.pools import D10, passing
from gattai.games.mechastellar.events.flow import (
    CommandGiven,
    MomentumChanged,
    OrderUsed,
)
from gattai.games.mechastellar.events.turn import HealthRestored
from gattai.games.mechastellar.figures import commander_of, engaging, morale_of, nearest
from gattai.games.mechastellar.state import State, UnitId, other
from gattai.kernel.action import Option
from gattai.kernel.dice import total
from gattai.kernel.question import Seat, Steps, choose, may_choose, roll
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Table
from gattai.kernel.window import PASS, Pass
from gattai.tabletop.hexes import DISTANCE, Hex


class Select(Option, frozen=True, tag="select"):
    """Name a unit: one of several equally near, a target of revenge, or a new leader."""

    says = "{unit}"
    actor, aim = "", "unit"
    unit: UnitId


class Command(Option, frozen=True, tag="command"):
    """A command of the Commander, on a unit if the command needs one."""

    name: Literal["trust", "rally", "rout"]
    unit: UnitId | None = None

    def label(self, view: State) -> str:
        word = self.name.capitalize()
        return word if self.unit is None else f"{word} in {view.called(self.unit)}"


def pay(table: Table[State], seat: Seat, amount: int, why: str, rule: RuleId) -> None:
    """MS.MOM.PAY: pay a cost; the caller has checked that it can be paid in full."""
    if amount:
        table.emit(MomentumChanged(rule=rule, seat=seat, amount=-amount, why=why))


def eased(state: State, unit_id: UnitId, cost: int) -> int:
    """MS.ORDERS.OPS: a cost after the reduction by an order."""
    if cost and state.units[unit_id].orders:
        return max(0, cost - state.rules.orders.reduction)
    return cost


def pay_eased(table: Table[State], unit_id: UnitId, cost: int, why: str, rule: RuleId) -> None:
    """Pay such a cost and use up the order."""
    if not cost:
        return
    price = eased(table.state, unit_id, cost)
    if table.state.units[unit_id].orders:
        table.emit(OrderUsed(rule="MS.ORDERS.OPS", unit=unit_id))
    pay(table, table.state.units[unit_id].seat, price, why, rule)


class Stance:
    """The position of a unit relative to its enemies before it moved."""

    __slots__ = ("at", "engaged", "foes")

    def __init__(self, state: State, unit_id: UnitId) -> None:
        unit = state.units[unit_id]
        assert unit.at is not None
        self.at: Hex = unit.at
        self.engaged = engaging(state, unit_id)
        self.foes = [(foe_id, DISTANCE[at - unit.at]) for foe_id, _, at in state.foes(unit.seat)]


def shift(table: Table[State], unit_id: UnitId, before: Stance, *, fled: bool = False) -> None:
    """MS.MOM.SHIFT-AWAY, MS.MOM.SHIFT-CLOSER: after a Move Action or Accelerate.

    MS.MOM.SHIFT-ONCE: one shift a turn; MS.MOM.SHIFT-LAST: one more after the enemy has finished.
    """
    state = table.state
    unit, act, limits = state.units[unit_id], state.act, state.rules.momentum
    if act is None or unit.at is None or unit.seat in act.shifted or not before.foes:
        return
    last = not any(not foe.activated for _, foe, _ in state.foes(unit.seat))
    if last and unit.seat in state.last_shift:
        return
    now = state.momentum[unit.seat]
    if now > limits.high:
        if limits.away_loss and _moved_away(state, unit.at, before):
            table.emit(
                MomentumChanged(
                    rule="MS.MOM.SHIFT-AWAY", seat=unit.seat, amount=-limits.away_loss,
                    why="moving away", shift=True, last=last,
                )
            )  # fmt: skip
    elif now < limits.low and _came_closer(state, unit_id, before, fled):
        table.emit(
            MomentumChanged(
                rule="MS.MOM.SHIFT-CLOSER", seat=unit.seat, amount=limits.closer_gain,
                why="closing in", shift=True, last=last,
            )
        )  # fmt: skip


def _moved_away(state: State, at: Hex, before: Stance) -> bool:
    least = min(far for _, far in before.foes)
    close = [foe for foe, far in before.foes if far == least]
    return min(_distance(state, foe, at) for foe in close) > least


def _came_closer(state: State, unit_id: UnitId, before: Stance, fled: bool) -> bool:
    unit = state.units[unit_id]
    assert unit.at is not None
    engaged = engaging(state, unit_id)
    if before.engaged and engaged and not fled:
        return True
    if any(foe not in before.engaged for foe in engaged):
        return True
    inches = state.rules.hex.inches
    gains = ((far - _distance(state, foe, unit.at)) * inches for foe, far in before.foes)
    return any(gain >= state.rules.momentum.closer_in for gain in gains)


def _distance(state: State, foe: UnitId, at: Hex) -> int:
    there = state.units[foe].at
    return 99 if there is None else DISTANCE[there - at]


def morale_save(
    table: Table[State], unit_id: UnitId, saves: int, versus: str, rule: RuleId
) -> Steps[int]:
    """MS.MORALE.SAVE: d10s against the unit's Morale; returns the number of successes."""
    unit = table.state.units[unit_id]
    dice = passing(saves, morale_of(table.state.rules, unit))
    return (yield from roll(dice, rule, f"morale of {unit.name} ({versus})", by=unit.seat))


def rally(table: Table[State], unit_id: UnitId, saves: int, rule: RuleId) -> Steps[None]:
    """MS.MORALE.RALLY: each successful save gains Momentum."""
    passed = yield from morale_save(table, unit_id, saves, "rally", rule)
    gain = passed * table.state.rules.morale.rally_gain
    if gain:
        seat = table.state.units[unit_id].seat
        table.emit(MomentumChanged(rule="MS.MORALE.RALLY", seat=seat, amount=gain, why="rallied"))


def rout(table: Table[State], unit_id: UnitId, saves: int, rule: RuleId) -> Steps[None]:
    """MS.MORALE.ROUT: each failed save loses Momentum."""
    passed = yield from morale_save(table, unit_id, saves, "rout", rule)
    loss = (saves - passed) * table.state.rules.morale.rout_loss
    if loss:
        seat = table.state.units[unit_id].seat
        table.emit(MomentumChanged(rule="MS.MORALE.ROUT", seat=seat, amount=-loss, why="routed"))


def choose_nearest(
    table: Table[State], seat: Seat, at: Hex, rule: RuleId, left_out: tuple[UnitId, ...] = ()
) -> Steps[UnitId | None]:
    """The own unit nearest to a hex; the owner chooses among several."""
    among = [each for each in table.state.friends(seat) if each[0] not in left_out]
    close = nearest(table.state, at, among)
    if not close:
        return None
    if len(close) == 1:
        return close[0]
    options = tuple(Select(unit_id) for unit_id in close)
    answer = yield from choose(
        seat, options, rule, "which of the nearest allies?", otherwise=options[0],
        describe=partial(_nearest_text, table.state),
    )  # fmt: skip
    return answer.unit


def _nearest_text(state: State, select: Select) -> str:
    return f"{state.units[select.unit].name} is chosen"


def _several_nearest(
    table: Table[State], seat: Seat, at: Hex, count: int, rule: RuleId, left_out: tuple[UnitId, ...]
) -> Steps[tuple[UnitId, ...]]:
    found: tuple[UnitId, ...] = ()
    while len(found) < count:
        one = yield from choose_nearest(table, seat, at, rule, (*left_out, *found))
        if one is None:
            break
        found = (*found, one)
    return found


def _saves(state: State) -> int:
    command = state.rules.command
    return command.saves_late if state.round >= command.late_round else command.saves


def may_command(state: State, seat: Seat) -> bool:
    """MS.CMD.ONE: whether the Commander is on the table and has a command left this round."""
    left = state.commands[seat] < state.rules.command.per_round
    return left and commander_of(state, seat) is not None


def commands_at_turn_end(table: Table[State], seat: Seat) -> Steps[None]:
    """MS.CMD.TRUST, MS.CMD.RALLY: at the end of any unit's turn."""
    state = table.state
    if not may_command(state, seat):
        return
    options = _end_commands(state, seat)
    answer = yield from may_choose(seat, options, PASS, "MS.CMD.ONE", "a command?")
    if isinstance(answer, Pass):
        return
    rule = "MS.CMD.TRUST" if answer.name == "trust" else "MS.CMD.RALLY"
    table.emit(CommandGiven(rule=rule, seat=seat, command=answer.name))
    if answer.name == "trust":
        assert answer.unit is not None
        yield from _trust(table, seat, answer.unit)
        return
    leader = commander_of(state, seat)
    assert leader is not None
    at = state.units[leader].at
    assert at is not None
    count = state.rules.command.rally_allies
    allies = yield from _several_nearest(
        table, seat, at, count, rule, (state.units[leader].leader,)
    )
    for unit_id in (leader, *allies):
        yield from rally(table, unit_id, _saves(state), rule)


def _end_commands(state: State, seat: Seat) -> Iterator[Command]:
    for unit_id, unit, _ in state.on_table:
        if unit.seat == seat and unit.hp < unit.card.hp:
            yield Command("trust", unit_id)
    yield Command("rally")


def _trust(table: Table[State], seat: Seat, unit_id: UnitId) -> Steps[None]:
    """MS.CMD.TRUST: 2d10 x 100 HP, in the last rounds 4d10."""
    command = table.state.rules.command
    late = table.state.round >= command.late_round
    dice = command.trust_dice_late if late else command.trust_dice
    name = table.state.units[unit_id].name
    rolled = yield from roll(total(D10, dice), "MS.CMD.TRUST", f"trust in {name}", by=seat)
    hp = rolled * command.trust_unit
    table.emit(HealthRestored(rule="MS.CMD.TRUST", unit=unit_id, hp=hp))


def command_rout(table: Table[State], seat: Seat, fallen_at: Hex) -> Steps[None]:
    """MS.CMD.ROUT: after destroying an enemy unit, its four nearest allies make saves against Rout."""
    state = table.state
    foe = other(seat)
    if not may_command(state, seat) or not state.friends(foe):
        return
    options = (Command("rout"),)
    answer = yield from may_choose(seat, options, PASS, "MS.CMD.ROUT", "command a Rout?")
    if isinstance(answer, Pass):
        return
    table.emit(CommandGiven(rule="MS.CMD.ROUT", seat=seat, command="rout"))
    count = state.rules.command.rout_allies
    shaken = yield from _several_nearest(table, foe, fallen_at, count, "MS.CMD.ROUT", ())
    for unit_id in shaken:
        yield from rout(table, unit_id, _saves(state), "MS.CMD.ROUT")
