"""A study is watched: pair by pair in their order, until its verdict is sure."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isfinite

import msgspec
import numpy as np
import polars as pl

from gattai.lab import pairs
from gattai.lab.plan import Plan
from gattai.lab.statistics import betting, normal, stopping
from gattai.lab.statistics import watch as sequential
from gattai.lab.statistics.betting import DIFFERENCE
from gattai.lab.statistics.figures import Figure, told_of
from gattai.lab.statistics.pairs import Floats, frequencies
from gattai.lab.study import BadStudy, Kind, Study
from gattai.lab.verdict import ERROR, SHARES, Answer, Verdict


class Watch:
    """The metric that a study is watched by, pair by pair in their order, in constant memory."""

    def __init__(self, study: Study, plan: Plan) -> None:
        self.stop = stopping.parse(study.stop.at) if study.stop.at else None
        self.metric = self.stop.metric if self.stop else watched(study)
        if self.metric not in plan.metrics:
            raise BadStudy([f"stop.at: {self.metric} is not among the metrics of [measure]"])
        self.kind = plan.kind
        self.is_share = self.metric in SHARES
        self.fair = 1 / len(plan.seats) if self.is_share and plan.kind != "under" else 0.0
        """What a share is where nobody is favoured."""
        if self.stop and not self.is_share and plan.kind != "under":
            raise BadStudy([f"stop.at: {self.metric} is no share, so A and B have to differ in it"])
        self.error = self.stop.error if self.stop else ERROR
        bounds = DIFFERENCE if self.is_share else None
        self._sure = sequential.Watch(self.stop, bounds) if self.stop else None
        self._counted = frequencies([])
        """How often each value came up, of a share; less what is fair."""
        self._count = 0
        self._sums = np.zeros(len(normal.POWERS))
        self.decided_at: int | None = None
        """The number of pairs up to and with the one that decided."""
        self._looked = 0

    def add(self, rows: pl.DataFrame) -> None:
        """The rows of the next pairs. What comes after the pair that decided is left out."""
        if self.decided_at is not None:
            return
        self._looked = int(rows["pair"].max()) + 1  # type: ignore[arg-type]
        found = scored(rows, self.kind, self.metric)
        values = found["value"].to_numpy().astype(np.float64) - self.fair
        if self._sure is not None:
            before = self._sure.pairs
            under_a = found["a"].fill_null(0.0).to_numpy().astype(np.float64)
            self._sure = self._sure.after(values, under_a)
            if (verdict := self._sure.verdict) is not None:
                values = values[: verdict.pairs - before]
                self.decided_at = int(found["pair"][len(values) - 1]) + 1
        self._count += len(values)
        if self.is_share:
            self._counted = self._counted.plus(frequencies(values))
        else:
            self._sums = self._sums + normal.powers(values).sum(axis=1)

    def interval(self, values: Floats | None = None) -> tuple[float, float]:
        """Where the figure is, valid at every look; of these values instead, if they are given.

        It is made of the very bets that stop a study: a study that stops with a difference has an
        interval without `fair`, and one that has not stopped has an interval with it.
        """
        if self.is_share:
            counted = self._counted if values is None else frequencies(values - self.fair)
            finest = self.stop.amount if self.stop else None
            low, high = betting.interval(counted, DIFFERENCE, self.error, finest)
            lowest = -1.0 if self.kind == "under" else 0.0
            return max(lowest, low + self.fair), min(1.0, high + self.fair)
        count = self._count if values is None else len(values)
        sums = self._sums if values is None else normal.powers(values).sum(axis=1)
        mean, width = normal.reach(count, sums, self.error)
        return float(mean - width), float(mean + width)

    @property
    def mean(self) -> float | None:
        """The mean of what was added; None before the first pair."""
        if not self._count:
            return None
        if self.is_share:
            return self._counted.mean + self.fair
        return float(self._sums[0]) / self._count

    def verdict(self) -> Verdict | None:
        """What can be said by now; None before the first pair."""
        mean = self.mean
        if mean is None:
            return None
        low, high = self.interval()
        decided = self._sure.verdict if self._sure is not None else None
        if decided is not None:
            answer: Answer = decided.answer
        elif self.stop is None and not low <= self.fair <= high:
            answer = "more" if mean > self.fair else "less"
        else:
            answer = "open"
        known = isfinite(low) and isfinite(high)
        draft = Verdict(
            metric=self.metric,
            kind=self.kind,
            answer=answer,
            pairs=self._count,
            until=self.decided_at or self._looked,
            mean=mean,
            low=low if known else None,
            high=high if known else None,
            against=self.fair,
            error=self.error,
            evidence=self._evidence() if known else 1.0,
            stop=str(self.stop) if self.stop else "",
            sentence="",
        )
        return msgspec.structs.replace(draft, sentence=_sentence(draft))

    def _evidence(self) -> float:
        if self.is_share:
            finest = self.stop.amount if self.stop else None
            return betting.evidence(self._counted, DIFFERENCE, 0.0, finest)
        return normal.evidence_of(self._count, self._sums, self.error)


def scored(rows: pl.DataFrame, kind: Kind, metric: str) -> pl.DataFrame:
    """For each pair its `value` (see `pairs.scores`) and what it was under `a`, in their order."""
    found = pairs.scores(rows, kind, metric)
    under_a = rows.filter(pl.col("arm") == "a").group_by("pair")
    mean = pl.col(pairs.column(metric)).mean().alias("a")
    return found.join(under_a.agg(mean), "pair", "left", maintain_order="left")


def watched(study: Study) -> str:
    """The metric of a study that does not say when to stop."""
    return "won" if study.kind != "alone" else "first_mover"


def judged(study: Study, plan: Plan, batches: Iterable[pl.DataFrame]) -> Verdict | None:
    """The verdict from the rows of the first pairs, without a gap; None if there are none."""
    watch = Watch(study, plan)
    for rows in batches:
        watch.add(rows)
        if watch.decided_at is not None:
            break
    return watch.verdict()


def _sentence(told: Verdict) -> str:
    figure = told_of(figure_of(told), share=told.metric in SHARES, interval=True)
    fair = f"{100 * told.against:.1f} %"
    matters = stopping.parse(told.stop).told if told.stop else ""
    if told.kind == "under":
        figure += ", B less A"
        if told.answer == "same":
            return f"No difference of {matters} in '{told.metric}': {figure}."
        if told.answer == "open":
            return f"No sure difference in '{told.metric}': {figure}."
        if told.metric == "won":
            return f"Player 1 wins {told.answer} under B: {figure}."
        higher = "higher" if told.answer == "more" else "lower"
        return f"'{told.metric}' is {higher} under B: {figure}."
    who = "A wins" if told.kind == "versus" else "Player 1 wins"
    if told.metric == "first_mover":
        who = "Who moves first wins"
    if told.answer == "same":
        return f"{who} {figure}: no difference of {matters} from {fair}."
    if told.answer == "open":
        return f"{who} {figure}: not surely other than {fair}."
    return f"{who} {figure}: {told.answer} than {fair}."


def figure_of(told: Verdict) -> Figure:
    """The verdict as a figure, beside those of other metrics."""
    low, high = -inf if told.low is None else told.low, inf if told.high is None else told.high
    return Figure(told.pairs, told.mean, low, high, told.evidence, told.is_sure)
