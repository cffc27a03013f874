"""Points, skills, orders, repairs and places: what is refused, and what just about is not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.mechastellar.table import Battle, battle

FAR = "B9 argonaut 6,-6 3"


def turn_of(*units: str, **state: Any) -> Battle:
    """A1 acts, an enemy is far away."""
    return battle(*units, FAR, **state).begins("A1")


@pytest.mark.rule("MS.STUN.ACTIONS")
def test_an_action_is_given_up_only_while_one_is_owed_and_left() -> None:
    turn_of("A1 argonaut 0,0 0").refuses("give-up move", "MS.STUN.ACTIONS")
    game = turn_of("A1 argonaut 0,0 0 stun=3").plays("A1", "give-up combat")
    assert game.act.combat == 0 and game.act.owed == 2
    game.refuses("give-up combat", "MS.STUN.ACTIONS")
    game.plays("A1", "give-up move").plays("A1", "give-up move")
    assert game.act.moves == 0 and game.act.owed == 0


@pytest.mark.rule("MS.TRANSFORM")
def test_only_a_unit_with_two_modes_transforms_and_only_as_its_turn_begins() -> None:
    turn_of("A1 argonaut 0,0 0").refuses("transform", "MS.TRANSFORM")
    game = turn_of("A1 dervish 0,0 0")
    assert game.may("transform")
    game.plays("A1", "rotate 1").refuses("transform", "MS.TRANSFORM")


@pytest.mark.rule("MS.ACCEL.RESOURCE")
def test_nobody_accelerates_who_is_the_enemys_off_the_table_or_without_points() -> None:
    units = ("A1 dervish 0,0 0", "A2 argonaut - 0 reserve", "A3 turtle-robo -4,0 0")
    game = turn_of(*units, "A4 deathly-beastman -4,4 0")
    for unit in ("B9", "A2"):
        game.refuses(f"accelerate {unit} 0,1 1", "MS.ACCEL.RESOURCE")
    assert game.may("accelerate A1 0,1 1") and game.may("accelerate A3 -4,1 1")
    game.refuses("accelerate A4 -4,3 1", "MS.ACCEL.RESOURCE")  # Havoc is neither Boost nor Power
    dry = turn_of("A1 dervish 0,0 0 points=0")
    dry.refuses("accelerate A1 0,1 1", "MS.ACCEL.RESOURCE")
    assert dry.may("accelerate A1 0,1 0 1")


@pytest.mark.rule("MS.ACCEL.ACTION", "MS.ACT.ACTIONS")
def test_combat_actions_accelerate_the_active_unit_alone_while_it_has_some() -> None:
    game = turn_of("A1 argonaut 0,0 0", "A2 dervish -4,0 0")
    game.refuses("accelerate A2 -4,1 0 1", "MS.ACCEL.ACTION")
    assert game.may("accelerate A1 0,1 0 1") and game.may("accelerate A2 -4,1 1")
    game.refuses("accelerate A1 0,5 0 1", "MS.ACCEL.ACTION")  # farther than 4 in
    game.plays("A1", "accelerate A1 0,1 0 1")
    assert game.act.combat == 0
    game.refuses("accelerate A1 0,2 0 1", "MS.ACT.ACTIONS")


@pytest.mark.rule("MS.HIGH.CLIMB")
def test_one_accelerate_takes_one_way_and_is_paid_exactly() -> None:
    game = turn_of("A1 dusk-wraith 0,0 0")
    assert game.may("accelerate A1 0,1 1") and game.may("accelerate A1 0,1 0 1")
    game.refuses("accelerate A1 0,1 2", "MS.HIGH.CLIMB")
    game.refuses("accelerate A1 0,1 1 1", "MS.HIGH.CLIMB")
    game.refuses("accelerate A1 0,1", "MS.HIGH.CLIMB")
    game.refuses("accelerate A1 0,1 2 -1", "MS.HIGH.CLIMB")
    game.refuses("accelerate A1 0,1 -1 2", "MS.HIGH.CLIMB")


@pytest.mark.rule("MS.SKILL.ZEAL")
def test_zeal_follows_a_fight_or_the_second_move_and_gives_three_actions_at_most() -> None:
    game = turn_of("A1 argonaut 0,0 0")
    game.refuses("zeal 1", "MS.SKILL.ZEAL")
    game.plays("A1", "rotate 1").refuses("zeal 1", "MS.SKILL.ZEAL")
    game.plays("A1", "rotate 2")
    assert game.may("zeal 1") and game.may("zeal 3")
    game.refuses("zeal 0", "MS.SKILL.ZEAL").refuses("zeal 4", "MS.SKILL.ZEAL")
    fought = battle("A1 argonaut 0,0 0", "B1 argonaut 4,0 3").plays("A1", "attack machine-gun B1")
    assert fought.may("zeal 1")


@pytest.mark.rule("MS.SKILL.ZEAL", "MS.STUN.ACTIONS")
def test_who_begins_the_turn_stunned_has_zeal_at_once() -> None:
    assert turn_of("A1 argonaut 0,0 0 stun=1").may("zeal 1")


@pytest.mark.rule("MS.SKILL.ZEAL", "MS.MOM.PAY")
def test_zeal_is_paid_for_each_action_and_not_on_credit() -> None:
    price = turn_of("A1 argonaut 0,0 0").state.rules.skill.zeal.cost_each
    for momentum in (2 * price - 1, 2 * price):
        game = turn_of("A1 argonaut 0,0 0", momentum=(momentum, 10))
        game.plays("A1", "rotate 1").plays("A1", "rotate 2")
        assert game.may("zeal 1") and game.may("zeal 2") == (momentum == 2 * price)
        if momentum < 2 * price:
            game.refuses("zeal 2", "MS.MOM.PAY")


@pytest.mark.rule("MS.WARSHIP.SKILLS")
def test_a_ship_has_no_zeal() -> None:
    game = turn_of("A1 musarl-cruiser 0,0 0").plays("A1", "rotate 1").plays("A1", "rotate 2")
    game.refuses("zeal 1", "MS.WARSHIP.SKILLS")


@pytest.mark.rule("MS.SKILL.LIMIT")
def test_a_second_zeal_in_a_turn_is_one_skill_too_many() -> None:
    game = turn_of("A1 argonaut 0,0 0").plays("A1", "rotate 1").plays("A1", "rotate 2")
    game.plays("A1", "zeal 1").refuses("zeal 1", "MS.SKILL.LIMIT")


@pytest.mark.rule("MS.STUN.SPEND")
def test_stun_is_shaken_off_by_an_own_unit_that_has_a_point_and_a_token() -> None:
    units = ("A2 dervish -4,0 0 stun=1", "A3 dervish -4,2 0 stun=1 points=0", "A4 dervish -4,4 0")
    game = turn_of("A1 argonaut 0,0 0", *units, "B1 dervish 6,0 3 stun=1")
    assert game.may("shake-off A2")
    for unit in ("A3", "A4", "B1"):
        game.refuses(f"shake-off {unit}", "MS.STUN.SPEND")


@pytest.mark.rule("MS.BARRIER.RECOVER")
def test_a_barrier_is_recharged_by_a_point_of_power_while_it_is_damaged() -> None:
    units = ("A2 turtle-robo -4,0 0 barrier=4", "A3 turtle-robo -4,2 0", "A4 dervish -4,4 0")
    game = turn_of("A1 argonaut 0,0 0", *units, "A5 turtle-robo -2,4 0 barrier=4 points=0")
    assert game.may("recharge A2")
    for unit in ("A3", "A4", "A5", "B9"):
        game.refuses(f"recharge {unit}", "MS.BARRIER.RECOVER")


SHIP = "A8 mithridates-cruiser -5,0 0"
CREW = ("A1 argonaut 0,0 0", SHIP)


@pytest.mark.rule("MS.WARSHIP.AA")
def test_anti_air_is_readied_by_an_own_ship_twice_if_its_captain_is_elite() -> None:
    game = turn_of(*CREW, "A2 musarl-cruiser -5,3 0")
    game.refuses("anti-air A1", "MS.WARSHIP.AA").refuses("anti-air B9", "MS.WARSHIP.AA")
    game.plays("", "anti-air A8").plays("", "anti-air A8").refuses("anti-air A8", "MS.WARSHIP.AA")
    game.plays("", "anti-air A2").refuses("anti-air A2", "MS.WARSHIP.AA")


@pytest.mark.rule("MS.WARSHIP.AA", "MS.MOM.PAY")
def test_anti_air_is_not_readied_on_credit() -> None:
    price = turn_of(*CREW).state.rules.warship.reaction_cost_m
    assert turn_of(*CREW, momentum=(price, 10)).may("anti-air A8")
    turn_of(*CREW, momentum=(price - 1, 10)).refuses("anti-air A8", "MS.MOM.PAY")


@pytest.mark.rule("MS.WARSHIP.REPAIR", "MS.WARSHIP.REPAIR-BAY")
def test_a_ship_repairs_damaged_units_aboard_two_a_round_and_none_twice() -> None:
    aboard = [f"A{n} argonaut - 0 aboard=A8 hp=500" for n in (2, 3, 4)]
    units = (*CREW, *aboard, "A5 argonaut - 0 aboard=A8", "A6 argonaut -6,3 0 hp=500")
    game = turn_of(*units, "B1 argonaut 6,0 0 hp=500")
    for unit in ("A5", "A6", "B1"):
        game.refuses(f"repair {unit}", "MS.WARSHIP.REPAIR")
    game.plays("", "repair A2").refuses("repair A2", "MS.WARSHIP.REPAIR-BAY")
    assert game.unit("A2").hp == 1500
    game.plays("", "repair A3").refuses("repair A4", "MS.WARSHIP.REPAIR-BAY")


@pytest.mark.rule("MS.ORDERS.POOL")
def test_orders_go_to_own_units_on_the_table_while_a_captain_is_there() -> None:
    reserve = "A3 argonaut - 0 reserve"
    game = turn_of(*CREW, reserve, orders=(1, 0))
    assert game.may("order A1")
    game.refuses("order A3", "MS.ORDERS.POOL").refuses("order B9", "MS.ORDERS.POOL")
    turn_of(*CREW, orders=(0, 1)).refuses("order A1", "MS.ORDERS.POOL")
    alone = turn_of("A1 argonaut 0,0 0", orders=(1, 0))
    alone.refuses("order A1", "MS.ORDERS.POOL")


@pytest.mark.rule("MS.SQUAD.LEADER")
def test_nothing_is_ordered_of_a_model_that_follows_its_leader() -> None:
    game = turn_of("A1 dervish 0,0 0", "A2 dervish -1,0 0 leader=A1 stun=1")
    game.refuses("shake-off A2", "MS.SQUAD.LEADER").refuses(
        "accelerate A2 -1,1 1", "MS.SQUAD.LEADER"
    )


@pytest.mark.rule("MS.SUPPORT.MODE")
def test_only_an_own_weapon_that_supports_is_switched() -> None:
    game = turn_of("A1 white-raven 0,0 0", "B1 white-raven 6,0 3")
    assert game.may("support A1 missile-pod")
    game.refuses("support A1 beam-saber", "MS.SUPPORT.MODE")
    game.refuses("support B1 missile-pod", "MS.SUPPORT.MODE")


@pytest.mark.rule("MS.WATER.SUBMERGED")
def test_who_is_submerged_accelerates_in_the_water_alone() -> None:
    game = turn_of("A1 dusk-wraith 0,0 0 submerged", terrain=["0,0 water", "0,1 water"])
    game.refuses("accelerate A1 1,0 1", "MS.WATER.SUBMERGED")
    assert game.may("accelerate A1 0,1 1")
