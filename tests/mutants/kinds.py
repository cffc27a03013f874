"""Which kinds there are: the texts that the types of a game list, by what is said to be of such a type."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

Union = tuple[str, ...]


@dataclass
class Kinds:
    """Every `Literal[...]` of texts in a game."""

    every: list[Union] = field(default_factory=list)
    named: dict[str, list[Union]] = field(default_factory=dict)
    """By the names of fields, variables and parameters that are of it."""
    optional: set[str] = field(default_factory=set)
    """Names of what may be None."""

    def wider(self, name: str, members: Sequence[ast.expr]) -> ast.Tuple | None:
        """These kinds and one more of the same type: the one before the first of them, else the next."""
        texts = [one.value for one in members if isinstance(one, ast.Constant)]
        if len(texts) != len(members) or not texts or not all(isinstance(t, str) for t in texts):
            return None
        known = self.named.get(name) or ([] if {*texts} == {""} else self.every)
        fitting = [union for union in known if {*texts} < {*union}]
        if not fitting:
            return None
        union = min(fitting, key=len)
        first = min(map(union.index, texts))
        order = [*union[:first][::-1], *union[first:]]
        more = next(kind for kind in order if kind not in texts)
        return ast.Tuple([*members, ast.Constant(more)], ast.Load())


def kinds(trees: Iterable[ast.Module]) -> Kinds:
    """Those of a whole game."""
    trees = [*trees]
    found = Kinds()
    aliases: dict[str, Union] = {}
    for tree in trees:
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                for union in _unions(node.value, {}):
                    aliases[node.targets[0].id] = union
                    found.every.append(union)
    for tree in trees:
        for one in ast.walk(tree):
            match one:
                case (
                    ast.AnnAssign(target=ast.Name(id=name), annotation=annotation)
                    | ast.arg(arg=name, annotation=annotation)
                ) if annotation is not None:
                    if "None" in ast.unparse(annotation):
                        found.optional.add(name)
                    for union in _unions(annotation, aliases):
                        found.named.setdefault(name, []).append(union)
                        found.every.append(union)
    return found


def _unions(annotation: ast.expr, aliases: dict[str, Union]) -> Iterable[Union]:
    for node in ast.walk(annotation):
        if isinstance(node, ast.Name) and node.id in aliases:
            yield aliases[node.id]
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal":
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            texts = [one.value for one in parts if isinstance(one, ast.Constant)]
            if len(texts) > 1 and all(isinstance(text, str) for text in texts):
                yield tuple(map(str, texts))
