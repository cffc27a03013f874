"""A study's report in a real browser, without a network: charts are drawn, axe finds nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from gattai.lab import report
from tests.browser.visitor import AXE
from tests.lab.asking import played, under

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_report_opens_offline(browser: Browser, tmp_path: Path, theme: str) -> None:
    folder = played(tmp_path / "study", under(12))
    told = report.found(folder)
    path = report.write(folder, told)
    context = browser.new_context(color_scheme="dark" if theme == "dark" else "light", offline=True)
    try:
        page = context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda problem: problems.append(str(problem)))
        page.goto(path.as_uri())
        charts = page.locator(".chart")
        assert charts.count() >= 3
        for number in range(charts.count()):
            charts.nth(number).locator("svg").wait_for()
        page.add_script_tag(content=AXE.read_text("utf-8"))
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        assert not problems
        assert [(each["id"], each["nodes"][0]["html"][:90]) for each in found["violations"]] == []
    finally:
        context.close()
