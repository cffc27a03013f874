"""The coach in the browser: asked for by button or key, shown on the board and in the list, taken by a click."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visitor import PHONE, WIDE, Visitor
from tests.server.table import Table


def test_advice_is_shown_where_it_is_about_and_taken_by_a_click(visitor: Visitor) -> None:
    page = visitor.page
    visitor.stands_off()
    assert not any("/parts/coach" in address for address in visitor.asked), "nobody asked yet"
    page.keyboard.press("h")
    best = visitor.is_advised()
    for said in ("to win", "Threat", "Plan"):
        expect(page.locator(".coach")).to_contain_text(said, ignore_case=True)
    assert page.locator("[data-idea]").count() >= 2, "and the next best"
    shown = page.locator(".option.suggested, .beacons i, .beacon")
    assert shown.count() >= 1, "it can be seen beside the words"
    assert len([address for address in visitor.asked if "/parts/coach.js" in address]) == 1
    assert not visitor.violations()
    # The key closes it again, and opens it without asking twice.
    page.keyboard.press("h")
    expect(best).to_have_count(0)
    page.locator(".ask-coach").click()
    before = visitor.number
    best.click()
    visitor.means_it()
    visitor.waits_after(before)
    expect(page.locator(".coach")).to_have_count(0)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_coach_fits_the_screen(browser: Browser, table: Table, size: dict[str, int]) -> None:
    with Visitor.arrives(browser, table, size=size, touch=size is PHONE) as visitor:
        visitor.stands_off()
        visitor.page.locator(".ask-coach").click()
        visitor.is_advised()
        assert not visitor.overflow()


def test_the_coach_stays_when_another_answers_the_same_question(visitor: Visitor) -> None:
    """Both are asked at once, the ace thinks for a while, and who asks the coach meanwhile keeps it."""
    page = visitor.page
    visitor.begins("aristeia", "person", "ace:seconds=4", seed="5")
    assert visitor.is_asked()
    before = visitor.number
    page.keyboard.press("h")
    expect(page.locator(".ask-coach")).to_have_attribute("aria-expanded", "true")
    visitor.waits_after(before)
    expect(page.locator(".ask-coach")).to_have_attribute("aria-expanded", "true")
    expect(visitor.is_advised()).to_contain_text("best")


def test_two_at_one_screen_are_offered_no_coach(visitor: Visitor) -> None:
    visitor.begins("attack-chart", "person", "person", seed="4")
    assert visitor.is_asked()
    expect(visitor.page.locator(".ask-coach")).to_have_count(0)
    visitor.page.keyboard.press("h")
    expect(visitor.page.locator(".coach")).to_have_count(0)
