"""Puzzles in the browser: from home to the verdict by mouse, by touch and by keys."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Locator, Page, expect

from gattai.bots.puzzles.puzzle import Puzzle, puzzles_of, seats_of
from tests.browser.visitor import PHONE, Visitor
from tests.server.table import Table

PUZZLE = puzzles_of("attack-chart")[0]


def sits_at(visitor: Visitor, puzzle: Puzzle) -> None:
    match = visitor.table.begin("attack-chart", puzzle=puzzle.id)["id"]
    visitor.sits_down(match, seats_of(puzzle.position).index(puzzle.seat))
    expect(plate(visitor.page)).to_contain_text("Find the action that wins most often.")
    visitor.is_asked()


def plate(page: Page) -> Locator:
    return page.get_by_role("region", name="Puzzle", exact=True)


def at_home(page: Page) -> Locator:
    """The puzzle that home offers, once it is there; with enough puzzles it is the one of the day."""
    found = page.locator("main").get_by_role("region", name=re.compile("^Puzzle( of the day)?$"))
    found.wait_for()
    return found


def button(page: Page, answer: str) -> Locator:
    return page.locator(f".ask [data-option='{answer}']")


def test_a_puzzle_begins_at_home_and_is_answered_with_the_mouse(
    visitor: Visitor,
) -> None:
    page = visitor.page
    visitor.goes_to("/")
    offered = at_home(page)
    expect(offered).to_contain_text("One action is clearly best.")
    assert not visitor.violations()
    # Which one it is may depend on the date, so it is begun here and a known one is answered below.
    offered.get_by_role("button", name="Solve it").click()
    expect(plate(page)).to_contain_text("to play")
    sits_at(visitor, PUZZLE)
    assert not visitor.violations()
    button(page, PUZZLE.solution).click()
    visitor.means_it()
    expect(plate(page)).to_contain_text("Right.")
    expect(plate(page)).to_contain_text(f"wins {PUZZLE.proof.best:.0%} of the games")
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(plate(page)).to_be_in_viewport(ratio=1)
    assert not visitor.violations()
    assert not visitor.overflow()


def test_a_wrong_answer_by_touch_is_explained_and_the_puzzle_begins_again(
    browser: Browser, table: Table
) -> None:
    rival = PUZZLE.proof.tried[0]
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        page = visitor.page
        sits_at(visitor, PUZZLE)
        button(page, rival.answer).tap()
        visitor.means_it()
        expect(plate(page)).to_contain_text("Not the best.")
        expect(plate(page)).to_contain_text(f"{rival.share:.0%}")
        assert not visitor.overflow()
        again = plate(page).get_by_role("button", name="Again")
        box = again.bounding_box()
        assert box is not None and box["height"] >= 44
        again.tap()
        expect(plate(page)).to_contain_text("Find the action that wins most often.")


def test_a_puzzle_is_answered_by_keys_and_home_knows_that_it_was_solved(visitor: Visitor) -> None:
    page = visitor.page
    sits_at(visitor, PUZZLE)
    number = button(page, PUZZLE.solution).get_attribute("aria-keyshortcuts")
    assert number is not None
    page.keyboard.press(number)
    expect(plate(page)).to_contain_text("Right.")
    following = plate(page).get_by_role("button", name="Next puzzle")
    following.focus()
    page.keyboard.press("Enter")
    expect(plate(page)).to_contain_text("Find the action that wins most often.")
    visitor.goes_to("/")
    expect(at_home(page)).to_contain_text("1 of ")
    assert page.evaluate("localStorage['gattai-puzzles']") == PUZZLE.id
