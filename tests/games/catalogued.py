"""The catalogue of a game: its worked examples and scenarios, read and run the same way for every game.

How the tables and steps of a game are written is the game's own; tests/games/scenarios.py plays them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

Entry = dict[str, Any]


def load(folder: Path, name: str) -> Any:
    """One file of a catalogue."""
    return tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))


def entries(folder: Path) -> dict[str, Entry]:
    """All worked examples and scenarios of a catalogue by their ids, none of which stands twice."""
    found: dict[str, Entry] = {}
    for kind in ("example", "scenario"):
        for path in sorted(folder.glob(f"{kind}s*.toml")):
            for entry in load(folder, path.stem)[kind]:
                assert entry["id"] not in found, f"{entry['id']} stands twice"
                found[entry["id"]] = entry
    return found


def by_id(entries: Iterable[Mapping[str, Any]]) -> list[Any]:
    """One parameter an entry, marked with its rules; those marked `manual` are proved by hand."""
    return [
        pytest.param(
            entry,
            id=str(entry["id"]),
            marks=pytest.mark.rule(
                entry["id"],
                *(
                    rule
                    for key in ("rules", "ambiguities", "rulings")
                    for rule in entry.get(key, ())
                ),
            ),
        )
        for entry in entries
        if not entry.get("manual")
    ]
