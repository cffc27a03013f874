"""A study from where it stands to its end: hand out batches, keep them, watch the figure narrow."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from gattai.lab.folder import Ended, Folder
from gattai.lab.plan import Plan, current
from gattai.lab.runners.runner import Runner
from gattai.lab.schedule import Schedule
from gattai.lab.study import BadStudy
from gattai.lab.watching import Watch

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
    verdict = watch.verdict()
    if verdict is not None and watch.decided_at is not None:
        # What was played beyond the answer is forgotten: the rows do not tell how many played.
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
            self.look()

    def look(self) -> None:
        """Look at what follows, without a gap, on what was looked at before."""
        while (span := self.there.pop(self.looked, None)) is not None:
            self.watch.add(self.folder.rows_of(span))
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
