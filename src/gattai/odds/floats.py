"""Sums of floats that are the same in every version of Python."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def float_sum(values: Iterable[float]) -> float:
    """Add from left to right.

    The builtin `sum` rounds floats differently since Python 3.12, and one last digit decides
    between two equally good answers of a bot.
    """
    return reduce(add, values, 0.0)
