"""No rule without a test: every id of the rulebook is named by a marker or by a scenario."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.games.attack_chart.scenarios import load
from tests.games.attack_chart.table import RULES

HERE = Path(__file__).parent


def marked() -> Iterator[tuple[str, str]]:
    """Every id in a `pytest.mark.rule(...)` of these files, and where it stands."""
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for argument in node.args:
                    if isinstance(argument, ast.Constant):
                        yield str(argument.value), f"{path.name}:{argument.lineno}"


def named_by_scenarios() -> Iterator[str]:
    for scenario in load("scenarios")["scenario"]:
        yield from scenario["rules"]


def test_every_rule_is_proved_by_a_test_of_its_own() -> None:
    ids = {rule.id for rule in RULES.rulebook.rule}
    assert sorted(ids - {found for found, _ in marked()}) == []


def test_every_ruling_is_proved_too() -> None:
    ids = {ruling.id for ruling in RULES.rulebook.ruling}
    named = {found for found, _ in marked()} | {*named_by_scenarios()}
    assert sorted(ids - named) == []


def test_no_marker_and_no_scenario_names_a_rule_that_there_is_not() -> None:
    assert [place for found, place in marked() if found not in RULES.rulebook] == []
    assert [found for found in named_by_scenarios() if found not in RULES.rulebook] == []


def test_every_rule_that_a_rule_or_ruling_refers_to_exists() -> None:
    book = RULES.rulebook
    named = [see for rule in book.rule for see in rule.see]
    named += [rule for ruling in book.ruling for rule in ruling.rules]
    assert [found for found in named if found not in book] == []
