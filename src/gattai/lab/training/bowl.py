"""How well weights play, guessed from games between them: a bowl upside down.

What a game tells about the weights of its two players is one bit, and there are thirty weights. So
a shape is taken for granted: each trait has a slope, and the farther its weight is from nothing the less
more of it brings. Slopes and bends are found by least squares from all games at once, drawn towards
what is likely beforehand. That tells which way the top lies. Traits that say much the same are too much together
long before each is alone, so how far it is that way is found by another fit, of this one line.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SLOPE = 0.1
"""How steep traits are beforehand, more or less: what a weight of 1 adds to the share of the points."""
BEND, UNSURE = 0.5, 2.0
"""How soon more of a trait is too much, beforehand, and how far that may be wrong."""
LEAST_BEND = 0.2
NOISE, USUAL = 0.35, 10
"""How far luck throws the score of a pair off, as if that had been seen so often already."""


class Bout(msgspec.Struct, frozen=True):
    """A mirrored pair of games between two sets of weights."""

    one: tuple[float, ...]
    two: tuple[float, ...]
    score: float
    """Of the first, from 0 to 1."""


class Bowl(msgspec.Struct, frozen=True):
    """What games between weights tell about them."""

    top: Floats
    """Where the best weights are thought to be."""
    gain: float
    """How much more than half of the points they are thought to have against no weights at all."""


def bowl_of(bouts: list[Bout]) -> Bowl:
    """The likeliest bowl after these games.

    >>> lean = [Bout((0.5, 0.0), (-0.5, 0.0), 0.8), Bout((0.5, 0.0), (0.0, 0.0), 0.55)] * 50
    >>> [round(float(each), 1) for each in bowl_of(lean).top]
    [0.4, 0.0]
    """
    one = np.array([each.one for each in bouts])
    two = np.array([each.two for each in bouts])
    more = np.array([each.score for each in bouts]) - 0.5
    slopes, bends = _fitted(one, two, more)
    way = slopes / np.maximum(LEAST_BEND, bends)
    length = float(np.linalg.norm(way))
    if not length:
        return Bowl(way, 0.0)
    way = way / length
    slope, bend = _fitted((one @ way)[:, None], (two @ way)[:, None], more)
    far = max(0.0, float(slope[0] / max(LEAST_BEND, bend[0])))
    return Bowl(way * far, float(slope[0] * far - bend[0] * far**2 / 2))


def _fitted(one: Floats, two: Floats, more: Floats) -> tuple[Floats, Floats]:
    """Slopes and bends, one for each trait."""
    seen = np.hstack([one - two, (two**2 - one**2) / 2])
    traits = one.shape[1]
    before = np.repeat([0.0, BEND], traits)
    trust = np.repeat([SLOPE**-2.0, UNSURE**-2.0], traits)
    spread = (float(more @ more) + USUAL * NOISE**2) / (len(more) + USUAL)
    left = more - seen @ before
    form = seen.T @ seen / spread + np.diag(trust)
    found = before + np.linalg.solve(form, seen.T @ left / spread)
    return found[:traits], found[traits:]
