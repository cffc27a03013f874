"""Ratings by Bradley and Terry: how strong everybody is, from who beat whom, by maximum likelihood."""

from __future__ import annotations

from collections.abc import Mapping
from math import log

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from gattai.lab.statistics.pairs import Floats
from gattai.lab.statistics.regression import logistic

ELO = 400 / log(10)
"""Points of a rating for each unit of log odds: 400 points are ten to one."""


class Rating(msgspec.Struct, frozen=True):
    """How strong somebody is, against the mean of the league."""

    name: str
    points: float
    low: float
    high: float
    pairs: int


def ratings(met: Mapping[tuple[str, str], ArrayLike], error: float = 0.05) -> tuple[Rating, ...]:
    """The strongest first. `met` has for two names the first one's share in each of their pairs.

    To every two who met a drawn pair is added: who has won everything is then strong, and not
    infinitely strong.
    """
    names = [*dict.fromkeys(name for both in met for name in both)]
    rows: list[Floats] = []
    shares: list[Floats] = []
    for (one, other), values in met.items():
        share = np.append(np.asarray(values, np.float64), 0.5)
        row = np.zeros(len(names))
        row[names.index(one)], row[names.index(other)] = 1, -1
        rows.append(np.tile(row, (len(share), 1)))
        shares.append(share)
    design = np.concatenate(rows)
    # Only differences can be seen, so the last one is held at nothing and the mean taken out after.
    fit = logistic(design[:, :-1], np.concatenate(shares))
    centred = np.vstack([np.eye(len(names) - 1), np.zeros(len(names) - 1)])
    middle, low, high = fit.combined((centred - centred.mean(axis=0)) * ELO, error)
    found = [
        Rating(name, float(middle[at]), float(low[at]), float(high[at]), _pairs(name, met))
        for at, name in enumerate(names)
    ]
    return tuple(sorted(found, key=lambda rating: -rating.points))


def _pairs(name: str, met: Mapping[tuple[str, str], ArrayLike]) -> int:
    return sum(len(np.asarray(values)) for both, values in met.items() if name in both)


def expected(one: Rating, other: Rating) -> float:
    """The share that one should have against the other."""
    return float(1 / (1 + np.exp((other.points - one.points) / ELO)))
