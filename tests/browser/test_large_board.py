"""A board of 400 hexes is drawn quickly, and pointing at a place draws no tile again."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.frames import LargeTable
from tests.browser.scenes import standing_off
from tests.browser.visitor import Visitor
from tests.server.table import Table

CELLS = 400
WATCH = """() => {
  window.touched = [];
  const note = (list) => { for (const { target } of list) window.touched.push(target.closest?.('.tiles, .cell') ? 'tile' : 'other'); };
  new MutationObserver(note).observe(document.querySelector('svg.board'), { subtree: true, childList: true, attributes: true });
}"""

HOVER = """async () => {
  const cells = [...document.querySelectorAll('g.cell')].filter((_, at) => at % 37 === 5).slice(0, 10);
  const spent = [];
  for (const cell of cells) {
    const began = performance.now();
    cell.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
    await new Promise(requestAnimationFrame);
    await new Promise((next) => setTimeout(next));
    spent.push(performance.now() - began);
  }
  return spent.sort((one, other) => one - other)[Math.floor(spent.length / 2)];
}"""


def test_pointing_at_a_place_draws_no_tile_again(browser: Browser, table: Table) -> None:
    transcript, _ = standing_off()
    match = table.begin("aegis", "person", "rookie", transcript=transcript)["id"]
    with Visitor.arrives(browser, table) as visitor:
        page = visitor.page
        LargeTable(page, CELLS)
        visitor.sits_down(match)
        visitor.is_asked()
        page.wait_for_selector("[data-piece]")
        assert page.locator("g.cell").count() == CELLS
        # All tiles are a few shapes, however many there are.
        assert page.locator(".tiles path").count() < 20
        page.evaluate(WATCH)
        page.evaluate(HOVER)
        touched = page.evaluate("window.touched")
        assert "other" in touched
        assert "tile" not in touched
