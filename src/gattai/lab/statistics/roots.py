"""Find the number at which a metric reaches its target, from noisy measurements at several numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

import msgspec
import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit, logit
from scipy.stats import chi2, t

from gattai.lab.statistics.pairs import Floats
from gattai.lab.statistics.regression import linear, logistic

DEGREE = 3
"""Of the curve. By simulation a square misses up to 18 of 100 roots where a cubic misses five."""
MISFIT = 0.2
"""A curve whose fit has a p-value of at most this is not used alone."""
GRID = 801


class Root(msgspec.Struct, frozen=True):
    """Where a curve meets its target, with the interval."""

    value: float
    low: float
    """Minus infinity, or high infinity: the figure hardly follows the number on that side."""
    high: float
    rises: bool
    """Whether the figure grows with the number."""

    @property
    def known(self) -> bool:
        """Whether the interval has two ends."""
        return self.low > -inf and self.high < inf


def root(
    number: ArrayLike, value: ArrayLike, target: float, error: float = 0.05, *, share: bool = True
) -> Root:
    """Where the curve through all pairs meets the target, and all numbers at which it may still do so.

    The curve is a cubic, of a share in its log odds: a straight line is wrong about most curves by more
    than its own interval. Where not even a cubic fits (a step, for instance) the interval goes on to the
    nearest numbers at which the figure is surely on one side of the target, which holds for every curve
    that only rises or only falls. An end that lies beyond all numbers is not known.
    """
    at, values = np.asarray(number, np.float64), np.asarray(value, np.float64)
    numbers = np.unique(at)
    degree = min(DEGREE, len(numbers) - 1)
    middle, half = (numbers[0] + numbers[-1]) / 2, max((numbers[-1] - numbers[0]) / 2, 1e-12)

    def powers(where: Floats) -> Floats:
        return np.vander((where - middle) / half, degree + 1, increasing=True)

    fit = (logistic if share else linear)(powers(at), values)
    aim = float(logit(target)) if share else target
    grid = np.linspace(numbers[0], numbers[-1], GRID)
    height, low, high = fit.combined(powers(grid), error)
    rises = bool(height[-1] > height[0])
    possible = np.flatnonzero((low <= aim) & (aim <= high))
    found = _crossing(grid, height - aim)
    ends = (inf, -inf)
    if len(possible):
        ends = float(grid[possible[0]]), float(grid[possible[-1]])
    groups = [values[at == each] for each in numbers]
    predicted = powers(numbers) @ fit.coefficients
    if (
        not len(possible)
        or _misfit(groups, expit(predicted) if share else predicted, degree) < MISFIT
    ):
        low_end, high_end = _bracket(numbers, groups, target, error, rises=rises)
        ends = min(ends[0], low_end), max(ends[1], high_end)
    first, last = ends
    return Root(
        found,
        -inf if first <= numbers[0] else first,
        inf if last >= numbers[-1] else last,
        rises,
    )


def _crossing(grid: Floats, height: Floats) -> float:
    """Where a curve crosses nothing; where it does not, the end at which it is nearer."""
    changes = np.flatnonzero(np.diff(np.signbit(height)))
    if not len(changes):
        return float(grid[np.argmin(abs(height))])
    at = changes[np.argmin(abs(changes - len(grid) / 2))]
    part = height[at] / (height[at] - height[at + 1])
    return float(grid[at] + part * (grid[at + 1] - grid[at]))


def _misfit(groups: Sequence[Floats], predicted: Floats, degree: int) -> float:
    """Return the p-value of the fit."""
    freedom = len(groups) - degree - 1
    if freedom < 1 or min(map(len, groups)) < 2:
        return 1.0
    spread = max(float(np.mean([each.var(ddof=1) for each in groups])), 1e-12)
    off = [
        len(each) * (each.mean() - curve) ** 2 / max(each.var(ddof=1), spread / 4)
        for each, curve in zip(groups, predicted, strict=True)
    ]
    return float(chi2.sf(sum(off), freedom))


def _bracket(
    numbers: Floats, groups: Sequence[Floats], target: float, error: float, *, rises: bool
) -> tuple[float, float]:
    """The last number at which the figure is surely before the target, and the first surely behind it."""
    part = error / len(groups)
    before, behind = -inf, inf
    for at, each in zip(numbers.tolist(), groups, strict=True):
        if len(each) < 2:
            continue
        far = float(t.isf(part, len(each) - 1)) * float(each.std(ddof=1)) / sqrt(len(each))
        off = (each.mean() - target) * (1 if rises else -1)
        if off < -far:
            before = max(before, at)
        elif off > far:
            behind = min(behind, at)
    return before, behind
