"""Set-up, replay: everything round the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, expect

from tests.browser.scenes import near_the_enemy
from tests.browser.visitor import Visitor
from tests.server.table import opened


def test_a_list_of_ones_own_is_refused_with_the_rules_that_it_breaks(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to("/setup/aegis?red=ark-150%2B")
    red = page.get_by_role("region", name="Red")
    expect(red.get_by_label("Your own list …").first).to_be_checked()
    page.get_by_role("button", name="Start the game").click()
    refused = page.get_by_role("alert")
    expect(refused).to_contain_text("cannot be set up")
    expect(refused.get_by_role("button").first).to_have_text(re.compile("p"))
    visitor.complaints.clear()  # browsers complain of every refusal
    red.get_by_role("link", name="Build your own list").click()
    expect(page.locator(".builder li.broken").first).to_be_visible()


def test_a_host_says_how_long_guests_may_be_silent(browser: Browser, tmp_path: Path) -> None:
    with opened(tmp_path, "--lan") as table, Visitor.arrives(browser, table) as visitor:
        visitor.goes_to("/setup/robot-empire")
        page = visitor.page
        page.get_by_text("More options").click()
        seed = page.get_by_label("Seed of the dice")
        expect(seed).to_be_visible()
        seed.fill("7")
        expect(page.get_by_label("Time for an answer")).to_have_count(0)  # nobody is invited yet
        page.get_by_role("group", name="Who plays crimson?").get_by_label("Invite").check()
        page.get_by_label("Time for an answer").select_option("never")
        expect(seed).to_be_disabled()  # who chose it could know the friend's hand
        expect(page.get_by_text("nobody can choose the dice")).to_be_visible()
        with page.expect_request(lambda request: request.method == "POST") as sent:
            page.get_by_role("button", name="Start and invite").click()
        begun = sent.value.post_data_json or {}
        assert (begun["reaction_seconds"], begun["turn_seconds"], begun["seed"]) == (0, 0, "")
        page.wait_for_selector(".table")


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
    page.get_by_role("button", name="Continue from here").click()
    page.wait_for_selector(".table")
    assert match not in page.url


def test_a_transcript_is_saved_and_opened_again(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sits_down(near_the_enemy(visitor.table).match)
    visitor.is_asked()
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save transcript").click()
    path = saving.value.path()
    visitor.goes_to("/")
    page.locator("input[type=file]").set_input_files(path)
    page.wait_for_selector(".replay")


def test_a_position_is_saved_and_a_new_match_goes_on_from_it(visitor: Visitor) -> None:
    page = visitor.page
    match = near_the_enemy(visitor.table).match
    visitor.sits_down(match)
    visitor.is_asked()
    pieces = page.locator(".units .row").all_inner_texts()
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save position").click()
    path = saving.value.path()
    visitor.goes_to("/")
    page.locator("input[type=file]").set_input_files(path)
    page.wait_for_selector(".table")
    visitor.is_asked()
    assert match not in page.url
    assert page.locator(".units .row").all_inner_texts() == pieces
    visitor.clicks_on()
    page.reload()
    visitor.is_asked()


def test_a_link_holds_the_whole_game_so_far(visitor: Visitor) -> None:
    page = visitor.page
    match = near_the_enemy(visitor.table).match
    visitor.sits_down(match)
    visitor.is_asked()
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".sheet [role=status]")).to_contain_text("link")
    link = page.evaluate("location.href")
    if "#/open/" not in link:
        page.context.grant_permissions(["clipboard-read"])
        link = page.evaluate("navigator.clipboard.readText()")
    assert len(link) < 8_000
    path = link.partition("#")[2]
    visitor.goes_to(path)
    page.wait_for_selector(".replay")
    assert match not in page.url


def begun_and_copied(visitor: Visitor, name: str, spoil: Callable[[str], str]) -> None:
    """A match whose file lies there a second time, spoilt."""
    match = visitor.begins("aegis", "person", "random", seed="2")
    visitor.is_asked()
    folder = visitor.table.data / "matches"
    text = (folder / f"{match}.txt").read_text("utf-8")
    (folder / f"{name}.txt").write_text(spoil(text), "utf-8")


def test_a_file_that_was_cut_off_in_its_last_line_goes_on_and_says_so(visitor: Visitor) -> None:
    begun_and_copied(visitor, "aegis-cutoffxx", lambda text: text.rstrip()[:-3])
    visitor.sits_down("aegis-cutoffxx")
    expect(visitor.page.locator(".notice")).to_contain_text("incomplete")
    visitor.is_asked()


def test_a_damaged_file_is_repaired_only_on_request(visitor: Visitor) -> None:
    page = visitor.page
    begun_and_copied(visitor, "aegis-damagedx", lambda text: text.replace(" #", " #0", 1))
    file = visitor.table.data / "matches" / "aegis-damagedx.txt"
    before = file.read_bytes()
    visitor.sits_down("aegis-damagedx")
    expect(page.locator(".notice")).to_contain_text("viewed but not continued")
    visitor.goes_to("/")
    expect(page.locator(".damaged").first).to_contain_text("not continued")
    assert file.read_bytes() == before
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Repair aegis-damagedx").click()
    expect(page.get_by_role("button", name="Repair aegis-damagedx")).to_have_count(0)
    visitor.sits_down("aegis-damagedx")
    visitor.is_asked()
    assert file.read_bytes() != before


def test_a_match_that_is_not_there_says_so(visitor: Visitor) -> None:
    visitor.goes_to("/match/aegis-aaaaaaaa/0")
    expect(visitor.page.get_by_role("status")).to_contain_text("no match")
    visitor.complaints.clear()
