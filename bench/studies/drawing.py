"""The charts of the pages: one line per figure with its interval, as small SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

A, QUIET = "#2f6fde", "#8a8f98"
"""Blue for significant figures, grey for others; both are readable on light and dark pages."""
WIDE, LINE = 420, 22

Drawn = tuple[str, float, float, float, bool]
"""A name, its mean, the ends of the interval, and whether it is significant."""


IN_ERRORS = ", in standard errors"
"""End of a chart's title if its figures are not shares."""


def intervals(lines: Sequence[Drawn], title: str, against: float) -> str:
    """Return a chart with a dot and an interval per line, and a dashed line at `against`."""
    import altair as alt
    import polars as pl
    import vl_convert

    columns = ("name", "mean", "low", "high", "sure")
    told = pl.DataFrame([dict(zip(columns, line, strict=True)) for line in lines])
    colour = alt.Color(
        "sure:N", scale=alt.Scale(domain=[True, False], range=[A, QUIET]), legend=None
    )
    y = alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=260))
    counted = "+d" if title.endswith(IN_ERRORS) else "%"
    x = alt.X("low:Q", title=title, axis=alt.Axis(format=counted), scale=alt.Scale(zero=False))
    spans = alt.Chart(told).mark_rule(strokeWidth=3).encode(x=x, x2="high:Q", y=y, color=colour)
    dots = alt.Chart(told).mark_point(filled=True, size=60, opacity=1)
    fair = alt.Chart(pl.DataFrame({"at": [against]})).mark_rule(color=QUIET, strokeDash=[4, 4])
    chart: Any = spans + dots.encode(x="mean:Q", y=y, color=colour) + fair.encode(x="at:Q")
    made = chart.properties(width=WIDE, height=LINE * len(lines)).to_dict()
    text = {"labelColor": QUIET, "titleColor": QUIET, "domainColor": QUIET, "tickColor": QUIET}
    made["background"] = "transparent"
    made["config"] = {"view": {"stroke": None}, "axis": {**text, "gridColor": "#8a8f9833"}}
    drawn: str = vl_convert.vegalite_to_svg(made)
    return drawn
