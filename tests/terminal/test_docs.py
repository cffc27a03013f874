"""What the tutorial and the reference show is what the program prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.terminal.conftest import ROOT, Run, run_here

PAGES = ("tutorial/first-firefight.md", "reference/command-line.md")
SHOWN = re.compile(r"```console\n\$ gattai ([^\n]+)\n(.+?)\n```", re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_what_is_shown_is_what_is_printed(
    page: str, whole_game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    saved = Path("bots.txt")
    checked = 0
    text = (ROOT / "docs" / page).read_text("utf-8")
    for name, content in re.findall(r'```toml title="([^"]+)"\n(.*?)```', text, re.DOTALL):
        Path(name).write_text(content, "utf-8")
    for command, shown in SHOWN.findall(text):
        if command.startswith("play") or "$ gattai" in shown:
            continue  # a dialogue, or several commands without their output
        # The second check of the same file is that of a die changed by hand.
        forged = "is not valid" in shown
        changed = whole_game.replace("\n13 dice 8 8 ;", "\n13 dice 8 9 ;")
        saved.write_text(changed if forged else whole_game, "utf-8")
        ran = run_here(*shlex.split(command), columns=96)
        assert (ran.out + ran.err).rstrip("\n") == shown, command
        checked += 1
    assert checked >= 3


def test_what_the_readme_shows_is_what_is_printed() -> None:
    shown = SHOWN.findall((ROOT / "README.md").read_text("utf-8"))
    outputs = [(command, output) for command, output in shown if "$ gattai" not in output]
    assert outputs
    for command, output in outputs:
        assert run_here(*shlex.split(command), columns=96).out.rstrip("\n") == output, command


def test_every_command_and_option_is_in_the_reference(run: Run) -> None:
    text = (ROOT / "docs" / PAGES[1]).read_text("utf-8")
    commands = (
        ["rules"],
        ["play"],
        ["replay"],
        ["verify"],
        ["show"],
        ["odds"],
        ["attack-chart", "chart"],
        ["robot-empire", "draw"],
        ["aegis", "squad", "check"],
        ["aegis", "squads"],
        ["aegis", "unit"],
    )
    for command in commands:
        for option in re.findall(r"^  (?:-\w, )?(--[a-z-]+)", run(*command, "--help").out, re.M):
            if option not in ("--help", "--packs"):
                assert option in text, (command, option)
