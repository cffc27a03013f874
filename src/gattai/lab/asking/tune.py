"""Tuning: finds the number, or several numbers, at which a metric meets a target."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

import msgspec
import numpy as np

from gattai.lab.asking.numbers import Range, changed
from gattai.lab.asking.played import Make, bounds_of, play, values
from gattai.lab.asking.sweep import SweepPoint
from gattai.lab.statistics.figures import Figure, mean_of
from gattai.lab.statistics.pairs import Floats
from gattai.lab.statistics.roots import Root, root
from gattai.lab.study import Study
from gattai.lab.verdict import SHARES

STEPS = 5
NEAR = 0.25
"""The part of the range around the first root estimate in which the second half is played."""


class Tuned(msgspec.Struct, frozen=True):
    """The number at which the metric meets its target."""

    root: Root
    inside: bool
    """Whether it lies in the given range."""
    points: tuple[SweepPoint, ...]
    """The metric at each number, in order."""


def around(number: Range, seen: Root) -> Range:
    """Return the range for the second half of the games."""
    far = NEAR * (number.high - number.low)
    return number.within(seen.value - far, seen.value + far)


def tune(study: Study, number: Range, metric: str, target: float, path: Path, make: Make) -> Tuned:
    """Play the whole range, then around the estimated root, and fit a curve to both.

    Every number has its own seeds: with common seeds the errors of all points would be correlated,
    and the interval would be wrong.
    """
    seen: list[tuple[float, Floats]] = []
    pairs = study.play.pairs

    def play_points(where: Range, name: str) -> None:
        numbers = where.points(STEPS)
        for at in numbers:
            seed = f"{study.play.seed}-{name}-{at:g}"
            changes = {number.name: number.rounded(at)}
            one = changed(study, changes, seed, max(1, pairs // (2 * len(numbers))))
            rows = play(one, path / f"{name}-{at:g}", make)
            seen.append((at, values(rows, one.kind, metric)))

    def met(only: Range) -> Root:
        inside = [(at, value) for at, value in seen if only.low <= at <= only.high]
        numbers = np.concatenate([np.full(len(value), at) for at, value in inside])
        share = metric in SHARES and study.kind != "under"
        return root(numbers, np.concatenate([v for _, v in inside]), target, share=share)

    play_points(number, "wide")
    near = around(number, met(number))
    play_points(near, "near")
    found = met(near)
    if not found.known:
        found = met(number)
    bounds = bounds_of(metric, study.kind)
    points = tuple(
        SweepPoint(
            at,
            mean_of(
                np.concatenate([v for where, v in seen if where == at]), bounds, against=target
            ),
        )
        for at in sorted({at for at, _ in seen})
    )
    return Tuned(found, number.low <= found.value <= number.high, points)


class Searched(msgspec.Struct, frozen=True):
    """Numbers at which the metric is near its target, and its value there in separate games."""

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
    """Search several numbers at once, with Optuna's tree of Parzen estimators.

    The best of many trials was also lucky, so its metric is measured again with other seeds.
    """
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    each = max(1, study.play.pairs // (2 * trials))

    def far(trial: optuna.Trial) -> float:
        changes = {
            number.name: trial.suggest_int(number.name, int(number.low), int(number.high))
            if number.whole
            else trial.suggest_float(number.name, number.low, number.high)
            for number in numbers
        }
        seed = f"{study.play.seed}-{trial.number}"
        one = changed(study, changes, seed, each)
        rows = play(one, path / f"trial-{trial.number}", make)
        return abs(float(values(rows, one.kind, metric).mean()) - target)

    sown = crc32(study.play.seed.encode())  # stable across machines, unlike Python's hash
    asked = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=sown))
    asked.optimize(far, n_trials=trials)
    best = dict(asked.best_params)
    again = changed(study, best, f"{study.play.seed}-again", max(1, study.play.pairs // 2))
    rows = play(again, path / "again", make)
    bounds = bounds_of(metric, again.kind)
    figure = mean_of(values(rows, again.kind, metric), bounds, against=target)
    return Searched({name: float(value) for name, value in best.items()}, figure, trials)
