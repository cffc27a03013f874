"""The mark at the end of a match on a site: each page compares the saved match with its own notes and receipts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

import asyncpg
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.visitor import PHONE, Visitor
from tests.online.hosting import Hosted, hosted
from tests.online.services import empty_database
from tests.server.table import Table
from tests.terminal.conftest import run_here

PATIENCE = 90_000
ANSWERS = 4
NOTED = """(match) => Object.entries({ ...localStorage })
  .filter(([key, text]) => key.startsWith("gattai-dice-") && JSON.parse(text).match === match)"""
CHANGED = """([key, text]) => {
  const note = JSON.parse(text);
  const last = note.commitment.slice(-1) === "0" ? "1" : "0";
  localStorage.setItem(key, JSON.stringify({ ...note, commitment: note.commitment.slice(0, -1) + last }));
}"""
FIRST = "(SELECT min(number) FROM entry WHERE match = $1 AND body->>'type' = 'answered')"
CHANGE = f"""
UPDATE entry SET body = replace(body::text, ' ; ', 'x ; ')::json WHERE match = $1 AND number = {FIRST}
"""
ADD = f"""
INSERT INTO entry (match, number, key, body)
SELECT match, number + 1000, 'forged', body FROM entry WHERE match = $1 AND number = {FIRST}
"""
REMOVE = """
DELETE FROM entry WHERE (match, number) IN (
    SELECT $1, max(number) FROM entry WHERE match = $1 AND body->>'type' = 'answered')
