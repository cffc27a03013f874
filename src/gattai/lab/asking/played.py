"""One of many studies: played into its own folder, and read back pair by pair."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl

from gattai.lab import pairs, running
from gattai.lab.folder import Folder
from gattai.lab.plan import BatchPlan, made
from gattai.lab.runners.runner import Runner
from gattai.lab.statistics.betting import DIFFERENCE, SHARE, Bounds
from gattai.lab.statistics.pairs import Floats
from gattai.lab.study import Kind, Study
from gattai.lab.verdict import SHARES

Make = Callable[[BatchPlan], Runner]


def play(study: Study, path: Path, make: Make) -> pl.DataFrame:
    """Return the rows of a study, playing missing ones."""
    folder = Folder.create(path, study, made(study))
    running.run(folder, make)
    return folder.frame()


def values(rows: pl.DataFrame, kind: Kind, metric: str) -> Floats:
    """Return one value per pair, in order."""
    found = pairs.scores(rows, kind, metric)["value"].to_numpy()
    return np.asarray(found, np.float64)


def bounds_of(metric: str, kind: Kind) -> Bounds | None:
    """Return the bounds of the values of pairs; None if unknown."""
    if metric not in SHARES:
        return None
    return DIFFERENCE if kind == "under" else SHARE


def even(metric: str, kind: Kind, seats: int) -> float:
    """Return the neutral value of a metric: an even share, or no difference."""
    return 1 / seats if metric in SHARES and kind != "under" else 0.0
