"""For everybody: axe-core on every screen in both themes, nothing sticks out on a phone, focus is seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser

from tests.browser.scenes import in_mid_attack, near_the_enemy
from tests.browser.visitor import AXE, PHONE, SMALL, TABLET, Visitor
from tests.server.table import Table


def home(visitor: Visitor) -> None:
    visitor.table.begin("aegis", "person", "rookie")
    visitor.goes_to("/")
    visitor.page.wait_for_selector(".games")


def setup(visitor: Visitor) -> None:
    visitor.goes_to("/setup/aegis")
    visitor.page.get_by_label("Your own list …").first.check()


def lists(visitor: Visitor) -> None:
    visitor.goes_to("/lists/aegis?list=ark-150,ark-150%2B")
    visitor.page.wait_for_selector(".builder li.broken")


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
    visitor.page.wait_for_selector("article.open")


def answer(visitor: Visitor) -> None:
    visitor.goes_to("/rules/aegis")
    visitor.page.get_by_role("searchbox").fill("how do I win")
    visitor.page.wait_for_selector("article.answers")


def replay(visitor: Visitor) -> None:
    visitor.goes_to(f"/replay/{near_the_enemy(visitor.table).match}?at=20")
    visitor.page.wait_for_selector(".replay")


def help_screen(visitor: Visitor) -> None:
    game(visitor)
    visitor.page.keyboard.press("?")
    visitor.page.wait_for_selector("dialog[open]")


def settings(visitor: Visitor) -> None:
    visitor.goes_to("/")
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.get_by_label("Vibration").wait_for()


def watch(visitor: Visitor) -> None:
    visitor.goes_to("/watch")
    visitor.page.wait_for_selector(".games .poster")


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
    visitor.page.wait_for_selector(".ask .die, .slot .die")


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
    *(home, setup, lists, game, odds, rules, answer, replay, help_screen, curtain, ending),
    *(lesson, dice, cards, plan, share, settings, watch),
)
Screen = Callable[[Visitor], None]


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_in_either_theme_and_nothing_sticks_out(
    visitor: Visitor, screen: Screen
) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not there: make web")
    screen(visitor)
    assert visitor.violations_in_each_theme() == []
    assert visitor.overflow() == []


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_sticks_out_on_a_phone(browser: Browser, table: Table, screen: Screen) -> None:
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        screen(visitor)
        assert visitor.overflow() == []


@pytest.mark.parametrize("size", [TABLET, SMALL], ids=["tablet", "small"])
@pytest.mark.parametrize("screen", [home, lists, settings, watch, lesson])
def test_a_finger_finds_everything_and_nothing_is_cut_off(
    browser: Browser, table: Table, screen: Screen, size: dict[str, int]
) -> None:
    with Visitor.arrives(browser, table, size=size, touch=True) as visitor:
        screen(visitor)
        assert visitor.overflow() == []
        assert visitor.hard_to_use() == []


def test_what_is_too_small_or_cut_off_or_nameless_is_found(visitor: Visitor) -> None:
    visitor.goes_to("/watch")
    visitor.page.wait_for_selector(".games .poster")
    assert visitor.nameless() == []
    visitor.page.evaluate(
        """() => {
          const put = (tag, innerText, style) => {
            const made = Object.assign(document.createElement(tag), { innerText });
            made.style.cssText = style;
            document.querySelector('main').append(made);
          };
          put('button', 'short', 'min-height: 0; padding: 0; height: 43px');
          put('button', '', 'height: 60px; width: 60px');
          put('p', 'tiny', 'font-size: 10.9px');
          put('p', 'longer than its place', 'width: 30px; overflow: hidden; white-space: nowrap');
        }"""
    )
    found = visitor.hard_to_use()
    assert [any(word in line for line in found) for word in ("short", "tiny", "longer")] == [
        True
    ] * 3
    assert len(visitor.nameless()) == 1


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


def test_news_reach_those_who_listen(visitor: Visitor) -> None:
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
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Light").check()
    page.get_by_role("button", name="Close").click()
    assert page.evaluate(ground) != dark
    page.reload()
    assert page.evaluate(ground) != dark


def test_what_is_there_for_ears_only_does_not_make_the_table_longer_than_the_screen(
    visitor: Visitor,
) -> None:
    """A long log scrolls in its own corner, with all that is said in it and not shown."""
    visitor.stands_off()
    visitor.page.get_by_role("button", name="All lines").click()
    log = visitor.page.locator(".log .story")
    assert log.evaluate("(log) => log.scrollHeight > 2 * log.clientHeight"), "it is a long one"
    assert log.locator(".unseen").count() > 10
    assert visitor.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
