"""A puzzle at a table: one answer, its verdict, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gattai.bots.puzzles.puzzle import puzzles_of, seats_of
from gattai.server.local.store import MatchStore
from gattai.server.table.seating import Seating
from tests.server.table import Page, Table
from tests.server.test_disk import some_game

PUZZLE = puzzles_of("attack-chart")[0]
SEAT = seats_of(PUZZLE.position).index(PUZZLE.seat)


def begun(table: Table) -> str:
    match: str = table.begin("attack-chart", puzzle=PUZZLE.id)["id"]
    return match


def gives(page: Page, text: str) -> None:
    """Answer the puzzle, and hear the verdict."""
    ask = page.until_asked()["ask"]
    assert text in [option["text"] for option in ask["options"]]
    page.say("answer", number=ask["number"], text=text, epoch=page.shown["epoch"])
    page.until(lambda _: bool(page.shown["puzzle"]["verdict"]))


def test_before_the_answer_nothing_is_shown_and_no_help_is_given(table: Table) -> None:
    with table.page(begun(table), SEAT) as page:
        page.until_asked()
        shown = page.shown["puzzle"]
        assert shown["id"] == PUZZLE.id and shown["seat"] == PUZZLE.seat
        assert shown["verdict"] is None
        may = ("can_coach", "can_undo", "can_resign", "can_draw", "can_abort")
        assert not any(page.shown[name] for name in may)
        page.say("coach", number=page.scene["ask"]["number"])
        assert "no coach" in page.refusal()
        page.say("resign")
        assert "one answer" in page.refusal()


def test_the_solution_is_right(table: Table) -> None:
    with table.page(begun(table), SEAT) as page:
        gives(page, PUZZLE.solution)
        verdict = page.shown["puzzle"]["verdict"]
        assert verdict["right"]
        assert f"{PUZZLE.proof.best:.0%}" in verdict["lines"][0]
        assert page.scene["ask"] is None, "nobody plays on"


def test_another_answer_is_wrong_and_cannot_be_followed_by_a_second(table: Table) -> None:
    rival = PUZZLE.proof.tried[0]
    with table.page(begun(table), SEAT) as page:
        gives(page, rival.answer)
        verdict = page.shown["puzzle"]["verdict"]
        assert not verdict["right"] and f"{rival.share:.0%}" in verdict["lines"][0]
        page.say("answer", number=2, text="finish", epoch=page.shown["epoch"])
        assert "one answer" in page.refusal()


def test_a_spectator_sees_the_puzzle_and_cannot_answer(table: Table) -> None:
    with table.page(begun(table), "watch") as page:
        page.until(lambda _: page.shown["puzzle"] is not None)
        page.say("answer", number=1, text=PUZZLE.solution, epoch=page.shown["epoch"])
        assert page.refusal()


def test_puzzles_are_listed_and_their_matches_are_not(table: Table) -> None:
    cards = table.http.get("/api/puzzles").json()
    assert {"id": PUZZLE.id, "game": "attack-chart"}.items() <= cards[0].items()
    match = begun(table)
    assert match not in [card["id"] for card in table.http.get("/api/matches").json()]
    game = table.begin("attack-chart", "person", "random")["id"]
    assert game in [card["id"] for card in table.http.get("/api/matches").json()]


def test_puzzles_take_no_place_in_the_list_of_matches(tmp_path: Path) -> None:
    """However many were tried since, the games before them are still listed."""
    store = MatchStore(tmp_path)
    text = some_game("attack-chart", 5).transcript().text()
    games = [store.add("attack-chart", text, Seating()) for _ in range(2)]
    for number, game in enumerate(games):
        os.utime(store.path(game), (number, number))
    for _ in range(3):
        store.add("attack-chart", text, Seating(puzzle=PUZZLE.id))
    assert [one.match for one in store.last_played(9)] == games[::-1]
    assert [one.match for one in store.last_played(1)] == games[1:]


@pytest.mark.parametrize("puzzle", ["nonsense", "../x"])
def test_an_unknown_puzzle_is_refused(table: Table, puzzle: str) -> None:
    wanted = {"game": "attack-chart", "players": [], "puzzle": puzzle}
    answer = table.http.post("/api/matches", json=wanted)
    assert 400 <= answer.status_code < 500 and "no puzzle" in answer.text
