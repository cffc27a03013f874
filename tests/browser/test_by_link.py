"""A match by link in the browser: two tables of two people, and a page without a server, that only exchange links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, expect

from tests.browser.visitor import PHONE, Visitor
from tests.server.table import Table, opened
from tests.terminal.conftest import run_alone

MOST = 60
"""Links of a match of one round."""
READY = ".table[data-mine=true], .by-link"


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with opened(tmp_path_factory.mktemp("there") / "data") as table:
        yield table


def link_of(visitor: Visitor) -> str:
    return visitor.page.get_by_label("Link to send").first.input_value()


def plays_until_a_link(visitor: Visitor) -> str:
    """Answer by clicking until the other side has to; the link that is offered then."""
    while True:
        visitor.page.wait_for_selector(READY, timeout=60_000)
        if visitor.page.locator(".by-link").count():
            return link_of(visitor)
        visitor.has_read()
        visitor.clicks_on()


def takes(visitor: Visitor, link: str) -> None:
    """Paste a link at the table, and wait for what it brings."""
    before = link_of(visitor)
    field = visitor.page.get_by_label("Link that you received").first
    field.fill(link)
    field.press("Enter")
    visitor.page.wait_for_function(
        """before => {
          const field = document.querySelector('.by-link input[readonly]');
          return document.querySelector('.table')?.dataset.mine === 'true' || (field && field.value !== before);
        }""",
        arg=before,
        timeout=60_000,
    )


def begins_by_link(visitor: Visitor, rounds: str = "1") -> str:
    """Set up a match by link, and return its invitation."""
    page = visitor.page
    visitor.goes_to("/setup/attack-chart")
    page.get_by_role("group", name="Who plays red?").get_by_role("radio", name="By link").check()
    page.get_by_text("More options").click()
    page.get_by_label("Rounds").fill(rounds)
    expect(page.get_by_label("Seed of the dice")).to_have_count(0)
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("heading", name="Send this invitation")).to_be_visible()
    return link_of(visitor)


def test_two_people_play_a_match_to_its_end_by_links_alone(
    browser: Browser, table: Table, there: Table, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        ann = stack.enter_context(Visitor.arrives(browser, table))
        bob = stack.enter_context(Visitor.arrives(browser, there))
        link = begins_by_link(ann)
        bob.goes_to(f"/open/{link.removeprefix('#/open/')}")
        bob.page.wait_for_selector(".table")
        one, other = bob, ann
        waited = 0
        for number in range(MOST):
            link = plays_until_a_link(one)
            if one.page.get_by_role("heading", name="Send this link for the dice").count():
                expect(one.page.locator(".ask h1.what")).to_have_text(re.compile("^Waiting for"))
                waited += 1
            if number == 3:
                one.page.reload()  # nothing is lost
                assert plays_until_a_link(one) == link
            takes(other, link)
            if one.page.get_by_role("heading", name="Send this last link").count():
                break
            one, other = other, one
        assert waited
        for visitor in (one, other):
            visitor.page.wait_for_selector("dialog[aria-labelledby=ending-title]")
            match = visitor.page.url.split("/match/")[1].split("/")[0]
            file = tmp_path / f"{visitor.table.port}.txt"
            file.write_text(
                visitor.table.http.get(f"/api/matches/{match}/transcript").text, "utf-8"
            )
            ran = run_alone("verify", file)
            assert ran.code == 0, ran.text
        texts = {file.read_text("utf-8") for file in tmp_path.glob("*.txt")}
        assert len(texts) == 1


def test_on_a_phone_the_sheet_can_be_read_touched_and_scanned(
    browser: Browser, table: Table
) -> None:
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        begins_by_link(visitor)
        page = visitor.page
        assert visitor.overflow() == []
        assert visitor.hard_to_use() == []
        assert visitor.nameless() == []
        assert visitor.violations_in_each_theme() == []
        page.get_by_role("button", name="QR code").tap()
        expect(page.get_by_role("img", name="as a QR code")).to_be_in_viewport(ratio=1)
        assert visitor.violations() == []


def test_by_keys_a_wrong_link_is_explained_and_the_same_one_is_no_news(
    browser: Browser, table: Table
) -> None:
    with Visitor.arrives(browser, table) as visitor:
        link = begins_by_link(visitor)
        page = visitor.page
        field = page.get_by_label("Link that you received")
        field.focus()
        page.keyboard.type("see you tomorrow!")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("not a link of a match")
        visitor.complaints.clear()  # the browser notes every refused request
        field.fill(link)
        page.keyboard.press("Enter")
        expect(page.locator(".by-link form [role=status]")).to_contain_text(
            "nothing has changed", timeout=60_000
        )
        assert link_of(visitor) == link


def test_everything_on_the_sheet_is_done_by_keys(browser: Browser, table: Table) -> None:
    with Visitor.arrives(browser, table) as visitor:
        link = begins_by_link(visitor)
        page = visitor.page
        sheet = page.locator(".by-link")
        sheet.get_by_label("Link to send").focus()
        assert page.evaluate("getSelection().toString()") == link  # ready to be copied
        reached: list[str] = []
        for _ in range(6):
            page.keyboard.press("Tab")
            assert sheet.locator("*:focus").count() == 1, reached
            assert page.evaluate("document.activeElement.matches(':focus-visible')")
            reached.append(
                page.evaluate(
                    "document.activeElement.innerText || document.activeElement.placeholder"
                ).strip()
            )
            if reached[-1] == "Open":
                break
        assert [name for name in reached if name != "Share …"] == [
            "Copy the link",
            "QR code",
            "#/open/…",
            "Open",
        ]

        sheet.get_by_role("button", name="QR code").focus()
        page.keyboard.press("Enter")
        code = page.get_by_role("dialog", name="The link as a QR code")
        expect(code.get_by_role("img")).to_be_visible()
        page.keyboard.press("Escape")
        expect(code).to_be_hidden()
        expect(sheet.get_by_role("button", name="QR code")).to_be_focused()

        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        sheet.get_by_role("button", name="Copy the link").focus()
        page.keyboard.press("Space")
        expect(sheet.locator(".send [role=status]")).to_contain_text(re.compile("Copied|selected"))
        # The keys of the board do nothing to what is typed.
        sheet.get_by_label("Link that you received").focus()
        page.keyboard.type("n1h0 ")
        expect(sheet.get_by_label("Link that you received")).to_have_value("n1h0 ")
        assert link_of(visitor) == link


def test_a_match_of_two_others_can_only_be_watched(
    browser: Browser, table: Table, there: Table, tmp_path: Path
) -> None:
    made = table.begin("attack-chart", "person", "link")
    with table.page(made["id"]) as page:
        page.until(lambda scene: bool(page.shown["by_link"]))
        invitation = page.shown["by_link"]["link"]
    joined = there.http.post("/api/links", json={"link": invitation}).json()["match"]
    with there.page(joined["id"], 1) as page:
        page.until(lambda scene: bool(page.shown["by_link"]))
        link = page.shown["by_link"]["link"]
    with opened(tmp_path / "data") as third, Visitor.arrives(browser, third) as visitor:
        visitor.goes_to(link.removeprefix("#"))
        alert = visitor.page.get_by_role("alert")
        expect(alert).to_contain_text("you are neither", timeout=60_000)
        visitor.complaints.clear()
        visitor.page.get_by_role("button", name="Watch it as a replay").click()
        visitor.page.wait_for_selector(".replay", timeout=60_000)
