"""Vocabulary: one name for one class, and the glossary that explains the words."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path, PurePosixPath

from tests.architecture.source import ROOT, Source

GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
TERM = re.compile(r"^\| \*\*(.+?)\*\* \| (.*) \| (.*) \|$", re.MULTILINE)
PACKAGE = re.compile(r"^\| `(\w+)` \| (.+) \|$", re.MULTILINE)

EXPLAINED = ("kernel", "tabletop", "odds", "scene", "library", "bots")
"""The packages whose class names consist of words from the glossary."""

SOURCES = frozenset(
    "boardgame.io|chess programming|cryptography|geometry|machine learning|mathematics|OpenSpiel|ours|programming"
    "|publishing|rulebooks|statistics|theatre|web".split("|")
)
"""Where a term of the glossary may come from."""

ENGLISH = frozenset(
    """
    asked bad best by cannot chooser chosen committed compared counted described drawn ended failed fallen for
    gave has held in intent judged laid lazy listed live no nobody not number offered over
    partial pending placed plain played pointing possible quiet reckoned recorded refused result retraced
    rolled scripted seeded seen shown speaking spec spends sure thrown tried
    unimaginable unknown up walk watched weighed weighing where whole why yours
    """.split()
)
"""Ordinary English in class names: it needs no entry."""

RETIRED = frozenset(
    "deed deeds conceivable onset onsets sway sways shelf shelves gathering gatherings beat beats".split()
)
RETIRED_IN = {
    "src/": frozenset({"course", "voices"}),
    "src/gattai/kernel/": frozenset({"sketch", "sketches"}),
    "src/gattai/bots/": frozenset({"eye", "eyes", "traits"}),
}
NAMES_IN = {
    "": frozenset("deed deeds conceivable sway sways shelf shelves whoever wishes".split()),
    "tests/": frozenset("beat beats onset onsets".split()),
    "tests/bots/": frozenset("eye eyes worth worths".split()),
    "tests/lab/": frozenset("eye eyes worth worths".split()),
    "src/gattai/bots/": frozenset({"worth", "worths"}),
}
"""Retired words in the names of files, classes and functions, in source and tests; in those of tests also `told`."""
VARIABLES_IN = (
    "src/gattai/lab",
    "src/gattai/odds",
    "src/gattai/scene",
    "src/gattai/server",
    "src/gattai/terminal",
)
RETIRED_VARIABLES = frozenset("eyes kept said sure told".split())
"""What a variable, parameter, function or method of these packages must not be called: it says nothing about the
value. Fields of messages and of saved data keep their names."""
SAVED = frozenset({"onsets"})
"""A field of saved positions and events of Robot Empire: its name cannot change."""

CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|<!--.*?-->|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?P<name>[A-Za-z_]\w*)""",
    re.DOTALL,
)


