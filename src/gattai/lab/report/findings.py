"""What a study has found: every figure with its interval, rules that never fired, games to look at.

All of it is read from the rows, metric by metric, so that a study of millions of games is read in the
memory of one column.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
import polars as pl

from gattai import games
from gattai.games.gauge import meaning
from gattai.lab.folder import Folder, Status
from gattai.lab.pairs import scores
from gattai.lab.plan import COMMON, OF_THE_TABLE, OTHER, Plan
from gattai.lab.report.notable import Notable, notable
from gattai.lab.report.rules import Fired, fired
from gattai.lab.statistics.betting import DIFFERENCE, SHARE, Bounds
from gattai.lab.statistics.figures import Asked, Figure, mean_of, several
from gattai.lab.statistics.pairs import Floats
from gattai.lab.study import flat
from gattai.lab.verdict import ERROR, SHARES, Verdict
from gattai.lab.warnings import after, before
from gattai.lab.watching import Watch, figure_of

FIRST = ("won", "first_mover", "length", "turns", "decisions")
"""What is read first, for every game has it."""
POINTS = 60
"""So many points has the curve of what was known after how many pairs."""
BARS = 24


class Measured(msgspec.Struct, frozen=True):
    """One metric: what it is on either side, and the difference that is claimed or not."""

    name: str
    about: str
    a: Figure
    b: Figure | None
    difference: Figure | None
    """B less A under two tables; A less the others in versus; held against chance where B is nobody."""

    @property
    def is_share(self) -> bool:
        """Whether it is told in percent."""
        return self.name in SHARES

    @property
    def is_detail(self) -> bool:
        """One of many of its kind: of a unit, a card, an Action."""
        return "." in self.name

    @property
    def is_still(self) -> bool:
        """The same on both sides by its nature: what is brought to a table."""
        claim = self.difference
        return self.is_detail and claim is not None and self.b is not None and self.a == self.b


class Known(msgspec.Struct, frozen=True):
    """What was known after so many pairs."""

    pairs: int
    mean: float
    low: float
    high: float


class Bar(msgspec.Struct, frozen=True):
    """So many games of an arm had a length from, to."""

    arm: str
    start: float
    stop: float
    games: int


class Findings(msgspec.Struct, frozen=True):
    """All that a report says."""

    status: Status
    sides: tuple[str, ...]
    """What A and B are, in words; one where there is no B."""
    verdict: Verdict
    headline: Measured
    """The metric of the verdict."""
    course: tuple[Known, ...]
    measured: tuple[Measured, ...]
    by_table: tuple[tuple[str, Figure], ...]
    """The first mover's share at each of several tables."""
    lengths: tuple[Bar, ...]
    fired: tuple[Fired, ...]
    games: tuple[Notable, ...]
    forces: tuple[str, ...] = ()
    """What each player brings, where that is the same on both sides."""
    warnings: tuple[str, ...] = ()
    """What should make a reader doubt."""
    error: float = ERROR
    """Of all metrics together but the one of the verdict, which has its own."""


def found(folder: Folder) -> Findings:
    """What is known by now. ValueError if nothing was played yet."""
    plan, status = folder.plan(), folder.status()
    verdict = status.verdict
    if verdict is None:
        raise ValueError(f"{folder.path}: nothing was played yet")
    # Every figure is about the pairs of the verdict, whatever else was played when it was reached.
    rows = folder.scan().filter(pl.col("pair") < verdict.until)
    measured = _measured(plan, rows, verdict)
    return Findings(
        status=status,
        sides=_sides(folder, plan),
        verdict=verdict,
        headline=next(each for each in measured if each.name == verdict.metric),
        course=_course(Watch(folder.study(), plan), _differences(plan, rows, verdict.metric)),
        measured=measured,
        by_table=_by_table(plan, rows),
        lengths=_lengths(rows),
        fired=fired(games.load(plan.game), rows),
        games=notable(plan, rows),
        forces=_forces(plan),
        warnings=(*before(folder.study(), plan), *after(plan, rows, verdict)),
    )


def values(rows: pl.LazyFrame, metric: str, arm: str = "") -> pl.DataFrame:
    """For each pair the mean of a metric over its games (of one arm, if one is said)."""
    chosen = rows.filter(pl.col("arm") == arm) if arm else rows
    return scores(chosen, "alone", metric).collect()


def _array(told: pl.DataFrame) -> Floats:
    return told["value"].to_numpy().astype(np.float64)


def _differences(plan: Plan, rows: pl.LazyFrame, metric: str) -> Floats:
    """For each pair what is looked at: B less A, A less the others, or the thing itself."""
    if plan.kind != "versus" or metric in OF_THE_TABLE:
        return _array(scores(rows, plan.kind, metric).collect())
    one, other = values(rows, OTHER + metric), values(rows, metric)
    both = one.join(other, on="pair", suffix="_other", maintain_order="left")
    return _array(both.select((pl.col("value_other") - pl.col("value")).alias("value")))


