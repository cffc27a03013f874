"""Combine abilities: what happens when a unit comes into play by combining."""

from __future__ import annotations

import pytest

from gattai.games.aegis.actions import DONE, Rush, Select, TakeOver, Trigger
from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.state import BLUE, RED
from gattai.kernel.window import PASS
from tests.games.aegis.table import GUN, WAVE, Battle, action, battle, effect, place, robot


def laid(*abilities: str, actions: tuple[ActionCard, ...] = (GUN,), **fields: object) -> Battle:
    """An A at (0, 0) and a G at (-1, 0) that can become `duo` with these abilities."""
    card = robot(
        "duo", *actions, level=2, classes=("A", "G"), combine_abilities=abilities, **fields
    )
    game = battle().red("a", at=(0, 0)).red("g", at=(-1, 0), classes=("G",)).prepares(card)
    return game.blue("e", GUN, at=(2, 0))


def combined(game: Battle) -> Battle:
    return game.combines("a", "g", "duo")


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.BLITZ", "AEGIS.AMB.BLITZ-LINE")
def test_blitz_is_a_free_straight_move_that_counts_as_moving() -> None:
    game = combined(laid("Blitz", move=3)).answers(Trigger("Blitz"))
    assert Rush(place(0, 3)) in game.options
    assert Rush(place(0, 4)) not in game.options
    assert Rush(place(1, 1)) not in game.options
    game.answers(Rush(place(0, 3))).ends().pays(10, 20)
    assert (game.at("duo"), game.unit("duo").moved) == ((0, 3), True)


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.BLITZ")
@pytest.mark.parametrize(("passives", "beyond"), [(("Flight",), True), ((), False)])
def test_blitz_is_stopped_by_obstacles_unless_it_flies(
    passives: tuple[str, ...], beyond: bool
) -> None:
    game = combined(laid("Blitz", passives=passives)).answers(Trigger("Blitz"))
    assert Rush(place(1, 0)) in game.options
    assert Rush(place(2, 0)) not in game.options
    assert (Rush(place(3, 0)) in game.options) == beyond
    game.answers(PASS).ends()


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.CAPTURE", "AEGIS.AMB.CAPTURE-RANGE")
def test_capture_holds_any_other_unit_that_can_be_targeted() -> None:
    game = laid("Capture").blue("far", at=(7, -7)).red("own", GUN, at=(0, 5))
    game.blue("hidden", at=(5, 0), effects=(effect("CLOAK"),))
    combined(game)
    chosen = [game.state.units[each.unit].name for each in game.options]
    assert chosen == ["e", "far", "own"]
    game.answers(Select(game.id("e"))).ends().ends_turn()
    game.refuses(game.move("e", (3, 0)), "AEGIS.COMBINE-ABILITY.CAPTURE")
    assert game.may(game.use("e", "Gun", "duo"))


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.CAPTURE", "AEGIS.AMB.FIRST-TURN-BAN")
def test_capture_passes_enemies_over_before_their_first_turn() -> None:
    game = combined(laid("Capture").set(turns=(1, 0)).red("own", at=(0, 5)))
    assert game.options == (Select(game.id("own")), PASS)
    combined(laid("Capture").set(turns=(1, 0))).ends()


@pytest.mark.rule(
    "AEGIS.COMBINE-ABILITY.DETONATE", "AEGIS.AMB.DETONATE-ALLIES", "AEGIS.COMBINE-ABILITY.GENERAL"
)
def test_detonate_deals_the_level_to_all_others_near_whatever_their_defense() -> None:
    game = laid("Detonate 2").red("own", at=(0, 2)).blue("far", at=(3, 0))
    game.blue("d", at=(0, -2), effects=(effect("DEF", 9),))
    combined(game).ends(e=4, own=4, d=4, far=6, duo=6)


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.DETONATE", "AEGIS.AMB.FIRST-TURN-BAN")
def test_detonate_spares_the_vanished_and_enemies_before_their_first_turn() -> None:
    combined(laid("Detonate 2").blue("v", at=(1, 0), effects=(effect("VANISH"),))).ends(v=6, e=4)
    combined(laid("Detonate 2").set(turns=(1, 0)).red("own", at=(0, 2))).ends(e=6, own=4)


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.IGNITION", "AEGIS.AMB.IGNITION-SCOPE")
def test_ignition_grants_one_whole_act_at_once() -> None:
    game = combined(laid("Ignition").red("o", GUN, at=(0, 5))).answers(Trigger("Ignition")).ends()
    game.moves("duo", (0, 1)).uses("duo", "Gun", "e").rolls(4).ends(e=5).pays(8, 20)
    game.refuses(game.move("duo", (0, 2)), "AEGIS.MOVE.SINGLE")


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.IGNITION")
def test_ignition_is_gone_when_it_is_declined_or_another_unit_acts() -> None:
    game = combined(laid("Ignition")).answers(DONE).ends()
    game.refuses(game.move("duo", (0, 1)), "AEGIS.TURN.ACT-ONCE")
    game = combined(laid("Ignition").red("o", at=(0, 5))).answers(Trigger("Ignition"))
    game.moves("o", (0, 6)).refuses(game.move("duo", (0, 1)), "AEGIS.TURN.ACT-ONCE")


