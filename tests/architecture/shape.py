"""Shape: files short enough to read at one sitting, that say what they are, with honest names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from tests.architecture.source import Source

MAX_LINES = 600
"""One noun, one file: about 100 to 600 lines. A limit below that cuts nouns in pieces."""

EMPTY_WORDS = frozenset({"manager", "helper", "util", "utils", "handler", "base", "data", "info"})
EMPTY_MODULES = EMPTY_WORDS | {"managers", "helpers", "handlers", "common", "misc"}
CLASS = re.compile(r"^\s*class (\w+)", re.MULTILINE)
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+")


def too_long(source: Source) -> Iterator[str]:
    """Files that want to be two files."""
    lines = len(source.text.splitlines())
    if lines > MAX_LINES:
        yield f"{source.path}: {lines} lines, at most {MAX_LINES}"


def undocumented(source: Source) -> Iterator[str]:
    """Modules that do not say what they are."""
    if not ast.get_docstring(source.tree):
        yield f"{source.path}: the module has no docstring"


def empty_names(source: Source) -> Iterator[str]:
    """Classes and modules whose names say nothing about what they are."""
    path = PurePosixPath(source.path)
    for part in (*path.parts[:-1], path.stem):
        if part.strip("_") in EMPTY_MODULES:
            yield f"{source.path}: {part!r} says nothing about what is inside"
    for found in CLASS.finditer(source.text):
        for word in WORD.findall(found[1]):
            if word.lower() in EMPTY_WORDS:
                line = source.text.count("\n", 0, found.start(1)) + 1
                yield f"{source.path}:{line}: class {found[1]}: {word!r} says nothing"
