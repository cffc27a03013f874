"""A batch: a range of pairs. Its rows depend only on the plan, on any machine and in any order."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from gattai.lab.plan import BatchPlan
from gattai.lab.sitting import Row, Sitting


class Span(msgspec.Struct, frozen=True, order=True):
    """A half-open range of pairs."""

    start: int
    stop: int

    @property
    def name(self) -> str:
        """Return the name of its files.

        >>> Span(0, 16).name
        '000000000-000000016'
        """
        return f"{self.start:09}-{self.stop:09}"

    @property
    def pairs(self) -> int:
        """Return the number of pairs."""
        return self.stop - self.start


class Batch(msgspec.Struct, frozen=True):
    """The rows of a batch, and their cost."""

    span: Span
    rows: tuple[Row, ...]
    cpu_seconds: float
    """CPU time of the process that played it; not in rows, because it varies."""


def play(plan: BatchPlan, span: Span, report: Callable[[int], None] | None = None) -> Batch:
    """Play these pairs; `report` is called after each with the number done."""
    began = time.process_time()
    rows: list[Row] = []
    for pair in range(span.start, span.stop):
        rows += [Sitting(plan, seating).play() for seating in plan.seatings(pair)]
        if report is not None:
            report(pair + 1 - span.start)
    return Batch(span, tuple(rows), time.process_time() - began)


def play_encoded(plan: BatchPlan, start: int, stop: int) -> bytes:
    """Play a batch for another process, with a compact encoded result."""
    return msgspec.msgpack.encode(play(plan, Span(start, stop)))


def decoded(answer: bytes) -> Batch:
    """Decode the result from another process."""
    return msgspec.msgpack.decode(answer, type=Batch)
