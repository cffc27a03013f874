"""The number at which a figure is what it should be, from noisy figures at several numbers."""

from __future__ import annotations

from math import inf, sqrt

import msgspec
import numpy as np
from numpy.typing import ArrayLike
from scipy.special import logit
from scipy.stats import norm

from gattai.lab.statistics.regression import linear, logistic


class Root(msgspec.Struct, frozen=True):
    """Where a curve meets its target, and how sure that is."""

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
    """Where the curve through all pairs meets the target, with Fieller's interval.

    Of a share the log odds are taken to be straight in the number, of anything else itself: true
    enough near the root, so the numbers should lie around it. The interval is all numbers at which
    the curve may still meet the target; it has no end where the curve may as well be level.
    """
    at = np.asarray(number, np.float64)
    middle = float(at.mean())
    design = np.column_stack([np.ones(len(at)), at - middle])
    fit = (logistic if share else linear)(design, np.asarray(value, np.float64))
    aim = float(logit(target)) if share else target
    height, slope = float(fit.coefficients[0]) - aim, float(fit.coefficients[1])
    (v00, v01), (_, v11) = fit.covariance.tolist()
    z = float(norm.isf(error / 2))
    found = middle - height / slope if slope else middle
    # (height + slope·x)² = z²·(v00 + 2·v01·x + v11·x²)
    a = slope**2 - z**2 * v11
    b = 2 * (height * slope - z**2 * v01)
    c = height**2 - z**2 * v00
    if a <= 0:
        return Root(found, -inf, inf, slope > 0)
    wide = sqrt(max(b * b - 4 * a * c, 0.0))
    return Root(found, middle + (-b - wide) / (2 * a), middle + (-b + wide) / (2 * a), slope > 0)
