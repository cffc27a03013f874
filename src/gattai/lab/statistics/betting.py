"""Intervals for the mean of bounded values that hold at every look, by betting.

Somebody bets against "the mean is m": before each pair he stakes a part of what he owns on its value
being above m. If the mean is m, he cannot expect to win; that he ever has 40 times what he began
with has a chance of at most one in 40, however often and whenever one looks (Ville's inequality).
So every m at which he is that rich is ruled out. A second one bets on values below m.

How much to stake is best known afterwards. Here the money is spread at the beginning over some
stakes, each twice the next, and left there (Waudby-Smith and Ramdas 2024 bet like this with stakes
that follow the values; Cover's portfolio spreads). What somebody owns then depends only on how often
each value came up: not on the order, not on how batches were cut, and for five possible values a
study of millions of games is five numbers.
"""

from __future__ import annotations

import msgspec
import numpy as np
from scipy.optimize import brentq

from gattai.lab.statistics.pairs import Floats, Frequencies

HIGHEST_STAKE = 0.9
"""Of what is owned. All of it would be lost at the first value of the wrong end."""
LEAST = 1e-12
"""Next to nothing, as a share of the range."""
FINEST = 0.001
"""The smallest difference, as a share of the range, that stakes are made for if nobody says one."""


def stakes(finest: float = FINEST) -> Floats:
    """The stakes among which the money is spread, down to what finds so small a difference.

    Against a mean that is wrong by d the best stake is near d over the variance, which is at most a
    quarter of the squared range. More stakes than needed cost little: money spread over twice as
    many makes everything wait for one more doubling.

    >>> stakes(0.05).round(3).tolist()
    [0.9, 0.45, 0.225, 0.112]
    """
    smallest = min(4 * finest, HIGHEST_STAKE)
    steps = int(np.ceil(np.log2(HIGHEST_STAKE / smallest)))
    return HIGHEST_STAKE * 0.5 ** np.arange(steps + 1, dtype=np.float64)


class Bounds(msgspec.Struct, frozen=True):
    """Between which two numbers all values lie."""

    low: float
    high: float

    def scaled(self, values: Floats) -> Floats:
        """The values as shares of the range."""
        if len(values) and (values.min() < self.low or values.max() > self.high):
            raise ValueError(f"a value is not between {self.low:g} and {self.high:g}")
        return (values - self.low) / (self.high - self.low)

    def share(self, value: float) -> float:
        """One number as a share of the range, whether or not it lies inside."""
        return (value - self.low) / (self.high - self.low)


SHARE = Bounds(0.0, 1.0)
"""Of points, of games won."""
DIFFERENCE = Bounds(-1.0, 1.0)
"""Between two shares."""


def winnings(values: Floats, mean: float | Floats, staked: Floats) -> Floats:
    """What one pair of each value makes of each stake, as logarithm: stakes × values.

    A bet on values above the mean; values and mean are shares of the range.
    """
    at = np.asarray(mean, np.float64)[..., None, None]
    return np.asarray(np.log1p(staked[:, None] * (values / np.maximum(at, 1e-300) - 1)))


def fortune(counted: Frequencies, mean: float | Floats, staked: Floats) -> Floats:
    """What who bet on values above the mean owns now, as logarithm; he began with one."""
    each = winnings(counted.values, mean, staked) @ counted.counts.astype(np.float64)
    return mixed(each, axis=-1)


def mixed(owned: Floats, axis: int) -> Floats:
    """What all stakes together own, each begun with an equal share of the money; logarithms."""
    most = owned.max(axis=axis, keepdims=True)
    return np.asarray(np.log(np.exp(owned - most).mean(axis=axis)) + most.squeeze(axis))


def interval(
    counted: Frequencies, bounds: Bounds, error: float = 0.05, finest: float | None = None
) -> tuple[float, float]:
    """Where the mean may still be: all that neither better has ruled out.

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
    """Where the one who bets on values above begins to be too poor: what he owns falls with m."""
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
    """How many times richer both betters together became by betting against this mean.

    An e-value: one over it is a p-value that holds at every look.
    """
    staked = stakes(FINEST if finest is None else finest / (bounds.high - bounds.low))
    scaled = bounds.scaled(counted.values)
    at = bounds.share(mean)
    above = fortune(Frequencies(scaled, counted.counts), at, staked)
    below = fortune(Frequencies(1 - scaled, counted.counts), 1 - at, staked)
    return float(np.exp(min(np.logaddexp(above, below) - np.log(2), 700.0)))
