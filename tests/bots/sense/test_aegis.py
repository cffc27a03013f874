"""A.E.G.I.S.: bots bring a game to its end."""

from __future__ import annotations

from pathlib import Path

from gattai import games
from gattai.bots import registry
from gattai.kernel.position import asked
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.snapshot import read_position
from tests.bots.sense.levels import LEVELS, every_level
from tests.bots.tables import answers_from

STANDOFF = Path(__file__).with_name("aegis_standoff.txt")
"""After 80 turns two robots a side keep out of each other's sight, each in the other's starting zone."""
TURNS, ANSWERS = 60, 400
"""Within so many turns, and so many answers and throws, it ends."""


@every_level
def test_the_bot_must_not_keep_away_from_the_enemy_for_ever(level: str) -> None:
    """Who was a little ahead was drawn to where the enemy had started as much as to where it is."""
    rules = games.load("aegis")
    bot = registry.make(LEVELS[level], "1", rules=rules)
    start = read_position(rules, STANDOFF.read_text("utf-8"))
    _, end = answers_from(rules, start, 1, [bot, bot], ANSWERS)
    assert isinstance(asked(rules, end), Outcome), "it goes on and on"
    assert end.state.turn_count <= start.state.turn_count + TURNS
