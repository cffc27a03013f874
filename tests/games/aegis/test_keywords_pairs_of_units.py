"""Keywords that meet on one unit or in one combine: passives, Commanders, combine abilities."""

from __future__ import annotations

import pytest

from gattai.games.aegis.actions import Arrive, Cloak, Inherit, Rush, Select, Trigger
from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.figures import max_integrity, output
from gattai.games.aegis.state import BLUE, UnitId
from gattai.kernel.window import PASS
from tests.games.aegis.table import GUN, SWORD, Battle, action, battle, effect, place, robot

CANNON = action("Cannon", distance=6, attributes="HVY")
NEEDLE = action("Needle", distance=6, attributes="LHT")
RETALIATE = ("Retaliate",)


def laid(*abilities: str, actions: tuple[ActionCard, ...] = (GUN,), **fields: object) -> Battle:
    """An A at (0, 0) and a G at (-1, 0) that can become `duo` with these abilities."""
    card = robot(
        "duo", *actions, level=2, classes=("A", "G"), combine_abilities=abilities, **fields
    )
    game = battle().red("a", at=(0, 0)).red("g", at=(-1, 0), classes=("G",)).prepares(card)
    return game.blue("e", GUN, at=(3, 0))


def combined(game: Battle) -> Battle:
    return game.combines("a", "g", "duo")


@pytest.mark.rule("AEGIS.PASSIVE.DOUBLE-ATK", "AEGIS.ATTR.HVY")
def test_double_atk_fires_a_heavy_weapon_second_because_it_has_not_moved() -> None:
    game = battle().red("u", GUN, CANNON, at=(0, 0), passives=("Double-ATK",)).blue("e", at=(3, 0))
    game.uses("u", "Gun", "e").rolls(4).uses("u", "Cannon", "e").rolls(4).ends(e=4)


@pytest.mark.rule("AEGIS.PASSIVE.DOUBLE-ATK", "AEGIS.ATTR.LHT")
def test_double_atk_leaves_light_actions_uncounted() -> None:
    game = battle().red("u", GUN, CANNON, NEEDLE, at=(0, 0), passives=("Double-ATK",))
    game.blue("e", at=(3, 0))
    for name in ("Gun", "Needle", "Cannon"):
        game.uses("u", name, "e").rolls(4)
    game.ends(e=3)


@pytest.mark.rule("AEGIS.PASSIVE.DOUBLE-ATK", "AEGIS.COMBINE.BASIC")
def test_a_combine_cannot_be_the_second_of_two_actions() -> None:
    duo = robot("duo", level=2, classes=("A", "G"))
    game = battle().red("a", GUN, at=(0, 0), passives=("Double-ATK",)).prepares(duo)
    game.red("g", at=(1, 0), classes=("G",)).blue("e", at=(3, 0)).uses("a", "Gun", "e").rolls(1)
    game.refuses(game.combine("a", "g", "duo"), "AEGIS.COMBINE.BASIC")


@pytest.mark.rule("AEGIS.PASSIVE.DOUBLE-MOVE", "AEGIS.ATTR.HVY")
def test_double_move_lets_a_heavy_weapon_fire_first_and_move_then() -> None:
    game = battle().red("u", CANNON, at=(0, 0), passives=("Double-Move",)).blue("e", at=(3, 0))
    game.uses("u", "Cannon", "e").rolls(4).moves("u", (0, 1)).ends(e=5)


@pytest.mark.rule("AEGIS.PASSIVE.DOUBLE-MOVE", "AEGIS.ATTR.STN", "AEGIS.PASSIVE.RETALIATE")
def test_stunned_by_a_retaliation_between_two_moves_it_loses_the_second() -> None:
    snare = action("Snare", distance=6, attributes="STN")
    game = battle().red("u", GUN, at=(0, 0), passives=("Double-Move",))
    game.blue("r", snare, at=(3, 0), passives=RETALIATE).moves("u", (0, 1))
    game.uses("u", "Gun", "r").rolls(1).strikes_back("r", "Snare", "u").rolls(4)
    game.refuses(game.move("u", (0, 2)), "AEGIS.ATTR.STN")


