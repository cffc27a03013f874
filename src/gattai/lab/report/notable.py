"""The games of a study that somebody should look at: a figure is believed once its game was seen."""

from __future__ import annotations

import msgspec
import polars as pl

from gattai.lab.plan import Plan
from gattai.lab.rows import METRIC

EACH = 2
"""So many games of each kind."""
SAME_DICE = "by the same dice"


class Notable(msgspec.Struct, frozen=True):
    """A game, and why it is shown."""

    number: int
    """As `gattai lab game` counts."""
    why: str
    arm: str
    seats: str
    winner: int | None
    length: int


def notable(plan: Plan, rows: pl.LazyFrame) -> tuple[Notable, ...]:
    """The shortest and longest, the most lopsided and the closest, and pairs that came out otherwise."""
    told: list[Notable] = []
    named = _numbered(plan, rows)
    for why, order, descending in _kinds(plan):
        ranked = named.with_columns(order.alias("by"))
        if why.endswith(SAME_DICE):  # a tie is better for nobody
            ranked = ranked.filter(pl.col("by") > 0 if descending else pl.col("by") < 0)
        ordered = ranked.sort("by", "number", descending=[descending, False], nulls_last=True)
        best = ordered.head(EACH).collect()
        told += [_notable(row, why) for row in best.iter_rows(named=True)]
    first_named = {each.number: each for each in reversed(told)}
    return tuple(each for each in told if first_named[each.number] is each)


def _kinds(plan: Plan) -> list[tuple[str, pl.Expr, bool]]:
    kinds = [("the shortest", pl.col("length"), False), ("the longest", pl.col("length"), True)]
    own, other = f"{METRIC}damage", f"{METRIC}other.damage"
    if plan.kind == "versus" and {"damage", "other.damage"} <= {*plan.metrics}:
        apart = (pl.col(own) - pl.col(other)).abs()
        kinds += [("the most lopsided", apart, True), ("the closest", apart, False)]
    if plan.kind == "under":
        of = {
            arm: pl.col(f"{METRIC}won").filter(pl.col("arm") == arm).mean().over("pair")
            for arm in ("a", "b")
        }
        mean = of["b"] - of["a"]
        kinds += [
            (f"B did better {SAME_DICE}", mean, True),
            (f"A did better {SAME_DICE}", mean, False),
        ]
    return kinds


def _numbered(plan: Plan, rows: pl.LazyFrame) -> pl.LazyFrame:
    """Rows with the numbers of their games."""
    arms = {arm.name: place for place, arm in enumerate(plan.arms)}
    arm = pl.col("arm").replace_strict(arms, return_dtype=pl.Int64)
    number = pl.col("pair") * plan.games_a_pair + arm * plan.legs + pl.col("leg")
    return rows.with_columns(number.alias("number"))


def _notable(row: dict[str, object], why: str) -> Notable:
    return msgspec.convert({**row, "why": why}, Notable)
