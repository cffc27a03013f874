"""Windows: a moment between two steps is opened, asked about once more, and closed.

Who is asked is decided in timing.py, from what everybody can see.
"""

from __future__ import annotations

from gattai.games.robot_empire.battle.damage import strike
from gattai.games.robot_empire.course.timing import asked_at, fighting
from gattai.games.robot_empire.effects.register import carry_out, is_hit
from gattai.games.robot_empire.effects.targets import SHOT
from gattai.games.robot_empire.events.cards import CardSpent
from gattai.games.robot_empire.events.course import WindowClosed, WindowOpened, WindowRestarted
from gattai.games.robot_empire.state import Announced, Moment, State, Window
from gattai.kernel.question import Seat, Steps
from gattai.kernel.ruleset import Table


def concerned(state: State, window: Window) -> tuple[Seat, ...]:
    """ROBOT-EMPIRE.AMB.WATCH: who counts as attacked at this moment."""
    shown = window.announced
    if shown is None:
        in_battle = window.moment in ("attackers", "blockers", "damage")
        return fighting(state) if in_battle else ()
    if shown.kind == "shot":
        return (state.by_id[shown.unit].seat,) if shown.unit in state.by_id else ()
    deed = state.card(shown.card).effect
    assert deed is not None
    return tuple(is_hit(state, deed, (shown.unit, shown.at), shown.seat))


def asked_about(state: State, shown: Announced) -> tuple[Seat, ...]:
    """Who is asked before something that is announced is carried out."""
    concerns = concerned(state, Window("announced", (), shown))
    return asked_at(state, "announced", shown, concerns)


def open_window(table: Table[State], moment: Moment) -> None:
    """A moment between two steps, if anybody wants to be asked."""
    state = table.state
    waiting = asked_at(state, moment, None, concerned(state, Window(moment, ())))
    if waiting:
        rule = "ROBOT-EMPIRE.AGENT.ANYTIME"
        table.happens(WindowOpened(rule=rule, moment=moment, waiting=waiting))


def ask_again(table: Table[State]) -> None:
    """Somebody has reacted: the moment is over when all let it pass in a row."""
    state = table.state
    window = state.windows[-1]
    waiting = asked_at(state, window.moment, window.announced, concerned(state, window))
    table.happens(WindowRestarted(rule="ROBOT-EMPIRE.AGENT.ANYTIME", waiting=waiting))


def close_window(table: Table[State]) -> Steps[None]:
    """All have let the moment pass: what was announced is carried out."""
    state = table.state
    window = state.windows[-1]
    shown = window.announced
    if shown is None:
        table.happens(WindowClosed(rule="ROBOT-EMPIRE.AGENT.ANYTIME"))
        return
    if shown.kind == "shot":
        aim = (shown.unit, None)
        rule = "ROBOT-EMPIRE.LR.TARGETS"
        if shown.unit is not None and not any(SHOT.refusals(state, shown.seat, aim, rule)):
            yield from strike(table, shown.unit, shown.amount, rule)
        table.happens(WindowClosed(rule="ROBOT-EMPIRE.LR.FIRST"))
    else:
        deed = state.card(shown.card).effect
        assert deed is not None
        is_agent = shown.kind == "agent"
        rule = "ROBOT-EMPIRE.CARD.AGENT" if is_agent else "ROBOT-EMPIRE.CARD.SUPER"
        if not shown.cancelled:
            yield from carry_out(table, shown.seat, deed, (shown.unit, shown.at), rule)
        table.happens(CardSpent(rule=rule, card=shown.card))
    if table.state.windows:
        ask_again(table)
