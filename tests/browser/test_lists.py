"""Building lists: by mouse, by keys and on a phone; saved, shared, tried, printed and played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Locator, expect

from tests.browser.visitor import AXE, PHONE, Visitor
from tests.server.table import Table, opened

GAMES = ("aegis", "aristeia", "attack-chart", "mechastellar", "robot-empire")
SMALL = {"width": 360, "height": 640}
FINGER = 44
"""The least width and height of what is tapped, in pixels."""
TRIAL = 120_000
"""Milliseconds until bots have played a first game on a busy machine."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table of its own, for lists stay saved."""
    with opened(tmp_path_factory.mktemp("lists") / "data") as found:
        yield found


def opens(visitor: Visitor, game: str, *, ready: bool = True) -> Locator:
    """Open the builder, with the first ready-made list or with none; the list itself."""
    visitor.goes_to(f"/lists/{game}")
    page = visitor.page
    page.wait_for_selector(".builder .empty, .builder .rows")
    if ready:
        page.locator(".empty button").first.click()
        expect(page.locator("main .chip.good")).to_be_visible()
    return page.locator("section[aria-label='Your list']")


def amount(visitor: Visitor) -> int:
    return int(visitor.page.locator(".sums b").first.inner_text())


@pytest.mark.parametrize("game", GAMES)
def test_a_list_from_the_box_is_legal_and_its_game_begins_with_it(
    visitor: Visitor, game: str
) -> None:
    mine = opens(visitor, game)
    page = visitor.page
    expect(
        mine.get_by_role("region", name="Rules of building").locator("li.ok").first
    ).to_be_visible()
    title = page.get_by_label("Name of the list").input_value()
    page.get_by_role("button", name="Play with it").click()
    page.wait_for_selector("form .seats")
    chosen = dict(parse_qsl(urlsplit(page.url).fragment.partition("?")[2]))
    assert title and chosen
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".table")
    assert chosen.items() <= (sent.value.post_data_json or {})["options"].items()


def test_what_is_added_by_mouse_counts_and_can_be_taken_back(visitor: Visitor) -> None:
    mine = opens(visitor, "mechastellar")
    page, before = visitor.page, amount(visitor)
    rows = mine.locator(".rows > li").count()
    tile = page.locator(".tile").first
    price = int(tile.locator(".price").inner_text())
    tile.get_by_role("button", name="Add ").click()
    expect(page.locator(".sums b").first).to_have_text(str(before + price))
    expect(mine.locator(".rows > li")).to_have_count(rows + 1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".sums b").first).to_have_text(str(before))
    expect(mine.locator(".rows > li")).to_have_count(rows)


def test_the_catalogue_is_searched_by_words_and_groups(visitor: Visitor) -> None:
    opens(visitor, "mechastellar", ready=False)
    page = visitor.page
    every = page.locator(".tile").count()
    page.get_by_role("searchbox").fill("beam")
    found = page.locator(".tile")
    assert 0 < found.count() < every
    page.get_by_role("searchbox").fill("nothing is called that")
    expect(found).to_have_count(0)
    page.get_by_role("button", name="Show all").click()
    expect(found).to_have_count(every)
    page.locator(".groups button").nth(1).click()
    assert 0 < found.count() < every


def test_an_illegal_list_says_why_and_can_be_saved_but_not_played(visitor: Visitor) -> None:
    opens(visitor, "aegis")
    page = visitor.page
    page.get_by_role("button", name="One ARK-150 less").last.click()
    broken = page.locator("li.broken")
    expect(broken.first).to_be_visible()
    expect(page.locator("#why")).to_contain_text("can be saved, not played")
    expect(page.get_by_role("button", name="Play with it")).to_be_disabled()
    cited = broken.first.get_by_role("button")
    expect(cited).to_have_text(re.compile("p"))
    cited.click()
    expect(page.locator("dialog[open]")).to_contain_text("exactly five")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".saved li.on")).to_contain_text("not legal")


def test_lists_are_kept_renamed_deleted_and_brought_back(visitor: Visitor) -> None:
    opens(visitor, "attack-chart")
    page = visitor.page
    name = page.get_by_label("Name of the list")
    name.fill("Our first army")
    name.press("Enter")
    page.get_by_role("button", name="Save", exact=True).click()
    entry = page.locator(".saved .open", has_text="Our first army")
    expect(entry).to_be_visible()
    name.fill("Our second name")
    name.press("Enter")
    entry = page.locator(".saved .open", has_text="Our second name")
    expect(entry).to_be_visible()
    page.get_by_role("button", name="New").click()
    expect(page.locator(".empty")).to_be_visible()
    entry.click()
    expect(page.locator(".rows > li").first).to_be_visible()
    page.reload()
    expect(entry).to_be_visible()
    page.get_by_role("button", name="Delete Our second name").click()
    expect(entry).to_have_count(0)
    page.locator(".saved").get_by_role("button", name="Undo").click()
    expect(entry).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_link_opens_the_same_list_elsewhere(
    browser: Browser, visitor: Visitor, tmp_path: Path, game: str
) -> None:
    mine = opens(visitor, game)
    names = mine.locator(".rows > li").all_inner_texts()
    visitor.page.get_by_role("button", name="Share").click()
    link = visitor.page.locator("code.link").inner_text()
    assert visitor.table.token not in link
    with opened(tmp_path / "other") as other, Visitor.arrives(browser, other) as stranger:
        stranger.goes_to(link.split("#")[1])
        expect(stranger.page.locator("main .chip.good")).to_be_visible()
        assert stranger.page.locator("main .rows > li").all_inner_texts() == names


