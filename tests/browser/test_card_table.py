"""A table of cards as people see it: who fights whom, what would come of it, and what is thrown away."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

import itertools

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.robot_empire_tables import COBALT, four, position
from tests.browser.visitor import PHONE, Visitor
from tests.games.robot_empire.table import Game
from tests.server.table import Table

SMALL = {"width": 360, "height": 640}
AT_THE_TABLE = ("random", "person", "random", "random")
BOXES = "nodes => nodes.map((node) => { const box = node.getBoundingClientRect(); return [box.x, box.y]; })"


def attacked() -> Game:
    """Cobalt attacks crimson with its Old General, which has 2 damage; crimson is asked who blocks."""
    game = four().do(".. attackers", "attack general crimson", "next", "cobalt: pass")
    game.do("crimson: spring saboteur general", "cobalt: pass", "cobalt: pass", "crimson: pass")
    return game


def sits(visitor: Visitor, game: Game, seat: int = 1, players: Any = AT_THE_TABLE) -> Page:
    begun = visitor.table.begin("", *players, position=position(game), seed="1")
    visitor.sits_down(begun["id"], seat)
    assert visitor.is_asked()
    return visitor.page


def card(page: Page, name: str) -> Locator:
    return page.locator(f".zones [data-card='{name}']")


def answers(visitor: Visitor, thing: Locator) -> None:
    number = visitor.number
    thing.click()
    visitor.waits_after(number)
    assert visitor.is_asked()


def test_lines_join_an_attack_to_whom_it_is_on_and_then_to_who_blocks_it(visitor: Visitor) -> None:
    page = sits(visitor, attacked())
    expect(page.locator("header [aria-current=step]")).to_have_text("Block")
    expect(page.locator("[data-link='general front-crimson']")).to_have_count(1)
    answers(visitor, card(page, "bastion"))
    answers(visitor, card(page, "brax-the-strong"))
    expect(
        page.locator("[data-link='general bastion'], [data-link='general brax-the-strong']")
    ).to_have_count(2)
    expect(page.locator("[data-link='general front-crimson']")).to_have_count(0)
    # The line ends where the blocker lies.
    line = page.locator("[data-link='general bastion'] .head").bounding_box()
    blocker = card(page, "bastion").bounding_box()
    assert line is not None and blocker is not None
    assert blocker["x"] < line["x"] + line["width"] / 2 < blocker["x"] + blocker["width"]


def test_what_a_block_would_lead_to_is_shown_before_it_is_said(visitor: Visitor) -> None:
    page = sits(visitor, attacked())
    outlook = page.get_by_label(re.compile("If nothing changes|If you do this"))
    expect(outlook).to_contain_text("Crimson's Battery")
    expect(outlook).to_contain_text("7 left")
    number = visitor.number
    card(page, "brax-the-strong").hover()
    expect(outlook).to_have_accessible_name("If you do this")
    expect(outlook.locator("tr", has_text="Old General")).to_contain_text("falls")
    expect(outlook.locator("tr", has_text="Brax the Strong")).to_contain_text("falls")
    assert visitor.number == number


def test_throwing_a_card_away_takes_two_steps_and_does_not_look_like_playing_it(
    visitor: Visitor,
) -> None:
    page = sits(visitor, four(phase="discard"), 0, ("person", "random", "random", "random"))
    number = visitor.number
    expect(card(page, "rocket")).to_have_class(re.compile("leaves"))
    expect(card(page, "rocket")).to_contain_text("would be discarded")
    card(page, "rocket").click()
    # One click has done nothing: it is asked, with a verb and a sign of its own.
    expect(page.locator(".here .gives-up")).to_contain_text("Discard Rocket")
    assert visitor.number == number
    page.keyboard.press("Escape")
    # Carried onto the pile it is thrown away at once; onto one's own side it is not.
    pull(page, card(page, "rocket"), page.locator("[data-zone=front-cobalt] h3"))
    assert visitor.number == number
    pull(page, card(page, "rocket"), page.locator("[data-zone=pile]"))
    visitor.waits_after(number)
    expect(page.locator("[data-zone=pile]")).to_contain_text("Rocket")


def pull(page: Page, thing: Locator, onto: Locator) -> None:
    """Press on a card, pull it there, let go."""
    for place, step in ((thing, page.mouse.down), (onto, page.mouse.up)):
        box = place.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + min(40, box["height"] / 2), steps=4)
        step()


def test_a_card_is_opened_large_by_the_other_button_and_by_a_key(visitor: Visitor) -> None:
    page = sits(visitor, attacked())
    card(page, "coin-mint").first.click(button="right")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Coin Mint")
    page.keyboard.press("Escape")
    # Closed is not yet gone, and what goes takes the next one with it.
    expect(page.locator("dialog[aria-label*='Coin Mint']")).to_have_count(0)
    card(page, "stone-ogre").focus()
    expect(card(page, "stone-ogre")).to_be_focused()
    page.keyboard.press("i")
    expect(dialog).to_contain_text("Stone Ogre")
    assert not visitor.violations()


OUTSIDE = """cards => cards.flatMap((card) => {
  const frame = card.getBoundingClientRect();
  return [...card.querySelectorAll(".cost, .attack, .defense, .hurt")].filter((figure) => {
    const box = figure.getBoundingClientRect();
    return box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom;
  }).map((figure) => card.dataset.card + " " + figure.className);
})"""
"""The figures of cards that reach over their frames."""


def gaps(page: Page, within: str) -> list[float]:
    """The room between neighbouring cards as a share of their width; less than 0 where they overlap."""
    boxes = page.locator(f"{within} .card").evaluate_all(
        "nodes => nodes.map((node) => { const box = node.getBoundingClientRect(); return [box.left, box.right, box.width]; })"
    )
    return [(after[0] - before[1]) / after[2] for before, after in itertools.pairwise(boxes)]


@pytest.mark.parametrize(("count", "least"), [(7, 0.0), (10, 0.0), (16, -0.5)])
def test_cards_never_collide_and_overlap_by_half_at_most(
    visitor: Visitor, count: int, least: float
) -> None:
    given = {**COBALT, "hand": [*COBALT["hand"], *["rivet-pup"] * (count - len(COBALT["hand"]))]}
    page = sits(visitor, four(cobalt=given), 0, ("person", "random", "random", "random"))
    expect(page.locator(".hand .card")).to_have_count(count)
    assert page.locator(".zones .card").evaluate_all(OUTSIDE) == []
    assert min(gaps(page, ".hand")) >= least - 0.01
    assert min(gaps(page, ".near .laid")) > 0
    for name in ("crimson", "jade", "amber"):
        theirs = page.get_by_label(f"Cards of {name}")
        assert min(gaps(page, f"[aria-label='Cards of {name}']")) > 0
        # Every opponent is complete.
        frame = theirs.bounding_box()
        assert frame is not None and frame["x"] >= 0
        for box in theirs.locator(".card").evaluate_all(
            "nodes => nodes.map((node) => node.getBoundingClientRect().right)"
        ):
            assert box <= frame["x"] + frame["width"]


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small phone"])
def test_a_phone_shows_the_opponents_and_moves_nothing_between_two_touches(
    browser: Browser, table: Table, size: dict[str, int]
) -> None:
    with Visitor.arrives(browser, table, size=size, touch=True) as visitor:
        page = sits(visitor, attacked())
        assert not visitor.overflow()
        # Whoever attacks is in sight, the others are named with what they have left.
        expect(card(page, "general")).to_be_in_viewport()
        expect(page.get_by_label("Cards of jade")).to_contain_text("Jade")
        expect(card(page, "coin-mint-2")).to_be_hidden()
        page.get_by_role("button", name="Show the cards of").first.tap()
        expect(card(page, "general")).to_be_hidden()
        page.get_by_role("button", name="Show the cards of").last.tap()
        # The first touch shows, the second does it, and in between everything lies where it lay.
        cards = page.locator(".zones .card:visible, .ask")
        before, number = cards.evaluate_all(BOXES), visitor.number
        card(page, "bastion").tap()
        expect(page.locator(".here, .outlook").first).to_be_visible()
        after = cards.evaluate_all(BOXES)
        for _ in range(30):  # what is pressed gives way by a pixel for as long as it is
            if after == before:
                break
            page.wait_for_timeout(100)
            after = cards.evaluate_all(BOXES)
        assert visitor.number == number
        assert after == before
        visitor.pauses()
        card(page, "bastion").tap()
        visitor.waits_after(number)
        small = page.locator(".zones .card.can, header button, .ask .option").evaluate_all(
            "nodes => nodes.map((node) => node.getBoundingClientRect())"
            ".filter((box) => box.width && (box.width < 44 || box.height < 44)).length"
        )
        assert small == 0
        assert not visitor.violations()
