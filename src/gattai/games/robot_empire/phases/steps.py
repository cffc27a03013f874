"""The order of phases: what ends one, what begins the next, and how the turn passes."""

from __future__ import annotations

from gattai.games.robot_empire.events.battle import BlockersChosen
from gattai.games.robot_empire.events.coins import CoinsTaken
from gattai.games.robot_empire.events.flow import (
    GameEnded,
    InstantsCleared,
    Reactivated,
    StepBegan,
    TurnBegan,
    TurnEnded,
)
from gattai.games.robot_empire.events.setup import DrawsDue
from gattai.games.robot_empire.figures import of_all
from gattai.games.robot_empire.phases.drawing import HAND
from gattai.games.robot_empire.phases.windows import open_window
from gattai.games.robot_empire.state import Phase, State
from gattai.games.robot_empire.victory import leaders
from gattai.kernel.question import Seat
from gattai.kernel.table import Table

INCOME = 3
ENDED_BY_NEXT = ("play", "mining", "long-range", "attackers", "blockers", "discard")


def next_step(table: Table[State]) -> None:
    """A phase is over: go to the next, with a window for players who want to react."""
    state = table.state
    match state.phase:
        case "play":
            step(table, "mining")
            open_window(table, "play")
        case "mining":
            end_mining(table)
        case "long-range":
            step(table, "attackers")
        case "attackers" if state.onsets:
            step(table, "attacked")
            open_window(table, "attackers")
        case "attackers":
            step(table, "fought")
        case "blockers":
            table.emit(BlockersChosen(rule="ROBOT-EMPIRE.BLOCK.OPTIONAL", seat=state.asked))
        case _:
            replace_discards(table, state.asked)


def end_mining(table: Table[State]) -> None:
    """Go to Combat; with a window if any Robot has mined."""
    step(table, "long-range")
    if table.state.mined:
        open_window(table, "mining")


def replace_discards(table: Table[State], seat: Seat) -> None:
    """ROBOT-EMPIRE.DRAW.REPLACE: draw as many cards as were discarded, up to a full hand.

    ROBOT-EMPIRE.AMB.DRAW-AGENT: an Agent played in this phase is replaced too.
    """
    state = table.state
    rule = "ROBOT-EMPIRE.DRAW.REPLACE"
    count = max(0, HAND - len(state.players[seat].hand))
    if state.rulings.refill == "discards":
        count = min(state.discarded, count)
    table.emit(DrawsDue(rule=rule, seat=seat, count=count, phase="end"))


def step(table: Table[State], phase: Phase) -> None:
    """Go to a phase, or a step of Combat."""
    combat = phase not in ("mining", "discard", "end")
    rule = "ROBOT-EMPIRE.TURN.COMBAT-STEPS" if combat else "ROBOT-EMPIRE.TURN.ALL-PHASES"
    table.emit(StepBegan(rule=rule, phase=phase))


def collect(table: Table[State]) -> None:
    """ROBOT-EMPIRE.COLLECT.THREE, then ROBOT-EMPIRE.DRAW.SEVEN: income, then draw to a full hand."""
    state = table.state
    seat = state.active
    due = INCOME + of_all(state, seat, "income")
    # ROBOT-EMPIRE.AMB.CHEST-EMPTY: as many coins as there are.
    rule = "ROBOT-EMPIRE.COLLECT.THREE"
    table.emit(CoinsTaken(rule=rule, seat=seat, coins=min(due, state.chest)))
    step(table, "discard")
    # ROBOT-EMPIRE.AMB.HAND-OVER-SEVEN: a player with more draws nothing.
    lacking = max(0, HAND - len(state.players[seat].hand))
    if lacking:
        table.emit(DrawsDue(rule="ROBOT-EMPIRE.DRAW.SEVEN", seat=seat, count=lacking))


def pass_turn(table: Table[State]) -> None:
    """ROBOT-EMPIRE.SETUP.CLOCKWISE: the turn ends; the next player's turn begins with two automatic
    phases.
    """
    state = table.state
    seat = state.active
    if state.phase != "begin":
        table.emit(TurnEnded(rule="ROBOT-EMPIRE.DMG.UNTIL-END"))
        if state.box.turn_limit and state.turn >= state.box.turn_limit:
            rule = "ROBOT-EMPIRE.HOUSE.TURN-LIMIT"
            table.emit(GameEnded(rule=rule, winners=leaders(table.state)))
            return
        count = len(state.players)
        others = [Seat((seat + step) % count) for step in range(1, count + 1)]
        seat = next(other for other in others if other in state.alive)
    table.emit(TurnBegan(rule="ROBOT-EMPIRE.TURN.ALL-PHASES", seat=seat))
    instant = [c.coins for u in table.state.units for c in u.circles if c.kind == "instant"]
    if instant:
        rule = "ROBOT-EMPIRE.CLEAR.INSTANT"
        table.emit(InstantsCleared(rule=rule, coins=sum(instant)))
    resting = sum(unit.recharging for unit in table.state.own(seat))
    if resting:
        rule = "ROBOT-EMPIRE.REACT.STRAIGHTEN"
        table.emit(Reactivated(rule=rule, seat=seat, count=resting))
    open_window(table, "turn")
