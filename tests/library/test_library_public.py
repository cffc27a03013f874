"""What is public is listed, documented, shown in use, and does not change in silence."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import gattai
from tests.library import listing, reference
from tests.library.listing import ANNOUNCED, KEPT, digest, fields, members

ROOT = Path(__file__).parents[2]
HOW_TO = ROOT / "docs" / "how-to" / "use-from-python.md"
CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)
AGAIN = "run `python -m tests.library.listing FRAGMENT` after telling it in changelog.d"


def names() -> list[str]:
    """Every public name, those of classes with the class before them."""
    found = []
    for name in gattai.__all__:
        found.append(name)
        thing = getattr(gattai, name)
        if inspect.isclass(thing):
            found += [f"{name}.{field}" for field, _, _ in fields(thing)]
            found += [f"{name}.{one}" for one, _ in members(thing) if not one.startswith("_")]
    return found


def test_the_listing_is_what_was_kept() -> None:
    assert listing.listing() == KEPT.read_text("utf-8"), AGAIN


def test_every_change_of_it_stands_in_the_changelog() -> None:
    told = [line.split() for line in ANNOUNCED.read_text("utf-8").splitlines()]
    assert told[-1][0] == digest(KEPT.read_text("utf-8")), AGAIN
    fragments = [fragment for _, fragment in told]
    assert len({*fragments}) == len(fragments), "each change has an entry of its own"
    assert not [name for name in fragments if not is_told(name)]


def is_told(name: str) -> bool:
    """A fragment is there; a release takes them into the changelog, and `announced.txt` then names it."""
    if name.endswith(".md"):
        return (ROOT / "changelog.d" / name).is_file()
    return f"\n## {name} (" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_a_value_reported_nowhere_is_found() -> None:
    assert is_told("0.1.0") and not is_told("0.0.9") and not is_told("18.added.nothing.md")


def test_a_change_of_a_signature_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def undo(self: object, many: int = 1) -> None:
        """More than there was."""

    monkeypatch.setattr(gattai.Match, "undo", undo)
    assert listing.listing() != KEPT.read_text("utf-8")


def test_the_reference_is_what_the_docstrings_say() -> None:
    assert reference.page() == reference.PAGE.read_text("utf-8"), (
        "run `python -m tests.library.reference`"
    )


def test_every_public_name_is_documented() -> None:
    for name in gattai.__all__:
        thing = getattr(gattai, name)
        if name == "__version__":
            continue
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing):
            for one, _, told in fields(thing):
                assert told, f"{name}.{one}"
            for one, member in members(thing):
                if inspect.isfunction(member) or isinstance(member, property):
                    assert inspect.getdoc(member), f"{name}.{one}"


def test_every_public_name_is_shown_in_use() -> None:
    """By the page whose examples are run below, or by an example in a docstring, which are run too."""
    shown = "\n".join(CODE.findall(HOW_TO.read_text("utf-8")))
    shown += "\n".join(re.findall(r">>> .*", reference.page()))
    missing = []
    for name in names():
        cls, _, member = name.partition(".")
        if member and member != "answer":  # what a bot is asked for is written, not called
            if not re.search(rf"\.{member}\b", shown):
                missing.append(name)
        elif cls not in ("View", "Position", "Odds", "Game", "Refusal"):  # only made by others
            if not re.search(rf"\bgattai\.{cls}\b", shown):
                missing.append(name)
    assert not missing


def test_the_examples_of_the_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    space: dict[str, object] = {}
    for block in CODE.findall(HOW_TO.read_text("utf-8")):
        exec(compile(block, HOW_TO.name, "exec"), space)
    assert "arc-buster-offensive" in capsys.readouterr().out


def test_the_readme_begins_with_lines_that_run() -> None:
    (block, *_) = CODE.findall((ROOT / "README.md").read_text("utf-8"))
    assert len(block.strip().splitlines()) <= 6
    exec(compile(block, "README.md", "exec"), {})
