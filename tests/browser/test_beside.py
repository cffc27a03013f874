"""What is told where one looks, and what does not happen by a slip of the hand."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Locator, Page, expect

from tests.browser.scenes import Standoff
from tests.browser.visitor import WIDE, Visitor


@pytest.fixture
def standoff(visitor: Visitor) -> Standoff:
    """Red's unit is selected; one enemy can be shot at, another cannot."""
    return visitor.stands_off()


def cell_of(page: Page, side: str, name: str) -> Locator:
    return page.locator("g.cell").and_(page.get_by_label(re.compile(f"{side}'s {name},")))


def goes_over(page: Page, there: Locator) -> None:
    """Move the pointer as a hand does, not in one leap."""
    box = there.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 30, box["y"] + 30, steps=12)


def test_the_odds_fill_the_slot_and_a_card_that_is_kept_stands_beside_the_target(
    visitor: Visitor, standoff: Standoff
) -> None:
    page = visitor.page
    cell_of(page, "blue", standoff.target).hover()
    slot = page.locator(".slot")
    expect(slot.locator(".odds")).to_contain_text("expected")
    expect(slot).to_contain_text(re.compile(r"Needs \d\+ on"))
    page.keyboard.press("p")
    card = page.locator(".beside")
    expect(card.locator("[data-option]")).to_be_visible()
    box = card.bounding_box()
    assert box is not None and box["x"] >= 0 and box["y"] >= 0
    assert box["x"] + box["width"] <= WIDE["width"]
    assert box["y"] + box["height"] <= WIDE["height"], "nothing of it is cut off"
    goes_over(page, slot)
    page.wait_for_timeout(600)
    expect(card).to_be_visible()
    slot.get_by_role("button", name=re.compile("^why")).first.click()
    expect(page.get_by_role("dialog")).to_contain_text("AEGIS.")


def test_the_card_can_be_kept_by_a_key_and_goes_with_escape(
    visitor: Visitor, standoff: Standoff
) -> None:
    page = visitor.page
    cell_of(page, "blue", standoff.target).hover()
    expect(page.locator(".slot .odds")).to_contain_text("expected")
    page.keyboard.press("p")
    page.mouse.move(700, 30, steps=8)
    page.wait_for_timeout(600)
    expect(page.locator(".slot .odds")).to_be_visible()
    expect(page.locator(".beside")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".beside")).to_have_count(0)
    expect(page.locator(".slot .odds")).to_have_count(0)


def test_the_main_button_strikes_what_was_pointed_at_last(
    visitor: Visitor, standoff: Standoff
) -> None:
    page, number = visitor.page, visitor.number
    main = page.locator("[data-main]")
    expect(main).to_be_disabled()
    cell_of(page, "blue", standoff.target).hover()
    expect(main).to_contain_text(standoff.target)
    main.click()
    visitor.waits_after(number)


def test_the_odds_turn_into_the_result_with_the_throw_framed(
    visitor: Visitor, standoff: Standoff
) -> None:
    page, number = visitor.page, visitor.number
    cell_of(page, "blue", standoff.target).hover()
    odds = page.locator(".slot .odds")
    expect(odds).to_contain_text("expected")
    bars = odds.locator(".column span").all_inner_texts()
    cell_of(page, "blue", standoff.target).click()
    page.mouse.move(2, 2)
    visitor.waits_after(number)
    result = page.locator(".slot .fallen .result")
    expect(result).to_contain_text("luck")
    assert result.locator(".column span").all_inner_texts() == bars, "the same histogram"
    came = result.locator(".came span").inner_text()
    assert came in bars and result.locator("dd").first.inner_text() == came


def test_only_what_somebody_would_try_there_is_reported_why_not(
    visitor: Visitor, standoff: Standoff
) -> None:
    page = visitor.page
    cell_of(page, "blue", standoff.hidden).hover()
    blocked = page.locator(".beside .blocked")
    expect(blocked.first).to_contain_text(re.compile("range|sight|reach"))
    told = " ".join(blocked.all_inner_texts())
    assert "Combine" not in told and "Repair" not in told, told


def test_a_move_tells_whom_one_could_attack_from_there(
    visitor: Visitor, standoff: Standoff
) -> None:
    page = visitor.page
    lit = page.locator("g.cell.lit")
    reach = page.locator(".beside .reach")
    for place in range(lit.count()):
        lit.nth(place).hover()
        page.wait_for_timeout(250)
        if reach.count() and "Targets in reach" in reach.inner_text():
            break
    expect(reach).to_contain_text(re.compile("Targets in reach from there:.*-1", re.S))


def test_clicking_the_selected_robot_again_spends_nothing(
    visitor: Visitor, standoff: Standoff
) -> None:
    page, number = visitor.page, visitor.number
    own = cell_of(page, "red", standoff.actor)
    for _ in range(3):
        own.click()
    page.wait_for_timeout(300)
    assert visitor.number == number


def test_a_bomb_on_ones_own_takes_a_second_step(visitor: Visitor, standoff: Standoff) -> None:
    page, number = visitor.page, visitor.number
    page.locator(".ask .targets .aim").last.click()
    own = page.locator(".ask .targets [data-option]").last
    name = own.inner_text().splitlines()[-1].split(": ")[-1].strip()
    cell_of(page, "red", name).click()
    careful = page.locator(".beside .careful")
    expect(careful).to_contain_text(re.compile("hits your own|helps the other"))
    assert visitor.number == number, "nothing has happened yet"
    page.keyboard.press("Escape")
    expect(careful).to_have_count(0)
    visitor.pauses()
    own.click()
    expect(careful).to_be_visible()
    careful.get_by_role("button", name=re.compile("^Do it")).click()
    visitor.waits_after(number)


def test_ending_the_turn_says_why_not_and_once_what_is_unused(
    visitor: Visitor, standoff: Standoff
) -> None:
    page, number = visitor.page, visitor.number
    barred = page.locator("[data-barred=end-turn]")
    expect(barred).to_contain_text("At least one unit has to act")
    barred.click()
    expect(page.locator(".beside .blocked")).to_contain_text("p. ")
    page.keyboard.press("Escape")
    visitor.has_read()
    page.locator("g.cell.lit").first.click()
    visitor.waits_after(number)
    visitor.is_asked()
    number = visitor.number
    ends = page.locator(".ask [data-option=end-turn]")
    expect(ends).to_contain_text(re.compile(r"\d units? ha(ve|s) not acted"))
    ends.click()
    careful = page.locator(".careful[role=alert]")
    expect(careful).to_contain_text("not acted")
    assert visitor.number == number
    page.keyboard.press("Escape")
    expect(careful).to_have_count(0)
    visitor.pauses()
    ends.click()  # it was said once: that is enough
    visitor.waits_after(number)


def test_abbreviations_explain_themselves_and_lead_to_their_rule(
    visitor: Visitor, standoff: Standoff
) -> None:
    page = visitor.page
    page.locator(".units .row", has_text=standoff.actor).first.hover()
    term = page.locator(".units .detail .term").first
    expect(term).to_be_visible()
    word = term.inner_text()
    expect(term).to_have_attribute("title", re.compile(f"^{word}, "))
    term.click()
    expect(page.get_by_role("dialog")).to_contain_text(word)


def test_nothing_of_it_is_in_anybodys_way(visitor: Visitor, standoff: Standoff) -> None:
    page = visitor.page
    cell_of(page, "blue", standoff.target).hover()
    expect(page.locator(".slot .odds")).to_contain_text("expected")
    assert not visitor.violations()
    assert not visitor.overflow()
