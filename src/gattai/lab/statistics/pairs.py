"""Folds games into pairs, the independent observations."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]


class Pairs(msgspec.Struct, frozen=True):
    """One value for each pair, in the order of the pairs' numbers."""

    number: Numbers
    value: Floats

    def leading(self) -> Floats:
        """Return the values of the pairs before the first missing one.

        Short games finish first, so all results so far contain too many short games. The pairs
        before the first gap are a fair sample.
        """
        gaps = np.flatnonzero(self.number != np.arange(len(self.number)))
        return self.value[: gaps[0]] if len(gaps) else self.value


def fold(pair: ArrayLike, value: ArrayLike, legs: int = 2) -> Pairs:
    """The mean of each pair that has all its games.

    >>> found = fold([1, 0, 0, 1, 2], [1.0, 0.5, 0.0, 1.0, 0.0])
    >>> found.number.tolist(), found.value.tolist()
    ([0, 1], [0.25, 1.0])
    """
    numbers, of, games = np.unique(
        np.asarray(pair, np.int64), return_inverse=True, return_counts=True
    )
    if len(games) and games.max() > legs:
        most = numbers[games.argmax()]
        raise ValueError(f"pair {most} has {games.max()} games, not {legs}: is an arm left in?")
    sums = np.bincount(of, np.asarray(value, np.float64), len(numbers))
    whole = games == legs
    return Pairs(numbers[whole].astype(np.int64), sums[whole] / legs)


def matched(a: Pairs, b: Pairs) -> tuple[Pairs, Pairs]:
    """The pairs that both arms have played: same seeds, so what differs is the arm.

    >>> one, other = matched(fold([0, 2], [1, 0], 1), fold([2, 3], [1, 1], 1))
    >>> one.number.tolist(), one.value.tolist(), other.value.tolist()
    ([2], [0.0], [1.0])
    """
    both, at_a, at_b = np.intersect1d(a.number, b.number, assume_unique=True, return_indices=True)
    return Pairs(both, a.value[at_a]), Pairs(both, b.value[at_b])


class Frequencies(msgspec.Struct, frozen=True):
    """How often each value came up: all that a test of bounded values has to know."""

    values: Floats
    counts: Numbers

    @property
    def total(self) -> int:
        """Return the number of pairs."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """Return the mean of all pairs; 0 for none."""
        return float(self.counts @ self.values / max(self.total, 1))

    def plus(self, other: Frequencies) -> Frequencies:
        """Both together: those of the parts of a study give those of the whole."""
        values = np.union1d(self.values, other.values)
        counts = np.zeros(len(values), np.int64)
        for each in (self, other):
            counts[np.searchsorted(values, each.values)] += each.counts
        return Frequencies(values, counts)


def frequencies(values: ArrayLike | Sequence[float]) -> Frequencies:
    """Count the values: of mirrored games with draws there are five, so it is a pentanomial.

    >>> counted = frequencies([0.5, 1, 0.5, 0.75])
    >>> counted.values.tolist(), counted.counts.tolist()
    ([0.5, 0.75, 1.0], [2, 1, 1])
    """
    found, counts = np.unique(np.asarray(values, np.float64), return_counts=True)
    return Frequencies(found, counts.astype(np.int64))
