"""What should make somebody doubt a study: before it is played, and in what was played."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from gattai import games
from gattai.lab import changes
from gattai.lab.plan import RANDOM, Plan, counted_names, laid_out
from gattai.lab.rows import METRIC
from gattai.lab.study import Study, flat
from gattai.lab.verdict import SHARES, Verdict

END = 0.03
"""A share so near to none or all has no room to move."""
MANY = 0.9
"""So many games alike make a study that tells little."""


def before(study: Study, plan: Plan) -> Iterator[str]:
    """What is wrong with a question that can be seen without playing."""
    for side in (study.a, study.b):
        changed = flat(side.change) if side is not None else {}
        if not changed:
            continue
        shelves = tuple(shelf for shelf in plan.arms[0].packs if shelf[0][0] != "changes.toml")
        rules = games.load(plan.game, laid_out(shelves))
        for dotted, value in changed.items():
            if changes.written(rules, dotted) == value:
                yield f"{dotted} is {value} already: the change changes nothing"
        names = counted_names(plan)
        for kind, card in {tuple(dotted.split(".")[:2]) for dotted in changed if "." in dotted}:
            cards = changes.cards(rules, kind)
            fielded = {each for each in cards if any(f".{each}" in f"{name}." for name in names)}
            if card in cards and fielded and card not in fielded:
                yield f"nobody fields {card}: its change cannot show; there are {', '.join(sorted(fielded))}"
    if not plan.opening and any(bot != RANDOM for bot in plan.bots):
        yield "no random openings: all that is found holds for the few openings that the bots choose"


def after(plan: Plan, rows: pl.LazyFrame, verdict: Verdict) -> Iterator[str]:
    """What is odd about games that were played."""
    arms = rows.group_by("arm").agg(
        pl.col(f"{METRIC}{verdict.metric}").mean().alias("mean"),
        pl.col("winner").is_null().mean().alias("drawn"),
        (pl.col("length") >= plan.longest).mean().alias("long"),
    )
    told = arms.sort("arm").collect().to_dicts()
    if verdict.metric in SHARES:
        means = [each["mean"] for each in told]
        if all(mean <= END for mean in means) or all(mean >= 1 - END for mean in means):
            end = "ceiling" if means[0] > 0.5 else "floor"
            share = f"{100 * means[0]:.1f} %"
            yield f"'{verdict.metric}' is {share}: at such a {end} no change can show; make it less one-sided"
    drawn = min(each["drawn"] for each in told)
    if drawn >= MANY:
        yield f"{100 * drawn:.0f} % of the games have no winner: who wins can hardly be seen"
    if (limit := max(each["long"] for each in told)) > 0.01:
        yield f"{100 * limit:.0f} % of the games were given up after {plan.longest} answers"
    if plan.kind == "under" and _are_alike(plan, rows):
        yield "A and B are the same in every pair and every metric: the change has no effect at these tables"


def _are_alike(plan: Plan, rows: pl.LazyFrame) -> bool:
    """Whether no game under B differs from the one under A by the same dice."""
    columns = [f"{METRIC}{name}" for name in plan.metrics]
    one, other = (rows.filter(pl.col("arm") == arm).drop("arm") for arm in ("a", "b"))
    both = one.join(other, on=("pair", "leg"), suffix="_b")
    differs = pl.any_horizontal([pl.col(name).ne_missing(pl.col(f"{name}_b")) for name in columns])
    return not both.select(differs.any()).collect().item()
