"""For everybody: axe-core on every screen in both themes, nothing sticks out on a phone, focus is seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser

from tests.browser.scenes import in_mid_attack, near_the_enemy
from tests.browser.visitor import AXE, PHONE, WIDE, Theme, Visitor
from tests.server.table import Table


def home(visitor: Visitor) -> None:
    visitor.table.begin("aegis", "person", "rookie")
    visitor.goes_to("/")
    visitor.page.wait_for_selector(".games")


def setup(visitor: Visitor) -> None:
    visitor.goes_to("/setup/aegis")
    visitor.page.get_by_label("A list of your own …").first.check()
    visitor.page.get_by_role("button", name="Remove").first.click()
    visitor.page.wait_for_selector(".said")


def game(visitor: Visitor) -> None:
    found = near_the_enemy(visitor.table)
    visitor.sits_down(found.match)
    visitor.is_asked()


def odds(visitor: Visitor) -> None:
    game(visitor)
    page = visitor.page
    if page.locator(".ask .actor").count():
        page.locator(".ask .actor").first.click()
    page.locator("[data-option]").first.focus()
    page.wait_for_timeout(400)


def rules(visitor: Visitor) -> None:
    visitor.goes_to("/rules/aegis?rule=AEGIS.MOVE.BASIC")
    visitor.page.wait_for_selector("details[open]")


def replay(visitor: Visitor) -> None:
    visitor.goes_to(f"/replay/{near_the_enemy(visitor.table).match}?at=20")
    visitor.page.wait_for_selector(".replay")


def help_screen(visitor: Visitor) -> None:
    game(visitor)
    visitor.page.keyboard.press("?")
    visitor.page.wait_for_selector("dialog[open]")


def curtain(visitor: Visitor) -> None:
    visitor.begins("parley", "person", "person", "random")
    visitor.page.wait_for_selector(".curtain h1")


def ending(visitor: Visitor) -> None:
    match = visitor.table.begin("aegis", "random", "random", options={"turn-limit": "1"})["id"]
    visitor.sits_down(match, "watch")
    visitor.page.wait_for_selector("dialog[open]")


def lesson(visitor: Visitor) -> None:
    visitor.starts_lesson()
    visitor.page.wait_for_selector("g.cell.lit", timeout=60_000)


def dice(visitor: Visitor) -> None:
    match = visitor.table.begin("aegis", "person", "random", transcript=in_mid_attack())["id"]
    visitor.sits_down(match)
    visitor.page.wait_for_selector(".ask .die")


def cards(visitor: Visitor) -> None:
    visitor.begins("salon", "person", "random", "random", seed="3")
    visitor.is_asked()


def plan(visitor: Visitor) -> None:
    visitor.begins("ridge", "person", "random", seed="3")
    visitor.is_asked()
    visitor.page.locator("[data-pick]").first.click()


def share(visitor: Visitor) -> None:
    game(visitor)
    button = visitor.page.get_by_role("button", name="Share")
    if button.is_visible():
        button.click()


SCREENS = (
    *(home, setup, game, odds, rules, replay, help_screen, curtain, ending),
    *(lesson, dice, cards, plan, share),
)
Screen = Callable[[Visitor], None]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_and_nothing_sticks_out(
    browser: Browser, table: Table, screen: Screen, theme: Theme
) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not there: make web")
    with Visitor.arrives(browser, table, theme=theme, size=WIDE) as visitor:
        screen(visitor)
        assert visitor.violations() == []
        assert visitor.overflow() == []


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_sticks_out_on_a_phone(browser: Browser, table: Table, screen: Screen) -> None:
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        screen(visitor)
        assert visitor.overflow() == []


@pytest.mark.parametrize("drawer", ["Units", "Log"])
def test_the_sides_are_drawers_on_a_phone(browser: Browser, table: Table, drawer: str) -> None:
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        game(visitor)
        visitor.page.get_by_role("button", name=drawer, exact=True).tap()
        assert visitor.page.get_by_label(drawer, exact=True).first.is_visible()
        assert visitor.overflow() == []
        if AXE.exists():
            assert visitor.violations() == []


def test_every_hex_and_every_option_has_a_label(visitor: Visitor) -> None:
    game(visitor)
    cells = visitor.page.locator("g.cell")
    labels = [cells.nth(place).get_attribute("aria-label") for place in range(cells.count())]
    assert len({*labels}) == len(labels) > 100 and all(labels)
    assert sum("Integrity" in (label or "") for label in labels) > 2


def test_news_are_told_to_those_who_listen(visitor: Visitor) -> None:
    game(visitor)
    live = visitor.page.locator("[aria-live=polite]")
    visitor.clicks_on()
    visitor.is_asked()
    assert live.inner_text()


def test_the_theme_can_be_switched_and_is_kept(visitor: Visitor) -> None:
    visitor.goes_to("/")
    page = visitor.page
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.get_by_role("button", name="Colours").click()
    assert page.evaluate(ground) != dark
    page.reload()
    assert page.evaluate(ground) != dark


def test_what_is_there_for_ears_only_does_not_make_the_table_longer_than_the_screen(
    visitor: Visitor,
) -> None:
    """A long log scrolls in its own corner, with all that is said in it and not shown."""
    visitor.stands_off()
    log = visitor.page.locator(".log")
    assert log.evaluate("(log) => log.scrollHeight > 2 * log.clientHeight"), "it is a long one"
    assert log.locator(".unseen").count() > 10
    assert visitor.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
