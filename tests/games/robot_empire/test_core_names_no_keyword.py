"""The core asks moments and never names a card, a keyword or a kind of effect."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from gattai.games.robot_empire import ruleset
from gattai.games.robot_empire.cards import PORTS
from gattai.games.robot_empire.effects import EFFECTS
from gattai.games.robot_empire.keywords import KEYWORDS
from tests.games.robot_empire.table import RULES

FOLDER = Path(ruleset.__file__).parent
OWN = {"keywords.py", "unit_effects.py", "player_effects.py", "evaluation.py"}
"""Where keywords and effects are at home; and the bots' eye, on which no rule depends."""
CORE = sorted(path.name for path in FOLDER.glob("*.py") if path.name not in OWN)
SHARED = {"draw", "damage", "recharge", "charge", "harvest", "income", "revenge", *PORTS.values()}
"""Words of the rulebook too: phases, actions, the moments that are asked, the three types of port."""
CARDS = {card.id for card in RULES.cards.values()} | {card.name for card in RULES.cards.values()}
WORDS = ({*KEYWORDS, *EFFECTS} | CARDS) - SHARED
SETUP_CARDS = {"Battery", "Vault", "War Chest", "battery", "vault"}
"""The coins lie on these: they are words of the rules, not cards that are played."""


def literals(tree: ast.Module) -> Iterator[ast.Constant]:
    """Every piece of text in the code; docstrings apart."""
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef)
    told = {
        id(statement.value)
        for node in ast.walk(tree)
        if isinstance(node, holders)
        for statement in node.body
        if isinstance(statement, ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node


def named(source: str) -> list[tuple[int, object]]:
    """What a source names, with its lines."""
    return [
        (node.lineno, node.value)
        for node in literals(ast.parse(source))
        if node.value in WORDS - SETUP_CARDS
    ]


@pytest.mark.parametrize("name", CORE)
def test_a_module_of_the_core_names_no_card_keyword_or_effect(name: str) -> None:
    assert named((FOLDER / name).read_text("utf-8")) == []


def test_the_check_can_fail() -> None:
    assert named('if "flying" in card.keywords or card.id == "bastion": pass') == [
        (1, "flying"),
        (1, "bastion"),
    ]
    assert named('def f():\n    """flying"""\n    return "ROBOT-EMPIRE.FLY.BLOCK"\n') == []
