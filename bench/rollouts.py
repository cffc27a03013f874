"""How accurate a single rollout is compared with the mean of many.

    python -m bench.rollouts GAME [--tables 30] [--looks 8] [--seed a]

At tables of games between greedy bots the best six answers get many rollouts with random luck, and
the mean is taken as the truth. It prints how much answers differ in their later gain, and the error
of a rollout: one with random luck, the first of plans, which has median luck, and the first four
together; as variances over the answers of a table, in points of score. Then the loss of the answers
chosen by these, and by greedy, which uses no rollouts.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from statistics import fmean, median, variance
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from bench.ladder import decisions
from gattai import games
from gattai.bots.bot import Ask
from gattai.bots.consider import Sure, Weighing, consider
from gattai.bots.evaluations import of
from gattai.bots.lookahead.plans import MAX_OUTCOMES, Plans, plan_judge
from gattai.kernel.position import Seen
from gattai.kernel.ruleset import AnyRuleset
from gattai.lab.match import even_tables

ANSWERS = 6
FEW = 4
"""Number of rollouts of plans taken together."""
RARELY = 0.12
"""The share of all questions that are looked at: tables should not be all of one game."""

Row = dict[str, float]


def tables(game: str, seed: str) -> Iterator[tuple[AnyRuleset, Seen[Any], Ask]]:
    """Yield a sample of questions from games between greedy bots, with varying symmetric forces."""
    chance = random.Random(seed)
    forces = even_tables(games.load(game))
    for played in range(1_000):
        options = forces[played % len(forces)]
        for each in decisions(game, "greedy", f"{seed}/{played}", options):
            if chance.random() < RARELY:
                yield each.rules, each.seen, each.ask


def measured(rules: AnyRuleset, seen: Seen[Any], ask: Ask, rollouts: int) -> Row | None:
    """Measure one table; None if there is no choice."""
    evaluation = of(rules.name)
    found = consider(seen, ask, random.Random(1), ANSWERS + 2, rules, evaluation)
    if isinstance(found, Sure):
        return None
    judge = plan_judge(evaluation, found.seat, len(rules.seats))
    weighed = Weighing(replace(found, most=MAX_OUTCOMES), judge, random.Random(1))
    first = {option: value for value, option in weighed.ranked()}
    plans = Plans(weighed, first, random.Random, evaluation.horizon, ANSWERS, evaluation.replies)
    options = [tried.option for tried in plans.tried][:ANSWERS]
    if len(options) < 2:
        return None
    determinizations = found.determinizations

    def looked(number: int) -> list[float]:
        determinization = determinizations[number % len(determinizations)]
        return _centred([plans._later(determinization, option, number) for option in options])

    drawn: list[list[float]] = []
    for number in range(rollouts):
        lucks = random.Random(number).sample(range(1_000), 100)
        with patch(
            "gattai.bots.lookahead.plans.luck_of",
            lambda _, depth, lucks=lucks: lucks[depth] / 1_000,
        ):
            drawn.append(looked(number))
    truth = _mean(drawn)
    plain = [looked(number) for number in range(FEW)]
    score = [first[option] for option in options]
    real = [a + b for a, b in zip(score, truth, strict=True)]

    def less(later: Sequence[float], count: int) -> float:
        trust = count / evaluation.needed(count)
        chosen = [a + trust * b for a, b in zip(score, later, strict=True)]
        return max(real) - real[chosen.index(max(chosen))]

    others = [
        _wrong(each, _mean([*drawn[:number], *drawn[number + 1 :]]))
        for number, each in enumerate(drawn)
    ]
    return {
        "answers differ": variance(truth),
        "wrong: one look, random luck": fmean(others),
        "wrong: first look of plans": _wrong(plain[0], truth),
        f"wrong: first {FEW} looks of plans": _wrong(_mean(plain), truth),
        "less than the best: greedy": max(real) - real[score.index(max(score))],
        "less than the best: one look, random luck": fmean(less(each, 1) for each in drawn),
        "less than the best: first look of plans": less(plain[0], 1),
        f"less than the best: first {FEW} looks": less(_mean(plain), FEW),
    }


def _mean(rows: Sequence[Sequence[float]]) -> list[float]:
    return [fmean(column) for column in zip(*rows, strict=True)]


def _centred(values: Sequence[float]) -> list[float]:
    middle = fmean(values)
    return [value - middle for value in values]


def _wrong(one: Sequence[float], truth: Sequence[float]) -> float:
    return sum((a - b) ** 2 for a, b in zip(one, truth, strict=True)) / (len(truth) - 1)


def main() -> None:
    """Measure one game and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--looks", type=int, default=8)
    parser.add_argument("--seed", default="a")
    asked = parser.parse_args()
    rows: list[Row] = []
    for table in tables(asked.game, asked.seed):
        row = measured(*table, max(2, asked.rollouts))
        rows += [row] if row else []
        if len(rows) >= asked.tables:
            break
    print(f"{asked.game}, {len(rows)} tables: mean and median")
    for name in rows[0]:
        values = [row[name] for row in rows]
        print(f"  {name:44} {fmean(values):8.2f} {median(values):8.2f}")


if __name__ == "__main__":
    main()
