"""The guided first game: from the home screen to its combination, by clicking; it can be skipped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, expect

from tests.browser.quick import click
from tests.browser.test_motion import HELD
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
    ending.get_by_role("button", name="Play this again without the lesson").click()
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


TOLD = "half of its Integrity"
"""The words of the first game of A.E.G.I.S. that tell what the enemy's first turn came to."""
PLAYED_WHEN_TOLD = """told => document.querySelector('.lesson .words').innerText.includes(told)
  && document.querySelector('.table').dataset.playing"""


@contextmanager
def during_the_enemys_turn(browser: Browser, table: Table) -> Iterator[Visitor]:
    with Visitor.arrives(browser, table, speed="1", moves=True) as visitor:
        visitor.starts_lesson("A.E.G.I.S.")
        visitor.follows_lesson(5)
        visitor.page.wait_for_selector(".table[data-playing=true]")
        yield visitor


def test_words_about_the_enemys_turn_come_when_it_has_been_shown(
    browser: Browser, table: Table
) -> None:
    with during_the_enemys_turn(browser, table) as visitor:
        page = visitor.page
        expect(page.locator(".lesson .words")).not_to_contain_text(TOLD)
        played = page.wait_for_function(PLAYED_WHEN_TOLD, arg=TOLD, timeout=60_000)
        assert played.json_value() == "false"


def test_anyone_who_does_not_want_to_watch_the_enemys_turn_reads_on_at_once(
    browser: Browser, table: Table, patience: float
) -> None:
    with during_the_enemys_turn(browser, table) as visitor:
        page = visitor.page
        words = page.locator(".lesson .words")
        # The page is not blocked: a rule can be read, and the rest can be skipped.
        words.get_by_role("button").first.click()
        expect(page.get_by_role("dialog")).to_contain_text("AEGIS.")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.wait_for_function(HELD)
        page.keyboard.press("Escape")
        expect(words).to_contain_text(TOLD, timeout=500 * patience)
        page.wait_for_selector(".table[data-mine=true]", timeout=500 * patience)
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
        page.touchscreen.tap(*middle)  # at once: it answers nothing
        expect(words).to_contain_text("Two hexes")
        visitor.has_read()
        page.touchscreen.tap(*middle)
        expect(words).to_contain_text("EXL-100 is beside you")
        assert not visitor.overflow()
