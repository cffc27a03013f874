"""Passive abilities: each does what it says, and nothing where it should not."""

from __future__ import annotations

import pytest

from gattai.games.aegis.actions import KEEP, Arrive, Cloak
from gattai.games.aegis.figures import longest_move
from gattai.games.aegis.state import RED
from gattai.kernel.window import PASS
from tests.games.aegis.table import GUN, SWORD, WAVE, Battle, action, battle, effect, place


def duel(*passives: str, **fields: object) -> Battle:
    """Red's gun and sword beside blue's unit with these passives."""
    game = battle().red("u", GUN, SWORD, at=(0, 0))
    return game.blue("e", GUN, at=(1, 0), passives=passives, **fields)


@pytest.mark.rule("AEGIS.PASSIVE.GENERAL")
def test_passives_go_on_while_disarmed_and_stunned() -> None:
    game = duel("Evade 1", effects=(effect("DSA"), effect("STN")))
    assert game.needs("u", "Gun", "e").total == 5


@pytest.mark.rule("AEGIS.PASSIVE.BEACON", "AEGIS.AMB.BEACON-SCOPE")
def test_a_beacon_in_reach_must_be_the_target_of_enemies() -> None:
    game = duel("Beacon").blue("f", GUN, at=(0, 1)).red("v", WAVE, at=(-1, 1))
    game.refuses(game.use("u", "Gun", "f"), "AEGIS.PASSIVE.BEACON")
    game.refuses(game.use("u", "Gun", "v"), "AEGIS.PASSIVE.BEACON")
    assert game.may(game.use("u", "Gun", "e"))
    assert game.may(game.use("v", "Wave"))


@pytest.mark.rule("AEGIS.PASSIVE.BEACON")
def test_a_beacon_binds_neither_friends_nor_who_cannot_reach_it() -> None:
    game = duel().blue("b", at=(7, 0), passives=("Beacon",)).red("o", at=(0, 1))
    game.red("own", at=(-1, 0), passives=("Beacon",))
    assert game.may(game.use("u", "Gun", "e"))


@pytest.mark.rule("AEGIS.PASSIVE.CLOAKING", "AEGIS.AMB.CLOAK-MOVE", "AEGIS.AMB.CLOAK-ACT")
def test_cloaking_costs_the_output_moves_free_and_hides() -> None:
    game = battle().red("c", GUN, at=(0, 0), ep=3, passives=("Cloaking 2",)).red("o", at=(0, 6))
    game.blue("e", GUN, WAVE, at=(3, 0))
    game.does(Cloak(game.id("c"), place(2, 0))).ends().pays(17, 20)
    assert game.effects("c") == [("CLOAK", 0)]
    game.refuses(game.use("c", "Gun", "e"), "AEGIS.TURN.ACT-ONCE")
    game.ends_turn().refuses(game.use("e", "Gun", "c"), "AEGIS.PASSIVE.CLOAKING")
    game.uses("e", "Wave").rolls(4).ends(c=5).ends_turn()
    assert game.effects("c") == []


@pytest.mark.rule("AEGIS.PASSIVE.CLOAKING", "AEGIS.PASSIVE.GENERAL", "AEGIS.TURN.ENERGY-NONNEG")
def test_cloaking_is_refused_too_far_too_dear_or_after_an_act_began() -> None:
    game = battle(energy=(2, 0)).red("c", at=(0, 0), ep=3, passives=("Cloaking 2",))
    game.blue("e", at=(5, 0))
    near = Cloak(game.id("c"), place(1, 0))
    game.refuses(near, "AEGIS.TURN.ENERGY-NONNEG")
    game = battle().red("c", at=(0, 0), passives=("Cloaking 2",)).red("w", at=(3, 3))
    game.blue("e", at=(5, 0))
    game.refuses(Cloak(game.id("c"), place(3, 0)), "AEGIS.MOVE.BASIC")
    game.refuses(Cloak(game.id("w"), place(3, 3)), "AEGIS.PASSIVE.GENERAL")
    game.moves("c", (0, 1)).refuses(near, "AEGIS.PASSIVE.CLOAKING")


def dropping(turns: tuple[int, int]) -> Battle:
    game = battle(turns=turns).red("u", GUN, at=(-7, 7)).blue("e", GUN, at=(0, 0))
    game.red("d", at=None, fate="waiting", passives=("Combat Drop 2",))
    return game.moves("u", (-6, 6)).ends_turn()


@pytest.mark.rule("AEGIS.PASSIVE.COMBAT-DROP", "AEGIS.AMB.DROP-DISTANCE")
def test_a_drop_lands_at_the_end_of_its_turn_six_from_every_enemy() -> None:
    game = dropping((2, 1))
    assert Arrive(place(0, 6)) in game.options
    assert Arrive(place(0, 5)) not in game.options
    assert Arrive(place(-6, 6)) not in game.options
    game.answers(Arrive(place(0, 6))).ends()
    assert game.at("d") == (0, 6)


