"""Verdicts say what the proof says, and nothing else."""

from __future__ import annotations

from gattai.bots.puzzles.puzzle import ComparedAnswer, Proof, Puzzle
from gattai.bots.puzzles.verdict import verdict

PUZZLE = Puzzle(
    id="abc",
    seat="red",
    solution="attack gun",
    theme="attack",
    difficulty="medium",
    missed=("random", "greedy"),
    proof=Proof(
        bot="policy",
        rollouts=200,
        seeds=("b", "c"),
        best=0.62,
        second=0.41,
        options=12,
        compared=9,
        tried=(ComparedAnswer("attack knife", 0.41, 200), ComparedAnswer("finish", 0.25, 12)),
    ),
    position="",
)


def test_the_solution_is_right_and_named_with_the_next_best() -> None:
    found = verdict(PUZZLE, "attack gun")
    assert found.right
    assert found.lines[0] == "Attack gun wins 62% of the games; the next best, attack knife, 41%."
    assert "200 times, always with the same dice. 9 of 12 legal answers" in found.lines[1]
    assert found.lines[2] == "Bots that miss it: random, greedy."


def test_a_rival_is_shown_its_own_share() -> None:
    found = verdict(PUZZLE, "attack knife")
    assert not found.right
    assert found.lines[0] == "Attack gun wins 62% of the games; attack knife 41%."


def test_an_answer_that_was_played_on_less_often_is_shown_how_many_games_it_had() -> None:
    assert "finish 25% of 12 games: too far behind" in verdict(PUZZLE, "finish").lines[0]


def test_of_an_answer_that_is_not_listed_nothing_is_claimed() -> None:
    (first, *_) = verdict(PUZZLE, "move 1,1").lines
    assert first.endswith("attack knife, 41%. The proof gives no share for move 1,1.")


def test_names_of_the_table_are_used() -> None:
    assert verdict(PUZZLE, "attack gun", str.upper).lines[0].startswith("ATTACK GUN wins")
