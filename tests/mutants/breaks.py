"""Ways to break a line: delete it, negate it, be one off. Texts, types and labels are left alone."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.mutants.lines import Line, Module, heads, lines

OTHER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
WORDS = frozenset(
    {"text", "words", "label", "figures", "explains", "heads", "prompt", "why", "strict", "rule"}
)
"""Arguments that only tell, and what names the dice that follow."""
MOST_NUMBERS = 4
"""Of one statement so many numbers are broken: a table is not broken figure by figure."""


@dataclass(frozen=True)
class Mutant:
    """One break: where, of which rules, and how to carry it out on the tree of its module."""

    module: Module
    line: Line
    kind: str
    at: int
    before: str
    after: str
    make: Callable[[], None]
    undo: Callable[[], None]

    @property
    def key(self) -> tuple[str, str, str, str]:
        """By what a break is known again when lines have moved, or their file has."""
        return self.line.function, self.kind, self.before, self.after


def mutants(module: Module) -> Iterator[Mutant]:
    """Every break of every line that states a rule; the same text after two breaks is one."""
    for line in lines(module):
        seen: set[str] = set()
        before = _shown(line.node)
        for kind, make, undo in _breaks(line):
            make()
            after = _shown(line.node)
            undo()
            if after != before and after not in seen:
                seen.add(after)
                yield Mutant(
                    module, line, kind, getattr(line.node, "lineno", 0) or line_of(line.node),
                    before, after, make, undo,
                )  # fmt: skip


def line_of(node: ast.AST) -> int:
    """The first line of a node that has none itself, as a case of `match` has none."""
    return min((n.lineno for n in ast.walk(node) if hasattr(n, "lineno")), default=0)


def _shown(node: ast.stmt | ast.match_case) -> str:
    """A statement as text; of a compound one the head."""
    return ast.unparse(node).partition(":\n")[0]


Break = tuple[str, Callable[[], None], Callable[[], None]]


def _set(owner: ast.AST, name: str, value: object) -> tuple[Callable[[], None], Callable[[], None]]:
    old = getattr(owner, name)
    return lambda: setattr(owner, name, value), lambda: setattr(owner, name, old)


def _put(
    items: list[ast.expr], at: int, value: ast.expr | None
) -> tuple[Callable[[], None], Callable[[], None]]:
    old = [*items]
    new = [*items[:at], *([] if value is None else [value]), *items[at + 1 :]]

    def put(what: list[ast.expr]) -> Callable[[], None]:
        def go() -> None:
            items[:] = what

        return go

    return put(new), put(old)


def _breaks(line: Line) -> Iterator[Break]:
    node = line.node
    yield from _delete(node)
    if isinstance(node, ast.If) and not _is_type_guard(node.test) and not _flips(node.test):
        yield ("negate", *_set(node, "test", _negated(node.test)))
    if isinstance(node, ast.match_case) and node.guard is not None:
        yield ("negate", *_set(node, "guard", _negated(node.guard)))
    numbers: list[Break] = []
    for head in heads(node):
        for each in _in(head):
            if each[0] == "number":
                numbers.append(each)
            else:
                yield each
    step = max(1, -(-len(numbers) // MOST_NUMBERS))
    yield from numbers[::step]


def _delete(node: ast.stmt | ast.match_case) -> Iterator[Break]:
    match node:
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            empty = ast.copy_location(ast.YieldFrom(ast.Tuple([], ast.Load())), node)
            yield ("delete", *_set(node, "value", ast.fix_missing_locations(empty)))
        case ast.Expr(value=ast.Call()) | ast.Return(value=ast.Call(func=ast.Name(id="Refusal"))):
            yield ("delete", *_set(node, "value", ast.copy_location(ast.Constant(None), node)))
        case ast.AugAssign(target=ast.Name(id=name)) if name in WORDS:
            return
        case ast.AugAssign(op=ast.Add() | ast.Sub()):
            yield ("delete", *_set(node, "value", ast.copy_location(ast.Constant(0), node)))


def _negated(test: ast.expr) -> ast.expr:
    return ast.fix_missing_locations(ast.copy_location(ast.UnaryOp(ast.Not(), test), test))


def _is_type_guard(node: ast.expr) -> bool:
    """Whether a condition only tells a type checker what it could not know."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _is_type_guard(node.operand)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id == "isinstance"
    return (
        isinstance(node, ast.Compare)
        and isinstance(node.ops[0], ast.Is | ast.IsNot)
        and isinstance(node.comparators[0], ast.Constant)
        and node.comparators[0].value is None
    )


