"""From a record to an open screen, and what is said after it has closed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gattai import games
from gattai.kernel.record import Record

MISSING = "the full screen needs Textual (pip install textual); playing at the prompt"


def is_possible() -> bool:
    """Whether there is a terminal at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def is_installed() -> bool:
    """Whether Textual is there."""
    return find_spec("textual") is not None


def play(record: Record[Any], save: Callable[[str], None], packs: Sequence[Path] = ()) -> None:
    """Open the screen and play until it is closed."""
    from gattai.terminal.client.match import Client
    from gattai.terminal.fullscreen.app import TableApp

    save(record.transcript().text())
    TableApp(Client(record, games.scene_maker(record.rules.name), save, packs)).run()
