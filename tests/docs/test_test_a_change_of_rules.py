"""Follow the page on testing a change of rules."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.docs.test_how_to import SHOWN, blocks, page
from tests.terminal.conftest import run_here

TEXT = page("test-a-change-of-rules.md")
SAYS = (
    ("what", "unit.swarm.hp"),
    ("run", "pairs"),
    ("game", "gattai"),
    ("run", "other players like these"),
    ("report", "by player"),
    ("sweep", "unit.swarm.hp"),
    ("tune", "unit.swarm.hp"),
    ("balance", "bulwark-walker"),
    ("league", "greedy"),
)
"""Each command of the page, and what it prints among other things."""


def test_every_command_of_the_page_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("study.toml", "population.toml", "mixed.toml")
    for name, text in zip(names, blocks(TEXT, "toml"), strict=True):
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    shown = [shlex.split(command) for command, _ in SHOWN.findall(TEXT)]
    assert [words[1] for words in shown] == [command for command, _ in SAYS]
    for words, (_, printed) in zip(shown, SAYS, strict=True):
        ran = run_here(*words, columns=120)
        assert ran.code == 0, ran.out
        assert printed in " ".join(ran.out.split())
