"""What is asked of whoever plays batches."""

from __future__ import annotations

from typing import Protocol

from gattai.lab.batch import Batch, Span

ATTEMPTS = 5
"""A batch whose process died is played again; so often, until it is thought to be at fault."""


class BatchDied(RuntimeError):
    """A batch that kills whoever plays it."""

    def __init__(self, span: Span) -> None:
        super().__init__(
            f"pairs {span.start} to {span.stop - 1} ended their process {ATTEMPTS} times; "
            "what else was played is kept"
        )


class NoCluster(RuntimeError):
    """A cluster that did not begin, or could not be joined."""


class Runner(Protocol):
    """Plays batches somewhere."""

    @property
    def width(self) -> int:
        """How many batches can be played at the same time."""
        ...

    @property
    def open(self) -> int:
        """How many were handed over and are not back."""
        ...

    def submit(self, span: Span) -> None:
        """Play these pairs."""
        ...

    def finished(self) -> list[Batch]:
        """Wait until something is done: all that is."""
        ...

    def close(self) -> None:
        """Nothing more is wanted, nor what is still under way."""
        ...
