"""The goal of a game, shown at a person's first table of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from gattai import games
from tests.browser.visitor import PHONE, WIDE, Theme, Visitor
from tests.server.table import Table

GAMES = ("aegis", "aristeia", "attack-chart", "mechastellar", "robot-empire")
TABLET = {"width": 1024, "height": 768}


def sits(visitor: Visitor, game: str) -> None:
    others = len(games.load(game).seated({}).seats) - 1
    visitor.begins(game, "person", *["random"] * others, seed="goal")


@pytest.fixture
def newcomer(browser: Browser, table: Table) -> Iterator[Visitor]:
    with Visitor.arrives(browser, table, goals="") as found:
        yield found


@pytest.mark.parametrize("game", GAMES)
def test_the_goal_and_three_things_to_do(browser: Browser, table: Table, game: str) -> None:
    screens: list[tuple[dict[str, int], Theme]] = [
        (WIDE, "dark"),
        (TABLET, "dark"),
        (PHONE, "light"),
    ]
    for size, theme in screens:
        with Visitor.arrives(browser, table, size=size, theme=theme, goals="") as visitor:
            sits(visitor, game)
            card = visitor.page.get_by_role("dialog")
            expect(card.locator("li")).to_have_count(3)
            poster = games.get(game).folder / "poster.toml"
            assert card.locator(".goal").inner_text() in poster.read_text("utf-8")
            expect(card.locator(".also a, .also button").first).to_be_visible()
            assert not visitor.overflow()
            assert not visitor.violations()


def test_it_is_shown_once_and_again_on_request(newcomer: Visitor) -> None:
    page = newcomer.page
    sits(newcomer, "aegis")
    card = page.get_by_role("dialog")
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    sits(newcomer, "aegis")
    newcomer.is_asked()
    expect(card).to_have_count(0)
    page.get_by_role("button", name="The goal of the game").click()
    expect(card).to_be_visible()
    card.get_by_role("button", name="I know the game").click()
    expect(card).to_have_count(0)
    # Another game is new again.
    sits(newcomer, "attack-chart")
    expect(card).to_be_visible()


def test_the_keyboard_starts_at_the_first_move_and_not_at_a_link(newcomer: Visitor) -> None:
    sits(newcomer, "aegis")
    expect(newcomer.page.get_by_role("button", name="Show me a first move")).to_be_focused()


def test_a_first_move_is_shown_on_request(newcomer: Visitor) -> None:
    sits(newcomer, "attack-chart")
    newcomer.page.get_by_role("button", name="Show me a first move").click()
    newcomer.is_advised()


def test_it_stays_away_from_replays_lessons_and_spectators(newcomer: Visitor) -> None:
    card = newcomer.page.get_by_role("dialog")
    match = newcomer.table.begin("aegis", "person", "random", seed="goal")["id"]
    newcomer.sits_down(match, "watch")
    expect(newcomer.page.locator("#board")).to_be_visible()
    expect(card).to_have_count(0)
    newcomer.goes_to(f"/replay/{match}")
    expect(newcomer.page.locator("#board")).to_be_visible()
    expect(card).to_have_count(0)
    newcomer.starts_lesson()
    expect(card).to_have_count(0)


def test_first_steps_are_done_by_doing_by_a_bot_or_never(newcomer: Visitor) -> None:
    page = newcomer.page
    sits(newcomer, "attack-chart")
    card = page.get_by_role("dialog")
    card.get_by_role("button", name="I know the game").click()
    steps = page.get_by_role("region", name="Your first minutes")
    expect(steps.locator("li.next")).to_contain_text("Deploy a unit")
    expect(steps.locator("li.done")).to_have_count(0)
    newcomer.is_asked()
    steps.get_by_role("button", name="Do it for me").click()
    expect(steps.locator("li.done")).to_contain_text(["Deploy a unit"])
    expect(steps.locator("li.next")).to_contain_text("Move one")
    assert not newcomer.violations()
    # What was done stays done; another game has its own steps.
    page.reload()
    expect(steps.locator("li.done")).to_contain_text(["Deploy a unit"])
    sits(newcomer, "robot-empire")
    card.get_by_role("button", name="Play").click()
    expect(steps.locator("li.done")).to_have_count(0)
    newcomer.is_asked()
    page.locator(".ask [data-option^=charge]").first.click()
    expect(steps.locator("li.done")).to_contain_text(["Charge your Battery"])
    enough = steps.get_by_role("button", name="Enough")
    enough.hover()
    newcomer.has_read()
    enough.click()
    expect(steps).to_have_count(0)
    # For good, in every game.
    sits(newcomer, "attack-chart")
    newcomer.is_asked()
    expect(steps).to_have_count(0)


def test_first_steps_stay_away_from_players_who_know_the_game(newcomer: Visitor) -> None:
    steps = newcomer.page.get_by_role("region", name="Your first minutes")
    card = newcomer.page.get_by_role("dialog")
    for game in range(2):
        sits(newcomer, "attack-chart")
        if game == 0:
            card.get_by_role("button", name="I know the game").click()
        expect(steps).to_be_visible()
    sits(newcomer, "attack-chart")
    newcomer.is_asked()
    expect(steps).to_have_count(0)
