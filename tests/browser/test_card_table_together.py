"""Attackers are chosen together, aimed at one opponent, and sent by one button: by mouse, keyboard and touch."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Page, expect

from tests.browser.robot_empire_tables import COBALT, four
from tests.browser.test_card_table import card, sits
from tests.browser.visitor import PHONE, Visitor
from tests.games.robot_empire.table import Game
from tests.server.table import Table

ATTACKERS = ("general", "iron-duelist")
ME = ("person", "random", "random", "random")


def attacking() -> Game:
    """Cobalt says who attacks; two of its Robots are ready."""
    units = [unit.replace(" recharging", "") for unit in COBALT["units"]]
    return four(phase="attackers", cobalt={**COBALT, "units": units})


def is_sent(visitor: Visitor, number: str) -> None:
    """Both attacks on jade are in the log, and nothing more is asked about attackers."""
    visitor.waits_after(number)
    log = visitor.page.locator(".log")
    for name in ("Old General", "Iron Duelist"):
        expect(log).to_contain_text(re.compile(f"{name} attacks jade", re.I))
    expect(visitor.page.locator("header [aria-current=step]")).not_to_have_text("Attack")


def is_planned(page: Page) -> None:
    """Both lines end at jade, and the plate there has their sum: 5 and 3 against 9 coins."""
    for name in ATTACKERS:
        expect(page.locator(f"[data-link='{name} front-jade']")).to_have_count(1)
    expect(page.get_by_label("Cards of jade")).to_contain_text("2 attack: 8 of 9 if nobody blocks")


def test_by_mouse(visitor: Visitor) -> None:
    page = sits(visitor, attacking(), 0, ME)
    number = visitor.number
    for name in ATTACKERS:
        card(page, name).click()
    page.locator("[data-zone=front-jade] .into").click()
    is_planned(page)
    ends = page.locator("[data-link$='front-jade'] .head").evaluate_all(
        "nodes => nodes.map((node) => Math.round(node.getBoundingClientRect().x / 12))"
    )
    assert len({*ends}) == 1, "they meet"
    # A second click takes one out again; nothing has been sent yet.
    card(page, "general").click()
    expect(page.get_by_label("Cards of jade")).to_contain_text("1 attack: 3 of 9")
    visitor.pauses()
    card(page, "general").click()
    is_planned(page)
    assert visitor.number == number
    page.get_by_role("button", name="Attack with these two").click()
    is_sent(visitor, number)


def test_by_keyboard(visitor: Visitor) -> None:
    page = sits(visitor, attacking(), 0, ME)
    number = visitor.number
    for thing in (
        *(f".zones [data-card={name}]" for name in ATTACKERS),
        "[data-zone=front-jade] .into",
    ):
        page.locator(thing).focus()
        page.keyboard.press("Enter")
    is_planned(page)
    page.keyboard.press("Escape")
    expect(page.locator("[data-link$='front-jade']")).to_have_count(0)
    # The opponent chosen last is remembered.
    for name in ATTACKERS:
        card(page, name).focus()
        page.keyboard.press("Enter")
    is_planned(page)
    page.locator("[data-send]").focus()
    page.keyboard.press("Enter")
    is_sent(visitor, number)


def test_by_touch(browser: Browser, table: Table) -> None:
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        page = sits(visitor, attacking(), 0, ME)
        number = visitor.number
        page.get_by_role("button", name="Show the cards of").nth(1).tap()
        for name in ATTACKERS:
            card(page, name).tap()
        page.locator("[data-zone=front-jade] .into").tap()
        is_planned(page)
        assert not visitor.overflow()
        page.locator("[data-send]").tap()
        is_sent(visitor, number)
