"""`gattai` alone, its help and its version; starting quickly."""

from __future__ import annotations

import shlex

from gattai.terminal import overview
from gattai.terminal.commands.app import app
from tests.terminal.conftest import Run


def test_alone_it_shows_what_can_be_done_by_example(run: Run, alone: Run) -> None:
    for ran in (run(), run("--help"), alone(), alone("--help"), alone("-h")):
        assert ran.code == 0
        assert "gattai verify t.txt" in ran.out
        assert ran.out == overview.text() or ran.out == overview.text() + "\n"


def test_the_overview_names_every_command() -> None:
    commands = app.registered_commands
    named = [each.name or getattr(each.callback, "__name__", "") for each in commands]
    assert sorted(overview.commands()) == sorted(
        [*named, *(each.name or "" for each in app.registered_groups)]
    )
    assert 6 <= len(overview.EXAMPLES) <= 8


def test_every_command_explains_itself(run: Run) -> None:
    for name in overview.commands():
        ran = run(name, "--help")
        assert ran.code == 0 and "gattai" in ran.out


def test_the_examples_are_real(run: Run, tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    for example, _ in overview.EXAMPLES:
        if example == "gattai play aegis":
            continue  # it opens the table and stays; see tests/server
        assert run(*shlex.split(example)[1:]).code == 0, example


def test_the_version(run: Run, alone: Run) -> None:
    assert run("--version").out.startswith("gattai")
    assert alone("--version").out == run("--version").out


def test_a_command_that_does_not_exist(run: Run, alone: Run) -> None:
    assert run("gmaes").code == 2
    ran = alone("gmaes")
    assert ran.code == 2 and "games" in ran.err


def test_colours_only_where_they_are_wanted(alone: Run) -> None:
    assert "\x1b" not in alone("rules", "attack-chart", "SEQ.4-AP").out
    assert "\x1b" not in alone("games", NO_COLOR="1", TERM="xterm-256color").out


def test_a_narrow_screen(alone: Run) -> None:
    ran = alone("attack-chart", "chart", COLUMNS="50")
    assert ran.code == 0
    assert ran.out.count("  20 ") == 0 and ran.out.count("\n 20 ") == 2  # the chart in two parts


def test_letters_that_the_terminal_does_not_have(alone: Run) -> None:
    assert alone("rules", "attack-chart", PYTHONIOENCODING="ascii").code == 0


def test_help_is_there_at_once() -> None:
    import subprocess
    import sys

    listed = "import sys; sys.argv = ['gattai', '--help']; from gattai.terminal.main import main; main(); print(sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", listed], capture_output=True, text=True, check=True
    )
    for large in ("typer", "rich", "msgspec", "gattai.kernel"):
        assert f"'{large}'" not in done.stdout
