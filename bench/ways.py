"""How well an answer is judged by some of the ways its dice may fall.

    python -m bench.ways GAME [--tables 40] [--seed a]

At tables of games between greedy bots some ideas are weighed by a few ways of the dice (`Problem.most`) and by
so many that more would tell nothing else. Told is, for answers of which a few ways do not tell all, how far the
few are off, on average and by their spread, in points of worth; how much less the answer is worth that is best by the
few; and how many tables the rules were run on to.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from statistics import fmean, pstdev
from typing import Any

from msgspec.structs import replace

from bench.looks import tables
from gattai.bots.ahead.plans import plan_judge
from gattai.bots.consider import Problem, Sure, Weighed, consider
from gattai.bots.evaluations import of
from gattai.bots.expectation import Work

IDEAS = 4
WAYS = (2, 8, 16, 24, 48)
FEWEST = min(WAYS)
ALL = 600


def worths(problem: Problem, ways: int) -> tuple[dict[Any, float], int]:
    """What each idea is worth by so many ways, and how many tables that took."""
    work = Work()
    judge = plan_judge(problem.evaluation, problem.seat, len(problem.rules.seats))
    weighed = Weighed(replace(problem, most=ways, work=work), judge, random.Random(1))
    return {option: worth for worth, option in weighed.ranked()}, work.tables


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
        weighed = {ways: worths(found, ways) for ways in WAYS}
        few, _ = weighed[FEWEST]
        hard = [option for option, worth in truth.items() if abs(few[option] - worth) > 1e-9]
        if not hard:
            continue
        for ways, (by_these, count) in weighed.items():
            off[ways] += [by_these[option] - truth[option] for option in hard]
            best = max(by_these, key=by_these.__getitem__)
            less[ways].append(max(truth.values()) - truth[best])
            took[ways].append(count)
        if len(took[FEWEST]) >= asked.tables:
            break
    print(f"{asked.game}, {len(took[FEWEST])} tables, {len(off[FEWEST])} answers")
    for ways in WAYS:
        print(
            f"  {ways:3} ways: off by {fmean(off[ways]):+6.2f}, spread {pstdev(off[ways]):5.2f}, "
            f"chosen worth {fmean(less[ways]):5.3f} less, {fmean(took[ways]):5.1f} tables"
        )


if __name__ == "__main__":
    main()
