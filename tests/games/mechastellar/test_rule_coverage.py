"""No rule without a test: every id of the rulebook is named by a marker or by a scenario."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from gattai.games.mechastellar.content import FOLDER
from gattai.kernel.rulebook import Rulebook
from tests.games.mechastellar.scenario_runner import load

HERE = Path(__file__).parent
BOOK = Rulebook.load(FOLDER / "rulebook.toml")
NOTES = {
    "MS.UNIT.FRAME", "MS.ORDER.SPECIFIC", "MS.ORDER.RULE-ZERO", "MS.CP.MARKER",
    "MS.TURN.CHECKLIST", "MS.DERIVED.EXPECTATION",
}  # fmt: skip
"""Rules that no code can play; each says why in the rulebook."""


def marked() -> Iterator[tuple[str, str]]:
    """Every id in a `pytest.mark.rule(...)` of these files, and where it stands."""
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for argument in node.args:
                    if isinstance(argument, ast.Constant):
                        yield str(argument.value), f"{path.name}:{argument.lineno}"


def played() -> Iterator[str]:
    for entry in (*load("scenario"), *load("example")):
        yield from (*entry["rules"], *entry.get("rulings", ()))


def test_there_are_273_rules_and_185_rulings() -> None:
    assert (len(BOOK.rule), len(BOOK.ruling)) == (273, 185)


def test_every_rule_is_proved() -> None:
    named = {found for found, _ in marked()} | {*played()}
    assert sorted({rule.id for rule in BOOK.rule} - named - NOTES) == []


def test_every_ruling_is_proved() -> None:
    named = {found for found, _ in marked()} | {*played()}
    assert sorted({ruling.id for ruling in BOOK.ruling} - named) == []


def test_only_notes_are_excused_and_nothing_comes_later() -> None:
    assert {rule.id for rule in BOOK.rule if rule.why} == NOTES
    assert all(rule.status == "playable" for rule in BOOK.rule)


def test_no_marker_and_no_scenario_names_a_rule_that_there_is_not() -> None:
    known = {entry["id"] for entry in (*load("scenario"), *load("example"))}
    assert [place for found, place in marked() if found not in BOOK and found not in known] == []
    assert [found for found in played() if found not in BOOK] == []


def test_every_rule_that_a_rule_or_ruling_refers_to_exists() -> None:
    named = [see for rule in BOOK.rule for see in rule.see]
    named += [rule for ruling in BOOK.ruling for rule in ruling.rules]
    assert [found for found in named if found not in BOOK] == []


def test_every_ruling_stands_on_the_page_of_rulings() -> None:
    page = (FOLDER / "rulings.md").read_text("utf-8")
    assert [r.id for r in BOOK.ruling if f"`{r.id.removeprefix('MS.AMB.')}`" not in page] == []
