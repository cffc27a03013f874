"""The report as one file that works offline: figures as tables, charts by Vega inside the page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import jinja2

from gattai.lab.cited import ONLY_CITED
from gattai.lab.report.charts import charts
from gattai.lab.report.figure_table import figure_table
from gattai.lab.report.findings import Findings
from gattai.lab.statistics.figures import figure_text

TEMPLATE = Path(__file__).with_name("page.html")


def page(found: Findings, place: str, links: Mapping[int, str], script: str) -> str:
    """Return the page. `place` is the folder's name in commands; `script` is Vega's code."""
    return _template().render(
        found=found,
        columns=(table := figure_table(found)).columns,
        lines=[row for row in table.rows if not row.is_detail],
        details=[row for row in table.rows if row.is_detail],
        figure_text=figure_text,
        only_cited=ONLY_CITED,
        dead=[rule for rule in found.fired if rule.is_dead],
        charts=(drawn := charts(found)),
        specs=_inside_a_script(drawn),
        links=links,
        place=place,
        script=script,
    )


@cache
def _template() -> jinja2.Template:
    found = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    return found.from_string(TEMPLATE.read_text("utf-8"))


def _inside_a_script(specs: Mapping[str, object]) -> str:
    """Return JSON that is safe inside a script element."""
    return json.dumps(specs, separators=(",", ":")).replace("<", "\\u003c")
