"""Citations: a rule id in a game's code is an id of that game's rulebook, written out in full."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.architecture.source import PACKAGE, Source, sources

GAMES = PACKAGE / "games"


@dataclass(frozen=True)
class Ids:
    """The ids of one rulebook, and the prefix they share."""

    prefix: str
    known: frozenset[str]

    def cited_in(self, text: str) -> Iterator[str]:
        """What looks like an id of this game; a family such as `PREFIX.SEQ.*` is none."""
        looks_like_one = rf"(?<![\w.-]){re.escape(self.prefix)}(?:\.[A-Z0-9]+(?:-[A-Z0-9]+)*)+"
        for found in re.finditer(looks_like_one, text):
            if not text.startswith(".*", found.end()):
                yield found.group()


def ids_of(rulebook: str) -> Ids:
    """Read the ids out of a rulebook's text, without the code that is being checked."""
    book = tomllib.loads(rulebook)
    entries = (*book["rule"], *book.get("ruling", ()))
    return Ids(book["game"]["prefix"], frozenset(entry["id"] for entry in entries))


def unknown_citations(source: Source, ids: Ids) -> Iterator[str]:
    """Ids in string literals and docstrings that the rulebook does not have."""
    for node in ast.walk(source.tree):
        match node:
            case ast.Constant(value=str(text)):
                for cited in ids.cited_in(text):
                    if cited not in ids.known:
                        yield source.at(node, f"cites {cited}, which the rulebook does not have")


def games() -> tuple[Path, ...]:
    """The folders of the games there are."""
    if not GAMES.is_dir():
        return ()
    return tuple(sorted(path.parent for path in GAMES.glob("*/__init__.py")))


def citations_of(game: Path) -> Iterator[str]:
    """Every unknown citation in one game's folder."""
    ids = ids_of((game / "rulebook.toml").read_text("utf-8"))
    for source in sources(f"src/gattai/games/{game.name}"):
        yield from unknown_citations(source, ids)
