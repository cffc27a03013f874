"""Takes the pictures of editors with our schema: `python -m tests.plugins.editors.pictures`, or with names only those.

Each editor that is installed is set up by what stands on the page, opens a pack with mistakes in a terminal of its own, and is
waited for until it shows what the page says. Needs tmux, chromium, `pip install tombi`, and the editors: Neovim 0.11 or
later, Helix 25.07 or later, Emacs 29 or later.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.text import Text

from tests.browser.chromium import CHROMIUM
from tests.plugins.editors.spoilt import Spoilt, spoilt
from tests.plugins.test_schemas import PAGE
from tests.terminal.pictures import FOLDER, save

COLUMNS, ROWS = 104, 26
PATIENCE: Final = 40.0
"""Seconds until an editor shows what is awaited."""


class Editor(NamedTuple):
    """How it is begun and set up, and what is typed, each time until something is seen."""

    command: str
    language: str
    """Of the block on the page that sets it up; none for an editor that knows all by itself."""
    file: str
    """Where that goes, below the folder of settings."""
    typed: tuple[tuple[tuple[str, ...], str], ...]


EDITORS: Final = {
    "neovim": Editor(
        "nvim",
        "lua",
        "nvim/init.lua",
        (
            ((), "must be ≤ 30"),
            (("/power", "Enter", "O", "C-x", "C-o"), "radius"),
            (("C-n",), "How far"),
        ),
    ),
    "helix": Editor(
        "hx",
        "",
        "",
        (((), "must be ≤ 30"), (("/CRT", "Enter", "Space", "k"), "AEGIS.ATTR.CRT")),
    ),
    "emacs": Editor(
        "emacs -nw",
        "elisp",
        "emacs/init.el",
        (
            (("M-x", "flymake-show-buffer-diagnostics", "Enter"), "must be ≤ 30"),
            (("C-s", "power", "Enter", "Home", "Enter", "Up", "M-Tab"), "radius"),
        ),
    ),
}


def main() -> None:
    missing = [] if CHROMIUM.exists() else ["chromium"]
    missing += [program for program in ("tmux", "tombi") if shutil.which(program) is None]
    if missing:
        print(f"no pictures of editors: this needs {', '.join(missing)}")
        return
    for name in sys.argv[1:] or EDITORS:
        if shutil.which(EDITORS[name].command.split()[0]) is None:
            print(f"{name} is not installed: no picture of it")
            continue
        with tempfile.TemporaryDirectory() as home:
            save(picture(EDITORS[name], spoilt(Path(home))), FOLDER / f"editor-{name}.png")


def picture(editor: Editor, pack: Spoilt) -> str:
    """The screen once everything was typed and seen, as SVG."""
    settings = pack.root.parent / "settings"
    settings.mkdir()
    if editor.language:
        (settings / editor.file).parent.mkdir()
        block = re.search(rf"```{editor.language}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
        assert block is not None
        (settings / editor.file).write_text(block[1], "utf-8")
    with screen(f"{editor.command} {pack.file.relative_to(pack.root)}", pack.root, settings) as at:
        shown = ""
        for keys, awaited in editor.typed:
            for key in keys:
                at.type(key)
            shown = at.shows(awaited)
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), color_system="truecolor")
    console.print(Text.from_ansi(shown), no_wrap=True, crop=True)
    return console.export_svg(title=f"{editor.command.split()[0]} {pack.file.name}")


class Screen(NamedTuple):
    """A terminal that one can type into and look at."""

    socket: str

    def type(self, key: str) -> None:
        """A key by its name, or letters."""
        tmux(self.socket, "send-keys", key)
        time.sleep(0.3)  # as a person would: editors wait whether more keys follow

    def shows(self, awaited: str) -> str:
        """What it shows, with its colours, once this is among it."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if awaited in tmux(self.socket, "capture-pane", "-p"):
                time.sleep(1.0)  # the rest is drawn
                return tmux(self.socket, "capture-pane", "-p", "-e", "-N")
            time.sleep(0.2)
        sys.exit(f"{awaited!r} is not seen in\n{tmux(self.socket, 'capture-pane', '-p')}")


@contextmanager
def screen(command: str, folder: Path, settings: Path) -> Iterator[Screen]:
    """A terminal in which this runs, with nobody's settings but these."""
    socket = str(settings / "tmux")
    own = {
        "XDG_CONFIG_HOME": settings,
        "HOME": settings,
        "TOMBI_OFFLINE": "true",
        "LC_ALL": "C.UTF-8",
    }
    told = " ".join(f"{name}={value}" for name, value in own.items())
    size = ["-x", str(COLUMNS), "-y", str(ROWS)]
    begun = f"cd {folder} && env {told} TERM=tmux-256color COLORTERM=truecolor {command}"
    tmux(socket, "-f", os.devnull, "new-session", "-d", *size, begun)
    tmux(socket, "set", "-g", "status", "off")
    try:
        yield Screen(socket)
    finally:
        tmux(socket, "kill-server")


def tmux(socket: str, *told: str) -> str:
    """What it prints."""
    done = subprocess.run(
        ["tmux", "-u", "-S", socket, *told], capture_output=True, text=True, check=True
    )
    return done.stdout


if __name__ == "__main__":
    main()
