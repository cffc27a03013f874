"""Which test files are named after what they test: `python -m tests.architecture.naming` lists the others.

`test_x.py` is named after what it tests if `x` is a module or a folder at the place that its folder tests, a section
of its game's rulebook, or a tool beside it; `test_rulebook_x.py` covers several sections. If a file would grow too long,
further words name its parts: `test_x_refusals.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.architecture.source import PACKAGE, ROOT

TESTS = ROOT / "tests"
SERVER, PAGES, DOCS = PACKAGE / "server", ROOT / "web" / "src", ROOT / "docs"
PLACES = {
    "browser": PAGES,
    "docs": DOCS,
    "laws": PACKAGE / "testing",
    "online": SERVER,
    "online/browser": PAGES,
    "plugins": PACKAGE / "terminal" / "commands",
    "table": SERVER / "table",
}
"""What a folder of tests is about where the package has no folder of that name."""
HEADING = re.compile(r"^# -+ (.+)$", re.MULTILINE)
RULE = re.compile(r'^id = "[A-Z-]+\.([A-Z-]+)\.', re.MULTILINE)
SUFFIXES = {".py", ".md", ".ts", ".svelte"}


def files_of_tests() -> tuple[Path, ...]:
    """All of them."""
    return tuple(sorted(TESTS.rglob("test_*.py")))


def is_named_after_what_it_tests(file: Path) -> bool:
    """Whether a file's name is that of a module, a folder, a rule section or a tool."""
    name = file.stem.removeprefix("test_")
    if name in _tools(file.parent):
        return True
    return any(name == one or name.startswith(f"{one}_") for one in _names(file.parent))


@cache
def _tools(folder: Path) -> frozenset[str]:
    """The tools that lie in a folder of tests, and the folder itself."""
    inside = {path.stem for path in folder.iterdir() if path.is_dir() or path.suffix == ".py"}
    return frozenset({folder.name} | {name for name in inside if not name.startswith("test_")})


@cache
def _names(folder: Path) -> frozenset[str]:
    """The modules, folders and rule sections that the tests of a folder may be about."""
    place = _place(folder)
    if place is None:
        return frozenset()
    found = {plain(path) for path in place.rglob("*") if path.is_dir() or path.suffix in SUFFIXES}
    rulebook = place / "rulebook.toml"
    if rulebook.is_file():
        found |= {"rulebook", *sections(rulebook.read_text("utf-8"))}
    return frozenset(name for name in found if not name.startswith("_"))


def _place(folder: Path) -> Path | None:
    """Where that lies which a folder of tests is about."""
    inside = folder.relative_to(TESTS)
    for depth in range(len(inside.parts), 0, -1):
        name = "/".join(inside.parts[:depth])
        if name in PLACES:
            return PLACES[name]
        if (PACKAGE / name).is_dir():
            return PACKAGE / name
    return None


def plain(path: Path) -> str:
    """A file's name as a module would have it: `CardTable.svelte` and `card-table.md` are `card_table`."""
    name = path.name.partition(".")[0].replace("-", "_")
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def sections(rulebook: str) -> Iterator[str]:
    """The sections of a rulebook: its headings, whole and in parts, and the second words of its ids."""
    for heading in HEADING.findall(rulebook):
        for part in (heading, *re.split(r", | and |: ", heading)):
            yield "_".join(re.findall(r"[a-z]+", part.lower().removeprefix("the ")))
    for section in RULE.findall(rulebook):
        yield section.lower().replace("-", "_")


def main() -> None:
    """Print the files whose names do not say what they test, and the share of those that do."""
    files = files_of_tests()
    others = [file for file in files if not is_named_after_what_it_tests(file)]
    for file in others:
        print(file.relative_to(ROOT))
    print(f"{len(files) - len(others)} of {len(files)}: {1 - len(others) / len(files):.1%}")


if __name__ == "__main__":
    main()
