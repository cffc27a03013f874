"""Pictures of A.E.G.I.S. in inches: where a robot could go, and whom it could hit from there."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

from playwright.sync_api import Browser

from gattai import games
from gattai.kernel.record import Record
from tests.browser.scenes import played_by_bots
from tests.browser.visitor import PHONE, WIDE, Visitor
from tests.server.table import Table

Take = Callable[[Visitor, str], None]
SEED = "8"
TURN = 3
LIGHTS = """() => [...document.querySelectorAll('g.cell.lit .dot')].map((dot) => {
  const { x, y, width, height } = dot.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""


def inches(browser: Browser, table: Table, take: Take) -> None:
    """A few turns old, on a wide screen and on a phone."""
    text = fought()
    for name, size in (("inches", WIDE), ("inches-phone", PHONE)):
        with Visitor.arrives(browser, table, size=size) as visitor:
            match = table.begin("aegis", "person", "rookie", transcript=text)["id"]
            visitor.sits_down(match)
            visitor.is_asked()
            points_where_somebody_is_hit(visitor)
            take(visitor, name)


def fought() -> str:
    """A battle on a table that red is to go on with."""
    rules = games.load("aegis")
    options = {"field": "table-24x24"}
    players, dice = ("person", "rookie"), f"seeded {SEED}"
    record: Record[Any] = Record(rules, options=options, players=players, dice=dice)
    for question in played_by_bots(record, ("greedy", "greedy"), SEED):
        state = record.position.state
        if question.seat == 0 and state.phase == "acting" and state.turn_count >= TURN:
            break
    return record.transcript().text()


def points_where_somebody_is_hit(visitor: Visitor) -> None:
    """Select whoever can get to where an enemy is in reach, and point there."""
    page = visitor.page
    names = page.locator(".ask .actor b").all_inner_texts()
    for number in range(len(names)):
        page.locator(".ask .actor").nth(number).click()
        page.wait_for_timeout(300)
        for x, y in farthest_first(visitor):
            page.mouse.move(x - 1, y)
            page.mouse.move(x, y)
            page.wait_for_timeout(500)
            if page.locator(".aimed").count():
                page.wait_for_timeout(400)
                return
        page.keyboard.press("Escape")
    raise AssertionError("nobody can get at anybody")


def farthest_first(visitor: Visitor) -> list[tuple[float, float]]:
    """Where places are suggested on the screen, those farthest from whoever is selected first."""
    box = visitor.page.locator("g.token[aria-label*=', selected'] .focus").bounding_box()
    assert box is not None
    lights = [(x, y) for x, y in visitor.page.evaluate(LIGHTS)]
    return sorted(lights, key=lambda at: -hypot(at[0] - box["x"], at[1] - box["y"]))
