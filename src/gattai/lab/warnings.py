"""Warnings about a study: before it is played, and about its games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from gattai import games
from gattai.kernel.ruleset import AnyRuleset
from gattai.lab import changes
from gattai.lab.pairs import scores
from gattai.lab.plan import CHANGES, RANDOM, BatchPlan, counted_names, laid_out
from gattai.lab.rows import METRIC
from gattai.lab.study import Study, flat
from gattai.lab.verdict import SHARES, Verdict

END = 0.03
"""A share this close to 0 or 1 cannot change visibly."""
MANY = 0.9
"""A share of games without a winner above which results are weak."""


def before(study: Study, plan: BatchPlan) -> Iterator[str]:
    """Yield warnings that need no games."""
    for side in (study.a, study.b):
        if side is not None and (changed := flat(side.change)):
            yield from _without_effect(changed, plan)
    if len(plan.panel) == 2:
        yield "two players say next to nothing about others: name three or more, or one"
    if not plan.opening and any(bot != RANDOM for bot in plan.players):
        yield "no random openings: results hold only for the few openings that the bots choose"


def _without_effect(changed: Mapping[str, object], plan: BatchPlan) -> Iterator[str]:
    """Yield the changes that change nothing at these tables."""
    folders = tuple(folder for folder in plan.arms[0].packs if folder[0][0] != CHANGES)
    rules = games.load(plan.game, laid_out(folders))
    for dotted, value in changed.items():
        if changes.written(rules, dotted) == value:
            yield f"{dotted} is {value} already: the change changes nothing"
    names = counted_names(plan)
    for kind, card in {tuple(dotted.split(".")[:2]) for dotted in changed if "." in dotted}:
        on_the_table = _on_the_table(rules, kind, names)
        if card in changes.cards(rules, kind) and on_the_table and card not in on_the_table:
            yield f"nobody fields {card}: its change has no effect; fielded are {', '.join(on_the_table)}"


def fielded(rules: AnyRuleset, names: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that metrics with these names count, such as `unit.gunners`."""
    kinds = dict.fromkeys(entry.kind for entry in changes.catalogue_of(rules).entries)
    return tuple(f"{kind}.{card}" for kind in kinds for card in _on_the_table(rules, kind, names))


def _on_the_table(rules: AnyRuleset, kind: str, names: Sequence[str]) -> list[str]:
    cards = changes.cards(rules, kind)
    return sorted(card for card in cards if any(f".{card}." in f"{name}." for name in names))


def after(plan: BatchPlan, rows: pl.LazyFrame, verdict: Verdict) -> Iterator[str]:
    """Yield warnings about the games played."""
    arms = rows.group_by("arm").agg(
        pl.col(f"{METRIC}{verdict.metric}").mean().alias("mean"),
        pl.col("winner").is_null().mean().alias("drawn"),
        (pl.col("length") >= plan.longest).mean().alias("long"),
    )
    by_arm = arms.sort("arm").collect().to_dicts()
    if verdict.metric in SHARES:
        means = [each["mean"] for each in by_arm]
        if all(mean <= END for mean in means) or all(mean >= 1 - END for mean in means):
            end = "ceiling" if means[0] > 0.5 else "floor"
            share = f"{100 * means[0]:.1f} %"
            yield f"'{verdict.metric}' is {share}: at such a {end} no change can show; make it less one-sided"
    drawn = min(each["drawn"] for each in by_arm)
    if drawn >= MANY:
        yield f"{100 * drawn:.0f} % of the games have no winner: the result says little about who wins"
    if (limit := max(each["long"] for each in by_arm)) > 0.01:
        yield f"{100 * limit:.0f} % of the games were given up after {plan.longest} answers"
    if plan.kind != "under":
        return
    if _are_alike(plan, rows):
        yield "A and B are the same in every pair and every metric: the change has no effect at these tables"
    elif not scores(rows, plan.kind, verdict.metric).collect()["value"].abs().sum():
        yield f"'{verdict.metric}' is the same under A and B in every pair, other metrics are not: it may not be able to show this change"


def _are_alike(plan: BatchPlan, rows: pl.LazyFrame) -> bool:
    """Return whether every game under B equals the one under A with the same dice."""
    columns = [f"{METRIC}{name}" for name in plan.metrics]
    one, other = (rows.filter(pl.col("arm") == arm).drop("arm") for arm in ("a", "b"))
    both = one.join(other, on=("pair", "leg"), suffix="_b")
    differs = pl.any_horizontal([pl.col(name).ne_missing(pl.col(f"{name}_b")) for name in columns])
    return not both.select(differs.any()).collect().item()
