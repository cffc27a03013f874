"""Set-up, rules, replay: everything round the table."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import expect

from tests.browser.scenes import near_the_enemy
from tests.browser.visitor import Visitor


def test_a_list_of_ones_own_names_every_rule_that_it_breaks(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to("/setup/aegis")
    page.get_by_label("Squad").first.select_option("A list of your own …")
    said = page.locator(".said").first
    expect(said).to_contain_text("keeps all rules")
    page.get_by_role("button", name="Remove ARK-150").click()
    expect(said).to_contain_text("broken")
    expect(said.get_by_role("button").first).to_have_text(re.compile("p"))
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be set up")
    visitor.complaints.clear()  # browsers complain of every refusal


def test_the_rules_are_found_by_their_words(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to("/rules/aegis")
    page.get_by_label("Search the rules").fill("line of sight")
    expect(page.locator("details").first).to_be_visible()
    assert 0 < page.locator("details").count() < 60
    page.get_by_label("Search the rules").fill("zebra crossing")
    expect(page.get_by_role("status")).to_contain_text("No rule")


def test_a_replay_is_stepped_through_and_played_on_from(visitor: Visitor) -> None:
    page = visitor.page
    match = near_the_enemy(visitor.table).match
    visitor.goes_to(f"/replay/{match}")
    page.wait_for_selector(".replay[data-at='0']")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".replay[data-at='1']")
    page.keyboard.press("End")
    expect(page.locator(".replay")).to_have_attribute("data-at", re.compile(r"[2-9]\d|\d\d\d"))
    page.get_by_role("slider").fill("14")
    page.wait_for_selector(".replay[data-at='14']")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_selector(".table")
    assert match not in page.url


def test_a_transcript_is_saved_and_opened_again(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sits_down(near_the_enemy(visitor.table).match)
    visitor.is_asked()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save transcript").click()
    path = saving.value.path()
    visitor.goes_to("/")
    page.locator("input[type=file]").set_input_files(path)
    page.wait_for_selector(".replay")


def test_a_match_that_is_not_there_says_so(visitor: Visitor) -> None:
    visitor.goes_to("/match/aegis-aaaaaaaa/0")
    expect(visitor.page.get_by_role("status")).to_contain_text("no match")
    visitor.complaints.clear()
