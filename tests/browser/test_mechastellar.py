"""MechaStellar by clicking: a whole duel, and the first round of the first-game armies."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import expect

from tests.browser.visitor import MOST_ANSWERS, Visitor

FEW = {"south": "white-asura!", "north": "argonaut!"}
"""One unit a side: with the first-game armies five rounds take some two hundred answers of each."""
PREFERRED = (
    "attack",
    "activate",
    "use flash",
    "done",
    "ready",
    "decline",
    "begin",
    "pass",
    "endure",
)
OFFERED = "nodes => nodes.map(node => node.dataset.option)"
LAID_DOWN = re.compile(r"= (\d+ [+−] \d+ = )?\d+ (HIT|DEF)")


def _how_far_south(move: str) -> int:
    return int(move.split()[1].split(",")[1])


def plays_on(visitor: Visitor) -> str:
    """Answer by clicking: attack, else go forward, else let things stand. Returns what was chosen."""
    page, number = visitor.page, visitor.number
    if page.locator(".ask .actor").count():
        page.locator(".ask .actor").first.click()
    offered: list[str] = page.locator(".ask [data-option]").evaluate_all(OFFERED)
    wanted = [o for word in PREFERRED for o in offered if o.startswith(word)]
    wanted += sorted((o for o in offered if o.startswith("move ")), key=_how_far_south)
    group = page.locator(".ask button.group", has_text=re.compile("^(Move|Deploy)"))
    if wanted:
        chosen = wanted[0]
        page.locator(".ask [data-option]").nth(offered.index(chosen)).click()
    elif group.count() or not offered:
        chosen = "a place"
        if group.count():
            group.click()
        lit = page.locator("g.cell.lit")
        # Forward, but from the middle of the zone.
        lit.nth(
            lit.count() // 2 if "Deploy" in group.all_inner_texts() or not offered else 0
        ).click()
        here = page.locator(".here [data-option]")
        if visitor.number == number and here.count():
            here.first.click()
    else:
        chosen = "end-turn" if "end-turn" in offered else offered[0]
        page.locator(".ask [data-option]").nth(offered.index(chosen)).click()
    visitor.waits_after(number)
    return chosen


def test_a_whole_battle_against_the_rookie_by_clicking(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begins("mechastellar", "person", "rookie", options=FEW, seed="4")
    chosen: list[str] = []
    trays: list[str] = []
    for _ in range(MOST_ANSWERS):
        if not visitor.is_asked():
            break
        tray = page.get_by_label("Dice on the table")
        if tray.count():
            trays.append(tray.inner_text())
        chosen.append(plays_on(visitor).split()[0])
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("You (win|lose)"))
    assert "attack" in chosen
    # While skills are chosen both pools lie there, counted, and what would get through is said.
    told = [tray for tray in trays if len(LAID_DOWN.findall(tray)) == 2]
    assert told and all("As it stands" in tray for tray in told), trays


def test_the_first_round_of_the_first_game_armies(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begins("mechastellar", "person", "rookie", seed="3")
    for _ in range(MOST_ANSWERS):
        assert visitor.is_asked()
        if "round 2" in page.locator(".headline").inner_text():
            break
        plays_on(visitor)
    assert "round 2 of 5" in page.locator(".headline").inner_text()
    assert page.locator(".overlay.control .flag").count() == 5
    assert page.locator(".notch").count() >= 8
    assert page.locator(".level").count() > 5
    expect(page.locator(".header, header").first).to_contain_text("momentum")
    assert not visitor.overflow()
