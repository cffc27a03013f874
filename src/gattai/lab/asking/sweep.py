"""A sweep: a metric as a function of a number, with intervals."""

from __future__ import annotations

from pathlib import Path

import msgspec

from gattai.lab.asking.numbers import Range, changed
from gattai.lab.asking.played import Make, bounds_of, even, play, values
from gattai.lab.plan import made
from gattai.lab.statistics.figures import ComparedFigure, Figure, several
from gattai.lab.study import Study


class SweepPoint(msgspec.Struct, frozen=True):
    """The metric at one number."""

    number: float
    figure: Figure


def sweep(
    study: Study, number: Range, steps: int, metric: str, path: Path, make: Make
) -> tuple[SweepPoint, ...]:
    """Return the metric at each number, with the same seeds; the intervals hold jointly."""
    asked: dict[str, ComparedFigure] = {}
    numbers = number.points(steps)
    for at in numbers:
        one = changed(study, {number.name: number.rounded(at)}, study.play.seed, study.play.pairs)
        rows = play(one, path / f"{number.rounded(at):g}", make)
        seats = len(made(one).seats)
        fair = even(metric, one.kind, seats)
        asked[f"{at:g}"] = ComparedFigure(
            values(rows, one.kind, metric), bounds_of(metric, one.kind), against=fair
        )
    found = several(asked)
    return tuple(SweepPoint(at, found[f"{at:g}"]) for at in numbers)
