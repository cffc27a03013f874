"""Which rules fired in how many games, and which never did: the dead ones."""

from __future__ import annotations

import msgspec
import polars as pl

from gattai.kernel.ruleset import AnyRuleset


class Fired(msgspec.Struct, frozen=True):
    """A rule of the rulebook, and in which share of the games of each arm something cited it."""

    id: str
    title: str
    page: str
    shares: dict[str, float]

    @property
    def is_dead(self) -> bool:
        """No game has cited it, which is less than that none has used it: see `ONLY_CITED`."""
        return not any(self.shares.values())


def fired(rules: AnyRuleset, rows: pl.LazyFrame) -> tuple[Fired, ...]:
    """Every rule of the game that code can cite, in the order of its rulebook."""
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
