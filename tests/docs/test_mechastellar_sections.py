"""The page on MechaStellar's document names every rule once and invents none."""

from __future__ import annotations

import re
from pathlib import Path

from gattai import games

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/explanation/mechastellar-section-by-section.md").read_text("utf-8")
BOOK = games.load("mechastellar").rulebook
NAMED = re.findall(r"`([A-Z0-9]+(?:[.-][A-Z0-9]+)*)`", PAGE)
RULES = {rule.id.removeprefix("MS.") for rule in BOOK.rule}
RULINGS = {ruling.id.removeprefix("MS.AMB.") for ruling in BOOK.ruling}


def test_every_rule_stands_on_the_page_once() -> None:
    found = [name for name in NAMED if name in RULES]
    assert sorted(found) == sorted(RULES)


def test_whatever_else_it_names_is_a_ruling() -> None:
    assert {*NAMED} - RULES <= RULINGS


def test_it_is_listed() -> None:
    nav = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert "explanation/mechastellar-section-by-section.md" in nav
