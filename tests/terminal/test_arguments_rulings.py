"""`--ruling`: chosen at the command line, refused with the nearest, told in "why"."""

from __future__ import annotations

from pathlib import Path

import pytest

import gattai
from tests.terminal.conftest import run_here


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        ("overflw=battery", "no ruling 'overflw'; did you mean 'overflow'?"),
        ("x=battery", "no ruling 'x'; choose from overflow, "),
        ("overflow=batery", "ruling overflow has no reading 'batery'; did you mean 'battery'?"),
        ("overflow=x", "ruling overflow has no reading 'x'; choose from lost, battery"),
        ("overflow", "a ruling is NAME=READING, such as overflow=battery, not 'overflow'"),
        ("moons=no", "robot-empire has no ruling 'moons'"),
    ],
)
def test_a_wrong_ruling_is_refused_with_the_nearest(ruling: str, said: str) -> None:
    ran = run_here("play", "robot-empire", "--seats", "random,random", "--ruling", ruling)
    assert ran.code == 2
    assert said in ran.err


def test_a_ruling_without_a_game_is_refused() -> None:
    ran = run_here("play", "--ruling", "overflow=battery")
    assert ran.code == 2 and "--ruling needs the name of a game" in ran.err


def test_a_reading_is_played_saved_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    wanted = ("--ruling", "melee-modifiers=worst", "--ruling", "class-penalty=anywhere")
    ran = run_here(
        "play", "attack-chart", "--seats", "random,random", "--save", file, "--quiet", *wanted
    )
    assert ran.code == 0, ran.text
    text = file.read_text("utf-8")
    assert "option melee-modifiers worst\n" in text
    assert "class-penalty" not in text, "the default is not recorded"
    assert run_here("replay", file, "--verify").code == 0


def test_the_rules_of_a_game_list_its_rulings_and_readings() -> None:
    ran = run_here("rules", "robot-empire")
    assert "gattai play robot-empire --ruling NAME=READING" in ran.out
    assert "overflow" in ran.out and "lost (default)" in ran.out
    one = run_here("rules", "robot-empire", "AMB.TRAMPLE")
    assert "--ruling overflow=READING" in one.out
    assert "battery: Damage beyond what destroys the blockers" in one.out


def test_a_match_in_python_names_the_reading_it_plays() -> None:
    game = gattai.game("robot-empire")
    lines = game.begin(seed=1, overflow="battery").rulings_on("DMG.BLOCKED")
    assert lines[0].startswith("By the ruling of this match: ")
    assert any("overflow=battery (played here)" in line for line in lines)
    assert any("blockers-gone=blocked (played here)" in line for line in lines)
    assert game.begin(seed=1).rulings_on("DMG.BLOCKED")[0].startswith("By our ruling: ")
    assert game.begin(seed=1).rulings_on("DMG.UNBLOCKED") == ()
