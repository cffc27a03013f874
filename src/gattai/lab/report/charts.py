"""The charts of a report, as Vega-Lite, each with a title that says what it shows."""

from __future__ import annotations

from math import isfinite
from typing import TypeAlias

import altair as alt
import polars as pl

from gattai.lab.report.findings import Findings, Measured

Spec: TypeAlias = dict[str, object]

A, B, QUIET = "#2f6fde", "#e08a1e", "#8a8f98"
"""Blue and orange, which are distinct for colour-blind readers; grey for uncertain."""
WIDE, HIGH = 860, 260
MAX_RULES = 40
SELDOM = 0.5
"""The maximum share of games of a rule in the chart of rare rules."""
MAX_METRICS = 30
ENDS = -1.0, 2.0
"""Differences are drawn from -100% to +200%."""


def charts(found: Findings) -> dict[str, Spec]:
    """Return every chart that has data, by a short name."""
    alt.data_transformers.disable_max_rows()
    made = {
        "estimates": _estimates(found),
        "differences": _differences(found),
        "first": _first(found),
        "length": _length(found),
        "lost": _by_unit(found, "lost.", "Losses by unit, per game"),
        "used": _by_unit(found, "used.", "Uses per game"),
        "rules": _rules(found),
    }
    return {name: chart for name, chart in made.items() if chart is not None}


def _plain(chart: alt.TopLevelMixin) -> Spec:
    """Return a chart without background, in colours for light and dark pages."""
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


def _estimates(found: Findings) -> Spec | None:
    if len(found.estimates) < 2:
        return None
    data = pl.DataFrame(
        {
            "pairs": [point.pairs for point in found.estimates],
            "mean": [point.mean for point in found.estimates],
            "low": [point.low for point in found.estimates],
            "high": [point.high for point in found.estimates],
        }
    )
    x = alt.X("pairs:Q", scale=alt.Scale(type="log"), title="pairs played")
    title = "difference, B minus A" if found.status.kind == "under" else "share"
    percent = "" if not found.headline.is_share else "+%" if _under(found) else "%"
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
        alt.Chart(pl.DataFrame({"at": [found.verdict.against]}))
        .mark_rule(color=QUIET, strokeDash=[4, 4])
        .encode(y="at:Q")
    )
    return _plain((band + line + zero).properties(width=WIDE, height=HIGH))


def _under(found: Findings) -> bool:
    return found.status.kind == "under"


def _claims(findings: Findings) -> list[tuple[Measured, float, float, float]]:
    """Return relative differences, for one common axis."""
    found = []
    for each in findings.measured:
        claim, beside = each.difference, each.a if _under(findings) else each.b
        if claim is None or beside is None or not beside.mean or each.is_share:
            continue
        if not (isfinite(claim.low) and isfinite(claim.high)) or claim.low == claim.high:
            continue
        whole = abs(beside.mean)
        found.append((each, claim.mean / whole, claim.low / whole, claim.high / whole))
    found.sort(key=lambda one: -abs(one[1]))
    return found[:MAX_METRICS]


def _within(value: float) -> float:
    return min(max(value, ENDS[0]), ENDS[1])


def _differences(found: Findings) -> Spec | None:
    claims = _claims(found)
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
    title = "B minus A, relative to A" if _under(found) else "A minus the others, relative to them"
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


def _first(found: Findings) -> Spec | None:
    lines = [*found.by_table]
    first = next((each for each in found.measured if each.name == "first_mover"), None)
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


def _length(found: Findings) -> Spec | None:
    sizes: dict[str, int] = {}
    for bar in found.lengths:
        sizes[bar.arm] = sizes.get(bar.arm, 0) + bar.games
    data = pl.DataFrame(
        {
            "arm": [_arm(bar.arm) for bar in found.lengths],
            "from": [bar.start for bar in found.lengths],
            "to": [bar.stop for bar in found.lengths],
            "share": [bar.games / sizes[bar.arm] for bar in found.lengths],
        }
    )
    names = sorted({_arm(bar.arm) for bar in found.lengths})
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


def _by_unit(found: Findings, head: str, title: str) -> Spec | None:
    """Return bars for all metrics of one kind, A beside B."""
    lines = [each for each in found.measured if each.name.startswith(head)]
    lines = sorted(lines, key=lambda each: -each.a.mean)[:MAX_METRICS]
    if not lines:
        return None
    names = ("A", "B") if _under(found) else ("A", "others")
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


def _rules(found: Findings) -> Spec | None:
    """Return a chart of the rarest rules that were cited at all."""
    alive = [rule for rule in found.fired if not rule.is_dead]
    rare = [rule for rule in alive if max(rule.shares.values()) < SELDOM]
    rarest = sorted(rare, key=lambda rule: max(rule.shares.values()))[:MAX_RULES]
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
