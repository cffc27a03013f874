"""An analysis in the browser: from a replay, by mouse, by keys, and on a phone."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Locator, Page, expect

from tests.analysed import AT, analysis_text, game_text
from tests.browser.test_places import COORDINATES
from tests.browser.visitor import PHONE, Visitor
from tests.server.table import Table


def sits_at_analysis(visitor: Visitor) -> None:
    wanted = {"transcript": analysis_text(), "analysis": True}
    visitor.sits_down(visitor.table.begin("attack-chart", **wanted)["id"], 0)
    steps(visitor.page).wait_for()
    visitor.is_asked()


def steps(page: Page) -> Locator:
    return page.get_by_role("region", name="Game and variations")


def here(page: Page) -> Locator:
    return steps(page).locator("[aria-current=step]")


def test_another_answer_is_tried_by_mouse_from_a_replay(visitor: Visitor) -> None:
    page = visitor.page
    game = visitor.table.http.post("/api/replay", json={"transcript": game_text(), "at": AT})
    visitor.goes_to(f"/replay/{game.json()['id']}?at={AT}")
    page.get_by_role("button", name="Analyse from here").click()
    visitor.is_asked()
    before = here(page).inner_text()
    rows = steps(page).get_by_role("listitem")
    count = rows.count()
    visitor.clicks_on()
    expect(rows).not_to_have_count(count)
    expect(steps(page).locator(".deep [aria-current=step]")).to_have_count(1)
    steps(page).get_by_role("button", name="One step back").click()
    expect(here(page)).to_have_text(re.compile(re.escape(before.split("\n")[0])))
    assert not COORDINATES.search(steps(page).inner_text())
    assert visitor.violations() == []


def test_by_keys_one_walks_writes_and_deletes(visitor: Visitor) -> None:
    sits_at_analysis(visitor)
    page = visitor.page
    ours = here(page).inner_text()
    page.keyboard.press("ArrowLeft")
    expect(here(page)).not_to_have_text(ours)
    expect(steps(page).get_by_text("Why not?")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(steps(page).locator(".deep [aria-current]")).to_have_count(0)
    variation = steps(page).locator(".deep button")
    variation.focus()
    page.keyboard.press("Enter")
    expect(variation).to_have_attribute("aria-current", "step")
    steps(page).get_by_role("button", name="Note").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("It holds.")
    page.keyboard.press("Tab")
    expect(steps(page).get_by_text("It holds.")).to_be_visible()
    variation.focus()
    page.keyboard.press("Delete")
    expect(variation).to_have_count(0)


def test_on_a_phone_the_steps_are_in_a_drawer(browser: Browser, table: Table) -> None:
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        sits_at_analysis(visitor)
        page = visitor.page
        expect(steps(page).get_by_role("button", name="One step back")).to_be_visible()
        page.get_by_role("button", name="Step", exact=True).tap()
        expect(here(page)).to_be_visible()
        steps(page).locator("li button").first.tap()
        expect(steps(page).locator("li button").first).to_have_attribute("aria-current", "step")
        assert visitor.violations() == []
        assert visitor.hard_to_use() == []


def test_the_coach_tries_an_answer_on_a_copy(visitor: Visitor) -> None:
    begun = visitor.table.begin("attack-chart", "person", "random", seed="7")["id"]
    visitor.sits_down(begun, 0)
    visitor.is_asked()
    page = visitor.page
    page.keyboard.press("h")
    page.get_by_role("button", name=re.compile("^Try it")).first.click()
    steps(page).wait_for()
    expect(here(page)).to_have_count(1)
    assert begun not in page.url
    page.go_back()
    visitor.is_asked()
    assert begun in page.url
