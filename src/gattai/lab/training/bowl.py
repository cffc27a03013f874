"""How well weights play, guessed from games between them: a bowl upside down.

What a game tells about the weights of its two players is one bit, and there are thirty weights. So
a shape is taken for granted: each trait has a slope, and the farther its weight is from nothing the less
more of it brings. Slopes and bends are found by least squares from all games at once, drawn towards
what is likely beforehand; the top of the bowl is where the best weights are thought to be.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SLOPE = 0.1
"""How steep traits are beforehand, more or less: what a weight of 1 adds to the share of the points."""
BEND, UNSURE = 0.5, 0.2
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

    slopes: Floats
    bends: Floats

    @property
    def top(self) -> Floats:
        """Where the best weights are thought to be."""
        return np.asarray(self.slopes / np.maximum(LEAST_BEND, self.bends))

    @property
    def gain(self) -> float:
        """How much more than half of the points the top is thought to have against no weights at all."""
        top = self.top
        return float(self.slopes @ top - self.bends @ top**2 / 2)


def bowl_of(bouts: list[Bout]) -> Bowl:
    """The likeliest bowl after these games.

    >>> lean = [Bout((0.5, 0.0), (-0.5, 0.0), 0.8)] * 50
    >>> [round(float(each), 1) for each in bowl_of(lean).top]
    [0.5, 0.0]
    """
    one = np.array([each.one for each in bouts])
    two = np.array([each.two for each in bouts])
    more = np.array([each.score for each in bouts]) - 0.5
    seen = np.hstack([one - two, (two**2 - one**2) / 2])
    traits = one.shape[1]
    before = np.repeat([0.0, BEND], traits)
    trust = np.repeat([SLOPE**-2.0, UNSURE**-2.0], traits)
    spread = (float(more @ more) + USUAL * NOISE**2) / (len(more) + USUAL)
    left = more - seen @ before
    form = seen.T @ seen / spread + np.diag(trust)
    found = before + np.linalg.solve(form, seen.T @ left / spread)
    return Bowl(found[:traits], found[traits:])
