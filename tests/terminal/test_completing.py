"""A shell completes what is typed: the real shell, with the lines that are printed for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal.conftest import ROOT, Run, run_alone


@pytest.fixture
def command(tmp_path: Path) -> Path:
    """`gattai` as a shell finds it."""
    file = tmp_path / "gattai"
    file.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gattai "$@"\n', "utf-8")
    file.chmod(0o755)
    return tmp_path


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_a_command_and_an_option(run: Run, command: Path) -> None:
    lines = run("completion", "bash").out
    ask = (
        'COMP_WORDS=(gattai ver); COMP_CWORD=1; _gattai_completion gattai; echo "${COMPREPLY[@]}"\n'
        'COMP_WORDS=(gattai play --see); COMP_CWORD=2; _gattai_completion gattai; echo "${COMPREPLY[@]}"\n'
    )
    path = f"{command}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "src")}
    ran = subprocess.run(
        ["bash", "-c", lines + "\n" + ask], env=environment, capture_output=True, text=True
    )
    assert ran.stdout.split() == ["verify", "--seed"], ran.stderr


BEHIND = {
    "odds aeg": ["aegis"],
    "odds attack-chart --rul": ["--ruling"],
    "lab ru": ["run"],
    "lab run --proc": ["--processes"],
    "bots match --pack": ["--packs"],
    "aegis squad": ["squads", "squad"],
    "mechastellar force che": ["check"],
    "rules mech": ["mechastellar"],
}


@pytest.mark.parametrize("typed", BEHIND)
def test_what_follows_a_command_that_another_program_answers_is_completed_too(
    typed: str,
) -> None:
    words = f"gattai {typed}"
    place = str(len(words.split()) - 1)
    ran = run_alone(COMP_WORDS=words, COMP_CWORD=place, _GATTAI_COMPLETE="complete_bash")
    assert ran.out.split() == BEHIND[typed]


def test_every_shell_has_its_lines(run: Run) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "_GATTAI_COMPLETE" in run("completion", shell).out
    ran = run("completion", "tcsh")
    assert ran.code == 2 and "bash, zsh, fish" in ran.err
