"""Distributions as an installer would leave them: a package, and a folder that says what it adds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

Groups = Mapping[str, Mapping[str, str]]


def install(
    site: Path, name: str, groups: Groups, modules: Mapping[str, str] | None = None
) -> Path:
    """Lay a distribution into this folder, with its entry points and its files."""
    about = site / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    lines: list[str] = []
    for group, entries in groups.items():
        lines += [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items())]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    for path, text in (modules or {}).items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text, "utf-8")
    return site
