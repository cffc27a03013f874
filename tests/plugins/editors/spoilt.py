"""A pack as `gattai new` begins it, with two mistakes that a schema knows of."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from gattai.terminal.commands.starting import new

WRONG: Final = {"ep = 3": "ep = 99", '"MLE", "CRT"': '"MEL", "CRT"'}
"""A figure out of bounds, and a keyword misspelt."""


class Spoilt(NamedTuple):
    """The folder of the project, and the file that is wrong."""

    root: Path
    file: Path


def spoilt(folder: Path) -> Spoilt:
    """Begin it in a folder."""
    new.write("pack", "tin", folder, "aegis")
    (file,) = (folder / "tin").rglob("tin.toml")
    text = file.read_text("utf-8")
    for right, wrong in WRONG.items():
        assert right in text
        text = text.replace(right, wrong)
    file.write_text(text, "utf-8")
    return Spoilt(folder / "tin", file)
