"""Values of pairs: mirrored games are correlated, so a pair counts as one observation."""

from __future__ import annotations

from typing import TypeVar

import polars as pl

from gattai.lab.rows import METRIC
from gattai.lab.study import Kind

PLAIN = ("score",)
F = TypeVar("F", pl.DataFrame, pl.LazyFrame)


def column(metric: str) -> str:
    """Return the column name of a metric."""
    return metric if metric in PLAIN else METRIC + metric


def scores(rows: F, kind: Kind, metric: str = "won") -> F:
    """Return the `value` of each pair: A's mean in versus, the table's alone, B minus A in under.

    Pairs without a measurement are left out.
    """
    name = column(metric)
    if kind == "under":
        of = {arm: pl.col(name).filter(pl.col("arm") == arm).mean() for arm in ("a", "b")}
        value = of["b"] - of["a"]
    else:
        value = pl.col(name).mean()
    found = rows.group_by("pair").agg(value.alias("value")).sort("pair")
    return found.filter(pl.col("value").is_not_null())
