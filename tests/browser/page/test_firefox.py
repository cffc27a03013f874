"""The table in a page, in Firefox: whole games by clicks, through a reload and a crash, and a start without the host."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from tests.browser.page.firefox import FIREFOX, FirefoxVisitor
from tests.browser.page.host import CONTROLLED, PATH, TRANSCRIPT, hosted
from tests.browser.visitor import MAX_ANSWERS
from tests.terminal.conftest import run_alone

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not FIREFOX.exists(), reason="needs Firefox: apt-get install firefox-esr"),
]
BEFORE_RELOAD, BEFORE_CRASH = 5, 10
"""Answers."""


def plays(visitor: FirefoxVisitor, answers: int = MAX_ANSWERS) -> bool:
    """Answer so often; return whether the game is still not over."""
    for _ in range(answers):
        if not visitor.is_asked():
            return False
        visitor.clicks_on()
    return visitor.is_asked()


def state(visitor: FirefoxVisitor, match: str) -> tuple[str, str]:
    """Return what an interruption must not change: the question, and all answers before it."""
    return visitor.number, str(visitor.firefox.evaluate(TRANSCRIPT, match))


@pytest.mark.parametrize(("game", "field"), [("attack-chart", ""), ("aegis", "Open field")])
def test_a_game_in_firefox_is_played_to_its_end_through_a_reload_and_a_crash(
    built: Path, game: str, field: str, tmp_path: Path, patience: float
) -> None:
    profile, saved = tmp_path / "profile", tmp_path / "transcript.txt"
    with hosted(built.parents[PATH.count("/")]) as site:
        with FirefoxVisitor.opens(profile, site, patience) as visitor:
            page = visitor.firefox
            before = visitor.used()
            visitor.goes_to(f"/setup/{game}")
            visitor.waits_until_ready()
            assert page.locator("html").get_attribute("data-start") == "bytecode"
            visitor.tells_start(before)
            if field:
                page.locator("label", has_text=field).click()
            page.locator("button", has_text="Start the game").click()
            assert plays(visitor, BEFORE_RELOAD)
            match = page.url.split("/match/")[1].split("/")[0]
            known = state(visitor, match)
            page.reload()
            visitor.waits_until_ready()
            assert visitor.is_asked()
            assert state(visitor, match) == known
            assert plays(visitor, BEFORE_CRASH - BEFORE_RELOAD)
            page.wait_for_selector("[data-snapshot=made]")
            known = state(visitor, match)
            visitor.dies()

        with FirefoxVisitor.opens(profile, site, patience) as visitor:
            page = visitor.firefox
            before = visitor.used()
            visitor.sits_down(match)
            assert visitor.is_asked()
            assert page.locator("html").get_attribute("data-start") == "snapshot"
            visitor.tells_start(before)
            assert state(visitor, match) == known
            assert not plays(visitor)
            ending = page.locator("dialog[aria-labelledby=ending-title]").inner_text()
            assert re.search("You (win|lose)|draw", ending)
            text = str(page.evaluate(TRANSCRIPT, match))
            saved.write_text(text, "utf-8")

            assert page.evaluate(CONTROLLED)
            site.stops()
            visitor.goes_to("/")
            visitor.waits_until_ready()
            assert page.evaluate(TRANSCRIPT, match) == text
    verified = run_alone("verify", saved)
    assert verified.code == 0, verified.err
