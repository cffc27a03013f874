"""The levels at which people play, and what each answers at a table."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.bots import registry
from gattai.kernel.position import GamePosition
from gattai.kernel.ruleset import AnyRuleset
from tests.bots.tables import ask_of

LEVELS = {"rookie": "rookie", "veteran": "veteran", "ace": "ace:seconds=0:looks=12"}
"""The ace by looks, not by the clock: the same answers on every machine."""
SEEDS = ("1", "2", "3", "4")

every_level = pytest.mark.parametrize("level", LEVELS)
thinking_levels = pytest.mark.parametrize("level", ["veteran", "ace"])
"""A rookie takes one answer in three at random from its ideas: it may err where each is an idea."""


def answers(rules: AnyRuleset, position: GamePosition[Any], level: str) -> list[Any]:
    """What a level answers here; a rookie with several seeds, for it slips with some of them."""
    seen, ask = ask_of(rules, position)
    seeds = SEEDS if level == "rookie" else SEEDS[:1]
    return [registry.make(LEVELS[level], seed, rules=rules).answer(seen, ask, 1) for seed in seeds]
