"""The interface of runners."""

from __future__ import annotations

from typing import Protocol

from gattai.lab.batch import Batch, Span

ATTEMPTS = 5
"""Maximum number of attempts for a batch whose process died."""


class BatchDied(RuntimeError):
    """Raised for a batch that repeatedly kills its process."""

    def __init__(self, span: Span) -> None:
        super().__init__(
            f"pairs {span.start} to {span.stop - 1} ended their process {ATTEMPTS} times; "
            "what else was played is kept"
        )


class NoCluster(RuntimeError):
    """Raised if a cluster did not start, or could not be joined."""


class Runner(Protocol):
    """Plays batches, here or elsewhere."""

    @property
    def width(self) -> int:
        """Return how many batches can be played at the same time."""
        ...

    @property
    def open(self) -> int:
        """Return the number of submitted batches without a result."""
        ...

    def submit(self, span: Span) -> None:
        """Submit a range of pairs."""
        ...

    def finished(self) -> list[Batch]:
        """Wait until a batch is done, and return all finished ones."""
        ...

    def close(self) -> None:
        """Stop, and drop running batches."""
        ...
