"""A.E.G.I.S.: bots bring a game to its end."""

from __future__ import annotations

import random
from pathlib import Path

from gattai import games
from gattai.bots import registry
from gattai.kernel.position import apply, stand
from gattai.kernel.question import Roll
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.source import Seeded
from gattai.kernel.text.snapshot import read_position
from tests.bots.sense.levels import LEVELS, every_level
from tests.bots.tables import ask_of

STANDOFF = Path(__file__).with_name("aegis_standoff.txt")
"""After 80 turns two robots a side keep out of each other's sight, each in the other's starting zone."""
ENDS_WITHIN = 60


@every_level
def test_the_bot_must_not_keep_away_from_the_enemy_for_ever(level: str) -> None:
    """Who was a little ahead was drawn to where the enemy had started as much as to where it is."""
    rules = games.load("aegis")
    bot = registry.make(LEVELS[level], "1", rules=rules)
    dice = Seeded(random.Random, "1")
    step = stand(rules, read_position(rules, STANDOFF.read_text("utf-8")))
    last, number = step.table.turn_count + ENDS_WITHIN, 0
    while not isinstance(question := step.question, Outcome):
        assert step.table.turn_count <= last, "it goes on and on"
        number += 1
        if isinstance(question, Roll):
            step = apply(rules, step.position, dice.faces(question, number))
        else:
            seen, ask = ask_of(rules, step.position)
            step = apply(rules, step.position, bot.answer(seen, ask, number), seat=ask.seat)
