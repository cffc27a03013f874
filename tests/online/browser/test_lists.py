"""Lists that are saved in accounts: found again on every device, played with, and seen by nobody else."""

from __future__ import annotations

from typing import Any, cast

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Locator, expect

from tests.browser.visitor import PHONE, Visitor
from tests.online.browser.test_account import PASSWORD, comes
from tests.online.hosting import Hosted, Player

GAME, NAME = "mechastellar", "Dawn Patrol"


def somebody(site: Hosted, name: str) -> Player:
    player = site.player()
    player.post("/api/account", {"name": name, "password": PASSWORD})
    return player


def builder(visitor: Visitor) -> Locator:
    """Open the list builder; the saved list in it."""
    visitor.page.goto(f"{visitor.table.address}/table#/lists/{GAME}")
    visitor.page.wait_for_selector(".builder .empty, .builder .rows")
    return visitor.page.locator(".saved .open", has_text=NAME)


def offered(visitor: Visitor) -> Locator:
    """Open the set-up; the saved list among what the first side may bring."""
    visitor.page.goto(f"{visitor.table.address}/table#/setup/{GAME}")
    side = visitor.page.locator(".seats .seat").first
    expect(side.locator(".offer").first).to_be_visible()
    return side.locator(".offer", has_text=NAME)


def test_a_list_is_saved_in_the_account_and_a_match_begins_with_it(
    browser: Browser, site: Hosted
) -> None:
    anna, bert = somebody(site, "Anna Keeps"), somebody(site, "Bert Looks")
    with comes(browser, site, anna) as visitor:
        page, entry = visitor.page, builder(visitor)
        page.locator(".empty button").first.click()
        page.locator(".tile").first.get_by_role("button", name="Add ").click()
        page.get_by_label("Name of the list").fill(NAME)
        page.get_by_label("Name of the list").press("Enter")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(entry).to_be_visible()
        expect(page.get_by_role("button", name="Try it by bots")).to_have_count(0)
        page.reload()
        expect(entry).to_be_visible()
        expect(page.get_by_label("Name of the list")).to_have_value(NAME)
        with comes(browser, site, anna, size=PHONE, touch=True) as elsewhere:
            entry = builder(elsewhere)
            elsewhere.page.get_by_role("button", name="My lists").tap()
            entry.tap()
            expect(elsewhere.page.get_by_label("Name of the list")).to_have_value(NAME)
        offered(visitor).click()
        with page.expect_request(lambda request: request.method == "POST") as sent:
            page.get_by_role("button", name="Start the game").click()
        page.wait_for_selector(".table")
        [own] = anna.get("/api/lists", game=GAME)
        assert own["title"] == NAME
        assert own["text"] in (sent.value.post_data_json or {})["options"].values()
        # Somebody else, and at last in the same browser.
        with comes(browser, site, bert) as other:
            _sees_none(other)
        page.context.clear_cookies()
        [cookie] = [*bert.http.cookies.jar]
        made = {"name": cookie.name, "value": cookie.value or "", "url": site.address}
        page.context.add_cookies(cast(Any, [made]))
        _sees_none(visitor)


def _sees_none(visitor: Visitor) -> None:
    entry, page = builder(visitor), visitor.page
    expect(page.locator(".saved")).to_contain_text("Nothing saved yet.")
    expect(entry).to_have_count(0)
    expect(page.locator(".empty")).to_be_visible()
    expect(offered(visitor)).to_have_count(0)
    expect(page.get_by_text(NAME)).to_have_count(0)
