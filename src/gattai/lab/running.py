"""A study from where it stands to its end: hand out batches, keep them, watch the figure narrow."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np
import polars as pl

from gattai.lab import pairs
from gattai.lab.batch import Span
from gattai.lab.folder import Ended, Folder
from gattai.lab.plan import Plan, current
from gattai.lab.runners.runner import Runner
from gattai.lab.schedule import Schedule
from gattai.lab.statistics import betting, normal, stopping
from gattai.lab.statistics import watch as sequential
from gattai.lab.statistics.betting import DIFFERENCE, SHARE, Bounds
from gattai.lab.statistics.pairs import Floats, frequencies
from gattai.lab.study import BadStudy, Study

SHARES = ("won", "first_mover")
"""Metrics that are shares of points: all values are between 0 and 1."""

AHEAD = 2
"""Batches handed out for each that can be played at the same time: nobody waits, ctrl-C ends it soon."""


class Progress(msgspec.Struct, frozen=True):
    """How far a study is, and what is known by now."""

    pairs: int
    wanted: int
    games: int
    cpu_seconds: float
    metric: str
    value: float | None
    low: float
    high: float


class Watch:
    """The figure that a study is watched by, pair by pair in their order, in constant memory."""

    def __init__(self, study: Study, plan: Plan) -> None:
        self.stop = stopping.parse(study.stop.at) if study.stop.at else None
        self.metric = self.stop.metric if self.stop else watched(study)
        if self.metric not in plan.metrics:
            raise BadStudy([f"stop.at: {self.metric} is not among the metrics of [measure]"])
        self.kind = plan.kind
        self.fair = 0.0
        self.bounds: Bounds | None = None
        """Of a share; and what it is where nobody is favoured."""
        if self.metric in SHARES:
            self.bounds = DIFFERENCE if plan.kind == "under" else SHARE
            self.fair = 0.0 if plan.kind == "under" else 1 / len(plan.seats)
        if self.stop and self.bounds is None and plan.kind != "under":
            raise BadStudy([f"stop.at: {self.metric} is no share, so A and B have to differ in it"])
        self.error = self.stop.error if self.stop else 0.05
        self.sure = (
            sequential.Watch(self.stop, DIFFERENCE if self.bounds else None) if self.stop else None
        )
        self.counted = frequencies([])
        self.count = 0
        """Of pairs, where the metric is no share."""
        self._sums = np.zeros(len(normal.POWERS))

    def add(self, values: Floats, under_a: Floats) -> None:
        """The scores of the next pairs, and what they were under A."""
        if self.sure is not None:
            self.sure = self.sure.after(values - self.fair, under_a)
        if self.bounds is not None:
            self.counted = self.counted.plus(frequencies(values))
        else:
            self.count += len(values)
            self._sums = self._sums + normal.powers(values).sum(axis=1)

    @property
    def verdict(self) -> sequential.Verdict | None:
        """The answer, as soon as it is sure."""
        return self.sure.verdict if self.sure is not None else None

    @property
    def mean(self) -> float | None:
        """Their mean; None before the first."""
        if self.bounds is not None:
            return self.counted.mean if self.counted.total else None
        return float(self._sums[0]) / self.count if self.count else None

    def interval(self) -> tuple[float, float]:
        """Where the figure is, at every look."""
        if self.bounds is not None:
            finest = self.stop.amount if self.stop else None
            return betting.interval(self.counted, self.bounds, self.error, finest)
        mean, width = normal.reach(self.count, self._sums, self.error)
        return float(mean - width), float(mean + width)


def watched(study: Study) -> str:
    """The metric that is watched: the score in versus and under, the first mover's alone."""
    return "won" if study.kind != "alone" else "first_mover"


def told_why(verdict: sequential.Verdict, stop: stopping.Stop) -> str:
    """The answer in words."""
    amount = f"{stop.amount * 100:g} %" if stop.percent else f"{stop.amount:g}"
    if verdict.answer == "same":
        return f"decided: no difference of {amount} in {stop.metric}"
    return f"decided: there is {verdict.answer} of {stop.metric}"


def run(
    folder: Folder,
    make: Callable[[Plan], Runner],
    told: Callable[[Progress], None] | None = None,
) -> Ended:
    """Go on with a study until it has its answer; what is there already is not played again."""
    plan, study = folder.plan(), folder.study()
    ended = folder.ended()
    if ended is not None:
        return ended
    if not current(plan):
        raise BadStudy(
            [f"{folder.path}: was begun with other rules or packs than are here; begin it anew"]
        )
    run_now = _Run(folder, plan, Watch(study, plan), told)
    if [*folder.missing(plan.pairs)]:
        runner = make(plan)
        try:
            run_now.play(runner)
        finally:
            runner.close()
    else:
        run_now.look()
    watch = run_now.watch
    if watch.verdict is not None and watch.stop is not None:
        # What was played beyond the answer is forgotten: the rows do not tell how many played.
        folder.cut(watch.verdict.pairs)
        ended = Ended(watch.verdict.pairs, told_why(watch.verdict, watch.stop))
    else:
        ended = Ended(plan.pairs, "all pairs are played")
    folder.end(ended.pairs, ended.why)
    return ended


class _Run:
    def __init__(
        self,
        folder: Folder,
        plan: Plan,
        watch: Watch,
        told: Callable[[Progress], None] | None,
    ) -> None:
        self.folder = folder
        self.plan = plan
        self.watch = watch
        self.told = told
        self.there = {span.start: span for span in folder.spans()}
        """Batches beyond those that were looked at, by their first pair."""
        self.played = sum(span.pairs for span in self.there.values())
        self.looked = 0
        """All pairs before this one were looked at, in their order."""
        _, self.cpu_seconds = folder.costs()

    def play(self, runner: Runner) -> None:
        schedule = Schedule(self.folder.missing(self.plan.pairs), runner.width)
        self.look()
        while self.watch.verdict is None:
            schedule.width = runner.width
            while runner.open < AHEAD * schedule.width and (span := schedule.next()) is not None:
                runner.submit(span)
            if not runner.open:
                return
            for batch in runner.finished():
                self.folder.add(self.plan, batch)
                schedule.took(batch.span, batch.cpu_seconds)
                self.there[batch.span.start] = batch.span
                self.played += batch.span.pairs
                self.cpu_seconds += batch.cpu_seconds
            self.look()

    def look(self) -> None:
        """Look at what follows, without a gap, on what was looked at before."""
        while (span := self.there.pop(self.looked, None)) is not None:
            self.watch.add(*self._scores(span))
            self.looked = span.stop
        if self.told is not None:
            low, high = self.watch.interval()
            self.told(
                Progress(
                    pairs=self.played,
                    wanted=self.plan.pairs,
                    games=self.played * self.plan.games_a_pair,
                    cpu_seconds=self.cpu_seconds,
                    metric=self.watch.metric,
                    value=self.watch.mean,
                    low=low,
                    high=high,
                )
            )

    def _scores(self, span: Span) -> tuple[Floats, Floats]:
        rows, metric = self.folder.rows_of(span), self.watch.metric
        found = pairs.scores(rows, self.plan.kind, metric)
        under_a = rows.filter(pl.col("arm") == "a").group_by("pair")
        beside = found.join(
            under_a.agg(pl.col(pairs.column(metric)).mean().alias("a")), "pair", "left"
        )
        return found["value"].to_numpy(), beside["a"].fill_null(0.0).to_numpy()