def test_a_list_as_text_is_taken_over_and_what_cannot_be_read_is_named(visitor: Visitor) -> None:
    mine = opens(visitor, "mechastellar")
    names = mine.locator(".rows > li").all_inner_texts()
    page = visitor.page
    page.get_by_role("button", name="Share").click()
    shared = page.locator("dialog code").last.inner_text()
    page.get_by_label("Paste a link").fill("no such unit")
    page.get_by_role("button", name="Take it over").click()
    expect(page.locator("dialog [role=alert]")).to_be_visible()
    page.get_by_label("Paste a link").fill(shared)
    page.get_by_role("button", name="Take it over").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert mine.locator(".rows > li").all_inner_texts() == names


def test_keys_alone_find_add_remove_and_undo(visitor: Visitor) -> None:
    mine = opens(visitor, "aegis", ready=False)
    page = visitor.page
    page.keyboard.press("/")
    page.keyboard.type("ark-150")
    expect(page.locator(".tile")).to_have_count(1)
    for _ in range(12):
        page.keyboard.press("Tab")
        if visitor.focused.get_attribute("aria-label") == "Add ARK-150":
            break
    page.keyboard.press("Enter")
    rows = mine.locator(".rows > li")
    expect(rows).to_have_count(1)
    page.keyboard.press("u")
    expect(rows).to_have_count(0)
    page.keyboard.press("a")
    expect(rows).to_have_count(1)
    page.keyboard.press("-")
    expect(rows).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "360"])
def test_a_list_is_built_by_touch_on_a_phone(
    browser: Browser, table: Table, size: dict[str, int]
) -> None:
    with Visitor.arrives(browser, table, size=size, touch=True) as visitor:
        mine = opens(visitor, "attack-chart")
        page, before = visitor.page, amount(visitor)
        assert small_targets(visitor) == []
        assert visitor.overflow() == []
        page.get_by_role("button", name="Add to the").tap()
        add = page.locator(".tile .add:enabled").first
        add.tap()
        assert small_targets(visitor) == []
        assert visitor.overflow() == []
        page.locator(".done button").tap()
        expect(page.locator(".catalogue")).to_be_hidden()
        expect(page.locator(".sums b").first).not_to_have_text(str(before))
        assert amount(visitor) > before
        mine.get_by_role("button", name=re.compile("^One .* less$")).first.tap()
        page.get_by_role("button", name="My lists").tap()
        expect(page.locator(".saved")).to_be_visible()
        assert visitor.overflow() == []
        if AXE.exists():
            assert visitor.violations() == []


def small_targets(visitor: Visitor) -> list[str]:
    """The buttons and links of the builder that a finger may miss."""
    found: list[str] = visitor.page.evaluate(
        """(least) => [...document.querySelectorAll('.builder button, .builder a, .builder input, .builder select')]
          .filter((node) => node.checkVisibility() && !node.closest('.plate li'))
          .map((node) => [node, node.getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.width < least - 0.5 || box.height < least - 0.5))
          .map(([node, box]) => `${node.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)""",
        FINGER,
    )
    return found


def test_bots_try_a_list_and_say_how_sure_that_is(visitor: Visitor) -> None:
    mine = opens(visitor, "attack-chart")
    trial = mine.get_by_role("region", name="Tried by bots")
    trial.get_by_role("button", name="Try it by bots").click()
    expect(trial.locator("li small", has_text=re.compile(r"\d+ to \d+%")).first).to_be_visible(
        timeout=TRIAL
    )
    trial.get_by_role("button", name="Stop").click()
    expect(trial.get_by_role("button", name="Try again")).to_be_visible()


def test_cards_are_printed_in_their_usual_size_without_the_page_around(visitor: Visitor) -> None:
    opens(visitor, "mechastellar")
    page = visitor.page
    page.get_by_role("button", name="Print").click()
    page.emulate_media(media="print")
    box = page.locator(".paper article").first.bounding_box()
    assert box is not None
    millimetre = 96 / 25.4
    assert (box["width"] / millimetre, box["height"] / millimetre) == pytest.approx(
        (63, 88), abs=0.1
    )
    assert page.locator(".boxes i").count() > 10
    assert not page.locator("header, aside").first.is_visible()
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Back to the list").click()
    expect(page.locator(".rows > li").first).to_be_visible()
