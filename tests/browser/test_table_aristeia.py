"""Aristeia! at a browser's table: a Round by clicking, plans nobody else can read, dice that tell their story."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, WebSocket, expect

from tests.browser import aristeia_scenes
from tests.browser.visitor import PHONE, SMALL, Visitor
from tests.server.table import Table, opened

A_ROUND = 60.0
"""So many seconds at most for a whole Round."""


def lays_the_order(visitor: Visitor) -> None:
    """One Initiative card after the other, the second one first."""
    page = visitor.page
    page.locator("[data-card^='green-'].can").nth(1).click()
    while page.locator("[data-pick]").count():
        page.locator("[data-pick]").first.click()
    page.locator(".ask [data-option^=order]").click()


def answers(visitor: Visitor) -> None:
    """Attack or act if there is anything to do it to, else walk towards the middle, else let it be."""
    page, number = visitor.page, visitor.number
    if page.locator("[data-pick]").count():
        lays_the_order(visitor)
        visitor.waits_after(number)
        return
    actors = page.locator(".ask .actor")
    if actors.count():
        actors.first.click()
    acts = page.locator(".ask [data-option^=perform]")
    lit = page.locator("g.cell.lit")
    if acts.count():
        acts.last.click()
    elif lit.count():
        visitor.has_read()
        lit.nth(lit.count() // 2).click()
    else:
        page.locator(".ask [data-option]").first.click()
    visitor.waits_after(number)


@pytest.mark.long
def test_a_whole_round_against_the_rookie_by_clicking(visitor: Visitor, patience: float) -> None:
    page = visitor.page
    visitor.begins("aristeia", "person", "rookie", seed="5")
    began = time.monotonic()
    asked: list[str] = []
    headline = page.locator("header .headline")
    while visitor.is_asked() and not headline.inner_text().startswith("Round 2"):
        assert time.monotonic() - began < A_ROUND * patience, asked
        asked.append(page.locator(".ask h1.what").inner_text())
        answers(visitor)
    told = " ".join(asked)
    for what in ("starting hand", "zone does your team start", "which order", "activates first"):
        assert what in told, asked
    assert sum("Scoring Zone" in what or "Displace" in what for what in asked), asked
    expect(page.locator(".log")).to_contain_text("Round 2")
    assert not visitor.violations()


def test_a_plan_is_not_in_the_page_of_the_other_seat(browser: Browser, tmp_path: Path) -> None:
    """ARISTEIA.PLANNING.ORDER: two windows, each with its seat; what green lays stays with green."""
    with (
        opened(tmp_path / "data", "--lan") as table,
        Visitor.arrives(browser, table) as green,
        Visitor.arrives(browser, table) as orange,
    ):
        heard: list[str] = []

        def listens(socket: WebSocket) -> None:
            socket.on("framereceived", lambda text: heard.append(str(text)))

        orange.page.on("websocket", listens)
        options = {"first-game": "yes"}
        # However slow the machine, nobody is answered for.
        waits = {"reaction_seconds": 0, "turn_seconds": 0}
        card = table.begin("aristeia", "person", "guest", options=options, **waits)
        match, link = card["id"], card["links"][1]
        green.sits_down(match)
        orange.page.goto(f"{table.address}/?{link.partition('/?')[2]}")
        orange.page.wait_for_selector(".table")
        expect(green.page.locator("[data-pick]")).to_have_count(4)
        own = green.page.get_by_label("Your cards")
        expect(own.locator(".plan .card:not(.back)")).to_have_count(4)
        number = len(heard)
        lays_the_order(green)
        expect(green.page.locator(".ask")).to_contain_text("You have answered")
        expect(orange.page.locator(".ask")).to_contain_text("Already answered: Green")
        # Nothing that came over the line since, nor anything in the page, tells the order.
        for text in heard[number:]:
            assert not plans_of_green(json.loads(text)), text
        assert not re.search(r"order \[?(hexx3r|maximus|parvati|lunah)", orange.page.content())
        lays_any_order(orange)
        # Both may interrupt before the reveal; the cards lie in order for green, and for nobody else.
        green.page.locator(".ask [data-option=pass]").click()
        expect(own.locator(".plan")).to_have_count(0)
        order = green.page.locator("section.order .runner.green em")
        expect(order).to_have_text(["hEXx3r", "Maximus", "Parvati", "Lunah"])
        expect(green.page.locator("section.order .runner .unknown")).to_have_count(4)
        assert not [card for text in heard for card in plans_of_green(json.loads(text))]
        orange.page.locator(".ask [data-option=pass]").click()
        expect(orange.page.locator("header .headline")).to_contain_text("Turn 1")
        told = [card for text in heard for card in plans_of_green(json.loads(text))]
        assert "hexx3r" in told, "the first card is open now"
        assert not {"maximus", "parvati", "lunah"} & {*told}, told


def lays_any_order(visitor: Visitor) -> None:
    page = visitor.page
    while page.locator("[data-pick]").count():
        page.locator("[data-pick]").first.click()
    page.locator(".ask [data-option^=order]").click()


def plans_of_green(message: dict[str, Any]) -> list[str]:
    """The faces in green's Running Order, as a message has them."""
    zones = (message.get("scene") or {}).get("zones", ())
    cards = [card for zone in zones if zone["id"] == "green-order" for card in zone["cards"]]
    return [card["card"] for card in cards if card["card"]]


