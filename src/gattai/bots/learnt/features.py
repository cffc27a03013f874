"""Features of a table, from which an evaluation can be learnt.

A feature says what units can do (reach, threaten, endure, still act), never which unit it is, so
that weights learnt with the cards of one pack are valid for those of another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

import msgspec

from gattai.kernel.question import Seat


def _without_clocks(state: object) -> Sequence[float]:
    return ()


def soon(left: float) -> float:
    """Return how near the end of a game is, from the share that is left: a lead counts the more.

    >>> [round(soon(left), 2) for left in (1.0, 0.25, 0.0)]
    [0.95, 1.69, 3.16]
    """
    return 1 / sqrt(max(0.0, left) + 0.1)


class Features(msgspec.Struct, frozen=True):
    """The features of one game."""

    names: tuple[str, ...]
    """The names of the features."""
    count: Callable[[Any, Seat], Sequence[float]]
    """Returns a seat's lead in each feature; with two seats they are zero-sum."""
    stages: tuple[str, ...]
    """Stages of a game, each with its own weights."""
    stage: Callable[[Any], int]
    """Returns the index of a table's stage; -1 to use the hand-tuned score alone."""
    clocks: tuple[str, ...] = ()
    """The names of the clocks; a game without any has no value of its own."""
    clock: Callable[..., Sequence[float]] = _without_clocks
    """Returns what tells how far a game has come, the same for every seat."""
