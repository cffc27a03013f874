"""A sweep: a number from here to there, and a curve with intervals."""

from __future__ import annotations

from pathlib import Path

import msgspec

from gattai.lab.asking.numbers import Range, changed
from gattai.lab.asking.played import Make, bounds_of, even, play, values
from gattai.lab.plan import made
from gattai.lab.statistics.figures import Asked, Figure, several
from gattai.lab.study import Study


class Point(msgspec.Struct, frozen=True):
    """The figure at one number."""

    number: float
    figure: Figure


def sweep(
    study: Study, number: Range, steps: int, metric: str, path: Path, make: Make
) -> tuple[Point, ...]:
    """The figure at each number, all with the same seeds; the intervals hold together."""
    asked: dict[str, Asked] = {}
    numbers = number.points(steps)
    for at in numbers:
        one = changed(study, {number.name: number.told(at)}, study.play.seed, study.play.pairs)
        rows = play(one, path / f"{number.told(at):g}", make)
        seats = len(made(one).seats)
        fair = even(metric, one.kind, seats)
        asked[f"{at:g}"] = Asked(
            values(rows, one.kind, metric), bounds_of(metric, one.kind), against=fair
        )
    found = several(asked)
    return tuple(Point(at, found[f"{at:g}"]) for at in numbers)
