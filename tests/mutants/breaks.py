"""Ways to break a line: delete it, be one off, let a condition hold too often or too seldom.

A condition is widened and narrowed: it always holds or never does, loses one of its parts, says "or"
for "and", counts its bound or does not, takes one kind more or less, minds one side's pieces for
everybody's, or takes what nobody owns for one's own. Texts, types and labels are left alone.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Literal

from tests.mutants.lines import Line, Module, heads, lines

Side = Literal["allows", "refuses", ""]
"""Which side of its rule a break takes away: what is allowed, or done; what is refused, or not done."""

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
HOLDS_MORE = {ast.Lt: 1, ast.Gt: 1, ast.LtE: -1, ast.GtE: -1}
"""Whether a bound that is moved by one lets a comparison hold more often."""
SWAPPED = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "friends": "foes",
    "foes": "friends",
}
WORDS = frozenset(
    {"text", "words", "label", "figures", "explains", "heads", "prompt", "why", "strict", "rule"}
)
"""Arguments that only tell, and what names the dice that follow."""
MAX_NUMBERS = 4
"""Of one statement so many numbers are broken: a table is not broken figure by figure."""
OWNERS = frozenset({"seat", "owner", "owners"})
NOBODYS = frozenset({"owner", "owners"})
"""Of these some may be nobody's."""
BOTH_SIDES = frozenset({"on_field", "on_table", "on_board", "leaders"})
"""What lists the pieces of both sides, each second in its entry."""


@dataclass(frozen=True)
class Mutant:
    """One break: where, of which rules, and how to carry it out on the tree of its module."""

    module: Module
    line: Line
    kind: str
    side: Side
    at: int
    before: str
    after: str
    make: Callable[[], None]
    undo: Callable[[], None]

    @property
    def key(self) -> tuple[str, str, str, str]:
        """By what a break is known again when lines have moved, or their file has."""
        return self.line.function, self.kind, self.before, self.after


@dataclass(frozen=True)
class Break:
    """One way to break a line."""

    kind: str
    makes: int
    """1: a condition holds more often, or more is done; -1: less often; 0: neither."""
    make: Callable[[], None]
    undo: Callable[[], None]

    @property
    def side(self) -> Side:
        """What is done too often takes away the refusals, and the other way round."""
        return ("refuses" if self.makes > 0 else "allows") if self.makes else ""


@dataclass(frozen=True)
class Slot:
    """A place in the tree that holds an expression."""

    owner: ast.AST
    name: str
    at: int | None = None

    @property
    def node(self) -> ast.expr:
        """What is there."""
        there = getattr(self.owner, self.name)
        found: ast.expr = there if self.at is None else there[self.at]
        return found

    def put(self, kind: str, makes: int, value: ast.expr | None) -> Break:
        """The break that puts something else there, or nothing into a list."""
        if value is not None:
            value = ast.fix_missing_locations(ast.copy_location(deepcopy(value), self.node))
        if self.at is None:
            return _set(kind, makes, self.owner, self.name, value)
        items: list[ast.expr] = getattr(self.owner, self.name)
        new = [*items[: self.at], *([] if value is None else [value]), *items[self.at + 1 :]]
        return _set(kind, makes, self.owner, self.name, new)


def _set(kind: str, makes: int, owner: ast.AST, name: str, value: object) -> Break:
    old = getattr(owner, name)
    return Break(
        kind, makes, lambda: setattr(owner, name, value), lambda: setattr(owner, name, old)
    )


def mutants(module: Module) -> Iterator[Mutant]:
    """Every break of every line that states a rule; the same text after two breaks is one."""
    found = [*lines(module)]
    stated = {id(line.node): line.rules for line in found}
    for line in found:
        seen: set[str] = set()
        before = _shown(line.node)
        for one in Breaking(module, line, stated).breaks():
            one.make()
            after = _shown(line.node)
            one.undo()
            if after != before and after not in seen:
                seen.add(after)
                yield Mutant(
                    module, line, one.kind, one.side,
                    getattr(line.node, "lineno", 0) or line_of(line.node),
                    before, after, one.make, one.undo,
                )  # fmt: skip


def line_of(node: ast.AST) -> int:
    """The first line of a node that has none itself, as a case of `match` has none."""
    return min((n.lineno for n in ast.walk(node) if hasattr(n, "lineno")), default=0)


