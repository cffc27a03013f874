"""Sequential evaluation of a study, pair by pair, until its verdict is sure."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isfinite

import msgspec
import numpy as np
import polars as pl

from gattai.lab import pairs
from gattai.lab.plan import BatchPlan
from gattai.lab.statistics import betting, normal, stopping
from gattai.lab.statistics import watch as sequential
from gattai.lab.statistics.betting import DIFFERENCE
from gattai.lab.statistics.figures import Figure, figure_text
from gattai.lab.statistics.pairs import Floats, Frequencies, frequencies
from gattai.lab.statistics.population import Clusters, hull, looks
from gattai.lab.study import MAX_PAIRS, BadStudy, Kind, Study
from gattai.lab.verdict import ERROR, SHARES, Answer, Verdict

PATH = 1.25
"""A study of a share takes about this much longer than its last counts alone would, because its bets were made on the way.

Simulated for differences of 0 to 33 points (`test_the_forecast_is_near_in_most_studies`).
"""


class MetricWatch:
    """The main metric of a study, updated pair by pair in order, in constant memory."""

    def __init__(self, study: Study, plan: BatchPlan) -> None:
        self.stop = stopping.parse(study.stop.at) if study.stop.at else None
        self.metric = self.stop.metric if self.stop else watched(study)
        if self.metric not in plan.metrics:
            raise BadStudy([f"stop.at: {self.metric} is not among the metrics of [measure]"])
        self.kind = plan.kind
        self.is_share = self.metric in SHARES
        self.fair = 1 / len(plan.seats) if self.is_share and plan.kind != "under" else 0.0
        """The share if no seat is favoured."""
        if self.stop and not self.is_share and plan.kind != "under":
            raise BadStudy([f"stop.at: {self.metric} is no share, so A and B have to differ in it"])
        self.error = self.stop.error if self.stop else ERROR
        bounds = DIFFERENCE if self.is_share else None
        self._decision = sequential.Watch(self.stop, bounds) if self.stop else None
        self._counted = frequencies([])
        """The frequency of each value of a share, minus the even share."""
        self._count = 0
        self._sums = np.zeros(len(normal.POWERS))
        self.decided_at: int | None = None
        """The number of pairs at the decision."""
        self._looked = 0
        self._plan = plan
        self._clusters = Clusters.empty(plan.sizes)
        self._looks = looks(plan.pairs) if plan.sizes else []
        """The looks still to come, if the pairs are grouped."""
        self.judgements: list[Verdict] = []
        """The verdict of each look at a population."""
        if self._looks and self.stop and self.stop.percent and not self.is_share:
            raise BadStudy(
                [
                    f"stop.at: with several players or openings, say a difference of {self.metric} without %"
                ]
            )

    def add(self, rows: pl.DataFrame) -> None:
        """Add the rows of the next pairs; those after the deciding pair are ignored."""
        while self._looks and self.decided_at is None:
            until, share = self._looks[0]
            if int(rows["pair"].max()) + 1 < until:  # type: ignore[arg-type]
                break
            self._add(rows.filter(pl.col("pair") < until))
            rows = rows.filter(pl.col("pair") >= until)
            del self._looks[0]
            self._judge(share * self.error)
            if not len(rows):
                return
        self._add(rows)

    def _add(self, rows: pl.DataFrame) -> None:
        if self.decided_at is not None or not len(rows):
            return
        self._looked = int(rows["pair"].max()) + 1  # type: ignore[arg-type]
        found = scored(rows, self.kind, self.metric)
        values = found["value"].to_numpy().astype(np.float64) - self.fair
        if self._plan.sizes:
            groups = self._plan.groups(found["pair"].to_list())
            self._clusters = self._clusters.plus(
                [np.array(each, np.int64) for each in groups], values
            )
        elif self._decision is not None:
            before = self._decision.pairs
            under_a = found["a"].fill_null(0.0).to_numpy().astype(np.float64)
            self._decision = self._decision.after(values, under_a)
            if (verdict := self._decision.verdict) is not None:
                values = values[: verdict.pairs - before]
                self.decided_at = int(found["pair"][len(values) - 1]) + 1
        self._count += len(values)
        if self.is_share:
            self._counted = self._counted.plus(frequencies(values))
        else:
            self._sums = self._sums + normal.powers(values).sum(axis=1)

    def _judge(self, error: float) -> None:
        """Look at a population: its interval covers other players and openings, and that of pairs."""
        mean = self.mean
        if mean is None:
            return
        low, high = hull(self.interval(), self._clusters.interval(error), self.fair)
        amount = self.stop.amount if self.stop else 0.0
        answer: Answer = "open"
        if not low <= self.fair <= high:
            answer = "more" if mean > self.fair else "less"
        elif self.fair - amount <= low and high <= self.fair + amount:
            answer = "same"
        self.judgements.append(self._worded(answer, mean, low, high, self._clusters.effective()))
        if self.stop and answer != "open":
            self.decided_at = self._looked

    def interval(self, values: Floats | None = None) -> tuple[float, float]:
        """Return the interval, valid at every look; for the given values instead, if any.

        It uses the same bets that stop a study: a study that stops with a difference has an
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
        """Return the mean of the values so far; None before the first pair."""
        if not self._count:
            return None
        if self.is_share:
            return self._counted.mean + self.fair
        return float(self._sums[0]) / self._count

    def verdict(self) -> Verdict | None:
        """Return the verdict so far; None before the first pair.

        A population is judged at its looks: before the first of them there is no interval, and
        after it the verdict stays as it is until the next.
        """
        mean = self.mean
        if self.judgements or mean is None:
            return self.judgements[-1] if self.judgements else None
        if self._looks:
            return self._worded("open", mean, -inf, inf, self._clusters.effective())
        low, high = self.interval()
        decided = self._decision.verdict if self._decision is not None else None
        if decided is not None:
            answer: Answer = decided.answer
        elif self.stop is None and not low <= self.fair <= high:
            answer = "more" if mean > self.fair else "less"
        else:
            answer = "open"
        return self._worded(answer, mean, low, high)

    def _worded(
        self, answer: Answer, mean: float, low: float, high: float, effective: float | None = None
    ) -> Verdict:
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
            population=drawn_from(self._plan, effective),
            effective=effective,
        )
        return msgspec.structs.replace(draft, sentence=_sentence(draft))

    def _evidence(self) -> float:
        if self.is_share:
            finest = self.stop.amount if self.stop else None
            return betting.evidence(self._counted, DIFFERENCE, 0.0, finest)
        return normal.evidence_of(self._count, self._sums, self.error)


