"""Do something again whenever a file below a path has changed."""

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
"""Seconds between looks: soon after one has saved, and nothing that a machine would notice."""


def stamps(path: Path) -> dict[str, tuple[int, int]]:
    """Each pack with when it was changed and how large it is."""
    files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    found: dict[str, tuple[int, int]] = {}
    for file in files:
        try:
            told = file.stat()
        except OSError:  # an editor replaces it just now
            continue
        found[str(file)] = (told.st_mtime_ns, told.st_size)
    return found


def watch(
    path: Path, check: Callable[[], object], pause: Callable[[float], None] = time.sleep
) -> NoReturn:
    """Check now, and after every change, until somebody interrupts."""
    try:
        while True:
            before = stamps(path)
            check()
            say(Text("waiting for a change; ctrl-C ends it", QUIET))
            while stamps(path) == before:
                pause(PAUSE)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
