"""Pieces carried over the board: to a lit place it goes, from anywhere else it comes back."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Locator, Page, expect

from tests.browser.scenes import near_the_enemy
from tests.browser.visitor import Visitor


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place_of(page: Page, name: str) -> Locator:
    """The hex on which a unit stands, by what is said about it."""
    return page.locator(f'g.cell[aria-label*="\'s {name},"]').first


def test_a_piece_is_pulled_to_a_lit_hex_and_goes_there(visitor: Visitor) -> None:
    page = visitor.page
    found = near_the_enemy(visitor.table)
    visitor.sits_down(found.match)
    assert visitor.is_asked()
    visitor.sees_everything()
    visitor.pauses()
    actor = place_of(page, found.actor.upper())
    number = visitor.number
    page.mouse.move(*middle(actor))
    page.mouse.down()
    x, y = middle(actor)
    page.mouse.move(x + 12, y + 12)
    expect(page.locator("div.carried")).to_be_visible()
    # Held beyond the board, and let go of there, it is where it was.
    page.mouse.move(*middle(page.locator("header")), steps=3)
    page.mouse.up()
    expect(page.locator("div.carried")).to_have_count(0)
    assert visitor.number == number
    # What can be reached is lit, as if it had been selected; there it goes.
    lit = page.locator("g.cell.lit").first
    expect(lit).to_be_visible()
    goal = lit.get_attribute("data-cell")
    page.mouse.move(*middle(actor))
    page.mouse.down()
    page.mouse.move(x + 12, y + 12)
    page.mouse.move(*middle(lit), steps=5)
    expect(page.locator("div.carried.will")).to_be_visible()
    page.mouse.up()
    if page.locator(".here [data-option]").count() > 1:  # several ways to go there
        page.locator(".here [data-option]").first.click()
    visitor.waits_after(number)
    expect(page.locator(f"g.cell[data-cell='{goal}']")).not_to_have_attribute("aria-label", "empty")
