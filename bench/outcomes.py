"""How accurate the score of an answer is with a limited number of outcomes of its dice.

    python -m bench.outcomes GAME [--tables 40] [--seed a]

At tables of games between greedy bots some ideas are scored with few outcomes (`Decision.most`) and
with enough outcomes for an exact score. For answers with more than a few outcomes it prints the
mean error and its spread, in points of score; the loss from choosing the best answer by few
outcomes; and the number of tables to which the rules were run.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from statistics import fmean, pstdev
from typing import Any

from msgspec.structs import replace

from bench.rollouts import tables
from gattai.bots.consider import Decision, Sure, Weighing, consider
from gattai.bots.evaluations import of
from gattai.bots.expectation import Work
from gattai.bots.lookahead.plans import plan_judge

IDEAS = 4
MAX_OUTCOMES = (2, 8, 16, 24, 48)
FEWEST = min(MAX_OUTCOMES)
ALL = 600


def worths(problem: Decision, outcomes: int) -> tuple[dict[Any, float], int]:
    """Return the score of each idea with this many outcomes, and the number of tables."""
    work = Work()
    judge = plan_judge(problem.evaluation, problem.seat, len(problem.rules.seats))
    weighed = Weighing(replace(problem, most=outcomes, work=work), judge, random.Random(1))
    return {option: score for score, option in weighed.ranked()}, work.tables


def main() -> None:
    """Measure one game and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seed", default="a")
    asked = parser.parse_args()
    off: dict[int, list[float]] = defaultdict(list)
    less: dict[int, list[float]] = defaultdict(list)
    took: dict[int, list[int]] = defaultdict(list)
    for rules, seen, ask in tables(asked.game, asked.seed):
        found = consider(seen, ask, random.Random(1), IDEAS, rules, of(asked.game))
        if isinstance(found, Sure):
            continue
        truth, _ = worths(found, ALL)
        weighed = {outcomes: worths(found, outcomes) for outcomes in MAX_OUTCOMES}
        few, _ = weighed[FEWEST]
        hard = [option for option, score in truth.items() if abs(few[option] - score) > 1e-9]
        if not hard:
            continue
        for outcomes, (by_these, count) in weighed.items():
            off[outcomes] += [by_these[option] - truth[option] for option in hard]
            best = max(by_these, key=by_these.__getitem__)
            less[outcomes].append(max(truth.values()) - truth[best])
            took[outcomes].append(count)
        if len(took[FEWEST]) >= asked.tables:
            break
    print(f"{asked.game}, {len(took[FEWEST])} tables, {len(off[FEWEST])} answers")
    for outcomes in MAX_OUTCOMES:
        print(
            f"  {outcomes:3} ways: off by {fmean(off[outcomes]):+6.2f}, spread {pstdev(off[outcomes]):5.2f}, "
            f"chosen worth {fmean(less[outcomes]):5.3f} less, {fmean(took[outcomes]):5.1f} tables"
        )


if __name__ == "__main__":
    main()
