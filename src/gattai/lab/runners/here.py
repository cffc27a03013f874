"""Batches in this very process, one after the other."""

from __future__ import annotations

from gattai.lab.batch import Batch, Span, play
from gattai.lab.plan import Plan


class Here:
    """Plays a batch when it is asked for."""

    width = 1

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._waiting: list[Span] = []

    @property
    def open(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def submit(self, span: Span) -> None:
        """It waits."""
        self._waiting.append(span)

    def finished(self) -> list[Batch]:
        """The next is played now."""
        return [play(self._plan, self._waiting.pop(0))]

    def close(self) -> None:
        """What waits is forgotten."""
        self._waiting.clear()
