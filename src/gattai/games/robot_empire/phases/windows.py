"""Windows: a window between two steps opens, asks players again, and closes.

`timing` decides who is asked, from public information.
"""

from __future__ import annotations

from gattai.games.robot_empire.battle.damage import strike
from gattai.games.robot_empire.effects.register import carry_out, is_hit
from gattai.games.robot_empire.effects.targets import SHOT
from gattai.games.robot_empire.events.cards import CardSpent
from gattai.games.robot_empire.events.flow import WindowClosed, WindowOpened, WindowRestarted
from gattai.games.robot_empire.phases.timing import asked_at, fighting
from gattai.games.robot_empire.state import Announced, Moment, State, Window
from gattai.kernel.question import Seat, Steps
from gattai.kernel.ruleset import Table


def concerned(state: State, window: Window) -> tuple[Seat, ...]:
    """ROBOT-EMPIRE.AMB.WATCH: the players who count as attacked in this window."""
    shown = window.announced
    if shown is None:
        in_battle = window.moment in ("attackers", "blockers", "damage")
        return fighting(state) if in_battle else ()
    if shown.kind == "shot":
        return (state.by_id[shown.unit].seat,) if shown.unit in state.by_id else ()
    action = state.card(shown.card).effect
    assert action is not None
    return tuple(is_hit(state, action, (shown.unit, shown.at), shown.seat))


def asked_about(state: State, shown: Announced) -> tuple[Seat, ...]:
    """The players asked before something announced is carried out."""
    concerns = concerned(state, Window("announced", (), shown))
    return asked_at(state, "announced", shown, concerns)


def open_window(table: Table[State], moment: Moment) -> None:
    """Open a window between two steps if any player wants to be asked."""
    state = table.state
    waiting = asked_at(state, moment, None, concerned(state, Window(moment, ())))
    if waiting:
        rule = "ROBOT-EMPIRE.AGENT.ANYTIME"
        table.emit(WindowOpened(rule=rule, moment=moment, waiting=waiting))


def ask_again(table: Table[State]) -> None:
    """A player has reacted, so the window closes only when all pass in a row."""
    state = table.state
    window = state.windows[-1]
    waiting = asked_at(state, window.moment, window.announced, concerned(state, window))
    table.emit(WindowRestarted(rule="ROBOT-EMPIRE.AGENT.ANYTIME", waiting=waiting))


def close_window(table: Table[State]) -> Steps[None]:
    """All players have passed: carry out what was announced."""
    state = table.state
    window = state.windows[-1]
    shown = window.announced
    if shown is None:
        table.emit(WindowClosed(rule="ROBOT-EMPIRE.AGENT.ANYTIME"))
        return
    if shown.kind == "shot":
        aim = (shown.unit, None)
        rule = "ROBOT-EMPIRE.LR.TARGETS"
        if shown.unit is not None and not any(SHOT.refusals(state, shown.seat, aim, rule)):
            yield from strike(table, shown.unit, shown.amount, rule)
        table.emit(WindowClosed(rule="ROBOT-EMPIRE.LR.FIRST"))
    else:
        action = state.card(shown.card).effect
        assert action is not None
        is_agent = shown.kind == "agent"
        rule = "ROBOT-EMPIRE.CARD.AGENT" if is_agent else "ROBOT-EMPIRE.CARD.SUPER"
        if not shown.cancelled:
            yield from carry_out(table, shown.seat, action, (shown.unit, shown.at), rule)
        table.emit(CardSpent(rule=rule, card=shown.card))
    if table.state.windows:
        ask_again(table)
