"""Results with their chances: exact, immutable, readable."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from math import lcm
from operator import add
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
Weight = int | float


class Distribution(Mapping[T, Fraction], Generic[T]):
    """Every result with its chance. Weights are whole numbers out of `total`, so chances are exact.

    Weights may be floats if speed matters more; then a chance is as exact as a float.

    >>> coin = Distribution({"heads": 1, "tails": 1}, 2)
    >>> coin["heads"]
    Fraction(1, 2)
    >>> coin.chance(lambda side: side == "edge")
    Fraction(0, 1)
    """

    __slots__ = ("_weights", "total")

    def __init__(self, weights: Mapping[T, Weight], total: Weight) -> None:
        self._weights = dict(weights)
        self.total = total

    @classmethod
    def certain(cls, result: T) -> Distribution[T]:
        """Make a distribution with one certain result."""
        return cls({result: 1}, 1)

    @classmethod
    def mixed(cls, parts: Iterable[tuple[Weight, Distribution[T]]]) -> Distribution[T]:
        """Mix several distributions, each with its weight."""
        shares = tuple(parts)
        if len(shares) == 1:
            return shares[0][1]
        exact = all(isinstance(part.total, int) for _, part in shares)
        common: Weight = lcm(*(int(part.total) for _, part in shares)) if exact else 1.0
        weights: dict[T, Weight] = {}
        whole: Weight = 0
        for share, part in shares:
            scale = share * (common // part.total if exact else common / part.total)
            whole += share
            for result, weight in part._weights.items():
                weights[result] = weights.get(result, 0) + weight * scale
        return cls(weights, whole * common)

    def __getitem__(self, result: T) -> Fraction:
        return _fraction(self._weights[result], self.total)

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __repr__(self) -> str:
        return f"Distribution({self._weights!r}, {self.total!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __hash__ = None  # type: ignore[assignment]

    def weights(self) -> Iterable[tuple[T, Weight]]:
        """Return every result with its weight out of `total`."""
        return self._weights.items()

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """Return the distribution of a function of the results; equal values are merged."""
        weights: dict[U, Weight] = {}
        for result, weight in self._weights.items():
            key = function(result)
            weights[key] = weights.get(key, 0) + weight
        return Distribution(weights, self.total)

    def sorted(self) -> Distribution[T]:
        """Return the same distribution with results in ascending order."""
        return Distribution(dict(sorted(self._weights.items())), self.total)

    def chance(self, wanted: Callable[[T], bool]) -> Fraction:
        """Return the chance of a result that satisfies the condition."""
        # Not by `sum`, which rounds floats differently since Python 3.12.
        hits = reduce(
            add, (weight for result, weight in self._weights.items() if wanted(result)), 0
        )
        return _fraction(hits, self.total)

    def mean(self, worth: Callable[[T], int | Fraction | float] | None = None) -> Fraction:
        """Return the expected value of the results, or of a function of them."""
        if len(self._weights) == 1:  # certain
            (result,) = self._weights
            return Fraction(worth(result) if worth else result)  # type: ignore[arg-type]
        values = (
            (Fraction(worth(result) if worth else result), weight)  # type: ignore[arg-type]
            for result, weight in self._weights.items()
        )
        return sum((value * Fraction(weight) for value, weight in values), Fraction()) / Fraction(
            self.total
        )

    def floats(self) -> dict[T, float]:
        """Return chances as floats, for charts."""
        return {result: float(weight / self.total) for result, weight in self._weights.items()}

    @property
    def is_whole(self) -> bool:
        """Return whether the chances add up to one: exactly, or to float precision."""
        total = sum(self._weights.values())
        if isinstance(total, int) and isinstance(self.total, int):
            return total == self.total
        return abs(total / self.total - 1) < 1e-9


def _fraction(weight: Weight, total: Weight) -> Fraction:
    if isinstance(weight, int) and isinstance(total, int):
        return Fraction(weight, total)
    return Fraction(weight / total)
