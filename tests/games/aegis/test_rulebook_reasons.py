"""Refusals name the reason that always holds before those that depend on the choice."""

from __future__ import annotations

import pytest

from gattai.games.aegis.state import BLUE, RED, UnitId
from tests.games.aegis.table import GUN, RULES, Battle, action, battle, effect


@pytest.mark.rule("AEGIS.PASSIVE.BEACON")
def test_the_attacker_may_choose_between_two_beacons_and_sees_so() -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("e", at=(-2, 0))
    game.blue("b1", at=(0, 2), passives=("Beacon",)).blue("b2", at=(1, 2), passives=("Beacon",))
    (refusal,) = game.refuses(game.use("u", "Gun", "e"), "AEGIS.PASSIVE.BEACON")
    assert refusal.reason == "b1 and b2 draw the fire, and one of them has to be the target"
    assert game.may(game.use("u", "Gun", "b1"))
    assert game.may(game.use("u", "Gun", "b2"))


@pytest.mark.rule("AEGIS.PASSIVE.BEACON")
def test_a_single_beacon_has_to_be_the_target() -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("e", at=(-2, 0))
    game.blue("b1", at=(0, 2), passives=("Beacon",)).blue("b2", at=(7, 0), passives=("Beacon",))
    (refusal,) = game.refuses(game.use("u", "Gun", "e"), "AEGIS.PASSIVE.BEACON")
    assert refusal.reason == "b1 draws the fire and has to be the target"


@pytest.mark.rule("AEGIS.SETUP.FIRST-TURN-BAN", "AEGIS.RANGE.DISTANCE")
def test_out_of_range_does_not_hide_that_the_target_is_barred_anyway() -> None:
    game = battle(turns=(1, 0)).red("r", GUN, at=(-6, 0)).blue("b", GUN, at=(6, 0))
    rules = ("AEGIS.SETUP.FIRST-TURN-BAN", "AEGIS.RANGE.DISTANCE")
    game.refuses(game.use("r", "Gun", "b"), *rules)


@pytest.mark.rule("AEGIS.SETUP.FIRST-TURN-BAN")
def test_within_range_the_ban_is_reported_once() -> None:
    game = battle(turns=(1, 0)).red("r", GUN, at=(0, 0)).blue("b", GUN, at=(2, 0))
    game.refuses(game.use("r", "Gun", "b"), "AEGIS.SETUP.FIRST-TURN-BAN")


@pytest.mark.rule("AEGIS.RANGE.DISTANCE", "AEGIS.LOS.BASIC", "AEGIS.PASSIVE.CLOAKING")
def test_a_state_range_and_sight_are_all_reported_the_state_first() -> None:
    game = battle(terrain=[(1, 0)]).red("u", GUN, at=(0, 0))
    game.blue("e", at=(7, 0), effects=(effect("CLOAK"),))
    rules = ("AEGIS.PASSIVE.CLOAKING", "AEGIS.RANGE.DISTANCE", "AEGIS.LOS.BASIC")
    game.refuses(game.use("u", "Gun", "e"), *rules)


@pytest.mark.rule("AEGIS.PASSIVE.BEACON", "AEGIS.RANGE.DISTANCE")
def test_a_beacon_is_reported_beside_the_range() -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("e", at=(7, 0))
    game.blue("b", at=(0, 2), passives=("Beacon",))
    rules = ("AEGIS.RANGE.DISTANCE", "AEGIS.PASSIVE.BEACON")
    game.refuses(game.use("u", "Gun", "e"), *rules)


def twice(*, moved: bool) -> Battle:
    """A unit with Double-ATK that has fired once, after moving or not."""
    game = battle().red("d", GUN, action("Other", distance=6), at=(0, 0), passives=("Double-ATK",))
    game.blue("e", at=(2, 0), integrity=20)
    if moved:
        game.moves("d", (0, 1))
    return game.uses("d", "Gun", "e").rolls(1).ends()


@pytest.mark.rule("AEGIS.PASSIVE.DOUBLE-ATK")
def test_after_a_move_the_second_action_is_refused_because_of_the_move() -> None:
    game = twice(moved=True)
    rules = ("AEGIS.PASSIVE.DOUBLE-ATK", "AEGIS.TURN.ACT-ORDER")
    reason = game.refuses(game.use("d", "Other", "e"), *rules)[0].reason
    assert reason == "d has moved this turn, so Double-ATK gives it no second Action"