@pytest.mark.rule("AEGIS.PASSIVE.COMBAT-DROP")
def test_a_drop_does_not_come_before_its_turn() -> None:
    assert dropping((1, 1)).ends().unit("d").fate == "waiting"


@pytest.mark.rule("AEGIS.PASSIVE.DOUBLE-ATK", "AEGIS.AMB.DOUBLE-ATK-THREE")
@pytest.mark.parametrize(("passives", "twice"), [(("Double-ATK",), True), ((), False)])
def test_two_different_actions_for_who_has_double_atk(
    passives: tuple[str, ...], twice: bool
) -> None:
    game = battle().red("u", GUN, SWORD, at=(0, 0), passives=passives).blue("e", at=(1, 0))
    game.uses("u", "Gun", "e").rolls(1)
    game.refuses(game.use("u", "Gun", "e"), "AEGIS.TURN.ACT-ORDER")
    assert game.may(game.use("u", "Sword", "e")) == twice


@pytest.mark.rule("AEGIS.PASSIVE.DOUBLE-ATK")
def test_double_atk_is_lost_by_moving() -> None:
    game = battle().red("u", GUN, SWORD, at=(0, 0), passives=("Double-ATK",)).blue("e", at=(1, 0))
    game.moves("u", (0, 1)).uses("u", "Gun", "e").rolls(1)
    rules = ("AEGIS.PASSIVE.DOUBLE-ATK", "AEGIS.TURN.ACT-ORDER")
    game.refuses(game.use("u", "Sword", "e"), *rules)


@pytest.mark.rule("AEGIS.PASSIVE.DOUBLE-MOVE", "AEGIS.AMB.DOUBLE-MOVE-ORDERS")
def test_two_moves_but_never_both_after_the_action() -> None:
    game = battle().red("u", GUN, at=(0, 0), passives=("Double-Move",)).blue("e", at=(3, 0))
    game.moves("u", (0, 1)).uses("u", "Gun", "e").rolls(1).moves("u", (0, 2))
    game.refuses(game.move("u", (0, 3)), "AEGIS.MOVE.SINGLE")
    game = battle().red("u", GUN, at=(0, 0), passives=("Double-Move",)).blue("e", at=(3, 0))
    game.uses("u", "Gun", "e").rolls(1).moves("u", (0, 1))
    game.refuses(game.move("u", (0, 2)), "AEGIS.TURN.ACT-ORDER")


@pytest.mark.rule("AEGIS.PASSIVE.EVADE", "AEGIS.AMB.EVADE-ALLY", "AEGIS.AMB.EVADE-NONTARGET")
def test_evade_counts_for_the_targeted_and_against_friends_too() -> None:
    bomb = action("Bomb", distance=4, radius=1)
    game = duel("Evade 1").blue("n", bomb, at=(2, 0), passives=("Evade 2",))
    assert game.needs("u", "Gun", "e").total == 5
    assert game.needs("n", "Bomb", "e").total == 5
    assert game.needs("n", "Bomb", "e", "n").total == 4


@pytest.mark.rule("AEGIS.PASSIVE.FLIGHT")
@pytest.mark.parametrize("passives", [("Flight",), ()])
def test_only_flyers_pass_over_terrain_and_units_at_the_usual_price(
    passives: tuple[str, ...],
) -> None:
    game = battle(terrain=[(1, 0)]).red("u", at=(0, 0), passives=passives).blue("e", at=(2, 0))
    over = game.move("u", (1, 0), (2, 0), (3, 0))
    assert game.may(over) == bool(passives)
    if passives:
        game.does(over).pays(17, 20)


@pytest.mark.rule("AEGIS.PASSIVE.JET", "AEGIS.AMB.JET-DESTROY")
@pytest.mark.parametrize("moves", [True, False])
def test_a_jet_flies_x_hexes_for_one_energy_and_must_move(moves: bool) -> None:
    game = battle(terrain=[(1, 0)]).red("j", at=(0, 0), move=2, passives=("Jet 3",))
    game.red("u", GUN, at=(0, 5)).blue("e", GUN, at=(0, -5))
    assert longest_move(game.state, game.unit("j")) == 6
    if moves:
        game.moves("j", (1, 0), (2, 0), (3, 0), (4, 0)).pays(18, 20)
    else:
        game.moves("u", (0, 6))
    game.ends_turn()
    assert (game.at("j") is not None) == moves


