"""What is asked, and what is not: questions with one answer, and taking back among people."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.quick import glance
from tests.browser.visitor import Visitor
from tests.server.table import Table, opened


class Listening:
    """Reads along what a page is told: how many answers each question to it had."""

    def __init__(self, page: Page) -> None:
        self.answers: dict[int, int] = {}
        page.on("websocket", lambda socket: socket.on("framereceived", self._hears))

    def _hears(self, frame: str | bytes) -> None:
        said = json.loads(frame)
        ask = said.get("scene", {}).get("ask")
        if ask and ask["is_mine"]:
            self.answers[ask["number"]] = len(ask["options"])


@pytest.mark.parametrize("game", ["attack-chart", pytest.param("aegis", marks=pytest.mark.long)])
def test_no_question_with_one_answer_asks_for_a_click_against_bots(
    visitor: Visitor, game: str
) -> None:
    told = Listening(visitor.page)
    visitor.begins(game, "person", "random", seed="4")
    clicked: list[int] = []
    for _ in range(40):
        if not visitor.is_asked():
            break
        clicked.append(int(visitor.number))
        visitor.clicks_on()
    assert len(clicked) > 20
    assert not [number for number in clicked if told.answers[number] == 1]
    assert 1 in told.answers.values(), "there were such questions, and they passed"


def test_what_passed_can_be_taken_back_and_asked_again(visitor: Visitor) -> None:
    page = visitor.page
    told = Listening(page)
    visitor.begins("attack-chart", "person", "random", seed="4")
    number = ""
    for _ in range(40):
        number = glance(page, number).number
        if 1 in told.answers.values():
            break
        visitor.clicks_on()
    assert 1 in told.answers.values(), "there was such a question, and it passed"
    # Taking back goes to the decision before it, and nothing passes again at once.
    page.keyboard.press("z")
    visitor.waits_after(number)
    visitor.is_asked()
    assert int(visitor.number) < int(number) - 1
    page.get_by_role("button", name="Settings").click()
    box = page.get_by_role("checkbox", name=re.compile("only one option automatically"))
    expect(box).to_be_checked()
    box.uncheck()
    page.keyboard.press("Escape")
    before = ""
    for _ in range(30):
        seen = glance(page, before)
        before = seen.number
        if len(seen.offered) == 1 and not seen.actors and not seen.lit:
            return  # it is asked now
        visitor.clicks_on()
    raise AssertionError("with the setting off a question with one answer is asked")


def test_a_guest_who_takes_back_says_whose_turn_goes_with_it(
    browser: Browser, tmp_path: Path
) -> None:
    with opened(tmp_path / "data", "--lan") as table:
        _takes_back(browser, table)


def _takes_back(browser: Browser, table: Table) -> None:
    card = table.begin("aegis", "person", "guest")
    with (
        Visitor.arrives(browser, table) as host,
        Visitor.arrives(browser, table) as guest,
    ):
        host.sits_down(card["id"])
        guest.page.goto(f"{table.address}{card['links'][1][card['links'][1].index('/?') :]}")
        guest.page.wait_for_selector(".table")
        last = asker = host
        for count in range(40):
            asker = host if host.is_asked_now() else guest
            if count > 8 and asker is not last:
                break  # the other has answered since
            last = asker
            number = asker.number
            asker.clicks_on()
            for each in (host, guest):
                each.waits_after(number)
        other = guest if asker is host else host
        undo = asker.page.get_by_role("button", name=re.compile("^Undo"))
        undo.hover()
        expect(asker.page.locator(".pops .what")).to_be_visible()
        number = asker.number
        undo.click()
        said = asker.page.get_by_role("group", name="Undo")
        expect(said).to_contain_text(re.compile("(Red|Blue) wants to take back: .+"))
        expect(said).to_contain_text(
            re.compile(r"This also takes back later answers: .*\d+ answers? of (red|blue)")
        )
        assert asker.number == number, "nothing is taken back before somebody agreed"
        said.get_by_role("button", name=re.compile("^Ask ")).click()
        wish = other.page.get_by_role("alertdialog", name=re.compile("wants to take back"))
        expect(wish).to_contain_text(
            re.compile(r"(Red|Blue) wants to take back: .+\d+ answers? of yours", re.S)
        )
        wish.get_by_role("button", name="Agree").click()
        asker.waits_after(number)
        assert int(asker.number) < int(number)
