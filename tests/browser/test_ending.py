"""The end of a game, its replay, and the replay as one file: what there is to read, and where it leads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Page, expect

from gattai.kernel.text.transcript import parse
from tests.browser.test_places import COORDINATES
from tests.browser.visitor import AXE, PHONE, Visitor
from tests.server.table import Table, opened
from tests.server.test_retrospect import GAMES, text_of
from tests.terminal.conftest import run_here

DIALOG = "dialog[aria-labelledby=ending-title]"


def over(table: Table, game: str) -> str:
    """A match of this game that a person has played to its end."""
    text = text_of(game)
    players = ("person", *("rookie" for _ in parse(text).seats[1:]))
    match: str = table.begin(game, *players, transcript=text)["id"]
    return match


@pytest.mark.parametrize("game", GAMES)
def test_the_ending_of_each_game_tells_how_it_went(visitor: Visitor, game: str) -> None:
    page = visitor.page
    visitor.sits_down(over(visitor.table, game))
    ending = page.locator(DIALOG)
    expect(ending).to_contain_text(re.compile("You (win|lose)|A draw"))
    expect(ending.locator(".reason button")).to_be_visible()  # the page of the rule
    expect(ending.locator(".curve svg")).to_be_visible(timeout=60_000)
    expect(ending.locator(".curve .line")).to_have_attribute("d", re.compile(r"^M[\d. L]+$"))
    expect(ending.get_by_role("heading", name=re.compile("Luck"))).to_be_visible()
    expect(ending.get_by_role("heading", name=re.compile("Your choices"))).to_be_visible()
    expect(ending.locator(".choices .bar")).to_contain_text("best")
    expect(ending).to_contain_text("Rookie")
    marks, points = ending.locator(".curve a"), ending.locator(".decided ol a")
    assert marks.count() == points.count() <= 3
    if points.count():
        change = points.first.locator(".change").inner_text()
        assert re.match(r"[+−]\d+", change)
    assert not COORDINATES.search(ending.inner_text())


def test_a_turning_point_is_one_tap_from_its_moment(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sits_down(over(visitor.table, "aegis"))
    point = page.locator(f"{DIALOG} .decided ol a").first
    point.wait_for(timeout=60_000)
    at = re.search(r"at=(\d+)", point.get_attribute("href") or "")
    assert at is not None
    point.click()
    page.wait_for_selector(f".replay[data-at='{at[1]}']")
    expect(page.locator(".scrub .point").first).to_be_visible(timeout=60_000)
    assert "eyes=0" in page.url


def test_who_looks_at_the_board_has_the_table_again(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sits_down(over(visitor.table, "attack-chart"))
    page.get_by_role("button", name="Look at the board").click()
    expect(page.locator(DIALOG)).not_to_be_visible()
    expect(page.locator(".table")).to_be_visible()


def test_axe_finds_nothing_at_the_ending_wide_and_on_a_phone(visitor: Visitor) -> None:
    page = visitor.page
    match = over(visitor.table, "aegis")
    for size in ({"width": 1440, "height": 900}, PHONE):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        for theme in ("dark", "light"):
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            visitor.sits_down(match)
            page.locator(f"{DIALOG} .choices").wait_for(timeout=60_000)
            page.evaluate(AXE.read_text("utf-8"))
            found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            assert [(one["id"], one["nodes"][0]["html"][:90]) for one in found["violations"]] == []


def test_a_rematch_begins_and_the_other_side_is_asked_to_join(
    browser: Browser, tmp_path: Path
) -> None:
    with opened(tmp_path / "data", "--lan") as table, Visitor.arrives(browser, table) as host:
        card = table.begin("attack-chart", "person", "guest", transcript=text_of("attack-chart"))
        host.sits_down(card["id"])
        expect(host.page.locator(DIALOG)).to_be_visible()
        with Visitor.arrives(browser, table) as guest:
            guest.page.goto(f"{table.address}{card['links'][1]}")
            guest.page.get_by_role("button", name="Rematch").click()
            guest.page.wait_for_selector(".table[data-number]")
            join = host.page.get_by_role("link", name="Join the rematch")
            expect(join).to_be_visible()
            join.click()
            host.page.wait_for_function(f"() => !location.hash.includes('{card['id']}')")
            host.page.wait_for_selector(".table[data-number]")
            assert (
                host.page.url.partition("/match/")[2][:-2]
                == (guest.page.url.partition("/match/")[2][:-2])
            )


def test_a_replay_can_be_watched_from_another_seat_and_by_keys(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to(f"/replay/{over(visitor.table, 'aristeia')}?at=14")
    page.wait_for_selector(".replay[data-at='14']")
    page.get_by_label("Point of view").select_option("0")
    expect(page.get_by_label("Point of view")).to_have_value("0")
    page.wait_for_function(
        "() => location.hash.includes('at=14') && location.hash.includes('eyes=0')"
    )
    page.locator("h1").first.click()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".replay[data-at='15']")
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelector('.replay').dataset.at > 100")
    page.locator(".scrub .point").first.wait_for(timeout=60_000)
    page.keyboard.press("t")
    page.wait_for_function("() => Number(document.querySelector('.replay').dataset.at) > 0")
    page.get_by_role("button", name="How it went").click()
    expect(page.get_by_role("dialog")).to_contain_text("What decided it")


def saved(tmp_path: Path, game: str, *more: str) -> Path:
    source, page = tmp_path / f"{game}.txt", tmp_path / f"{game}.html"
    source.write_text(text_of(game), "utf-8")
    assert run_here("replay", source, "--html", page, *more).code == 0
    return page


def opened_alone(browser: Browser, file: Path, at: str = "") -> Page:
    """The file in a browser that has no network; whatever it asks for is an error."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.set_offline(True)
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith(("file:", "data:", "blob:"))
            else pytest.fail(f"asks for {request.url}")
        ),
    )
    page.goto(f"{file.as_uri()}{at}")
    page.wait_for_selector(".replay")
    return page


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_replay_works_from_a_file_without_a_network(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    file = saved(tmp_path, game)
    assert file.stat().st_size < 600_000
    page = opened_alone(browser, file)
    last = len(parse(text_of(game)).entries)
    for number in range(1, 6):
        page.keyboard.press("ArrowRight")
        page.wait_for_selector(f".replay[data-at='{number}']")
    page.keyboard.press("End")
    page.wait_for_selector(f".replay[data-at='{last}']")
    assert f"at={last}" in page.url
    expect(page.locator(".log")).to_contain_text(re.compile(r"\w{4}"))
    expect(page.get_by_role("button", name="Continue from here")).to_have_count(0)
    page.locator(".log button.plain").first.click()  # a rule that is cited can be read
    expect(page.get_by_role("dialog")).not_to_contain_text("does not answer")
    page.context.close()


def test_a_saved_replay_steps_to_its_end_one_by_one(browser: Browser, tmp_path: Path) -> None:
    page = opened_alone(browser, saved(tmp_path, "attack-chart", "--eyes", "red"), "#at=3")
    page.wait_for_selector(".replay[data-at='3']")
    last = len(parse(text_of("attack-chart")).entries)
    for number in range(4, last + 1):
        page.keyboard.press("ArrowRight")
        page.wait_for_selector(f".replay[data-at='{number}']")
    expect(page.locator(".log .answer")).to_be_visible()
    page.context.close()


def test_the_link_of_a_table_opens_for_somebody_without_any_key(
    browser: Browser, tmp_path: Path
) -> None:
    with opened(tmp_path / "data", "--lan") as table:
        match = over(table, "aegis")
        link = table.http.get(f"/api/matches/{match}").json()["replay"]
        with Visitor.arrives(browser, table) as stranger:
            stranger.page.goto(f"{table.address}{link}#at=20")
            stranger.page.wait_for_selector(".replay[data-at='20']")
            stranger.page.keyboard.press("End")
            expect(stranger.page.locator(".log .answer")).to_be_visible()
            assert not any("/api/" in url or "/ws/" in url for url in stranger.asked)


def test_share_saves_the_file_and_gives_the_link(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sits_down(over(visitor.table, "attack-chart"))
    page.locator(DIALOG).get_by_role("button", name="Share").click()
    with page.expect_download(timeout=60_000) as saving:
        page.get_by_role("button", name="Save the replay as one file").click()
    assert b"gattai-film" in Path(saving.value.path()).read_bytes()
    page.get_by_role("button", name="Copy a link to the replay").click()
    expect(page.locator(f"{DIALOG} .said")).to_contain_text("/replay/attack-chart-")
    expect(page.locator(DIALOG).get_by_role("img", name="QR code")).to_be_visible()
