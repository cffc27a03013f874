"""Two people at one screen: a curtain between hidden hands, none where nothing is hidden.

The curtain is tried with a toy game that the client has never heard of: it is drawn from its words.
"""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import expect

from tests.browser.visitor import Visitor


def test_a_curtain_falls_between_hidden_hands(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begins("parley", "person", "person", "random", seed="3")
    seen: list[str] = []
    for _ in range(40):
        page.wait_for_selector(".curtain h1, .table[data-mine=true], dialog[open]")
        if page.locator("dialog[open]").count() or len(seen) > 3:
            break
        if page.locator(".curtain").count():
            # Nothing of anybody's hand is in the page while the curtain is down.
            assert page.locator(".table").count() == 0
            seen.append(page.locator(".curtain h1").inner_text())
            page.get_by_role("button", name="show the game").click()
            page.wait_for_selector(".table")
            continue
        number = visitor.number
        page.locator(".ask [data-option]").first.click()
        page.wait_for_selector(
            f".curtain, dialog[open], .table:not([data-number='{number}']), .table[data-mine=false]"
        )
    assert {name.partition(",")[0] for name in seen} == {"Ann", "Bob"}


def test_two_people_take_turns_where_nothing_is_hidden(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begins("aegis", "person", "person", seed="7")
    turns = set()
    for _ in range(12):
        visitor.is_asked()
        turns.add(page.locator(".units h2").first.inner_text())
        visitor.clicks_on()
    assert {turn.upper() for turn in turns} == {"YOU, RED", "YOU, BLUE"}
    expect(page.locator(".curtain")).to_have_count(0)
