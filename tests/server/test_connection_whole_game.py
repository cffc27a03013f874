"""A whole game over the socket, timed."""

from typing import Any

import pytest

from gattai.games import load
from gattai.kernel.record import replay
from gattai.kernel.text.transcript import parse
from tests.server.table import Page, Table
from tests.server.timing import Timing


def play(page: Page, timing: Timing, most: int, *, stride: int) -> None:
    """Answer until the game is over, or long enough."""
    page.until_asked()
    for turn in range(most):
        if page.scene["ending"]:
            return
        with timing.one_answer():
            page.answer(turn * stride)
            page.hears("scene")
        page.until_asked()


def holds(table: Table, match: str) -> str:
    """The transcript, played again answer by answer."""
    text = table.http.get(f"/api/matches/{match}/transcript").text
    transcript = parse(text)
    *_, last = replay(load(transcript.header.game), transcript)
    assert last.transcript().text() == text
    return text


def test_a_person_who_always_takes_the_first_option_plays_to_the_end(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    match = table.begin("attack-chart", "person", "random", seed="3")["id"]
    timing = Timing("attack-chart")
    with table.page(match) as page:
        play(page, timing, 2_000, stride=0)
        assert page.scene["ending"]["reason"]
        timing.scenes = page.bytes
    text = holds(table, match)
    assert "\nend " in text and "person" in text
    assert (table.data / "matches" / f"{match}.txt").read_text("utf-8") == text
    with capsys.disabled():
        timing.tell()
    assert timing.p95 < 1.0


def test_an_answer_of_aegis_comes_back_quickly(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    match = table.begin("aegis", "person", "random", seed="3")["id"]
    timing = Timing("aegis")
    with table.page(match) as page:
        play(page, timing, 60, stride=7)
        timing.scenes = page.bytes
    holds(table, match)
    with capsys.disabled():
        timing.tell()
    assert timing.p95 < 1.0


def plain(log: list[Any]) -> list[Any]:
    return [{**line, "motion": {**(line["motion"] or {}), "change": None}} for line in log]


def test_every_line_of_the_log_comes_once_with_its_rule(table: Table) -> None:
    match = table.begin("aegis", "person", "random", seed="5")["id"]
    with table.page(match) as page:
        play(page, Timing("aegis"), 25, stride=5)
        with table.page(match) as other:
            other.until_asked()
            assert other.shown["whole"] and other.scene["board"]
            # What is different after a pace is told a page that has just come for the last turns alone.
            assert plain(other.log) == plain(page.log[-len(other.log) :])
            assert len(other.log) == len(page.log)
    assert all(line["cites"]["rule"].startswith("AEGIS.") for line in page.log)
    assert any(line["faces"] for line in page.log)


def test_a_bot_that_thinks_in_a_process_of_its_own_answers(table: Table) -> None:
    match = table.begin("aegis", "rookie", "person", seed="3")["id"]
    with table.page(match, 1) as page:
        for _ in range(8):
            page.until_asked(40)
            page.answer()
        page.until_asked(40)
    assert "player red rookie" in holds(table, match)
    assert "rookie could not answer" not in (table.data.parent / "data.err").read_text("utf-8")
