"""Exceptions that nobody hears of: a broad `except` that neither raises, logs, nor hands on the problem."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.architecture.source import Source

BROAD = frozenset({"Exception", "BaseException", "AttributeError"})
"""Whatever can be a bug of ours rather than an answer from somebody else."""
LOGGING = frozenset({"exception", "error", "warning"})


def swallowed(source: Source) -> Iterator[str]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ExceptHandler) and _is_broad(node) and not _is_heard_of(node):
            yield source.at(node, "swallows a bug: raise, log it, or hand the exception on")


def _is_broad(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    return any(isinstance(each, ast.Name) and each.id in BROAD for each in ast.walk(handler.type))


def _is_heard_of(handler: ast.ExceptHandler) -> bool:
    return any(_reports(node, handler.name) for part in handler.body for node in ast.walk(part))


def _reports(node: ast.AST, problem: str | None) -> bool:
    match node:
        case ast.Raise():
            return True
        case ast.Call(func=ast.Attribute(attr=name)) if name in LOGGING:
            return True
        case ast.Call(func=ast.Name(id="print")):
            return False  # a line on the screen has no traceback
        case ast.Call(args=args):
            given = [*args, *(keyword.value for keyword in node.keywords)]
            named = (each for value in given for each in ast.walk(value))
            return any(isinstance(each, ast.Name) and each.id == problem for each in named)
    return False