@pytest.mark.rule(
    "AEGIS.COMBINE-ABILITY.ARREST-MANDATE-II", "AEGIS.AMB.ABILITY-CATEGORY", "AEGIS.ACTION.STEPS"
)
def test_arrest_mandate_ii_marks_an_enemy_on_entry() -> None:
    game = combined(laid("Arrest Mandate II").red("o", GUN, at=(0, 2)).blue("f", at=(5, 0)))
    assert game.options == (Select(game.id("e")), Select(game.id("f")))
    game.answers(Select(game.id("e"))).ends()
    assert game.state.marks == ((RED, game.id("e")),)
    game.uses("o", "Gun", "e").rolls(1).rerolls("Arrest Mandate", (1, 1)).rolls(4).ends(e=5)


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.ARREST-MANDATE-II", "AEGIS.AMB.FIRST-TURN-BAN")
def test_arrest_mandate_ii_waits_for_the_owners_next_turn_while_the_ban_holds() -> None:
    game = combined(laid("Arrest Mandate II").set(turns=(1, 0))).ends()
    assert not game.state.marks
    game.ends_turn().moves("e", (2, 1)).ends_turn()
    game.refuses(game.move("duo", (0, 1)), "AEGIS.COMMANDER.ARREST-MANDATE")
    game.does(Select(game.id("e"))).moves("duo", (0, 1))
    assert game.state.marks == ((RED, game.id("e")),)


LASER = action("Laser", attributes="LSR")
SLOT = action("Slot", distance=2, inherit=True)


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.LASER-PRISM", "AEGIS.AMB.PRISM-SLOT")
def test_laser_prism_copies_an_allys_printed_laser_into_a_tagged_slot() -> None:
    game = laid("Laser Prism", actions=(GUN, SLOT)).red("l", LASER, GUN, at=(0, 5))
    combined(game.blue("foe", LASER, at=(0, -5))).answers(Trigger("Laser Prism"))
    assert game.options == (TakeOver(1, game.id("l"), "Laser"), PASS)
    game.answers(game.options[0]).ends()
    assert [each.name for each in game.unit("duo").actions] == ["Gun", "Laser"]
    assert game.unit("l").actions == (LASER, GUN)


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.LASER-PRISM")
def test_laser_prism_does_nothing_without_a_slot_or_a_laser() -> None:
    combined(laid("Laser Prism").red("l", LASER, at=(0, 5))).answers(DONE).ends()
    game = laid("Laser Prism", actions=(SLOT,)).red("l", GUN, at=(0, 5))
    combined(game).answers(Trigger("Laser Prism")).ends()


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.VANISH", "AEGIS.AMB.VANISH-SCOPE")
def test_the_vanished_are_no_target_and_take_no_damage_for_a_full_turn() -> None:
    game = combined(laid("Vanish").blue("w", WAVE, at=(1, 0))).ends().ends_turn()
    game.refuses(game.use("e", "Gun", "duo"), "AEGIS.COMBINE-ABILITY.VANISH")
    game.uses("w", "Wave").rolls(4).ends(duo=6, e=5).ends_turn()
    assert game.effects("duo") == []


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.VANISH")
def test_other_effects_of_areas_reach_the_vanished() -> None:
    snare = action("Snare", 1, 4, radius=2, attributes="STN")
    game = combined(laid("Vanish").blue("w", snare, at=(1, 0))).ends().ends_turn()
    game.uses("w", "Snare").rolls(4).ends(duo=6)
    assert game.effects("duo") == [("VANISH", 0), ("STN", 0)]


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.REFUEL", "AEGIS.AMB.REFUEL-AMOUNT")
def test_refuel_adds_the_new_output_to_the_pool_at_once() -> None:
    combined(laid("Refuel", ep=7)).ends().pays(20 - 10 + 7, 20)
    combined(laid(ep=7)).ends().pays(10, 20)


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.GENERAL")
def test_combine_abilities_of_units_that_did_not_combine_now_are_silent() -> None:
    game = battle().red("b", GUN, at=(0, 0), combine_abilities=("Blitz", "Detonate 9", "Refuel"))
    game.blue("e", GUN, at=(2, 0)).moves("b", (0, 1)).ends(e=6).pays(19, 20).ends_turn()
    assert game.state.turn == BLUE
