"""Whoever reads us may go, a disk may be full, a stream may be closed, a terminal may lack letters."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal.conftest import ROOT

GATTAI = f"{sys.executable} -m gattai.terminal.main"


def shell(line: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """A line as somebody types it, `gattai` being ours."""
    outer = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    own = {"PYTHONPATH": str(ROOT / "src"), "XDG_DATA_HOME": str(folder), **env}
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line.replace('gattai ', f'{GATTAI} ', 1)}"],
        capture_output=True,
        text=True,
        env={**outer, **own},
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("command", ["gattai", "gattai games", "gattai --version"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_nobody_reads_any_longer(command: str, unbuffered: str, tmp_path: Path) -> None:
    ran = shell(f"{command} | exec 0<&-", tmp_path, PYTHONUNBUFFERED=unbuffered)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk at hand")
@pytest.mark.parametrize("command", ["gattai", "gattai games", "gattai --version"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_reported_once(command: str, unbuffered: str, tmp_path: Path) -> None:
    ran = shell(f"{command} >/dev/full", tmp_path, PYTHONUNBUFFERED=unbuffered)
    assert (ran.returncode, ran.stderr) == (2, "gattai: No space left on device\n")


def test_output_that_was_closed_is_no_error(tmp_path: Path) -> None:
    ran = shell("gattai games >&-", tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_keyboard_that_was_closed_leaves_as_the_end_of_input_does(tmp_path: Path) -> None:
    ran = shell("gattai play attack-chart --plain --seed 3 <&-", tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Goodbye." in ran.stdout


def test_bytes_that_are_no_letters_may_be_typed(tmp_path: Path) -> None:
    typed = r"printf '\xff\n' | gattai play attack-chart --plain --seed 3"
    ran = shell(typed, tmp_path, PYTHONIOENCODING="utf-8:strict")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "nothing here is called" in ran.stdout


@pytest.mark.parametrize("command", ["replay", "verify", "show"])
def test_bytes_that_are_no_letters_are_no_saved_game(command: str, tmp_path: Path) -> None:
    ran = shell(rf"printf 'gattai transcript 1\xff' | {GATTAI} {command} -", tmp_path)
    assert ran.returncode == 2
    assert ran.stderr == "gattai: -: is not a text file in UTF-8\n"


def test_a_terminal_without_our_letters_gets_the_nearest(tmp_path: Path) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    typed = "echo units | gattai play aegis --plain --seed 3"
    ran = shell(typed, tmp_path, **plain)
    assert ran.returncode == 0
    assert "Integrity" in ran.stdout
    assert "??" not in ran.stdout
    assert "====== 9/9 Integrity" in ran.stdout
