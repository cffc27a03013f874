"""Pictures of a crowded fight in every game: wide, on a tablet and on a phone, in the dark and in the light."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser

from tests.browser.crowds import GAMES, crowded
from tests.browser.visitor import PHONE, TABLET, WIDE, Theme, Visitor
from tests.server.table import Table

Take = Callable[[Visitor, str], None]
SCREENS: tuple[tuple[str, dict[str, int], Theme], ...] = (
    ("wide", WIDE, "dark"),
    ("light", WIDE, "light"),
    ("tablet", TABLET, "dark"),
    ("phone", PHONE, "light"),
    ("phone-dark", PHONE, "dark"),
)


def crowds(browser: Browser, table: Table, take: Take) -> None:
    """All of them, each game at one table."""
    matches = {game: crowded(table, game) for game in GAMES}
    for name, size, theme in SCREENS:
        touch = size is not WIDE
        with Visitor.arrives(browser, table, size=size, theme=theme, touch=touch) as visitor:
            for game, match in matches.items():
                visitor.sits_down(match, 1 if game == "robot-empire" else 0)
                visitor.is_asked()
                aims(visitor)
                take(visitor, f"crowd-{game}-{name}")


def aims(visitor: Visitor) -> None:
    """Select whoever can attack, and point at the first target with odds."""
    page = visitor.page
    actors = page.locator(".ask .actor")
    for number in range(max(1, actors.count())):
        if actors.count():
            actors.nth(number).click()
            visitor.pauses()
        for shot in page.locator(".ask [data-option*=' ']:visible").all():
            shot.hover()
            page.wait_for_timeout(300)
            if page.locator(".odds:visible").count():
                page.wait_for_selector(".odds dd:visible")
                if page.locator(".tag.impact").count():
                    return
        page.keyboard.press("Escape")
