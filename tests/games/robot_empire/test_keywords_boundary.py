"""The core asks moments and never names a card, a keyword or a kind of effect."""

from __future__ import annotations

from pathlib import Path

import pytest

from gattai.games.robot_empire import ruleset
from gattai.games.robot_empire.cards import PORTS
from gattai.games.robot_empire.effects import EFFECTS
from gattai.games.robot_empire.keywords import KEYWORDS
from tests.games.robot_empire.table import RULES
from tests.games.sources import core, named

FOLDER = Path(ruleset.__file__).parent
OWN = ("keywords.py", "effects/units.py", "effects/players.py")
"""Where keywords and effects are at home."""
CORE = core(FOLDER, *OWN)
SHARED = {"draw", "damage", "recharge", "charge", "harvest", "income", "revenge", *PORTS.values()}
"""Words of the rulebook too: phases, actions, the moments that are asked, the three types of port."""
CARDS = {card.id for card in RULES.cards.values()} | {card.name for card in RULES.cards.values()}
SETUP_CARDS = {"Battery", "Vault", "War Chest", "battery", "vault"}
"""The coins lie on these: they are words of the rules, not cards that are played."""
WORDS = ({*KEYWORDS, *EFFECTS} | CARDS) - SHARED - SETUP_CARDS


@pytest.mark.parametrize("name", CORE)
def test_a_module_of_the_core_names_no_card_keyword_or_effect(name: str) -> None:
    assert named((FOLDER / name).read_text("utf-8"), WORDS) == []


def test_the_check_can_fail() -> None:
    wrong = 'if "flying" in card.keywords or card.id == "bastion": pass'
    assert named(wrong, WORDS) == [(1, "bastion"), (1, "flying")]
    assert named('def f():\n    """flying"""\n    return "ROBOT-EMPIRE.FLY.BLOCK"\n', WORDS) == []
