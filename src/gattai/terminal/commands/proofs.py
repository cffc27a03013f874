"""Which code cites a rule, and which rules are proved.

Code cites a rule by its id in a string, a docstring or a comment. A test is marked with a rule by
`@pytest.mark.rule("ID", ...)` on itself, its class, its module or a parameter; the same holds for
a scenario or an example of a catalogue that is run. A rule is proved by a marked test that ran and passed:
each game's `proofs.txt` lists the proved rules; the tests write it, and every full run compares it.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gattai import games

Found = dict[str, list[str]]
"""Places by rule id."""

_NO_PROOF = ("skip", "xfail")

HEAD = "# Rules and rulings that a test proves which ran and passed. Written by `make proofs`."
"""The first line of a game's `proofs.txt`."""


def proved_file(game: str) -> Path:
    """Return the path of a game's proofs."""
    return games.get(game).folder / "proofs.txt"


def proved(game: str) -> frozenset[str]:
    """Return the ids proved by a test that ran and passed."""
    path = proved_file(game)
    lines = path.read_text("utf-8").splitlines() if path.is_file() else ()
    return frozenset(line for line in lines if line and not line.startswith("#"))


SIDES_HEAD = (
    "# For each side of a rule a break of its code that the rule's own tests see, or - if there is none. "
    "Written by `make sides`."
)
"""The first line of a game's `sides.txt`."""


BOTH_SIDES = "both sides proved"
ONE_SIDE = "proved without a condition"


@dataclass(frozen=True)
class Sides:
    """The proved sides of a rule: what it allows and what it refuses, or everything it does."""

    marks: Mapping[str, str]
    """The break that proves each side; empty if none does."""

    @property
    def witnesses(self) -> dict[str, str]:
        """The sides that are proved."""
        return {side: mark for side, mark in self.marks.items() if mark}

    @property
    def says(self) -> str:
        """The state of the sides, in words."""
        proved = self.witnesses
        if "does" in self.marks:
            return ONE_SIDE if proved else "not proved"
        if len(proved) == 2:
            return BOTH_SIDES
        return f"only what it {next(iter(proved))}" if proved else "neither side"

    @property
    def is_complete(self) -> bool:
        """Whether all sides are proved."""
        return len(self.witnesses) == len(self.marks)

    def __str__(self) -> str:
        return " ".join(f"{side}={mark or '-'}" for side, mark in self.marks.items())

    @classmethod
    def parse(cls, text: str) -> Sides:
        """Parse a line of a file."""
        pairs = (part.partition("=") for part in text.split())
        return cls({side: mark.strip("-") for side, _, mark in pairs})


def sides_file(game: str) -> Path:
    """Return the path of a game's `sides.txt`."""
    return games.get(game).folder / "sides.txt"


def sides(game: str) -> dict[str, Sides]:
    """Return the sides of every rule with code of its own."""
    path = sides_file(game)
    lines = path.read_text("utf-8").splitlines() if path.is_file() else ()
    split = (line.partition(" ") for line in lines if line and not line.startswith("#"))
    return {rule: Sides.parse(rest) for rule, _, rest in split}


def citations(folder: Path, prefix: str, root: Path) -> Found:
    """Return where the Python files of a folder name ids with this prefix: `path:line` by id."""
    rule_id = re.compile(rf"(?<![\w.-]){re.escape(prefix)}(?:\.[A-Z0-9]+(?:-[A-Z0-9]+)*)+")
    found: Found = {}
    for path in sorted(folder.rglob("*.py")):
        for line, text in _texts(path.read_text("utf-8")):
            for match in rule_id.finditer(text):
                if text.startswith(".*", match.end()):
                    continue  # a family, such as PREFIX.SEQ.*, does not cite its members
                at = line + text.count("\n", 0, match.start())
                _add(found, match.group(), f"{path.relative_to(root).as_posix()}:{at}")
    return found


def _texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield strings and comments, with their first lines."""
    kinds = {tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", -1)}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in kinds:
            yield token.start[0], token.string


def marked(tests: Path, root: Path) -> Found:
    """Return the tests under a folder that are marked with a rule: `path::test` by id."""
    found: Found = {}
    for path in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for name, ids in _marked_tests(tree.body, "", _own_marks(tree.body)):
            for rule_id in ids:
                _add(found, rule_id, f"{path.relative_to(root).as_posix()}::{name}")
    return found


def _marked_tests(
    body: Iterable[ast.stmt], inside: str, inherited: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() if node.name.startswith("test"):
                if not any(_is_mark(mark, _NO_PROOF) for mark in node.decorator_list):
                    yield inside + node.name, (*inherited, *_ids(node.decorator_list))
            case ast.ClassDef() if node.name.startswith("Test"):
                marks = (*inherited, *_ids(node.decorator_list), *_own_marks(node.body))
                yield from _marked_tests(node.body, f"{inside}{node.name}::", marks)


def _own_marks(body: Iterable[ast.stmt]) -> tuple[str, ...]:
    """Return the ids in `pytestmark = ...` of a module or a class."""
    return tuple(
        rule_id
        for node in body
        if isinstance(node, ast.Assign)
        and any(isinstance(to, ast.Name) and to.id == "pytestmark" for to in node.targets)
        for rule_id in _ids([node.value])
    )


def _ids(nodes: Iterable[ast.expr]) -> tuple[str, ...]:
    """Return the ids in marks, also in those of nested parameters."""
    return tuple(
        argument.value
        for outer in nodes
        for node in ast.walk(outer)
        if isinstance(node, ast.Call) and _is_mark(node, ("rule",))
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )


def _is_mark(node: ast.expr, names: tuple[str, ...]) -> bool:
    """Whether this is `pytest.mark.NAME`, `mark.NAME` or plain `NAME`, called or not."""
    function = node.func if isinstance(node, ast.Call) else node
    if isinstance(function, ast.Name):
        return function.id in names
    return isinstance(function, ast.Attribute) and function.attr in names


def scenarios(tests: Path) -> Found:
    """Return the scenarios and examples of a game's catalogue that are marked with a rule and run, by its id.

    Empty unless a test runs the catalogue; without those that can only be played by hand.
    """
    if not (tests / "test_catalogue.py").is_file():
        return {}
    found: Found = {}
    for kind in ("scenario", "example"):
        catalogue = tests / "catalogue" / f"{kind}s.toml"
        if not catalogue.is_file():
            continue
        for entry in tomllib.loads(catalogue.read_text("utf-8")).get(kind, []):
            if entry.get("manual"):
                continue
            for key in ("rules", "ambiguities", "rulings"):
                for rule_id in entry.get(key, []):
                    _add(found, rule_id, f"{kind} {entry['id']}")
    return found


def _add(found: Found, rule_id: str, place: str) -> None:
    places = found.setdefault(rule_id, [])
    if place not in places:
        places.append(place)
