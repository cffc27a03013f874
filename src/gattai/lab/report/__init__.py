"""The report of a study: one offline page with every figure, its interval and its games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from gattai.lab.folder import Folder
from gattai.lab.report.findings import Findings, found
from gattai.lab.report.page import page

REPORT = "report.html"

__all__ = ["REPORT", "Findings", "found", "write"]


def write(folder: Folder, found: Findings, links: Mapping[int, str] | None = None) -> Path:
    """Write the page into the study's folder; `links` point to viewers of its games."""
    path = folder.path / REPORT
    path.write_text(page(found, str(folder.path), links or {}, vega_script()), "utf-8")
    return path


@cache
def vega_script() -> str:
    """Return the script that draws the charts, bundled once per process."""
    import vl_convert

    bundle = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    return bundle.replace("</script", "<\\/script")
