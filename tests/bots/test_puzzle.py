"""Puzzles as data: what a file says is what is read, and the position stands on the table."""

from __future__ import annotations

import pytest

from gattai import games
from gattai.bots.puzzles.puzzle import (
    NoPuzzle,
    placed,
    puzzle_of,
    puzzles_of,
    read_puzzles,
    seats_of,
    write_puzzles,
)
from gattai.kernel.position import stand


@pytest.mark.parametrize("game", games.names())
def test_what_is_written_is_what_is_read(game: str) -> None:
    puzzles = puzzles_of(game)
    assert read_puzzles(write_puzzles(puzzles)) == puzzles


def test_a_file_with_an_unknown_field_is_refused() -> None:
    text = write_puzzles(puzzles_of("attack-chart")[:1])
    assert read_puzzles(text)
    with pytest.raises(ValueError, match="stars"):
        read_puzzles(text.replace("theme =", "stars = 3\ntheme =", 1))


def test_a_puzzle_is_found_by_its_id() -> None:
    first = puzzles_of("attack-chart")[0]
    assert puzzle_of("attack-chart", first.id) == first
    with pytest.raises(NoPuzzle, match="no puzzle 'nonsense'"):
        puzzle_of("attack-chart", "nonsense")
    with pytest.raises(NoPuzzle):
        puzzle_of("aegis", first.id)


def test_the_seat_of_a_puzzle_is_asked() -> None:
    first = puzzles_of("attack-chart")[0]
    found = placed("attack-chart", first.position, first.seat)
    assert stand(found.rules, found.position).waiting == (found.seat,)
    assert seats_of(first.position) == found.rules.seats


def test_no_two_puzzles_have_the_same_id() -> None:
    ids = [puzzle.id for game in games.names() for puzzle in puzzles_of(game)]
    assert len(set(ids)) == len(ids)
