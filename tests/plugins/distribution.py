"""Distributions as an installer would leave them: a package, and a folder that says what it adds."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from gattai import plugins

Groups = Mapping[str, Mapping[str, str]]


def install(
    site: Path, name: str, groups: Groups, modules: Mapping[str, str] | None = None
) -> None:
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
    importlib.invalidate_caches()
    plugins.found.cache_clear()


@contextmanager
def looked_into(site: Path) -> Iterator[Path]:
    """A folder in which Python looks for modules and distributions for a while."""
    before = {*sys.modules}
    sys.path.insert(0, str(site))
    plugins.found.cache_clear()
    try:
        yield site
    finally:
        sys.path.remove(str(site))
        plugins.found.cache_clear()
        for module in {*sys.modules} - before:
            if str(site) in str(getattr(sys.modules[module], "__file__", None)):
                del sys.modules[module]
