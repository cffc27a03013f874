"""Attack Chart: nobody is done while a weapon can still hurt somebody."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gattai.games.attack_chart.actions import Attack
from gattai.games.attack_chart.state import RED
from gattai.tabletop.hexes import col_row, from_text
from tests.bots.sense.levels import answers, every_level
from tests.games.attack_chart.table import RULES, THICKETS, Firefight, firefight

LAST_TWO = """
    blue bulwark-walker 10,0 hp=8 activated
    red  gorehide       9,1  hp=5
"""
FAR_APART = """
    blue bulwark-walker 9,0 hp=8 activated
    red  gorehide       5,3 hp=7
"""


def table(text: str, *, round_now: int) -> Firefight:
    """The last two of a firefight; red's is acting and has moved."""
    game = firefight("formula", field=THICKETS, round_now=round_now, turn=RED)
    for line in text.strip().splitlines():
        side, name, at, *shape = line.split()
        hp = int(shape[0].removeprefix("hp="))
        place = col_row(from_text(at))
        (game.blue if side == "blue" else game.red)(
            name, at=place, hp=hp, activated=int("activated" in shape)
        )
    return Firefight(replace(game.state, acting=game.id("gorehide"), moved=True))


@every_level
@pytest.mark.parametrize(("text", "round_now"), [(LAST_TWO, 5), (FAR_APART, 4)])
def test_the_bot_must_not_end_an_activation_with_a_possible_attack_unused(
    text: str, round_now: int, level: str
) -> None:
    game = table(text, round_now=round_now)
    assert all(isinstance(each, Attack) for each in answers(RULES, game.position, level))
