"""How rules ask: with the typed functions of `kernel/question.py`, never with a bare `yield`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.architecture.source import Source

HOME = "src/gattai/kernel/question.py"
QUESTIONS = frozenset({"Roll", "Choose", "Together", "Place", "Part"})


def bare_questions(source: Source) -> Iterator[str]:
    """Each `yield` of a question, or of anything in a rule: its answer would have no type."""
    if source.path != HOME:
        for node in _bare(source.tree, in_rule=False):
            yield source.at(
                node, "asks with a bare yield: use roll, choose, ... of kernel/question.py"
            )


def _bare(node: ast.AST, *, in_rule: bool) -> Iterator[ast.Yield]:
    match node:
        case ast.FunctionDef(returns=returns):
            in_rule = returns is not None and ast.unparse(returns).startswith("Steps[")
        case ast.Yield(value=value) if in_rule or _is_question(value):
            yield node
    for child in ast.iter_child_nodes(node):
        yield from _bare(child, in_rule=in_rule)


def _is_question(value: ast.expr | None) -> bool:
    return (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id in QUESTIONS
    )
