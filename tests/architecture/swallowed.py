"""Finds exceptions that disappear: neither raised again, nor logged with a traceback, nor handed on.

Three ways to lose one are known: a broad `except`, `contextlib.suppress` of a broad kind, and
`asyncio.gather(..., return_exceptions=True)` or `task.exception()` whose result nobody reads. A handler may hand the exception
itself to a function of the project; that function is then checked in its place.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tests.architecture.source import Source, sources

BROAD = frozenset({
    "Exception", "BaseException", "AttributeError", "TypeError", "NameError", "AssertionError",
})  # fmt: skip
"""Kinds that can be a bug of ours rather than an answer from somebody else."""


def swallowed(source: Source) -> Iterator[str]:
    for node in ast.walk(source.tree):
        match node:
            case ast.ExceptHandler():
                if _is_broad(node.type, source) and not _is_kept(node.body, node.name, source):
                    yield source.at(node, "swallows a bug: raise, log the traceback, or hand it on")
            case ast.With() | ast.AsyncWith():
                for call in (each.context_expr for each in node.items):
                    if isinstance(call, ast.Call) and _name(call.func) == "suppress":
                        if any(_is_broad(kind, source) for kind in call.args):
                            yield source.at(node, "suppresses a bug: catch it and log it")
            case ast.Expr(value=ast.Await(value=call) | (ast.Call() as call)):
                if isinstance(call, ast.Call) and _drops_outcome(call):
                    yield source.at(node, "drops the exceptions of tasks: look at the results")


def _drops_outcome(call: ast.Call) -> bool:
    if _name(call.func) == "gather":
        return any(each.arg == "return_exceptions" for each in call.keywords)
    return _name(call.func) == "exception" and not call.args


def _is_broad(kind: ast.expr | None, source: Source) -> bool:
    """Whether an `except` with this after it catches bugs; constants are looked up."""
    if kind is None:
        return True
    for each in ast.walk(kind):
        if isinstance(each, ast.Name):
            if each.id in BROAD:
                return True
            if any(_is_broad(value, place) for value, place in _constants(each.id, source)):
                return True
    return False


def _is_kept(body: Iterable[ast.AST], problem: str | None, source: Source) -> bool:
    """Whether somebody can find out about a problem that this code was given."""
    return any(_reports(node, problem, source) for part in body for node in ast.walk(part))


def _reports(node: ast.AST, problem: str | None, source: Source) -> bool:
    match node:
        case ast.Raise():
            return True
        case ast.Call(func=ast.Attribute(attr="exception"), args=[_, *_]):
            return True  # log.exception("...") has the traceback
        case ast.Call(keywords=keywords) if any(each.arg == "exc_info" for each in keywords):
            return True
        case ast.Attribute(value=ast.Name(id=name), attr="__traceback__"):
            return name == problem
        case ast.Call(func=func, args=args):
            given = [at for at, each in enumerate(args) if _name(each) == problem]
            return any(
                _is_kept(called.body, _parameter(called, at), place)
                for at in given if problem
                for called, place in _functions(_name(func), source)
            )  # fmt: skip
    return False


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _parameter(called: ast.FunctionDef | ast.AsyncFunctionDef, at: int) -> str:
    names = [each.arg for each in called.args.args if each.arg not in ("self", "cls")]
    return names[at] if at < len(names) else ""


def _functions(
    name: str, source: Source
) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, Source]]:
    """Functions of the project that this name can mean here."""
    for place in _places(name, source):
        for node in ast.walk(place.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
                yield node, place


def _constants(name: str, source: Source) -> Iterator[tuple[ast.expr, Source]]:
    for place in _places(name, source):
        for node in place.tree.body:
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=found)], value=value)
                    | ast.AnnAssign(target=ast.Name(id=found), value=ast.expr() as value)
                ) if found == name:
                    yield value, place


def _places(name: str, source: Source) -> Iterator[Source]:
    """The file itself, and those of the project from which it imports the name or its class."""
    yield source
    wanted = {
        f"src/{node.module.replace('.', '/')}{end}"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for end in (".py", "/__init__.py")
        if any(each.name == name or each.name[0].isupper() for each in node.names)
    }
    yield from (each for each in sources("src") if each.path in wanted)
