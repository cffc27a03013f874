"""Reading the code of a game: which words stand in it, docstrings apart."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from pathlib import Path


def words(source: str) -> Iterator[tuple[int, str]]:
    """Every piece of text in the code with its line; what only tells a reader is left out."""
    tree = ast.parse(source)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


def named(source: str, names: Collection[str]) -> list[tuple[int, str]]:
    """Which of these names a source names, in the order of its lines."""
    return sorted((line, word) for line, word in words(source) if word in names)


def core(folder: Path, *own: str) -> list[str]:
    """Every source file of a game, in subfolders too, except these files and folders."""
    paths = (path.relative_to(folder) for path in folder.rglob("*.py"))
    return sorted(
        path.as_posix() for path in paths if path.parts[0] not in own and path.as_posix() not in own
    )
