"""The guided first game: from the home screen to its combination, by clicking; it can be skipped."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, expect

from tests.browser.quick import click
from tests.browser.visitor import PHONE, Visitor
from tests.server.table import Table

LESSONS = [
    ("A.E.G.I.S.", 11),
    ("Attack chart", 10),
    ("Robot Empire", 12),
    ("Aristeia!", 14),
    ("MechaStellar", 15),
]
"""Each game, and how many answers its first game takes."""


@pytest.mark.parametrize(("game", "answers"), LESSONS)
def test_a_first_game_is_played_from_the_home_screen_to_its_victory(
    visitor: Visitor, game: str, answers: int
) -> None:
    visitor.starts_lesson(game)
    assert visitor.follows_lesson() == answers
    page = visitor.page
    ending = page.locator("dialog[aria-labelledby=ending-title]")
    expect(ending).to_contain_text("You win")
    expect(ending.locator(".lesson")).to_contain_text("Lesson complete")
    expect(ending.get_by_role("link", name="Play a whole game")).to_be_visible()
    ending.get_by_role("button", name="Play this again, freely").click()
    expect(page.locator(".lesson")).to_have_count(0)
    visitor.is_asked()


def test_the_words_of_a_first_game_are_there_at_once_with_the_pages_of_its_rules(
    visitor: Visitor, patience: float
) -> None:
    visitor.goes_to("/")
    page = visitor.page
    page.get_by_role("button", name="First game").click()
    page.wait_for_function(
        "() => document.querySelector('.lesson .words')?.innerText.includes('robots')",
        timeout=1_000 * patience,
    )
    page.locator(".lesson .words button").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("AEGIS.ACTION.DESTROY")


def test_what_the_lesson_does_not_want_yet_says_what_it_waits_for(visitor: Visitor) -> None:
    visitor.starts_lesson()
    page = visitor.page
    page.wait_for_selector("g.cell.lit")
    click(page, "[data-cell='-3,3']")
    expect(page.locator(".lesson .strayed")).to_contain_text("The lesson waits for you to move ARK")


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


def test_the_next_words_are_there_while_the_enemys_turn_is_still_played(
    browser: Browser, table: Table
) -> None:
    with Visitor.arrives(browser, table, speed="1", moves=True) as visitor:
        visitor.starts_lesson("A.E.G.I.S.")
        visitor.follows_lesson(5)
        page = visitor.page
        page.wait_for_selector(".table[data-playing=true]")
        words = page.locator(".lesson .words")
        expect(words).to_contain_text("half of its Integrity", timeout=1_500)
        assert page.locator(".table").get_attribute("data-playing") == "true"
        visitor.follows_lesson(1)
        expect(words).to_contain_text("13 Integrity")


def test_on_a_phone_one_tap_points_and_the_next_one_goes(browser: Browser, table: Table) -> None:
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        visitor.starts_lesson("A.E.G.I.S.")
        page = visitor.page
        words = page.locator(".lesson .words")
        page.locator(".lesson .next").click()
        expect(words).to_contain_text("Point at the lit hex", ignore_case=True)
        box = page.locator(".beacons i").bounding_box()
        assert box is not None
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.touchscreen.tap(*middle)
        expect(words).to_contain_text("Two hexes")
        page.touchscreen.tap(*middle)
        expect(words).to_contain_text("EXL-100 is beside you")
        assert not visitor.overflow()
