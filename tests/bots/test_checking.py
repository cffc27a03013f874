"""The puzzles that come with gattai are possible under the present rules, and broken ones are found."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gattai import games
from gattai.bots.puzzles.checking import lead, problems
from gattai.bots.puzzles.mining import CLEARLY
from gattai.bots.puzzles.puzzle import Puzzle, puzzles_of


@pytest.fixture
def puzzle() -> Puzzle:
    return puzzles_of("attack-chart")[0]


@pytest.mark.parametrize("game", games.names())
def test_every_puzzle_is_possible_and_its_proof_names_a_clear_lead(game: str) -> None:
    for each in puzzles_of(game):
        assert [*problems(game, each)] == [], each.id
        assert each.proof.best - each.proof.second >= CLEARLY - 0.001, each.id


def test_a_solution_that_is_not_offered_is_a_problem(puzzle: Puzzle) -> None:
    assert [*problems("attack-chart", replace(puzzle, solution="finish"))] == [
        "finish is not offered"
    ]


def test_a_solution_that_cannot_be_read_is_a_problem(puzzle: Puzzle) -> None:
    (problem,) = problems("attack-chart", replace(puzzle, solution="dance"))
    assert "dance" in problem


def test_a_seat_that_is_not_asked_is_a_problem(puzzle: Puzzle) -> None:
    other = next(seat for seat in ("red", "blue") if seat != puzzle.seat)
    found = [*problems("attack-chart", replace(puzzle, seat=other))]
    assert set(found) == {f"{other} is not asked"}


def test_a_position_that_no_game_reaches_is_a_problem(puzzle: Puzzle) -> None:
    broken = puzzle.position.replace('"round":', '"around":', 1)
    assert broken != puzzle.position
    assert len([*problems("attack-chart", replace(puzzle, position=broken))]) == 1


def test_a_proof_without_a_lead_is_a_problem(puzzle: Puzzle) -> None:
    even = replace(puzzle.proof, best=puzzle.proof.second)
    assert [*problems("attack-chart", replace(puzzle, proof=even))] == [
        "its proof does not say that the solution is the best"
    ]


def test_a_solution_exchanged_for_its_rival_has_no_lead(puzzle: Puzzle) -> None:
    rival = puzzle.proof.tried[0]
    swapped = replace(
        puzzle,
        solution=rival.answer,
        proof=replace(
            puzzle.proof, tried=(replace(rival, answer=puzzle.solution), *puzzle.proof.tried[1:])
        ),
    )
    right = lead("attack-chart", puzzle, "policy", 24, "test")
    assert right > 0 > lead("attack-chart", swapped, "policy", 24, "test")


@pytest.mark.long
@pytest.mark.parametrize("game", games.names())
def test_every_solution_is_still_the_best(game: str) -> None:
    for each in puzzles_of(game):
        assert lead(game, each, each.proof.bot, each.proof.rollouts, "again") > 0, each.id
