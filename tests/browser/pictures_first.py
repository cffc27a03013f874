"""Pictures of what comes before and between games: the goal, first steps, the list builder and the rules."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser

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


def _opens_list(visitor: Visitor, game: str) -> None:
    visitor.goes_to(f"/lists/{game}")
    visitor.page.wait_for_selector(".builder .empty, .builder .rows")
    visitor.page.locator(".empty button").first.click()
    visitor.page.locator("main .chip.good").wait_for()
