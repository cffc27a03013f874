"""Repeat something whenever a file below a path has changed."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import typer
from rich.text import Text

from gattai.terminal.complaint import INTERRUPTED
from gattai.terminal.printing import QUIET, say

PAUSE = 0.5
"""Seconds between looks: quick after a save, and negligible for the machine."""


def stamps(path: Path) -> dict[str, tuple[int, int]]:
    """Return the time of change and the size of each pack."""
    files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    found: dict[str, tuple[int, int]] = {}
    for file in files:
        try:
            status = file.stat()
        except OSError:  # an editor is replacing it
            continue
        found[str(file)] = (status.st_mtime_ns, status.st_size)
    return found


def watch(
    path: Path, check: Callable[[], object], pause: Callable[[float], None] = time.sleep
) -> NoReturn:
    """Check now, and after every change, until interrupted."""
    try:
        while True:
            before = stamps(path)
            check()
            say(Text("waiting for a change; stop with Ctrl-C", QUIET))
            while stamps(path) == before:
                pause(PAUSE)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
