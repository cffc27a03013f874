"""The findings of a study: every figure with its interval, uncited rules, notable games.

They are read from the rows one metric at a time, so a study of millions of games needs the memory
of one column.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import numpy as np
import polars as pl

from gattai import games
from gattai.games.metrics import meaning
from gattai.lab.folder import Folder, Status
from gattai.lab.pairs import scores
from gattai.lab.plan import COMMON, OF_THE_TABLE, OTHER, BatchPlan, PairDraw
from gattai.lab.report.notable import Notable, notable
from gattai.lab.report.rules import Fired, fired
from gattai.lab.statistics.betting import DIFFERENCE, SHARE, Bounds
from gattai.lab.statistics.figures import ComparedFigure, Figure, mean_of, several
from gattai.lab.statistics.pairs import Floats
from gattai.lab.study import flat
from gattai.lab.verdict import ERROR, SHARES, Verdict
from gattai.lab.warnings import after, before
from gattai.lab.watching import MetricWatch, figure_of

FIRST = ("won", "first_mover", "length", "turns", "decisions")
"""The metrics of every game, shown first."""
POINTS = 60
"""Number of points of the curve over pairs."""
BARS = 24


class Measured(msgspec.Struct, frozen=True):
    """One metric: its value on either side, and the difference."""

    name: str
    about: str
    a: Figure
    b: Figure | None
    difference: Figure | None
    """B minus A, or A minus the others in versus; compared with chance without a B."""

    @property
    def is_share(self) -> bool:
        """Return whether it is shown in percent."""
        return self.name in SHARES

    @property
    def is_detail(self) -> bool:
        """Return whether it is one of many: per unit, card or Action."""
        return "." in self.name

    @property
    def is_still(self) -> bool:
        """Return whether it is always the same on both sides: what is brought to a table."""
        claim = self.difference
        return self.is_detail and claim is not None and self.b is not None and self.a == self.b


class Known(msgspec.Struct, frozen=True):
    """The estimate after a number of pairs."""

    pairs: int
    mean: float
    low: float
    high: float


class HistogramBar(msgspec.Struct, frozen=True):
    """Number of games of an arm in a range of lengths."""

    arm: str
    start: float
    stop: float
    games: int


class Findings(msgspec.Struct, frozen=True):
    """Everything in a report."""

    status: Status
    sides: tuple[str, ...]
    """Descriptions of A and B; only one without a B."""
    verdict: Verdict
    headline: Measured
    """The main metric, shown first."""
    estimates: tuple[Known, ...]
    measured: tuple[Measured, ...]
    by_table: tuple[tuple[str, Figure], ...]
    """The first mover's share at each of several tables."""
    lengths: tuple[HistogramBar, ...]
    fired: tuple[Fired, ...]
    games: tuple[Notable, ...]
    forces: tuple[str, ...] = ()
    """The force of each player, if it is the same on both sides."""
    warnings: tuple[str, ...] = ()
    """Warnings about the validity of the results."""
    by_player: tuple[tuple[str, Figure], ...] = ()
    """The main metric with each player of the panel."""
    by_opening: tuple[tuple[str, Figure], ...] = ()
    """The main metric after each opening, if openings were used more than once."""
    openings: str = ""
    """In how many pairs the main metric was above and below the null value."""
    error: float = ERROR
    """The joint error rate of all metrics except the main one, which has its own."""


def found(folder: Folder) -> Findings:
    """Return the findings so far. ValueError if nothing was played yet."""
    plan, status = folder.plan(), folder.status()
    verdict = status.verdict
    if verdict is None:
        raise ValueError(f"{folder.path}: nothing was played yet")
    # Every figure uses the pairs of the verdict, even if more were played.
    rows = folder.scan().filter(pl.col("pair") < verdict.until)
    measured = _measured(plan, rows, verdict)
    return Findings(
        status=status,
        sides=_sides(folder, plan),
        verdict=verdict,
        headline=next(each for each in measured if each.name == verdict.metric),
        estimates=_looks(folder, plan)
        if plan.sizes
        else _estimates(
            MetricWatch(folder.study(), plan), _differences(plan, rows, verdict.metric)
        ),
        measured=measured,
        by_table=_by_table(plan, rows),
        by_player=by_group(plan, rows, verdict, plan.players, lambda draw: draw.player)
        if plan.panel
        else (),
        by_opening=by_group(plan, rows, verdict, _opening_names(plan), lambda draw: draw.opening),
        openings=_openings(plan, rows, verdict),
        lengths=_lengths(rows),
        fired=fired(games.load(plan.game), rows),
        games=notable(plan, rows),
        forces=_forces(plan),
        warnings=(*before(folder.study(), plan), *after(plan, rows, verdict)),
    )


