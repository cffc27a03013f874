"""The verdict of a study: computed once from its pairs, and used by run, status, report and JSON.

The main metric has its own error rate, so adding metrics to a report never changes the verdict. All
other metrics share another error rate (`findings`).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from gattai.lab.statistics import stopping
from gattai.lab.study import Kind

SHARES = ("won", "first_mover")
"""Metrics that are shares of points: all values are between 0 and 1."""
ERROR = 0.05
"""The default error rate."""
Answer = Literal["more", "less", "same", "open"]


class Verdict(msgspec.Struct, frozen=True):
    """The answer of a study for its main metric."""

    metric: str
    kind: Kind
    answer: Answer
    """More or less than `against`, the same within the stated difference, or open."""
    pairs: int
    """The number of pairs behind all figures: those numbered below `until`."""
    until: int
    mean: float
    low: float | None
    """None, like `high`, if there are too few pairs."""
    high: float | None
    against: float
    """The null value: no difference, or an even share."""
    error: float
    evidence: float
    stop: str
    """The stopping rule as a sentence; empty if all pairs are played."""
    sentence: str
    """The verdict in words."""
    population: str = ""
    """What the games were drawn from, as a sentence; empty in folders of older versions."""
    effective: float | None = None
    """The number of independent pairs that would be as informative; None if all pairs are."""

    @property
    def is_sure(self) -> bool:
        """Return whether a difference is claimed."""
        return self.answer in ("more", "less")

    @property
    def ended(self) -> str:
        """Return why the study stops; empty if it does not stop yet."""
        if not self.stop or self.answer == "open":
            return ""
        rule = stopping.parse(self.stop)
        if self.answer == "same":
            return f"decided: no difference of {rule.written} in {self.metric}"
        return f"decided: there is {self.answer} of {self.metric}"
