"""Set order: whoever walks through a set sees its members in an order that changes between runs.

Sets may be built, compared and asked for membership. To walk through one, sort it first. The check
follows what can be seen in one file: set displays and calls, names bound or annotated as sets in
the same function, attributes annotated as sets in the same file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.architecture.source import Source

MAKES_SET = frozenset({"set", "frozenset"})
SET_TYPES = frozenset({"set", "frozenset", "Set", "FrozenSet", "AbstractSet", "MutableSet"})
SET_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference", "copy"})
KEEPS_ORDER = frozenset({"list", "tuple", "enumerate", "iter", "zip", "map", "filter", "dict"})
ORDER_IS_LOST = frozenset({"sorted", "set", "frozenset", "sum", "len", "any", "all", "min", "max"})

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def walked_sets(source: Source) -> Iterator[str]:
    """Places where the members of a set are taken in the order in which they lie."""
    attributes = frozenset(_set_attributes(source.tree))
    yield from _Walker(source, source.tree, frozenset(), attributes).complaints()


def _set_attributes(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for field in node.body:
                match field:
                    case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                        if _is_set_type(annotation):
                            yield name


def _is_set_type(annotation: ast.expr | None) -> bool:
    match annotation:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in SET_TYPES
        case ast.Subscript(value=value):
            return _is_set_type(value)
        case ast.Constant(value=str(text)):
            return _is_set_type(ast.parse(text, mode="eval").body)
        case _:
            return False


class _Walker:
    """One scope: the module or a function, with the names known to be sets there."""

    def __init__(
        self,
        source: Source,
        scope: ast.Module | Function,
        outer: frozenset[str],
        attributes: frozenset[str],
    ) -> None:
        self.source = source
        self.attributes = attributes
        self.nodes, self.inner = _nodes_of(scope)
        self.names = frozenset((outer - _parameters(scope)) | self._sets_named(scope, outer))

    def complaints(self) -> Iterator[str]:
        harmless = {
            id(argument)
            for node in self.nodes
            if isinstance(node, ast.Call) and self._forgets_order(node)
            for argument in node.args
        }
        for node in self.nodes:
            for walked in self._walked_by(node, id(node) in harmless):
                yield self.source.at(
                    walked, "takes a set in its own order: sort it whole, without a key"
                )
        for scope in self.inner:
            yield from _Walker(self.source, scope, self.names, self.attributes).complaints()

    def _sets_named(self, scope: ast.Module | Function, outer: frozenset[str]) -> set[str]:
        found: set[str] = set()
        if not isinstance(scope, ast.Module):
            found |= {
                argument.arg for argument in _arguments(scope) if _is_set_type(argument.annotation)
            }
        for node in self.nodes:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    if self._is_set(value, found | outer):
                        found.add(name)
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                    if _is_set_type(annotation):
                        found.add(name)
        return found

    def _is_set(self, node: ast.expr, names: frozenset[str] | set[str]) -> bool:
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Name(id=name):
                return name in names
            case ast.Attribute(attr=name):
                return name in self.attributes
            case ast.Call(func=ast.Name(id=name)):
                return name in MAKES_SET
            case ast.Call(func=ast.Attribute(value=value, attr=name)):
                return name in SET_METHODS and self._is_set(value, names)
            case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor()):
                return self._is_set(left, names) or self._is_set(node.right, names)
            case _:
                return False

    def _forgets_order(self, call: ast.Call) -> bool:
        match call.func:
            case ast.Name(id="min" | "max" | "sorted"):
                return not any(keyword.arg == "key" for keyword in call.keywords)
            case ast.Name(id=name):
                return name in ORDER_IS_LOST
            case _:
                return False

    def _walked_by(self, node: ast.AST, harmless: bool) -> Iterator[ast.expr]:
        match node:
            case ast.For(iter=walked) | ast.AsyncFor(iter=walked) | ast.YieldFrom(value=walked):
                candidates = [walked]
            case ast.ListComp() | ast.GeneratorExp() | ast.DictComp() if not harmless:
                candidates = [generator.iter for generator in node.generators]
            case ast.Call(func=ast.Name(id=name)) if name in KEEPS_ORDER:
                candidates = list(node.args)
            case ast.Call(func=ast.Name(id="min" | "max" | "sorted")):
                candidates = [] if self._forgets_order(node) else list(node.args)
            case ast.Call(func=ast.Attribute(attr="join" | "extend")):
                candidates = list(node.args)
            case ast.Call(func=ast.Attribute(value=value, attr="pop"), args=[]):
                candidates = [value]
            case ast.List(elts=members) | ast.Tuple(elts=members):
                candidates = [member.value for member in members if isinstance(member, ast.Starred)]
            case _:
                candidates = []
        yield from (walked for walked in candidates if self._is_set(walked, self.names))


def _arguments(scope: Function) -> tuple[ast.arg, ...]:
    arguments = scope.args
    return (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)


def _parameters(scope: ast.Module | Function) -> set[str]:
    if isinstance(scope, ast.Module):
        return set()
    return {argument.arg for argument in _arguments(scope)}


def _nodes_of(scope: ast.Module | Function) -> tuple[list[ast.AST], list[Function]]:
    """The nodes of this scope without those of the functions inside, and those functions."""
    nodes: list[ast.AST] = []
    inner: list[Function] = []
    waiting: list[ast.AST] = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, Function):
            inner.append(node)
        else:
            nodes.append(node)
            waiting.extend(ast.iter_child_nodes(node))
    return nodes, inner
