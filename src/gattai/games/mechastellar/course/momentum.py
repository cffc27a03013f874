"""Momentum: paying, shifts by moving, morale, and the Commander's commands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from gattai.games.mechastellar.events.flow import (
    CommandGiven,
    MomentumChanged,
    OrderUsed,
)
from gattai.games.mechastellar.events.turn import HealthRestored
from gattai.games.mechastellar.figures import commander_of, engaging, morale_of, nearest
from gattai.games.mechastellar.state import State, UnitId, other
from gattai.games.mechastellar.strike.pools import D10, passing
from gattai.kernel.deed import Said
from gattai.kernel.dice import total
from gattai.kernel.question import Choose, Roll, Seat, Steps
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Table
from gattai.kernel.window import PASS, Pass
from gattai.tabletop.hexes import DISTANCE, Hex


class Select(Said, frozen=True, tag="select"):
    """Name a unit: of several that are equally near, for revenge, as a new leader."""

    says = "{unit}"
    actor, aim = "", "unit"
    unit: UnitId


class Command(Said, frozen=True, tag="command"):
    """A command of the Commander, on a unit if it takes one."""

    name: Literal["trust", "rally", "rout"]
    unit: UnitId | None = None

    def label(self, view: State) -> str:
        """The command, and on whom."""
        word = self.name.capitalize()
        return word if self.unit is None else f"{word} in {view.called(self.unit)}"


def pay(table: Table[State], seat: Seat, amount: int, why: str, rule: RuleId) -> None:
    """MS.MOM.PAY: a cost; whoever offers it has seen that it can be paid in full."""
    if amount:
        table.happens(MomentumChanged(rule=rule, seat=seat, amount=-amount, why=why))


def eased(state: State, unit_id: UnitId, cost: int) -> int:
    """MS.ORDERS.OPS: a cost that an order lowers."""
    if cost and state.units[unit_id].orders:
        return max(0, cost - state.rules.orders.reduction)
    return cost


def pay_eased(table: Table[State], unit_id: UnitId, cost: int, why: str, rule: RuleId) -> None:
    """Pay such a cost; the order is used up with it."""
    if not cost:
        return
    price = eased(table.state, unit_id, cost)
    if table.state.units[unit_id].orders:
        table.happens(OrderUsed(rule="MS.ORDERS.OPS", unit=unit_id))
    pay(table, table.state.units[unit_id].seat, price, why, rule)


class Stance:
    """How a unit stood to its enemies before it moved."""

    __slots__ = ("at", "engaged", "foes")

    def __init__(self, state: State, unit_id: UnitId) -> None:
        unit = state.units[unit_id]
        assert unit.at is not None
        self.at: Hex = unit.at
        self.engaged = engaging(state, unit_id)
        self.foes = [(foe_id, DISTANCE[at - unit.at]) for foe_id, _, at in state.foes(unit.seat)]


def shift(table: Table[State], unit_id: UnitId, before: Stance, *, fled: bool = False) -> None:
    """MS.MOM.SHIFT-AWAY, MS.MOM.SHIFT-CLOSER, after a Move Action or Accelerate.

    MS.MOM.SHIFT-ONCE: one shift a turn; MS.MOM.SHIFT-LAST: one more once the enemy is done.
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
        least = min(far for _, far in before.foes)
        close = [foe for foe, far in before.foes if far == least]
        after = [_distance(state, foe, unit.at) for foe in close]
        if min(after) > least and limits.away_loss:
            table.happens(
                MomentumChanged(
                    rule="MS.MOM.SHIFT-AWAY", seat=unit.seat, amount=-limits.away_loss,
                    why="moving away", shift=True, last=last,
                )
            )  # fmt: skip
    elif now < limits.low and _came_closer(state, unit_id, before, fled):
        table.happens(
            MomentumChanged(
                rule="MS.MOM.SHIFT-CLOSER", seat=unit.seat, amount=limits.closer_gain,
                why="closing in", shift=True, last=last,
            )
        )  # fmt: skip


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
    """MS.MORALE.SAVE: so many d10s against the unit's Morale; how many passed."""
    unit = table.state.units[unit_id]
    dice = passing(saves, morale_of(table.state.rules, unit))
    passed: int = yield Roll(dice, rule, f"morale of {unit.name} ({versus})", by=unit.seat)
    return passed


