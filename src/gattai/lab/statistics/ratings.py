"""Ratings by the Bradley-Terry model, fitted to the results by maximum likelihood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log

import msgspec
import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq
from scipy.special import expit
from scipy.stats import t

from gattai.lab.statistics.pairs import Floats

ELO = 400 / log(10)
"""Points of a rating for each unit of log odds: 400 points are ten to one."""
DRAWN = 0.5
"""The part of a drawn pair that is added for every two players who met."""
MAX_STEPS = 60
FARTHEST = 64.0
"""The largest strength considered, in log odds."""


class Rating(msgspec.Struct, frozen=True):
    """The strength of a player, relative to the mean of the league."""

    name: str
    points: float
    low: float
    high: float
    pairs: int


def ratings(met: Mapping[tuple[str, str], ArrayLike], error: float = 0.05) -> tuple[Rating, ...]:
    """Return all ratings, strongest first. `met` maps two names to the first one's share of each pair.

    Half a drawn pair is added for every two players who met, so that a player who won everything is
    not infinitely strong. The intervals are those of the profile likelihood: with a share close to 0
    or 1 the error is much larger on one side, which a standard error cannot express.
    """
    names = [*dict.fromkeys(name for both in met for name in both)]
    league = _League(names, met)
    best = league.fitted(np.zeros(len(names)), np.eye(len(names)))
    reach = float(t.isf(error / 2, max(1, league.pairs - len(names) + 1))) ** 2 / 2
    worst = league.likelihood(best) - league.dispersion(best) * reach
    found = []
    for at, name in enumerate(names):
        ends = [league.end(at, float(best[at]), worst, side) for side in (-1, 1)]
        low, high = (ELO * each for each in ends)
        found.append(Rating(name, ELO * float(best[at]), low, high, _pairs(name, met)))
    return tuple(sorted(found, key=lambda rating: -rating.points))


class _League:
    """The likelihood of strengths, in log odds, with a mean of 0."""

    def __init__(self, names: Sequence[str], met: Mapping[tuple[str, str], ArrayLike]) -> None:
        shares = [np.asarray(values, np.float64) for values in met.values()]
        self.design = np.zeros((len(met), len(names)))
        for row, (one, other) in zip(self.design, met, strict=True):
            row[names.index(one)], row[names.index(other)] = 1, -1
        self.pairs = sum(map(len, shares))
        self.shares = shares
        self.counts = np.array([len(each) + DRAWN for each in shares])
        self.won = np.array([each.sum() + DRAWN / 2 for each in shares])

    def likelihood(self, strengths: Floats) -> float:
        """Return the log-likelihood; each pair counts as one game with a fractional result."""
        odds = self.design @ strengths
        return float(self.won @ odds - self.counts @ np.logaddexp(0, odds))

    def fitted(self, fixed: Floats, free: Floats) -> Floats:
        """Return the most likely strengths: `fixed` plus a linear combination of the `free` columns."""
        mixture = np.zeros(free.shape[1])
        rows = self.design @ free
        for _ in range(MAX_STEPS):
            share = expit(self.design @ (fixed + free @ mixture))
            slope = rows.T @ (self.won - self.counts * share)
            bend = (rows.T * (self.counts * share * (1 - share))) @ rows
            # Of all strengths together only differences can be seen, so a little is added.
            step = np.linalg.solve(bend + 1e-9 * np.eye(len(bend)), slope)
            mixture += step / max(1.0, float(abs(step).max()) / 2)  # never far beyond what is known
            if float(abs(step).max(initial=0.0)) < 1e-7:
                break
        found = fixed + free @ mixture
        return np.asarray(found - found.mean())

    def dispersion(self, strengths: Floats) -> float:
        """How far pairs spread beside coins: half as far where their two games are independent.

        With few surprises it is known poorly, so two coins are added.
        """
        expected = expit(self.design @ strengths)
        off = sum(
            float(((each - share) ** 2).sum())
            for each, share in zip(self.shares, expected.tolist(), strict=True)
        )
        usual = sum(
            len(each) * share * (1 - share)
            for each, share in zip(self.shares, expected.tolist(), strict=True)
        )
        return max(0.5, (off + 2) / (float(usual) + 2))

    def end(self, at: int, best: float, worst: float, side: int) -> float:
        """The last strength of one name at which all are still likely enough."""
        count = self.design.shape[1]
        others = np.delete(np.eye(count), at, axis=1)
        spread = others @ _sum_to_nothing(count - 1)
        direction = np.full(count, -1 / (count - 1))
        direction[at] = 1.0

        def beyond(strength: float) -> float:
            fixed = strength * direction
            found = self.fitted(fixed, spread) if count > 2 else fixed
            return self.likelihood(found) - worst

        step = 0.25
        while beyond(best + side * step) > 0 and step < FARTHEST:
            step *= 2
        if step >= FARTHEST:
            return best + side * step
        return float(brentq(beyond, best, best + side * step, xtol=1e-6))


def _sum_to_nothing(count: int) -> Floats:
    """Columns that span all whose sum is nothing."""
    return (
        np.asarray(np.eye(count)[:, :-1] - np.eye(count)[:, 1:]) if count > 1 else np.zeros((1, 0))
    )


def _pairs(name: str, met: Mapping[tuple[str, str], ArrayLike]) -> int:
    return sum(len(np.asarray(values)) for both, values in met.items() if name in both)


def expected(one: Rating, other: Rating) -> float:
    """The share that one should have against the other."""
    return float(1 / (1 + np.exp((other.points - one.points) / ELO)))
