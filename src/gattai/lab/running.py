"""Runs or resumes a study: submits batches, stores results, and updates the verdict."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from gattai.lab.folder import Ended, Folder
from gattai.lab.plan import BatchPlan, current
from gattai.lab.runners.runner import Runner
from gattai.lab.schedule import Schedule
from gattai.lab.study import BadStudy
from gattai.lab.watching import MetricWatch

AHEAD = 2
"""Submitted batches per parallel one: enough to keep workers busy, few enough to stop soon."""


class Progress(msgspec.Struct, frozen=True):
    """The progress of a study, and the verdict so far."""

    pairs: int
    wanted: int
    games: int
    cpu_seconds: float
    metric: str
    value: float | None
    low: float | None
    """None, like `high`, if there are too few pairs."""
    high: float | None


def run(
    folder: Folder,
    make: Callable[[BatchPlan], Runner],
    report: Callable[[Progress], None] | None = None,
) -> Ended:
    """Run a study until it has its answer; stored batches are not played again."""
    plan, study = folder.plan(), folder.study()
    ended = folder.ended()
    if ended is not None:
        return ended
    if not current(plan):
        raise BadStudy(
            [f"{folder.path}: was begun with other versions of rules or packs; start it again"]
        )
    run_now = _Run(folder, plan, MetricWatch(study, plan), report)
    if [*folder.missing(plan.pairs)]:
        runner = make(plan)
        try:
            run_now.play(runner)
        finally:
            runner.close()
    else:
        run_now.judge_in_order()
    watch = run_now.watch
    verdict = watch.verdict()
    if verdict is not None and watch.decided_at is not None:
        # Drop pairs beyond the answer, so that rows do not depend on the number of processes.
        folder.cut(watch.decided_at)
        ended = Ended(watch.decided_at, verdict.ended, verdict)
    else:
        ended = Ended(plan.pairs, "all pairs are played", verdict)
    folder.end(ended)
    return ended


class _Run:
    def __init__(
        self,
        folder: Folder,
        plan: BatchPlan,
        watch: MetricWatch,
        report: Callable[[Progress], None] | None,
    ) -> None:
        self.folder = folder
        self.plan = plan
        self.watch = watch
        self.report = report
        self.there = {span.start: span for span in folder.spans()}
        """Finished batches not yet evaluated, by their first pair."""
        self.played = sum(span.pairs for span in self.there.values())
        self.looked = 0
        """The number of pairs evaluated so far, in order."""
        _, self.cpu_seconds = folder.costs()

    def play(self, runner: Runner) -> None:
        schedule = Schedule(self.folder.missing(self.plan.pairs), runner.width)
        self.judge_in_order()
        while self.watch.decided_at is None:
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
            self.judge_in_order()

    def judge_in_order(self) -> None:
        """Add the pairs that directly follow those judged so far, and report the progress."""
        while (span := self.there.pop(self.looked, None)) is not None:
            self.watch.add(self.folder.rows_of(span))
            self.looked = span.stop
        if self.report is not None:
            verdict = self.watch.verdict()
            self.report(
                Progress(
                    pairs=self.played,
                    wanted=self.plan.pairs,
                    games=self.played * self.plan.games_a_pair,
                    cpu_seconds=self.cpu_seconds,
                    metric=self.watch.metric,
                    value=None if verdict is None else verdict.mean,
                    low=None if verdict is None else verdict.low,
                    high=None if verdict is None else verdict.high,
                )
            )
