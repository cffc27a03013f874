"""Opens the screen for a record, and prints the result afterwards."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from gattai import games
from gattai.kernel.record import Record

MISSING = "the full screen needs Textual (pip install textual); playing at the prompt"


def is_possible() -> bool:
    """Whether input and output are terminals."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def is_installed() -> bool:
    """Whether Textual is installed."""
    return find_spec("textual") is not None


def play(record: Record[Struct], save: Callable[[str], None], packs: Sequence[Path] = ()) -> None:
    """Open the screen and play until it is closed."""
    from gattai.terminal.client.match import Client
    from gattai.terminal.fullscreen.app import TableApp

    save(record.transcript().text())
    TableApp(Client(record, games.scene_maker(record.rules.name), save, packs)).run()
