"""The end of the game, and the winner."""

from __future__ import annotations

from gattai.games.aristeia.state import GREEN, ORANGE, SEATS, State
from gattai.kernel.ruleset import Outcome

ROUNDS = 5
"""ARISTEIA.GAME.ROUNDS: the most Rounds in a game."""
ENOUGH = 8
"""ARISTEIA.GAME.EIGHT-VP: the Victory Points that end the game."""


def is_over(state: State) -> bool:
    """ARISTEIA.OBJ.END-CHECK: a player has enough points, or it was the last Round.

    Checked in the Objectives phase only (AMB.EIGHT-MID-ROUND).
    """
    return max(state.points) >= ENOUGH or state.round >= ROUNDS


def judge(state: State) -> Outcome:
    """More Victory Points, then more Frags (AMB.EIGHT-BOTH), else a draw (AMB.FRAG-TIE)."""
    green, orange = state.points
    scores = (green, orange)
    if green != orange:
        winner = GREEN if green > orange else ORANGE
        if max(scores) >= ENOUGH:
            reason = f"{max(scores)} Victory Points to {min(scores)}"
            return Outcome((winner,), reason, "ARISTEIA.GAME.EIGHT-VP", scores)
        reason = f"{max(scores)} Victory Points to {min(scores)} after {ROUNDS} Rounds"
        return Outcome((winner,), reason, "ARISTEIA.GAME.MOST-VP", scores)
    rule = "ARISTEIA.GAME.TIE-FRAGS"
    mine, theirs = state.frags
    if mine != theirs:
        winner = GREEN if mine > theirs else ORANGE
        reason = f"{green} Victory Points each, {max(mine, theirs)} Frags to {min(mine, theirs)}"
        return Outcome((winner,), reason, rule, scores)
    return Outcome(SEATS, f"{green} Victory Points and {mine} Frags each", rule, scores)