def _measured(plan: Plan, rows: pl.LazyFrame, verdict: Verdict) -> tuple[Measured, ...]:
    """Every metric: that of the verdict as the verdict says it, the others with an error they share."""
    names = [name for name in plan.metrics if not name.startswith(OTHER)]
    chance = 1 / len(plan.seats)
    asked: dict[str, Asked] = {}
    for name in names:
        is_share = name in SHARES
        bounds: Bounds | None = SHARE if is_share else None
        if plan.kind == "under":
            asked[name] = Asked(_differences(plan, rows, name), DIFFERENCE if is_share else None)
        elif is_share:
            asked[name] = Asked(_differences(plan, rows, name), bounds, chance)
        elif plan.kind == "versus" and name not in OF_THE_TABLE:
            asked[name] = Asked(_differences(plan, rows, name))
    asked = {
        name: each
        for name, each in asked.items()
        if np.size(each.values) and name != verdict.metric
    }
    claims = {**several(asked), verdict.metric: figure_of(verdict)}
    about = {**COMMON, **games.get(plan.game).gauged_by().about}
    told = []
    for name in sorted(names, key=lambda name: (name not in FIRST, "." in name, name)):
        bounds = SHARE if name in SHARES else None
        a, b = _sides_of(plan, rows, name, bounds)
        if a.pairs:
            told.append(Measured(name, meaning(about, name), a, b, claims.get(name)))
    return tuple(told)


def _sides_of(
    plan: Plan, rows: pl.LazyFrame, name: str, bounds: Bounds | None
) -> tuple[Figure, Figure | None]:
    if plan.kind == "under":
        one, other = (mean_of(_array(values(rows, name, arm)), bounds) for arm in ("a", "b"))
        return one, other
    own = mean_of(_array(values(rows, name)), bounds)
    if plan.kind == "versus" and name not in OF_THE_TABLE:
        return own, mean_of(_array(values(rows, OTHER + name)), bounds)
    return own, None


def _course(watch: Watch, differences: Floats) -> tuple[Known, ...]:
    """What was known after 2, 3, 5, ... pairs: at every one of them somebody might have looked."""
    count = len(differences)
    if not count:
        return ()
    at = np.unique(np.geomspace(1, count, min(POINTS, count)).round().astype(int))
    told = []
    for pairs in at:
        part = differences[:pairs]
        low, high = watch.interval(part)
        told.append(Known(int(pairs), float(part.mean()), low, high))
    return tuple(told)


def _by_table(plan: Plan, rows: pl.LazyFrame) -> tuple[tuple[str, Figure], ...]:
    """The first mover's share at each table of a study that has several."""
    if len(plan.tables) < 2:
        return ()
    told = values(rows, "first_mover")
    count = len(plan.tables)
    return tuple(
        (
            ", ".join(f"{name} {value}" for name, value in table.items()) or "as usual",
            mean_of(_array(told.filter(pl.col("pair") % count == number)), SHARE, against=0.5),
        )
        for number, table in enumerate(plan.tables)
    )


def _lengths(rows: pl.LazyFrame) -> tuple[Bar, ...]:
    ends = rows.select(pl.col("length").min().alias("low"), pl.col("length").max().alias("high"))
    low, high = ends.collect().row(0)
    width = max(1, -(-(high + 1 - low) // BARS))
    told = (
        rows.group_by("arm", ((pl.col("length") - low) // width).alias("bar"))
        .agg(pl.len().alias("games"))
        .sort("arm", "bar")
        .collect()
    )
    return tuple(
        Bar(arm, low + bar * width, low + (bar + 1) * width, count)
        for arm, bar, count in told.iter_rows()
    )


def _forces(plan: Plan) -> tuple[str, ...]:
    """The armies of each seat by their titles."""
    rules, game = plan.rules_of(0, plan.seating(0, 0, 0).options), games.get(plan.game)
    told = []
    for option in rules.options:
        brought = plan.arms[0].options.get(option.name)
        if option.name in plan.seats and brought and len(plan.tables) < 2:
            told.append(f"{option.name}: {dict(game.offered(rules, option)).get(brought, brought)}")
    return tuple(told)


def _sides(folder: Folder, plan: Plan) -> tuple[str, ...]:
    """What A and B are, in the words of the study."""
    study = folder.study()
    sides = [study.a, *([study.b] if study.b is not None else [])]
    told = [_in_words(msgspec.to_builtins(side)) for side in sides]
    if plan.kind == "alone":
        return (told[0] or ", ".join(plan.bots),)
    return tuple(words or "as it is" for words in told)


def _in_words(side: dict[str, Any]) -> str:
    parts = []
    for name, value in side.items():
        if isinstance(value, dict):
            parts += [f"{key} {inner}" for key, inner in flat(value).items()]
        elif isinstance(value, Sequence) and not isinstance(value, str):
            parts += [str(each) for each in value]
        else:
            parts.append(f"{name} {value}")
    return ", ".join(parts)
