"""Targets, terrain, sweeps and Crashes: what cannot be attacked, and what just about can."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.games.mechastellar.table import Battle, battle


def facing(unit: str, *others: str, terrain: Iterable[str] = (), space: bool = False) -> Battle:
    """A1 acts."""
    return battle(unit, *others, terrain=terrain, space=space).begins("A1")


@pytest.mark.rule("MS.WEAPON.PROFILE")
def test_nobody_attacks_with_what_it_does_not_have() -> None:
    game = facing("A1 argonaut 0,0 0", "B1 argonaut 4,0 3", terrain=["2,0 wall"])
    game.refuses("attack beam-rifle B1", "MS.WEAPON.PROFILE")
    game.refuses("strike beam-rifle 2,0", "MS.WEAPON.PROFILE")
    assert game.may("attack machine-gun B1")


@pytest.mark.rule("MS.RANGE.MEASURE")
def test_a_weapon_reaches_as_far_as_its_range() -> None:
    assert facing("A1 argonaut 0,0 0", "B1 argonaut 6,0 3").may("attack machine-gun B1")
    far = facing("A1 argonaut -1,0 0", "B1 argonaut 6,0 3", "B2 argonaut - 0 reserve")
    far.refuses("attack machine-gun B1", "MS.RANGE.MEASURE")
    far.refuses("attack machine-gun B2", "MS.RANGE.MEASURE")


@pytest.mark.rule("MS.ATTACK.SEQUENCE", "MS.SQUAD.LEADER")
def test_friends_and_followers_are_no_targets() -> None:
    units = ("A2 argonaut 0,2 0", "B1 argonaut 3,0 3", "B2 argonaut 4,0 3 leader=B1")
    game = facing("A1 argonaut 0,0 0", *units)
    game.refuses("attack machine-gun A2", "MS.ATTACK.SEQUENCE")
    game.refuses("attack machine-gun B2", "MS.SQUAD.LEADER")
    assert game.may("attack machine-gun B1")


@pytest.mark.rule("MS.ENGAGE.PROTECTED")
def test_who_fights_another_is_shot_by_nobody_else() -> None:
    game = facing("A1 argonaut 0,0 0", "A2 argonaut 4,0 0", "B1 argonaut 5,0 3")
    game.refuses("attack machine-gun B1", "MS.ENGAGE.PROTECTED")
    apart = facing("A1 argonaut 0,0 0", "A2 argonaut 3,0 0", "B1 argonaut 5,0 3")
    assert apart.may("attack machine-gun B1")
    own = facing("A1 argonaut 4,0 0", "B1 argonaut 5,0 3")
    assert own.may("attack heat-hatchet B1")
    giant = facing("A1 trident-drake 4,0 0 grounded", "B1 argonaut 5,0 3")
    assert giant.may("attack triple-bite B1")  # it takes no notice of what it holds


@pytest.mark.rule("MS.TARGET.ARC")
def test_who_is_behind_is_not_shot_but_by_turrets_and_remotes() -> None:
    behind = "B1 argonaut -3,0 0"
    facing("A1 argonaut 0,0 0", behind).refuses("attack machine-gun B1", "MS.TARGET.ARC")
    assert facing("A1 argonaut 0,0 3", behind).may("attack machine-gun B1")
    tank = facing("A1 tankcrawler 0,0 0", behind)
    assert tank.may("attack turret-gatling B1")
    tank.refuses("attack cannon B1", "MS.TARGET.ARC")
    assert facing("A1 crimson-gallant 0,0 0", behind).may("attack seeker-bits B1 indirect")


@pytest.mark.rule("MS.REMOTE.FIRE")
def test_remotes_are_fired_indirectly() -> None:
    game = facing("A1 crimson-gallant 0,0 0", "B1 argonaut 4,0 3")
    game.refuses("attack seeker-bits B1", "MS.REMOTE.FIRE")
    assert game.may("attack seeker-bits B1 indirect")


@pytest.mark.rule("MS.IDF.BASIC")
def test_only_weapons_made_for_it_fire_indirectly() -> None:
    game = facing("A1 argonaut 0,0 0", "B1 argonaut 3,0 3")
    game.refuses("attack machine-gun B1 indirect", "MS.IDF.BASIC")
    assert game.may("attack hand-grenade B1 indirect")
    close = facing("A1 argonaut 0,0 0", "B1 argonaut 1,0 3")
    close.refuses("attack heat-hatchet B1 indirect", "MS.IDF.BASIC")


@pytest.mark.rule("MS.IDF.SPACE")
def test_kinetic_weapons_do_not_fire_indirectly_in_space() -> None:
    units = ("A1 tankcrawler 0,0 0", "B1 argonaut 4,0 3")
    assert facing(*units).may("attack cannon B1 indirect")
    facing(*units, space=True).refuses("attack cannon B1 indirect", "MS.IDF.BASIC")
    beam = battle(*units, space=True).armed("A1", "cannon", category="E").begins("A1")
    assert beam.may("attack cannon B1 indirect")


@pytest.mark.rule("MS.IDF.FLY", "MS.IDF.COVER")
def test_indirect_fire_misses_who_flies_or_is_under_a_roof() -> None:
    shot = "attack hand-grenade B1 indirect"
    flying = ("A1 argonaut 0,0 0", "B1 hoverjet 3,0 3")
    facing(*flying).refuses(shot, "MS.IDF.FLY")
    assert facing(*flying, space=True).may(shot)
    under = ("A1 argonaut 0,0 0", "B1 turtle-robo 3,0 3")
    assert facing(*under).may(shot)
    facing(*under, terrain=["3,0 overpass"]).refuses(shot, "MS.IDF.COVER")
    assert facing(*under, terrain=["2,0 overpass"]).may(shot)


@pytest.mark.rule("MS.LOS.NEED")
def test_what_is_out_of_sight_is_not_shot_directly() -> None:
    units = ("A1 argonaut 0,0 0", "B1 argonaut 3,0 3")
    facing(*units, terrain=["2,0 block"]).refuses("attack machine-gun B1", "MS.LOS.NEED")
    assert facing(*units, terrain=["2,0 wall"]).may("attack machine-gun B1")


@pytest.mark.rule("MS.LOCKON.THROUGH")
def test_energy_goes_through_what_can_be_destroyed_within_sensors() -> None:
    shot, units = "attack beam-rifle B1 through", ("A1 white-asura 0,0 0", "B1 argonaut 3,0 3")
    assert facing(*units, terrain=["2,0 house"]).may(shot)
    facing(*units, terrain=["2,0 rock"]).refuses(shot, "MS.LOCKON.THROUGH")
    facing(*units).refuses(shot, "MS.LOCKON.THROUGH")
    gun = facing("A1 argonaut 0,0 0", "B1 argonaut 3,0 3", terrain=["2,0 house"])
    gun.refuses("attack machine-gun B1 through", "MS.LOCKON.THROUGH")
    blind = facing(
        "A1 white-asura 0,0 0 sensors_shoot_in=8", "B1 argonaut 3,0 3", terrain=["2,0 house"]
    )
    blind.refuses(shot, "MS.LOCKON.THROUGH")


@pytest.mark.rule("MS.TARGET.CLOSEST")
def test_the_closest_in_sight_is_shot_first() -> None:
    shooter = "A1 green-viking 0,0 0"
    game = facing(shooter, "B1 argonaut 3,0 3", "B2 argonaut 4,-1 3", "B3 argonaut -2,0 0")
    assert game.may("attack machine-gun B1")
    game.refuses("attack machine-gun B2", "MS.TARGET.CLOSEST")
    even = facing(shooter, "B1 argonaut 3,0 3", "B2 argonaut 3,-1 3")
    assert even.may("attack machine-gun B1") and even.may("attack machine-gun B2")
    hidden = facing(shooter, "B1 argonaut 3,0 3", "B2 argonaut 4,-2 3", terrain=["2,0 block"])
    assert hidden.may("attack machine-gun B2")
    high = facing(shooter, "B1 argonaut 2,0 3", "B2 argonaut 4,-2 3", terrain=["4,-2 hill"])
    assert high.may("attack machine-gun B2")
    melee = facing(shooter, "A2 argonaut 3,0 0", "B1 argonaut 3,1 3", "B2 argonaut 5,-2 3")
    assert melee.may("attack machine-gun B2")  # who is held by others is not counted


@pytest.mark.rule("MS.CHALLENGE.DUTY")
def test_a_challenger_attacks_its_challenger_alone() -> None:
    units = ("A1 white-asura 0,0 0", "B1 white-asura 3,0 3", "B2 argonaut 3,-1 3")
    game = battle(*units, challenge=("A1", "B1"), terrain=["2,1 wall"]).begins("A1")
    assert game.may("attack beam-rifle B1")
    game.refuses("attack beam-rifle B2", "MS.CHALLENGE.DUTY")
    game.refuses("strike beam-rifle 2,1", "MS.CHALLENGE.DUTY")


@pytest.mark.rule("MS.ACT.ACTIONS", "MS.WEAPON.FREE", "MS.ATTACK.LIMIT")
def test_one_combat_action_a_free_weapon_once_and_two_attacks_on_a_target() -> None:
    game = facing("A1 white-asura 0,0 0", "B1 voltlion 2,0 3", "B2 voltlion 2,-1 3")
    game.plays("A1", "attack vulcans B1").refuses("attack vulcans B2", "MS.WEAPON.FREE")
    game.plays("A1", "attack beam-rifle B1")
    game.refuses("attack beam-rifle B1", "MS.ATTACK.LIMIT")
    game.refuses("attack beam-rifle B2", "MS.ACT.ACTIONS")


@pytest.mark.rule("MS.HIGH.MELEE", "MS.AMB.ENGAGE-ELEVATION")
def test_the_lower_one_has_to_be_tall_enough_to_fight_upwards_and_to_be_struck_downwards() -> None:
    stands = ["1,0 block"]
    small = facing("A1 argonaut 0,0 0 size=1", "B1 argonaut 1,0 3", terrain=stands)
    small.refuses("attack heat-hatchet B1", "MS.HIGH.MELEE")
    level = facing("A1 argonaut 0,0 0 size=1", "B1 argonaut 1,0 3")
    assert level.may("attack heat-hatchet B1")
    above = ["0,0 block"]
    down = facing("A1 argonaut 0,0 0", "B1 argonaut 1,0 3 size=1", terrain=above)
    down.refuses("attack heat-hatchet B1", "MS.HIGH.MELEE")
    tall = facing("A1 argonaut 0,0 0", "B1 argonaut 1,0 3 size=2", terrain=above)
    assert tall.may("attack heat-hatchet B1")


@pytest.mark.rule("MS.TERRAIN.DIRECT")
def test_only_what_can_be_destroyed_and_is_there_is_struck() -> None:
    game = facing("A1 argonaut 0,0 0", "B1 argonaut 6,0 3", terrain=["2,0 wall", "2,-1 fence"])
    assert game.may("strike machine-gun 2,0")
    game.refuses("strike machine-gun 2,-1", "MS.TERRAIN.DIRECT")
    game.refuses("strike machine-gun 3,0", "MS.TERRAIN.DIRECT")
    remote = facing("A1 crimson-gallant 0,0 0", "B1 argonaut 6,0 3", terrain=["2,0 wall"])
    remote.refuses("strike seeker-bits 2,0", "MS.TERRAIN.DIRECT")
    crash = facing("A1 turtle-robo 0,0 0", "B1 argonaut 6,0 3", terrain=["1,0 wall"])
    crash.refuses("strike shell-spin 1,0", "MS.TERRAIN.DIRECT")


@pytest.mark.rule("MS.RANGE.MEASURE", "MS.TARGET.ARC", "MS.LOS.NEED")
def test_a_piece_is_struck_in_range_in_front_and_in_sight() -> None:
    terrain = [
        "3,0 wall",
        "4,0 wall",
        "-2,0 wall",
        "0,2 block",
        "-1,4 wall",
        "1,0 wall",
        "2,0 wall",
    ]
    game = facing("A1 dervish 0,0 0", "B1 argonaut 6,-6 3", terrain=[*terrain, "5,0 wall"])
    assert game.may("strike beam-pistol 4,0")
    game.refuses("strike beam-pistol 5,0", "MS.RANGE.MEASURE")
    game.refuses("strike beam-pistol -2,0", "MS.TARGET.ARC")
    assert game.may("strike beam-dagger 1,0")
    game.refuses("strike beam-dagger 2,0", "MS.RANGE.MEASURE")
    hidden = facing("A1 argonaut 0,0 0", "B1 argonaut 6,-6 3", terrain=["2,0 block", "4,0 wall"])
    hidden.refuses("strike machine-gun 4,0", "MS.LOS.NEED")


@pytest.mark.rule("MS.CRASH.ACTION", "MS.ACT.ACTIONS", "MS.TERRAIN.DIRECT")
def test_a_crash_takes_both_actions_one_or_two_targets_and_a_free_end() -> None:
    units = ("A1 turtle-robo 0,0 0", "B1 argonaut 1,0 3")
    game = facing(*units, "B2 argonaut 6,-6 3", terrain=["1,1 fence"])
    assert game.may("crash shell-spin [B1] 2,0")
    game.refuses("attack shell-spin B1", "MS.CRASH.ACTION")
    game.refuses("crash hydraulic-claw [B1] 2,0", "MS.CRASH.ACTION")
    game.refuses("crash shell-spin [B1] 1,0", "MS.CRASH.ACTION")
    game.refuses("crash shell-spin [B1] 6,0", "MS.CRASH.ACTION")
    tired = game.fork().plays("A1", "rotate 1").plays("A1", "rotate 2")
    tired.refuses("crash shell-spin [B1] 2,0", "MS.ACT.ACTIONS")
    fought = game.fork().plays("A1", "attack hydraulic-claw B1")
    fought.refuses("crash shell-spin [B1] 2,0", "MS.ACT.ACTIONS")


@pytest.mark.rule("MS.THROW.TERRAIN")
def test_a_piece_beside_the_thrower_with_nobody_on_it_is_hurled() -> None:
    terrain = ["1,0 wall", "0,1 fence", "-2,0 wall"]
    game = facing("A1 iron-duke 0,0 0", "B1 argonaut 3,0 3", terrain=terrain)
    assert game.may("hurl 1,0 B1")
    for piece in ("0,1", "-2,0", "1,-1"):
        game.refuses(f"hurl {piece} B1", "MS.THROW.TERRAIN")


@pytest.mark.rule("MS.RES.POWER")
def test_power_makes_only_those_weapons_stronger_that_say_so_and_while_there_is_some() -> None:
    foe = "B1 argonaut 3,0 3"
    assert facing("A1 voltlion 0,0 0", foe).may("attack final-flash B1 direct yes")
    facing("A1 voltlion 0,0 0", foe).refuses("attack lion-missiles B1 direct yes", "MS.RES.POWER")
    dry = facing("A1 voltlion 0,0 0 points=0", foe)
    dry.refuses("attack final-flash B1 direct yes", "MS.RES.POWER")


@pytest.mark.rule("MS.RES.HAVOC")
def test_a_point_of_havoc_razes_cover_and_nothing_else_does() -> None:
    units = ("B1 argonaut 4,0 3",)
    beast = facing("A1 deathly-beastman 0,0 0", *units, terrain=["1,0 wall"])
    assert beast.may("raze rending-claws 1,0")
    dry = facing("A1 deathly-beastman 0,0 0 points=0", *units, terrain=["1,0 wall"])
    dry.refuses("raze rending-claws 1,0", "MS.RES.HAVOC")
    robot = facing("A1 iron-duke 0,0 0", *units, terrain=["1,0 wall"])
    robot.refuses("raze giant-fists 1,0", "MS.RES.HAVOC")


@pytest.mark.rule("MS.AOE.LIMITS")
def test_area_weapons_are_fired_neither_from_nor_into_a_melee() -> None:
    assert facing("A1 iron-duke 0,0 0", "B1 argonaut 3,0 3").may("attack rust-hurricane B1")
    engaged = facing("A1 iron-duke 0,0 0", "B1 argonaut 1,0 3", terrain=["0,1 wall"])
    engaged.refuses("attack rust-hurricane B1", "MS.AOE.LIMITS")
    engaged.refuses("strike rust-hurricane 0,1", "MS.AOE.LIMITS")
    melee = facing("A1 iron-duke 0,0 0", "A2 argonaut 2,0 0", "B1 argonaut 3,0 3")
    melee.refuses("attack rust-hurricane B1", "MS.AOE.LIMITS")


@pytest.mark.rule("MS.PUSH.ON-TERRAIN")
def test_only_weapons_that_push_or_pull_do_so_to_terrain() -> None:
    game = facing("A1 dusk-wraith 0,0 0", "B1 argonaut 6,-6 3", terrain=["2,0 wall", "2,-1 water"])
    assert game.may("pull wire-claw 2,0")
    game.refuses("pull torpedoes 2,0", "MS.PUSH.ON-TERRAIN")
    game.refuses("pull wire-claw 2,-1", "MS.PUSH.ON-TERRAIN")
