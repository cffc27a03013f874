"""Asymptotic confidence sequences for means of unbounded values: lengths, losses, damage.

The length of a game has no known bound, so no interval holds from the first pair on. The central
limit theorem does hold over all checks together (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas
2024): with an estimated variance, the joint error of all checks approaches the requested one as the
first check is made later. So there is no interval before `FEWEST` pairs, nor while a few rare
values dominate the variance.
"""

from __future__ import annotations

from math import e, exp, inf, isfinite, log, sqrt

import numpy as np
from scipy.special import lambertw

from gattai.lab.statistics.pairs import Floats

FEWEST = 100
"""The number of pairs before the first interval; values far from normal need more."""
TAMED = 30
"""The number of pairs for each unit of kurtosis: an event of one pair in fifty must occur about 30
times. Found by simulation, and tested."""
TIGHTEST = 2_000
"""The number of pairs at which the interval is as narrow as it can be made."""
POWERS = (1, 2, 3, 4)


def looseness(error: float) -> float:
    """The variance of the mixture that makes the interval narrowest at `TIGHTEST` pairs."""
    return float(-lambertw(-(error**2) / e, -1).real - 1) / TIGHTEST


def powers(values: Floats) -> Floats:
    """Return the first to fourth powers of the values; `reach` takes their sums."""
    return np.stack([values**power for power in POWERS])


def reach(count: float | Floats, sums: Floats, error: float) -> tuple[Floats, Floats]:
    """Return the mean and half the width of its interval, from the sums of the values' powers."""
    pairs = np.maximum(np.asarray(count, np.float64), 1)
    mean, second, third, fourth = sums / pairs
    variance = np.maximum(second - mean**2, 0)
    tails = fourth - 4 * mean * third + 6 * mean**2 * second - 3 * mean**4
    tame = (
        (pairs >= FEWEST)
        & (variance > 1e-9 * second)  # not the same value all the time
        & (pairs * variance**2 >= TAMED * tails)
    )
    mixture = looseness(error)
    grown = pairs * mixture + 1
    wide = np.sqrt(variance * 2 * grown / (pairs**2 * mixture) * np.log(np.sqrt(grown) / error))
    return np.asarray(mean), np.asarray(np.where(tame, wide, inf))


def interval(values: Floats, error: float = 0.05) -> tuple[float, float]:
    """Where the mean may be; anywhere, while there are too few pairs to say."""
    if not len(values):
        return -inf, inf
    middle = float(values.mean())
    _, width = reach(len(values), powers(values - middle).sum(axis=1), error)
    return middle - float(width), middle + float(width)


def evidence(values: Floats, mean: float, error: float = 0.05) -> float:
    """The e-value against this mean that belongs to the interval of this error."""
    if not isfinite(interval(values, error)[0]):
        return 1.0
    return _evidence(len(values), float((values - mean).sum()), float(values.std()), error)


def evidence_of(count: int, sums: Floats, error: float = 0.05) -> float:
    """The e-value against a mean of 0, from the sums of the values' powers."""
    if not isfinite(float(reach(count, sums, error)[1])):
        return 1.0
    deviation = sqrt(float(sums[1]) / count - (float(sums[0]) / count) ** 2)
    return _evidence(count, float(sums[0]), deviation, error)


def _evidence(count: int, total: float, deviation: float, error: float) -> float:
    grown = count * looseness(error) + 1
    power = looseness(error) * (total / deviation) ** 2 / (2 * grown) - log(sqrt(grown))
    return exp(min(power, 700.0))
