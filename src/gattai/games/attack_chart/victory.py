"""The conditions under which the firefight is won."""

from __future__ import annotations

from gattai.games.attack_chart.state import BLUE, RED, State, other
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import Outcome

RULE = "ATTACK-CHART.HOUSE.VICTORY"


def wiped_out(state: State, seat: Seat) -> bool:
    """Return whether a side has no unit left on the field, where all are that have not been destroyed."""
    return all(unit.at is None for unit in state.units if unit.seat == seat)


def points(state: State, seat: Seat) -> int:
    """The Points of the enemy units that a side has destroyed completely."""
    return sum(unit.card.points for unit in state.units if unit.seat != seat and unit.hp == 0)


def judge(state: State) -> Outcome:
    """ATTACK-CHART.HOUSE.VICTORY: the last side with units wins, else the side that destroyed more
    Points.
    """
    scores = (points(state, BLUE), points(state, RED))
    for seat in (BLUE, RED):
        if wiped_out(state, other(seat)):
            return Outcome((seat,), "the enemy is wiped out", RULE, scores)
    if scores[BLUE] == scores[RED]:
        reason = f"both sides destroyed {scores[BLUE]} Points"
        return Outcome((BLUE, RED), reason, RULE, scores)
    best = BLUE if scores[BLUE] > scores[RED] else RED
    reason = f"{scores[best]} Points destroyed against {scores[other(best)]}"
    return Outcome((best,), reason, RULE, scores)
