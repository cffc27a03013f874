"""Keywords that meet in one Action: attributes against attributes, and against passives."""

from __future__ import annotations

import pytest

from gattai.games.aegis.actions import DivideDamage, Trigger
from gattai.games.aegis.state import BLUE
from gattai.kernel.window import PASS
from tests.games.aegis.table import GUN, SWORD, Battle, action, battle, effect, robot

LASER = action("Laser", 2, 4, attributes="LSR")
RETALIATE = ("Retaliate",)


@pytest.mark.rule("AEGIS.ATTR.AIM", "AEGIS.PASSIVE.EVADE", "AEGIS.ATTR.CRT")
def test_aimed_against_evade_hits_and_is_critical_on_the_printed_number() -> None:
    sniper = action("Sniper", 2, 3, distance=6, attributes="AIM CRT")
    game = battle().red("u", sniper, at=(0, 0)).blue("e", at=(3, 0), passives=("Evade 3",))
    game.uses("u", "Sniper", "e").rolls(3, 6).ends(e=3)


@pytest.mark.rule("AEGIS.ATTR.AIM", "AEGIS.PASSIVE.SIGNAL")
def test_aimed_gains_nothing_from_signal_either() -> None:
    sniper = action("Sniper", 1, 4, distance=6, attributes="AIM")
    game = battle().red("u", sniper, at=(0, 0)).red("s", at=(3, 1), passives=("Signal",))
    game.blue("e", at=(3, 0)).uses("u", "Sniper", "e").rolls(3).ends(e=6)


@pytest.mark.rule("AEGIS.ATTR.AIM", "AEGIS.PASSIVE.VECTOR-EVADE")
def test_vector_evade_spoils_aimed_dice() -> None:
    sniper = action("Sniper", 2, 4, distance=6, attributes="AIM CRT")
    game = battle().red("u", sniper, at=(0, 0)).blue("e", at=(3, 0), passives=("Vector Evade 4",))
    game.uses("u", "Sniper", "e").rolls(4, 5).ends(e=5)


@pytest.mark.rule("AEGIS.MOD.LSR", "AEGIS.PASSIVE.CLOAKING")
def test_a_laser_at_another_goes_through_a_cloaked_robot_that_it_could_not_target() -> None:
    game = battle().red("u", LASER, at=(0, 0)).blue("t", at=(4, 0))
    game.blue("c", at=(2, 0), effects=(effect("CLOAK"),))
    game.refuses(game.use("u", "Laser", "c"), "AEGIS.PASSIVE.CLOAKING")
    game.uses("u", "Laser", "t").rolls(4, 4).ends(t=4, c=4)


@pytest.mark.rule("AEGIS.MOD.LSR", "AEGIS.COMBINE-ABILITY.VANISH")
def test_a_laser_passes_the_vanished_without_damage() -> None:
    game = battle().red("u", LASER, at=(0, 0)).blue("t", at=(4, 0))
    game.blue("v", at=(2, 0), effects=(effect("VANISH"),))
    game.uses("u", "Laser", "t").rolls(4, 4).ends(t=4, v=6)


@pytest.mark.rule("AEGIS.MOD.LSR", "AEGIS.PASSIVE.VECTOR-EVADE")
def test_vector_evade_does_not_help_who_is_merely_in_the_line() -> None:
    game = battle().red("u", LASER, at=(0, 0)).blue("t", at=(4, 0), passives=("Vector Evade 5",))
    game.blue("n", at=(2, 0), passives=("Vector Evade 5",))
    game.uses("u", "Laser", "t").rolls(5, 6).ends(t=5, n=4)


@pytest.mark.rule("AEGIS.MOD.LSR", "AEGIS.PASSIVE.RETALIATE")
def test_the_pierced_do_not_retaliate() -> None:
    game = battle().red("u", LASER, at=(0, 0)).blue("t", at=(4, 0))
    game.blue("n", GUN, at=(2, 0), passives=RETALIATE)
    game.uses("u", "Laser", "t").rolls(4, 4).ends(n=4)


@pytest.mark.rule("AEGIS.PASSIVE.BEACON", "AEGIS.ATTR.ARC")
def test_a_beacon_behind_terrain_binds_arcing_actions_alone() -> None:
    lob = action("Lob", distance=6, attributes="ARC")
    game = battle(terrain=[(1, 0)]).red("u", GUN, lob, at=(0, 0)).blue("e", at=(0, 3))
    game.blue("b", at=(3, 0), passives=("Beacon",))
    assert game.may(game.use("u", "Gun", "e"))
    game.refuses(game.use("u", "Lob", "e"), "AEGIS.PASSIVE.BEACON")