def by_group(
    plan: BatchPlan,
    rows: pl.LazyFrame,
    verdict: Verdict,
    names: Sequence[str],
    group: Callable[[PairDraw], int],
) -> tuple[tuple[str, Figure], ...]:
    """Return the main metric in each group of pairs; their intervals hold together."""
    found = scores(rows, plan.kind, verdict.metric).collect()
    numbers = np.array([group(plan.draw(pair)) for pair in found["pair"].to_list()], np.int64)
    bounds = None
    if verdict.metric in SHARES:
        bounds = DIFFERENCE if plan.kind == "under" else SHARE
    asked = {
        name: ComparedFigure(_array(found)[numbers == number], bounds, verdict.against)
        for number, name in enumerate(names)
        if (numbers == number).any()
    }
    return tuple(several(asked).items())


def _opening_names(plan: BatchPlan) -> list[str]:
    return [f"opening {number + 1}" for number in range(plan.openings)]


def _openings(plan: BatchPlan, rows: pl.LazyFrame, verdict: Verdict) -> str:
    """Return in how many pairs the metric was above and below the null value: each has its own opening."""
    off = _array(scores(rows, plan.kind, verdict.metric).collect()) - verdict.against
    above, below = int((off > 0).sum()), int((off < 0).sum())
    return (
        f"{verdict.metric} was above {verdict.against:g} in {above} pairs, below in {below} "
        f"and equal in {len(off) - above - below}."
    )


def _looks(folder: Folder, plan: BatchPlan) -> tuple[Known, ...]:
    """Return the estimate at each look at a population."""
    watch = MetricWatch(folder.study(), plan)
    for rows in map(folder.rows_of, folder.leading()):
        watch.add(rows)
    return tuple(
        Known(each.pairs, each.mean, each.low, each.high)
        for each in watch.judgements
        if each.low is not None and each.high is not None
    )


def values(rows: pl.LazyFrame, metric: str, arm: str = "") -> pl.DataFrame:
    """Return the mean of a metric over the games of each pair (of one arm, if given)."""
    chosen = rows.filter(pl.col("arm") == arm) if arm else rows
    return scores(chosen, "alone", metric).collect()


def _array(column: pl.DataFrame) -> Floats:
    return column["value"].to_numpy().astype(np.float64)


def _differences(plan: BatchPlan, rows: pl.LazyFrame, metric: str) -> Floats:
    """Return the value of each pair: B minus A, A minus the others, or the metric itself."""
    if plan.kind != "versus" or metric in OF_THE_TABLE:
        return _array(scores(rows, plan.kind, metric).collect())
    one, other = values(rows, OTHER + metric), values(rows, metric)
    both = one.join(other, on="pair", suffix="_other", maintain_order="left")
    return _array(both.select((pl.col("value_other") - pl.col("value")).alias("value")))


def _measured(plan: BatchPlan, rows: pl.LazyFrame, verdict: Verdict) -> tuple[Measured, ...]:
    """Return every metric: the main one from the verdict, the others with a joint error rate."""
    names = [name for name in plan.metrics if not name.startswith(OTHER)]
    others = [name for name in names if name != verdict.metric]
    asked = {name: each for name in others if (each := _compared(plan, rows, name)) is not None}
    claims = {**several(asked), verdict.metric: figure_of(verdict)}
    about = {**COMMON, **games.get(plan.game).gauged_by().about}
    measured = []
    for name in sorted(names, key=lambda name: (name not in FIRST, "." in name, name)):
        bounds = SHARE if name in SHARES else None
        a, b = _sides_of(plan, rows, name, bounds)
        if a.pairs:
            measured.append(Measured(name, meaning(about, name), a, b, claims.get(name)))
    return tuple(measured)


