"""Estimates the strength of weights from games between them, as a concave quadratic ("bowl").

A game gives one bit about the weights of its two players, and there are thirty weights. So a shape
is assumed: each feature has a slope, and a bend that reduces the gain of larger weights. Slopes and
bends are fitted by regularized least squares from all games at once, which gives the direction of
the optimum. Correlated features saturate together earlier than each alone, so the distance in that
direction is found by a second fit along this line.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SLOPE = 0.1
"""The prior of slopes: what a weight of 1 adds to the share of points."""
BEND, UNSURE = 0.5, 2.0
"""The prior of bends, and its uncertainty."""
MIN_BEND = 0.2
NOISE, USUAL = 0.35, 10
"""The prior of the noise of a pair's score, and its number of pseudo-observations."""


class Bout(msgspec.Struct, frozen=True):
    """A mirrored pair of games between two sets of weights."""

    one: tuple[float, ...]
    two: tuple[float, ...]
    score: float
    """The first player's score, from 0 to 1."""


class Bowl(msgspec.Struct, frozen=True):
    """The bowl fitted to a set of games."""

    top: Floats
    """The estimated best weights."""
    gain: float
    """Their estimated share of points above one half against zero weights."""


def bowl_of(bouts: list[Bout]) -> Bowl:
    """Return the most likely bowl for these games.

    >>> lean = [Bout((0.5, 0.0), (-0.5, 0.0), 0.8), Bout((0.5, 0.0), (0.0, 0.0), 0.55)] * 50
    >>> [round(float(each), 1) for each in bowl_of(lean).top]
    [0.4, 0.0]
    """
    one = np.array([each.one for each in bouts])
    two = np.array([each.two for each in bouts])
    more = np.array([each.score for each in bouts]) - 0.5
    slopes, bends = _fitted(one, two, more)
    way = slopes / np.maximum(MIN_BEND, bends)
    length = float(np.linalg.norm(way))
    if not length:
        return Bowl(way, 0.0)
    way = way / length
    slope, bend = _fitted((one @ way)[:, None], (two @ way)[:, None], more)
    far = max(0.0, float(slope[0] / max(MIN_BEND, bend[0])))
    return Bowl(way * far, float(slope[0] * far - bend[0] * far**2 / 2))


def _fitted(one: Floats, two: Floats, more: Floats) -> tuple[Floats, Floats]:
    """Return slopes and bends, one for each feature."""
    seen = np.hstack([one - two, (two**2 - one**2) / 2])
    features = one.shape[1]
    before = np.repeat([0.0, BEND], features)
    trust = np.repeat([SLOPE**-2.0, UNSURE**-2.0], features)
    spread = (float(more @ more) + USUAL * NOISE**2) / (len(more) + USUAL)
    left = more - seen @ before
    form = seen.T @ seen / spread + np.diag(trust)
    found = before + np.linalg.solve(form, seen.T @ left / spread)
    return found[:features], found[features:]