def _is_word(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _flips(test: ast.expr) -> bool:
    """Whether breaking the comparison is to negate it."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return True
    bounds = ast.Lt | ast.LtE | ast.Gt | ast.GtE
    return isinstance(test, ast.Compare) and not isinstance(test.ops[0], bounds)


def _in(node: ast.AST) -> Iterator[Break]:
    """The breaks inside an expression or a simple statement."""
    match node:
        case ast.JoinedStr() | ast.FormattedValue() | ast.Call(func=ast.Name(id="Refusal")):
            return
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(target=ast.Name(id=name)) if (
            name in WORDS
        ):
            return
        case ast.AnnAssign():
            if node.value is not None:
                if isinstance(node.value, ast.Constant):
                    yield from _constant(node, "value", node.value)
                yield from _in(node.value)
            return
        case ast.Compare(ops=[operator]) if not _is_type_guard(node):
            yield ("compare", *_set(node, "ops", [OTHER[type(operator)]()]))
        case ast.BoolOp() if not any(_is_word(value) for value in node.values):
            for at, value in enumerate(node.values):
                if not _is_type_guard(value):
                    neutral = ast.Constant(isinstance(node.op, ast.And))
                    yield ("drop", *_put(node.values, at, ast.copy_location(neutral, value)))
        case ast.UnaryOp(op=ast.Not()) if not _is_type_guard(node.operand):
            yield ("negate", *_set(node, "operand", _negated(node.operand)))
        case ast.IfExp() if not _is_type_guard(node.test):
            yield ("negate", *_set(node, "test", _negated(node.test)))
        case ast.BinOp(op=ast.Add()):
            yield ("sign", *_set(node, "op", ast.Sub()))
        case ast.BinOp(op=ast.Sub()):
            yield ("sign", *_set(node, "op", ast.Add()))
        case ast.AugAssign(op=ast.Add()):
            yield ("sign", *_set(node, "op", ast.Sub()))
        case ast.AugAssign(op=ast.Sub()):
            yield ("sign", *_set(node, "op", ast.Add()))
        case ast.Call(func=ast.Name(id=name)) if name == "isinstance":
            return
        case ast.Call(func=ast.Name(id=name)) if name in SWAPPED:
            yield ("swap", *_set(node.func, "id", SWAPPED[name]))
        case ast.comprehension():
            for at, test in enumerate(node.ifs):
                if not _is_type_guard(test):
                    yield ("drop", *_put(node.ifs, at, None))
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        if isinstance(node, ast.keyword) and node.arg in WORDS:
            continue
        if isinstance(value, ast.Constant):
            yield from _constant(node, name, value)
        elif isinstance(value, ast.AST):
            yield from _in(value)
        elif isinstance(value, list):
            for at, one in enumerate(value):
                if isinstance(one, ast.Constant):
                    for kind, other in _others(one):
                        yield (kind, *_put(value, at, other))
                elif isinstance(one, ast.AST):
                    yield from _in(one)


def _constant(owner: ast.AST, name: str, value: ast.Constant) -> Iterator[Break]:
    for kind, other in _others(value):
        yield (kind, *_set(owner, name, other))


def _others(value: ast.Constant) -> Iterator[tuple[str, ast.Constant]]:
    if isinstance(value.value, bool):
        yield "flip", ast.copy_location(ast.Constant(not value.value), value)
    elif isinstance(value.value, int | float):
        yield "number", ast.copy_location(ast.Constant(value.value + 1), value)
