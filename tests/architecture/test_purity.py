"""The pure layers stay pure."""

import pytest

from tests.architecture.purity import unnamed_ignores, unsteady_calls, unsteady_imports
from tests.architecture.set_order import walked_sets
from tests.architecture.source import PURE, pure_sources, snippet, sources


def test_there_are_pure_sources_to_look_at() -> None:
    found = [source.path for source in pure_sources()]
    for layer in PURE:
        assert any(path.startswith(f"src/gattai/{layer}/") for path in found), layer


def test_the_pure_layers_import_no_clock_no_chance_and_no_network() -> None:
    assert not [found for source in pure_sources() for found in unsteady_imports(source)]


@pytest.mark.parametrize(
    "text",
    [
        "import random",
        "import os.path",
        "from time import monotonic",
        "from urllib.request import urlopen",
        "def later():\n    import socket",
        "if True:\n    import typer as quiet",
    ],
)
def test_an_unsteady_import_is_found(text: str) -> None:
    assert len([*unsteady_imports(snippet(text))]) == 1


@pytest.mark.parametrize(
    "text", ["import msgspec", "from . import random", "from gattai.kernel.time import x"]
)
def test_a_steady_import_is_not(text: str) -> None:
    assert not [*unsteady_imports(snippet(text))]


def test_the_pure_layers_touch_no_files_no_screen_and_no_addresses() -> None:
    assert not [found for source in pure_sources() for found in unsteady_calls(source)]


@pytest.mark.parametrize(
    "text",
    [
        "open('x')",
        "x = input()",
        "print(1)",
        "key = hash('a')",
        "key = id(object())",
        "text = path.read_text()",
        "path.write_text('x')",
    ],
)
def test_an_unsteady_call_is_found(text: str) -> None:
    assert len([*unsteady_calls(snippet(text))]) == 1


def test_the_loaders_may_read_files_but_not_write_them() -> None:
    loader = "src/gattai/tabletop/content.py"
    assert not [*unsteady_calls(snippet("path.read_text('utf-8')", loader))]
    assert [*unsteady_calls(snippet("path.write_text('x')", loader))]


def test_a_value_may_say_how_it_is_hashed() -> None:
    text = "class A:\n    def __hash__(self):\n        return hash(self.name)"
    assert not [*unsteady_calls(snippet(text))]


def test_the_pure_layers_walk_through_no_set() -> None:
    assert not [found for source in pure_sources() for found in walked_sets(source)]


@pytest.mark.parametrize(
    "text",
    [
        "for x in {1, 2}: ...",
        "for x in set(y): ...",
        "a = [x for x in frozenset(y)]",
        "a = list({1, 2})",
        "a = tuple(set(x) | set(y))",
        "a = tuple(x for x in {1, 2})",
        "a = [*{1, 2}]",
        "a = ','.join({'a', 'b'})",
        "a = {x: 1 for x in {1, 2}}",
        "a = max({'a', 'b'}, key=len)",
        "a = next(iter({1, 2}))",
        "blocked = {1, 2}\nfor x in blocked: ...",
        "def f(blocked: frozenset[int]):\n    return [x for x in blocked]",
        "def f():\n    free = set(x) - {1}\n    return tuple(free)",
        "blocked = {1}\ndef f():\n    for x in blocked: ...",
        "class A:\n    cells: frozenset[int]\n    def f(self):\n        return list(self.cells)",
        "def f(free: set[int]):\n    return free.pop()",
        "def f(free: 'set[int]'):\n    yield from free",
    ],
)
def test_walking_through_a_set_is_found(text: str) -> None:
    assert len([*walked_sets(snippet(text))]) == 1


@pytest.mark.parametrize(
    "text",
    [
        "for x in sorted({1, 2}): ...",
        "a = 1 in {1, 2}",
        "a = sum(x for x in {1, 2})",
        "a = len({1, 2})",
        "a = max({1, 2})",
        "a = {x for x in {1, 2}}",
        "a = frozenset(x for x in {1, 2})",
        "for x in {1: 2}: ...",
        "blocked = {1}\ndef f(blocked: tuple[int, ...]):\n    return list(blocked)",
        "a = [1, 2].pop()",
        "a = all(x for x in set(y))",
    ],
)
def test_using_a_set_without_its_order_is_not(text: str) -> None:
    assert not [*walked_sets(snippet(text))]


def test_every_ignore_names_its_code() -> None:
    everything = sources("src", "tests", "bench")
    assert not [found for source in everything for found in unnamed_ignores(source)]


def test_an_ignore_without_a_code_is_found() -> None:
    assert [*unnamed_ignores(snippet("x = 1  # type:" + " ignore\n"))]
    assert not [*unnamed_ignores(snippet("x = 1  # type:" + " ignore[assignment]\n"))]
    assert not [*unnamed_ignores(snippet("x = '# type:" + " ignore'\n"))]
