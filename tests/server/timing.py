"""How long answers take and how large scenes are, told in one line."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Timing:
    def __init__(self, what: str) -> None:
        self.what = what
        self.seconds: list[float] = []
        self.scenes: list[int] = []

    @contextmanager
    def one_answer(self) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.seconds.append(time.perf_counter() - start)

    @property
    def p95(self) -> float:
        return share(self.seconds, 0.95)

    def tell(self) -> None:
        first, *later = self.scenes
        print(
            f"\n  {self.what}: an answer and the scene after it, {len(self.seconds)} times: "
            f"p50 {share(self.seconds, 0.5) * 1000:.1f} ms, p95 {self.p95 * 1000:.1f} ms; "
            f"first scene {first:,} bytes, later p50 {share(later, 0.5):,.0f}, "
            f"p95 {share(later, 0.95):,.0f}"
        )


def share(values: list[float] | list[int], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]
