"""Confidence sequences for the mean of bounded values, by betting: intervals that hold at every check.

A player bets against "the mean is m" and stakes part of their wealth before each pair on its value
being above m. If the mean is m, the bets are fair, and the wealth ever reaches 40 times its start
with a probability of at most 1 in 40, however often one checks (Ville's inequality). So every m at
which the player becomes that rich is ruled out. A second player bets on values below m.

The best stake is known only afterwards. Here the wealth is spread at the start over several fixed
stakes, each twice the next, and stays there (Waudby-Smith and Ramdas 2024 let the stakes follow the
values; Cover's portfolio spreads them). The wealth then depends only on how often each value
occurred, not on the order or on the batches. With five possible values, a study of millions of
games is five numbers.
"""

from __future__ import annotations

import msgspec
import numpy as np
from scipy.optimize import brentq

from gattai.lab.statistics.pairs import Floats, Frequencies

HIGHEST_STAKE = 0.9
"""The largest share of wealth staked. With 1, one extreme value would lose everything."""
LEAST = 1e-12
"""A negligible amount, as a share of the range."""
FINEST = 0.001
"""The default for the smallest difference that the stakes must find, as a share of the range."""


def stakes(finest: float = FINEST) -> Floats:
    """Return the stakes among which the wealth is spread, small enough to find this difference.

    Against a mean that is wrong by d, the best stake is close to d over the variance, which is at
    most a quarter of the squared range. Unneeded stakes cost little: twice as many stakes delay each
    decision by one doubling of the wealth.

    >>> stakes(0.05).round(3).tolist()
    [0.9, 0.45, 0.225, 0.112]
    """
    smallest = min(4 * finest, HIGHEST_STAKE)
    steps = int(np.ceil(np.log2(HIGHEST_STAKE / smallest)))
    return HIGHEST_STAKE * 0.5 ** np.arange(steps + 1, dtype=np.float64)


class Bounds(msgspec.Struct, frozen=True):
    """The range of all values."""

    low: float
    high: float

    def scaled(self, values: Floats) -> Floats:
        """Return the values as shares of the range."""
        if len(values) and (values.min() < self.low or values.max() > self.high):
            raise ValueError(f"a value is not between {self.low:g} and {self.high:g}")
        return (values - self.low) / (self.high - self.low)

    def share(self, value: float) -> float:
        """Return a number as a share of the range, inside or not."""
        return (value - self.low) / (self.high - self.low)


SHARE = Bounds(0.0, 1.0)
"""The bounds of shares of points or games."""
DIFFERENCE = Bounds(-1.0, 1.0)
"""The bounds of differences between two shares."""


def winnings(values: Floats, mean: float | Floats, staked: Floats) -> Floats:
    """Return the log of the factor on wealth for each stake and value: stakes × values.

    A bet on values above the mean; values and mean are shares of the range.
    """
    at = np.asarray(mean, np.float64)[..., None, None]
    return np.asarray(np.log1p(staked[:, None] * (values / np.maximum(at, 1e-300) - 1)))


def fortune(counted: Frequencies, mean: float | Floats, staked: Floats) -> Floats:
    """Return the log of the wealth from bets on values above the mean, starting at one."""
    each = winnings(counted.values, mean, staked) @ counted.counts.astype(np.float64)
    return mixed(each, axis=-1)


def mixed(owned: Floats, axis: int) -> Floats:
    """Return the log of the total wealth of all stakes, each with an equal initial share."""
    most = owned.max(axis=axis, keepdims=True)
    return np.asarray(np.log(np.exp(owned - most).mean(axis=axis)) + most.squeeze(axis))


def interval(
    counted: Frequencies, bounds: Bounds, error: float = 0.05, finest: float | None = None
) -> tuple[float, float]:
    """Return the interval of the mean: all values that neither bet has ruled out.

    Both bets together are wrong with a chance of at most `error` over all looks. `finest` is the
    smallest difference that matters, in the unit of the values.
    """
    spread = bounds.high - bounds.low
    staked = stakes(FINEST if finest is None else finest / spread)
    scaled = Frequencies(bounds.scaled(counted.values), counted.counts)
    mirrored = Frequencies(1 - scaled.values, counted.counts)
    low = _lowest(scaled, staked, error / 2)
    high = 1 - _lowest(mirrored, staked, error / 2)
    return bounds.low + spread * low, bounds.low + spread * high


def _lowest(scaled: Frequencies, staked: Floats, error: float) -> float:
    """Return the lowest mean not ruled out by bets on larger values: their wealth falls with m."""
    if scaled.mean <= 0:
        return 0.0
    wanted = -np.log(error)

    def beyond(mean: float) -> float:
        return float(fortune(scaled, mean, staked) - wanted)

    if beyond(LEAST) <= 0:
        return 0.0
    return float(brentq(beyond, LEAST, scaled.mean))


def evidence(
    counted: Frequencies, bounds: Bounds, mean: float, finest: float | None = None
) -> float:
    """Return the e-value against this mean: the total growth of both bets.

    An e-value: one over it is a p-value that holds at every look.
    """
    staked = stakes(FINEST if finest is None else finest / (bounds.high - bounds.low))
    scaled = bounds.scaled(counted.values)
    at = bounds.share(mean)
    above = fortune(Frequencies(scaled, counted.counts), at, staked)
    below = fortune(Frequencies(1 - scaled, counted.counts), 1 - at, staked)
    return float(np.exp(min(np.logaddexp(above, below) - np.log(2), 700.0)))
