"""On tables that were played, no bar lies on another unit's body and every name can be read.

A small sample of what `python -m bench.crowd` counts over thousands of tables.
"""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import Browser

from bench.crowd import GAMES, WEB, counted, measuring, tables

SAMPLE = 5
WINDOWS = ("1440x900", "1024x768", "390x844")


@pytest.mark.parametrize("game", GAMES)
def test_a_crowd_can_be_read(browser: Browser, game: str) -> None:
    if shutil.which("node") is None or not (WEB / "node_modules" / "vite").exists():
        pytest.skip("needs node and the packages of the client: make web")
    page = browser.new_page()
    page.evaluate(measuring() + ";globalThis.Crowd = Crowd")
    rows = counted(page, tables(game, SAMPLE))
    page.close()
    laid_out = [row for row in rows if row["layout"] == "laid out"]
    assert [row["window"] for row in laid_out] == list(WINDOWS)
    for row in laid_out:
        assert row["units"] >= 3 * SAMPLE and row["names"] > 0, row
        assert row["hex"] >= 52, row
        wrong = ("tangled", "overBody", "overCollar", "cut", "colliding", "unclickable")
        assert {kind: row[kind] for kind in wrong} == dict.fromkeys(wrong, 0), row