@pytest.mark.rule("AEGIS.PASSIVE.DOUBLE-MOVE", "AEGIS.PASSIVE.DOUBLE-ATK")
def test_who_moved_after_the_first_of_two_actions_has_no_second() -> None:
    both = ("Double-Move", "Double-ATK")
    game = battle().red("u", GUN, SWORD, at=(0, 0), passives=both).blue("e", at=(1, 0))
    game.uses("u", "Gun", "e").rolls(1).moves("u", (0, 1))
    rules = ("AEGIS.PASSIVE.DOUBLE-ATK", "AEGIS.TURN.ACT-ORDER")
    game.refuses(game.use("u", "Sword", "e"), *rules)


@pytest.mark.rule("AEGIS.ATTR.DSA", "AEGIS.COMBINE.REPLACE")
def test_combining_as_the_partner_rids_a_unit_of_disarm() -> None:
    duo = robot("duo", GUN, level=2, classes=("A", "G"), combine_abilities=("Ignition",))
    game = battle().red("a", at=(0, 0), effects=(effect("DSA"),)).prepares(duo)
    game.red("g", at=(1, 0), classes=("G",)).blue("e", at=(3, 0))
    game.refuses(game.combine("a", "g", "duo"), "AEGIS.ATTR.DSA")
    game.combines("g", "a", "duo").answers(Trigger("Ignition"))
    game.uses("duo", "Gun", "e").rolls(4).ends(e=5)


@pytest.mark.rule("AEGIS.COMMANDER.MAGNIFICENCE", "AEGIS.COMBINE.REPLACE")
def test_components_are_no_losses_and_a_higher_form_enters_with_the_count() -> None:
    game = laid(commander_ability="Magnificence", integrity=9, ep=4).set(destroyed=(2, 0))
    game = combined(game).ends(duo=11)
    assert game.state.destroyed == (2, 0)
    assert output(game.state, game.unit("duo")) == 6


@pytest.mark.rule("AEGIS.COMMANDER.MAGNIFICENCE", "AEGIS.EFFECT.REPAIR")
def test_repair_fills_up_to_the_grown_maximum() -> None:
    fix = action("Fix", 1, 2, power=9, type="repair", distance=3)
    game = battle(destroyed=(2, 0)).red("u", fix, at=(0, 0)).blue("e", at=(5, 0))
    game.red("m", at=(1, 0), damage=5, commander_ability="Magnificence")
    game.uses("u", "Fix", "m").rolls(2).ends(m=8)
    assert max_integrity(game.state, game.unit("m")) == 8


@pytest.mark.rule("AEGIS.COMMANDER.MAGNIFICENCE", "AEGIS.EFFECT.PUSHED-OFF")
def test_a_friend_pushed_off_in_the_same_action_does_not_save_the_commander() -> None:
    blast = action("Blast", 1, 4, power=2, radius=2, attributes="FRC")
    game = battle().red("u", blast, at=(6, 0)).blue("k", GUN, at=(0, -5)).blue("d", at=(7, 0))
    game.blue("m", at=(5, 1), integrity=2, commander_ability="Magnificence")
    game.uses("u", "Blast").rolls(4).ends(d=0, m=0)
    assert game.state.destroyed == (0, 2)


@pytest.mark.rule(
    "AEGIS.COMMANDER.MAGNIFICENCE", "AEGIS.COMBINE-ABILITY.REFUEL", "AEGIS.COMBINE-ABILITY.GENERAL"
)
def test_refuel_adds_what_magnificence_gave() -> None:
    game = laid("Refuel", commander_ability="Magnificence", ep=4).set(destroyed=(2, 0))
    combined(game).ends().pays(20 - 10 + 6, 20)


@pytest.mark.rule("AEGIS.COMMANDER.MAGNIFICENCE", "AEGIS.COMBINE-ABILITY.DETONATE")
def test_a_friend_lost_to_detonate_does_not_save_the_commander_beside_it() -> None:
    game = laid("Detonate 2").red("m", at=(1, 0), integrity=2, commander_ability="Magnificence")
    combined(game.red("d", at=(0, 1), integrity=1)).ends(m=0, d=0)


