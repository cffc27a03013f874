"""Whoever throws real dice enters their faces at the page: by mouse, by keys or by touch."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Locator, expect

from gattai.kernel.text.transcript import parse
from tests.browser.visitor import PHONE, THEMES, Visitor
from tests.server.table import Table
from tests.server.test_physical_dice import enter, faces, until_thrown

if TYPE_CHECKING:
    from tests.browser.visitor import Theme

DICE = "These are our dice"


def until_many(table: Table, game: str, many: int) -> str:
    """A match whose first seat must throw at least so many dice of one kind now."""
    rng = random.Random(many)
    match: str = table.begin(game, "person", "random", physical_dice=True)["id"]
    with table.page(match) as page:
        throw = until_thrown(page, rng)
        while throw["groups"][0]["count"] < many:
            enter(page, faces(throw, rng))
            page.scene = {}
            throw = until_thrown(page, rng)
    return match


def sits_at_a_throw(visitor: Visitor, match: str) -> Locator:
    """The dice that are asked for, as this visitor sees them."""
    visitor.sits_down(match)
    dice = visitor.page.get_by_role("region", name="Your own dice")
    dice.wait_for()
    return dice


def given(table: Table, match: str) -> list[str]:
    """The answers of a match, in the order in which they were given."""
    text = table.http.get(f"/api/matches/{match}/transcript").text
    return [entry.text for entry in parse(text).entries]


def is_asked_or_throws(visitor: Visitor) -> bool:
    """Wait until something is for this page to do; whether it is a throw."""
    visitor.page.wait_for_selector(".table[data-mine=true], .real", timeout=60_000)
    return visitor.page.locator(".real").count() > 0


def taps(visitor: Visitor) -> None:
    """Tap a face for every die, the same for all of a kind, and confirm."""
    number = visitor.number
    for group in visitor.page.locator(".real .group").all():
        face = group.locator(".face").last
        while face.is_enabled():
            face.click()
    visitor.page.get_by_role("button", name=DICE).click()
    visitor.waits_after(number)


def types(visitor: Visitor) -> None:
    """Type threes until no die is missing, and confirm with Enter."""
    page, number = visitor.page, visitor.number
    confirm = page.get_by_role("button", name=DICE)
    while confirm.is_disabled():
        page.keyboard.press("3")
    page.keyboard.press("Enter")
    visitor.waits_after(number)


@pytest.mark.parametrize("game", ["aegis", "attack-chart"])
@pytest.mark.parametrize("hand", ["mouse", "keys"])
def test_part_of_a_game_is_played_with_real_dice(visitor: Visitor, game: str, hand: str) -> None:
    by_keys = hand == "keys"
    throw = types if by_keys else taps
    play_on = visitor.types_on if by_keys else visitor.clicks_on
    match, thrown = visitor.begins(game, "person", "random", physical_dice=True), 0
    for _ in range(40):
        if thrown == 2:
            break
        if is_asked_or_throws(visitor):
            thrown += 1
            throw(visitor)
        else:
            visitor.is_asked(by_key=by_keys)
            play_on()
    assert thrown == 2
    assert "dice physical" in visitor.table.http.get(f"/api/matches/{match}/transcript").text


def test_a_die_is_taken_back_with_a_tap_and_nothing_counts_until_it_is_confirmed(
    visitor: Visitor,
) -> None:
    match = until_many(visitor.table, "attack-chart", 3)
    before = given(visitor.table, match)
    dice, page = sits_at_a_throw(visitor, match), visitor.page
    confirm = page.get_by_role("button", name=DICE)
    many = dice.locator(".slot").count()
    assert many >= 3
    expect(confirm).to_be_disabled()
    page.keyboard.press("4")
    page.keyboard.press("7")
    dice.get_by_role("button", name="Take back d10: 4").click()
    expect(dice.locator(".die")).to_have_count(1)
    expect(dice.get_by_role("button", name="Take back d10: 7")).to_be_visible()
    page.keyboard.press("Enter")  # not all of them are entered
    expect(confirm).to_be_disabled()
    for _ in range(many - 1):  # quick taps at one place are as many dice
        dice.get_by_role("button", name=re.compile("^d10: 2")).click()
    expect(dice.get_by_role("status")).to_have_text("All dice are entered.")
    expect(dice.locator(".face:enabled")).to_have_count(0)
    assert given(visitor.table, match) == before
    page.keyboard.press("Backspace")
    expect(confirm).to_be_disabled()
    page.keyboard.press("9")
    number = visitor.number
    confirm.click()
    visitor.waits_after(number)
    assert given(visitor.table, match)[len(before)] == " ".join(["7", *["2"] * (many - 2), "9"])


def test_a_throw_is_asked_again_after_a_reload_and_a_wrong_one_is_undone(visitor: Visitor) -> None:
    match = until_many(visitor.table, "aegis", 2)
    dice, page = sits_at_a_throw(visitor, match), visitor.page
    number, what = visitor.number, page.get_by_role("heading", level=1).last.inner_text()
    assert what.startswith("Throw ")
    page.keyboard.press("6")
    expect(dice.locator(".die")).to_have_count(1)
    page.reload()
    dice.wait_for()
    assert visitor.number == number
    expect(page.get_by_role("heading", name=what)).to_be_visible()
    expect(dice.locator(".die")).to_have_count(0)
    expect(page.get_by_role("button", name=DICE)).to_be_disabled()
    expect(dice.get_by_role("img")).to_be_visible()  # the odds
    types(visitor)


@pytest.mark.parametrize("theme", THEMES)
def test_on_a_phone_fingers_enter_the_dice(browser: Browser, table: Table, theme: Theme) -> None:
    match = until_many(table, "attack-chart", 3)
    with Visitor.arrives(browser, table, size=PHONE, theme=theme, touch=True) as visitor:
        dice, page = sits_at_a_throw(visitor, match), visitor.page
        assert visitor.overflow() == []
        assert visitor.hard_to_use() == []
        assert visitor.nameless() == []
        number, many = visitor.number, dice.locator(".slot").count()
        confirm = page.get_by_role("button", name=DICE)
        expect(confirm).to_be_in_viewport()
        face = dice.get_by_role("button", name=re.compile("^d10: 1"))
        face.tap()
        dice.get_by_role("button", name="Take back").tap()
        expect(dice.locator(".die")).to_have_count(0)
        for _ in range(many):
            face.tap()
        assert visitor.hard_to_use() == []
        confirm.tap()
        visitor.waits_after(number)


def test_one_page_throws_and_the_others_watch(browser: Browser, table: Table) -> None:
    match = table.begin("attack-chart", "person", "random", physical_dice=True)["id"]
    with Visitor.arrives(browser, table) as visitor:
        dice = sits_at_a_throw(visitor, match)
        expect(dice.get_by_role("group", name="d10 of blue, 1 die")).to_be_visible()
        expect(dice.get_by_role("group", name="d10 of red, 1 die")).to_be_visible()
        with Visitor.arrives(browser, table) as watcher:
            watcher.sits_down(match, "watch")
            expect(watcher.page.get_by_role("heading", name="Rolling dice")).to_be_visible()
            expect(watcher.page.locator(".real")).to_have_count(0)


def test_the_set_up_offers_real_dice_where_somebody_throws_them(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to("/setup/attack-chart")
    page.get_by_text("More options").click()
    seed = page.get_by_label("Seed of the dice")
    seed.fill("7")
    page.get_by_label("Who rolls the dice").select_option("own")
    expect(seed).to_have_count(0)
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.get_by_role("button", name="Start the game").click()
    begun = sent.value.post_data_json or {}
    assert (begun["physical_dice"], begun["seed"]) == (True, "")
    page.wait_for_selector(".real")
