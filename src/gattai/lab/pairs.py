"""The score of a pair: mirrored games hang together, so a pair is counted as one."""

from __future__ import annotations

from typing import TypeVar

import polars as pl

from gattai.lab.rows import METRIC
from gattai.lab.study import Kind

PLAIN = ("score",)
F = TypeVar("F", pl.DataFrame, pl.LazyFrame)


def column(metric: str) -> str:
    """The column of a metric."""
    return metric if metric in PLAIN else METRIC + metric


def scores(rows: F, kind: Kind, metric: str = "won") -> F:
    """For each pair its `value`: A's mean in versus, the table's alone; in under how much more
    there is under B than under A.

    Pairs in which nothing was measured are left out.
    """
    name = column(metric)
    if kind == "under":
        of = {arm: pl.col(name).filter(pl.col("arm") == arm).mean() for arm in ("a", "b")}
        value = of["b"] - of["a"]
    else:
        value = pl.col(name).mean()
    found = rows.group_by("pair").agg(value.alias("value")).sort("pair")
    return found.filter(pl.col("value").is_not_null())
