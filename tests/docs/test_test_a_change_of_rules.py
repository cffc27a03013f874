"""Follow the page on testing a change of rules."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.docs.test_how_to import SHOWN, blocks, page
from tests.terminal.conftest import run_here

TEXT = page("test-a-change-of-rules.md")
SAYS = {
    "run": "pairs",
    "game": "gattai",
    "sweep": "unit.swarm.hp",
    "tune": "unit.swarm.hp",
    "balance": "bulwark-walker",
    "league": "greedy",
}


def test_every_command_of_the_page_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study, mixed = blocks(TEXT, "toml")
    (tmp_path / "study.toml").write_text(study, "utf-8")
    (tmp_path / "mixed.toml").write_text(mixed, "utf-8")
    monkeypatch.chdir(tmp_path)
    shown = [shlex.split(command) for command, _ in SHOWN.findall(TEXT)]
    assert [words[1] for words in shown] == [*SAYS]
    for words in shown:
        ran = run_here(*words, columns=120)
        assert ran.code == 0, ran.out
        assert SAYS[words[1]] in ran.out