def jet(*passives: str, **fields: object) -> Battle:
    game = battle().red("j", GUN, at=(0, 0), passives=("Jet 2", *passives), **fields)
    return game.red("u", GUN, at=(0, 5)).blue("e", GUN, at=(0, -5))


@pytest.mark.rule("AEGIS.PASSIVE.JET", "AEGIS.ATTR.STN")
def test_a_stunned_jet_falls() -> None:
    game = jet(effects=(effect("STN"),))
    game.refuses(game.move("j", (1, 0)), "AEGIS.ATTR.STN")
    assert game.moves("u", (0, 6)).ends_turn().at("j") is None


@pytest.mark.rule("AEGIS.PASSIVE.JET", "AEGIS.COMBINE-ABILITY.CAPTURE")
def test_a_captured_jet_falls() -> None:
    assert jet(effects=(effect("CAPTURE"),)).moves("u", (0, 6)).ends_turn().at("j") is None


@pytest.mark.rule("AEGIS.PASSIVE.JET", "AEGIS.EFFECT.PUSH")
def test_a_push_does_not_save_a_jet() -> None:
    shove = action("Shove", 1, 2, type="push", distance=3)
    game = jet().red("p", shove, at=(-1, 0)).uses("p", "Shove", "j").rolls(2)
    assert game.at("j") == (1, 0)
    assert game.ends_turn().at("j") is None


@pytest.mark.rule("AEGIS.PASSIVE.JET", "AEGIS.PASSIVE.CLOAKING")
@pytest.mark.parametrize(("to", "saved"), [((1, 0), True), ((0, 0), False)])
def test_cloaking_saves_a_jet_only_if_it_moves(to: tuple[int, int], saved: bool) -> None:
    game = jet("Cloaking 2")
    game.does(Cloak(game.id("j"), place(*to))).ends_turn()
    assert (game.at("j") is not None) == saved


@pytest.mark.rule("AEGIS.PASSIVE.JET", "AEGIS.MOD.COM")
def test_a_jet_whose_movement_is_gone_cannot_move_and_falls() -> None:
    game = jet(effects=(effect("COM", -9),))
    game.refuses(game.move("j", (1, 0)), "AEGIS.MOVE.BASIC")
    assert game.moves("u", (0, 6)).ends_turn().at("j") is None


@pytest.mark.rule("AEGIS.PASSIVE.JET", "AEGIS.COMBINE-ABILITY.BLITZ")
def test_blitz_is_not_lengthened_by_jet_but_flies() -> None:
    game = laid("Blitz", move=2, passives=("Jet 3",)).blue("w", at=(1, 0))
    combined(game).answers(Trigger("Blitz"))
    assert Rush(place(2, 0)) in game.options
    assert Rush(place(0, 3)) not in game.options


@pytest.mark.rule("AEGIS.PASSIVE.JET", "AEGIS.PASSIVE.COMBAT-DROP")
def test_a_jet_that_dropped_is_spared_in_that_turn_and_must_move_in_the_next() -> None:
    game = battle(turns=(1, 1)).red("u", GUN, at=(0, 6)).blue("e", GUN, at=(0, -6))
    game.red("j", at=None, fate="waiting", passives=("Jet 2", "Combat Drop 1"))
    game.moves("u", (1, 6)).ends_turn().answers(Arrive(place(0, 6))).ends()
    game.moves("e", (1, -6)).ends_turn().moves("u", (1, 5)).ends_turn()
    assert game.at("j") is None


@pytest.mark.rule("AEGIS.COMMANDER.STELLAR-LIMITER", "AEGIS.MOD.CMB")
def test_stellar_limiter_does_not_charge_a_free_combine_action() -> None:
    salvo = action("Salvo", distance=4, attributes="CMB")
    game = laid(actions=(salvo,), commander_ability="Stellar Limiter").red("o", at=(0, 5))
    combined(game).answers(Trigger("Salvo")).answers(game.use("duo", "Salvo", "e"))
    game.ends(e=5).pays(10, 20)