def test_dice_show_what_was_spent_and_what_comes_of_it(visitor: Visitor) -> None:
    """ARISTEIA.SWITCH.PAY: symbols that are gone are struck out, in order, with their rules."""
    page = visitor.page
    visitor.sits_down(aristeia_scenes.begun(visitor.table, "roll"))
    visitor.is_asked()
    dice = page.get_by_label("Dice on the table")
    expect(dice.locator(".group")).to_have_count(2)
    assert dice.locator(".symbol.spent").count() > 0
    expect(dice.locator(".legend")).to_contain_text("success")
    expect(dice).to_contain_text(re.compile("spends .*: "))
    expect(dice).to_contain_text("As it stands")
    switch = page.locator(".ask [data-option^=activate]").first
    expect(switch.locator(".price")).not_to_be_empty()
    assert not visitor.violations()
    number = visitor.number
    switch.click()
    visitor.waits_after(number)
    # It stands in the log from now on, whatever it has led to.
    expect(page.locator(".log")).to_contain_text(re.compile("spends .*: "))


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_infirmary_states_and_odds_can_be_seen_on_a_phone_too(
    browser: Browser, table: Table, size: dict[str, int]
) -> None:
    with Visitor.arrives(browser, table, size=size, touch=True, theme="light") as visitor:
        page = visitor.page
        visitor.sits_down(aristeia_scenes.begun(table, "infirmary"))
        visitor.is_asked()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not visitor.violations()
        # A board of so many places is seen close enough that a finger finds a hex; the whole is a tap away.
        width = "document.querySelector('g.cell .ground').getBoundingClientRect().width"
        close = page.evaluate(width)
        page.get_by_role("button", name="Zoom to the action").tap()
        assert close >= 28 > page.evaluate(width)
        page.get_by_role("button", name="Units").click()
        expect(page.locator(".units")).to_contain_text(re.compile("Infirmary|Bench"))
        expect(page.locator(".units")).to_contain_text(re.compile(r"\((red|blue)\)"))


def test_what_was_picked_stays_when_the_other_answers_first(
    browser: Browser, tmp_path: Path
) -> None:
    with opened(tmp_path / "data", "--lan") as table, Visitor.arrives(browser, table) as visitor:
        page = visitor.page
        transcript = aristeia_scenes.moment("planning")
        match = table.begin("aristeia", "person", "guest", transcript=transcript)
        visitor.sits_down(match["id"])
        page.locator("[data-pick]").first.wait_for()
        for _ in range(2):
            page.locator("[data-pick]").last.click()
        picked = page.locator(".picked li").all_inner_texts()
        assert len(picked) == 2
        number = visitor.number
        token = match["links"][1].partition("token=")[2].partition("#")[0]
        with table.page(match["id"], 1, token=token) as other:
            other.until_asked()
            other.answer()
            visitor.waits_after(number)
            expect(page.locator(".ask .note")).to_contain_text("Orange")
        assert page.locator(".picked li").all_inner_texts() == picked


def test_what_is_pointed_at_stays_where_it_is(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sits_down(aristeia_scenes.begun(visitor.table, "infirmary"))
    visitor.is_asked()
    option = page.locator(".ask [data-option^=perform]").first
    option.scroll_into_view_if_needed()
    before = option.bounding_box()
    option.hover()
    expect(page.locator("header")).to_contain_text("this spends")
    page.wait_for_timeout(300)
    assert option.bounding_box() == before
