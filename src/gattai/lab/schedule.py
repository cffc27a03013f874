"""Chooses the next batches: long enough to make overhead negligible, but not too long."""

from __future__ import annotations

from collections.abc import Iterable

from gattai.lab.batch import Span

SHORTEST = 0.5
"""Minimum CPU-seconds of a batch, except for the first ones, which measure a pair."""
LONGEST = 60.0
LARGEST = 2_000
"""Maximum pairs of a batch, because all its rows are in memory."""
A_FEW = 40
"""Approximate number of batches, of the next size, that make up the study so far."""


class Schedule:
    """Returns missing pairs in order, and measures how long a pair takes."""

    def __init__(self, missing: Iterable[Span], width: int) -> None:
        self._left = [*missing]
        self.width = width
        self._pairs = 0
        self._seconds = 0.0

    @property
    def pairs_left(self) -> int:
        """Return the number of pairs not yet returned."""
        return sum(span.pairs for span in self._left)

    def took(self, span: Span, cpu_seconds: float) -> None:
        """Record the time of a finished batch."""
        self._pairs += span.pairs
        self._seconds += cpu_seconds

    def next(self) -> Span | None:
        """Return the next batch; None at the end."""
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
        """Return the size of the next batch, so that all finish at about the same time."""
        if not self._pairs:
            return 1
        a_pair = max(self._seconds / self._pairs, 1e-6)
        wanted = min(LONGEST, max(2 * SHORTEST, self._seconds / A_FEW))
        fair = self.pairs_left * a_pair / (2 * self.width)
        return max(1, min(LARGEST, round(max(SHORTEST, min(wanted, fair)) / a_pair)))