@pytest.mark.rule(
    "AEGIS.COMMANDER.STELLAR-LIMITER", "AEGIS.PASSIVE.RETALIATE", "AEGIS.TURN.ENERGY-NONNEG"
)
def test_stellar_limiter_charges_a_retaliation() -> None:
    game = battle(energy=(20, 5)).red("u", GUN, at=(0, 0)).blue("o", at=(6, 0), ep=4)
    game.blue("s", GUN, at=(3, 0), passives=RETALIATE, commander_ability="Stellar Limiter")
    game.uses("u", "Gun", "s").rolls(1).strikes_back("s", "Gun", "u").rolls(4).ends(u=5)
    game.pays(19, 0)


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.LASER-PRISM", "AEGIS.INHERIT.BASIC")
def test_laser_prism_does_not_overwrite_a_slot_that_was_inherited_into() -> None:
    old = action("Old", distance=2, inherit=True)
    slot = action("Slot", distance=2, inherit=True)
    card = robot("duo", slot, level=2, classes=("A", "G"), combine_abilities=("Laser Prism",))
    game = battle().red("a", old, at=(0, 0)).red("g", at=(-1, 0), classes=("G",)).prepares(card)
    game.red("l", action("Laser", attributes="LSR"), at=(0, 5)).blue("e", at=(3, 0))
    game.combines("a", "g", "duo").answers(Inherit(0, game.id("a"), "Old"))
    game.answers(Trigger("Laser Prism")).ends()
    assert game.unit("duo").actions == (old,)


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.IGNITION", "AEGIS.COMBINE.LEVEL3")
def test_ignition_may_combine_again_and_the_newest_unit_has_acted() -> None:
    trio = robot("trio", GUN, level=3, classes=("A", "G", "S"))
    game = laid("Ignition").red("s", at=(0, 1), classes=("S",))
    duo = game.state.pools[0][0]
    combined(game.prepares(duo, trio)).answers(Trigger("Ignition"))
    game.combines("duo", "s", "trio").ends().pays(0, 20)
    game.refuses(game.move("trio", (1, 0)), "AEGIS.TURN.ACT-ONCE")


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.IGNITION", "AEGIS.COMBINE-ABILITY.BLITZ", "AEGIS.ATTR.HVY")
def test_after_a_blitz_no_heavy_weapon_fires_in_the_ignition_but_a_move_is_still_there() -> None:
    game = combined(laid("Ignition", "Blitz", actions=(CANNON,))).answers(Trigger("Blitz"))
    game.answers(Rush(place(0, 1))).answers(Trigger("Ignition"))
    game.refuses(game.use("duo", "Cannon", "e"), "AEGIS.ATTR.HVY")
    game.moves("duo", (0, 2)).pays(9, 20)


@pytest.mark.rule("AEGIS.MOD.CMB", "AEGIS.COMBINE-ABILITY.BLITZ", "AEGIS.ATTR.HVY")
def test_a_heavy_combine_action_goes_before_the_blitz_or_not_at_all() -> None:
    salvo = action("Salvo", distance=6, attributes="CMB HVY")
    game = combined(laid("Blitz", actions=(salvo,)))
    game.fork().answers(Trigger("Salvo")).answers(game.use("duo", "Salvo", "e")).leaves(e=5)
    game.answers(Trigger("Blitz")).answers(Rush(place(0, 1))).answers(Trigger("Salvo")).ends(e=6)


@pytest.mark.rule(
    "AEGIS.MOD.CMB",
    "AEGIS.ATTR.RCH",
    "AEGIS.COMBINE-ABILITY.IGNITION",
    "AEGIS.ACTION.COST",
    "AEGIS.ACTION.STEPS",
)
def test_a_combine_action_that_recharges_is_used_by_its_free_use() -> None:
    salvo = action("Salvo", distance=6, attributes="CMB RCH")
    game = combined(laid("Ignition", actions=(salvo,))).answers(Trigger("Salvo"))
    game.answers(game.use("duo", "Salvo", "e")).answers(Trigger("Ignition"))
    game.refuses(game.use("duo", "Salvo", "e"), "AEGIS.ATTR.RCH")


