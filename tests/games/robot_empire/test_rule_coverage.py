"""No rule without a test: every id of the rulebook is named by a marker or by a scenario."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.games.robot_empire.scenarios import load
from tests.games.robot_empire.table import RULES

HERE = Path(__file__).parent


def marked() -> Iterator[tuple[str, str]]:
    """Every id in a `pytest.mark.rule(...)` of these files, and where it stands."""
    for path in sorted(HERE.glob("test_*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        names = {
            node.targets[0].id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for argument in node.args:
                    if isinstance(argument, ast.Constant):
                        yield str(argument.value), f"{path.name}:{argument.lineno}"
                    elif isinstance(argument, ast.Name):
                        yield str(names[argument.id]), f"{path.name}:{argument.lineno}"


def entries() -> Iterator[dict[str, list[str]]]:
    yield from load("scenarios")["scenario"]
    yield from load("examples")["example"]


def named_by_scenarios() -> Iterator[str]:
    for entry in entries():
        yield from (*entry["rules"], *entry.get("ambiguities", ()))


def test_every_rule_is_proved_by_a_test_of_its_own() -> None:
    ids = {rule.id for rule in RULES.rulebook.rule}
    assert len(ids) == 112  # of the document, and one house rule
    assert sorted(ids - {found for found, _ in marked()}) == []


def test_every_ruling_is_proved_too() -> None:
    ids = {ruling.id for ruling in RULES.rulebook.ruling}
    named = {found for found, _ in marked()} | {*named_by_scenarios()}
    assert sorted(ids - named) == []


def test_nothing_comes_later() -> None:
    assert [rule.id for rule in RULES.rulebook.rule if rule.status == "later"] == []


def test_no_marker_and_no_scenario_names_a_rule_that_there_is_not() -> None:
    known = {str(entry["id"]) for entry in entries()}
    strange = [
        place for found, place in marked() if found not in RULES.rulebook and found not in known
    ]
    assert strange == []
    assert [found for found in named_by_scenarios() if found not in RULES.rulebook] == []


def test_every_rule_that_a_rule_or_ruling_refers_to_exists() -> None:
    book = RULES.rulebook
    named = [see for rule in book.rule for see in rule.see]
    named += [rule for ruling in book.ruling for rule in ruling.rules]
    assert [found for found in named if found not in book] == []


def test_rulings_md_names_every_ruling() -> None:
    page = (Path(__file__).parents[3] / "src/gattai/games/robot_empire/rulings.md").read_text(
        "utf-8"
    )
    for ruling in RULES.rulebook.ruling:
        assert f"**`{ruling.id.rpartition('AMB.')[2]}`**" in page
