"""`gattai puzzles`: play one, check all, find more."""

from __future__ import annotations

from pathlib import Path

from gattai.bots.puzzles.puzzle import puzzles_of, read_puzzles
from tests.terminal.conftest import Run

PUZZLE = puzzles_of("attack-chart")[0]


def test_the_solution_is_right_and_explained_by_its_proof(run: Run) -> None:
    ran = run("puzzles", "play", "attack-chart", "--id", PUZZLE.id, typed=f"{PUZZLE.solution}\n")
    assert ran.code == 0
    said = " ".join(ran.out.split())
    assert f"Puzzle {PUZZLE.id} of attack-chart" in said
    assert "Right." in said and f"wins {PUZZLE.proof.best:.0%} of the games" in said


def test_another_answer_is_wrong_and_shown_why(run: Run) -> None:
    rival = PUZZLE.proof.tried[0]
    play = ("puzzles", "play", "attack-chart", "--id", PUZZLE.id, "--answer", rival.answer)
    ran = run(*play)
    assert ran.code == 1
    assert "Not the best." in ran.out and f"{rival.share:.0%}" in ran.out
    found = run(*play, "--json")
    assert found.code == 1
    assert found.json["right"] is False and found.json["answer"] == rival.answer


def test_what_is_no_option_is_asked_again(run: Run) -> None:
    typed = f"nonsense\n99\n{PUZZLE.solution}\n"
    ran = run("puzzles", "play", "attack-chart", "--id", PUZZLE.id, typed=typed)
    assert ran.code == 0 and "there is no option 99" in ran.out
    assert run("puzzles", "play", "attack-chart", "--answer", "99").code == 2
    assert run("puzzles", "play", "attack-chart", typed="").code == 1


def test_an_unknown_puzzle_is_named(run: Run) -> None:
    ran = run("puzzles", "play", "attack-chart", "--id", "nonsense")
    assert ran.code == 1 and "no puzzle 'nonsense'" in ran.err
    assert run("puzzles", "play", "attack-char").code == 2
    assert run("puzzles", "play", "attack-chart", "--json").code == 2


def test_all_puzzles_are_checked(run: Run) -> None:
    ran = run("puzzles", "check", "--json")
    assert ran.code == 0
    assert ran.json["problems"] == []
    assert ran.json["puzzles"]["attack-chart"] == len(puzzles_of("attack-chart"))
    ran = run("puzzles", "check", "attack-chart", "--rollouts", 12)
    assert ran.code == 0 and "attack-chart: " in ran.out


def test_looking_for_puzzles_stops_in_time_and_keeps_what_is_in_the_file(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "more.toml"
    ran = run("puzzles", "find", "attack-chart", "--into", path, "--minutes", 0)
    assert ran.code == 1 and "0 puzzles from 0 games" in ran.out and not path.exists()
    path.write_text("nonsense", "utf-8")
    ran = run("puzzles", "find", "attack-chart", "--into", path, "--minutes", 0)
    assert ran.code == 2 and "is no file of puzzles" in ran.err
    assert read_puzzles("") == ()
