"""Logistic regression of a share on several numbers, with one observation per pair.

The errors come from the residuals (White's covariance), not from the binomial distribution: the
games of a pair are not independent, and draws reduce the variance of a pair. With few pairs the
curve fits each of them too well, so each residual is scaled to what it would be without its own
pair (HC3), and the intervals use Student's t.
"""

from __future__ import annotations

import warnings

import msgspec
import numpy as np
import statsmodels.api as sm
from scipy.stats import t
from statsmodels.tools.sm_exceptions import PerfectSeparationWarning

from gattai.lab.statistics.pairs import Floats


class RegressionFit(msgspec.Struct, frozen=True):
    """Coefficients and their covariance."""

    coefficients: Floats
    covariance: Floats
    freedom: float = np.inf
    """The degrees of freedom: pairs minus coefficients."""

    def errors(self, error: float) -> float:
        """Return half the width of an interval with this error, in standard errors."""
        return float(t.isf(error / 2, max(1.0, self.freedom)))

    def chances(self, errors: Floats) -> Floats:
        """Return the p-values of deviations given in standard errors."""
        return np.asarray(2 * t.sf(abs(errors), max(1.0, self.freedom)))

    def combined(self, weights: Floats, error: float) -> tuple[Floats, Floats, Floats]:
        """Return weighted sums of the coefficients, one per row of weights, with their intervals."""
        middle = weights @ self.coefficients
        spread = np.sqrt(np.maximum(np.sum((weights @ self.covariance) * weights, axis=1), 0))
        width = self.errors(error) * spread
        return middle, middle - width, middle + width

    def ratios(self, over: Floats, under: Floats, error: float) -> tuple[Floats, Floats, Floats]:
        """Of two sums each, with Fieller's ends; none, where the lower sum may as well be nothing."""
        z = self.errors(error)
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
A_FRACTION = 0.1
"""Of an even pair: what is known of a coefficient before anything is played."""
MIN_LEFT = 0.01
"""What a pair has to leave to the others of where the curve goes, where it is divided by."""


def logistic(design: Floats, share: Floats) -> RegressionFit:
    """Shares of points by what was there; each row is a pair.

    Where something always wins (the larger force, say) its coefficient has no end, and takes all others
    along that are known well. Such shares are drawn a little towards a half, all alike: what is even
    stays even, and what always wins wins nineteen times in twenty.
    """
    found = _fitted(design, share)
    if not np.all(np.abs(design @ found.coefficients) <= CERTAIN):  # nor is what is no number
        return _fitted(design, 0.5 + NEARLY * (share - 0.5))
    return found


def _fitted(design: Floats, share: Floats) -> RegressionFit:
    """A fit that runs away says so by its coefficients, not by warnings on the way.

    For each coefficient a fraction of an even pair with nothing else in it is added, as far off as any such
    pair: where pairs do not tell coefficients apart these are nothing, and as good as unknown.
    """
    pairs, size = design.shape
    rows = np.vstack([design, np.eye(size)])
    shares = np.concatenate([share, np.full(size, 0.5)])
    counts = np.repeat([1.0, A_FRACTION], [pairs, size])
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", PerfectSeparationWarning)
        model = sm.GLM(shares, rows, family=sm.families.Binomial(), freq_weights=counts)
        coefficients = np.asarray(model.fit().params)
        predicted = np.asarray(model.predict(coefficients))
        spread = np.linalg.pinv((rows.T * (counts * predicted * (1 - predicted))) @ rows)
        predicted = predicted[:pairs]
        own = predicted * (1 - predicted) * np.sum((design @ spread) * design, axis=1)
        off = (share - predicted) / np.maximum(1 - own, MIN_LEFT)
    meat = (design.T * off**2) @ design + A_FRACTION / 4 * np.eye(size)
    return RegressionFit(coefficients, spread @ meat @ spread, pairs - size)


def linear(design: Floats, value: Floats) -> RegressionFit:
    """The same for what is no share."""
    found = sm.OLS(value, design).fit(cov_type="HC1")
    return RegressionFit(np.asarray(found.params), np.asarray(found.cov_params()))