@pytest.mark.rule("AEGIS.PASSIVE.BEACON", "AEGIS.MOD.LSR")
def test_a_beacon_at_the_other_end_of_the_field_binds_a_laser() -> None:
    game = battle().red("u", LASER, GUN, at=(-7, 0)).blue("e", at=(-3, 0))
    game.blue("b", at=(7, -1), passives=("Beacon",))
    game.refuses(game.use("u", "Laser", "e"), "AEGIS.PASSIVE.BEACON")
    assert game.may(game.use("u", "Gun", "e"))


@pytest.mark.rule("AEGIS.PASSIVE.BEACON", "AEGIS.MOD.MLE")
def test_a_beacon_two_hexes_away_does_not_bind_melee() -> None:
    game = battle().red("u", SWORD, at=(0, 0)).blue("e", at=(1, 0))
    game.blue("b", at=(2, 0), passives=("Beacon",))
    assert game.may(game.use("u", "Sword", "e"))


@pytest.mark.rule("AEGIS.PASSIVE.BEACON", "AEGIS.PASSIVE.RETALIATE")
def test_retaliation_is_bound_by_a_beacon() -> None:
    game = battle().red("u", GUN, at=(0, 0)).red("b", at=(0, 1), passives=("Beacon",))
    game.blue("r", GUN, at=(3, 0), passives=RETALIATE).uses("u", "Gun", "r").rolls(1)
    assert game.options == (game.use("r", "Gun", "b"), PASS)


@pytest.mark.rule("AEGIS.PASSIVE.BEACON", "AEGIS.MOD.CMB")
def test_a_combine_action_is_bound_by_a_beacon() -> None:
    duo = robot("duo", action("Salvo", distance=4, attributes="CMB"), level=2, classes=("A", "G"))
    game = battle().red("a", at=(0, 0)).red("g", at=(-1, 0), classes=("G",)).prepares(duo)
    game.blue("e", at=(2, 0)).blue("b", at=(3, 0), passives=("Beacon",))
    game.combines("a", "g", "duo").answers(Trigger("Salvo"))
    assert game.options == (game.use("duo", "Salvo", "b"), PASS)


@pytest.mark.rule("AEGIS.PASSIVE.RETALIATE", "AEGIS.ACTION.DESTROY")
def test_the_destroyed_do_not_retaliate() -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("k", GUN, at=(0, -4))
    game.blue("r", GUN, at=(3, 0), integrity=1, passives=RETALIATE)
    game.uses("u", "Gun", "r").rolls(4).ends(r=0, u=6)


@pytest.mark.rule("AEGIS.PASSIVE.RETALIATE", "AEGIS.ATTR.DSA")
def test_the_disarmed_do_not_retaliate_but_a_miss_disarms_nobody() -> None:
    pulse = action("Pulse", distance=6, attributes="DSA")
    game = battle().red("u", pulse, at=(0, 0)).blue("r", GUN, at=(3, 0), passives=RETALIATE)
    game.fork().uses("u", "Pulse", "r").rolls(4).ends()
    assert not game.uses("u", "Pulse", "r").rolls(3).position.is_settled


@pytest.mark.rule("AEGIS.PASSIVE.RETALIATE", "AEGIS.ATTR.FRC")
def test_retaliation_goes_from_where_force_has_pushed_the_unit() -> None:
    ram = action("Ram", 1, 4, attributes="MLE FRC")
    game = battle().red("u", ram, at=(0, 0)).blue("r", SWORD, at=(1, 0), passives=RETALIATE)
    game.uses("u", "Ram", "r").rolls(4).ends(r=5)
    assert game.at("r") == (2, 0)


@pytest.mark.rule("AEGIS.PASSIVE.RETALIATE", "AEGIS.ATTR.LHT")
def test_who_falls_to_a_retaliation_has_no_light_action_left() -> None:
    needle = action("Needle", distance=6, attributes="LHT")
    game = battle().red("u", GUN, needle, at=(0, 0), integrity=1).red("v", at=(0, 4))
    game.blue("r", GUN, at=(3, 0), passives=RETALIATE).uses("u", "Gun", "r").rolls(1)
    game.strikes_back("r", "Gun", "u").rolls(4).ends(u=0)
    game.refuses(game.use("u", "Needle", "r"), "AEGIS.TERM.UNIT")


