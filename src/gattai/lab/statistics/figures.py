"""Every figure with its interval: means, shares and differences, and what many of them may claim."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from gattai.lab.statistics import betting, normal
from gattai.lab.statistics.betting import DIFFERENCE, SHARE, Bounds
from gattai.lab.statistics.holm import holm
from gattai.lab.statistics.pairs import Pairs, frequencies, matched


class Figure(msgspec.Struct, frozen=True):
    """A mean over pairs, with its interval."""

    pairs: int
    mean: float
    low: float
    high: float
    evidence: float = 1.0
    """The e-value against the null hypothesis; its inverse is a p-value that holds at every check."""
    surely: bool = False
    """Whether it is significant, with the joint error of all figures that were computed together."""


def mean_of(
    values: ArrayLike, bounds: Bounds | None = None, error: float = 0.05, against: float = 0.0
) -> Figure:
    """The mean of one value for each pair.

    Within bounds the interval holds from the first pair on, without them after a hundred.

    >>> figure = mean_of([0.5, 1.0, 1.0, 0.75] * 25, SHARE, against=0.5)
    >>> figure.mean, round(figure.low, 2), round(figure.high, 2), figure.surely
    (0.8125, 0.74, 0.88, True)
    """
    found = np.asarray(values, np.float64)
    if bounds is None:
        low, high = normal.interval(found, error)
        evidence = normal.evidence(found, against, error)
    else:
        counted = frequencies(found)
        low, high = betting.interval(counted, bounds, error)
        evidence = betting.evidence(counted, bounds, against)
    mean = float(found.mean()) if len(found) else float("nan")
    return Figure(len(found), mean, low, high, evidence, not low <= against <= high)


def difference_of(a: Pairs, b: Pairs, bounds: Bounds | None = None, error: float = 0.05) -> Figure:
    """How much more there is under B than under A, from the pairs that both played.

    `bounds` are those of a difference: `DIFFERENCE` for shares.
    """
    one, other = matched(a, b)
    return mean_of(other.value - one.value, bounds, error)


class ComparedFigure(msgspec.Struct, frozen=True):
    """One of several figures: its values, and what it is held against."""

    values: ArrayLike
    bounds: Bounds | None = None
    against: float = 0.0


def several(asked: Mapping[str, ComparedFigure], error: float = 0.05) -> dict[str, Figure]:
    """Figures asked together: with `error` in all, none of their intervals misses.

    Metrics of the same games hang together in ways that nobody knows, so both corrections are those
    that need nothing: each interval takes its part of the error (Bonferroni), and which figures
    surely differ is said by Holm from one over their e-values. Both hold at every look.
    """
    if not asked:
        return {}
    part = error / len(asked)
    found = {
        name: mean_of(each.values, each.bounds, part, each.against) for name, each in asked.items()
    }
    chances = [min(1.0, 1 / figure.evidence) for figure in found.values()]
    return {
        name: msgspec.structs.replace(figure, surely=claimed)
        for (name, figure), claimed in zip(found.items(), holm(chances, error), strict=True)
    }


def figure_text(figure: Figure | None, *, share: bool, interval: bool = False) -> str:
    """A figure as it is read, with its interval if that is wanted.

    >>> figure_text(Figure(100, 0.5312, 0.5, 0.56), share=True, interval=True)
    '53.1 % (50.0 to 56.0)'
    >>> figure_text(Figure(100, 12.345, 12, 13), share=False)
    '12.3'
    >>> figure_text(None, share=True)
    ''
    """
    if figure is None:
        return ""
    mean = f"{_number(figure.mean, share)} %" if share else _number(figure.mean, share)
    if not interval:
        return mean
    if not (isfinite(figure.low) and isfinite(figure.high)):
        return f"{mean} (too few pairs to say)"
    return f"{mean} ({_number(figure.low, share)} to {_number(figure.high, share)})"


def _number(value: float, share: bool) -> str:
    if share:
        return f"{100 * value:.1f}"
    return (
        f"{value:.0f}"
        if abs(value) >= 1000
        else f"{value:.3g}"
        if abs(value) < 1
        else f"{value:.1f}"
    )


__all__ = [
    "DIFFERENCE",
    "SHARE",
    "ComparedFigure",
    "Bounds",
    "Figure",
    "difference_of",
    "mean_of",
    "several",
    "figure_text",
]
