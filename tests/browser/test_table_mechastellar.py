"""MechaStellar by clicking: the whole first game, with the first-game armies, against the rookie."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import expect

from tests.browser.quick import Glance, click, click_option, glance
from tests.browser.visitor import Visitor

MAX_ANSWERS = 600
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
LAID_DOWN = re.compile(r"= (\d+ [+−] \d+ = )?\d+ (HIT|DEF)")


def how_far_south(move: str) -> int:
    return int(move.split()[1].split(",")[1])


def plays_on(visitor: Visitor, seen: Glance) -> str:
    """Answer by clicking: attack, else go forward, else let things stand. Returns what was chosen."""
    page = visitor.page
    if seen.actors:
        click(page, ".ask .actor")
        seen = glance(page)
    wanted = [o for word in PREFERRED for o in seen.offered if o.startswith(word)]
    wanted += sorted((o for o in seen.offered if o.startswith("move ")), key=how_far_south)
    places = [at for at, text in enumerate(seen.groups) if re.match("Move|Deploy", text)]
    if wanted:
        click_option(page, seen, wanted[0])
        return wanted[0]
    if not places and seen.offered:
        chosen = "end-turn" if "end-turn" in seen.offered else seen.offered[0]
        click_option(page, seen, chosen)
        return chosen
    deploys = "Deploy" in seen.groups[places[0]] if places else True
    if places:
        click(page, ".ask button.group", places[0])
    # Forward, but from the middle of the zone.
    click(page, "g.cell.lit", glance(page).lit // 2 if deploys else 0)
    # Where it may end up facing one way or another it has to be said which.
    here = page.locator(".here [data-option]")
    if page.locator(".table").get_attribute("data-number") == seen.number and here.count():
        here.first.click()
    return "a place"


@pytest.mark.long
def test_a_whole_first_game_against_the_rookie_by_clicking(visitor: Visitor) -> None:
    """From the set-up screen over all rounds to the victory, through the page that people use."""
    page = visitor.page
    visitor.goes_to("/setup/mechastellar")
    page.get_by_text("More options").click()
    page.get_by_label("Seed of the dice").fill("3")
    page.get_by_role("button", name="Start the game").click()
    chosen: list[str] = []
    trays: list[str] = []
    rounds: dict[str, int] = {}
    seen = glance(page)
    while not seen.over:
        assert len(chosen) < MAX_ANSWERS, chosen
        found = re.search(r"round (\d) of 5", seen.headline)
        if found and found[1] not in rounds:
            rounds[found[1]] = len(chosen)
            if found[1] == "2":
                looks_at_the_table(visitor)
        if seen.dice:
            trays.append(seen.dice)
        chosen.append(plays_on(visitor, seen).split()[0])
        seen = glance(page, after=seen.number)
    ending = page.get_by_role("dialog")
    expect(ending).to_contain_text(re.compile("You (win|lose)"))
    expect(ending).to_contain_text(re.compile(r"has \d+ VP against \d+"))
    assert {"attack", "activate", "a", "done", "end-turn"} <= {*chosen}, chosen
    # An army may be gone before the fifth round; then the other one finishes alone.
    assert "".join(rounds) in ("123", "1234", "12345"), rounds
    # While skills are chosen both pools lie there, counted, and what would get through is said.
    told = [tray for tray in trays if len(LAID_DOWN.findall(tray)) == 2]
    assert told and all("As it stands" in tray for tray in told), trays
    assert not visitor.violations()
    ending.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".replay")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".replay")).to_have_attribute("data-at", re.compile(r"\d\d\d"))


def looks_at_the_table(visitor: Visitor) -> None:
    """Control points, facings, heights and momentum are to be seen."""
    page = visitor.page
    assert page.locator(".overlay.control .flag").count() == 5
    assert page.locator(".notch").count() >= 8
    assert page.locator(".level").count() > 5
    expect(page.locator("header").first).to_contain_text("momentum")
    assert visitor.overflow() == []