@pytest.mark.rule("AEGIS.PASSIVE.RETALIATE", "AEGIS.ATTR.RCH")
def test_a_recharge_action_used_in_retaliation_rests_in_the_own_next_turn() -> None:
    rocket = action("Rocket", distance=6, attributes="RCH")
    game = battle().red("u", GUN, at=(0, 0)).blue("r", rocket, at=(3, 0), passives=RETALIATE)
    game.uses("u", "Gun", "r").rolls(1).strikes_back("r", "Rocket", "u").rolls(1).ends_turn()
    game.refuses(game.use("r", "Rocket", "u"), "AEGIS.ATTR.RCH")
    game.moves("r", (3, 1)).ends_turn().moves("u", (0, 1)).ends_turn()
    assert game.may(game.use("r", "Rocket", "u"))


@pytest.mark.rule("AEGIS.PASSIVE.RETALIATE", "AEGIS.ATTR.HVY")
def test_heavy_weapons_may_retaliate_in_a_turn_in_which_their_unit_did_not_move() -> None:
    cannon = action("Cannon", distance=6, attributes="HVY")
    game = battle(turn=BLUE, turns=(2, 2)).red("u", GUN, at=(0, 0))
    game.blue("r", cannon, at=(3, 0), passives=RETALIATE).moves("r", (3, 1)).ends_turn()
    game.uses("u", "Gun", "r").rolls(1).strikes_back("r", "Cannon", "u").rolls(4).ends(u=5)


@pytest.mark.rule("AEGIS.ATTR.CRT", "AEGIS.PASSIVE.VECTOR-EVADE", "AEGIS.AMB.CRT-ALL-MODE")
def test_vector_evade_spoils_a_critical_all_action_against_the_target_alone() -> None:
    strike = action("Strike", 2, 3, mode="all", distance=4, radius=1, attributes="CRT")
    game = battle().red("u", strike, at=(0, 0)).blue("t", at=(3, 0), passives=("Vector Evade 3",))
    game.blue("n", at=(4, 0)).uses("u", "Strike", "t").rolls(3, 6).ends(t=6, n=4)


@pytest.mark.rule("AEGIS.ATTR.FRC", "AEGIS.ATTR.AP", "AEGIS.EFFECT.COLLISION")
def test_force_with_piercing_pushes_a_row_from_behind_so_that_none_hits_the_next() -> None:
    lance = action("Lance", 2, 4, distance=4, attributes="AP FRC")
    game = battle(terrain=[(5, 0)]).red("u", lance, at=(0, 0))
    game.blue("t", at=(1, 0)).blue("b", at=(3, 0))
    game.uses("u", "Lance", "t").rolls(4, 4).ends(t=4, b=4)
    assert (game.at("t"), game.at("b")) == ((3, 0), (4, 0))


@pytest.mark.rule("AEGIS.ATTR.FRC", "AEGIS.COMBINE-ABILITY.VANISH", "AEGIS.EFFECT.COLLISION")
def test_force_pushes_the_vanished_into_others_and_only_they_are_hurt() -> None:
    wave = action("Wave", 1, 4, power=3, radius=1, attributes="FRC")
    game = battle().red("u", wave, at=(0, 0)).blue("w", at=(2, 0))
    game.blue("v", at=(1, 0), effects=(effect("VANISH"),))
    game.uses("u", "Wave").rolls(4).ends(v=6, w=5)


def racks(attributes: str, *faces: int, **target: object) -> Battle:
    """Divided damage on a target and its neighbour, rolled but not yet handed out."""
    gun = action("Racks", len(faces), 4, distance=4, radius=1, attributes=f"DIV {attributes}")
    game = battle().red("u", gun, at=(0, 0)).blue("t", at=(3, 0), **target)
    return game.blue("n", at=(4, 0), passives=("Flight",)).uses("u", "Racks", "t").rolls(*faces)


def hand_out(game: Battle, t: int, n: int) -> Battle:
    return game.answers(DivideDamage(((game.id("t"), t), (game.id("n"), n))))


@pytest.mark.rule("AEGIS.MOD.DIV", "AEGIS.ATTR.AA")
def test_anti_air_is_added_to_every_flyers_share_but_not_to_no_share() -> None:
    hand_out(racks("AA", 4, 4, passives=("Flight",)), 1, 1).ends(t=4, n=4)
    hand_out(racks("AA", 4, 4, passives=("Flight",)), 2, 0).ends(t=3, n=6)


