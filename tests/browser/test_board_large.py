"""A board of 400 hexes is drawn quickly; neither pointing at a place nor an attack draws it again and again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

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

MOVING = """() => new Promise((done) => {
  const seen = { board: [], sheet: 0, doubles: 0, filters: 0, red: 0, numbers: [], turned: 0 };
  const look = () => {
    for (const one of document.getAnimations()) {
      const { target } = one.effect;
      if (one instanceof CSSTransition || one.playState !== 'running') continue;
      if (target.closest('svg.board') && target !== target.closest('svg.board')) seen.board.push(target.outerHTML.slice(0, 80));
      if (target.closest('.fx-cover')) seen.sheet += 1;
      if (target.querySelector('.fx-ray') && target.hasAttribute('transform')) seen.turned += 1;
      if (one.effect.getKeyframes().some((frame) => 'filter' in frame)) seen.filters += 1;
    }
    const red = document.querySelectorAll('.fx-red').length;
    seen.red = Math.max(seen.red, red);
    for (const one of document.querySelectorAll('[data-number] .fx-number')) seen.numbers.push(one.textContent.trim());
    seen.doubles += document.querySelectorAll('svg.board [data-away]').length;
    if (document.querySelector('.table').dataset.playing === 'true') requestAnimationFrame(look);
    else done(seen);
  };
  look();
})"""


@contextmanager
def large_table(browser: Browser, table: Table, **more: Any) -> Iterator[tuple[Page, LargeTable]]:
    transcript, _ = standing_off()
    match = table.begin("aegis", "person", "rookie", transcript=transcript)["id"]
    with Visitor.arrives(browser, table, **more) as visitor:
        large = LargeTable(visitor.page, CELLS)
        visitor.sits_down(match)
        visitor.is_asked()
        visitor.page.wait_for_selector("[data-piece]")
        yield visitor.page, large


def test_an_attack_moves_nothing_within_the_board_itself(browser: Browser, table: Table) -> None:
    """Whoever moves does so on the sheet above; a change within the board has all of it painted anew."""
    with large_table(browser, table, speed="1", moves=True) as (page, large):
        large.shows_attack()
        page.wait_for_selector(".table[data-playing=true]")
        seen = page.evaluate(MOVING)
        assert seen["sheet"] and seen["doubles"], "something was to be seen"
        assert (seen["board"], seen["filters"]) == ([], 0)
        assert seen["turned"] == 0, "a beam runs out along its own way, not across the screen"
        assert page.locator("[data-away]").count() == 0, "everybody is back on the board"


def test_what_a_hit_takes_is_red_and_who_falls_leaves_a_wreck(
    browser: Browser, table: Table
) -> None:
    with large_table(browser, table, speed="1", moves=True) as (page, large):
        other = next(p for p in large.whole["scene"]["pieces"] if p["owner"] == 0)
        assert page.locator(".wreck").count() == 0
        large.shows_attack()
        page.wait_for_selector(".table[data-playing=true]")
        page.wait_for_selector(".wreck", state="attached")
        assert page.locator(f".board [data-piece='{other['id']}']").count() == 0
        cell = page.locator(f"[data-cell='{other['at']}']")
        over = "(at) => { const { x, y, width, height } = at.getBoundingClientRect(); return at.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }"
        assert cell.evaluate(over), "a wreck is in nobody's way"
    with large_table(browser, table, speed="1", moves=True) as (page, large):
        large.shows_attack()
        page.wait_for_selector(".table[data-playing=true]")
        seen = page.evaluate(MOVING)
        assert seen["red"] == min(5, other["bar"]["now"])
        assert set(seen["numbers"]) == {"−5"}


def test_pointing_at_a_place_draws_no_tile_again(browser: Browser, table: Table) -> None:
    with large_table(browser, table) as (page, _):
        assert page.locator("g.cell").count() == CELLS
        # All tiles are a few shapes, however many there are.
        assert page.locator(".tiles path").count() < 20
        page.evaluate(WATCH)
        page.evaluate(HOVER)
        touched = page.evaluate("window.touched")
        assert "other" in touched
        assert "tile" not in touched