def _compared(plan: BatchPlan, rows: pl.LazyFrame, name: str) -> ComparedFigure | None:
    """Return what a metric is compared with, pair by pair: the other side or chance; None if with neither."""
    is_share = name in SHARES
    if plan.kind == "under":
        figure = ComparedFigure(_differences(plan, rows, name), DIFFERENCE if is_share else None)
    elif is_share:
        figure = ComparedFigure(_differences(plan, rows, name), SHARE, 1 / len(plan.seats))
    elif plan.kind == "versus" and name not in OF_THE_TABLE:
        figure = ComparedFigure(_differences(plan, rows, name))
    else:
        return None
    return figure if np.size(figure.values) else None


def _sides_of(
    plan: BatchPlan, rows: pl.LazyFrame, name: str, bounds: Bounds | None
) -> tuple[Figure, Figure | None]:
    if plan.kind == "under":
        one, other = (mean_of(_array(values(rows, name, arm)), bounds) for arm in ("a", "b"))
        return one, other
    own = mean_of(_array(values(rows, name)), bounds)
    if plan.kind == "versus" and name not in OF_THE_TABLE:
        return own, mean_of(_array(values(rows, OTHER + name)), bounds)
    return own, None


def _estimates(watch: MetricWatch, differences: Floats) -> tuple[Known, ...]:
    """Return the estimates after 2, 3, 5, ... pairs."""
    count = len(differences)
    if not count:
        return ()
    at = np.unique(np.geomspace(1, count, min(POINTS, count)).round().astype(int))
    points = []
    for pairs in at:
        part = differences[:pairs]
        low, high = watch.interval(part)
        points.append(Known(int(pairs), float(part.mean()), low, high))
    return tuple(points)


def _by_table(plan: BatchPlan, rows: pl.LazyFrame) -> tuple[tuple[str, Figure], ...]:
    """Return the first mover's share at each table, if there are several."""
    if len(plan.tables) < 2:
        return ()
    shares = values(rows, "first_mover")
    count = len(plan.tables)
    return tuple(
        (
            ", ".join(f"{name} {value}" for name, value in table.items()) or "as usual",
            mean_of(_array(shares.filter(pl.col("pair") % count == number)), SHARE, against=0.5),
        )
        for number, table in enumerate(plan.tables)
    )


def _lengths(rows: pl.LazyFrame) -> tuple[HistogramBar, ...]:
    ends = rows.select(pl.col("length").min().alias("low"), pl.col("length").max().alias("high"))
    low, high = ends.collect().row(0)
    width = max(1, -(-(high + 1 - low) // BARS))
    lengths = (
        rows.group_by("arm", ((pl.col("length") - low) // width).alias("bar"))
        .agg(pl.len().alias("games"))
        .sort("arm", "bar")
        .collect()
    )
    return tuple(
        HistogramBar(arm, low + bar * width, low + (bar + 1) * width, count)
        for arm, bar, count in lengths.iter_rows()
    )


def _forces(plan: BatchPlan) -> tuple[str, ...]:
    """Return the armies of each seat by their titles."""
    rules, game = plan.rules_of(0, plan.seating(0, 0, 0).options), games.get(plan.game)
    forces = []
    for option in rules.options:
        if option.name in plan.drawn:
            continue
        brought = plan.arms[0].options.get(option.name)
        if option.name in plan.seats and brought and len(plan.tables) < 2:
            forces.append(
                f"{option.name}: {dict(game.offered(rules, option)).get(brought, brought)}"
            )
    return tuple(forces)


def _sides(folder: Folder, plan: BatchPlan) -> tuple[str, ...]:
    """Return the descriptions of A and B from the study."""
    study = folder.study()
    sides = [study.a, *([study.b] if study.b is not None else [])]
    sides_text = [_in_words(msgspec.to_builtins(side)) for side in sides]
    if plan.kind == "alone":
        return (sides_text[0] or ", ".join(plan.bots),)
    return tuple(words or "as it is" for words in sides_text)


def _in_words(side: dict[str, object]) -> str:
    parts = []
    for name, value in side.items():
        if isinstance(value, dict):
            parts += [f"{key} {inner}" for key, inner in flat(value).items()]
        elif isinstance(value, Sequence) and not isinstance(value, str):
            parts += [str(each) for each in value]
        else:
            parts.append(f"{name} {value}")
    return ", ".join(parts)
