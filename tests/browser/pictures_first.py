"""Pictures of what comes before, between and after games: first steps, lists, rules, coach, analysis and lab."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser

import gattai
from tests.browser.visitor import PHONE, WIDE, Visitor
from tests.server.table import Table


def first_minutes(browser: Browser, table: Table, take: Callable[[Visitor, str], None]) -> None:
    with Visitor.arrives(browser, table, size=WIDE, goals="") as visitor:
        visitor.begins("aegis", "person", "rookie", seed="goal")
        card = visitor.page.get_by_role("dialog")
        card.locator("li").nth(2).wait_for()
        take(visitor, "goal-card")
        card.get_by_role("button", name="I know the game").click()
        visitor.page.get_by_role("region", name="Your first minutes").wait_for()
        visitor.is_asked()
        take(visitor, "first-minute")


def builder(browser: Browser, table: Table, take: Callable[[Visitor, str], None]) -> None:
    with Visitor.arrives(browser, table, size=WIDE) as visitor:
        for game, name in (("aegis", "builder-squad"), ("robot-empire", "builder-deck")):
            _opens_list(visitor, game)
            take(visitor, name)
        _opens_list(visitor, "mechastellar")
        take(visitor, "builder")
        visitor.page.get_by_role("button", name="Print").click()
        visitor.page.wait_for_selector(".print")
        take(visitor, "builder-print")
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        _opens_list(visitor, "mechastellar")
        take(visitor, "builder-phone")


def rules(browser: Browser, table: Table, take: Callable[[Visitor, str], None]) -> None:
    with Visitor.arrives(browser, table, size=WIDE) as visitor:
        visitor.goes_to("/rules/aegis")
        visitor.page.get_by_role("searchbox").fill("why can't I shoot")
        visitor.page.wait_for_selector("article.answers")
        take(visitor, "rules-reader")


HIDE_TOYS = """() => {
  for (const one of document.querySelectorAll('header nav a'))
    if (/parley|ridge|salon/.test(one.hash)) one.remove();
}"""


def thinking(browser: Browser, table: Table, take: Callable[[Visitor, str], None]) -> None:
    for size, name in ((WIDE, "coach"), (PHONE, "coach-phone")):
        with Visitor.arrives(browser, table, size=size, touch=size is PHONE) as visitor:
            visitor.stands_off()
            visitor.page.locator(".ask-coach").click()
            visitor.is_advised()
            take(visitor, name)
    with Visitor.arrives(browser, table, size=WIDE) as visitor:
        _analyses(visitor)
        take(visitor, "analysis")
    with Visitor.arrives(browser, table, size=WIDE) as visitor:
        _studies(visitor)
        visitor.page.evaluate(HIDE_TOYS)
        take(visitor, "lab")
        visitor.page.get_by_role("button", name="Stop").click()


def _analyses(visitor: Visitor) -> None:
    """Play another answer in place of one in the middle of a game, and write a note."""
    match = gattai.game("aegis").begin(seed=3)
    match.play_out("greedy:closely=3", until=lambda match: match.number > 70)
    made = visitor.table.begin("aegis", transcript=match.at(64).text(), analysis=True)
    visitor.sits_down(made["id"])
    page = visitor.page
    for _ in range(4):
        visitor.is_asked()
        visitor.clicks_on()
    for _ in range(3):
        page.get_by_role("button", name="One step back").click()
        visitor.is_asked()
    visitor.clicks_on()
    visitor.is_asked()
    page.get_by_role("button", name="Note").click()
    page.keyboard.type("Keeps the pair apart.")
    page.keyboard.press("Tab")
    page.get_by_text("Keeps the pair apart.").wait_for()


def _studies(visitor: Visitor) -> None:
    """Begin a study after another one has its verdict."""
    visitor.goes_to("/lab/attack-chart")
    page = visitor.page
    page.get_by_role("button", name="Gunners unit").click()
    for _ in range(2):
        page.get_by_role("button", name="hp + 1", exact=True).click()
    page.get_by_role("button", name="Start").click()
    page.locator(".verdict", has_text="Player 1").wait_for(timeout=240_000)
    page.get_by_role("button", name="models + 1", exact=True).click()
    page.get_by_role("button", name="Start").click()
    page.get_by_text("pairs will show it").wait_for(timeout=240_000)


def _opens_list(visitor: Visitor, game: str) -> None:
    visitor.goes_to(f"/lists/{game}")
    visitor.page.wait_for_selector(".builder .empty, .builder .rows")
    visitor.page.locator(".empty button").first.click()
    visitor.page.locator("main .chip.good").wait_for()
