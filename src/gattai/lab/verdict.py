"""The verdict of a study: computed once from its pairs, and read by run, status, report and JSON.

The metric that a study is watched by, or stops at, keeps an error rate of its own: adding metrics to a
report never changes what the study decided. All other metrics share another error rate (`findings`).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from gattai.lab.statistics import stopping
from gattai.lab.study import Kind

SHARES = ("won", "first_mover")
"""Metrics that are shares of points: all values are between 0 and 1."""
ERROR = 0.05
"""The error rate where a study does not state one."""
Answer = Literal["more", "less", "same", "open"]


class Verdict(msgspec.Struct, frozen=True):
    """What a study says about the metric that it is watched by."""

    metric: str
    kind: Kind
    answer: Answer
    """More or less than `against`, the same within what matters, or open."""
    pairs: int
    """The pairs that all figures here refer to: those of a smaller number than `until`."""
    until: int
    mean: float
    low: float | None
    """None, as `high`: too few pairs to say."""
    high: float | None
    against: float
    """No difference, or an even share."""
    error: float
    evidence: float
    stop: str
    """The rule that the study stops at, as a sentence; empty where it plays all its pairs."""
    sentence: str
    """The verdict in words."""

    @property
    def is_sure(self) -> bool:
        """Whether a difference is claimed."""
        return self.answer in ("more", "less")

    @property
    def ended(self) -> str:
        """Why a study with this verdict stops; empty if it does not stop yet."""
        if not self.stop or self.answer == "open":
            return ""
        rule = stopping.parse(self.stop)
        if self.answer == "same":
            return f"decided: no difference of {rule.told} in {self.metric}"
        return f"decided: there is {self.answer} of {self.metric}"
