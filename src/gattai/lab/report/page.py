"""The report as one file that works offline: figures as tables, charts by Vega inside the page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2
import msgspec

from gattai.lab.cited import ONLY_CITED
from gattai.lab.report.charts import charts
from gattai.lab.report.findings import Findings, Measured
from gattai.lab.report.words import heads
from gattai.lab.statistics.figures import told_of

TEMPLATE = Path(__file__).with_name("page.html")


class Line(msgspec.Struct, frozen=True):
    """One metric, as it is read."""

    name: str
    about: str
    a: str
    b: str
    difference: str
    surely: bool


def page(told: Findings, place: str, links: Mapping[int, str], script: str) -> str:
    """The whole page. `place` is what the folder is called in commands; `script` is Vega's."""
    found = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    return found.from_string(TEMPLATE.read_text("utf-8")).render(
        told=told,
        heads=heads(told),
        lines=[_line(each) for each in told.measured if not each.is_detail],
        details=[_line(each) for each in told.measured if each.is_detail and not each.is_still],
        only_cited=ONLY_CITED,
        dead=[rule for rule in told.fired if rule.is_dead],
        charts=(drawn := charts(told)),
        specs=_inside_a_script(drawn),
        links=links,
        place=place,
        script=script,
    )


def _line(each: Measured) -> Line:
    claim = each.difference
    return Line(
        each.name,
        each.about,
        told_of(each.a, share=each.is_share),
        told_of(each.b, share=each.is_share),
        told_of(claim, share=each.is_share, interval=True),
        claim is not None and claim.surely,
    )


def _inside_a_script(specs: Mapping[str, Any]) -> str:
    """JSON that cannot end the script it stands in."""
    return json.dumps(specs, separators=(",", ":")).replace("<", "\\u003c")
