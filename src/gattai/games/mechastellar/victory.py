"""The winner, and the reason (MS.VP.WIN)."""

from __future__ import annotations

from gattai.games.mechastellar.state import SEATS, SIDES, State
from gattai.kernel.ruleset import Outcome


def judge(state: State) -> Outcome:
    """More Victory Points win; equal points are a draw."""
    south, north = state.scores
    scores = state.scores
    if south == north:
        return Outcome(SEATS, f"a draw, {south} VP each", "MS.VP.WIN", scores)
    winner = SEATS[0] if south > north else SEATS[1]
    reason = f"{SIDES[winner]} has {max(scores)} VP against {min(scores)}"
    return Outcome((winner,), reason, "MS.VP.WIN", scores)
