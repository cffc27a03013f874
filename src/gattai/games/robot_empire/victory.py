"""The winner, and the reason."""

from __future__ import annotations

from gattai.games.robot_empire.state import State
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import Outcome


def ended(state: State) -> tuple[tuple[Seat, ...], str] | None:
    """Whether the game is over; if so, the winner and the rule.

    ROBOT-EMPIRE.GOAL.LAST-STANDING: one player is left; ROBOT-EMPIRE.AMB.DRAW-GAME: or none.
    """
    if len(state.alive) == 1:
        return state.alive, "ROBOT-EMPIRE.GOAL.LAST-STANDING"
    if not state.alive:
        return (), "ROBOT-EMPIRE.AMB.DRAW-GAME"
    return None


def leaders(state: State) -> tuple[Seat, ...]:
    """ROBOT-EMPIRE.HOUSE.TURN-LIMIT: those with the most coins on their Battery."""
    most = max(state.players[seat].battery for seat in state.alive)
    return tuple([seat for seat in state.alive if state.players[seat].battery == most])


def outcome(state: State) -> Outcome:
    """Return the outcome of the game."""
    reasons = {
        "ROBOT-EMPIRE.GOAL.LAST-STANDING": "the last player with Energy",
        "ROBOT-EMPIRE.AMB.DRAW-GAME": "nobody has Energy left",
        "ROBOT-EMPIRE.HOUSE.TURN-LIMIT": "most Energy when the turns were played",
    }
    scores = tuple([player.battery for player in state.players])
    return Outcome(state.winners, reasons[state.ended_by], state.ended_by, scores)