@pytest.mark.rule("AEGIS.MOD.CMB", "AEGIS.INHERIT.BASIC")
def test_an_inherited_combine_action_may_be_used_at_once() -> None:
    salvo = action("Salvo", 2, 6, distance=6, attributes="CMB", inherit=True)
    slot = action("Slot", distance=2, inherit=True)
    game = battle().red("a", salvo, at=(0, 0)).red("g", at=(-1, 0), classes=("G",))
    game.prepares(robot("duo", slot, level=2, classes=("A", "G"))).blue("e", at=(3, 0))
    game.combines("a", "g", "duo").answers(Inherit(0, game.id("a"), "Salvo"))
    game.answers(Trigger("Salvo")).answers(game.use("duo", "Salvo", "e")).ends(e=4)


@pytest.mark.rule("AEGIS.MOD.CMB", "AEGIS.PASSIVE.RETALIATE")
def test_a_combine_action_is_answered_and_may_cost_the_new_unit_its_triggers() -> None:
    salvo = action("Salvo", distance=6, attributes="CMB")
    game = laid("Ignition", actions=(salvo,), integrity=1).red("o", GUN, at=(0, 5))
    game.blue("r", GUN, at=(2, 0), passives=(*RETALIATE, "Beacon"))
    combined(game).answers(Trigger("Salvo")).answers(game.use("duo", "Salvo", "r"))
    game.strikes_back("r", "Gun", "duo").rolls(4).ends(duo=0, r=5)


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.CAPTURE", "AEGIS.COMBINE-ABILITY.VANISH")
def test_the_vanished_cannot_be_captured() -> None:
    game = combined(laid("Capture").blue("v", at=(5, 0), effects=(effect("VANISH"),)))
    assert game.options == (Select(game.id("e")),)


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.CAPTURE", "AEGIS.PASSIVE.BEACON")
def test_capture_is_not_bound_by_a_beacon() -> None:
    game = combined(laid("Capture").blue("b", at=(2, 0), passives=("Beacon",)))
    assert Select(game.id("e")) in game.options


@pytest.mark.rule("AEGIS.COMMANDER.FIRST-PILOT", "AEGIS.COMBINE-ABILITY.IGNITION")
def test_a_unit_made_by_combining_is_not_the_first_to_act() -> None:
    game = laid("Ignition").red("c", at=(0, 5), commander="c", commander_ability="First Pilot")
    combined(game).answers(Trigger("Ignition")).moves("duo", (0, 1))
    game.uses("duo", "Gun", "e").rolls(1).ends()


@pytest.mark.rule("AEGIS.COMMANDER.STEADY-FIRE", "AEGIS.COMBINE-ABILITY.BLITZ")
@pytest.mark.parametrize("rushes", [True, False])
def test_steady_fire_is_lost_by_a_blitz(rushes: bool) -> None:
    game = laid("Blitz", "Ignition").red("c", at=(0, 5), commander_ability="Steady Fire")
    combined(game).answers(Trigger("Blitz")).answers(Rush(place(0, 1)) if rushes else PASS)
    game.answers(Trigger("Ignition")).uses("duo", "Gun", "e").rolls(1)
    assert game.position.is_settled == rushes


@pytest.mark.rule("AEGIS.COMMANDER.STEADY-FIRE", "AEGIS.PASSIVE.RETALIATE")
def test_steady_fire_serves_a_retaliation_of_who_moved_in_its_own_turn() -> None:
    game = battle(turn=BLUE, turns=(2, 2)).red("u", GUN, at=(0, 0))
    game.blue("r", GUN, at=(3, 0), passives=RETALIATE).blue(
        "c", at=(6, 0), commander_ability="Steady Fire"
    )
    game.moves("r", (3, 1)).ends_turn().uses("u", "Gun", "r").rolls(1)
    game.strikes_back("r", "Gun", "u").rolls(1).rerolls("Steady Fire", (1, 1)).rolls(4).ends(u=5)


