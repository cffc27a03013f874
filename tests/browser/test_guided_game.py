"""The guided first game: from the home screen to its combination, by clicking; it can be skipped."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import expect

from tests.browser.visitor import Visitor


def test_the_guided_game_is_played_from_the_home_screen_to_its_end(visitor: Visitor) -> None:
    visitor.starts_lesson()
    steps = visitor.follows_lesson()
    assert steps >= 7
    lesson, page = visitor.page.locator(".lesson"), visitor.page
    expect(lesson).to_contain_text("Lesson complete")
    expect(page.locator(".units")).to_contain_text("ARK-2500")
    lesson.get_by_role("button", name="Go on reading").click()
    lesson.get_by_role("button", name="Play this battle on").click()
    expect(lesson).to_have_count(0)
    visitor.is_asked()
    visitor.clicks_on()


def test_the_guided_game_can_be_left_at_any_time_and_goes_on_as_any_other(visitor: Visitor) -> None:
    visitor.starts_lesson()
    page = visitor.page
    page.wait_for_selector("g.cell.lit")
    assert page.locator("g.cell.lit").count() == 1
    page.get_by_role("button", name="Skip the lesson").click()
    expect(page.locator(".lesson")).to_have_count(0)
    page.wait_for_function("document.querySelectorAll('.ask .actor, g.cell.lit').length > 2")
    visitor.clicks_on()
    page.reload()
    visitor.is_asked()
    expect(page.locator(".lesson")).to_have_count(0)
