"""A batch: pairs from, to. It follows from the plan alone, on any machine and in any order."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from gattai.lab.plan import Plan
from gattai.lab.sitting import Row, Sitting


class Span(msgspec.Struct, frozen=True, order=True):
    """Pairs from the first to before the last."""

    start: int
    stop: int

    @property
    def name(self) -> str:
        """As its files are called.

        >>> Span(0, 16).name
        '000000000-000000016'
        """
        return f"{self.start:09}-{self.stop:09}"

    @property
    def pairs(self) -> int:
        """How many."""
        return self.stop - self.start


class Batch(msgspec.Struct, frozen=True):
    """What was played, and what it cost."""

    span: Span
    rows: tuple[Row, ...]
    cpu_seconds: float
    """Of the process that played it: in no row, for it is never twice the same."""


def play(plan: Plan, span: Span, told: Callable[[int], None] | None = None) -> Batch:
    """Play these pairs; `told` hears after each how many are done."""
    began = time.process_time()
    rows: list[Row] = []
    for pair in range(span.start, span.stop):
        rows += [Sitting(plan, seating).play() for seating in plan.seatings(pair)]
        if told is not None:
            told(pair + 1 - span.start)
    return Batch(span, tuple(rows), time.process_time() - began)


def play_encoded(plan: Plan, start: int, stop: int) -> bytes:
    """The same for another process: what comes back is small and quickly read."""
    return msgspec.msgpack.encode(play(plan, Span(start, stop)))


def decoded(answer: bytes) -> Batch:
    """What another process sent back."""
    return msgspec.msgpack.decode(answer, type=Batch)
