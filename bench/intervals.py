"""How often intervals of `tune` and of ratings miss the truth where they may miss 5 of 100.

python -m bench.intervals [STUDIES]: simulated pairs, no game is played. `tests/lab/statistics` has a few of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import combinations

import numpy as np
from scipy.special import expit

from gattai.lab.asking.numbers import Range
from gattai.lab.asking.tune import STEPS, around
from gattai.lab.statistics.pairs import Floats
from gattai.lab.statistics.ratings import ELO, ratings
from gattai.lab.statistics.roots import Root, root

Curve = Callable[[float], float]
"""The chance of a game, by a number from 3 to 10."""
CURVES: dict[str, tuple[Curve, float]] = {
    "straight": (lambda x: expit(0.5 * (x - 6)), 6.0),
    "saturating": (lambda x: expit(3 * (1 - np.exp(-(x - 4) / 1.5))), 4.0),
    "exponential": (lambda x: expit(0.12 * (np.exp(0.5 * (x - 3)) - np.exp(2.25))), 7.5),
    "step": (lambda x: 0.15 + 0.7 * expit(3 * (x - 5.2)), 5.2),
}
"""Each with the number at which it is a half."""
LEAGUES = {
    "near": (40.0, -40.0),
    "far": (300.0, -300.0),
    "very far": (600.0, -600.0),
    "three": (400.0, 0.0, -400.0),
    "five": (500.0, 150.0, 0.0, -150.0, -500.0),
}
"""Strengths in points of Elo."""


def tuned(curve: Curve, pairs: int, rng: np.random.Generator) -> Root:
    """What `tune` finds, with the numbers that it would try."""
    whole = Range("number", 3.0, 10.0, False)
    seen: list[tuple[float, Floats]] = []

    def play_points(where: Range) -> Root:
        for at in where.points(STEPS):
            games = rng.random((2, max(2, pairs // (2 * STEPS)))) < curve(at)
            seen.append((at, games.mean(axis=0)))
        inside = [(at, values) for at, values in seen if where.low <= at <= where.high]
        numbers = np.concatenate([np.full(len(values), at) for at, values in inside])
        return root(numbers, np.concatenate([values for _, values in inside]), 0.5)

    found = play_points(around(whole, play_points(whole)))
    if found.known:
        return found
    numbers = np.concatenate([np.full(len(values), at) for at, values in seen])
    return root(numbers, np.concatenate([values for _, values in seen]), 0.5)


def missed_roots(name: str, pairs: int, studies: int, seed: int = 1) -> float:
    """How many intervals of so many tunings do not hold the number."""
    curve, truth = CURVES[name]
    rng = np.random.default_rng(seed)
    found = [tuned(curve, pairs, rng) for _ in range(studies)]
    return sum(not each.low <= truth <= each.high for each in found) / studies


def missed_ratings(name: str, pairs: int, studies: int, seed: int = 1) -> float:
    """How many intervals of all ratings in so many leagues do not hold the strength."""
    truth = {f"bot-{at}": points for at, points in enumerate(LEAGUES[name])}
    rng = np.random.default_rng(seed)
    missed = 0
    for _ in range(studies):
        met = {
            (one, two): (rng.random((2, pairs)) < expit((truth[one] - truth[two]) / ELO)).mean(
                axis=0
            )
            for one, two in combinations(truth, 2)
        }
        missed += sum(not each.low <= truth[each.name] <= each.high for each in ratings(met))
    return missed / (studies * len(truth))


def main(studies: int) -> None:
    for pairs in (200, 1_000, 4_000):
        told = "  ".join(f"{name} {missed_roots(name, pairs, studies):.1%}" for name in CURVES)
        print(f"tune, {pairs} pairs, missed: {told}", flush=True)
    for pairs in (20, 50, 200):
        told = "  ".join(f"{name} {missed_ratings(name, pairs, studies):.1%}" for name in LEAGUES)
        print(f"ratings, {pairs} pairs of every two, missed: {told}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
