"""A study's report: one page that works offline, with every figure, its interval and its games."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gattai.lab.folder import Folder
from gattai.lab.report.findings import Findings, found
from gattai.lab.report.page import page

REPORT = "report.html"

__all__ = ["REPORT", "Findings", "found", "write"]


def write(folder: Folder, told: Findings, links: Mapping[int, str] | None = None) -> Path:
    """Write the page into the study's folder; `links` are where games of it can be seen."""
    import vl_convert

    path = folder.path / REPORT
    script = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;").replace(
        "</script", "<\\/script"
    )
    path.write_text(page(told, str(folder.path), links or {}, script), "utf-8")
    return path
