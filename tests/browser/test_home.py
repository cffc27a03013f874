"""A stranger at the door, with clicks only: to the first decision at once, and a friend who is invited."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Page, expect

from tests.browser.quick import click
from tests.browser.visitor import KNOWN, PHONE, Visitor
from tests.server.table import Table, opened

GAMES = ("aegis", "aristeia", "attack-chart", "mechastellar", "robot-empire")
TRIES = 3
"""A busy machine may be slow once; a slow table is slow each time."""
STOPWATCH = """() => {
  window.pressed = 0;
  window.asked = 0;
  addEventListener('pointerdown', () => { window.pressed ||= performance.now(); }, true);
  new MutationObserver(() => {
    if (document.querySelector('.table[data-mine=true]')) window.asked ||= performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true });
}"""
MAIN = ".ways button.main"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table of its own: at one with other matches a bot may just have made another game the one played last."""
    with opened(tmp_path_factory.mktemp("home") / "data") as found:
        yield found


def one_click(visitor: Visitor) -> float:
    """Milliseconds from the click on quick play to the first decision."""
    page = visitor.page
    visitor.goes_to("/")
    page.wait_for_selector(f"{MAIN}:enabled")
    page.evaluate(STOPWATCH)
    click(page, MAIN)
    page.wait_for_function("() => window.asked > 0", timeout=30_000)
    took: float = page.evaluate("() => window.asked - window.pressed")
    return took


@pytest.mark.parametrize("game", GAMES)
def test_from_home_to_the_first_decision_is_one_click_and_under_a_second(
    visitor: Visitor, game: str, patience: float
) -> None:
    match = visitor.table.begin(game, "person", "rookie")["id"]
    with visitor.table.page(match) as page:
        page.until_asked()  # so that it is the game played last, whatever its bot had to do first
    took = []
    for _ in range(TRIES):
        took.append(one_click(visitor))
        if took[-1] < 1_000 * patience:
            break
    print(f"{game}: {', '.join(f'{each:.0f} ms' for each in took)}")
    assert min(took) < 1_000 * patience
    assert f"#/match/{game}-" in visitor.page.url


def test_the_last_match_comes_first_with_its_picture_and_whose_turn_it_is(visitor: Visitor) -> None:
    page = visitor.page
    match = visitor.begins("aegis", "person", "rookie", seed="3")
    visitor.is_asked()
    visitor.goes_to("/")
    first = page.get_by_role("region", name="Continue")
    expect(first).to_contain_text("Your turn")
    expect(first).to_contain_text("against Rookie, just now")
    expect(first.locator("svg.mini")).to_be_visible()
    assert first.bounding_box()["y"] < 400  # type: ignore[index]
    click(page, ".continue a.main")
    page.wait_for_url(re.compile(match))


@pytest.mark.parametrize("game", GAMES)
def test_set_up_starts_a_game_without_anything_being_chosen(visitor: Visitor, game: str) -> None:
    page = visitor.page
    visitor.goes_to(f"/setup/{game}")
    page.wait_for_selector(".start")
    assert page.locator(".offer svg").count() > 1 or game == "robot-empire"
    click(page, ".start")
    page.wait_for_selector(".table")


