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
SEED = "9"
TURN = 3
LIGHTS = """() => [...document.querySelectorAll('g.cell.lit .dot')].map((dot) => {
  const { x, y, width, height } = dot.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""

HIDES = """() => {
  const card = document.querySelector("aside.beside")?.getBoundingClientRect();
  if (!card) return 0;
  const shared = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const across = Math.min(right, card.right) - Math.max(left, card.left);
    return Math.max(0, across) * Math.max(0, Math.min(bottom, card.bottom) - Math.max(top, card.top));
  };
  const seen = document.querySelectorAll(".board :is(.unit, .solid, .reach-area, .tag, .way, .aimed)");
  return [...seen].reduce((sum, one) => sum + shared(one), 0);
}"""
"""How much the card beside the point hides of what the picture is about."""
FARTHEST = 8


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
    """Select whoever can get to where an enemy is in reach, and point there: where least is hidden."""
    page = visitor.page
    found: list[tuple[float, int, tuple[float, float]]] = []
    for number in range(page.locator(".ask .actor").count()):
        page.locator(".ask .actor").nth(number).click()
        page.wait_for_timeout(300)
        for at in farthest_first(visitor)[:FARTHEST]:
            points(visitor, at)
            if page.locator(".aimed").count():
                found.append((page.evaluate(HIDES), number, at))
        page.keyboard.press("Escape")
    _, number, at = min(found, key=lambda each: each[0])
    page.locator(".ask .actor").nth(number).click()
    page.wait_for_timeout(300)
    points(visitor, at)
    page.wait_for_timeout(400)


def points(visitor: Visitor, at: tuple[float, float]) -> None:
    """Where somebody is pointed at by a mouse that moves, and what is asked comes back."""
    visitor.page.mouse.move(at[0] - 1, at[1])
    visitor.page.mouse.move(*at)
    visitor.page.wait_for_timeout(500)


def farthest_first(visitor: Visitor) -> list[tuple[float, float]]:
    """Where places are suggested on the screen, those farthest from whoever is selected first."""
    box = visitor.page.locator("g.token[aria-label*=', selected'] .focus").bounding_box()
    assert box is not None
    lights = [(x, y) for x, y in visitor.page.evaluate(LIGHTS)]
    return sorted(lights, key=lambda at: -hypot(at[0] - box["x"], at[1] - box["y"]))
