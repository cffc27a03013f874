"""Features of a table, from which an evaluation can be learnt.

A feature says what units can do (reach, threaten, endure, still act), never which unit it is, so
that weights learnt with the cards of one pack are valid for those of another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from gattai.kernel.question import Seat


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
