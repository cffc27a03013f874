"""Rows as a polars frame: one schema per plan, independent of the games."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from gattai.lab.plan import BatchPlan
from gattai.lab.sitting import Row
from gattai.lab.study import ORDER

METRIC = "m."


def schema(plan: BatchPlan) -> dict[str, pl.DataType]:
    """Return the columns of a plan's rows."""
    return {
        "pair": pl.Int64(),
        "leg": pl.Int16(),
        "arm": pl.String(),
        "seed": pl.String(),
        "seats": pl.String(),
        "winner": pl.Int16(),
        "score": pl.Float64(),
        "first_mover": pl.Float64(),
        "length": pl.Int32(),
        "turns": pl.Int32(),
        "digest": pl.String(),
        **{METRIC + name: pl.Float64() for name in plan.metrics},
        "fired": pl.List(pl.String()),
    }


def frame(plan: BatchPlan, rows: Iterable[Row]) -> pl.DataFrame:
    """Return rows as a sorted frame."""
    columns = [
        (
            row.pair,
            row.leg,
            row.arm,
            row.seed,
            row.seats,
            row.winner,
            row.score,
            row.first_mover,
            row.length,
            row.turns,
            row.digest,
            *row.metrics,
            list(row.fired),
        )
        for row in rows
    ]
    return pl.DataFrame(columns, schema=schema(plan), orient="row").sort(ORDER)
