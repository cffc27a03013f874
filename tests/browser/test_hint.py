"""A hint in the browser: asked for by button or key, shown on the board and in the list, taken by a click."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visitor import PHONE, WIDE, Visitor
from tests.server.table import Table


def test_a_hint_is_shown_where_it_is_about_and_taken_by_a_click(visitor: Visitor) -> None:
    page = visitor.page
    visitor.stands_off()
    assert not any("/parts/hint" in address for address in visitor.asked), "nobody asked yet"
    page.keyboard.press("h")
    best = visitor.is_given_a_hint()
    expect(best).to_contain_text("A bot would")
    expect(page.locator(".hint")).to_contain_text("% to win")
    assert page.locator("[data-hint]").count() >= 2, "and the next best"
    expect(page.locator(".hint")).to_contain_text("Next best")
    shown = page.locator(".option.suggested, .beacons i, .beacon")
    assert shown.count() >= 1, "it can be seen beside the words"
    assert len([address for address in visitor.asked if "/parts/hint.js" in address]) == 1
    assert not visitor.violations()
    # The key closes it again, and opens it without asking twice.
    page.keyboard.press("h")
    expect(best).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    before = visitor.number
    best.click()
    visitor.means_it()
    visitor.waits_after(before)
    expect(page.locator(".hint")).to_have_count(0)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_hint_fits_the_screen(browser: Browser, table: Table, size: dict[str, int]) -> None:
    with Visitor.arrives(browser, table, size=size, touch=size is PHONE) as visitor:
        visitor.stands_off()
        visitor.page.get_by_role("button", name="Hint").click()
        visitor.is_given_a_hint()
        assert not visitor.overflow()


def test_a_hint_stays_when_another_answers_the_same_question(visitor: Visitor) -> None:
    """Both are asked at once, the ace thinks for a while, and who asks for a hint meanwhile keeps it."""
    page = visitor.page
    visitor.begins("aristeia", "person", "ace:seconds=4", seed="5")
    assert visitor.is_asked()
    before = visitor.number
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Hint")).to_have_attribute("aria-expanded", "true")
    visitor.waits_after(before)
    expect(page.get_by_role("button", name="Hint")).to_have_attribute("aria-expanded", "true")
    expect(visitor.is_given_a_hint()).to_contain_text("A bot would")


def test_two_at_one_screen_are_offered_no_hint(visitor: Visitor) -> None:
    visitor.begins("attack-chart", "person", "person", seed="4")
    assert visitor.is_asked()
    expect(visitor.page.get_by_role("button", name="Hint")).to_have_count(0)
    visitor.page.keyboard.press("h")
    expect(visitor.page.locator(".hint")).to_have_count(0)
