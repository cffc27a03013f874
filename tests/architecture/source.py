"""The project's own files as the checks of this folder see them."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "gattai"
PURE = ("kernel", "odds", "tabletop", "scene", "games", "bots/evaluations")
"""The layers in which the same answers must always give the same position."""

LEFT_ALONE = frozenset({"build", "dist", "site", "__pycache__", "node_modules"})


@dataclass(frozen=True)
class Source:
    """One Python file: its place in the project and its text."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    def at(self, node: ast.AST, complaint: str) -> str:
        """The complaint with its place in front, as an editor can follow it."""
        return f"{self.path}:{getattr(node, 'lineno', 1)}: {complaint}"


def snippet(text: str, path: str = "src/gattai/kernel/snippet.py") -> Source:
    """A made-up file, to show that a check can fail."""
    return Source(path, dedent(text))


@cache
def read(path: Path) -> Source:
    """One file of the project, read and parsed once however many checks look at it."""
    return Source(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))


@cache
def sources(*folders: str) -> tuple[Source, ...]:
    """The Python files below these folders of the project, in order of their paths."""
    return tuple(read(path) for folder in folders for path in sorted((ROOT / folder).rglob("*.py")))


def pure_sources() -> tuple[Source, ...]:
    """The files of the pure layers."""
    return sources(*(f"src/gattai/{layer}" for layer in PURE))


@cache
def project_files() -> tuple[Path, ...]:
    """The files that belong to the project: what git knows or would know."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    command += ["--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return tuple(sorted(_walk(ROOT)))  # unpacked from an archive
    paths = (ROOT / name for name in listed.decode("utf-8").split("\0") if name)
    return tuple(sorted(path for path in paths if path.is_file()))


def _walk(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_dir():
            hidden = path.name.startswith(".") and path.name != ".ci"
            if not hidden and path.name not in LEFT_ALONE:
                yield from _walk(path)
        elif path.suffix != ".pyc":
            yield path
