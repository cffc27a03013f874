"""Rules ask with functions whose answers have types."""

from __future__ import annotations

import pytest

from tests.architecture.asking import bare_questions
from tests.architecture.source import snippet, sources


def test_no_rule_asks_with_a_bare_yield() -> None:
    assert not [
        found for source in sources("src", "tests", "bench") for found in bare_questions(source)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "def f() -> Steps[int]:\n    return (yield Roll(D6, 'X'))",
        "def f() -> Steps[int]:\n    answer = yield QUESTION",
        "def f(ask):\n    yield Choose(ask, (1, 2), 'X')",
    ],
)
def test_a_bare_yield_is_found(text: str) -> None:
    assert len([*bare_questions(snippet(text))]) == 1


@pytest.mark.parametrize(
    "text",
    [
        "def f() -> Steps[int]:\n    return (yield from roll(D6, 'X'))",
        "def f() -> Iterator[Refusal]:\n    yield Refusal('X', 'no')",
        "def f() -> Steps[int]:\n    def g() -> Iterator[int]:\n        yield 1\n    return sum(g())",
    ],
)
def test_whatever_else_yields_is_not(text: str) -> None:
    assert not [*bare_questions(snippet(text))]