@pytest.mark.rule("AEGIS.PASSIVE.DOUBLE-ATK")
def test_after_two_actions_no_move_is_blamed() -> None:
    third = action("Third", distance=6)
    game = battle().red(
        "d", GUN, action("Other", distance=6), third, at=(0, 0), passives=("Double-ATK",)
    )
    game.blue("e", at=(2, 0), integrity=20)
    game.uses("d", "Gun", "e").rolls(1).uses("d", "Other", "e").rolls(1)
    game.refuses(game.use("d", "Third", "e"), "AEGIS.TURN.ACT-ORDER")


@pytest.mark.rule("AEGIS.COMBINE.COST", "AEGIS.AMB.COMBINE-COST")
def test_a_combine_that_costs_nothing_is_offered_with_an_empty_pool() -> None:
    game = battle(energy=(0, 0)).red("a", GUN, at=(0, 0), make="ARK", ep=0)
    game.red("b", GUN, at=(1, 0), classes=("G",), ep=0).red("c", GUN, at=(-3, 0))
    game.blue("e", GUN, at=(5, 0)).prepares("ark-2500").set(first_actor=UnitId(2))
    wanted = game.combine("a", "b", "ark-2500")
    assert not [*RULES.refusals(game.state, wanted)]
    assert wanted in game.options
    assert game.combines("a", "b", "ark-2500").told


@pytest.mark.rule("AEGIS.COMBINE.COST")
def test_with_an_empty_pool_a_combine_that_costs_is_not_offered() -> None:
    game = battle(energy=(0, 0)).red("a", GUN, at=(0, 0), make="ARK", ep=0)
    game.red("b", GUN, at=(1, 0), classes=("G",), ep=1).red("c", GUN, at=(-3, 0))
    game.blue("e", GUN, at=(5, 0)).prepares("ark-2500").set(first_actor=UnitId(2))
    game.refuses(game.combine("a", "b", "ark-2500"), "AEGIS.COMBINE.COST")


@pytest.mark.rule("AEGIS.AMB.MLE-RANGE", "AEGIS.MOD.MLE", "AEGIS.ATTR.AP")
def test_armor_piercing_is_of_no_use_to_a_melee_action_whatever_distance_is_printed() -> None:
    drill = action("Drill", 2, 3, distance=3, attributes="MLE AP")
    game = battle().red("u", drill, at=(0, 0)).blue("e1", at=(1, 0)).blue("e2", at=(2, 0))
    game.blue("e3", at=(3, 0))
    assert game.area("u", "Drill", "e1") == ["e1"]
    game.refuses(game.use("u", "Drill", "e2"), "AEGIS.RANGE.MODIFIED")
    game.uses("u", "Drill", "e1").rolls(6, 6).ends(e1=4, e2=6, e3=6)


@pytest.mark.rule("AEGIS.ATTR.AP")
def test_armor_piercing_goes_as_far_as_the_distance_that_counts() -> None:
    lance = action("Lance", distance=3, attributes="AP")
    game = battle().red("u", lance, at=(0, 0))
    for n in range(1, 5):
        game.blue(f"e{n}", at=(n, 0))
    assert game.area("u", "Lance", "e1") == ["e1", "e2", "e3"]


@pytest.mark.rule("AEGIS.COMMANDER.ARREST-MANDATE", "AEGIS.AMB.ARREST-MARK")
@pytest.mark.parametrize("marked_by", [RED, BLUE])
def test_a_mark_helps_the_side_that_made_it_and_nobody_else(marked_by: int) -> None:
    seat = RED if marked_by == RED else BLUE
    game = battle().red("u", GUN, at=(0, 0)).blue("m", GUN, at=(3, 0))
    game.set(marks=((seat, UnitId(1)),))
    game.uses("u", "Gun", "m").rolls(1)
    assert game.position.is_settled == (marked_by == BLUE)
    assert game.effects("u") == ([("WARRANT", 0)] if marked_by == RED else [])
