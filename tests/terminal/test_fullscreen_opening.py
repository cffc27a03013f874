"""When the whole terminal is filled, when there is a prompt, and where the match is kept."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from gattai.kernel.question import Roll
from gattai.kernel.record import Record
from gattai.kernel.text.transcript import parse
from gattai.server.table.opening import dice_of
from gattai.terminal.fullscreen import opening
from tests.terminal.conftest import Run, run_alone

Opened = list[Record[Any]]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """A terminal at both ends; instead of being opened, the screen is noted, and saves once."""
    noted: Opened = []

    def play(record: Record[Any], save: Callable[[str], None], packs: Sequence[Path]) -> None:
        noted.append(record)
        if isinstance(record.question, Roll):
            record.answer(dice_of(record.header).faces(record.question, 1))
        save(record.transcript().text())

    monkeypatch.setattr(opening, "is_possible", lambda: True)
    monkeypatch.setattr(opening, "play", play)
    return noted


def test_the_whole_terminal_against_a_rookie_kept_with_the_matches_of_the_browser(
    run: Run, opened: Opened, tmp_path: Path
) -> None:
    ran = run("play", "aegis", "--terminal", "--seed", "3", "--data", tmp_path)
    assert ran.code == 0 and len(opened) == 1
    assert opened[0].header.players == ("person", "rookie")
    (kept,) = (tmp_path / "matches").glob("aegis-*.txt")
    assert len(parse(kept.read_text("utf-8")).entries) == 1
    assert f"gattai play --terminal --resume {kept}" in ran.out.replace("\n", " ")


def test_a_saved_game_is_gone_on_with(run: Run, opened: Opened, tmp_path: Path) -> None:
    saved = tmp_path / "t.txt"
    assert run("play", "aegis", "--terminal", "--seats", "person,random", "--save", saved).code == 0
    before = saved.read_text("utf-8")
    assert run("play", "--terminal", "--resume", saved).code == 0
    assert saved.read_text("utf-8") == before
    assert len(opened) == 2 and opened[1].entries == opened[0].entries


@pytest.mark.parametrize("more", [["--plain"], ["--dice", "by-hand"]])
def test_a_prompt_where_it_is_wanted_or_needed(run: Run, opened: Opened, more: list[str]) -> None:
    ran = run("play", "attack-chart", "--terminal", *more, typed="quit\n")
    assert ran.code == 0 and not opened and "Goodbye" in ran.out


def test_a_prompt_and_a_word_where_textual_is_missing(
    run: Run, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "is_installed", lambda: False)
    ran = run("play", "attack-chart", "--terminal", typed="quit\n")
    assert ran.code == 0 and not opened
    assert "pip install textual" in ran.out and "Goodbye" in ran.out


def test_a_prompt_where_there_is_no_terminal() -> None:
    ran = run_alone("play", "attack-chart", "--terminal", "--seed", "3", typed="quit\n")
    assert ran.code == 0 and "Goodbye" in ran.out


def test_bots_alone_need_no_screen(run: Run, opened: Opened) -> None:
    ran = run("play", "attack-chart", "--terminal", "--seats", "random,random", "--option",
              "rounds=1", "--quiet")  # fmt: skip
    assert ran.code == 0 and not opened


def test_textual_is_imported_only_when_it_is_wanted() -> None:
    import subprocess

    code = (
        "import sys; import gattai.terminal.commands.app, gattai.terminal.commands.play; "
        "assert 'textual' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
