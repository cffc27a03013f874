"""How much one look ahead tells of what many tell.

    python -m bench.looks GAME [--tables 30] [--looks 8] [--seed a]

At tables of games between greedy bots the best six answers are looked at many times, with luck drawn at
random, and the mean is taken for the truth. Told is how far answers differ in what comes later, and how
wrong a look is about that: one of random luck, the first of plans, which has middling luck, and the first
four together; as variances over the answers of a table, in points of worth. Then how much less than the
best the answers are worth that are chosen by these, and greedy's, which looks at nothing.
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
from gattai.bots.ahead.plans import WAYS, Plans, plan_judge
from gattai.bots.bot import Ask
from gattai.bots.consider import Sure, Weighed, consider
from gattai.bots.evaluations import of
from gattai.kernel.position import Seen
from gattai.kernel.ruleset import AnyRuleset
from gattai.lab.match import even_tables

ANSWERS = 6
FEW = 4
"""So many looks of plans are taken together."""
RARELY = 0.12
"""The share of all questions that are looked at: tables should not be all of one game."""

Row = dict[str, float]


def tables(game: str, seed: str) -> Iterator[tuple[AnyRuleset, Seen[Any], Ask]]:
    """Questions of games between greedy bots, now and then one; each game with the next even forces."""
    chance = random.Random(seed)
    forces = even_tables(games.load(game))
    for played in range(1_000):
        options = forces[played % len(forces)]
        for each in decisions(game, "greedy", f"{seed}/{played}", options):
            if chance.random() < RARELY:
                yield each.rules, each.seen, each.ask


def measured(rules: AnyRuleset, seen: Seen[Any], ask: Ask, looks: int) -> Row | None:
    """One table; None where there is nothing to choose."""
    eye = of(rules.name)
    found = consider(seen, ask, random.Random(1), ANSWERS + 2, rules, eye)
    if isinstance(found, Sure):
        return None
    judge = plan_judge(eye, found.seat, len(rules.seats))
    weighed = Weighed(replace(found, most=WAYS), judge, random.Random(1))
    first = {option: value for value, option in weighed.ranked()}
    plans = Plans(weighed, first, random.Random, eye.horizon, ANSWERS, eye.replies)
    options = [tried.option for tried in plans.tried][:ANSWERS]
    if len(options) < 2:
        return None
    worlds = found.worlds

    def looked(number: int) -> list[float]:
        world = worlds[number % len(worlds)]
        return _centred([plans._later(world, option, number) for option in options])

    drawn: list[list[float]] = []
    for number in range(looks):
        lucks = random.Random(number).sample(range(1_000), 100)
        with patch(
            "gattai.bots.ahead.plans.luck_of", lambda _, depth, lucks=lucks: lucks[depth] / 1_000
        ):
            drawn.append(looked(number))
    truth = _mean(drawn)
    plain = [looked(number) for number in range(FEW)]
    worth = [first[option] for option in options]
    real = [a + b for a, b in zip(worth, truth, strict=True)]

    def less(later: Sequence[float], count: int) -> float:
        trust = count / eye.needed(count)
        chosen = [a + trust * b for a, b in zip(worth, later, strict=True)]
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
        "less than the best: greedy": max(real) - real[worth.index(max(worth))],
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
        row = measured(*table, max(2, asked.looks))
        rows += [row] if row else []
        if len(rows) >= asked.tables:
            break
    print(f"{asked.game}, {len(rows)} tables: mean and median")
    for name in rows[0]:
        values = [row[name] for row in rows]
        print(f"  {name:44} {fmean(values):8.2f} {median(values):8.2f}")


if __name__ == "__main__":
    main()
