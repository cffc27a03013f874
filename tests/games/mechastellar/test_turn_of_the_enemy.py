"""In the enemy's turn: who is asked to spend points, and what an Accelerate still owes."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.mechastellar.state import UnitId
from tests.games.mechastellar.scenario_runner import was_offered
from tests.games.mechastellar.table import RULES, Battle, battle


def after_a_turn(*units: str, **given: Any) -> Battle:
    """The south has turned a model: the north may spend points."""
    return battle("A1 argonaut 0,5 1", *units, **given).plays("A1", "rotate 2")


@pytest.mark.rule("MS.RES.REFRESH", "MS.ACCEL.RESOURCE")
def test_boost_and_power_accelerate_in_the_enemys_turn_as_far_as_the_points_go() -> None:
    game = after_a_turn("B1 dervish 0,-3 4", "B2 turtle-robo 4,-3 4", "B3 deathly-beastman -4,-3 4")
    assert was_offered(game, "accelerate B1 0,-2 1") and was_offered(game, "accelerate B2 4,-2 1")
    assert not was_offered(game, "accelerate B3 -4,-2 1")  # Havoc does not
    empty = after_a_turn("B1 dervish 0,-3 4 points=0")
    assert empty.questions == []
    tower = after_a_turn("B1 dervish 0,-3 4", terrain=["0,-2 block"])
    assert not was_offered(tower, "accelerate B1 0,-2 2") and was_offered(
        tower, "accelerate B1 1,-3 1"
    )
    rich = after_a_turn("B1 dusk-wraith 0,-3 4", terrain=["0,-2 block"])
    assert was_offered(rich, "accelerate B1 0,-2 2")


@pytest.mark.rule("MS.RES.REFRESH", "MS.WARSHIP.REPAIR", "MS.AMB.ANY-TIME")
def test_a_ship_repairs_who_is_aboard_in_the_enemys_turn_whatever_else_stands_beside() -> None:
    crew = "B2 argonaut - 4 aboard=B1 hp=500"
    for more in ((), ("B3 argonaut 4,-3 4",)):
        game = after_a_turn("B1 mithridates-cruiser 0,-3 4", crew, *more)
        assert was_offered(game, "repair B2")
    whole = after_a_turn("B1 mithridates-cruiser 0,-3 4", "B2 argonaut - 4 aboard=B1")
    assert whole.questions == []


@pytest.mark.rule(
    "MS.ACCEL.ACTION", "MS.ACCEL.RESOURCE", "MS.RETURNFIRE.ATTACK", "MS.CHALLENGE.DUTY"
)
def test_an_accelerate_by_a_combat_action_waits_for_return_fire_and_nobody_elses_strays() -> None:
    units = ("A1 dervish 0,0 0", "A2 dervish -4,0 0", "B1 argonaut 3,0 3")
    bound = battle(*units, duty=(UnitId(0),), aggressor=UnitId(2)).begins("A1")
    bound.refuses("accelerate A1 0,1 0 1", "MS.RETURNFIRE.ATTACK")
    assert bound.may("accelerate A1 0,1 1") and bound.may("accelerate A2 -4,1 1")
    duel = battle(
        "A1 white-raven 0,5 1", "A2 dervish -4,4 1", "B1 argonaut 0,-5 4", challenge=("A1", "B1")
    )
    duel.plays("A1", "rotate 2").plays("A1", "move 0,4")
    duel.refuses("accelerate A1 0,5 1", "MS.CHALLENGE.DUTY")
    assert duel.may("accelerate A2 -4,5 1")  # it is bound to nobody


@pytest.mark.rule("MS.ACT.ALTERNATE")
def test_no_unit_acts_while_none_is_active() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 argonaut 6,-6 3")
    action = game.read("rotate 1")
    assert [refusal.rule for refusal in RULES.refusals(game.state, action)] == ["MS.ACT.ALTERNATE"]
