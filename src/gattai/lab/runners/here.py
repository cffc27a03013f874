"""Runs batches in this process, one after the other."""

from __future__ import annotations

from gattai.lab.batch import Batch, Span, play
from gattai.lab.plan import BatchPlan


class Here:
    """Plays a batch when its result is requested."""

    width = 1

    def __init__(self, plan: BatchPlan) -> None:
        self._plan = plan
        self._waiting: list[Span] = []

    @property
    def open(self) -> int:
        """Return the number of waiting batches."""
        return len(self._waiting)

    def submit(self, span: Span) -> None:
        """Add a batch to the queue."""
        self._waiting.append(span)

    def finished(self) -> list[Batch]:
        """Play the next batch and return it."""
        return [play(self._plan, self._waiting.pop(0))]

    def close(self) -> None:
        """Drop the waiting batches."""
        self._waiting.clear()
