"""What each piece of a force is worth, from games between mixed forces, beside its price."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit
from statsmodels.stats.multitest import multipletests

from gattai.lab.statistics.pairs import Floats
from gattai.lab.statistics.regression import Fit, logistic


class Worth(msgspec.Struct, frozen=True):
    """One piece: what it should cost if all prices together are right, and how sure that is."""

    name: str
    played: int
    """In how many pairs it stood on either side."""
    price: float
    """Nothing in a game without prices."""
    worth: float
    """In points of price; without prices, the share of points of who has it in place of the average
    piece."""
    low: float
    """Minus infinity, and high infinity: after so few pairs a point of price may be worth nothing."""
    high: float
    stands_out: float
    """By how many standard errors it adds more than its price pays for; below 0, less."""
    surely: bool
    """It is not worth its price, counting all pieces together."""

    @property
    def excess(self) -> tuple[float, float, float]:
        """How far it is underpriced, as a part of its price, with the ends; without prices, of a half."""
        fair = self.price or 0.5
        return self.worth / fair - 1, self.low / fair - 1, self.high / fair - 1


def difference(
    forces: Sequence[tuple[Sequence[str], Sequence[str]]], names: Sequence[str]
) -> Floats:
    """For each pair how many more of each piece stood on the first side than on the second."""
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
) -> tuple[Worth, ...]:
    """Who stands out most as underpriced first, from the first side's share in each mirrored pair.

    Every piece adds to the log odds of winning; what it adds is its worth. That all prices together
    are right is taken for granted: it says how much a point of price adds. Whether a piece is worth
    its price is asked of one sum, what it adds less what its price pays for. That sum is known well
    where the ratio of the two is not, for a ratio is as unsure as what it is divided by. Where
    nothing has a price all pieces have the same.
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
    sure = multipletests(fit.chances(stands_out), alpha=error, method="holm")[0]
    found = (
        fit.ratios(np.eye(len(names)), a_point, part)
        if priced
        else (expit(middle), expit(low), expit(high))
    )
    played = np.array([sum(name in one or name in two for one, two in forces) for name in names])
    told = [
        Worth(
            name=name,
            played=int(played[at]),
            price=float(cost[at]),
            worth=float(found[0][at]),
            low=float(found[1][at]),
            high=float(found[2][at]),
            stands_out=float(stands_out[at]),
            surely=bool(sure[at]),
        )
        for at, name in enumerate(names)
    ]
    return tuple(sorted(told, key=lambda each: -each.stands_out))


def _fitted(design: Floats, share: Floats, *, one_size: bool) -> Fit:
    """What each piece adds. Between forces of one size only how pieces differ can be seen, so there
    the last adds nothing.
    """
    if not one_size:
        return logistic(design, share)
    fit = logistic(design[:, :-1], share)
    return Fit(np.append(fit.coefficients, 0.0), np.pad(fit.covariance, (0, 1)), fit.freedom)