def expected_pairs(
    study: Study, plan: BatchPlan, rows: pl.DataFrame, *, as_seen: bool = False
) -> int | None:
    """Return after about how many pairs a study would stop, from a few pairs.

    It is that number if nothing differed; `as_seen`, if the difference stayed as in these pairs.
    None if it does not stop before its end, or if these pairs do not say.
    """
    watch = MetricWatch(study, plan)
    if watch.stop is None or plan.sizes:
        return None
    found = scored(rows, watch.kind, watch.metric)
    values = found["value"].to_numpy().astype(np.float64)
    if not len(values) or not values.any() or np.ptp(values) == 0:
        return None
    amount = watch.stop.amount
    if watch.stop.percent and not watch.is_share:
        amount *= abs(float(found["a"].to_numpy().mean()))
    off = values - watch.fair
    if not as_seen:  # no difference, with the spread of these pairs
        centred = off if watch.is_share else off - off.mean()
        off = np.concatenate([centred, -centred])

    def is_enough(pairs: int) -> bool:
        times = pairs / len(off)
        if watch.is_share:
            counted = frequencies(off)
            scaled = Frequencies(counted.values, np.ceil(counted.counts * times).astype(np.int64))
            low, high = betting.interval(scaled, DIFFERENCE, watch.error, amount)
        else:
            sums = normal.powers(off).sum(axis=1) * times
            mean, width = normal.reach(pairs, sums, watch.error)
            low, high = float(mean - width), float(mean + width)
        return low > 0 or high < 0 or (-amount <= low and high <= amount)

    most = 1
    while not is_enough(most):
        most *= 2
        if most > MAX_PAIRS:
            return None
    least = most // 2
    while most - least > max(1, least // 50):
        middle = (least + most) // 2
        least, most = (least, middle) if is_enough(middle) else (middle, most)
    return round(most * PATH) if watch.is_share else most


def scored(rows: pl.DataFrame, kind: Kind, metric: str) -> pl.DataFrame:
    """Return the `value` of each pair (see `pairs.scores`) and its value under `a`, in order."""
    found = pairs.scores(rows, kind, metric)
    under_a = rows.filter(pl.col("arm") == "a").group_by("pair")
    mean = pl.col(pairs.column(metric)).mean().alias("a")
    return found.join(under_a.agg(mean), "pair", "left", maintain_order="left")


def watched(study: Study) -> str:
    """Return the main metric of a study without a stopping rule."""
    return "won" if study.kind != "alone" else "first_mover"


def judged(study: Study, plan: BatchPlan, batches: Iterable[pl.DataFrame]) -> Verdict | None:
    """Return the verdict from the rows of the first pairs; None if there are none."""
    watch = MetricWatch(study, plan)
    for rows in batches:
        watch.add(rows)
        if watch.decided_at is not None:
            break
    return watch.verdict()


def drawn_from(plan: BatchPlan, effective: float | None) -> str:
    """Return what the games of a plan are drawn from, and what the interval covers, as a sentence."""
    openings = "random openings" if plan.opening else "the bots' own openings"
    if plan.openings:
        openings = f"{plan.openings} random openings"
    parts = [openings]
    if len(plan.panel) > 1:
        parts.append(f"{len(plan.panel)} players ({', '.join(plan.players)})")
    parts += [f"{name} from {', '.join(values)}" for name, values in plan.drawn.items()]
    sentence = f"Drawn from {'; '.join(parts)}."
    if effective is None:
        return sentence
    like = [
        *(["players"] if len(plan.panel) > 1 else []),
        *(["openings"] if plan.openings else []),
    ]
    return (
        f"{sentence} The interval covers other {' and '.join(like)} like these: "
        f"the pairs are as informative as {effective:.0f} independent ones."
    )


def _sentence(verdict: Verdict) -> str:
    figure = figure_text(figure_of(verdict), share=verdict.metric in SHARES, interval=True)
    fair = f"{100 * verdict.against:.1f} %"
    matters = stopping.parse(verdict.stop).written if verdict.stop else ""
    if verdict.kind == "under":
        figure += ", B minus A"
        if verdict.answer == "same":
            return f"No difference of {matters} in '{verdict.metric}': {figure}."
        if verdict.answer == "open":
            return f"No sure difference in '{verdict.metric}': {figure}."
        if verdict.metric == "won":
            return f"Player 1 wins {verdict.answer} under B: {figure}."
        higher = "higher" if verdict.answer == "more" else "lower"
        return f"'{verdict.metric}' is {higher} under B: {figure}."
    who = "A wins" if verdict.kind == "versus" else "Player 1 wins"
    if verdict.metric == "first_mover":
        who = "The first mover wins"
    if verdict.answer == "same":
        return f"{who} {figure}: no difference of {matters} from {fair}."
    if verdict.answer == "open":
        return f"{who} {figure}: no sure difference from {fair}."
    return f"{who} {figure}: {verdict.answer} than {fair}."


def figure_of(verdict: Verdict) -> Figure:
    """Return the verdict as a figure, for the table of metrics."""
    low, high = (
        -inf if verdict.low is None else verdict.low,
        inf if verdict.high is None else verdict.high,
    )
    return Figure(verdict.pairs, verdict.mean, low, high, verdict.evidence, verdict.is_sure)
