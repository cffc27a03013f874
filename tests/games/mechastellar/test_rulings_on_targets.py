"""Rulings on who fights whom, each with the nearest case on its other side."""

from __future__ import annotations

import pytest

from gattai.games.mechastellar.state import UnitId
from tests.games.mechastellar.table import Battle, battle

FAR = "B9 argonaut 6,-6 3"


@pytest.mark.rule("MS.AMB.RF-EXEMPT", "MS.RETURNFIRE.EXEMPT")
@pytest.mark.parametrize(
    ("profile", "free"),
    [("argonaut", False), ("laughing-joker", False), ("white-raven", True), ("falconeye", True)],
)
def test_who_is_free_in_its_target_need_not_return_fire_at_all(profile: str, free: bool) -> None:
    units = (f"A1 {profile} 0,0 0", "A2 argonaut -4,2 0", "B1 argonaut 2,0 3")
    game = battle(*units, duty=(UnitId(0),), aggressor=UnitId(2))
    game.refuses("activate A2", "MS.RETURNFIRE.ACTIVATE").begins("A1")
    if free:
        assert game.may("end-turn")
    else:
        game.refuses("end-turn", "MS.RETURNFIRE.ATTACK")


@pytest.mark.rule("MS.AMB.RF-FORCED", "MS.RETURNFIRE.ATTACK")
def test_nobody_has_to_throw_or_to_shoot_through_terrain_in_return_fire() -> None:
    def called(*units: str, terrain: tuple[str, ...] = ()) -> Battle:
        return battle(*units, terrain=terrain, duty=(UnitId(0),), aggressor=UnitId(1)).begins("A1")

    behind = called("A1 maser-tank 0,0 0", "B1 argonaut -1,0 0")
    assert behind.may("throw B1") and behind.may("end-turn")
    called("A1 maser-tank 0,0 3", "B1 argonaut -1,0 0").refuses("end-turn", "MS.RETURNFIRE.ATTACK")
    units = ("A1 jack-knife-iii 0,0 0", "B1 argonaut 3,0 3")
    hidden = called(*units, terrain=("2,0 house",))
    assert hidden.may("attack beam-rifle B1 through") and hidden.may("end-turn")
    called(*units).refuses("end-turn", "MS.RETURNFIRE.ATTACK")


@pytest.mark.rule("MS.AMB.ENGAGE-WATER", "MS.ENGAGE.RANGE")
def test_the_surface_of_the_water_parts_enemies_beside_each_other() -> None:
    units = ("A1 tankcrawler 0,0 0", "B1 turtle-robo 1,0 3", "B2 tankcrawler 4,0 3")

    def shots(lake: tuple[str, ...], below: str) -> Battle:
        one, *others = units
        return battle(f"{one}{below}", *others, terrain=lake, momentum=(1, 1)).begins("A1")

    shots(("0,0 water",), "").refuses("attack cannon B2 indirect", "MS.ENGAGE.SHOOT")
    assert shots(("0,0 water",), " submerged").may("attack cannon B2 indirect")


@pytest.mark.rule("MS.AMB.ENGAGE-ELEVATION", "MS.HIGH.MELEE")
def test_nobody_strikes_down_at_who_cannot_strike_up() -> None:
    roof = ("0,0 hill",)
    small = battle("A1 argonaut 0,0 0", "B1 argonaut 1,0 3", FAR, terrain=roof).begins("A1")
    small.refuses("attack heat-hatchet B1", "MS.HIGH.MELEE")
    big = ("A1 argonaut 0,0 0", "B1 trident-drake 1,0 3 grounded", FAR)
    assert battle(*big, terrain=roof).begins("A1").may("attack heat-hatchet B1")
    assert (
        battle("A1 argonaut 0,0 0", "B1 argonaut 1,0 3", FAR)
        .begins("A1")
        .may("attack heat-hatchet B1")
    )


@pytest.mark.rule("MS.AMB.FLY-PAIR", "MS.ENGAGE.FLY")
def test_a_flying_ship_and_a_unit_below_do_not_fight_hand_to_hand() -> None:
    ship = "A1 musarl-cruiser 0,0 0"
    battle(ship, "B1 argonaut 1,0 3", FAR).begins("A1").refuses("throw B1", "MS.ENGAGE.FLY")
    assert battle(ship, "B1 dervish 1,0 3 transformed", FAR).begins("A1").may("throw B1")


