"""Code metrics: `python -m tests.architecture.figures`.

The number of files that name each action, file names shared by all games or used by one only, import cycles,
and folders with many files.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from gattai import games
from tests.architecture.source import PACKAGE, read

MAX_FILES = 15
"""In one folder, `__init__.py` not counted."""


@dataclass(frozen=True)
class Spread:
    """For each action of a game, the files that name it."""

    game: str
    files: dict[str, tuple[str, ...]]

    @property
    def mean(self) -> float:
        """Files an action, on average."""
        return sum(map(len, self.files.values())) / len(self.files)

    @property
    def most(self) -> int:
        """Files of the action that is named in the most."""
        return max(map(len, self.files.values()))

    def worst(self, least: int) -> Iterator[str]:
        """The actions named in so many files or more, in words."""
        for action, files in self.files.items():
            if len(files) >= least:
                yield f"{self.game}: {action} in {', '.join(files)}"


def spread(game: str) -> Spread:
    """Which modules define, import or match each action; where packages only pass on is not counted."""
    folder = game.replace("-", "_")
    wanted = {(kind.__module__, kind.__name__) for kind in games.load(game).action_types}
    ours = {(module, name) for module, name in wanted if module.split(".")[2:3] == [folder]}
    return Spread(
        game,
        {
            name: tuple(
                dict.fromkeys(
                    _place(file)
                    for file, named in _named().items()
                    if _names(named, module, name, folder)
                )
            )
            for module, name in sorted(ours)
        },
    )


def _place(file: str) -> str:
    """The file, but a game's bots are one place: its evaluation and its candidates for a policy."""
    return file.replace("bots/candidates/", "bots/evaluations/")


def _names(named: frozenset[tuple[str, str]], module: str, name: str, folder: str) -> bool:
    """Whether a file names it, by its own module or by a package that passes it on."""
    package = f"gattai.games.{folder}"
    return any(
        found == name and (source == module or module.startswith(f"{source}."))
        for source, found in named
        if source.startswith(package)
    )


@cache
def _named() -> dict[str, frozenset[tuple[str, str]]]:
    """For each file, what it names as (module, name): defined, imported, or by `module.Name`."""
    found: dict[str, frozenset[tuple[str, str]]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name == "__init__.py":
            continue
        module = ".".join(("gattai", *path.relative_to(PACKAGE).with_suffix("").parts))
        tree = read(path).tree
        names: set[tuple[str, str]] = set()
        called: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                names.add((module, node.name))
            elif isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    names.add((node.module, alias.name))
                    called[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                if node.value.id in called:
                    names.add((called[node.value.id], node.attr))
        found[path.relative_to(PACKAGE).as_posix()] = frozenset(names)
    return found


def shared_names() -> tuple[list[str], list[str]]:
    """File and folder names that all games have, and those that only one has."""
    having: dict[str, int] = {}
    for game in games.names():
        folder = PACKAGE / "games" / game.replace("-", "_")
        for name in {path.stem for path in folder.iterdir() if path.suffix in ("", ".py")}:
            if not name.startswith("__"):
                having[name] = having.get(name, 0) + 1
    everybody = len(games.names())
    return (
        sorted(name for name, count in having.items() if count == everybody),
        sorted(name for name, count in having.items() if count == 1),
    )


def full_folders() -> dict[str, int]:
    """Folders with more Python files than a reader can take in."""
    counts = {
        folder.relative_to(PACKAGE).as_posix(): sum(
            path.name != "__init__.py" for path in folder.glob("*.py")
        )
        for folder in (PACKAGE, *PACKAGE.rglob("*/"))
        if folder.is_dir() and folder.name != "__pycache__"
    }
    return {folder: count for folder, count in sorted(counts.items()) if count > MAX_FILES}


def imports() -> dict[str, set[str]]:
    """Which module imports which, anywhere in its text; a package's `__init__` is a module too."""
    modules = {
        ".".join(("gattai", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): path
        for path in PACKAGE.rglob("*.py")
    }
    found: dict[str, set[str]] = {}
    for module, path in modules.items():
        named: set[str] = set()
        for node in ast.walk(read(path).tree):
            if isinstance(node, ast.Import):
                named |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    named.add(inner if inner in modules else node.module)
        found[module] = {name for name in named if name in modules and name != module}
    return found


def circles() -> list[tuple[str, ...]]:
    """Modules that import each other, directly or round several corners (Tarjan's algorithm)."""
    graph = imports()
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[tuple[str, ...]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in sorted(graph[module]):
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            at = stack.index(module)
            if len(stack) - at > 1:
                found.append(tuple(stack[at:]))
            del stack[at:]

    for module in sorted(graph):
        if module not in index:
            visit(module)
    return found


def lines() -> dict[str, int]:
    """Lines of Python a package."""
    found: dict[str, int] = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).parts
        name = "/".join(parts[:2]) if parts[0] == "games" and len(parts) > 2 else parts[0]
        found[name] = found.get(name, 0) + len(path.read_text("utf-8").splitlines())
    return dict(sorted(found.items()))


def main() -> None:
    """Print all of it."""
    print("files in which an action is named:      mean  most")
    for game in games.names():
        found = spread(game)
        print(f"  {game:<36} {found.mean:6.2f} {found.most:5}")
    everybody, alone = shared_names()
    print(f"names that all games have ({len(everybody)}): {', '.join(everybody)}")
    print(f"names that only one has ({len(alone)}): {', '.join(alone)}")
    print(f"circles: {circles() or 'none'}")
    print(f"folders with more than {MAX_FILES} files: {full_folders() or 'none'}")
    print("lines:")
    for name, count in lines().items():
        print(f"  {name:<24} {count:6}")


if __name__ == "__main__":
    main()
