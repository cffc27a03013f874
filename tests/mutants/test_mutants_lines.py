"""A break is shown to the tests that come to its line: so its line has to be known."""

from __future__ import annotations

import ast
from textwrap import dedent

from tests.mutants.lines import spread

TEXT = """\
    def refusals(state, named):
        if (
            state.moved
            and state.fast
        ):
            yield Refusal(
                "TOY.TWICE",
                "it has moved",
            )
    """


def test_a_line_of_a_rule_is_where_its_head_stands_and_not_what_it_guards() -> None:
    (function,) = ast.parse(dedent(TEXT)).body
    assert isinstance(function, ast.FunctionDef)
    (guard,) = function.body
    assert isinstance(guard, ast.If)
    assert spread(guard) == {2, 3, 4} and spread(guard.body[0]) == {6, 7, 8, 9}
