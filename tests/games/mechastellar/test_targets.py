"""Weapons and targets, where the line runs: one step on either side of it."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.mechastellar.actions import Attack
from gattai.games.mechastellar.state import UnitId
from tests.games.mechastellar.scenario_runner import was_offered
from tests.games.mechastellar.table import Battle, battle


def acting(*units: str, **given: Any) -> Battle:
    return battle(*units, **given).begins("A1")


@pytest.mark.rule("MS.SUPPORT.MODE")
def test_a_weapon_in_support_mode_is_silent_but_for_the_uses_it_has_left() -> None:
    foe = "B1 argonaut 4,0 3"
    pod = "attack missile-pod B1"
    assert acting("A1 white-raven 0,0 0", foe).may(pod)
    assert acting("A1 white-raven 0,0 0 support=missile-pod", foe).may(pod)
    both = acting("A1 white-raven 0,0 0 support=missile-pod,missile-pod", foe)
    both.refuses(pod, "MS.SUPPORT.MODE")
    last = acting("A1 white-raven 0,0 0 support=missile-pod uses.missile-pod=1", foe)
    last.refuses(pod, "MS.SUPPORT.MODE")
    gun = acting("A1 gamma-apollo 0,0 0 support=beam-phalanx", foe)
    gun.refuses("attack beam-phalanx B1", "MS.SUPPORT.MODE")
    assert gun.may("attack beam-rifle B1")


@pytest.mark.rule("MS.UNIT.DEFINITION")
def test_every_unit_of_the_enemy_is_a_target_and_nobody_who_is_not_there() -> None:
    game = acting("B1 argonaut 3,0 3", "A1 argonaut 0,0 0")
    assert game.may("attack machine-gun B1")
    for number in (-1, 2):
        game.refuses(Attack("machine-gun", UnitId(number)), "MS.UNIT.DEFINITION")


@pytest.mark.rule("MS.REMOTE.FIRE", "MS.COUNTER.ELIGIBLE", "MS.ENGAGE.SHOOT")
@pytest.mark.parametrize(("printed", "price"), [(0, 1), (3, 3)])
def test_remote_weapons_cost_what_is_printed_or_else_the_usual(printed: int, price: int) -> None:
    units = ("A1 crimson-gallant 0,0 0", "B1 argonaut 4,0 3")
    game = battle(*units, momentum=(5, 5)).armed("A1", "seeker-bits", momentum_cost=printed)
    assert game.begins("A1").may("attack seeker-bits B1 indirect")
    assert game.may("attack beam-rifle B1")
    game.plays("A1", "attack seeker-bits B1 indirect")
    assert game.state.momentum[0] == 5 - price and game.act.combat == 1


@pytest.mark.rule("MS.AOE.LIMITS", "MS.COUNTER.ELIGIBLE")
def test_guns_counter_and_area_weapons_do_not() -> None:
    units = ("A1 argonaut 0,0 0", "B1 iron-duke 3,0 3")
    game = battle(*units).plays("A1", "attack machine-gun B1")
    assert was_offered(game, "counter rocket-punch")
    assert not was_offered(game, "counter rust-hurricane")


@pytest.mark.rule("MS.AOE.COVER")
def test_two_pieces_of_cover_stop_an_area_weapon_unless_it_is_lobbed() -> None:
    units, walls = ("A1 iron-duke 0,0 0", "B1 argonaut 4,0 3"), ["2,0 wall", "3,0 wall"]
    game = battle(*units, terrain=walls).armed("A1", "rust-hurricane", tags=("AOE", "IDF"))
    game.begins("A1").refuses("attack rust-hurricane B1", "MS.AOE.COVER")
    assert game.may("attack rust-hurricane B1 indirect")


@pytest.mark.rule("MS.LOS.NEED", "MS.RANGE.REACH")
def test_a_long_melee_weapon_strikes_only_who_is_in_sight() -> None:
    units = ("A1 blue-djinn 0,0 0", "B1 argonaut 2,0 3")
    assert acting(*units).may("attack arc-whip B1")
    acting(*units, terrain=["1,0 rock"]).refuses("attack arc-whip B1", "MS.LOS.NEED")


@pytest.mark.rule("MS.IDF.FLY", "MS.IDF.COVER")
def test_lobbed_shots_hit_who_flies_where_the_rules_say_so_and_who_has_no_roof() -> None:
    flying = ("A1 argonaut 0,0 0", "B1 hoverjet 3,0 3")
    shot = "attack hand-grenade B1 indirect"
    acting(*flying).refuses(shot, "MS.IDF.FLY")
    assert acting(*flying, parameters={"idf.fly_immune_on_ground": False}).may(shot)
    walled = ("A1 argonaut 0,0 0", "B1 argonaut 3,0 3")
    assert acting(*walled, terrain=["3,0 fence"]).may(shot)
    acting(*walled, terrain=["3,0 overpass"]).refuses(shot, "MS.IDF.COVER")


@pytest.mark.rule("MS.LOCKON.THROUGH")
def test_a_shot_through_terrain_breaks_all_that_is_in_its_way_and_no_water() -> None:
    units, shot = ("A1 white-asura 0,0 0", "B1 argonaut 5,0 3"), "attack beam-rifle B1 through"
    assert acting(*units, terrain=["2,0 house", "3,0 house"]).may(shot)
    acting(*units, terrain=["2,0 house", "3,0 rock"]).refuses(shot, "MS.LOCKON.THROUGH")
    # from a hill it goes over the jungle, which could not be broken
    assert acting(*units, terrain=["0,0 hill", "2,0 jungle", "3,0 tower"]).may(shot)
    dived = ("A1 white-asura 0,0 0", "B1 turtle-robo 3,0 3 submerged")
    acting(*dived, terrain=["3,0 water"]).refuses(shot, "MS.LOCKON.THROUGH")


@pytest.mark.rule("MS.LOCKON.CHOICE", "MS.LOCKON.DUAL")
def test_everybody_locks_on_within_sensors_unless_that_is_for_elites() -> None:
    for units, far in ((("A1 argonaut 0,0 0", "B1 dervish 3,0 3"), False),
                       (("A1 argonaut 0,0 0", "B1 dervish 4,0 3"), True)):  # fmt: skip
        game = battle(*units).plays("A1", "attack machine-gun B1")
        assert was_offered(game, "aim die") != far and was_offered(game, "brace lock") != far
        elite = battle(*units, parameters={"lock_on.needs": "elite"})
        assert not was_offered(elite.plays("A1", "attack machine-gun B1"), "aim die")


@pytest.mark.rule("MS.TARGET.CLOSEST", "MS.TARGET.360")
def test_for_a_turret_the_closest_may_be_behind() -> None:
    units = ("A1 tankcrawler 0,0 0", "B1 argonaut -2,0 0", "B2 argonaut 3,0 3")
    game = acting(*units)
    game.refuses("attack turret-gatling B2", "MS.TARGET.CLOSEST")
    assert game.may("attack turret-gatling B1") and game.may("attack cannon B2")
    unseen = acting("A1 tankcrawler 0,0 0", "B1 argonaut -2,0 0")
    unseen.refuses("attack cannon B1", "MS.TARGET.ARC")


@pytest.mark.rule("MS.TARGET.CLOSEST", "MS.TARGET.EXEMPT", "MS.RETURNFIRE.ATTACK")
def test_the_closest_may_be_passed_over_by_challenge_return_fire_or_other_rules() -> None:
    units = ("A1 tankcrawler 0,0 0", "B1 argonaut 4,0 3", "B2 argonaut 2,-1 3")
    shot = "attack cannon B1"
    acting(*units).refuses(shot, "MS.TARGET.CLOSEST")
    assert acting(*units, parameters={"targeting.closest_rule": False}).may(shot)
    assert acting(*units, challenge=("A1", "B1")).may(shot)
    game = battle(*units, turn="north").plays("B1", "attack machine-gun A1").plays("B1", "end-turn")
    game.begins("A1")
    assert game.may(shot) and game.may("attack cannon B2")
