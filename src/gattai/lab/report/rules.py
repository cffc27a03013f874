"""The share of games that cite each rule, and rules that are never cited (dead)."""

from __future__ import annotations

import msgspec
import polars as pl

from gattai.kernel.ruleset import AnyRuleset


class Fired(msgspec.Struct, frozen=True):
    """A rule, and the share of games of each arm that cite it."""

    id: str
    title: str
    page: str
    shares: dict[str, float]

    @property
    def is_dead(self) -> bool:
        """Return whether no game cites it; it may still be used, see `ONLY_CITED`."""
        return not any(self.shares.values())


def fired(rules: AnyRuleset, rows: pl.LazyFrame) -> tuple[Fired, ...]:
    """Return every citable rule of the game, in the order of its rulebook."""
    sizes = dict(rows.group_by("arm").agg(pl.len()).sort("arm").collect().iter_rows())
    counted = (
        rows.select("arm", "fired")
        .explode("fired")
        .drop_nulls()
        .group_by("arm", "fired")
        .agg(pl.len())
        .collect()
    )
    counts = {(arm, rule): count for arm, rule, count in counted.iter_rows()}
    return tuple(
        Fired(
            rule.id,
            rule.title,
            rule.page,
            {arm: counts.get((arm, rule.id), 0) / size for arm, size in sizes.items()},
        )
        for rule in rules.rulebook.rule
        if not rule.why
    )
