"""The charts of a report, as Vega-Lite: each says in its title what is to be seen in it."""

from __future__ import annotations

from math import isfinite
from typing import Any, TypeAlias

import altair as alt
import polars as pl

from gattai.lab.report.findings import Findings, Measured

Spec: TypeAlias = dict[str, Any]

A, B, QUIET = "#2f6fde", "#e08a1e", "#8a8f98"
"""Blue and orange, which everybody can tell apart; grey for what is not sure."""
WIDE, HIGH = 860, 260
MOST_RULES = 40
SELDOM = 0.5
"""A rule that fires in more games than this is none that somebody wonders about."""
MOST_METRICS = 30
ENDS = -1.0, 2.0
"""Differences are drawn from all of it gone to three times as much; beyond that an arrow would do."""


def charts(told: Findings) -> dict[str, Spec]:
    """Every chart that these findings have something for, by a short name."""
    alt.data_transformers.disable_max_rows()
    made = {
        "course": _course(told),
        "differences": _differences(told),
        "first": _first(told),
        "length": _length(told),
        "lost": _by_unit(told, "lost.", "Losses by unit, a game"),
        "used": _by_unit(told, "used.", "What was used, a game"),
        "rules": _rules(told),
    }
    return {name: chart for name, chart in made.items() if chart is not None}


def _plain(chart: Any) -> Spec:
    """Without a background of its own, in colours that can be read on light and on dark."""
    made: Spec = chart.to_dict()
    made["background"] = "transparent"
    text = {
        "labelColor": QUIET,
        "titleColor": QUIET,
        "gridColor": "#8a8f9833",
        "domainColor": QUIET,
    }
    made["config"] = {
        "view": {"stroke": None},
        "axis": {**text, "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal"},
        "legend": {"labelColor": QUIET, "titleColor": QUIET},
        "title": {"color": QUIET, "anchor": "start", "fontSize": 14},
    }
    return made


def _course(told: Findings) -> Spec | None:
    if len(told.course) < 2:
        return None
    data = pl.DataFrame(
        {
            "pairs": [point.pairs for point in told.course],
            "mean": [point.mean for point in told.course],
            "low": [point.low for point in told.course],
            "high": [point.high for point in told.course],
        }
    )
    x = alt.X("pairs:Q", scale=alt.Scale(type="log"), title="pairs played")
    title = "difference, B less A" if told.status.kind == "under" else "share"
    percent = "" if not told.headline.is_share else "+%" if _under(told) else "%"
    band = (
        alt.Chart(data)
        .mark_area(color=A, opacity=0.22)
        .encode(
            x=x,
            y=alt.Y("low:Q", title=title, axis=alt.Axis(format=percent)),
            y2="high:Q",
        )
    )
    line = (
        alt.Chart(data)
        .mark_line(color=A)
        .encode(x=x, y="mean:Q", tooltip=["pairs", "mean", "low", "high"])
    )
    zero = (
        alt.Chart(pl.DataFrame({"at": [told.verdict.against]}))
        .mark_rule(color=QUIET, strokeDash=[4, 4])
        .encode(y="at:Q")
    )
    return _plain((band + line + zero).properties(width=WIDE, height=HIGH))


def _under(told: Findings) -> bool:
    return told.status.kind == "under"


def _claims(told: Findings) -> list[tuple[Measured, float, float, float]]:
    """Differences as parts of what they differ from, so that they stand on one axis."""
    found = []
    for each in told.measured:
        claim, beside = each.difference, each.a if _under(told) else each.b
        if claim is None or beside is None or not beside.mean or each.is_share:
            continue
        if not (isfinite(claim.low) and isfinite(claim.high)) or claim.low == claim.high:
            continue
        whole = abs(beside.mean)
        found.append((each, claim.mean / whole, claim.low / whole, claim.high / whole))
    found.sort(key=lambda one: -abs(one[1]))
    return found[:MOST_METRICS]


def _within(value: float) -> float:
    return min(max(value, ENDS[0]), ENDS[1])


def _differences(told: Findings) -> Spec | None:
    claims = _claims(told)
    if not claims:
        return None
    data = pl.DataFrame(
        {
            "metric": [each.name for each, *_ in claims],
            "change": [_within(mean) for _, mean, _, _ in claims],
            "low": [_within(low) for *_, low, _ in claims],
            "high": [_within(high) for *_, high in claims],
            "sure": [
                "sure" if each.difference and each.difference.surely else "not sure"
                for each, *_ in claims
            ],
        }
    )
    colour = alt.Color(
        "sure:N",
        scale=alt.Scale(domain=["sure", "not sure"], range=[A, QUIET]),
        legend=alt.Legend(title=None, orient="top"),
    )
    y = alt.Y("metric:N", sort=None, title=None)
    title = (
        "B less A, of what it is under A"
        if _under(told)
        else "A less the others, of what they have"
    )
    axis = alt.Axis(format="+%", title=title)
    lines = (
        alt.Chart(data)
        .mark_rule(strokeWidth=2)
        .encode(x=alt.X("low:Q", axis=axis), x2="high:Q", y=y, color=colour)
    )
    dots = (
        alt.Chart(data)
        .mark_point(filled=True, size=60)
        .encode(
            x="change:Q",
            y=y,
            color=colour,
            shape=alt.Shape("sure:N", legend=None),
            tooltip=["metric", "change", "low", "high"],
        )
    )
    return _plain((lines + dots).properties(width=WIDE - 120, height=18 * len(claims) + 20))


