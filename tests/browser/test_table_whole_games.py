"""Whole games in the browser: by clicking, by keyboard alone, after a reload, after a crash."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Page, expect

from tests.browser.scenes import in_mid_attack
from tests.browser.visitor import MAX_ANSWERS, Visitor
from tests.server.table import opened

OPEN = {"field": "open-7"}
"""Without walls between them they meet soon, and the game ends with a victory."""


STRAY = """() => document.activeElement === document.querySelector('g.cell')
  && !document.activeElement.matches('.lit')"""


def test_a_game_against_the_rookie_by_clicking(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to("/setup/aegis")
    page.get_by_label("Open field").check()
    page.get_by_text("More options").click()
    page.get_by_label("Seed of the dice").fill("11")
    page.get_by_role("button", name="Start the game").click()
    for _ in range(MAX_ANSWERS):
        if not visitor.is_asked():
            break
        visitor.clicks_on()
    ending = page.get_by_role("dialog")
    expect(ending).to_contain_text(re.compile("You (win|lose)"))
    ending.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".replay")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".replay")).to_have_attribute("data-at", re.compile(r"\d\d+"))


def test_a_game_by_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begins("aegis", "person", "rookie", options=OPEN, seed="11")
    for _ in range(MAX_ANSWERS):
        if not visitor.is_asked(by_key=True):
            break
        assert not page.evaluate(STRAY), "no first hex is marked where nothing can be done"
        visitor.types_on()
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("You (win|lose)"))
    page.keyboard.press("Tab")
    assert visitor.focused.inner_text() in ("Swap sides", "Replay")
    page.keyboard.press("Escape")
    assert not page.get_by_role("dialog").is_visible()


HEARD = """() => {
  window.heard = [];
  const live = () => document.querySelector('.table > [aria-live=polite]')?.innerText ?? '';
  new MutationObserver(() => window.heard.push(live())).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
FULL_TURN = 40
"""Answers within which the turn of every game has gone on."""


@pytest.mark.parametrize(
    "game", ["aegis", "aristeia", "attack-chart", "mechastellar", "robot-empire"]
)
def test_a_turn_of_every_game_by_keyboard_with_a_name_for_every_control(
    visitor: Visitor, game: str
) -> None:
    page = visitor.page
    visitor.begins(game, "person", "random", seed="3")
    visitor.is_asked(by_key=True)
    page.evaluate(HEARD)
    first = page.locator(".headline").inner_text()
    for answers in range(FULL_TURN):
        assert visitor.nameless() == [], f"after {answers} answers"
        visitor.types_on()
        if not visitor.is_asked(by_key=True) or page.locator(".headline").inner_text() != first:
            break
    else:
        raise AssertionError(f"after {FULL_TURN} answers it is still {first}")
    assert "".join(page.evaluate("window.heard")).strip(), "the live region says what happens"


def test_another_game_is_played_by_the_same_client(visitor: Visitor) -> None:
    visitor.begins("attack-chart", "person", "rookie", seed="3")
    for _ in range(12):
        if not visitor.is_asked():
            break
        visitor.clicks_on()
    assert "round" in visitor.page.locator(".headline").inner_text()


def told(page: Page) -> list[str]:
    """The lines of the log, without the room that signs take up beside some of them."""
    return [" ".join(line.split()) for line in page.locator(".log li").all_inner_texts()]


def test_a_reload_in_mid_game_loses_nothing(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begins("aegis", "person", "rookie", seed="5")
    for _ in range(7):
        visitor.is_asked()
        visitor.clicks_on()
    visitor.is_asked()
    before = (visitor.number, told(page))
    page.reload()
    visitor.is_asked()
    assert (visitor.number, told(page)) == before
    visitor.clicks_on()


def test_undo_is_free_until_something_was_learnt(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begins("aegis", "person", "person", seed="7")
    visitor.is_asked()
    number, lines = visitor.number, page.locator(".log li").count()
    visitor.clicks_on()
    visitor.is_asked()
    page.keyboard.press("z")
    visitor.waits_after(str(int(number) + 1))
    assert visitor.number == number
    assert page.locator(".log li").count() == lines


def test_the_server_dies_in_mid_attack_and_the_page_goes_on(
    browser: Browser, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    with opened(data) as table, Visitor.arrives(browser, table) as visitor:
        page = visitor.page
        match = visitor.begins("aegis", "person", "random", transcript=in_mid_attack())
        visitor.is_asked()
        expect(page.locator(".ask .what")).to_have_text("Roll again?")
        dice = page.locator(".slot .die").all_inner_texts()
        assert dice, "the dice of the attack lie on the table"
        before = (visitor.number, page.locator(".log li").all_inner_texts())
        table.kill()
        page.wait_for_selector(".offline")
        with opened(data, "--port", str(table.port)):
            page.wait_for_selector(".offline", state="detached", timeout=20_000)
            page.reload()
            visitor.is_asked()
            # The same question of the same attack, with the dice as they fell.
            assert (visitor.number, page.locator(".log li").all_inner_texts()) == before
            assert page.locator(".slot .die").all_inner_texts() == dice
            number = visitor.number
            page.locator(".ask [data-option=keep]").click()
            visitor.waits_after(number)
            visitor.is_asked()
            visitor.clicks_on()
        assert len((data / "matches" / f"{match}.txt").read_text("utf-8").splitlines()) > 10
