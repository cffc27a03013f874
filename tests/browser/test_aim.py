"""No click answers a question that it was not aimed at: by mouse, by finger, and while something is shown."""

from __future__ import annotations

import itertools
import json
import random
import re
from typing import Any

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.visitor import PHONE, UNREAD, Visitor
from tests.server.table import Table

CLICKS = 200
BURST = 4
"""So many clicks at once, all of them sooner than anybody reads."""
WATCH = """(() => {
  window.answers = [];
  window.undos = 0;
  window.clicks = [];
  addEventListener('click', (event) => window.clicks.push(event.timeStamp), { capture: true });
  let asked = 0, number = null;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const said = JSON.parse(text);
    if (said.type === 'undo') window.undos += 1;
    if (said.type === 'answer') window.answers.push({ number: said.number, after: performance.now() - asked });
    return send.call(this, text);
  };
  const look = () => {
    const now = document.querySelector('.table')?.dataset.number;
    if (now !== number) [number, asked] = [now, performance.now()];
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-number'] });
  try { localStorage['gattai-ask-all'] = 'yes'; } catch { /* a blank page */ }
})()"""
"""Every answer, how long its question had stood there, and every click. Nothing passes by itself."""
CAN = ".ask [data-option], .ask .actor, .ask [data-play], .ask [data-pick], g.cell.lit, .card.can"
PLACES = f"""() => [...document.querySelectorAll('{CAN}')].slice(0, 40).flatMap((one) => {{
  const {{ x, y, width, height }} = one.getBoundingClientRect();
  const [left, top] = [x + width / 2, y + height / 2];
  return document.elementFromPoint(left, top)?.closest('{CAN}') === one ? [[left, top]] : [];
}})"""
TABLES = [("attack-chart", "off"), ("aegis", "4")]
"""One at which everything is there at once, and one at which clicks fall into what is being shown."""


def answers(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("window.answers")
    return found


@pytest.mark.parametrize(("game", "speed"), TABLES)
def test_bursts_of_clicks_give_one_answer_at_most(
    browser: Browser, table: Table, game: str, speed: str
) -> None:
    rng = random.Random(f"clicks/{game}")
    with Visitor.arrives(browser, table, speed=speed, moves=speed != "off") as visitor:
        page = visitor.page
        page.add_init_script(WATCH)
        visitor.begins(game, "person", "random", seed="7")
        given = 0
        for _ in range(CLICKS // BURST // len(TABLES)):
            if not visitor.is_asked():
                break
            page.wait_for_selector(".table:not(.fresh)")
            places = page.evaluate(PLACES)
            if not places:
                page.keyboard.press("Escape")
                continue
            x, y = rng.choice(places)
            page.evaluate("window.clicks.length = 0")
            for count in range(1, BURST + 1):
                page.mouse.click(x + rng.uniform(-3, 3), y + rng.uniform(-3, 3), click_count=count)
            said = answers(page)
            # A slow machine can make two bursts of one.
            clicks = page.evaluate("window.clicks")
            breaks = sum(b - a >= UNREAD for a, b in itertools.pairwise(clicks))
            assert len(said) <= given + 1 + breaks, said[given:]
            given = len(said)
        said = answers(page)
    assert len(said) >= 5, "some of the clicks were meant"
    assert len({one["number"] for one in said}) == len(said)
    assert all(one["after"] >= UNREAD for one in said), said


def test_a_double_click_on_a_unit_selects_it_and_does_nothing_with_it(visitor: Visitor) -> None:
    """What it can do appears where its name stood."""
    page = visitor.page
    page.add_init_script(WATCH)
    visitor.stands_off()
    page.keyboard.press("Escape")
    page.wait_for_selector(".table:not(.fresh)")
    page.locator(".ask .actor").first.dblclick()
    expect(page.locator(".ask .actions")).to_be_visible()
    page.wait_for_timeout(UNREAD)
    assert answers(page) == []


def test_a_double_click_on_undo_takes_back_once(visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(WATCH)
    visitor.begins("attack-chart", "person", "random", seed="7")
    for _ in range(2):
        assert visitor.is_asked()
        visitor.clicks_on()
    assert visitor.is_asked()
    undo = page.get_by_role("button", name="Undo")
    before = visitor.number
    undo.dblclick()
    visitor.waits_after(before)
    visitor.pauses()
    assert page.evaluate("window.undos") == 1
    undo.click()
    page.wait_for_function("window.undos === 2")


def test_a_second_notice_is_shown_after_the_first_was_dismissed(visitor: Visitor) -> None:
    page, said = visitor.page, ["the first one"]

    def through(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def told(text: str | bytes) -> None:
            message = json.loads(text)
            line.send(json.dumps(message | {"notice": said[0]} if "notice" in message else message))

        server.on_message(told)

    page.route_web_socket(re.compile("/ws/"), through)
    visitor.begins("attack-chart", "person", "random", seed="7")
    notice = page.locator(".notice")
    expect(notice).to_contain_text("The first one")
    visitor.has_read()
    notice.get_by_role("button").click()
    expect(notice).to_have_count(0)
    said[0] = "another one"
    assert visitor.is_asked()
    visitor.clicks_on()
    expect(notice).to_contain_text("Another one")


def test_a_double_tap_shows_and_does_not_answer(browser: Browser, table: Table) -> None:
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        page = visitor.page
        page.add_init_script(WATCH)
        visitor.stands_off()
        page.wait_for_selector(".table:not(.fresh)")
        box = page.locator("g.cell.lit").first.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.evaluate(
            """([x, y]) => {
              const on = document.elementFromPoint(x, y);
              for (const at of [0, 120]) setTimeout(() => {
                const more = { bubbles: true, cancelable: true, clientX: x, clientY: y, pointerType: 'touch', detail: 1 };
                on.dispatchEvent(new PointerEvent('pointerdown', more));
                on.dispatchEvent(new PointerEvent('pointerup', more));
                on.dispatchEvent(new PointerEvent('click', more));
              }, at);
            }""",
            [x, y],
        )
        page.wait_for_timeout(2 * UNREAD)
        assert answers(page) == []
        expect(page.locator(".here [data-option]").first).to_be_visible()


def test_keys_are_heard_at_once_and_a_key_that_is_held_only_once(visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(WATCH)
    visitor.stands_off()
    before = visitor.number
    for _ in range(6):
        page.keyboard.down("1")  # the second is a repeat, and so are those that follow
    visitor.waits_after(before)
    page.wait_for_timeout(UNREAD)
    page.keyboard.up("1")
    assert len(answers(page)) == 1


def test_the_coach_leaves_the_choice_to_the_player_and_comes_again_after_undo(
    visitor: Visitor,
) -> None:
    page = visitor.page
    visitor.stands_off()
    page.keyboard.press("h")
    visitor.is_advised()
    # Whoever is chosen after it came stays chosen.
    page.get_by_role("button", name="Choose another").click()
    others = page.locator(".ask .actor")
    expect(others.first).to_be_visible()
    chosen = others.last.locator("b").inner_text().removeprefix("Select").strip()
    others.last.click()
    expect(page.locator(".ask h1")).to_contain_text(chosen)
    page.wait_for_timeout(UNREAD)
    expect(page.locator(".ask h1")).to_contain_text(chosen)
    # A question that comes again after it was taken back has no advice that nobody thinks about.
    before = visitor.number
    page.keyboard.press("1")
    visitor.means_it()
    visitor.waits_after(before)
    page.keyboard.press("z")
    page.wait_for_selector(f".table[data-number='{before}']")
    expect(page.locator(".coach")).to_have_count(0)
    page.keyboard.press("h")
    visitor.is_advised()
