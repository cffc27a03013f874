"""Attacks on terrain: what they cost, what they break, slide and pull, and who stands behind."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.mechastellar.actions import StrikeTerrain
from gattai.games.mechastellar.events.attack import (
    AttackDeclared,
    PoolGathered,
    StruckFreely,
    SupportDrawn,
    TerrainBroken,
    TerrainMoved,
)
from gattai.games.mechastellar.events.turn import UnitMoved
from gattai.kernel.window import PASS
from tests.games.mechastellar.scenario_checks import look_up
from tests.games.mechastellar.scenario_runner import was_offered
from tests.games.mechastellar.table import Battle, battle

FAR = "B9 argonaut 6,-6 3"


def struck(game: Battle) -> list[str]:
    return [game.state.units[event.target].name for event in game.happened(AttackDeclared)]


@pytest.mark.rule("MS.TERRAIN.DIRECT", "MS.WEAPON.USES", "MS.TARGET.ROTATE")
def test_a_piece_is_struck_for_an_action_and_a_use_by_who_has_turned_to_it() -> None:
    game = battle("A1 falconeye 0,0 0", FAR, terrain=["2,-2 wall"])
    game.plays("A1", "strike micromissiles 2,-2", dice=[[10, 1, 10]])
    assert game.act.combat == 0 and game.unit("A1").left_of("micromissiles") == 2
    assert game.unit("A1").facing == 1 and len(game.happened(TerrainBroken)) == 1
    holds = battle("A1 falconeye 0,0 0", FAR, terrain=["2,-2 wall"])
    holds.plays("A1", "strike sniper-rifle 2,-2", dice=[[10, 10, 10]])
    assert holds.happened(TerrainBroken) == [] and holds.unit("A1").left_of("sniper-rifle") == -1
    assert len(game.happened(SupportDrawn)) == 1 and holds.happened(SupportDrawn) == []
    last = battle("A1 falconeye 0,0 0 uses.micromissiles=1", FAR, terrain=["2,-2 wall"])
    last.plays("A1", "strike micromissiles 2,-2")
    assert last.unit("A1").left_of("micromissiles") == 0
    turret = battle("A1 tankcrawler 0,0 0", FAR, terrain=["2,-2 wall"])
    assert turret.plays("A1", "strike turret-gatling 2,-2").unit("A1").facing == 0
    ahead = battle("A1 tankcrawler 0,0 0", FAR, terrain=["3,0 wall"])
    assert ahead.plays("A1", "strike cannon 3,0").unit("A1").facing == 0


@pytest.mark.rule("MS.WEAPON.FREE", "MS.TERRAIN.DIRECT")
def test_a_free_weapon_strikes_once_a_turn_terrain_or_an_enemy() -> None:
    game = battle("A1 blue-djinn 0,0 0", "B1 argonaut 2,0 3", terrain=["1,0 wall"])
    game.plays("A1", "strike arc-whip 1,0")
    assert game.act.combat == 1, "it costs no Combat Action"
    assert len(game.happened(StruckFreely)) == 1
    game.refuses("strike arc-whip 1,0", "MS.WEAPON.FREE")
    game.refuses("attack arc-whip B1", "MS.WEAPON.FREE")
    assert game.plays("A1", "strike heat-sword 1,0").happened(StruckFreely) == []
    melee = battle(
        "A1 argonaut 0,0 0", FAR, terrain=["1,0 wall"], parameters={"turn.melee_is_free": True}
    )
    melee.plays("A1", "strike heat-hatchet 1,0", dice=[[10] * 3])
    melee.refuses("strike heat-hatchet 1,0", "MS.WEAPON.FREE")
    assert melee.act.combat == 1


@pytest.mark.rule("MS.RES.HAVOC", "MS.TERRAIN.DIRECT", "MS.TERRAIN.AOE")
def test_havoc_razes_cover_for_a_point_and_nothing_else_and_goes_no_farther() -> None:
    units = ("A1 deathly-beastman 0,0 0", "B1 argonaut 3,0 3")
    game = battle(*units, terrain=["2,0 wall"])
    game.plays("A1", "raze bile-spray 2,0", dice=[[1, 1, 1]])
    assert game.act.combat == 1 and game.unit("A1").points == 0
    assert len(game.happened(TerrainBroken)) == 1 and game.questioned("MS.TERRAIN.AOE") == []
    aside = battle(*units, terrain=["1,-1 wall"]).plays("A1", "raze bile-spray 1,-1")
    assert game.unit("A1").facing == 0 and aside.unit("A1").facing == 1


def area(*foes: str, dice: list[int], answers: tuple[str, ...] = (), piece: str = "house",
         **given: Any) -> Battle:  # fmt: skip
    game = battle("A1 iron-duke 0,0 0", *foes, terrain=[f"2,0 {piece}"], **given)
    return game.plays("A1", "strike rust-hurricane 2,0", dice=[dice], answers=answers)


@pytest.mark.rule("MS.TERRAIN.AOE", "MS.AOE.COVER", "MS.ATTACK.LIMIT", "MS.TARGET.CLOSEST")
def test_an_area_weapon_goes_on_to_whom_the_broken_piece_hid_and_to_nobody_beside_it() -> None:
    foes = ("B1 argonaut 3,0 3", "B2 argonaut 4,0 3", "B3 argonaut 3,-2 3", "B4 argonaut 1,-1 3")
    far = ("B1 argonaut 3,0 3", "B2 argonaut 4,0 3", "B3 argonaut 3,-2 3")
    broken = area(*far, dice=[1, 10, 10], answers=("select B2", "select B1"))
    assert struck(broken) == ["B2", "B1"]
    first, second = broken.questioned("MS.TERRAIN.AOE")
    assert first.otherwise == second.otherwise == PASS
    assert "another" not in first.what and "another" in second.what
    assert not was_offered(broken, "select B3")
    held = area(*far, dice=[10, 10, 10])
    assert held.questioned("MS.TERRAIN.AOE") == [] and struck(held) == []
    on_top = area("B1 argonaut 2,0 3", dice=[1, 10, 10], answers=("select B1",), piece="wall")
    assert struck(on_top) == ["B1"]
    assert foes[3] and was_offered(area(*foes[:3], dice=[1, 1, 1]), "select B1")


@pytest.mark.rule("MS.TERRAIN.AOE", "MS.TERRAIN.DIRECT", "MS.TARGET.CLOSEST")
def test_what_is_left_of_the_piece_counts_by_its_kind_and_only_who_is_in_reach_is_behind_it() -> (
    None
):
    foes = ("B1 argonaut 4,0 3", "B2 argonaut 5,0 3", "B3 argonaut 0,3 3")
    for piece, kept in (("wall", 1), ("house", 2)):
        game = area(*foes, dice=[1, 10, 10], answers=("select B1",), piece=piece)
        assert [event.strike.broken_cover for event in game.happened(PoolGathered)] == [kept] * 2
        assert not was_offered(game, "select B2")  # B1 is not the closest, B2 is out of range


@pytest.mark.rule("MS.TERRAIN.DIRECT")
def test_area_weapons_have_checks_of_their_own_and_the_other_side_may_react() -> None:
    two = {"terrain.checks_aoe": 2}
    piece = ["2,0 wall"]
    game = battle("A1 iron-duke 0,0 0", "B1 dervish 6,-6 3", terrain=piece, parameters=two)
    game.plays("A1", "strike rust-hurricane 2,0", dice=[[10, 10]])
    assert was_offered(game, "accelerate B1 5,-5 1")
    plain = battle("A1 argonaut 0,0 0", FAR, terrain=piece, parameters=two).begins("A1")
    assert [each.weapon for each in StrikeTerrain.candidates(plain.state)] == [
        weapon.id for weapon in plain.unit("A1").card.weapon
    ]
    plain.plays("A1", "strike machine-gun 2,0", dice=[[10, 10, 10]])


@pytest.mark.rule("MS.CHALLENGE.DUTY", "MS.TERRAIN.DIRECT")
def test_only_a_challenger_has_no_attack_for_terrain() -> None:
    units = ("A1 argonaut 0,0 0", "B1 argonaut 5,0 3")
    assert battle(*units, terrain=["2,0 wall"]).begins("A1").may("strike machine-gun 2,0")
    bound = battle(*units, terrain=["2,0 wall"], challenge=("A1", "B1")).begins("A1")
    bound.refuses("strike machine-gun 2,0", "MS.CHALLENGE.DUTY")


@pytest.mark.rule("MS.TERRAIN.AOE", "MS.TERRAIN.DIRECT")
def test_a_plain_weapon_stops_at_what_it_breaks() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 argonaut 3,0 3", terrain=["2,0 house"])
    game.plays("A1", "strike machine-gun 2,0", dice=[[1, 1, 1]])
    assert game.questioned("MS.TERRAIN.AOE") == [] and len(game.happened(TerrainBroken)) == 1


@pytest.mark.rule("MS.TERRAIN.AOE", "MS.TERRAIN.DIRECT", "MS.RES.HAVOC")
def test_what_lies_behind_is_attacked_once_the_weapon_was_used_and_blindsided_at_first() -> None:
    foes = ("B1 argonaut 3,0 0 hp=9000", "B2 argonaut 4,0 0 hp=9000", "B3 argonaut 5,0 0 hp=9000")
    game = battle("A1 iron-duke 0,0 0", *foes, terrain=["2,0 house"])
    game.armed("A1", "rust-hurricane", uses=3, range_in=24)
    game.plays("A1", "strike rust-hurricane 2,0", dice=[[1, 1, 1]],
               answers=["select B1", "select B2", "select B3"])  # fmt: skip
    assert struck(game) == ["B1", "B2", "B3"] and game.unit("A1").left_of("rust-hurricane") == 2
    assert game.act.blindsided == (game.id("B1"),)


@pytest.mark.rule("MS.PUSH.ON-TERRAIN", "MS.WEAPON.USES", "MS.TARGET.ROTATE")
def test_a_piece_slides_as_far_as_there_are_hits_and_nothing_in_its_way() -> None:
    def slid(hits: int, *units: str, terrain: tuple[str, ...] = ()) -> Battle:
        game = battle("A1 iron-duke 0,0 0", *units, FAR, terrain=["1,0 wall", *terrain])
        game.armed("A1", "rocket-punch", uses=2, bonus_hits=0)
        dice = [[5] * hits + [1] * (6 - hits)]
        return game.plays("A1", "slide rocket-punch 1,0 0", dice=dice)

    two = slid(2)
    assert [event.to for event in two.happened(TerrainMoved)][-1] == two.read("move 3,0").to
    assert two.act.combat == 0 and two.unit("A1").left_of("rocket-punch") == 1
    assert len(slid(6).happened(TerrainMoved)) == 5 and slid(0).happened(TerrainMoved) == []
    assert len(slid(3, terrain=("3,0 fence",)).happened(TerrainMoved)) == 1
    hit = slid(3, "B1 argonaut 3,0 3 hp=1000")
    assert len(hit.happened(TerrainBroken)) == 1 and hit.unit("B1").fate == "destroyed"
    edge = battle("A1 iron-duke 4,0 1", FAR, terrain=["6,0 wall"])
    edge.plays("A1", "slide rocket-punch 6,0 0", dice=[[10] * 6])
    assert len(edge.happened(TerrainMoved)) == 1 and edge.unit("A1").facing == 0


@pytest.mark.rule("MS.PUSH.ON-TERRAIN", "MS.TERRAIN.CHECK", "MS.WEAPON.USES", "MS.TARGET.ROTATE")
def test_who_pulls_itself_gets_as_near_as_hits_and_obstacles_allow() -> None:
    def pulled(hits: int, *units: str, piece: str = "4,0 rock",
               terrain: tuple[str, ...] = ()) -> Battle:  # fmt: skip
        game = battle("A1 dusk-wraith 0,0 1", *units, FAR, terrain=[piece, *terrain])
        game.armed("A1", "wire-claw", uses=2, bonus_hits=0, range_in=20)
        return game.plays("A1", "pull wire-claw 4,0", dice=[[5] * hits + [1] * (5 - hits)])

    game = pulled(2)
    assert look_up(game, "A1.at", "") == "2,0" and game.act.combat == 0
    assert game.unit("A1").left_of("wire-claw") == 1 and game.unit("A1").facing == 0
    assert look_up(pulled(5), "A1.at", "") == "3,0" and look_up(pulled(0), "A1.at", "") == "0,0"
    assert look_up(pulled(3, "A2 argonaut 2,0 0"), "A1.at", "") == "1,0"
    assert look_up(pulled(3, "B1 argonaut 2,0 0"), "A1.at", "") == "1,0"
    assert look_up(pulled(3, terrain=("2,0 fence",)), "A1.at", "") == "1,0"
    assert look_up(pulled(1, piece="4,0 wall"), "A1.at", "") == "1,0"  # DMG 100: it holds
    dear = battle("A1 dusk-wraith 0,0 1", FAR, terrain=["2,0 wall"]).armed(
        "A1", "wire-claw", dmg=500
    )
    gone = dear.fork().plays("A1", "pull wire-claw 2,0", dice=[[4]])
    assert look_up(gone, "A1.at", "") == "0,0" and len(gone.happened(TerrainBroken)) == 1
    kept = dear.plays("A1", "pull wire-claw 2,0", dice=[[5], [5, 1, 1, 1, 1]])
    assert look_up(kept, "A1.at", "") == "1,0"


@pytest.mark.rule("MS.PUSH.ON-TERRAIN", "MS.SQUAD.COHESION")
def test_a_squad_follows_a_leader_that_pulls_itself_and_stays_with_one_that_does_not() -> None:
    squad = ("A1 dusk-wraith 0,0 0", "A2 dusk-wraith -1,0 0 leader=A1", FAR)
    game = battle(*squad, terrain=["4,0 rock"]).armed("A1", "wire-claw", range_in=20, bonus_hits=0)
    still = battle(*squad, terrain=["4,0 rock"]).armed("A1", "wire-claw", range_in=20, bonus_hits=0)
    still.plays("A1", "pull wire-claw 4,0", dice=[[1] * 6])
    assert still.happened(UnitMoved) == [] and still.questioned("MS.SQUAD.COHESION") == []
    game.plays("A1", "pull wire-claw 4,0", dice=[[5] * 3 + [1] * 3])
    lead, member = game.unit("A1").at, game.unit("A2").at
    assert lead is not None and member is not None
    assert member in game.state.ground.field.hexes.neighbours[lead]


@pytest.mark.rule("MS.PUSH.ON-TERRAIN")
def test_only_what_can_break_and_nobody_stands_on_is_slid_and_a_check_is_for_what_can_break() -> (
    None
):
    for piece, who, rule in (
        ("wall", "", ""),
        ("fence", "", "MS.TERRAIN.DIRECT"),
        ("wall", "A2", "MS.PUSH.ON-TERRAIN"),
        ("wall", "B2", "MS.PUSH.ON-TERRAIN"),
    ):
        on_it = [f"{who} argonaut 1,0 0"] if who else []
        game = battle("A1 iron-duke 0,0 0", FAR, *on_it, terrain=[f"1,0 {piece}"]).begins("A1")
        assert game.may("slide rocket-punch 1,0 0") == (not rule)
        if rule:
            game.refuses("slide rocket-punch 1,0 0", rule)
    for piece, rolls in (("wall", 2), ("fence", 1)):
        game = battle("A1 dusk-wraith 0,0 1", FAR, terrain=[f"2,0 {piece}"])
        game.armed("A1", "wire-claw", dmg=500)
        assert len(game.plays("A1", "pull wire-claw 2,0").throws) == rolls
