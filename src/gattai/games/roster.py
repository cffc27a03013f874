"""The pieces of which mixed forces are drawn to measure the strength of each piece."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Roster:
    """The pieces of a game and how a force of them is written as an option."""

    pieces: Mapping[str, float]
    """The price of each piece; 0 for all in a game without prices."""
    least: int
    """The smallest force that is drawn."""
    most: int
    written: Callable[[Sequence[str]], str] = ",".join
    repeats: bool = True
    """Whether a force may have a piece twice."""