@pytest.mark.rule("MS.AMB.LOCKON-LINES", "MS.LOCKON.THROUGH")
def test_a_shot_goes_through_terrain_if_all_that_blocks_either_line_can_be_destroyed() -> None:
    units = ("A1 white-raven 0,0 0", "B1 argonaut 1,1 3", FAR)
    shot = "attack beam-rifle B1 through"
    assert battle(*units, terrain=("1,0 house", "0,1 house")).begins("A1").may(shot)
    mixed = battle(*units, terrain=("1,0 house", "0,1 rock")).begins("A1")
    mixed.refuses(shot, "MS.LOCKON.THROUGH")
    behind = ("A1 jack-knife-iii 0,0 0", "B1 argonaut 3,0 3")
    alone = battle(*behind, terrain=("2,0 house",)).begins("A1")
    assert alone.may("attack beam-rifle B1 through")
    seen = battle(*behind, "B2 argonaut 5,-2 3", terrain=("2,0 house",)).begins("A1")
    seen.refuses("attack beam-rifle B1 through", "MS.TARGET.CLOSEST")


@pytest.mark.rule("MS.AMB.REINFORCE-HIGH", "MS.REINFORCE.WHERE")
def test_reinforcements_keep_off_high_ground_except_on_a_point_of_their_own() -> None:
    units = ("A1 argonaut 0,3 0 activated", "A2 argonaut - 0 reserve", "B1 argonaut 6,-6 3")
    roofs = ("-5,0 hill", "-3,6 hill")
    game = battle(*units, terrain=roofs, round=2, owners={"west": "south"})
    assert game.may("reinforce A2 -5,0") and game.may("reinforce A2 -4,6")
    game.refuses("reinforce A2 -3,6", "MS.REINFORCE.AMBUSH")


@pytest.mark.rule("MS.AMB.AMBUSH-EACH", "MS.REINFORCE.AMBUSH")
def test_an_ambush_is_far_from_each_enemy_or_hidden_from_it() -> None:
    own = ("A1 argonaut 0,3 0 activated", "A2 dusk-wraith - 0 reserve")
    wall = ("3,-5 rock",)

    def may(*foes: str) -> bool:
        return battle(*own, *foes, terrain=wall, round=2).may("reinforce A2 3,-6")

    hidden, far, seen = "B1 argonaut 3,-4 3", "B2 argonaut -4,-4 3", "B3 argonaut 6,-6 3"
    assert may(hidden, far)
    assert not may(hidden, far, seen)


@pytest.mark.rule("MS.AMB.SQUAD-SAME", "MS.SQUAD.DICE")
@pytest.mark.parametrize(("member", "dice"), [("white-raven", 7), ("blue-djinn", 6)])
def test_a_weapon_of_the_same_name_is_the_same_weapon(member: str, dice: int) -> None:
    squad = ("A1 white-asura 0,0 0", f"A2 {member} -1,0 0 leader=A1")
    game = battle(*squad, "B1 argonaut 6,0 3", FAR)
    game.plays("A1", "attack beam-rifle B1", dice=[[1] * dice])


@pytest.mark.rule("MS.ENGAGE.PROTECTED", "MS.ENGAGE.SIZE", "MS.TARGET.CLOSEST")
def test_a_small_unit_may_attack_the_giant_that_holds_it_while_another_giant_fights_it_too() -> (
    None
):
    giants = ("A2 trident-drake -1,0 0 grounded", "B1 trident-drake 0,0 0 grounded")
    beside = battle("A1 argonaut 1,0 3", *giants, FAR).begins("A1")
    assert beside.may("attack heat-hatchet B1") and beside.may("attack machine-gun B1")
    away = battle("A1 argonaut 2,0 3", *giants, FAR).begins("A1")
    away.refuses("attack machine-gun B1", "MS.ENGAGE.PROTECTED")


@pytest.mark.rule("MS.OBSCURE.INSIDE", "MS.AMB.OBSCURE-ENTER")
def test_who_flies_over_the_first_hex_of_a_jungle_does_not_end_in_the_second() -> None:
    jungle = ("1,0 jungle", "2,0 jungle")
    outside = battle("A1 trident-drake 0,0 0", FAR, terrain=jungle).begins("A1")
    assert outside.may("move 1,0") and outside.may("move 3,0")
    outside.refuses("move 2,0", "MS.OBSCURE.INSIDE")
    inside = battle("A1 trident-drake 1,0 0", FAR, terrain=jungle).begins("A1")
    assert inside.may("move 2,0")
