"""What one sees before one commits: the way and its price, the odds, and why not."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.scenes import Standoff
from tests.browser.visitor import PHONE, Visitor
from tests.server.table import Table


@pytest.fixture
def standoff(visitor: Visitor) -> Standoff:
    """Red's unit is selected; one enemy can be shot at, another cannot."""
    return visitor.stands_off()


def cell_of(page: Page, name: str) -> Locator:
    return page.locator("g.cell").and_(page.get_by_label(re.compile(f"blue's {name},")))


def test_a_destination_shows_its_way_and_its_price(visitor: Visitor, standoff: Standoff) -> None:
    page = visitor.page
    page.locator("g.cell.lit").first.hover()
    expect(page.locator("polyline.way")).to_be_attached()
    expect(page.locator(".tag text")).to_have_text(re.compile(r"\d+ energy"))
    expect(page.locator("header .tracks")).to_contain_text("this spends")


def test_a_target_shows_line_of_sight_and_odds_with_their_reasons(
    visitor: Visitor, standoff: Standoff
) -> None:
    page = visitor.page
    cell_of(page, standoff.target).hover()
    expect(page.locator("polyline.sight")).to_be_attached()
    odds = page.locator(".slot .odds, .here .odds").first
    expect(odds).to_contain_text("expected")
    expect(odds.get_by_role("img")).to_have_attribute("aria-label", re.compile(r"\d+%"))
    odds.get_by_role("button").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("AEGIS.")


def test_what_cannot_be_done_says_why_with_the_page_of_the_rule(
    visitor: Visitor, standoff: Standoff
) -> None:
    page = visitor.page
    cell_of(page, standoff.hidden).hover()
    blocked = page.locator(".blocked").first
    expect(blocked.get_by_role("button").first).to_have_text(re.compile("p"))


def test_several_options_on_one_target_are_chosen_between(
    visitor: Visitor, standoff: Standoff
) -> None:
    page, number = visitor.page, visitor.number
    cell_of(page, standoff.target).focus()
    page.keyboard.press("Enter")
    if page.locator(".here").count():
        expect(visitor.focused).to_have_attribute("data-option", re.compile("use"))
        page.keyboard.press("Enter")
    visitor.waits_after(number)


def test_a_tap_shows_and_a_second_one_chooses(browser: Browser, table: Table) -> None:
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as guest:
        guest.stands_off()
        number, page = guest.number, guest.page
        page.locator("g.cell.lit").first.tap()
        expect(page.locator(".here")).to_contain_text("energy")
        assert guest.number == number
        guest.pauses()
        page.locator("g.cell.lit").first.tap()
        guest.waits_after(number)
