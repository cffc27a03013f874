"""The guided first game: from the home screen to its combination, by clicking; it can be skipped."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import expect

from tests.browser.quick import click
from tests.browser.visitor import Visitor

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
    while ending.locator(".lesson .next").count():
        ending.locator(".lesson .next").click()
    ending.get_by_role("button", name="Play this again, freely").click()
    expect(page.locator(".lesson")).to_have_count(0)
    visitor.is_asked()


def test_the_words_of_a_first_game_are_there_at_once_with_the_pages_of_its_rules(
    visitor: Visitor,
) -> None:
    visitor.goes_to("/")
    page = visitor.page
    page.get_by_role("button", name="First game").click()
    page.wait_for_function(
        "() => document.querySelector('.lesson .words')?.innerText.includes('robots')",
        timeout=1_000,
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
