"""`Any` turns the type checker off. Each package has a ceiling, which only goes down."""

from __future__ import annotations

import ast
from collections import Counter

from tests.architecture.source import Source, snippet, sources

CEILINGS: dict[str, int] = {
    "adapters": 11,
    "bots": 5,
    "games": 19,
    "kernel": 39,
    "lab": 2,
    "library": 4,
    "odds": 1,
    "plugins": 4,
    "scene": 9,
    "server": 8,
    "tabletop": 1,
    "terminal": 2,
    "testing": 6,
}
"""How often each package says `Any`. Whoever gets below a ceiling lowers it."""


def said(source: Source) -> int:
    """How often a file says `Any`, but for its imports."""
    names = (
        getattr(node, "id", None) or getattr(node, "attr", None) for node in ast.walk(source.tree)
    )
    return sum(name == "Any" for name in names)


def test_no_package_says_any_more_often_and_ceilings_follow_down() -> None:
    found: Counter[str] = Counter()
    for source in sources("src"):
        package = source.path.removeprefix("src/gattai/").partition("/")[0].removesuffix(".py")
        found[package] += said(source)
    assert {name: count for name, count in found.items() if count} == CEILINGS


def test_annotations_and_calls_count_and_imports_do_not() -> None:
    text = "from typing import Any\nimport typing\nx: dict[str, Any] = {}\ny: typing.Any = cast(Any, x)"
    assert said(snippet(text)) == 3
