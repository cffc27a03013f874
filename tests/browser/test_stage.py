"""The layout around a board: the board has most of the width, and everything can be read and touched."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser

from tests.browser import aristeia_scenes
from tests.browser.crowds import crowded
from tests.browser.visitor import PHONE, WIDE, Visitor
from tests.server.table import Table

BOARDS = ("aegis", "mechastellar", "aristeia", "attack-chart")
TABLET = {"width": 1024, "height": 768}
MEASURE = """() => {
  const share = document.querySelector('#board').getBoundingClientRect().width / innerWidth;
  const bar = document.querySelector('.ask').getBoundingClientRect().height;
  const small = [], narrow = [];
  const printed = 'svg, .unseen, .skip';
  for (const node of document.querySelectorAll('.table *')) {
    const { width, height, x, right } = node.getBoundingClientRect();
    if (node.closest(printed) || !width || x < 0 || right > innerWidth) continue;
    const least = node.closest('.rail, .strip') ? 9 : 11;
    const says = [...node.childNodes].some((one) => one.nodeType === 3 && one.textContent.trim());
    const name = `${node.className} ${node.innerText.slice(0, 30)}`;
    if (says && parseFloat(getComputedStyle(node).fontSize) < least) small.push(name);
    if (node.matches('.ask button:not(.plain), .ask :is(.aim, .own, .ask-coach), .strip, header button, .tools button') && (width < 43.5 || height < 43.5)) narrow.push(`${name} ${width}x${height}`);
  }
  return { share, bar, small, narrow };
}"""


def measured(visitor: Visitor, game: str) -> dict[str, Any]:
    visitor.begins(game, "person", "random", seed="3")
    visitor.is_asked()
    found: dict[str, Any] = visitor.page.evaluate(MEASURE)
    return found


@pytest.mark.parametrize("game", BOARDS)
def test_the_board_has_most_of_a_wide_screen(browser: Browser, table: Table, game: str) -> None:
    with Visitor.arrives(browser, table, size=WIDE) as visitor:
        found = measured(visitor, game)
        assert found["share"] >= 0.72
        assert 104 <= found["bar"] <= 208
        assert not found["small"]
        assert visitor.page.locator(".units .row").count() > 3
        assert not visitor.overflow()


@pytest.mark.parametrize("game", BOARDS)
def test_on_a_tablet_the_column_is_a_drawer(browser: Browser, table: Table, game: str) -> None:
    with Visitor.arrives(browser, table, size=TABLET) as visitor:
        found = measured(visitor, game)
        assert found["share"] >= 0.85
        assert not found["small"]
        log = visitor.page.locator(".log")
        assert not log.is_visible()
        visitor.page.get_by_role("button", name="Log", exact=True).click()
        assert log.is_visible()
        assert not visitor.overflow()


@pytest.mark.parametrize("game", BOARDS)
def test_on_a_phone_everything_can_be_touched(browser: Browser, table: Table, game: str) -> None:
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        found = measured(visitor, game)
        assert found["narrow"] == []
        assert found["small"] == []
        assert not visitor.overflow()
        visitor.page.get_by_role("button", name="Units", exact=True).tap()
        assert visitor.page.locator(".units .row").count() > 6, "a tap opens the full list"


def test_nothing_moves_in_the_bar_when_the_last_option_is_pointed_at(
    browser: Browser, table: Table
) -> None:
    """With a hand there is little room: the actions scroll, and who acts and the main button stay."""
    with Visitor.arrives(browser, table, size=WIDE) as visitor:
        page = visitor.page
        visitor.sits_down(aristeia_scenes.begun(table, "infirmary"))
        visitor.is_asked()
        page.mouse.move(2, 2)
        last = page.locator(".ask .plates [data-option]").last
        last.scroll_into_view_if_needed()
        bar = page.locator(".ask").bounding_box()
        before, end = last.bounding_box(), page.locator(".ask .ends button").last.bounding_box()
        assert bar and before and end and bar["height"] <= 208
        assert page.locator(".ask").evaluate("node => node.scrollTop") > 0
        assert bar["y"] <= end["y"] and end["y"] + end["height"] <= bar["y"] + bar["height"]
        last.hover()
        page.locator(".ask [data-main]:enabled").wait_for()
        assert last.bounding_box() == before
        assert page.locator(".ask .ends button").last.bounding_box() == end
        clicked = page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('[data-option]')?.dataset.option",
            [before["x"] + before["width"] / 2, before["y"] + before["height"] / 2],
        )
        assert clicked == last.get_attribute("data-option")


@pytest.mark.parametrize("game", ["robot-empire", "aristeia", "mechastellar"])
def test_cards_and_signs_on_the_board_can_be_read_on_every_screen(
    browser: Browser, table: Table, game: str
) -> None:
    """At least 11 pixels, however small the card or the hex; letters of flags on the whole board too."""
    match = aristeia_scenes.begun(table, "infirmary") if game == "aristeia" else ""
    match = match or crowded(table, game)
    for size in (WIDE, TABLET, PHONE):
        with Visitor.arrives(browser, table, size=size) as visitor:
            visitor.sits_down(match, 1 if game == "robot-empire" else 0)
            visitor.is_asked()
            visitor.sees_everything()
            shown = visitor.page.locator(
                ".card .title:visible, .board .overlay text, .board .signs text"
            )
            assert shown.count() > 3
            assert [each for each in visitor.hard_to_use() if "px" in each] == []


def test_cards_alone_have_the_whole_table_on_a_tablet(browser: Browser, table: Table) -> None:
    """There are no units beside them, so nothing is left free at the edge."""
    with Visitor.arrives(browser, table, size=TABLET) as visitor:
        visitor.sits_down(crowded(table, "robot-empire"), 1)
        visitor.is_asked()
        board = visitor.page.locator("#board").bounding_box()
        assert board is not None and board["x"] < 20 and board["width"] > 640


@pytest.mark.parametrize("size", [WIDE, TABLET, PHONE], ids=["wide", "tablet", "phone"])
def test_what_an_attack_would_do_is_said_near_its_target(
    browser: Browser, table: Table, size: dict[str, int]
) -> None:
    """Within the board, and on none of the buttons there."""
    with Visitor.arrives(browser, table, size=size) as visitor:
        found, page = visitor.stands_off(whole=False), visitor.page
        page.locator(".ask [data-option]", has_text=found.target).first.hover()
        page.locator(".tag.impact").wait_for()
        words = page.locator(".tag.impact text").text_content() or ""
        assert (found.target in words) == (size is not PHONE), "on a phone without the name"
        assert page.evaluate(COVERED) == []


COVERED = """() => {
  const box = (node) => node.getBoundingClientRect();
  const [tag, board] = [box(document.querySelector('.tag.impact rect')), box(document.querySelector('#board svg.board'))];
  const out = [];
  if (tag.left < board.left || tag.right > board.right || tag.top < board.top || tag.bottom > board.bottom) out.push('the edge');
  for (const node of document.querySelectorAll('#board .tools button')) {
    const { left, right, top, bottom } = box(node);
    if (left < tag.right && right > tag.left && top < tag.bottom && bottom > tag.top) out.push(node.ariaLabel);
  }
  return out;
}"""


def test_the_text_of_a_hand_of_five_is_on_its_cards(browser: Browser, table: Table) -> None:
    """The picture makes room for it; and no figure of the result is cut off in the column."""
    with Visitor.arrives(browser, table, size=WIDE) as visitor:
        visitor.sits_down(aristeia_scenes.begun(table, "roll"))
        visitor.is_asked()
        assert visitor.page.locator(".hand .card .text").count() == 5
        assert visitor.page.evaluate(BEYOND) == []


BEYOND = """() => {
  const out = [];
  for (const text of document.querySelectorAll('.hand .card :is(.text, .words)')) {
    const end = text.closest('.card').getBoundingClientRect().bottom;
    if (text.getBoundingClientRect().bottom > end + 1) out.push(text.innerText);
  }
  const slot = document.querySelector('.slot');
  if (slot.scrollWidth > slot.clientWidth) out.push('the column');
  return out;
}"""
