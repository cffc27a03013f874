"""The value of each piece of a force compared with its price, from games between mixed forces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from gattai.lab.statistics.holm import holm
from gattai.lab.statistics.pairs import Floats
from gattai.lab.statistics.regression import RegressionFit, logistic


class UnitValue(msgspec.Struct, frozen=True):
    """The fair price of one piece, assuming that all prices together are right, and its interval."""

    name: str
    played: int
    """The number of pairs in which it was on either side."""
    price: float
    """0 in a game without prices."""
    score: float = msgspec.field(name="worth")
    """In points of price; without prices, the share of points compared with an average piece."""
    low: float
    """Minus infinity, with `high` infinity, if after so few pairs a point of price may have no effect."""
    high: float
    stands_out: float
    """By how many standard errors its effect exceeds that of its price; negative if it falls short."""
    surely: bool
    """Whether it is significantly mispriced, with the joint error of all pieces."""

    @property
    def excess(self) -> tuple[float, float, float]:
        """Return how far it is underpriced relative to its price, with the interval; without prices, relative to a half."""
        fair = self.price or 0.5
        return self.score / fair - 1, self.low / fair - 1, self.high / fair - 1


def difference(
    forces: Sequence[tuple[Sequence[str], Sequence[str]]], names: Sequence[str]
) -> Floats:
    """Return for each pair how many more of each piece the first side had."""
    at = {name: number for number, name in enumerate(names)}
    design = np.zeros((len(forces), len(names)))
    for row, (one, other) in zip(design, forces, strict=True):
        for sign, force in ((1, one), (-1, other)):
            for name in force:
                row[at[name]] += sign
    return design


def worths(
    forces: Sequence[tuple[Sequence[str], Sequence[str]]],
    share: ArrayLike,
    prices: Mapping[str, float],
    error: float = 0.05,
) -> tuple[UnitValue, ...]:
    """Return all pieces, the most underpriced first, from the first side's share of each mirrored pair.

    Every piece adds to the log odds of winning; what it adds is its value. All prices together are
    assumed to be right, which gives the effect of a point of price. Whether a piece is mispriced
    depends on one difference: its value minus the effect of its price. That difference is known well
    even where the ratio is not, because a ratio is as uncertain as its denominator. Without prices,
    all pieces count as equally dear.
    """
    names = [name for name in prices if any(name in side for pair in forces for side in pair)]
    design = difference(forces, names)
    cost = np.array([prices[name] for name in names])
    priced = bool(cost.all())
    fit = _fitted(design, np.asarray(share, np.float64), one_size=not priced)
    weight = cost if priced else np.ones(len(names))
    a_point = np.full((len(names), len(names)), 1 / weight.sum())
    beyond = np.eye(len(names)) - weight[:, None] * a_point
    part = error / max(len(names), 1)
    middle, low, high = fit.combined(beyond, part)
    off = (high - low) / (2 * fit.errors(part))
    stands_out = np.divide(middle, off, out=np.zeros(len(names)), where=off > 0)
    significant = holm(fit.chances(stands_out).tolist(), error)
    found = (
        fit.ratios(np.eye(len(names)), a_point, part)
        if priced
        else (expit(middle), expit(low), expit(high))
    )
    played = np.array([sum(name in one or name in two for one, two in forces) for name in names])
    values = [
        UnitValue(
            name=name,
            played=int(played[at]),
            price=float(cost[at]),
            score=float(found[0][at]),
            low=float(found[1][at]),
            high=float(found[2][at]),
            stands_out=float(stands_out[at]),
            surely=significant[at],
        )
        for at, name in enumerate(names)
    ]
    return tuple(sorted(values, key=lambda each: -each.stands_out))


def _fitted(design: Floats, share: Floats, *, one_size: bool) -> RegressionFit:
    """Return what each piece adds; for forces of one size the last adds 0."""
    if not one_size:
        return logistic(design, share)
    fit = logistic(design[:, :-1], share)
    return RegressionFit(
        np.append(fit.coefficients, 0.0), np.pad(fit.covariance, (0, 1)), fit.freedom
    )
