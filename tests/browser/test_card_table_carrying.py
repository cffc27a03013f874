"""Cards carried over the table, with the mouse and with a finger; and a whole turn by keyboard alone."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, CDPSession, Locator, Page, expect

from tests.browser.robot_empire_tables import four, position
from tests.browser.visitor import SMALL_PHONE, Visitor
from tests.server.table import Table

AT_THE_TABLE = ("person", "random", "random", "random")
COME_TO_REST = """async () => {
  const main = document.querySelector('main');
  for (let was = -1, same = 0; same < 4; ) {
    same = main.scrollTop === was ? same + 1 : 0;
    was = main.scrollTop;
    await new Promise((next) => setTimeout(next, 100));
  }
}"""
"""A swipe goes on scrolling for a while."""


def sits(visitor: Visitor, **more: object) -> Page:
    """Cobalt's turn at a table of four, with cards of every kind in hand."""
    begun = visitor.table.begin("", *AT_THE_TABLE, position=position(four(**more)), seed="1")
    visitor.sits_down(begun["id"])
    assert visitor.is_asked()
    return visitor.page


def card(page: Page, name: str) -> Locator:
    return page.locator(f".zones [data-card='{name}']")


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 40)


def carries(visitor: Visitor, thing: Locator, onto: Locator, *, lets_go: bool = True) -> None:
    """Press on a card, pull it there, and let go."""
    mouse = visitor.page.mouse
    thing.scroll_into_view_if_needed()
    mouse.move(*middle(thing))
    mouse.down()
    x, y = middle(thing)
    mouse.move(x + 12, y + 12)
    # What lights up may have moved things a little.
    mouse.move(*middle(onto), steps=4)
    if lets_go:
        mouse.up()


