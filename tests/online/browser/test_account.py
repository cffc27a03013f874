"""One's account and the moderators' page, as those see them to whom they belong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Page

from tests.browser.visitor import PHONE, WIDE, Visitor
from tests.online.hosting import Hosted, Player, hosted, keeps_order
from tests.online.people.served import served
from tests.online.people.telephone import beside
from tests.online.services import empty_database
from tests.server.table import Table

PASSWORD = "a long sentence of my own"
Kept = tuple[Hosted, Player]


@pytest.fixture(scope="module")
def kept() -> Iterator[Kept]:
    """A site at which somebody keeps order, somebody was rude, and somebody said so."""
    with empty_database() as database, hosted(database) as site:
        keeper, rude, other = (site.player() for _ in range(3))
        for player, name in ((keeper, "Keeper"), (rude, "Rude One"), (other, "Other")):
            player.post("/api/account", {"name": name, "password": PASSWORD})
        keeps_order(database, "Keeper")
        rude.post("/api/rooms/lobby", {"text": "you toaster"})
        about = rude.get("/api/me")["person"]["id"]
        for what in ("A rude word.", "Another one."):
            other.post("/api/reports", {"about": about, "what": what})
        keeper.http.put(f"/api/me/blocks/{about}")
        keeper.post("/api/me/tokens", {"label": "my bot", "scopes": ["read"]})
        yield site, keeper


@contextmanager
def comes(browser: Browser, site: Hosted, player: Player, **more: Any) -> Iterator[Visitor]:
    """A browser that is logged in."""
    with Visitor.arrives(browser, cast(Table, site), **more) as visitor:
        [cookie] = [*player.http.cookies.jar]
        made = {"name": cookie.name, "value": cookie.value or "", "url": site.address}
        visitor.page.context.add_cookies(cast(Any, [made]))
        yield visitor


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize(
    ("place", "wanted"), [("/account", "[aria-label=Passkeys] form"), ("/moderation", ".talk")]
)
def test_pages_of_ones_own_are_for_everybody(
    browser: Browser, kept: Kept, place: str, wanted: str, size: dict[str, int]
) -> None:
    site, keeper = kept
    with comes(browser, site, keeper, size=size) as visitor:
        visitor.page.goto(site.address + place)
        visitor.page.wait_for_selector(wanted)
        visitor.page.wait_for_timeout(300)
        assert visitor.violations_in_each_theme() == []
        assert visitor.overflow() == []


def test_a_moderator_goes_from_a_report_to_what_was_said_and_settles_it(
    browser: Browser, kept: Kept
) -> None:
    site, keeper = kept
    with comes(browser, site, keeper) as visitor:
        page = visitor.page
        page.goto(site.address)
        page.get_by_role("link", name="Moderation").click()
        person = page.get_by_label("The person", exact=True)
        person.get_by_text("you toaster").first.wait_for()
        assert person.get_by_role("button", name="Mute").is_disabled(), "nothing without a reason"
        person.get_by_label("Reason:").fill("a rude word")
        person.get_by_role("button", name="Mute").click()
        person.get_by_text("muted until").wait_for()
        person.get_by_role("button", name="Remove").click()
        person.get_by_text("removed").wait_for()
        person.get_by_label("Reason:").fill("it was so")
        person.get_by_role("button", name="Uphold").first.click()
        log = page.get_by_label("Moderation log")
        log.get_by_text("upheld").wait_for()
        assert "took away words" in log.inner_text() and "muted for 24 hours" in log.inner_text()
        person.get_by_label("Reason:").fill("enough")
        person.get_by_role("button", name="Close the account").click()
        person.get_by_text("closed just now").wait_for()
        person.get_by_label("Reason:").fill("forgiven")
        person.get_by_role("button", name="Reopen the account").click()
        log.get_by_text("reopened").wait_for()


def test_who_is_warned_reads_it_first_wherever_they_go(browser: Browser, kept: Kept) -> None:
    site, keeper = kept
    warned = _somebody(site)
    me = warned.get("/api/me")["person"]
    with comes(browser, site, keeper) as visitor:
        page = visitor.page
        page.goto(f"{site.address}/moderation/{me['id']}")
        person = page.get_by_label("The person", exact=True)
        person.get_by_role("heading", name=me["name"]).wait_for()
        assert person.get_by_role("button", name="Warn").is_disabled(), "nothing without a text"
        for text in ("Be kind,\nplease.", "I mean it."):
            person.get_by_label("Warning:").fill(text)
            person.get_by_role("button", name="Warn").click()
            person.get_by_text(text).wait_for()
        assert person.get_by_text("not read yet").count() == 2
        page.get_by_label("Moderation log").get_by_text("I mean it.").wait_for()
    (link,) = warned.makes("attack-chart", "person", "rookie")["links"]
    with comes(browser, site, warned) as visitor:
        page, told = visitor.page, visitor.page.get_by_role("dialog")
        page.goto(site.address)
        told.get_by_text("Be kind,").wait_for()
        assert visitor.violations() == []
        for _ in range(3):
            page.keyboard.press("Escape")
        assert told.get_by_text("Be kind,").is_visible(), "it stays until it is confirmed"
        page.goto(site.address + link)
        told.get_by_text("Be kind,").wait_for()
        told.get_by_role("button", name="I have read it").click()
        told.get_by_text("I mean it.").wait_for()
        page.goto(f"{site.address}/account")
        told.get_by_text("I mean it.").wait_for()
        told.get_by_role("button", name="I have read it").click()
        told.wait_for(state="detached")
        page.reload()
        page.get_by_role("heading", name=f"You are {me['name']}").wait_for()
        assert told.count() == 0
    seen = keeper.get(f"/api/moderation/people/{me['id']}")["warnings"]
    assert [bool(each["confirmed"]) for each in seen] == [True, True]


def test_who_keeps_no_order_is_not_shown_the_way(browser: Browser, kept: Kept) -> None:
    site, _ = kept
    with comes(browser, site, _somebody(site)) as visitor:
        visitor.page.goto(site.address)
        visitor.page.get_by_role("link", name="Account").wait_for()
        assert visitor.page.get_by_role("link", name="Moderation").count() == 0
        visitor.page.goto(f"{site.address}/moderation")
        visitor.page.get_by_text("This page is for moderators").wait_for()


def test_somebody_is_reported_and_blocked_on_their_page(browser: Browser, kept: Kept) -> None:
    site, keeper = kept
    with comes(browser, site, _somebody(site)) as visitor:
        page = visitor.page
        page.goto(f"{site.address}/people/Other")
        page.get_by_role("button", name="Report").click()
        page.get_by_label("What happened?").fill("said my name wrong")
        page.get_by_role("button", name="Report to the moderators").click()
        page.get_by_text("Reported to the moderators.").wait_for()
        page.get_by_role("button", name="Block").click()
        page.get_by_text("You will not be paired").wait_for()
        page.goto(f"{site.address}/account")
        page.get_by_label("Blocked").get_by_role("button").click()
        page.get_by_label("Blocked").get_by_text("Nobody.").wait_for()
    assert "said my name wrong" in str(keeper.get("/api/moderation/reports"))


def _somebody(site: Hosted) -> Player:
    player = site.player()
    name = f"Somebody {len(site._players)}"
    player.post("/api/account", {"name": name, "password": PASSWORD})
    return player


def test_an_account_lives_by_passkeys_alone(browser: Browser, database: str) -> None:
    with served(database) as (origin, _):
        page = browser.new_context().new_page()
        devices, telephone = beside(page)
        page.goto(f"{origin}/account")
        page.get_by_label("Name").fill("Key Holder")
        page.get_by_role("button", name="Create with a passkey").click()
        page.get_by_role("heading", name="You are Key Holder").wait_for()
        keys = page.get_by_label("Passkeys", exact=True)
        keys.get_by_role("button", name="Rename").click()
        keys.get_by_label("Name of the passkey").fill("the first")
        keys.get_by_role("button", name="Save").click()
        keys.get_by_text("the first").first.wait_for()
        keys.get_by_role("button", name="Remove the first").click()
        keys.get_by_text("the only way to log in to this account").wait_for()

        page.get_by_role("button", name="Log out").first.click()
        page.get_by_role("button", name="Log in with a passkey").click()
        page.get_by_role("heading", name="You are Key Holder").wait_for()

        devices.send("WebAuthn.removeVirtualAuthenticator", telephone)
        beside(page)  # another telephone
        keys.get_by_label("New passkey's name").fill("the second")
        keys.get_by_role("button", name="Add a passkey").click()
        keys.get_by_role("button", name="Remove the second").wait_for()
        keys.get_by_role("button", name="Remove the first").click()
        keys.get_by_role("button", name="Remove the first").wait_for(state="detached")
        page.context.close()


def test_a_session_is_ended_from_another_device(browser: Browser, kept: Kept) -> None:
    site, _ = kept
    owner = _somebody(site)
    name = owner.get("/api/me")["person"]["name"]
    elsewhere = site.player()
    elsewhere.post("/api/session", {"name": name, "password": PASSWORD})
    with comes(browser, site, owner) as visitor:
        page: Page = visitor.page
        page.goto(f"{site.address}/account")
        there = page.get_by_label("Where you are logged in", exact=True)
        there.get_by_role("button", name="Log out there").click()
        there.get_by_role("button", name="Log out there").wait_for(state="detached")
        assert elsewhere.get("/api/me")["person"] is None
        elsewhere.post("/api/session", {"name": name, "password": PASSWORD})
        page.reload()
        there.get_by_role("button", name="Log out everywhere else").click()
        there.get_by_role("button", name="Log out everywhere else").wait_for(state="detached")
        assert elsewhere.get("/api/me")["person"] is None
        assert owner.get("/api/me")["person"]["name"] == name
