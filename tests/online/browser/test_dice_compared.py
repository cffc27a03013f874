"""The dice of a match found in the lobby: each page compares them with what it noted before, and says so."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Page, expect

from tests.browser.visitor import PHONE, Visitor
from tests.online.hosting import Hosted
from tests.server.table import Table
from tests.terminal.conftest import run_here

PATIENCE = 90_000
NOTED = """(match) => Object.entries({ ...localStorage })
  .filter(([key, text]) => key.startsWith("gattai-dice-") && JSON.parse(text).match === match)"""
CHANGED = """([key, text]) => {
  const note = JSON.parse(text);
  const last = note.commitment.slice(-1) === "0" ? "1" : "0";
  localStorage.setItem(key, JSON.stringify({ ...note, commitment: note.commitment.slice(0, -1) + last }));
}"""


def _saved(page: Page, role: str, name: str, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("dialog").get_by_role(role, name=name).click()  # type: ignore[arg-type]
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_a_page_says_whether_the_dice_are_those_that_it_was_promised(
    browser: Browser, site: Hosted, tmp_path: Path
) -> None:
    table = cast(Table, site)
    with (
        Visitor.arrives(browser, table) as anna,
        Visitor.arrives(browser, table, size=PHONE) as bert,
    ):
        for one in (anna, bert):
            one.page.set_default_timeout(PATIENCE)
            one.page.goto(site.address)
            one.page.get_by_role("button", name="Attack chart").click()
        for one in (anna, bert):
            one.page.wait_for_selector(".table .bar .plate")
        match = anna.page.url.split("/match/")[1].split("/")[0]
        anna.page.get_by_role("button", name="Dice", exact=True).click()
        check = anna.page.get_by_role("status", name="Dice check")
        expect(check).to_contain_text("The dice of this game are sealed")
        expect(check).to_contain_text("added its own random number")

        bert.page.get_by_role("button", name="Dice", exact=True).wait_for()
        (note,) = bert.page.evaluate(NOTED, match)
        bert.page.evaluate(CHANGED, note)
        bert.page.reload()
        warning = bert.page.get_by_role("alert", name="Dice check")
        expect(warning).to_contain_text("these are not the dice that were promised")
        bert.page.get_by_role("button", name="Close", exact=True).click()
        expect(warning).to_have_count(0)

        anna.page.wait_for_function("document.querySelector('.table').dataset.mine !== undefined")
        while not (anna.is_asked_now() or bert.is_asked_now()):
            anna.page.wait_for_timeout(50)
        asked = anna if anna.is_asked_now() else bert
        asked.has_read()
        asked.clicks_on()
        anna.page.get_by_role("button", name="Resign, draw").click()
        anna.page.locator("summary", has_text="Resign").click()
        anna.page.locator("#wishes").get_by_role("button", name="Resign").click()

        agrees = anna.page.get_by_role("dialog").get_by_role("status", name="Dice check")
        expect(agrees).to_contain_text("Dice check passed")
        expect(agrees).to_contain_text("it includes your number")
        differs = bert.page.get_by_role("dialog").get_by_role("alert", name="Dice check")
        expect(differs).to_contain_text("these are not the dice that were promised")
        expect(differs).to_contain_text("This game now has another one")
        for one in (anna, bert):
            one.page.get_by_role("dialog").get_by_text("Check every die yourself").click()
            assert one.violations() == []
            assert one.overflow() == []

        transcript = _saved(anna.page, "link", "Save the transcript", tmp_path)
        kept = _saved(anna.page, "button", "Save your note", tmp_path)
        ran = run_here("verify", transcript, "--mine", kept, columns=300)
        assert ran.code == 0 and "your seed is there, at" in ran.out, ran.err
        kept = _saved(bert.page, "button", "Save your note", tmp_path)
        ran = run_here("verify", transcript, "--mine", kept)
        assert ran.code == 1 and "your note has another commitment" in ran.err
