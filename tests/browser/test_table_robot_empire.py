"""Robot Empire in the browser: two people in windows of their own and two bots at a table of four."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, WebSocket, expect

from tests.browser.robot_empire_tables import PEOPLE, SECRETS, four, position
from tests.browser.visitor import PHONE, Visitor
from tests.server.table import opened

if TYPE_CHECKING:
    from tests.server.table import Table

SIZE = {"width": 1280, "height": 800}
SLOW = {"reaction_seconds": 900, "turn_seconds": 900}
"""Longer than any machine takes for these tests."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table that people may come to from elsewhere, each with a key to one seat."""
    with opened(tmp_path_factory.mktemp("empire") / "data", "--lan") as found:
        yield found


class Window:
    """One person's window, and everything that has ever been sent to it."""

    def __init__(self, visitor: Visitor, link: str) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.heard: list[str] = []
        self.page.on("websocket", self._listen)
        self.page.goto(f"{visitor.table.address}{link}")
        self.page.wait_for_selector(".table")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def takes(self, card: str) -> None:
        """Take a card up; one that can do a single thing does it."""
        assert self.visitor.is_asked()
        self.visitor.has_read()
        self.page.locator(f".zones [data-card='{card}']").click()

    def says(self, option: str) -> None:
        """Press a button of the question."""
        assert self.visitor.is_asked()
        number = self.visitor.number
        self.visitor.has_read()
        self.page.locator(f".ask [data-option='{option}']").first.click()
        self.visitor.waits_after(number)

    def sends(self) -> None:
        """Send what was chosen together."""
        number = self.visitor.number
        self.visitor.has_read()
        self.page.locator("[data-send]").click()
        self.visitor.waits_after(number)

    def plays(self, card: str, onto: str) -> None:
        """Take a card up, and put it onto another: with two clicks, nothing else."""
        self.takes(card)
        number = self.visitor.number
        self.visitor.has_read()
        self.page.locator(f".zones [data-card='{onto}']").click()
        self.visitor.waits_after(number)


@pytest.fixture
def windows(browser: Browser, table: Table) -> Iterator[tuple[Window, Window]]:
    links = table.begin("", *PEOPLE, position=position(four()), **SLOW)["links"]
    with ExitStack() as stack:
        arrive = [
            stack.enter_context(Visitor.arrives(browser, table, size=SIZE)) for _ in links[:2]
        ]
        cobalt, crimson = (Window(v, link) for v, link in zip(arrive, links, strict=True))
        yield cobalt, crimson


def test_an_agent_in_anothers_turn_and_a_gang_of_blockers(windows: tuple[Window, Window]) -> None:
    cobalt, crimson = windows
    # Crimson wants to be asked always, by a key; cobalt when it matters, as everybody does at first.
    crimson.page.keyboard.press("r")
    expect(crimson.page.get_by_role("radio", name="Always")).to_be_checked()
    expect(cobalt.page.get_by_role("radio", name="When it matters")).to_be_checked()
    # Cobalt puts a Mega Robot together, and attacks crimson with another of its Robots.
    cobalt.takes("titan-torso")
    expect(cobalt.page.locator("[data-card=tread-base]")).to_have_count(0)
    expect(cobalt.page.get_by_label("Your cards")).to_contain_text("Titan Torso on Tread Base")
    cobalt.says("next")
    cobalt.says("next")
    cobalt.takes("general")
    # The attack is sent with one button; no reaction of cobalt's could change who may block.
    cobalt.sends()
    # In cobalt's turn crimson springs an Agent, which cobalt may answer and does not.
    assert crimson.visitor.is_asked()
    expect(crimson.page.locator("header")).to_contain_text("Cobalt's turn")
    expect(crimson.page.locator(".ask")).to_contain_text("You may react now")
    expect(crimson.page.get_by_role("timer")).to_contain_text("The server answers for you in 1")
    expect(cobalt.page.get_by_role("timer")).to_contain_text("Crimson: 1")
    crimson.plays("saboteur", onto="general")
    assert cobalt.visitor.is_asked()
    expect(cobalt.page.locator("header")).to_contain_text("crimson shows Saboteur at Old General")
    expect(cobalt.page.get_by_label("On the table")).to_contain_text("Saboteur")
    cobalt.says("pass")
    expect(cobalt.page.locator(".zones [data-card=general]")).to_contain_text("2 damage")
    # Then two of crimson's step in the way together.
    crimson.says("pass")
    for blocker in ("bastion", "brax-the-strong"):
        assert crimson.visitor.is_asked()
        number = crimson.visitor.number
        crimson.takes(blocker)
        crimson.visitor.waits_after(number)
    gang = cobalt.page.locator(".card", has_text="blocks Old General")
    expect(gang).to_have_count(2)
    crimson.says("next")
    cobalt.says("pass")
    crimson.says("pass")
    # Cobalt divides its damage among the gang; all blows fall at once.
    assert cobalt.visitor.is_asked()
    expect(cobalt.page.locator(".ask")).to_contain_text("Divide 5 damage of Old General")
    cobalt.page.get_by_role("button", name="4 to Brax the Strong (destroyed), 1 to Bastion").click()
    expect(cobalt.page.get_by_label("Cards of crimson")).not_to_contain_text("Brax the Strong")
    expect(cobalt.page.get_by_label("Your cards")).not_to_contain_text("Old General")
    # Whatever came to crimson's window, what cobalt still has in hand was not in it, nor the other way round.
    assert len(crimson.heard) > 5 and "Saboteur" in "".join(crimson.heard)
    for window, secrets in ((crimson, SECRETS["cobalt"]), (cobalt, SECRETS["crimson"])):
        heard = "".join(window.heard)
        assert not [secret for secret in secrets if secret in heard]


def test_a_phone_shows_a_table_of_four_without_scrolling_sideways(
    browser: Browser, table: Table
) -> None:
    links = table.begin("", *PEOPLE, position=position(four()))["links"]
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        window = Window(visitor, links[0])
        assert visitor.is_asked()
        assert not visitor.overflow()
        expect(window.page.get_by_label("Your cards")).to_contain_text("Meteor Strike")
        assert not visitor.violations()
