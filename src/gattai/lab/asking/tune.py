"""Tuning: the number at which a figure is what it should be; of several numbers, some that do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

import msgspec
import numpy as np

from gattai.lab.asking.numbers import Range, changed
from gattai.lab.asking.played import Make, bounds_of, play, values
from gattai.lab.asking.sweep import Point
from gattai.lab.statistics.figures import Figure, mean_of
from gattai.lab.statistics.pairs import Floats
from gattai.lab.statistics.roots import Root, root
from gattai.lab.study import Study
from gattai.lab.verdict import SHARES

STEPS = 5
NEAR = 0.25
"""The second half of the games is played this part of the range around where the first saw the root."""


class Tuned(msgspec.Struct, frozen=True):
    """Where the figure meets its target."""

    root: Root
    inside: bool
    """Whether that lies in the range that was asked for."""
    points: tuple[Point, ...]
    """What was seen at each number, in the order of the numbers."""


def around(number: Range, seen: Root) -> Range:
    """Where the second half of the games is played."""
    far = NEAR * (number.high - number.low)
    return number.within(seen.value - far, seen.value + far)


def tune(study: Study, number: Range, metric: str, target: float, path: Path, make: Make) -> Tuned:
    """Play the whole range, then around where the root seems to be; the curve through both.

    Every number has seeds of its own: with common ones the luck of all points would be off the same
    way, and the interval would not know it.
    """
    seen: list[tuple[float, Floats]] = []
    pairs = study.play.pairs

    def look(where: Range, name: str) -> None:
        numbers = where.points(STEPS)
        for at in numbers:
            seed = f"{study.play.seed}-{name}-{at:g}"
            told = {number.name: number.told(at)}
            one = changed(study, told, seed, max(1, pairs // (2 * len(numbers))))
            rows = play(one, path / f"{name}-{at:g}", make)
            seen.append((at, values(rows, one.kind, metric)))

    def met(only: Range) -> Root:
        kept = [(at, value) for at, value in seen if only.low <= at <= only.high]
        numbers = np.concatenate([np.full(len(value), at) for at, value in kept])
        share = metric in SHARES and study.kind != "under"
        return root(numbers, np.concatenate([v for _, v in kept]), target, share=share)

    look(number, "wide")
    near = around(number, met(number))
    look(near, "near")
    found = met(near)
    if not found.known:
        found = met(number)
    bounds = bounds_of(metric, study.kind)
    points = tuple(
        Point(
            at,
            mean_of(
                np.concatenate([v for where, v in seen if where == at]), bounds, against=target
            ),
        )
        for at in sorted({at for at, _ in seen})
    )
    return Tuned(found, number.low <= found.value <= number.high, points)


class Searched(msgspec.Struct, frozen=True):
    """Numbers at which the figure is near its target, and what it was there in games of its own."""

    numbers: dict[str, float]
    figure: Figure
    trials: int


def search(
    study: Study,
    numbers: Sequence[Range],
    metric: str,
    target: float,
    trials: int,
    path: Path,
    make: Make,
) -> Searched:
    """Several numbers at once, by Optuna's tree of Parzen estimators.

    The best of many trials was also lucky, so it is played again with other seeds before its figure
    is told.
    """
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    each = max(1, study.play.pairs // (2 * trials))

    def far(trial: optuna.Trial) -> float:
        told = {
            number.name: trial.suggest_int(number.name, int(number.low), int(number.high))
            if number.whole
            else trial.suggest_float(number.name, number.low, number.high)
            for number in numbers
        }
        seed = f"{study.play.seed}-{trial.number}"
        one = changed(study, told, seed, each)
        rows = play(one, path / f"trial-{trial.number}", make)
        return abs(float(values(rows, one.kind, metric).mean()) - target)

    sown = crc32(study.play.seed.encode())  # the same on every machine, which Python's hash is not
    asked = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=sown))
    asked.optimize(far, n_trials=trials)
    best = dict(asked.best_params)
    again = changed(study, best, f"{study.play.seed}-again", max(1, study.play.pairs // 2))
    rows = play(again, path / "again", make)
    bounds = bounds_of(metric, again.kind)
    figure = mean_of(values(rows, again.kind, metric), bounds, against=target)
    return Searched({name: float(value) for name, value in best.items()}, figure, trials)
