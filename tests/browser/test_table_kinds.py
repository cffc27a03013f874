"""Tables of other kinds, drawn by the same client: cards and hands, plans, dice with symbols, heights.

The games are toys that exist in Python alone; the client has never heard of them.
"""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import expect

from tests.browser.visitor import Visitor


def unveils(visitor: Visitor) -> None:
    page = visitor.page
    page.wait_for_selector(".curtain, .table")
    if page.locator(".curtain").count():
        page.get_by_role("button", name="show the game").click()
        page.wait_for_selector(".table")


def test_a_game_of_cards_is_played_from_the_hand(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begins("salon", "person", "random", "random", seed="3")
    visitor.is_asked()
    mine = page.get_by_label("Your cards")
    expect(mine.locator(".card")).to_have_count(3)
    jester = mine.get_by_role("button", name=re.compile("Jester.*courtier.*cost 0.*stops any blow"))
    expect(jester.first).to_be_visible()
    theirs = page.get_by_label("Cards of bob")
    expect(theirs.locator(".card")).to_have_count(0)
    expect(theirs).to_contain_text(re.compile("3 ?Hand"))  # face down: only how many there are
    for _ in range(60):
        if not visitor.is_asked():
            break
        number = visitor.number
        playable = mine.locator(".card.can")
        if playable.count() and int(number) % 2:
            playable.first.click()
        else:
            page.locator(".ask [data-option], .ask [data-play]").first.click()
        page.wait_for_selector(
            f"dialog[open], .table:not([data-number='{number}']), .table[data-mine=false]"
        )
    assert page.get_by_role("dialog").is_visible()


def test_anyone_who_has_answered_in_secret_sees_that_the_others_have_not(visitor: Visitor) -> None:
    page = visitor.page
    match = visitor.table.begin("ridge", "person", "person", seed="1")["id"]
    visitor.sits_down(match)
    expect(page.locator(".curtain h1")).to_have_text("Green, it is your turn")
    unveils(visitor)
    expect(page.locator(".ask")).to_contain_text("answers secretly")
    visitor.has_read()
    # A plan of two cards in order: picked one after the other, and the first put back once.
    page.locator(".zones [data-card=card-1]").click()
    expect(page.locator(".picked li")).to_have_count(1)
    page.locator(".picked button").click()
    page.locator(".zones [data-card=card-2]").click()
    page.locator(".zones [data-card=card-0]").click()
    page.get_by_role("button", name="Brace, then Charge").click()
    expect(page.locator(".curtain h1")).to_have_text("Orange, it is your turn")
    unveils(visitor)
    expect(page.locator(".ask")).to_contain_text("Already answered: Green")
    visitor.has_read()
    for _ in range(2):
        page.locator("[data-pick]").first.click()
        visitor.pauses()
    page.locator(".ask [data-option]").first.click()


def test_a_board_with_heights_facings_arcs_flags_and_a_shared_track(visitor: Visitor) -> None:
    page = visitor.page
    # Every question is asked, those with one answer too: the dice are looked at meanwhile.
    page.add_init_script(
        "try { localStorage['gattai-ask-all'] = 'yes' } catch { /* a blank page */ }"
    )
    match = visitor.table.begin("ridge", "person", "random", seed="1")["id"]
    visitor.sits_down(match)
    unveils(visitor)
    visitor.is_asked()
    expect(page.get_by_role("img", name="momentum: 1 for green")).to_be_visible()
    assert page.locator(".level").count() > 5
    assert page.locator(".overlay.control .flag").count() == 2
    assert page.locator(".notch").count() == 2
    expect(page.get_by_label(re.compile("facing north-east"))).to_have_count(1)
    for _ in range(2):
        page.locator("[data-pick]").first.click()
        visitor.pauses()
    number = visitor.number
    page.locator(".ask [data-option]").first.click()
    visitor.waits_after(number)
    visitor.is_asked()
    expect(page.locator(".overlay.arc")).to_be_attached()
    # A facing is shown as an arrow before one commits to it.
    page.locator("g.cell.lit").hover()
    expect(page.locator("path.arrow")).to_be_attached()
    number = visitor.number
    page.locator(".ask [data-option]").nth(1).click()
    visitor.waits_after(number)
    # A free point: any may be named, what will not do is refused with the rule.
    page.get_by_label("Inches across").fill("99")
    page.get_by_role("button", name="Place it there").click()
    expect(page.get_by_role("alert")).to_contain_text("off the table")
    page.get_by_label("Inches across").fill("2.5")
    number = visitor.number
    page.get_by_role("button", name="Place it there").click()
    visitor.waits_after(number)
    visitor.is_asked()
    dice = page.get_by_label("Dice on the table")
    expect(dice.locator(".die.blocked")).to_have_count(1)
    expect(dice.locator(".die.spent")).to_have_attribute("title", re.compile("spent \\(momentum"))
    expect(dice).to_contain_text("2 hits get through")
