"""Check a study after every pair: is it decided?

The pairs are taken in the order of their numbers and each is looked at, so when a study was decided
does not depend on how its batches were cut or which came back first. What is kept between two
batches is a few numbers, so a study of millions of games needs no more memory than one of ten.
"""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from gattai.lab.statistics import normal
from gattai.lab.statistics.betting import Bounds, mixed, stakes, winnings
from gattai.lab.statistics.pairs import Floats
from gattai.lab.statistics.stopping import StoppingRule

CHUNK = 2_048
"""The number of pairs computed together; nothing is computed beyond a verdict."""
Answer = Literal["more", "less", "same"]
Flags = NDArray[np.bool_]


class StoppingVerdict(msgspec.Struct, frozen=True):
    """The answer of a study and the number of pairs that it took."""

    answer: Answer
    """More or less, or the same if the difference is smaller than what matters."""
    pairs: int


class Watch(msgspec.Struct, frozen=True):
    """The state of a study after some pairs. Immutable; a verdict never changes."""

    stop: StoppingRule
    bounds: Bounds | None
    """Of the differences; None if they have none."""
    pairs: int = 0
    verdict: StoppingVerdict | None = None
    kept: Floats | None = None

    def after(self, difference: ArrayLike, under_a: ArrayLike | None = None) -> Watch:
        """The watch after further pairs, each with its difference.

        What the metric was under A is needed if the sentence asks for a part of it.
        """
        values = np.asarray(difference, np.float64)
        beside = np.zeros_like(values) if under_a is None else np.asarray(under_a, np.float64)
        if self.stop.percent and self.bounds is None and under_a is None and len(values):
            raise ValueError(f"{self.stop.metric} is no share: percent of what it is under A?")
        watch = self
        for start in range(0, len(values), CHUNK):
            if watch.verdict is not None:
                break
            watch = watch._chunk(values[start : start + CHUNK], beside[start : start + CHUNK])
        return watch

    def _chunk(self, values: Floats, beside: Floats) -> Watch:
        if self.bounds is None:
            evidence, more, less, same = self._by_normal(values, beside)
        else:
            evidence, more, less, same = self._by_betting(values, self.bounds)
        decided = np.flatnonzero(more | less | same)
        verdict = None
        if len(decided):
            at = int(decided[0])
            answer: Answer = "more" if more[at] else "less" if less[at] else "same"
            verdict = StoppingVerdict(answer, self.pairs + at + 1)
        return Watch(self.stop, self.bounds, self.pairs + len(values), verdict, evidence)

    def _by_betting(self, values: Floats, bounds: Bounds) -> tuple[Floats, Flags, Flags, Flags]:
        """Four bets: that there is more, less, not much less, and not much more."""
        amount, scaled = self.stop.amount, bounds.scaled(values)
        staked = stakes(amount / (bounds.high - bounds.low))
        gained = np.stack(
            [
                winnings(scaled, bounds.share(0.0), staked),
                winnings(1 - scaled, 1 - bounds.share(0.0), staked),
                winnings(scaled, bounds.share(-amount), staked),
                winnings(1 - scaled, 1 - bounds.share(amount), staked),
            ]
        )
        grown = _carried(gained, self.kept)
        won = mixed(grown, axis=1) >= np.log(2 / self.stop.error)
        return grown[..., -1].copy(), won[0], won[1], won[2] & won[3]

    def _by_normal(self, values: Floats, beside: Floats) -> tuple[Floats, Flags, Flags, Flags]:
        """The difference, and how much is left of what matters on either side of it."""
        amount = self.stop.amount * (beside if self.stop.percent else np.ones_like(values))
        three = np.stack([values, values + amount, amount - values])
        sums = _carried(normal.powers(three), self.kept)
        count = np.arange(1, len(values) + 1, dtype=np.float64) + self.pairs
        mean, width = normal.reach(count, sums, self.stop.error)
        is_certain = mean > width
        return (
            sums[..., -1].copy(),
            is_certain[0],
            -mean[0] > width[0],
            is_certain[1] & is_certain[2],
        )


def _carried(gained: Floats, before: Floats | None) -> Floats:
    """Running sums that continue from saved ones, added in the same order whatever the batches."""
    if before is not None:
        gained[..., 0] += before
    return np.asarray(np.cumsum(gained, axis=-1))