def _shown(node: ast.stmt | ast.match_case) -> str:
    """A statement as text; of a compound one the head."""
    return ast.unparse(node).partition(":\n")[0]


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


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


def _is_refusal(node: ast.AST | None) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal"
    )


def _refuses(body: Sequence[ast.stmt]) -> bool:
    """Whether what a condition guards says no, or does nothing."""
    for node in body:
        if isinstance(node, ast.Expr | ast.Return) and node.value is not None:
            value = node.value.value if isinstance(node.value, ast.Yield) else node.value
            called = value.func if isinstance(value, ast.Call) else value
            name = ast.unparse(called) if called is not None else ""
            if "efus" in name or (isinstance(node, ast.Return) and name in ("False", "()", "None")):
                return True
    last = body[-1]
    return isinstance(last, ast.Continue | ast.Raise) or (
        isinstance(last, ast.Return) and last.value is None
    )


def _last_name(node: ast.expr) -> str:
    """What an expression is called at its end: `seat` of `state.units[foe].seat`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


class Breaking:
    """The breaks of one line."""

    def __init__(self, module: Module, line: Line, stated: dict[int, frozenset[str]]) -> None:
        self.module = module
        self.node = line.node
        self.rules = line.rules
        self.stated = stated
        """The rules of the lines around it."""
        self.numbers: list[Break] = []

    def breaks(self) -> Iterator[Break]:
        """All of them; of many numbers a few."""
        node = self.node
        yield from self._delete()
        match node:
            case ast.If():
                whole = self._whole(Slot(node, "test"), -1 if _refuses(node.body) else 1)
                deleted = self._is_deleted(node)
                yield from (one for one in whole if one.kind != "never" or not deleted)
            case ast.While():
                yield from self._condition(Slot(node, "test"), 1)
            case ast.match_case() if node.guard is not None:
                yield from self._whole(Slot(node, "guard"), -1 if _refuses(node.body) else 1)
            case ast.For():
                yield from self._one_side(Slot(node, "iter"), 1)
                yield from self._in(node.iter, 1)
            case ast.Return() if isinstance(node.value, ast.Compare | ast.BoolOp | ast.UnaryOp):
                yield from self._whole(Slot(node, "value"), 1)
            case _:
                for head in heads(node):
                    yield from self._in(head, 1)
        step = max(1, -(-len(self.numbers) // MAX_NUMBERS))
        yield from self.numbers[::step]

    def _delete(self) -> Iterator[Break]:
        node = self.node
        match node:
            case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
                empty = ast.YieldFrom(ast.Tuple([], ast.Load()))
                refused = getattr(node.value, "value", None)
                yield Slot(node, "value").put("delete", 1 if _is_refusal(refused) else -1, empty)
            case ast.Return(value=ast.Call(func=ast.Name(id="Refusal"))):
                yield Slot(node, "value").put("delete", 1, ast.Constant(None))
            case ast.Expr(value=ast.Call()):
                yield Slot(node, "value").put("delete", -1, ast.Constant(None))
            case ast.AugAssign(target=ast.Name(id=name)) if name in WORDS:
                return
            case ast.AugAssign(op=ast.Add() | ast.Sub()):
                yield Slot(node, "value").put("delete", -1, ast.Constant(0))

    def _is_deleted(self, node: ast.If) -> bool:
        """Whether to delete what a condition guards is the same as if it never held."""
        if len(node.body) > 1 or node.orelse or self.stated.get(id(node.body[0])) != self.rules:
            return False
        return any(Breaking(self.module, Line(node.body[0], self.rules, "", True), {})._delete())

    def _whole(self, slot: Slot, sense: int) -> Iterator[Break]:
        """A condition that always holds, that never does, and what can be done to its parts."""
        node = slot.node
        if not _is_type_guard(node) and not isinstance(node, ast.Constant):
            yield slot.put("always", sense, ast.Constant(True))
            yield slot.put("never", -sense, ast.Constant(False))
        yield from self._condition(slot, sense)

    def _condition(self, slot: Slot, sense: int) -> Iterator[Break]:
        """What can be done to the parts of a condition; `sense` -1: the more it holds, the less is done."""
        node = slot.node
        match node:
            case ast.UnaryOp(op=ast.Not()):
                yield from self._condition(Slot(node, "operand"), -sense)
            case ast.BoolOp():
                both = isinstance(node.op, ast.And)
                if not any(map(_is_type_guard, node.values)):
                    yield _set(
                        "join",
                        sense if both else -sense,
                        node,
                        "op",
                        ast.Or() if both else ast.And(),
                    )
                for at, value in enumerate(node.values):
                    part = Slot(node, "values", at)
                    if not _is_type_guard(value) and not _is_word(value):
                        yield part.put("drop", sense if both else -sense, ast.Constant(both))
                    yield from self._condition(part, sense)
            case ast.Compare(ops=[_]):
                yield from self._comparison(slot, node, sense)
                yield from self._in(node, sense)
            case _:
                yield from self._in(node, sense)

    def _comparison(self, slot: Slot, node: ast.Compare, sense: int) -> Iterator[Break]:
        left, (operator,), (right,) = node.left, node.ops, node.comparators
        if _is_type_guard(node):
            return
        if type(operator) in HOLDS_MORE:
            yield _set(
                "bound", sense * HOLDS_MORE[type(operator)], node, "ops", [OTHER[type(operator)]()]
            )
            return
        names = {_last_name(left), _last_name(right)}
        holds = sense if isinstance(operator, ast.Eq | ast.In | ast.Is) else -sense
        if isinstance(operator, ast.Eq | ast.NotEq) and names & OWNERS:
            yield _set("whose", 0, node, "ops", [OTHER[type(operator)]()])
            if names & NOBODYS & self.module.kinds.optional:
                first, second = (left, right) if _last_name(left) in NOBODYS else (right, left)
                word = "in" if isinstance(operator, ast.Eq) else "not in"
                text = f"{ast.unparse(first)} {word} ({ast.unparse(second)}, None)"
                yield slot.put("nobody", holds, _expression(text))
        if isinstance(operator, ast.In | ast.NotIn) and _last_name(right) == "standing":
            yield from self._standing(slot, node, holds)
        if isinstance(operator, ast.Eq | ast.NotEq) and _is_word(right):
            found = self.module.kinds.wider(_last_name(left), [right])
            if found is not None:
                word = "in" if isinstance(operator, ast.Eq) else "not in"
                text = f"{ast.unparse(left)} {word} {ast.unparse(found)}"
                yield slot.put("kind", holds, _expression(text))
        elif isinstance(right, ast.Tuple | ast.Set):
            found = self.module.kinds.wider(_last_name(left), right.elts)
            yield from self._kinds(Slot(node, "comparators", 0), right, found, holds)

    def _standing(self, slot: Slot, node: ast.Compare, holds: int) -> Iterator[Break]:
        """Only one side's pieces stand in the way, for those of both."""
        there = node.comparators[0]
        if not isinstance(there, ast.Attribute):
            return
        what, where, state = ast.unparse(node.left), ast.unparse(there), ast.unparse(there.value)
        no = "" if isinstance(node.ops[0], ast.In) else "not "
        for seat in (0, 1):
            text = f"{no}({what} in {where} and {state}.{self.module.pieces}[{where}[{what}]].seat == {seat})"
            yield slot.put("whose", -holds, _expression(text))

    def _kinds(
        self, slot: Slot, union: ast.Tuple | ast.Set, wider: ast.Tuple | None, holds: int
    ) -> Iterator[Break]:
        """A union with one kind more, and without each of its own."""
        if wider is not None:
            yield slot.put("kind", holds, wider)
        if len(union.elts) > 1:
            for at in range(len(union.elts)):
                yield Slot(union, "elts", at).put("kind", -holds, None)

    def _one_side(self, slot: Slot, sense: int) -> Iterator[Break]:
        """One side's pieces for those of both."""
        node = slot.node
        if isinstance(node, ast.Attribute):
            part = (
                "each[1]"
                if node.attr in BOTH_SIDES
                else "each"
                if node.attr == self.module.pieces
                else ""
            )
            for seat in (0, 1) if part else ():
                text = f"filter(lambda each: {part}.seat == {seat}, {ast.unparse(node)})"
                yield slot.put("whose", -sense, _expression(text))

    def _in(self, node: ast.AST, sense: int) -> Iterator[Break]:
        """The breaks inside an expression or a simple statement."""
        match node:
            case ast.JoinedStr() | ast.FormattedValue() | ast.Call(func=ast.Name(id="Refusal")):
                return
            case ast.Call(func=ast.Name(id="isinstance")):
                return
            case (
                ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(target=ast.Name(id=name))
            ) if name in WORDS:
                return
            case ast.IfExp():
                yield from self._whole(Slot(node, "test"), sense)
            case ast.BinOp(op=ast.Add()) | ast.AugAssign(op=ast.Add()):
                yield _set("sign", 0, node, "op", ast.Sub())
            case ast.BinOp(op=ast.Sub()) | ast.AugAssign(op=ast.Sub()):
                yield _set("sign", 0, node, "op", ast.Add())
            case ast.Call(func=ast.Name(id=name)) if name in SWAPPED:
                makes = {"any": -sense, "all": sense}.get(name, 0)
                yield _set("swap", makes, node.func, "id", SWAPPED[name])
            case ast.Call(func=ast.Attribute(attr=name)) if name in SWAPPED:
                yield _set("whose", 0, node.func, "attr", SWAPPED[name])
            case ast.comprehension():
                yield from self._chosen(node, sense)
                return
            case ast.keyword() if node.arg in WORDS:
                return
            case ast.keyword(arg="owner") if "owner" in self.module.kinds.optional:
                yield Slot(node, "value").put("nobody", 0, ast.Constant(None))
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "pattern", "target", "targets"):
                continue
            if isinstance(node, ast.IfExp) and name == "test":
                continue
            if isinstance(value, ast.expr):
                yield from self._part(Slot(node, name), node, sense)
            elif isinstance(value, ast.AST):
                yield from self._in(value, sense)
            elif isinstance(value, list):
                for at, one in enumerate(value):
                    if isinstance(one, ast.expr):
                        yield from self._part(Slot(node, name, at), node, sense)
                    elif isinstance(one, ast.AST):
                        yield from self._in(one, sense)

    def _part(self, slot: Slot, around: ast.AST, sense: int) -> Iterator[Break]:
        """The breaks of one expression inside another, or inside a statement."""
        node = slot.node
        match node:
            case ast.Constant(value=bool(value)):
                yield slot.put("flip", 0, ast.Constant(not value))
            case ast.Constant(value=int(number) | float(number)):
                self.numbers.append(slot.put("number", 0, ast.Constant(number + 1)))
            case ast.Compare(ops=[operator]):
                if type(operator) not in HOLDS_MORE and not _is_type_guard(node):
                    yield _set("compare", 0, node, "ops", [OTHER[type(operator)]()])
                yield from self._condition(slot, sense)
            case ast.BoolOp() if not any(map(_is_word, node.values)):
                yield from self._condition(slot, sense)
            case ast.UnaryOp(op=ast.Not()) if not _is_type_guard(node.operand):
                yield slot.put("negate", 0, node.operand)
                yield from self._condition(slot, sense)
            case ast.Call(func=ast.Name(id="other"), args=[own]):
                yield slot.put("whose", 0, own)
                yield from self._in(node, sense)
            case ast.Tuple() if isinstance(
                around, ast.Assign | ast.AnnAssign | ast.Return | ast.IfExp
            ):
                wider = self.module.kinds.wider(_target(self.node), node.elts)
                if wider is not None:
                    yield from self._kinds(slot, node, wider, sense)
                yield from self._in(node, sense)
            case _:
                yield from self._in(node, sense)

    def _chosen(self, node: ast.comprehension, sense: int) -> Iterator[Break]:
        """Which of many are taken: all of them, none, those of one side."""
        for at, test in enumerate(node.ifs):
            part = Slot(node, "ifs", at)
            if not _is_type_guard(test):
                yield part.put("drop", sense, None)
                yield part.put("never", -sense, ast.Constant(False))
            yield from self._condition(part, sense)
        if not any(".seat" in ast.unparse(test) for test in node.ifs):
            yield from self._one_side(Slot(node, "iter"), sense)
        yield from self._in(node.iter, sense)


def _target(node: ast.stmt | ast.match_case) -> str:
    """What a statement gives a value to."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""
