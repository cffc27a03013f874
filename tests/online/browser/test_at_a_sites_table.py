"""A table of a site as its players see it: who sits there, both clocks, what is said, how it is ended by word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, expect

from tests.browser.visitor import PHONE, Visitor
from tests.online.hosting import Hosted, hosted
from tests.online.services import empty_database
from tests.server.table import Table

PATIENCE = 90_000


@contextmanager
def _sits(browser: Browser, site: Hosted, link: str, **more: Any) -> Iterator[Visitor]:
    with Visitor.arrives(browser, cast(Table, site), **more) as visitor:
        visitor.page.set_default_timeout(PATIENCE)
        visitor.page.goto(site.address + link)
        visitor.page.wait_for_selector(".table .bar .plate")
        yield visitor


def test_two_talk_see_both_clocks_and_agree_on_a_draw_by_keys(
    browser: Browser, site: Hosted
) -> None:
    host = site.player()
    card = host.makes("attack-chart", "guest", "guest", turn_seconds=600, reaction_seconds=600)
    links = [link for link in host.get(f"/api/matches/{card['id']}")["links"] if "token=" in link]
    with (
        _sits(browser, site, links[0]) as anna,
        _sits(browser, site, links[1], size=PHONE) as bert,
    ):
        for page in (anna.page, bert.page):
            expect(page.locator(".plate [role=timer]")).to_have_count(2, timeout=PATIENCE)
            expect(page.locator(".plate .presence.here")).to_have_count(1, timeout=PATIENCE)
        anna.page.get_by_role("button", name="Talk").click()
        anna.page.get_by_label("Say something").fill("good luck")
        anna.page.keyboard.press("Enter")
        unread = bert.page.get_by_role("button", name="Talk 1 new")
        expect(unread).to_be_visible(timeout=PATIENCE)
        unread.click()
        said = bert.page.get_by_role("log", name="Messages")
        expect(said).to_contain_text("good luck")
        bert.page.get_by_label("Mute others").check()
        expect(said).not_to_contain_text("good luck")
        bert.page.keyboard.press("Escape")
        expect(said).to_have_count(0)
        anna.page.keyboard.press("Escape")
        anna.page.get_by_role("button", name="Resign, draw").focus()
        for key in ("Enter", "Tab"):
            anna.page.keyboard.press(key)
        anna.page.locator("summary", has_text="Offer a draw").focus()
        for key in ("Enter", "Tab", "Enter"):
            anna.page.keyboard.press(key)
        bert.page.get_by_role("alertdialog").get_by_role("button", name="Agree").press("Enter")
        for page in (anna.page, bert.page):
            page.get_by_role("dialog").get_by_role("button", name="Rematch").first.wait_for()


@pytest.mark.parametrize(
    ("choice", "end"),
    [("Claim the win", "ran out of time"), ("Call it a draw", "called it a draw")],
)
def test_anyone_who_stays_decides_how_it_ends_when_the_other_has_left(
    choice: str, end: str, browser: Browser
) -> None:
    build = "tests.online.browser.impatient"
    with empty_database() as database, hosted(database, build=build) as site:
        host = site.player()
        card = host.makes("attack-chart", "guest", "guest")
        address = f"/api/matches/{card['id']}"
        links = [link for link in host.get(address)["links"] if "token=" in link]
        with (
            _sits(browser, site, links[0]) as anna,
            _sits(browser, site, links[1]) as bert,
        ):
            for page in (anna.page, bert.page):
                expect(page.locator(".plate .presence.here")).to_have_count(1, timeout=PATIENCE)
            while not (anna.is_asked_now() or bert.is_asked_now()):
                anna.page.wait_for_timeout(100)
            asked, stays = (anna, bert) if anna.is_asked_now() else (bert, anna)
            asked.page.goto("about:blank")
            expect(stays.page.locator("p:not(.unseen)", has_text="has left")).to_be_visible(
                timeout=PATIENCE
            )
            stays.page.get_by_role("button", name="Keep waiting").click(timeout=PATIENCE)
            expect(stays.page.get_by_role("button", name=choice)).to_have_count(0)
            stays.page.get_by_role("button", name="Decide now").click()
            stays.page.get_by_role("button", name=choice).click(timeout=PATIENCE)
            stays.page.get_by_role("dialog").get_by_role("button", name="Rematch").first.wait_for()
        assert end in host.get(address)["headline"]