class Finger:
    """A finger on a touch screen; Playwright itself can only tap."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def does(self, what: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        self.session.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})


def test_a_card_is_carried_from_the_hand_onto_what_it_goes_into(visitor: Visitor) -> None:
    page = sits(visitor)
    number = visitor.number
    carries(visitor, card(page, "rocket"), card(page, "general"), lets_go=False)
    # Before one lets go it is said what would come of it, and everything it could go onto is lit.
    expect(page.locator("div.carried")).to_contain_text("Install Rocket in Old General, 3 coins")
    assert page.locator(".zones .card.can").count() == 3
    page.mouse.up()
    visitor.waits_after(number)
    expect(page.locator("div.carried")).to_have_count(0)
    expect(card(page, "general")).to_contain_text("range 2")
    expect(page.locator(".log")).to_contain_text("Rocket")


def test_a_card_is_carried_onto_the_table_and_against_a_player(visitor: Visitor) -> None:
    page = sits(visitor)
    number = visitor.number
    carries(visitor, card(page, "volt-runner"), page.locator("[data-zone=front-cobalt] h3"))
    visitor.waits_after(number)
    assert visitor.is_asked()
    expect(page.locator("[data-zone=front-cobalt]")).to_contain_text("Volt Runner")
    for _ in range(2):  # on to moon mining, and to the attackers
        number = visitor.number
        page.locator(".ask [data-option=next]").click()
        visitor.means_it()
        visitor.waits_after(number)
        assert visitor.is_asked()
    number = visitor.number
    # Anywhere on crimson's side is against crimson.
    carries(visitor, card(page, "general"), page.get_by_label("Cards of crimson").locator("h2"))
    expect(page.locator("[data-link='general front-crimson']")).to_have_count(1)
    assert visitor.number == number, "others may join before it is sent"
    visitor.pauses()
    page.locator("[data-send]").click()
    visitor.waits_after(number)
    expect(page.locator(".log")).to_contain_text("Old General attacks crimson")


def test_a_card_that_is_let_go_of_where_it_cannot_be_is_put_back(visitor: Visitor) -> None:
    page = sits(visitor)
    number = visitor.number
    for wrong in (
        card(page, "bastion"),
        page.locator("[data-zone=hand-cobalt] h3"),
        page.locator("header"),
    ):
        carries(visitor, card(page, "rocket"), wrong)
        expect(page.locator("div.carried, .card.taken, .card.carried")).to_have_count(0)
    # Escape puts it back as well, and letting go after that is nothing.
    carries(visitor, card(page, "rocket"), card(page, "general"), lets_go=False)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator("div.carried, .card.taken")).to_have_count(0)
    assert visitor.number == number
    # A press without a pull is a click, as ever.
    card(page, "rocket").click()
    expect(card(page, "rocket")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".here [data-option]")).to_have_count(3)


def test_a_finger_carries_after_a_moment_and_scrolls_at_once(
    browser: Browser, table: Table
) -> None:
    with Visitor.arrives(browser, table, size=SMALL_PHONE, touch=True) as visitor:
        page = sits(visitor)
        finger, number = Finger(page), visitor.number
        main = page.locator("main")
        card(page, "rocket").scroll_into_view_if_needed()
        x, y = middle(card(page, "rocket"))
        # A swipe over a card scrolls the table and takes nothing up.
        before = main.evaluate("node => node.scrollTop")
        finger.does("touchStart", (x, y))
        for step in range(1, 7):
            finger.does("touchMove", (x, y - 20 * step))
        finger.does("touchEnd")
        page.wait_for_function(
            "was => document.querySelector('main').scrollTop !== was", arg=before
        )
        expect(page.locator("div.carried, .card.taken")).to_have_count(0)
        # A finger that rests takes the card with it, and the table stays where it is ...
        page.evaluate(COME_TO_REST)
        card(page, "rocket").evaluate("node => node.scrollIntoView({ block: 'center' })")
        page.evaluate(COME_TO_REST)
        x, y = middle(card(page, "rocket"))
        before = main.evaluate("node => node.scrollTop")
        finger.does("touchStart", (x, y))
        expect(page.locator("div.carried")).to_contain_text("Rocket")
        finger.does("touchMove", (x + 30, y))
        assert main.evaluate("node => node.scrollTop") == before
        # ... until it is held at the edge: there the table comes to meet it.
        top = (main.bounding_box() or {"y": 0.0})["y"]
        finger.does("touchMove", (x, top + 12))
        page.wait_for_function("() => document.querySelector('main').scrollTop === 0")
        onto = middle(card(page, "general"))
        finger.does("touchMove", onto)
        expect(page.locator("div.carried")).to_contain_text("Install Rocket in Old General")
        finger.does("touchEnd")
        visitor.waits_after(number)
        expect(card(page, "general")).to_contain_text("range 2")


def test_a_whole_turn_by_keyboard_alone(visitor: Visitor) -> None:
    """From the first card to the next player's turn: no mouse, and the keyboard never loses its place."""
    page = sits(visitor)
    keys = page.keyboard
    # The first card that can be played; arrows go to its neighbours and back.
    keys.press("n")
    first = visitor.focused.get_attribute("data-card")
    keys.press("ArrowRight")
    assert visitor.focused.get_attribute("data-card") not in (None, first)
    keys.press("ArrowLeft")
    assert visitor.focused.get_attribute("data-card") == first
    walks_to(visitor, "rocket")
    keys.press("Enter")
    # Several it could go into: the keyboard stands in their list.
    expect(visitor.focused).to_have_attribute("data-option", "install rocket general")
    keys.press("Escape")
    expect(visitor.focused).to_have_attribute("data-card", "rocket")
    keys.press("Enter")
    expect(visitor.focused).to_have_attribute("data-option", re.compile("install"))
    answers(visitor, "Enter")
    expect(card(page, "general")).to_contain_text("range 2")
    # A card that does a single thing does it at once; afterwards the keyboard is on a card again.
    walks_to(visitor, "titan-torso")
    answers(visitor, "Enter")
    expect(page.get_by_label("Your cards")).to_contain_text("Titan Torso on Tread Base")
    expect(visitor.focused).to_have_attribute("data-card", re.compile("."))
    # On, by the number of the button, until it is somebody else's turn.
    for _ in range(30):
        what = page.locator(".ask h1.what").inner_text()
        if (
            what.startswith("Say who attacks")
            and not page.locator(".zones", has_text="attacks jade").count()
        ):
            walks_to(visitor, "general")
            keys.press("Enter")
            page.locator("[data-zone=front-jade] .into").focus()
            keys.press("Enter")
            expect(page.locator("[data-link='general front-jade']")).to_have_count(1)
            page.locator("[data-send]").focus()
            answers(visitor, "Enter")
            assert visitor.is_asked()
            continue
        answers(visitor, number_of(page))
        if "Cobalt" not in page.locator("header .where b").inner_text() and not yours(page):
            break
        if not visitor.is_asked():
            break
    expect(page.locator(".log")).to_contain_text("jade")
    assert not yours(page), "the turn has gone on to another player"


def yours(page: Page) -> bool:
    return page.locator("header .where b").inner_text() == "Your turn"


def walks_to(visitor: Visitor, name: str) -> None:
    """From card to card with n until it is this one."""
    for _ in range(30):
        if visitor.focused.count() and visitor.focused.get_attribute("data-card") == name:
            return
        visitor.page.keyboard.press("n")
    raise AssertionError(f"{name} was not reached")


def number_of(page: Page) -> str:
    """The key of the button that goes on, or of the first one."""
    going_on = page.locator(".ask [data-option=next] kbd, .ask [data-option=pass] kbd")
    return (
        going_on if going_on.count() else page.locator(".ask [data-option] kbd")
    ).first.inner_text()


def answers(visitor: Visitor, key: str) -> None:
    number = visitor.number
    visitor.page.keyboard.press(key)
    visitor.waits_after(number)
