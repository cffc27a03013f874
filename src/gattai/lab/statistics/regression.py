"""A share that hangs on several numbers: logistic regression, one observation a pair.

The error is taken from how far pairs lie from the curve (White's covariance), not from how far coins
would: the games of a pair are not independent, and draws make a pair surer than two coins.
"""

from __future__ import annotations

import warnings

import msgspec
import numpy as np
import statsmodels.api as sm
from scipy.stats import norm
from statsmodels.tools.sm_exceptions import PerfectSeparationWarning

from gattai.lab.statistics.pairs import Floats


class Fit(msgspec.Struct, frozen=True):
    """Coefficients, and how they are off together."""

    coefficients: Floats
    covariance: Floats

    def combined(self, weights: Floats, error: float) -> tuple[Floats, Floats, Floats]:
        """Sums of coefficients, one for each row of weights, with their ends."""
        middle = weights @ self.coefficients
        spread = np.sqrt(np.maximum(np.sum((weights @ self.covariance) * weights, axis=1), 0))
        width = norm.isf(error / 2) * spread
        return middle, middle - width, middle + width

    def ratios(self, over: Floats, under: Floats, error: float) -> tuple[Floats, Floats, Floats]:
        """Of two sums each, with Fieller's ends; none, where the lower sum may as well be nothing."""
        z = norm.isf(error / 2)
        top, bottom = over @ self.coefficients, under @ self.coefficients
        tops, both, bottoms = (
            np.sum((one @ self.covariance) * other, axis=1)
            for one, other in ((over, over), (over, under), (under, under))
        )
        # (top - r·bottom)² = z²·(tops - 2·r·both + r²·bottoms)
        a = bottom**2 - z**2 * bottoms
        b = top * bottom - z**2 * both
        c = top**2 - z**2 * tops
        wide = np.sqrt(np.maximum(b * b - a * c, 0))
        with np.errstate(divide="ignore", invalid="ignore"):
            low = np.where(a > 0, (b - wide) / a, -np.inf)
            high = np.where(a > 0, (b + wide) / a, np.inf)
            return top / bottom, low, high


CERTAIN = 12.0
"""Log odds that no data of ours can show: beyond them a fit runs away."""
NEARLY = 0.9


def logistic(design: Floats, share: Floats) -> Fit:
    """Shares of points by what was there; each row is a pair.

    Where something always wins (the larger force, say) its coefficient has no end, and takes all others
    along that are known well. Such shares are drawn a little towards a half, all alike: what is even
    stays even, and what always wins wins nineteen times in twenty.
    """
    found = _fitted(design, share)
    if not np.all(np.abs(design @ found.coefficients) <= CERTAIN):  # nor is what is no number
        return _fitted(design, 0.5 + NEARLY * (share - 0.5))
    return found


def _fitted(design: Floats, share: Floats) -> Fit:
    """A fit that runs away says so by its coefficients, not by warnings on the way."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", PerfectSeparationWarning)
        found = sm.GLM(share, design, family=sm.families.Binomial()).fit(cov_type="HC1")
    return Fit(np.asarray(found.params), np.asarray(found.cov_params()))


def linear(design: Floats, value: Floats) -> Fit:
    """The same for what is no share."""
    found = sm.OLS(value, design).fit(cov_type="HC1")
    return Fit(np.asarray(found.params), np.asarray(found.cov_params()))
