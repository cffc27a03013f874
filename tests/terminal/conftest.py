"""Running the command line, in this process or as a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer import testing

from gattai.terminal.commands.app import app

ROOT = Path(__file__).resolve().parents[2]


vars(testing)["_get_command"] = cache(vars(testing)["_get_command"])
"""The command line is built from its annotations once, not for every command that is run."""


class Ran:
    """What a command printed, and how it ended."""

    def __init__(self, code: int, out: str, err: str, raised: BaseException | None = None) -> None:
        self.code = code
        self.out = out
        self.err = err
        self.raised = raised

    @property
    def text(self) -> str:
        return self.out + self.err

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.out)


Run = Callable[..., Ran]


def run_here(*args: object, typed: str = "", columns: int = 100) -> Ran:
    """Run in this process; an error that nobody caught is a failure of the test."""
    runner = testing.CliRunner(env={"COLUMNS": str(columns)})
    result = runner.invoke(app, [str(arg) for arg in args], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "Traceback" not in result.output
    return Ran(result.exit_code, result.stdout, result.stderr)


def run_alone(*args: object, typed: str = "", **env: str) -> Ran:
    """Run as a program of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "gattai.terminal.main", *map(str, args)],
        input=typed.encode(),
        capture_output=True,
        env={**os.environ, "COLUMNS": "100", "PYTHONPATH": str(ROOT / "src"), **env},
        timeout=60,
        check=False,
    )
    ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ran.text
    return ran


@pytest.fixture(autouse=True)
def matches_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which matches are kept that nobody named a file for: never the user's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "gattai" / "matches"


@pytest.fixture
def run() -> Run:
    """Run a command in this process."""
    return run_here


@pytest.fixture
def alone() -> Run:
    """Run a command as a program of its own."""
    return run_alone


SHORT = ("--option", "blue=lancer-team", "--option", "red=gunners", "--option", "rounds=3")


@pytest.fixture(scope="session")
def short_game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A short game of two bots in which dice are thrown."""
    path = tmp_path_factory.mktemp("games") / "short.txt"
    ran = run_here("play", "attack-chart", "--seats", "random,random", "--seed", "7", *SHORT,
                   "--save", path, "--quiet")  # fmt: skip
    assert ran.code == 0
    return path.read_text("utf-8")


@pytest.fixture(scope="session")
def whole_game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A whole game of two bots."""
    path = tmp_path_factory.mktemp("games") / "whole.txt"
    ran = run_here("play", "attack-chart", "--seats", "random,random", "--seed", "7",
                   "--save", path, "--quiet")  # fmt: skip
    assert ran.code == 0
    return path.read_text("utf-8")