"""
EXTEND = "UPDATE match SET number = number + 1000 WHERE id = $1"


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with empty_database() as address:
        yield address


@pytest.fixture(scope="module")
def site(database: str) -> Iterator[Hosted]:
    with hosted(database) as found:
        yield found


def rows(database: str, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """Do something in the database, as somebody who has got hold of it."""

    async def work() -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(database, timeout=5)
        try:
            return [tuple(row) for row in await connection.fetch(statement, *values)]
        finally:
            await connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work()).result()


@contextmanager
def altered(database: str, match: str, *statements: str) -> Iterator[None]:
    """While this is open, the journal of the match is another."""
    before = rows(database, "SELECT number, key, at, body FROM entry WHERE match = $1", match)
    ((number,),) = rows(database, "SELECT number FROM match WHERE id = $1", match)
    for statement in statements:
        rows(database, statement, match)
    yield
    rows(database, "DELETE FROM entry WHERE match = $1", match)
    for row in before:
        rows(database, "INSERT INTO entry VALUES ($1, $2, $3, $4, $5)", match, *row)
    rows(database, "UPDATE match SET number = $2 WHERE id = $1", match, number)


def mark(page: Page, role: str) -> Locator:
    return page.get_by_role("dialog").get_by_role(role, name="Dice check")  # type: ignore[arg-type]


def one_answers(*visitors: Visitor) -> Visitor:
    """Whoever is asked answers; returns who it was."""
    while True:
        for each in visitors:
            if each.is_asked_now():
                each.has_read()
                each.clicks_on()
                return each
        visitors[0].page.wait_for_timeout(50)


def begun(site: Hosted, *visitors: Visitor) -> str:
    """Two who come to the site have found each other in the lobby; the name of their match."""
    for one in visitors:
        one.page.set_default_timeout(PATIENCE)
        one.page.goto(site.address)
        one.page.get_by_role("button", name="Attack chart").click()
    for one in visitors:
        one.page.wait_for_selector(".table .bar .plate")
    return visitors[0].page.url.split("/match/")[1].split("/")[0]


def resigns(visitor: Visitor) -> None:
    page = visitor.page
    page.get_by_role("button", name="Resign, draw").click()
    page.locator("summary", has_text="Resign").click()
    page.locator("#wishes").get_by_role("button", name="Resign").click()


def saved(page: Page, role: str, name: str, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("dialog").get_by_role(role, name=name).click()  # type: ignore[arg-type]
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_a_page_verifies_its_match_and_gives_the_alarm_when_something_was_changed(
    browser: Browser, site: Hosted, database: str, tmp_path: Path
) -> None:
    table = cast(Table, site)
    with (
        Visitor.arrives(browser, table) as anna,
        Visitor.arrives(browser, table, size=PHONE) as bert,
    ):
        match = begun(site, anna, bert)
        anna.page.get_by_role("button", name="Dice", exact=True).click()
        check = anna.page.get_by_role("status", name="Dice check")
        expect(check).to_contain_text("The dice of this game are sealed", timeout=PATIENCE)
        expect(check).to_contain_text("added its own random number")
        anna.page.get_by_role("button", name="Close", exact=True).click()

        # This page was shown other dice.
        bert.page.get_by_role("button", name="Dice", exact=True).wait_for()
        (note,) = bert.page.evaluate(NOTED, match)
        bert.page.evaluate(CHANGED, note)
        bert.page.reload()
        warning = bert.page.get_by_role("alert", name="Dice check")
        expect(warning).to_contain_text("not the dice that were promised", timeout=PATIENCE)
        bert.page.get_by_role("button", name="Close", exact=True).click()
        expect(warning).to_have_count(0)

        answered = [one_answers(anna, bert) for _ in range(ANSWERS)]
        assert anna in answered
        resigns(bert)

        # Without any action, both pages say what they have checked.
        verified = mark(anna.page, "status")
        expect(verified).to_contain_text(
            "Verified on this device: your dice and your answers", timeout=PATIENCE
        )
        expect(verified).to_contain_text("it includes your number")
        expect(verified).to_contain_text("sealed their random numbers before any was revealed")
        expect(verified).to_contain_text("The site signed the first")
        expect(verified).to_contain_text("you gave in this browser")
        differs = mark(bert.page, "alert")
        expect(differs).to_contain_text("This game now has another one", timeout=PATIENCE)
        for one in (anna, bert):
            one.page.get_by_role("dialog").get_by_text("Check every die yourself").click()
            assert one.violations() == []
            assert one.overflow() == []

        game = saved(anna.page, "link", "Save the transcript", tmp_path)
        keys = saved(anna.page, "link", "Save the site's keys", tmp_path)
        kept = saved(anna.page, "button", "Save your note", tmp_path)
        ran = run_here("verify", game, "--mine", kept, "--site", keys, columns=300)
        assert ran.code == 0 and "your seed is there, at" in ran.out, ran.err
        assert "answers are the same" in ran.out
        assert "committed to before yours was revealed" in ran.out
        kept = saved(bert.page, "button", "Save your note", tmp_path)
        ran = run_here("verify", game, "--mine", kept)
        assert ran.code == 1 and "your note has another commitment" in ran.err

        # Somebody changes the database afterwards: whoever opens the match again is warned.
        expected = {
            (CHANGE,): "Answer 1 of the saved game",
            (REMOVE,): "The site knows of",
            (ADD, EXTEND): "another line follows than the next answer",
        }
        for statements, words in expected.items():
            with altered(database, match, *statements):
                anna.page.reload()
                alarm = mark(anna.page, "alert")
                expect(alarm).to_contain_text(
                    "this is not the game that was promised", timeout=PATIENCE
                )
                expect(alarm).to_contain_text(words)
        assert anna.violations() == []
        anna.page.reload()
        expect(verified).to_contain_text("Verified on this device", timeout=PATIENCE)


@pytest.mark.long
def test_a_page_gives_the_alarm_if_the_database_was_altered_during_the_match(
    browser: Browser, site: Hosted, database: str
) -> None:
    table = cast(Table, site)
    with Visitor.arrives(browser, table) as anna, Visitor.arrives(browser, table) as bert:
        match = begun(site, anna, bert)
        for _ in range(2):
            one_answers(anna, bert)
        rows(database, CHANGE, match)
        resigns(bert)
        for each in (anna, bert):
            alarm = mark(each.page, "alert")
            expect(alarm).to_contain_text("Answer 1 of the saved game", timeout=PATIENCE)