@pytest.mark.rule("AEGIS.MOD.DIV", "AEGIS.PASSIVE.VECTOR-EVADE")
def test_the_target_alone_decides_how_much_is_divided() -> None:
    game = racks("", 4, 5, passives=("Vector Evade 5",))
    hand_out(game, 0, 1).ends(t=6, n=5)
    racks("", 5, 5, passives=("Vector Evade 5",)).ends(t=6, n=6)


@pytest.mark.rule("AEGIS.MOD.DIV", "AEGIS.ATTR.XPO")
def test_criticals_on_an_exposed_target_join_before_the_division() -> None:
    hand_out(racks("", 4, 5, effects=(effect("XPO"),)), 0, 3).ends(t=6, n=3)


@pytest.mark.rule("AEGIS.MOD.DIV", "AEGIS.ATTR.FRC")
def test_force_pushes_by_successes_whatever_the_shares() -> None:
    game = hand_out(racks("FRC", 4, 3), 0, 1).ends(t=6, n=5)
    assert (game.at("t"), game.at("n")) == ((4, 0), (5, 0))


@pytest.mark.rule("AEGIS.ATTR.XPO", "AEGIS.RANGE.BOTH", "AEGIS.PASSIVE.EVADE")
def test_an_exposed_target_makes_its_splash_critical_on_each_ones_own_number() -> None:
    bomb = action("Bomb", 2, 4, distance=4, radius=1)
    game = battle().red("u", bomb, at=(0, 0)).blue("n", at=(4, 0))
    game.blue("t", at=(3, 0), passives=("Evade 1",), effects=(effect("XPO"),))
    game.uses("u", "Bomb", "t").rolls(4, 5).ends(t=4, n=3)


@pytest.mark.rule("AEGIS.PASSIVE.SIGNAL", "AEGIS.PASSIVE.EVADE", "AEGIS.AMB.ACC-CLAMP-ORDER")
@pytest.mark.parametrize(("evade", "needs"), [(2, 5), (3, 6), (4, 6)])
def test_signal_and_evade_are_summed_before_the_limit_of_6(evade: int, needs: int) -> None:
    game = battle().red("u", GUN, at=(0, 0)).red("s", at=(3, 1), passives=("Signal",))
    game.blue("e", at=(3, 0), passives=(f"Evade {evade}",))
    assert game.needs("u", "Gun", "e").total == needs


@pytest.mark.rule("AEGIS.PASSIVE.REROLL", "AEGIS.PASSIVE.VECTOR-EVADE", "AEGIS.DICE.ALL")
def test_a_spoilt_die_can_be_rolled_again_to_save_an_all_action() -> None:
    slug = action("Slug", 2, 3, mode="all", power=3, distance=6)
    game = battle().red("u", slug, at=(0, 0), passives=("Reroll 1",))
    game.blue("e", at=(3, 0), passives=("Vector Evade 5",)).uses("u", "Slug", "e").rolls(5, 6)
    game.rerolls("Reroll", (1, 1)).rolls(4).ends(e=3)


@pytest.mark.rule("AEGIS.MOD.SLF", "AEGIS.RANGE.BOTH")
def test_who_is_in_its_own_splash_and_has_slf_is_counted_once() -> None:
    blast = action("Blast", 1, 4, distance=2, radius=1, attributes="SLF")
    game = battle().red("u", blast, at=(0, 0)).blue("e", at=(1, 0))
    game.uses("u", "Blast", "e").rolls(4).ends(u=5, e=5)


@pytest.mark.rule("AEGIS.MOD.MLE", "AEGIS.PASSIVE.RANGE-EVADE", "AEGIS.PASSIVE.MELEE-EVADE")
def test_melee_with_a_radius_meets_melee_evade_and_not_range_evade() -> None:
    hammer = action("Hammer", 1, 3, radius=1, attributes="MLE")
    game = battle().red("u", hammer, at=(0, 0))
    game.blue("e", at=(1, 0), passives=("Melee Evade 1", "Range Evade 2"))
    assert game.needs("u", "Hammer", "e").total == 4


@pytest.mark.rule("AEGIS.ATTR.LHT", "AEGIS.ATTR.RCH")
def test_a_light_action_that_recharges_rests_like_any_other() -> None:
    flare = action("Flare", distance=6, attributes="LHT RCH")
    game = battle().red("u", flare, GUN, at=(0, 0)).blue("e", GUN, at=(3, 0))
    game.uses("u", "Flare", "e").rolls(1).uses("u", "Gun", "e").rolls(1).ends_turn()
    game.moves("e", (3, 1)).ends_turn().refuses(game.use("u", "Flare", "e"), "AEGIS.ATTR.RCH")
