"""The page that follows an answer from click to picture names functions that exist, in at most twelve hops."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/explanation/from-click-to-picture.md"
HOPS = re.findall(r"^\| (\d+) \| `([^`]+)` \| `([^`]+)` \|", PAGE.read_text("utf-8"), re.M)
MAX_HOPS = 12


def test_it_is_a_short_way() -> None:
    assert [int(number) for number, _, _ in HOPS] == [*range(1, len(HOPS) + 1)]
    assert 8 <= len(HOPS) <= MAX_HOPS


@pytest.mark.parametrize(("file", "function"), [hop[1:] for hop in HOPS])
def test_every_hop_is_there(file: str, function: str) -> None:
    assert function in functions_of(ROOT / file)


def test_a_hop_that_is_gone_would_be_found() -> None:
    assert "Match.forgets" not in functions_of(ROOT / "src/gattai/server/table/match.py")
    assert "takes" not in functions_of(ROOT / "web/src/match.ts")


def functions_of(path: Path) -> set[str]:
    """Return the functions of a file, methods with the name of their class."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        return {
            *re.findall(r"^\s*(?:export |async )*(?:function )?(\w+)\([^)]*\)[^;]*\{$", text, re.M)
        }
    found = set()
    for node in ast.parse(text).body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        found |= {
            f"{prefix}{each.name}"
            for each in inside
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
        }
    return found


def test_the_page_says_nothing_of_files_that_are_gone() -> None:
    for file in re.findall(r"`((?:src|web|tests)/[\w/.]+\.(?:py|ts))`", PAGE.read_text("utf-8")):
        assert (ROOT / file).is_file(), file