def _words(name: str) -> list[str]:
    return [word.lower() for word in WORD.findall(name)]


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def public_classes(source: Source) -> Iterator[ast.ClassDef]:
    """All classes of a file whose names do not begin with an underscore."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node


def _game(path: str) -> str:
    """The game that a file belongs to, or the empty text."""
    parts = PurePosixPath(path).parts
    return parts[3] if parts[:3] == ("src", "gattai", "games") and len(parts) > 4 else ""


def shared_names(sources: Iterable[Source]) -> Iterator[str]:
    """Names of more than one class. Two games may use the same name, for each has its own rulebook."""
    found: dict[str, list[str]] = defaultdict(list)
    for source in sources:
        for node in public_classes(source):
            found[node.name].append(source.path)
    for name, paths in sorted(found.items()):
        games = [_game(path) for path in paths]
        if len(paths) > 1 and ("" in games or len({*games}) < len(games)):
            yield f"{name}: {', '.join(paths)}"


def packages(root: Path) -> set[str]:
    """The names of all packages below this one."""
    return {file.parent.name for file in root.rglob("__init__.py")} - {root.name}


def wrong_rows(glossary: str, folders: Iterable[str]) -> Iterator[str]:
    """Terms that appear twice or lack a meaning or source; packages without exactly one row."""
    terms = TERM.findall(glossary)
    names = [term for term, _, _ in terms]
    for term, meaning, source in terms:
        if names.count(term) > 1:
            yield f"{term}: more than one row"
        if not meaning.strip() or source not in SOURCES:
            yield f"{term}: no meaning, or the unknown source {source!r}"
    listed = [name for name, _ in PACKAGE.findall(glossary)]
    folders = {*folders}
    for name in sorted(folders | {*listed}):
        if listed.count(name) != (name in folders):
            yield f"{name}: {listed.count(name)} rows in the table of packages"


def unexplained(glossary: str, sources: Iterable[Source]) -> Iterator[str]:
    """Class names with words that are neither terms of the glossary nor ordinary English."""
    known = {
        _singular(word) for term, _, _ in TERM.findall(glossary) for word in term.lower().split()
    }
    for source in sources:
        for node in public_classes(source):
            for word in _words(node.name):
                if word not in ENGLISH and _singular(word) not in known | ENGLISH:
                    yield source.at(node, f"class {node.name}: {word!r} is not in the glossary")


def retired_words(path: str, name: str) -> Iterator[str]:
    """The words of an identifier that are no longer in use."""
    words = _words(name)
    retired: Mapping[str, frozenset[str]] = {"": RETIRED, **RETIRED_IN}
    for folder, gone in retired.items():
        if path.startswith(folder):
            yield from (word for word in words if word in gone and name not in SAVED)
    if ("not", "so") in pairwise(words):
        yield "not_so"
    if name.lstrip("_").startswith(("MOST_", "LEAST_")):
        yield name.lstrip("_").partition("_")[0]


def retired_names(source: Source) -> Iterator[str]:
    """Names of the file, its classes and its functions that contain a retired word."""
    defined = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    names = [PurePosixPath(source.path).stem]
    names += [node.name for node in ast.walk(source.tree) if isinstance(node, defined)]
    gone = {
        word
        for folder, words in NAMES_IN.items()
        if source.path.startswith(folder)
        for word in words
    }
    for name in names:
        for word in (gone | {"told"} if name.startswith("test_") else gone).intersection(
            _words(name)
        ):
            yield f"{source.path}: {name} contains the retired word {word!r}"


def vague_names(source: Source) -> Iterator[str]:
    """Variables, parameters and functions named only by a participle such as `told`."""
    if not source.path.startswith(VARIABLES_IN):
        return
    fields = {
        line.target
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ClassDef)
        for line in node.body
        if isinstance(line, ast.AnnAssign)
    }
    for node in ast.walk(source.tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) if node not in fields:
                pass
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                pass
            case ast.Attribute(attr=name, ctx=ast.Store(), value=ast.Name(id="self")):
                pass
            case _:
                continue
        if name.strip("_") in RETIRED_VARIABLES:
            yield source.at(node, f"{name} does not say what it is")


def misnamed_headers(source: Source) -> Iterator[str]:
    """A `Header` called `setting`: a setting is a choice before the match."""
    for node in ast.walk(source.tree):
        match node:
            case ast.arg(arg="setting", annotation=ast.Name(id="Header")):
                yield source.at(node, "a Header is called `header`")
            case ast.AnnAssign(target=ast.Name(id="setting"), annotation=found):
                if "Header" in ast.unparse(found):
                    yield source.at(node, "a Header is called `header`")
            case _:
                pass


def identifiers(path: str, text: str) -> set[str]:
    """The identifiers of a file: Python, TypeScript or Svelte."""
    if path.endswith(".py"):
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        return {token.string for token in tokens if token.type == tokenize.NAME}
    return {found["name"] for found in CODE.finditer(text) if found["name"]}


def retired(path: str, text: str) -> Iterator[str]:
    """Identifiers of a file that contain a retired word."""
    for name in sorted(identifiers(path, text)):
        for word in retired_words(path, name):
            yield f"{path}: {name} contains the retired word {word!r}"
