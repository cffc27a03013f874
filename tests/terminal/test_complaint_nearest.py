"""Whoever mistypes is told what is near; whoever asks too early, what could be asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from gattai.kernel.text import notation
from gattai.kernel.text.words import UnknownWord
from tests.terminal.conftest import Run


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("rules", "aegis", "line", "of", "sihgt"), "'sihgt' may be 'sight'"),
        (("new", "gam", "tin-race"), "did you mean 'game'?"),
        (("completion", "bsh"), "did you mean 'bash'?"),
        (("play", "aegi"), "did you mean 'aegis'?"),
        (("packs", "chek", "."), "Did you mean 'check'"),
    ],
)
def test_the_nearest_word_is_offered(run: Run, words: tuple[str, ...], near: str) -> None:
    ran = run(*words)
    assert ran.code in (1, 2) and near in ran.err


def test_a_mistyped_action_of_a_saved_game_is_named(
    run: Run, short_game: str, tmp_path: Path
) -> None:
    path = tmp_path / "t.txt"
    path.write_text(short_game.replace(" deploy ", " deplny ", 1), "utf-8")
    ran = run("verify", path)
    assert ran.code == 1 and "no action 'deplny'; did you mean 'deploy'?" in ran.err


def test_what_goes_on_after_an_action_that_is_known_is_still_reported_as_that() -> None:
    with pytest.raises(ValueError, match="goes on after it should end") as caught:
        notation.read("one two", {}, ())
    assert not isinstance(caught.value, UnknownWord)


def test_why_before_anything_was_refused_shows_what_can_be_asked_here(run: Run) -> None:
    ran = run("play", "aegis", "--plain", "--seed", "3", typed="why\nwhy place ark-150 -7,6\n")
    assert "nothing was refused yet; 'why place ark-150 -7,6' asks about it." in ran.out
    assert "This is allowed: place ark-150 -7,6" in ran.out


def test_one_answer_is_not_several(run: Run) -> None:
    ran = run("play", "aegis", "--plain", "--seed", "1", "--seats", "person,person", typed="")
    assert "Goodbye. 1 answer is saved in" in ran.out


def test_a_byte_order_mark_before_a_saved_game_says_nothing(
    run: Run, short_game: str, tmp_path: Path
) -> None:
    path = tmp_path / "t.txt"
    path.write_text(f"\ufeff{short_game}", "utf-8")
    assert run("replay", path).code == 0
    assert run("show", path).code == 0
    ran = run("verify", path)
    assert ran.code == 1 and "line 1 is '\\ufeffgattai transcript 1', but should be" in ran.err