def rally(table: Table[State], unit_id: UnitId, saves: int, rule: RuleId) -> Steps[None]:
    """MS.MORALE.RALLY: each save that is passed gains Momentum."""
    passed = yield from morale_save(table, unit_id, saves, "rally", rule)
    gain = passed * table.state.rules.morale.rally_gain
    if gain:
        seat = table.state.units[unit_id].seat
        table.happens(
            MomentumChanged(rule="MS.MORALE.RALLY", seat=seat, amount=gain, why="rallied")
        )


def rout(table: Table[State], unit_id: UnitId, saves: int, rule: RuleId) -> Steps[None]:
    """MS.MORALE.ROUT: each save that is failed loses Momentum."""
    passed = yield from morale_save(table, unit_id, saves, "rout", rule)
    loss = (saves - passed) * table.state.rules.morale.rout_loss
    if loss:
        seat = table.state.units[unit_id].seat
        table.happens(MomentumChanged(rule="MS.MORALE.ROUT", seat=seat, amount=-loss, why="routed"))


def choose_nearest(
    table: Table[State], seat: Seat, at: Hex, rule: RuleId, left_out: tuple[UnitId, ...] = ()
) -> Steps[UnitId | None]:
    """The nearest own unit to a hex; of several the owner chooses."""
    among = [each for each in table.state.friends(seat) if each[0] not in left_out]
    close = nearest(table.state, at, among)
    if not close:
        return None
    if len(close) == 1:
        return close[0]
    options = tuple(Select(unit_id) for unit_id in close)
    answer: Select = yield Choose(
        seat, options, rule, "which of the nearest allies?", otherwise=options[0],
        tells=partial(_said_of_nearest, table.state),
    )  # fmt: skip
    return answer.unit


def _said_of_nearest(state: State, select: Select) -> str:
    return f"{state.units[select.unit].name} is the one"


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
    """MS.CMD.ONE: the Commander is on the table and has a command left this round."""
    left = state.commands[seat] < state.rules.command.per_round
    return left and commander_of(state, seat) is not None


def commands_at_turn_end(table: Table[State], seat: Seat) -> Steps[None]:
    """MS.CMD.TRUST, MS.CMD.RALLY: at the end of any unit's turn."""
    state = table.state
    if not may_command(state, seat):
        return
    options = (*_end_commands(state, seat), PASS)
    answer = yield Choose(seat, options, "MS.CMD.ONE", "a command?", otherwise=PASS)
    if isinstance(answer, Pass):
        return
    rule = "MS.CMD.TRUST" if answer.name == "trust" else "MS.CMD.RALLY"
    table.happens(CommandGiven(rule=rule, seat=seat, command=answer.name))
    if answer.name == "trust":
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
    rolled = yield Roll(total(D10, dice), "MS.CMD.TRUST", f"trust in {name}", by=seat)
    hp = int(rolled) * command.trust_unit
    table.happens(HealthRestored(rule="MS.CMD.TRUST", unit=unit_id, hp=hp))


def command_rout(table: Table[State], seat: Seat, fallen_at: Hex) -> Steps[None]:
    """MS.CMD.ROUT: after destroying an enemy unit, its four nearest allies save against Rout."""
    state = table.state
    foe = other(seat)
    if not may_command(state, seat) or not state.friends(foe):
        return
    options = (Command("rout"), PASS)
    answer = yield Choose(seat, options, "MS.CMD.ROUT", "command a Rout?", otherwise=PASS)
    if isinstance(answer, Pass):
        return
    table.happens(CommandGiven(rule="MS.CMD.ROUT", seat=seat, command="rout"))
    count = state.rules.command.rout_allies
    shaken = yield from _several_nearest(table, foe, fallen_at, count, "MS.CMD.ROUT", ())
    for unit_id in shaken:
        yield from rout(table, unit_id, _saves(state), "MS.CMD.ROUT")
