"""The notable games of a study, to look at behind the figures."""

from __future__ import annotations

import msgspec
import polars as pl

from gattai.lab.plan import BatchPlan
from gattai.lab.rows import METRIC

EACH = 2
"""Number of games of each kind."""
SAME_DICE = "by the same dice"


class Notable(msgspec.Struct, frozen=True):
    """A game, and why it is listed."""

    number: int
    """Its number for `gattai lab game`."""
    why: str
    arm: str
    seats: str
    winner: int | None
    length: int


def notable(plan: BatchPlan, rows: pl.LazyFrame) -> tuple[Notable, ...]:
    """Return the shortest, longest, most lopsided and closest games, and pairs that differ."""
    games: list[Notable] = []
    named = _numbered(plan, rows)
    for why, order, descending in _kinds(plan):
        ranked = named.with_columns(order.alias("by"))
        if why.endswith(SAME_DICE):  # a tie is better for nobody
            ranked = ranked.filter(pl.col("by") > 0 if descending else pl.col("by") < 0)
        ordered = ranked.sort("by", "number", descending=[descending, False], nulls_last=True)
        best = ordered.head(EACH).collect()
        games += [_notable(row, why) for row in best.iter_rows(named=True)]
    first_named = {each.number: each for each in reversed(games)}
    return tuple(each for each in games if first_named[each.number] is each)


def _kinds(plan: BatchPlan) -> list[tuple[str, pl.Expr, bool]]:
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


def _numbered(plan: BatchPlan, rows: pl.LazyFrame) -> pl.LazyFrame:
    """Return rows with the numbers of their games."""
    arms = {arm.name: place for place, arm in enumerate(plan.arms)}
    arm = pl.col("arm").replace_strict(arms, return_dtype=pl.Int64)
    number = pl.col("pair") * plan.games_a_pair + arm * plan.legs + pl.col("leg")
    return rows.with_columns(number.alias("number"))


def _notable(row: dict[str, object], why: str) -> Notable:
    return msgspec.convert({**row, "why": why}, Notable)