def _first(told: Findings) -> Spec | None:
    lines = [*told.by_table]
    first = next((each for each in told.measured if each.name == "first_mover"), None)
    if first is not None:
        arms = [("A", first.a), ("B", first.b)] if first.b else [("all games", first.a)]
        lines = [(name, figure) for name, figure in arms if figure is not None] + lines
    if not lines:
        return None
    data = pl.DataFrame(
        {
            "table": [name for name, _ in lines],
            "share": [figure.mean for _, figure in lines],
            "low": [figure.low for _, figure in lines],
            "high": [figure.high for _, figure in lines],
        }
    )
    y = alt.Y("table:N", sort=None, title=None)
    x = alt.X(
        "low:Q",
        title="share of the first mover",
        axis=alt.Axis(format="%"),
        scale=alt.Scale(zero=False),
    )
    bars = alt.Chart(data).mark_rule(color=A, strokeWidth=3).encode(x=x, x2="high:Q", y=y)
    dots = (
        alt.Chart(data)
        .mark_point(filled=True, color=A, size=70)
        .encode(x="share:Q", y=y, tooltip=["table", "share", "low", "high"])
    )
    half = (
        alt.Chart(pl.DataFrame({"at": [0.5]}))
        .mark_rule(color=QUIET, strokeDash=[4, 4])
        .encode(x="at:Q")
    )
    return _plain((bars + dots + half).properties(width=WIDE - 120, height=26 * len(lines) + 16))


def _length(told: Findings) -> Spec | None:
    sizes: dict[str, int] = {}
    for bar in told.lengths:
        sizes[bar.arm] = sizes.get(bar.arm, 0) + bar.games
    data = pl.DataFrame(
        {
            "arm": [_arm(bar.arm) for bar in told.lengths],
            "from": [bar.start for bar in told.lengths],
            "to": [bar.stop for bar in told.lengths],
            "share": [bar.games / sizes[bar.arm] for bar in told.lengths],
        }
    )
    names = sorted({_arm(bar.arm) for bar in told.lengths})
    colour = alt.Color(
        "arm:N",
        scale=alt.Scale(domain=names, range=[A, B][: len(names)]),
        legend=alt.Legend(title=None, orient="top") if len(names) > 1 else None,
    )
    return _plain(
        alt.Chart(data)
        .mark_bar(opacity=0.55)
        .encode(
            x=alt.X("from:Q", title="answers in a game", bin="binned"),
            x2="to:Q",
            y=alt.Y("share:Q", title="share of games", stack=None, axis=alt.Axis(format="%")),
            color=colour,
            tooltip=["arm", "from", "to", "share"],
        )
        .properties(width=WIDE, height=HIGH)
    )


def _arm(name: str) -> str:
    return {"a": "under A", "b": "under B"}.get(name, "all games")


def _by_unit(told: Findings, head: str, title: str) -> Spec | None:
    """Bars for all metrics of one kind, A beside B."""
    lines = [each for each in told.measured if each.name.startswith(head)]
    lines = sorted(lines, key=lambda each: -each.a.mean)[:MOST_METRICS]
    if not lines:
        return None
    names = ("A", "B") if _under(told) else ("A", "others")
    rows = [
        {"name": each.name.removeprefix(head), "side": name, "mean": figure.mean}
        for each in lines
        for name, figure in zip(names, (each.a, each.b), strict=True)
        if figure is not None
    ]
    return _plain(
        alt.Chart(pl.DataFrame(rows))
        .mark_bar()
        .encode(
            x=alt.X("mean:Q", title=title),
            y=alt.Y("name:N", sort=None, title=None),
            yOffset="side:N",
            color=alt.Color(
                "side:N",
                scale=alt.Scale(domain=[*names], range=[A, B]),
                legend=alt.Legend(title=None, orient="top"),
            ),
            tooltip=["name", "side", "mean"],
        )
        .properties(width=WIDE - 120, height=24 * len(lines))
    )


def _rules(told: Findings) -> Spec | None:
    """The rarest of the rules that fired at all."""
    alive = [rule for rule in told.fired if not rule.is_dead]
    rare = [rule for rule in alive if max(rule.shares.values()) < SELDOM]
    rarest = sorted(rare, key=lambda rule: max(rule.shares.values()))[:MOST_RULES]
    if not rarest:
        return None
    rows = [
        {"rule": rule.id, "title": rule.title, "side": _arm(arm), "share": share}
        for rule in rarest
        for arm, share in rule.shares.items()
    ]
    names = sorted({_arm(arm) for rule in rarest for arm in rule.shares})
    return _plain(
        alt.Chart(pl.DataFrame(rows))
        .mark_point(filled=True, size=50)
        .encode(
            x=alt.X("share:Q", title="share of games that cite it", axis=alt.Axis(format="%")),
            y=alt.Y("rule:N", sort=None, title=None, axis=alt.Axis(labelLimit=320)),
            color=alt.Color(
                "side:N",
                scale=alt.Scale(domain=names, range=[A, B][: len(names)]),
                legend=alt.Legend(title=None, orient="top"),
            ),
            shape=alt.Shape("side:N", legend=None),
            tooltip=["rule", "title", "side", "share"],
        )
        .properties(width=WIDE - 240, height=16 * len(rarest))
    )