def test_a_force_and_a_map_are_chosen_by_their_pictures(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to("/setup/mechastellar")
    south = page.get_by_role("region", name="South")
    south.get_by_label("Deep Void Host").check()
    page.get_by_label("Open Space").check()
    with page.expect_request(lambda request: request.method == "POST") as sent:
        click(page, ".start")
    begun: dict[str, Any] = sent.value.post_data_json or {}
    assert begun["options"]["south"] == "deep-void-host"
    assert begun["options"]["map"] != "standard-crossing"
    page.wait_for_selector(".table")


def test_a_deck_of_ones_own_is_offered_only_where_it_matters(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to("/setup/robot-empire")
    page.wait_for_selector(".start")
    expect(page.get_by_text("Iron Line", exact=False)).to_have_count(0)
    page.get_by_text("More options").click()
    page.get_by_label(re.compile("^Decks")).select_option("own")
    expect(page.get_by_text("Iron Line", exact=False).first).to_be_visible()
    click(page, ".start")
    page.wait_for_selector(".table")


def test_bots_are_watched_at_one_click_and_later_again(browser: Browser, tmp_path: Path) -> None:
    with opened(tmp_path / "data") as table, Visitor.arrives(browser, table) as visitor:
        watches_bots(visitor)


def watches_bots(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to("/")
    page.get_by_role("link", name="Watch").click()
    expect(page.get_by_text("No game is being played")).to_be_visible()
    # Rookies may have finished before anybody looks again.
    page.get_by_role("combobox", name="Bots").select_option("veteran")
    page.get_by_role("button", name="Watch A.E.G.I.S.").click()
    page.wait_for_selector(".table[data-mine=false]")
    assert page.url.endswith("/watch")
    visitor.goes_to("/watch")
    row = page.locator("section li", has_text="Veteran")
    expect(row.get_by_role("link", name="Replay")).to_have_count(0)
    row.get_by_role("link", name="Watch").click()
    page.wait_for_selector(".table")


def test_a_table_of_this_machine_alone_says_how_to_open_it(visitor: Visitor) -> None:
    visitor.goes_to("/setup/aegis")
    page = visitor.page
    expect(page.get_by_text("open it to the local network in the settings")).to_be_visible()
    expect(page.get_by_label("Invite")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Open this table to the local network").check()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    expect(page.locator(".address code").first).to_contain_text(f":{visitor.table.port}")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_label("Invite")).to_have_count(2)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Open this table to the local network").uncheck()
    expect(page.locator(".address")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_label("Invite")).to_have_count(0)


def invited(visitor: Visitor) -> str:
    """Set up a game with a guest, by clicks; the address that the host is shown."""
    page = visitor.page
    visitor.goes_to("/")
    page.get_by_role("link", name="Play Attack chart").click()
    page.get_by_role("group", name="Who plays red?").get_by_label("Invite").check()
    click(page, ".start")
    address = page.locator(".invitation code").inner_text()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    expect(page.locator(".presence")).to_contain_text("awaited")
    return address


KNOWS_THE_GAMES = f"localStorage['gattai-goals'] ??= '{KNOWN}'"


def sits_down_as(page: Page, name: str) -> None:
    page.wait_for_selector(".presence")
    page.get_by_label("Your name").fill(name)
    page.keyboard.press("Enter")


def test_an_invitation_is_opened_in_another_browser_by_the_address_shown(
    browser: Browser, tmp_path: Path
) -> None:
    with opened(tmp_path / "data", "--open") as table, Visitor.arrives(browser, table) as host:
        address = invited(host)
        assert "127.0.0.1" not in address and "localhost" not in address
        context = browser.new_context(
            viewport={"width": PHONE["width"], "height": PHONE["height"]}, has_touch=True
        )
        context.add_init_script(KNOWS_THE_GAMES)
        guest = context.new_page()
        guest.goto(address)
        sits_down_as(guest, "Anna")
        expect(guest.locator(".presence")).to_contain_text("Anna")
        expect(host.page.locator(".invitation")).to_have_count(0)
        expect(host.page.locator(".presence")).to_contain_text("Anna")
        expect(host.page.locator(".presence")).not_to_contain_text("awaited")
        guest.goto("about:blank")
        expect(host.page.locator(".presence")).to_contain_text("not here")
        host.page.get_by_role("button", name="Invitation").click()
        assert host.page.locator(".invitation code").inner_text() == address
        context.close()


def test_a_name_is_asked_once_and_kept(browser: Browser, table: Table) -> None:
    with Visitor.arrives(browser, table) as visitor:
        page = visitor.page
        visitor.goes_to("/")
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Your name").fill("  Kestrel  ")
        page.keyboard.press("Tab")
        visitor.goes_to("/setup/aegis")
        expect(page.get_by_role("group", name="Who plays red?")).to_contain_text("Kestrel")
