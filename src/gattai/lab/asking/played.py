"""One study among many: played into a folder of its own, and read back pair by pair."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl

from gattai.lab import pairs, running
from gattai.lab.folder import Folder
from gattai.lab.plan import Plan, made
from gattai.lab.runners.runner import Runner
from gattai.lab.statistics.betting import DIFFERENCE, SHARE, Bounds
from gattai.lab.statistics.pairs import Floats
from gattai.lab.study import Kind, Study
from gattai.lab.verdict import SHARES

Make = Callable[[Plan], Runner]


def play(study: Study, path: Path, make: Make) -> pl.DataFrame:
    """The rows of a study, played as far as they are not there yet."""
    folder = Folder.create(path, study, made(study))
    running.run(folder, make)
    return folder.frame()


def values(rows: pl.DataFrame, kind: Kind, metric: str) -> Floats:
    """One value for each pair, in their order."""
    found = pairs.scores(rows, kind, metric)["value"].to_numpy()
    return np.asarray(found, np.float64)


def bounds_of(metric: str, kind: Kind) -> Bounds | None:
    """Between what the values of pairs lie; None if nobody knows."""
    if metric not in SHARES:
        return None
    return DIFFERENCE if kind == "under" else SHARE


def even(metric: str, kind: Kind, seats: int) -> float:
    """What a metric is where nothing favours anybody: an even share, or no difference."""
    return 1 / seats if metric in SHARES and kind != "under" else 0.0
