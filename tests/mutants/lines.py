"""Which lines of a game state which rule: found by reading its source, never by running it.

A line belongs to the ids that its own statement names (in a refusal, an event, a term, a question, a
comment beside it or above it, the text below a constant); a condition belongs to what it guards.
What names none itself belongs to the function whose docstring states a rule, else to the class that
does (a keyword). A rule that is named only in the head of a module has no lines of its own.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.mutants.kinds import Kinds, kinds

NOT_RULES = re.compile(
    r"scene\w*|wording|tray|faces|guess\w+|expectation|reckoning|chances|defence|volley"
)
"""Files that draw, guess or reckon; so do all in `measures`: they name rules, but no table is changed by them."""

TOLD = ("str", "Text", "Highlight", "Forecast", "Iterator[str]", "Iterator[Total]")
"""What functions return that only tell: in words, sums and pictures, or what is wrong with a table that
no rule could have made.
"""
TELLING = ("candidates", "has_odds", "actor", "actor_in", "target_in")
"""Functions that say what to explain, and whose name to write beside it."""


@dataclass(frozen=True)
class Line:
    """One statement, or the head of a compound one, and the rules it states."""

    node: ast.stmt | ast.match_case
    rules: frozenset[str]
    function: str
    """Qualified name of the outermost function around it; of the class, or nothing, outside one."""
    inside: bool
    """Whether a function is around it, so that it can be exchanged while the game is loaded."""


@dataclass
class Module:
    """One file of a game."""

    path: Path
    file: str
    """From the folder of the game."""
    name: str
    tree: ast.Module
    ids: re.Pattern[str]
    prefix: str
    comments: dict[int, str] = field(default_factory=dict)
    beside: set[int] = field(default_factory=set)
    """Comments that stand behind code."""
    constants: dict[str, frozenset[str]] = field(default_factory=dict)
    """Names that stand for ids, and functions that make the refusal of one."""
    telling: set[str] = field(default_factory=set)
    """Events that only tell."""
    kinds: Kinds = field(default_factory=Kinds)
    pieces: str = "units"
    """Where a state of the game keeps the pieces."""

    def named(self, text: str) -> frozenset[str]:
        """The ids in a text; a ruling may leave out the name of the game."""
        found = set()
        for match in self.ids.finditer(text):
            if not text.startswith(".*", match.end()):
                found.add(
                    match[0] if match[0].startswith(self.prefix) else f"{self.prefix}.{match[0]}"
                )
        return frozenset(found)


def read(path: Path, folder: Path, source: Path, prefix: str) -> Module:
    """A file of a game's folder; `source` is the one that modules are imported from."""
    text = path.read_text("utf-8")
    part = r"(?:\.[A-Z0-9]+(?:-[A-Z0-9]+)*)+"
    ids = re.compile(rf"(?<![\w.-])(?:{re.escape(prefix)}|AMB){part}")
    parts = path.relative_to(source).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    file = path.relative_to(folder).as_posix()
    module = Module(path, file, name, ast.parse(text, str(path)), ids, prefix)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            module.comments[token.start[0]] = token.string
            if not token.line.lstrip().startswith("#"):
                module.beside.add(token.start[0])
    module.constants.update(_names(module, module.tree.body))
    for node in module.tree.body:
        if isinstance(node, ast.FunctionDef) and ast.unparse(node.returns or node) == "Refusal":
            module.constants[node.name] = _in_expressions(module, node.body)
    return module


def _names(module: Module, nodes: Iterable[ast.AST]) -> dict[str, frozenset[str]]:
    """Names that stand for an id: `RULE = "..."`, `rule = "..." if x else "..."`, `price, rule = 0, "..."`."""
    found: dict[str, frozenset[str]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target, value in _assigned(node):
                if ids := frozenset[str]().union(*map(module.named, _texts(value))):
                    found[target] = found.get(target, frozenset()) | ids
    return found


def _assigned(node: ast.Assign) -> Iterator[tuple[str, ast.expr]]:
    """The names of an assignment, each with its own value."""
    for target in node.targets:
        if isinstance(target, ast.Name):
            yield target.id, node.value
        elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            for one, value in zip(target.elts, node.value.elts, strict=False):
                if isinstance(one, ast.Name):
                    yield one.id, value


def _texts(value: ast.expr) -> Iterator[str]:
    """A text, or both of a choice."""
    if isinstance(value, ast.IfExp):
        yield from _texts(value.body)
        yield from _texts(value.orelse)
    elif isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value


def modules(folder: Path, source: Path, prefix: str) -> list[Module]:
    """The files of a game that decide something."""
    found = [
        read(path, folder, source, prefix)
        for path in sorted(folder.rglob("*.py"))
        if not NOT_RULES.fullmatch(path.stem) and path.parent.name != "measures"
    ]
    telling = {name for module in found for name in _telling(module.tree)}
    known = kinds(module.tree for module in found)
    pieces = {name for module in found for name in _pieces(module.tree)}
    for module in found:
        module.telling |= telling
        module.kinds = known
        module.pieces = next(iter(pieces), module.pieces)
    return found


def _telling(tree: ast.Module) -> Iterator[str]:
    """Events that only tell, and change nothing."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and any(
            ast.unparse(one) == "only_tells = True" for one in node.body
        ):
            yield node.name


def _pieces(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == "State":
            for one in node.body:
                if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                    if one.target.id in ("units", "characters"):
                        yield one.target.id


def lines(module: Module) -> Iterator[Line]:
    """Every statement that states a rule."""
    yield from _body(module, module.tree.body, "", frozenset(), inside=False)


def _body(
    module: Module, body: Sequence[ast.stmt], scope: str, around: frozenset[str], *, inside: bool
) -> Iterator[Line]:
    for number, node in enumerate(body):
        if _is_text(node):
            continue
        if isinstance(node, ast.ClassDef):
            if node.name in module.telling:
                continue
            below = _nearer(_class_rules(module, node), around)
            yield from _body(module, node.body, f"{scope}{node.name}.", below, inside=inside)
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if not _tells(node):
                stated = module.named(ast.get_docstring(node) or "") | _above(module, node)
                name = scope if inside else f"{scope}{node.name}."
                before = module.constants
                module.constants = before | _names(module, ast.walk(node))
                yield from _body(module, node.body, name, _nearer(stated, around), inside=True)
                module.constants = before
            continue
        if isinstance(node, ast.Expr) and _only_tells(module, node.value):
            continue
        own = _own(module, node)
        after = body[number + 1] if number + 1 < len(body) else None
        if after is not None and not inside and _is_text(after):
            own |= module.named(ast.unparse(after))
        rules = _nearer(own, around)
        if rules and not isinstance(node, ast.Import | ast.ImportFrom | ast.Assert | ast.Pass):
            yield Line(node, rules, scope.rstrip("."), inside)
        for part in _parts(node):
            yield from _body(module, part, scope, around, inside=inside)
        if isinstance(node, ast.Match):
            for case in node.cases:
                guards = _nearer(_guarded(module, case.body), around)
                if case.guard is not None and guards:
                    yield Line(case, guards, scope.rstrip("."), inside)
                yield from _body(module, case.body, scope, around, inside=inside)


def _only_tells(module: Module, node: ast.expr) -> bool:
    """Whether this is `table.emit(...)` of an event that only tells."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and any(
            isinstance(one, ast.Call)
            and isinstance(one.func, ast.Name)
            and one.func.id in module.telling
            for one in node.args
        )
    )


