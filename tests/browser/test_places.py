"""No page shows coordinates: while games are played, a place is said by who stands there or by direction."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from tests.browser import aristeia_scenes
from tests.browser.scenes import in_a_firefight
from tests.browser.visitor import Visitor
from tests.server.table import Table

COORDINATES = re.compile(
    r"(?<![\w.,-])\(?-?\d{1,2}(?:\.\d+)?,-?\d{1,2}(?:\.\d+)?\)?(?![\w]|[.,]\d)"
)
"""As in `1,-2`, `(3,4)` and `12.5,8.25`."""
ANSWERS = 8
PLACES = 12
"""How many places are pointed at before each answer."""


def begun(table: Table, game: str) -> str:
    """A match of a game in which units already stand on the board where that is quick to come by."""
    if game == "aristeia":
        return aristeia_scenes.begun(table, "infirmary")
    if game == "attack-chart":
        return in_a_firefight(table)
    match: str = table.begin(game, "person", "rookie", seed="4")["id"]
    return match


def shown(visitor: Visitor) -> list[str]:
    """The lines of the page that have what looks like coordinates."""
    text: str = visitor.page.locator("body").inner_text()
    return [line for line in text.splitlines() if COORDINATES.search(line)]


def test_what_looks_like_coordinates_is_found() -> None:
    for line in ("Move to 1,-2", "(3,4) is terrain", "to 12.5,8.25: 3 energy"):
        assert COORDINATES.search(line), line
    for line in ("2,960 points", "rolls 6, 4", "0.1, 2.5", "Round 2,"):
        assert not COORDINATES.search(line), line


@pytest.mark.parametrize("game", ["aegis", "aristeia", "mechastellar", "attack-chart"])
def test_no_page_shows_coordinates_while_a_game_is_played(visitor: Visitor, game: str) -> None:
    page = visitor.page
    visitor.sits_down(begun(visitor.table, game))
    for _ in range(ANSWERS):
        if not visitor.is_asked():
            break
        assert not shown(visitor), shown(visitor)
        if page.locator(".ask .actor").count():
            page.locator(".ask .actor").first.click()
        cells = page.locator("g.cell")
        step = max(1, cells.count() // PLACES)
        for number in range(0, cells.count(), step):
            cells.nth(number).dispatch_event("pointerover", {"pointerType": "mouse"})
            page.wait_for_timeout(300)
            assert not shown(visitor), shown(visitor)
        number_before = visitor.number
        page.evaluate("document.activeElement?.blur()")
        visitor.has_read()
        if page.locator(".ask [data-option]").count():
            page.locator(".ask [data-option]").first.click()
        else:
            page.locator("g.cell.lit").first.dispatch_event("click")
        visitor.means_it()
        visitor.waits_after(number_before)
