"""What a table is like, in numbers that a judgement can be learnt from.

A trait says what units can do (reach, threaten, endure, still act), never which unit it is: what was
learnt with the cards of one pack is then good for those of another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from gattai.kernel.question import Seat


class Traits(msgspec.Struct, frozen=True):
    """What one game counts."""

    names: tuple[str, ...]
    """What is counted for each side."""
    count: Callable[[Any, Seat], Sequence[float]]
    """For each name what a seat has more than the other: of two seats, one lacks what the other has."""
    stages: tuple[str, ...]
    """Parts of a game in which the same may be worth more or less."""
    stage: Callable[[Any], int]
    """The place of a table's stage; -1 where the hand-set worth is to judge alone."""
