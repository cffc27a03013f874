"""Means over a population: players and openings are drawn as well as pairs, so they add variance.

Pairs of the same player (or of the same opening) share what is special to that player. Their number
says little about other players, so the error is estimated from the means of the groups, not from
the pairs (cluster-robust, with Student's t and as many degrees of freedom as there are groups, less
one). If pairs are grouped in two ways at once, both variances are added and the part counted twice
is subtracted (Cameron, Gelbach and Miller 2011).

Such an interval does not hold at every look, unlike those of pairs. So a population is judged at a
few looks planned in advance, each with its own part of the error.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

import msgspec
import numpy as np
from scipy.stats import t

from gattai.lab.statistics.pairs import Floats, Numbers

LOOKS = ((1 / 16, 0.1), (1 / 4, 0.3), (1.0, 0.6))
"""When a population is judged: after this part of the pairs, with this part of the error."""
FEWEST = 5
"""The number of pairs that each group needs."""


class Grouping(msgspec.Struct, frozen=True):
    """One way to group all pairs: how many each group has, and the sum of their values."""

    counts: Floats
    sums: Floats

    @classmethod
    def empty(cls, groups: int) -> Grouping:
        """Return a grouping without pairs."""
        return cls(np.zeros(groups), np.zeros(groups))

    def plus(self, group: Numbers, values: Floats) -> Grouping:
        """Return the grouping after further pairs, each with the number of its group."""
        size = len(self.counts)
        return Grouping(
            self.counts + np.bincount(group, minlength=size),
            self.sums + np.bincount(group, values, size),
        )

    def variance(self) -> tuple[float, float]:
        """Return the variance of the mean of all pairs, and its degrees of freedom.

        The variance is unbiased for groups that differ. Freedom is that of equal groups which
        would be as informative.
        """
        if len(self.counts) < 2 or self.counts.min() < FEWEST:
            return inf, 1.0
        parts = self.counts / self.counts.sum()
        off = self.sums / self.counts - self.sums.sum() / self.counts.sum()
        squared = float(parts @ parts)
        variance = np.sum(parts**2 * off**2 / (1 - 2 * parts + squared))
        return float(variance), 1 / squared - 1


class Clusters(msgspec.Struct, frozen=True):
    """All pairs of a study so far, grouped in one or two ways."""

    groupings: tuple[Grouping, ...]
    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0

    @classmethod
    def empty(cls, sizes: Sequence[int]) -> Clusters:
        """Return no pairs; `sizes` are the numbers of groups of each grouping."""
        return cls(tuple(map(Grouping.empty, sizes)))

    def plus(self, groups: Sequence[Numbers], values: Floats) -> Clusters:
        """Return the clusters after further pairs; `groups` has an array for each grouping."""
        return Clusters(
            tuple(
                each.plus(group, values) for each, group in zip(self.groupings, groups, strict=True)
            ),
            self.pairs + len(values),
            self.total + float(values.sum()),
            self.squares + float(values @ values),
        )

    @property
    def mean(self) -> float:
        """Return the mean of all pairs."""
        return self.total / self.pairs

    def of_a_pair(self) -> float:
        """Return the variance of pairs."""
        return max(0.0, self.squares / self.pairs - self.mean**2)

    def variance(self) -> tuple[float, float]:
        """Return the variance of the mean over all groupings, and its degrees of freedom."""
        found = [each.variance() for each in self.groupings]
        variances, freedoms = zip(*found, strict=True)
        if inf in variances:
            return inf, 1.0
        twice = (len(found) - 1) * self.of_a_pair() / self.pairs
        return max(sum(variances) - twice, *variances), min(freedoms)

    def interval(self, error: float) -> tuple[float, float]:
        """Return the interval of the population's mean, for one look; anywhere if it is unknown."""
        variance, freedom = self.variance() if self.pairs else (inf, 1.0)
        if variance == inf:
            return -inf, inf
        reach = float(t.isf(error / 2, freedom)) * sqrt(variance)
        return self.mean - reach, self.mean + reach

    def effective(self) -> float:
        """Return the number of independent pairs that would be as informative as these."""
        variance, _ = self.variance() if self.pairs else (inf, 1.0)
        if variance == inf:
            return 0.0
        if not variance:
            return float(self.pairs)
        return min(float(self.pairs), self.of_a_pair() / variance)


def hull(
    of_pairs: tuple[float, float], of_groups: tuple[float, float], shift: float = 0.0
) -> tuple[float, float]:
    """Return the interval that contains both; `shift` is what the groups' values were lowered by.

    The interval of pairs holds from the first pair on, also where groups happen to agree.

    >>> hull((0.4, 0.6), (-0.2, 0.05), 0.5)
    (0.3, 0.6)
    """
    low, high = (each + shift for each in of_groups)
    return min(of_pairs[0], low), max(of_pairs[1], high)


def looks(pairs: int) -> list[tuple[int, float]]:
    """Return the numbers of pairs at which a population is judged, each with its part of the error.

    >>> looks(1000)
    [(63, 0.1), (250, 0.3), (1000, 0.6)]
    """
    return [(max(1, round(part * pairs + 1e-9)), share) for part, share in LOOKS]
