"""Which pairs come next: batches long enough that handing them out costs nothing, and not too many."""

from __future__ import annotations

from collections.abc import Iterable

from gattai.lab.batch import Span

SHORTEST = 0.5
"""CPU-seconds: no batch is planned shorter, but for the first ones, which show how long a pair is."""
LONGEST = 60.0
LARGEST = 2_000
"""Pairs: no batch has more, however short its games are, for whoever keeps it has all its rows in memory."""
A_FEW = 40
"""The whole study so far is about so many batches of the size that is planned next."""


class Schedule:
    """Hands out what is missing, in order, and learns how long a pair takes."""

    def __init__(self, missing: Iterable[Span], width: int) -> None:
        self._left = [*missing]
        self.width = width
        self._pairs = 0
        self._seconds = 0.0

    @property
    def pairs_left(self) -> int:
        """How many have not been handed out."""
        return sum(span.pairs for span in self._left)

    def took(self, span: Span, cpu_seconds: float) -> None:
        """A batch is done."""
        self._pairs += span.pairs
        self._seconds += cpu_seconds

    def next(self) -> Span | None:
        """The next batch; None when everything is handed out."""
        if not self._left:
            return None
        gap = self._left[0]
        size = min(gap.pairs, self._size())
        span = Span(gap.start, gap.start + size)
        if size == gap.pairs:
            del self._left[0]
        else:
            self._left[0] = Span(span.stop, gap.stop)
        return span

    def _size(self) -> int:
        """So many pairs that a batch takes its time, and that all finish at about the same time."""
        if not self._pairs:
            return 1
        a_pair = max(self._seconds / self._pairs, 1e-6)
        wanted = min(LONGEST, max(2 * SHORTEST, self._seconds / A_FEW))
        fair = self.pairs_left * a_pair / (2 * self.width)
        return max(1, min(LARGEST, round(max(SHORTEST, min(wanted, fair)) / a_pair)))
