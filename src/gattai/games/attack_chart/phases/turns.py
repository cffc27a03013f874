"""Who is next, and when a round and the game end."""

from __future__ import annotations

from gattai.games.attack_chart.events import GameEnded, RoundBegan, TurnPassed
from gattai.games.attack_chart.state import BLUE, RED, State, UnitId, other
from gattai.games.attack_chart.victory import wiped_out
from gattai.kernel.question import Seat
from gattai.kernel.table import Table


def all_deployed(table: Table[State]) -> None:
    """ATTACK-CHART.HOUSE.DEPLOY: the other side deploys; when all units are deployed, the first
    round begins.
    """
    state = table.state
    left = [unit.seat for unit in state.units if unit.at is None]
    if not left:
        rule = "ATTACK-CHART.HOUSE.ROLL-OFF"
        table.emit(RoundBegan(rule=rule, round=1, seat=state.first))
    elif other(state.turn) in left:
        table.emit(TurnPassed(rule="ATTACK-CHART.HOUSE.DEPLOY", seat=other(state.turn)))


def ready(state: State, seat: Seat) -> list[UnitId]:
    """Return the units of a side that may still activate this round."""
    return [
        unit_id for unit_id, unit, _ in state.on_field if unit.seat == seat and not unit.activated
    ]


def next_player(table: Table[State]) -> None:
    """ATTACK-CHART.SEQ.6-NEXT, ATTACK-CHART.HOUSE.ALTERNATE: the other side if it can, else the
    same side.

    The round ends when all units have activated. ATTACK-CHART.HOUSE.ROUNDS: when the game ends.
    """
    state = table.state
    if any(wiped_out(state, seat) for seat in (BLUE, RED)):
        table.emit(GameEnded(rule="ATTACK-CHART.HOUSE.VICTORY"))
        return
    for seat in (other(state.turn), state.turn):
        if ready(state, seat):
            if seat != state.turn:
                table.emit(TurnPassed(rule="ATTACK-CHART.SEQ.6-NEXT", seat=seat))
            return
    if state.round == state.rounds:
        table.emit(GameEnded(rule="ATTACK-CHART.HOUSE.ROUNDS"))
        return
    begins = state.first if state.round % 2 == 0 else other(state.first)
    rule = "ATTACK-CHART.HOUSE.ALTERNATE"
    table.emit(RoundBegan(rule=rule, round=state.round + 1, seat=begins))
