"""A share that hangs on several numbers: logistic regression, one observation a pair.

The error is taken from how far pairs lie from the curve (White's covariance), not from how far coins
would: the games of a pair are not independent, and draws make a pair surer than two coins. With few pairs
a curve comes near to each of them by itself; so each counts as far off as it would lie from a curve drawn
without it (HC3), and ends are those of Student's t.
"""

from __future__ import annotations

import warnings

import msgspec
import numpy as np
import statsmodels.api as sm
from scipy.stats import t
from statsmodels.tools.sm_exceptions import PerfectSeparationWarning

from gattai.lab.statistics.pairs import Floats


class Fit(msgspec.Struct, frozen=True):
    """Coefficients, and how they are off together."""

    coefficients: Floats
    covariance: Floats
    freedom: float = np.inf
    """How many pairs there are beyond one for each coefficient."""

    def errors(self, error: float) -> float:
        """So many standard errors to either side are wrong with this chance."""
        return float(t.isf(error / 2, max(1.0, self.freedom)))

    def chances(self, errors: Floats) -> Floats:
        """How likely something is to be so many standard errors off by luck."""
        return np.asarray(2 * t.sf(abs(errors), max(1.0, self.freedom)))

    def combined(self, weights: Floats, error: float) -> tuple[Floats, Floats, Floats]:
        """Sums of coefficients, one for each row of weights, with their ends."""
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
LEAST_LEFT = 0.01
"""What a pair has to leave to the others of where the curve goes, where it is divided by."""


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
        told = np.asarray(model.predict(coefficients))
        spread = np.linalg.pinv((rows.T * (counts * told * (1 - told))) @ rows)
        told = told[:pairs]
        own = told * (1 - told) * np.sum((design @ spread) * design, axis=1)
        off = (share - told) / np.maximum(1 - own, LEAST_LEFT)
    meat = (design.T * off**2) @ design + A_FRACTION / 4 * np.eye(size)
    return Fit(coefficients, spread @ meat @ spread, pairs - size)


def linear(design: Floats, value: Floats) -> Fit:
    """The same for what is no share."""
    found = sm.OLS(value, design).fit(cov_type="HC1")
    return Fit(np.asarray(found.params), np.asarray(found.cov_params()))