@pytest.mark.rule("AEGIS.PASSIVE.MELEE-EVADE")
def test_melee_evade_counts_against_melee_alone_and_on_top_of_evade() -> None:
    game = duel("Melee Evade 1", "Evade 1")
    assert game.needs("u", "Sword", "e").total == 6
    assert game.needs("u", "Gun", "e").total == 5


@pytest.mark.rule("AEGIS.PASSIVE.RANGE-EVADE", "AEGIS.AMB.RANGE-EVADE-SCOPE")
def test_range_evade_counts_against_a_distance_value_alone() -> None:
    game = duel("Range Evade 2")
    assert game.needs("u", "Gun", "e").total == 6
    assert game.needs("u", "Sword", "e").total == 4


def rerolling(energy: int = 20) -> Battle:
    three = action("Three", 3, 4, distance=6)
    game = battle(energy=(energy, 0)).blue("e", at=(3, 0), integrity=9)
    game.red("u", three, GUN, at=(0, 0), passives=("Reroll 2", "Double-ATK"))
    return game.uses("u", "Three", "e").rolls(1, 2, 5)


@pytest.mark.rule("AEGIS.PASSIVE.REROLL", "AEGIS.AMB.REROLL-DETAIL")
def test_reroll_is_paid_in_full_takes_up_to_x_dice_and_serves_once_a_turn() -> None:
    game = rerolling()
    assert {sum(n for _, n in each.dice) for each in game.options[:-1]} == {1, 2}
    game.rerolls("Reroll", (1, 1)).rolls(4).ends(e=7).pays(20 - 3 - 2, 0)
    game.uses("u", "Gun", "e").rolls(1).ends(e=7)


@pytest.mark.rule("AEGIS.PASSIVE.REROLL")
def test_the_second_result_stands_even_if_worse_and_nobody_has_to() -> None:
    rerolling().rerolls("Reroll", (5, 1)).rolls(1).ends(e=9)
    game = rerolling().answers(KEEP).ends(e=8).pays(17, 0)
    game.uses("u", "Gun", "e").rolls(1)
    assert not game.position.is_settled


@pytest.mark.rule("AEGIS.PASSIVE.REROLL", "AEGIS.TURN.ENERGY-NONNEG")
def test_reroll_is_not_offered_to_who_cannot_pay_all_of_x() -> None:
    assert rerolling(energy=4).ends(e=8).position.is_settled


@pytest.mark.rule("AEGIS.PASSIVE.RETALIATE", "AEGIS.AMB.RETALIATE-TRIGGER")
def test_retaliate_follows_when_targeted_even_by_a_miss_and_may_be_declined() -> None:
    game = duel("Retaliate").uses("u", "Gun", "e").rolls(1)
    assert PASS in game.options
    game.strikes_back("e", "Gun", "u").rolls(4).ends(u=5).pays(19, 19)
    assert not game.unit("e").acted


@pytest.mark.rule(
    "AEGIS.PASSIVE.RETALIATE", "AEGIS.AMB.RETALIATE-COST", "AEGIS.AMB.RETALIATE-CHAIN"
)
def test_no_retaliation_without_energy_or_for_a_friends_action_or_a_splash() -> None:
    game = duel("Retaliate").set(energy=(20, 0)).uses("u", "Gun", "e").rolls(1).ends()
    bomb = action("Bomb", distance=4, radius=1)
    game = battle(turn=RED).red("u", bomb, at=(0, 0)).red("a", GUN, at=(1, 0))
    game.red("r", GUN, at=(0, 1), passives=("Retaliate",))
    game.blue("e", at=(3, 0)).blue("n", GUN, at=(4, 0), passives=("Retaliate",))
    game.uses("a", "Gun", "r").rolls(4).ends(r=5)
    game.uses("u", "Bomb", "e").rolls(4).ends(n=5)


@pytest.mark.rule("AEGIS.PASSIVE.SIGNAL", "AEGIS.AMB.SIGNAL-SCOPE")
def test_signal_makes_its_neighbours_easier_to_hit_but_not_itself() -> None:
    game = duel().red("s", GUN, at=(2, 0), passives=("Signal",)).blue("f", at=(4, 0))
    game.red("s2", at=(1, 1), passives=("Signal",))
    assert game.needs("u", "Gun", "e").total == 2
    assert game.needs("u", "Gun", "f").total == 4
    assert game.needs("e", "Gun", "s").total == 3
    assert game.needs("e", "Gun", "u").total == 4


@pytest.mark.rule("AEGIS.PASSIVE.VECTOR-EVADE", "AEGIS.AMB.VECTOR-ALL")
@pytest.mark.parametrize(("face", "left"), [(4, 5), (5, 6), (6, 5)])
def test_dice_that_show_x_fail_against_vector_evade(face: int, left: int) -> None:
    duel("Vector Evade 5").uses("u", "Gun", "e").rolls(face).ends(e=left)