@pytest.mark.rule("AEGIS.COMMANDER.ARREST-MANDATE", "AEGIS.PASSIVE.RETALIATE")
def test_a_retaliation_at_the_marked_unit_may_be_rolled_again() -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("r", GUN, at=(3, 0), passives=RETALIATE)
    game.set(marks=((BLUE, UnitId(0)),)).uses("u", "Gun", "r").rolls(1)
    game.strikes_back("r", "Gun", "u").rolls(1).rerolls("Arrest Mandate", (1, 1)).rolls(4)
    game.ends(u=5).pays(19, 18)


@pytest.mark.rule("AEGIS.PASSIVE.REROLL", "AEGIS.COMMANDER.STEADY-FIRE", "AEGIS.AMB.REROLL-STACK")
def test_two_sources_of_reroll_may_roll_the_same_die_twice() -> None:
    game = battle().red("u", GUN, at=(0, 0), passives=("Reroll 1",)).blue("e", at=(3, 0))
    game.red("c", at=(0, 5), commander_ability="Steady Fire").uses("u", "Gun", "e").rolls(1)
    game.rerolls("Reroll", (1, 1)).rolls(2).rerolls("Steady Fire", (1, 1)).rolls(4).ends(e=5)
    game.pays(17, 20)


@pytest.mark.rule("AEGIS.PASSIVE.REROLL", "AEGIS.PASSIVE.RETALIATE")
def test_reroll_serves_once_in_each_turn_of_either_player() -> None:
    both = ("Reroll 1", "Retaliate")
    game = battle(turn=BLUE, turns=(2, 2)).red("u", GUN, at=(0, 0))
    game.blue("r", GUN, at=(3, 0), passives=both).uses("r", "Gun", "u").rolls(1)
    game.rerolls("Reroll", (1, 1)).rolls(1).ends_turn().uses("u", "Gun", "r").rolls(1)
    game.strikes_back("r", "Gun", "u").rolls(1).rerolls("Reroll", (1, 1)).rolls(4).ends(u=5)


@pytest.mark.rule("AEGIS.PASSIVE.CLOAKING", "AEGIS.ATTR.STN")
def test_the_stunned_cloak_where_they_stand() -> None:
    game = battle().red("c", at=(0, 0), passives=("Cloaking 2",), effects=(effect("STN"),))
    game.blue("e", at=(5, 0))
    game.refuses(Cloak(game.id("c"), place(1, 0)), "AEGIS.PASSIVE.CLOAKING")
    game.does(Cloak(game.id("c"), place(0, 0))).ends()


@pytest.mark.rule("AEGIS.PASSIVE.CLOAKING", "AEGIS.ATTR.DSA")
def test_the_disarmed_may_cloak() -> None:
    game = battle().red("c", at=(0, 0), passives=("Cloaking 2",), effects=(effect("DSA"),))
    game.blue("e", at=(5, 0)).does(Cloak(game.id("c"), place(2, 0))).ends()


@pytest.mark.rule("AEGIS.PASSIVE.CLOAKING", "AEGIS.ATTR.LHT")
def test_cloaking_does_not_follow_a_light_action() -> None:
    game = battle().red("c", NEEDLE, at=(0, 0), passives=("Cloaking 2",)).blue("e", at=(3, 0))
    game.uses("c", "Needle", "e").rolls(1)
    game.refuses(Cloak(game.id("c"), place(0, 0)), "AEGIS.PASSIVE.CLOAKING")


@pytest.mark.rule("AEGIS.EFFECT.DRAIN", "AEGIS.COMBINE.COST", "AEGIS.COMBINE-ABILITY.REFUEL")
def test_drained_components_combine_for_less_and_refuel_gives_the_full_new_output() -> None:
    card = robot("duo", level=2, classes=("A", "G"), ep=6, combine_abilities=("Refuel",))
    game = battle(energy=(3, 0)).red("a", at=(0, 0), output_change=-4).prepares(card)
    game.red("g", at=(1, 0), classes=("G",), output_change=-3).blue("e", at=(5, 0))
    game.combines("a", "g", "duo").ends().pays(6, 0)
