"""A.E.G.I.S. in inches: whole games by mouse, by touch and by keys; points, lengths, refusals."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Page, expect

from tests.browser.visitor import MAX_ANSWERS, PHONE, Visitor
from tests.server.table import Table

FIELD = {"field": "table-24x24"}
SHORT = {**FIELD, "turn-limit": "4"}
"""Two turns each, so that a whole game takes seconds."""
LIGHTS = """() => [...document.querySelectorAll('g.cell.lit')].map((lit) => {
  const { x, y, width, height } = lit.querySelector('.dot').getBoundingClientRect();
  const at = [x + width / 2, y + height / 2];
  return document.elementFromPoint(...at)?.closest('.lit') === lit ? at : null;
}).filter((at) => at)"""
"""Where on the screen places are suggested that nobody stands before."""


def lights(page: Page) -> list[tuple[float, float]]:
    page.wait_for_selector("g.cell.lit")
    return [(x, y) for x, y in page.evaluate(LIGHTS)]


def feet(page: Page) -> tuple[float, float]:
    """Where whoever is selected stands on the screen."""
    box = page.locator("g.token[aria-label*=', selected'] .focus").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def free(page: Page) -> tuple[float, float]:
    """A point in reach that is not suggested: near a place that is, towards whoever goes there."""
    x, y = feet(page)
    for far_x, far_y in lights(page):
        at = (far_x + (x - far_x) * 0.2, far_y + (y - far_y) * 0.2)
        there = "at => !document.elementFromPoint(...at).closest('[data-cell]')"
        if page.evaluate(there, at):
            return at
    raise AssertionError("there is no room")


def acting(visitor: Visitor, seed: str = "4") -> None:
    """Sit down before the first move: everybody stands where it was suggested."""
    visitor.begins("aegis", "person", "rookie", options=FIELD, seed=seed)
    visitor.page.wait_for_selector("svg.board[data-open]")
    for _ in range(20):
        assert visitor.is_asked()
        if visitor.page.get_by_text("end the turn").count():
            break
        steps(visitor, by_touch=False)
    visitor.page.locator(".ask .actor").first.click()
    visitor.page.wait_for_selector(".reach-rim")


def steps(visitor: Visitor, *, by_touch: bool) -> None:
    """Answer by pointing: an attack if there is one, else a place, else the first button."""
    page, number = visitor.page, visitor.number
    if page.locator(".ask .actor").count():
        page.locator(".ask .actor").first.click()
        visitor.pauses()
    listed = page.locator(".ask .targets .option, .ask [data-option]")
    visitor.has_read()
    places = page.evaluate(LIGHTS)
    if places and (int(number) % 2 or not listed.count()):
        at = places[int(number) % len(places)]
        if by_touch:
            page.touchscreen.tap(*at)
            visitor.pauses()
            page.locator(".here [data-option]").first.tap()
        else:
            page.mouse.click(*at)
            if page.locator(".here [data-option]").count() > 1:
                visitor.pauses()
                page.locator(".here [data-option]").first.click()
    else:
        listed.first.click()
    visitor.means_it()
    visitor.waits_after(number)


def drags(visitor: Visitor) -> bool:
    """Pull whoever can move to a place that is suggested; False if nobody can."""
    page, number = visitor.page, visitor.number
    if page.locator(".ask .actor").count():
        page.locator(".ask .actor").first.click()
    if not page.locator(".reach-rim").count() or not page.evaluate(LIGHTS):
        return False
    page.mouse.move(*feet(page))
    page.mouse.down()
    page.mouse.move(*lights(page)[0], steps=4)
    expect(page.locator("div.carried.will")).to_be_visible()
    page.mouse.up()
    if page.locator(".here [data-option]").count() > 1:
        page.locator(".here [data-option]").first.click()
    visitor.waits_after(number)
    return True


def plays_on(visitor: Visitor, *, by_touch: bool = False, dragging: bool = False) -> int:
    for answers in range(MAX_ANSWERS):
        if not visitor.is_asked():
            return answers
        if not (dragging and int(visitor.number) % 3 == 0 and drags(visitor)):
            steps(visitor, by_touch=by_touch)
    raise AssertionError("it does not end")


def test_an_open_table_is_chosen_by_its_picture(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to("/setup/aegis")
    page.get_by_label("Open table, 24 by 24 inches").check()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("svg.board[data-open]")
    assert visitor.is_asked()
    assert page.locator("g.cell.lit").count() > 10


def test_a_game_in_inches_with_the_mouse(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begins("aegis", "person", "rookie", options=SHORT, seed="11")
    page.wait_for_selector("svg.board[data-open]")
    assert plays_on(visitor, dragging=True) > 12
    ending = page.get_by_role("dialog")
    ending.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".replay svg.board[data-open]")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".replay")).to_have_attribute("data-at", re.compile(r"\d\d+"))
    expect(page.locator(".replay .unit").first).to_be_visible()


def test_a_game_in_inches_on_a_phone(browser: Browser, table: Table) -> None:
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        visitor.begins("aegis", "person", "rookie", options=SHORT, seed="11")
        assert plays_on(visitor, by_touch=True) > 12
        expect(visitor.page.get_by_role("dialog")).to_be_visible()


def test_a_game_in_inches_by_keyboard_alone(visitor: Visitor) -> None:
    visitor.begins("aegis", "person", "rookie", options=SHORT, seed="11")
    visitor.page.wait_for_selector("svg.board[data-open]")
    for _ in range(MAX_ANSWERS):
        if not visitor.is_asked(by_key=True):
            break
        visitor.types_on()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


@pytest.mark.long
def test_a_game_in_inches_is_played_until_somebody_has_won(visitor: Visitor) -> None:
    visitor.begins("aegis", "person", "rookie", options=FIELD, seed="11")
    plays_on(visitor, dragging=True)
    expect(visitor.page.get_by_role("dialog")).to_contain_text(re.compile("You (win|lose)"))


def test_any_point_in_reach_is_taken_with_its_way_and_its_price(visitor: Visitor) -> None:
    acting(visitor)
    page, number = visitor.page, visitor.number
    x, y = free(page)
    page.mouse.move(x - 1, y)
    page.mouse.move(x, y)
    expect(page.locator(".tag:not(.no)")).to_contain_text(re.compile(r"[\d.]+″ · \d energy"))
    expect(page.locator("polyline.way")).to_have_count(1)
    place = page.locator("g.here").get_attribute("data-cell")
    visitor.has_read()
    page.mouse.click(x, y)
    visitor.waits_after(number)
    expect(page.locator(f"g.token[data-cell='{place}']")).to_have_count(1)
    page.keyboard.press("z")
    expect(page.locator(f"g.token[data-cell='{place}']")).to_have_count(0)


def test_a_point_too_far_off_says_by_how_much_and_is_not_answered(visitor: Visitor) -> None:
    acting(visitor)
    page, number = visitor.page, visitor.number
    x, y = feet(page)
    page.mouse.move(x + 300, y - 100)
    page.mouse.move(x + 301, y - 100)
    expect(page.locator(".tag.no")).to_contain_text(re.compile(r"^[\d.]+ inches too far$"))
    visitor.has_read()
    page.mouse.click(x + 301, y - 100)
    assert visitor.number == number
    # Pulled there it is put back.
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 301, y - 100, steps=4)
    expect(page.locator(".tag.no")).to_be_visible()
    expect(page.locator("div.carried.will")).to_have_count(0)
    page.mouse.up()
    assert visitor.number == number


def test_keys_nudge_by_a_tenth_and_by_an_inch_and_what_is_there_is_said(visitor: Visitor) -> None:
    acting(visitor)
    page, number = visitor.page, visitor.number
    page.locator("g.token[aria-label*=', selected']").focus()
    start = visitor.focused.get_attribute("data-cell") or ""
    for key in ("Control+ArrowRight", "Shift+ArrowRight", "Shift+ArrowUp"):
        page.keyboard.press(key)
    x, y = (float(each) for each in start.split(","))
    there = f"{round(x + 1.1, 2):g},{round(y + 0.1, 2):g}"
    assert visitor.focused.get_attribute("data-cell") == there
    said = page.locator(".window [aria-live]")
    expect(said).to_contain_text(f"Point {there.replace(',', ', ')}")
    expect(said).to_contain_text(re.compile("energy|inches|near"))
    for _ in range(12):
        page.keyboard.press("Control+ArrowRight")
    expect(said).to_contain_text("inches too far")
    page.keyboard.press("Enter")
    assert visitor.number == number


def test_help_names_the_keys_that_nudge(visitor: Visitor) -> None:
    acting(visitor)
    page = visitor.page
    page.keyboard.press("?")
    keys = page.get_by_role("dialog").locator(".keys")
    expect(keys).to_contain_text("Shift+Arrows")
    expect(keys).to_contain_text("a tenth of an inch")
    expect(keys).to_contain_text("Ctrl+Arrows")
    assert visitor.overflow() == []


def test_a_finger_carries_a_piece_and_is_asked_once_more(browser: Browser, table: Table) -> None:
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        acting(visitor)
        page, number = visitor.page, visitor.number
        wire = page.context.new_cdp_session(page)

        def touch(kind: str, *at: float) -> None:
            points = [{"x": at[0], "y": at[1]}] if at else []
            wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        x, y = feet(page)
        touch("touchStart", x, y)
        expect(page.locator("div.carried")).to_be_visible()
        goal = lights(page)[0]
        for part in (0.4, 0.8, 1):
            touch("touchMove", x + (goal[0] - x) * part, y + (goal[1] - y) * part)
        expect(page.locator("div.carried.will")).to_be_visible()
        touch("touchEnd")
        sure = page.locator(".here [data-option]").first
        expect(sure).to_be_visible()
        assert visitor.number == number
        sure.tap()
        visitor.waits_after(number)


def test_everybody_can_use_an_open_table(browser: Browser, table: Table) -> None:
    for size in ({"width": 1440, "height": 900}, PHONE):
        with Visitor.arrives(browser, table, size=size) as visitor:
            acting(visitor)
            assert visitor.violations() == []
            assert visitor.overflow() == []