def _nearer(own: frozenset[str], around: frozenset[str]) -> frozenset[str]:
    """Rules of its own, else those around it; rulings come on top."""
    if any(".AMB." not in rule for rule in own):
        return own
    return own | around


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _tells(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function only makes words, draws what would happen, or reckons its odds.

    What is candidates is only a list of what to explain: each of it is judged all the same.
    """
    if node.name in TELLING:
        return True
    return node.returns is not None and ast.unparse(node.returns).removesuffix(" | None") in TOLD


def _class_rules(module: Module, node: ast.ClassDef) -> frozenset[str]:
    found = module.named(ast.get_docstring(node) or "")
    for one in node.body:
        if isinstance(one, ast.Assign) and any(
            isinstance(to, ast.Name) and to.id == "rule" for to in one.targets
        ):
            found |= _in_expressions(module, [one.value])
    return found


def _own(module: Module, node: ast.stmt) -> frozenset[str]:
    """What a statement names itself; what a condition guards, for a condition."""
    found = _above(module, node)
    if parts := [*_parts(node)]:
        found |= _in_expressions(module, _heads(node))
        if not found and isinstance(node, ast.If):
            for part in parts:
                found |= _guarded(module, part)
        return found
    for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
        found |= module.named(module.comments.get(line, ""))
    return found | _in_expressions(module, [node])


def _guarded(module: Module, body: Sequence[ast.stmt]) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    for node in body:
        if not [*_parts(node)] and not isinstance(node, ast.ClassDef | ast.FunctionDef):
            found |= _own(module, node)
    return found


def _above(module: Module, node: ast.stmt) -> frozenset[str]:
    """Comments directly above a statement, and beside its first line."""
    found = module.named(module.comments.get(node.lineno, ""))
    line = node.lineno - 1
    while line in module.comments and line not in module.beside:
        found |= module.named(module.comments[line])
        line -= 1
    return found


def _in_expressions(module: Module, nodes: Sequence[ast.AST]) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    for outer in nodes:
        for node in ast.walk(outer):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= module.named(node.value)
            elif isinstance(node, ast.Name) and node.id in module.constants:
                found |= module.constants[node.id]
    return found


def _parts(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The bodies of a compound statement, those of `match` aside."""
    if isinstance(node, ast.If | ast.For | ast.While | ast.With | ast.Try):
        yield node.body
        for name in ("orelse", "finalbody"):
            if part := getattr(node, name, []):
                yield part
        for handler in getattr(node, "handlers", []):
            yield handler.body


def _heads(node: ast.stmt) -> list[ast.AST]:
    """The expressions of a compound statement that stand before its body."""
    if isinstance(node, ast.If | ast.While):
        return [node.test]
    if isinstance(node, ast.For):
        return [node.iter]
    if isinstance(node, ast.With):
        return [item.context_expr for item in node.items]
    return []


def heads(node: ast.stmt | ast.match_case) -> list[ast.AST]:
    """What of a line may be broken: of a compound statement only its head."""
    if isinstance(node, ast.match_case):
        return [node.guard] if node.guard is not None else []
    if isinstance(node, ast.Match):
        return [node.subject]
    return _heads(node) if [*_parts(node)] else [node]


def spread(node: ast.stmt | ast.match_case) -> set[int]:
    """The lines of a file on which a line of a rule stands: where it can be seen to be run."""
    found = {node.lineno} if isinstance(node, ast.stmt) else set()
    for head in heads(node):
        for one in ast.walk(head):
            if isinstance(one, ast.expr | ast.stmt):
                found.update((one.lineno, one.end_lineno or one.lineno))
    return found
