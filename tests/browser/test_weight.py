"""The client is light, and comes from the table alone."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser

from gattai.server.web import static_files
from tests.browser.visitor import Visitor
from tests.server.table import Table

STATIC = Path(__file__).parents[2] / "src" / "gattai" / "server" / "static"
MOST = 150_000
"""What may go over the line until everything there is has come, packed as a table sends it."""


def test_the_whole_client_weighs_less_than_150_kilobytes() -> None:
    names = [path.name for path in STATIC.iterdir() if path.is_file() and path.suffix != ".gz"]
    accepts = {"accept-encoding": "gzip"}
    sizes = {name: len(static_files.answer(name, "", accepts)[1]) for name in names}
    assert "index.html" in sizes
    assert sum(sizes.values()) < MOST, sizes


BESIDES = 40_000
"""What a table says besides of its games and matches, until home is whole."""
SLOW_LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 // 8,
    "uploadThroughput": 750_000 // 8,
}
TRIES = 3
"""A busy machine may be slow once."""


def first_visit(browser: Browser, table: Table) -> tuple[float, int]:
    """Milliseconds until somebody can play, over a slow line; and bytes that came over it."""
    context = browser.new_context()
    page = context.new_page()
    wire = context.new_cdp_session(page)
    sizes: list[int] = []
    wire.on("Network.loadingFinished", lambda told: sizes.append(int(told["encodedDataLength"])))
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", SLOW_LINE)
    page.goto(f"{table.address}/?token={table.token}", wait_until="commit")
    page.wait_for_selector(".ways button.main:enabled")
    took: float = page.evaluate("performance.now()")
    page.wait_for_selector(".games .poster")
    context.close()
    return took, sum(sizes)


def test_on_a_slow_line_home_can_be_used_within_two_seconds(
    browser: Browser, table: Table, patience: float
) -> None:
    table.http.get("/api/door")  # the table has stood for a while
    visits = []
    for _ in range(TRIES):
        visits.append(first_visit(browser, table))
        if visits[-1][0] < 2_000 * patience:
            break
    print(", ".join(f"{took:.0f} ms, {size:,} bytes" for took, size in visits))
    assert min(took for took, _ in visits) < 2_000 * patience
    assert all(size < MOST + BESIDES for _, size in visits)


def test_nothing_is_asked_of_another_host(visitor: Visitor) -> None:
    visitor.begins("aegis", "person", "rookie")
    visitor.is_asked()
    visitor.goes_to("/rules/aegis")
    visitor.page.wait_for_selector("details")
    assert visitor.asked and visitor.foreign == []
