"""Entries of a catalogue as parameters of a test: each under its own id, marked with its rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest


def by_id(entries: Iterable[Mapping[str, Any]]) -> list[Any]:
    """One parameter an entry; those marked `manual` cannot be run and are proved by hand."""
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
