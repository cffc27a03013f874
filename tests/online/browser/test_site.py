"""A site as its visitors see it: from an empty database to the first move, the lobby, the archive."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex
from typing import Any, cast

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser

from gattai.kernel.running.committed import digest_of_seed
from tests.browser.visitor import PHONE, WIDE, Visitor
from tests.online.hosting import Hosted, hosted
from tests.online.services import empty_database
from tests.server.table import Table

FIRST_MOVE = 30.0
"""Seconds from the command on an empty database to a move that the other one sees."""


@contextmanager
def _arrives(browser: Browser, site: Hosted, **more: Any) -> Iterator[Visitor]:
    with Visitor.arrives(browser, cast(Table, site), **more) as visitor:
        yield visitor


def test_from_an_empty_database_to_the_first_move(browser: Browser, patience: float) -> None:
    with empty_database() as database:
        began = time.monotonic()
        with (
            hosted(database) as site,
            _arrives(browser, site) as anna,
            _arrives(browser, site, size=PHONE) as bert,
        ):
            anna.page.goto(site.address)
            anna.page.get_by_role("button", name="Create a table").click()
            link = anna.page.locator(".invitation code").inner_text()
            bert.page.goto(link)
            for one in (anna, bert):
                one.page.wait_for_selector(".table")
            bert.page.wait_for_selector(".table[data-number]")
            first, other = anna, bert
            anna.page.wait_for_function(
                "document.querySelector('.table')?.dataset.mine !== undefined"
            )
            deadline = time.monotonic() + 20
            while not first.is_asked_now():
                assert time.monotonic() < deadline, "nobody is asked"
                first, other = other, first
                first.page.wait_for_timeout(50)
            number = first.number
            see = first.page.get_by_role("button", name="See the board")
            if see.count():
                see.click()
            first.clicks_on()
            other.waits_after(number)
            took = time.monotonic() - began
    print(f"\nfrom gattai host to the first move that the other one saw: {took:.1f} s")
    assert took < FIRST_MOVE * patience


def test_two_find_each_other_in_the_lobby(browser: Browser, site: Hosted) -> None:
    with _arrives(browser, site) as anna, _arrives(browser, site) as bert:
        for one in (anna, bert):
            one.page.goto(site.address)
            one.page.get_by_role("button", name="Attack chart").click()
        for one in (anna, bert):
            one.page.wait_for_selector(".table", timeout=20_000)
        names = anna.page.locator("body").inner_text()
        assert "Guest " in names


def test_an_offer_is_seen_and_joined_by_keys(browser: Browser, site: Hosted) -> None:
    with _arrives(browser, site) as anna, _arrives(browser, site) as bert:
        anna.page.goto(site.address)
        anna.page.get_by_role("button", name="Offer a game").click()
        anna.page.locator("dialog select").first.select_option("aristeia")
        anna.page.get_by_role("button", name="Offer it").click()
        anna.page.get_by_role("button", name="Stop").wait_for()
        bert.page.goto(site.address)
        join = bert.page.get_by_role("button", name="Join Aristeia!")
        join.focus()
        bert.page.keyboard.press("Enter")
        for one in (anna, bert):
            one.page.wait_for_selector(".table", timeout=20_000)


def test_a_page_says_why_a_match_did_not_begin(browser: Browser, site: Hosted) -> None:
    silent = site.player()
    silent.post("/api/guest")
    with silent.socket("/ws/lobby"), _arrives(browser, site) as anna:
        wanted = {"game": "attack-chart", "with_seed": True}
        seek = silent.post("/api/seeks", wanted)["seek"]
        silent.post(f"/api/seeks/{seek}/seed?digest={digest_of_seed('never revealed')}")
        anna.page.goto(site.address)
        anna.page.get_by_role("button", name="Join Attack chart").click()
        why = anna.page.get_by_role("alert").filter(has_text="did not begin")
        why.wait_for()
        assert "another player did not reveal their random number" in why.inner_text()
        anna.page.get_by_role("button", name="Attack chart").first.click()
        why.wait_for(state="detached")


def test_what_is_said_is_heard(browser: Browser, site: Hosted) -> None:
    with _arrives(browser, site) as anna, _arrives(browser, site) as bert:
        bert.page.goto(site.address)
        bert.page.wait_for_selector(".messages")
        anna.page.goto(site.address)
        anna.page.get_by_label("Say something").fill("<b>hello</b> everybody")
        anna.page.keyboard.press("Enter")
        bert.page.get_by_text("<b>hello</b> everybody").wait_for()


def test_a_live_table_is_watched(browser: Browser, site: Hosted) -> None:
    player = site.player()
    card = player.makes("aegis", "person", "rookie")
    with player.sits(card["links"][0]), _arrives(browser, site) as visitor:
        visitor.page.goto(site.address)
        live = visitor.page.locator(f"a[href$='{card['id']}/watch']")
        live.wait_for(timeout=20_000)
        live.locator("svg.mini").wait_for()
        live.click()
        visitor.page.wait_for_selector(".table")
        assert visitor.page.locator(".table").get_attribute("data-mine") != "true"


def test_a_guest_makes_an_account_and_comes_back_to_it(browser: Browser, site: Hosted) -> None:
    name = f"Anna {token_hex(3)}"
    with _arrives(browser, site) as anna:
        anna.page.goto(site.address)
        anna.page.get_by_role("link", name="Log in").click()
        anna.page.get_by_label("Name").fill(name)
        anna.page.get_by_label("Password").fill("a long sentence of my own")
        anna.page.get_by_role("button", name="Create account").click()
        anna.page.get_by_role("heading", name=f"You are {name}").wait_for()
        anna.page.get_by_role("button", name="Log out").click()
        anna.page.get_by_role("button", name="Create account").wait_for()
        anna.page.get_by_label("Name").fill(name)
        anna.page.get_by_label("Password").fill("a long sentence of my own")
        anna.page.get_by_role("button", name="Log in", exact=True).click()
        anna.page.get_by_role("heading", name=f"You are {name}").wait_for()


@pytest.fixture(scope="module")
def played(site: Hosted) -> Hosted:
    """A site at which something has been played and is played."""
    player = site.player()
    over = player.makes("attack-chart", "person", "random")
    with player.sits(over["links"][0]) as page:
        while not page.until_asked()["ending"]:
            page.answer()
    player.post("/api/rooms/lobby", {"text": "well played"})
    other = site.player()
    other.post("/api/seeks", {"game": "aegis", "turn_seconds": 3 * 86_400})
    return site


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("place", ["/", "/live", "/archive", "/account", "/people/me"])
def test_every_page_is_for_everybody(
    browser: Browser, played: Hosted, place: str, size: dict[str, int]
) -> None:
    with _arrives(browser, played, size=size) as visitor:
        if place == "/people/me":
            visitor.page.goto(played.address)
            visitor.page.get_by_label("Say something").fill("hello")
            visitor.page.keyboard.press("Enter")
            visitor.page.locator("a.me").click()
            visitor.page.get_by_role("heading", name="Ratings").wait_for()
        else:
            visitor.page.goto(played.address + place)
            wanted = {
                "/archive": ".rows",
                "/account": "form",
                "/": ".tile",
                "/live": ".empty, .live",
            }
            visitor.page.wait_for_selector(wanted[place])
        visitor.page.wait_for_timeout(300)
        assert visitor.violations_in_each_theme() == []
        assert visitor.overflow() == []


def test_the_archive_finds_and_shows_a_match(browser: Browser, played: Hosted) -> None:
    with _arrives(browser, played) as visitor:
        visitor.page.goto(f"{played.address}/archive")
        visitor.page.locator("form select").first.select_option("attack-chart")
        visitor.page.get_by_role("button", name="Search").click()
        row = visitor.page.locator(".rows li").first
        row.wait_for()
        row.get_by_role("link", name="Watch").click()
        visitor.page.wait_for_selector(".replay")
