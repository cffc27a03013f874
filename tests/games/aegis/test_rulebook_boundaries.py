"""Boundaries of rules: the last case that is refused, and the first that is allowed."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.aegis.actions import (
    END_TURN,
    Cloak,
    Combine,
    Hold,
    Move,
    PlaceUnit,
    Rush,
    Select,
    Trigger,
    Use,
)
from gattai.games.aegis.attack.aiming import area, targets_somebody
from gattai.games.aegis.attack.effects import damage
from gattai.games.aegis.attack.roll import Hit
from gattai.games.aegis.cards import FieldCard
from gattai.games.aegis.checks import check_card
from gattai.games.aegis.events.attack import ActionUsed
from gattai.games.aegis.figures import allies, movement, where_to
from gattai.games.aegis.keywords.passives import DoubleAttack
from gattai.games.aegis.state import BLUE, RED, State, UnitId
from gattai.games.aegis.victory import can_harm
from gattai.tabletop.hexes import axial, hex_at, within
from tests.games.aegis.table import GUN, RULES, SWORD, WAVE, action, battle, effect, place, robot


def told(state: Any, value: object) -> list[tuple[str, str]]:
    """Every reason against something, with its rule."""
    return [(each.rule, each.reason) for each in RULES.refusals(state, value)]


@pytest.mark.rule("AEGIS.COMMANDER.ARREST-MANDATE")
def test_while_a_unit_has_to_be_selected_nothing_else_can_be_done() -> None:
    game = battle(owed=(RED,)).red("u", GUN, at=(0, 0)).blue("e", at=(3, 0)).blue("gone", at=None)
    rule = "AEGIS.COMMANDER.ARREST-MANDATE"
    assert told(game.state, game.move("u", (1, 0))) == [(rule, "a unit has to be selected first")]
    assert told(game.state, Select(game.id("e"))) == []
    for other in ("u", "gone"):
        reason = f"{other} is no enemy unit on the battlefield"
        assert told(game.state, Select(game.id(other))) == [(rule, reason)]
    game.does(Select(game.id("e")))
    assert game.state.marks == ((RED, game.id("e")),)
    reason = "no unit has to be selected now"
    assert told(game.state, Select(game.id("e"))) == [(rule, reason)]


@pytest.mark.rule("AEGIS.SETUP.PLACEMENT")
def test_units_are_placed_before_the_battle_once_each_and_by_their_own_side() -> None:
    rule = "AEGIS.SETUP.PLACEMENT"
    game = battle().red("u", at=None).red("v", at=(0, 6)).red("held", at=None, fate="waiting")
    game.blue("e", at=None)
    free = place(1, 6)
    reason = "this is not the time to place units"
    assert told(game.state, PlaceUnit(UnitId(0), free)) == [(rule, reason)]
    assert told(game.state, Hold(UnitId(0))) == [(rule, reason)]
    game.set(phase="marking", owed=(RED,))
    assert told(game.state, PlaceUnit(UnitId(0), free)) == [(rule, reason)]
    game.set(phase="placing", owed=())
    assert told(game.state, PlaceUnit(UnitId(0), free)) == []
    assert told(game.state, PlaceUnit(UnitId(1), free)) == [(rule, "v is placed already")]
    assert told(game.state, PlaceUnit(UnitId(2), free)) == [(rule, "held is placed already")]
    assert told(game.state, PlaceUnit(UnitId(3), free)) == [(rule, "the other side places e")]


@pytest.mark.rule("AEGIS.TERM.UNIT")
def test_only_a_unit_on_the_battlefield_acts() -> None:
    game = battle().red("u", GUN, at=(0, 0)).red("gone", GUN, at=None).blue("e", at=(3, 0))
    rule = "AEGIS.TERM.UNIT"
    nobody, gone = UnitId(9), game.id("gone")
    for value in (Use(nobody, "Gun", game.id("e")), Move(nobody, place(1, 0))):
        assert told(game.state, value) == [(rule, "there is no such unit")]
    assert told(game.state, Use(gone, "Gun", game.id("e"))) == [
        (rule, "gone is not on the battlefield")
    ]
    assert told(game.state, game.use("u", "Gun", "e")) == []


@pytest.mark.rule("AEGIS.TERM.ACTION-FIELDS", "AEGIS.PASSIVE.GENERAL")
def test_a_unit_has_the_actions_and_abilities_of_its_card_and_no_others() -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("e", at=(3, 0))
    assert told(game.state, game.use("u", "Sword", "e")) == [
        ("AEGIS.TERM.ACTION-FIELDS", "u has no Action Sword")
    ]
    assert told(game.state, Cloak(game.id("u"), place(1, 0))) == [
        ("AEGIS.PASSIVE.GENERAL", "u has no such ability")
    ]


@pytest.mark.rule("AEGIS.TURN.ACT-ORDER", "AEGIS.MOVE.SINGLE")
def test_a_unit_moves_once_then_acts_once_and_a_stunned_one_does_not_move() -> None:
    game = (
        battle().red("u", GUN, SWORD, at=(0, 0)).red("s", GUN, at=(0, 3), effects=(effect("STN"),))
    )
    game.red("x", GUN, at=(-3, 3), effects=(effect("XPO"),)).blue("e", at=(3, 0))
    assert told(game.state, game.move("s", (1, 3))) == [
        ("AEGIS.ATTR.STN", "s is stunned and cannot move")
    ]
    assert told(game.state, game.move("x", (-3, 4))) == []
    far = game.refuses(game.move("u", (-5, 0)), "AEGIS.MOVE.BASIC")
    assert far[0].figures == (("hexes away", 5), ("steps", 4))
    game.moves("u", (1, 0))
    assert told(game.state, game.move("u", (1, 1))) == [("AEGIS.MOVE.SINGLE", "u has moved")]
    game.uses("u", "Gun", "e").rolls(1).ends()
    used = [("AEGIS.TURN.ACT-ORDER", "u has used Gun in this act")]
    assert told(game.state, game.use("u", "Gun", "e")) == used
    later = battle().red("u", GUN, at=(0, 0)).blue("e", at=(3, 0))
    later.uses("u", "Gun", "e").rolls(1).ends()
    assert told(later.state, later.move("u", (1, 0))) == [
        ("AEGIS.TURN.ACT-ORDER", "u has used an Action and cannot move")
    ]


@pytest.mark.rule("AEGIS.TERM.AFFECTED")
def test_an_action_of_distance_1_chooses_a_target_and_one_of_radius_does_not() -> None:
    assert targets_somebody(action("Poke", distance=1))
    assert targets_somebody(SWORD)
    assert not targets_somebody(WAVE)


@pytest.mark.rule("AEGIS.RANGE.DISTANCE")
def test_an_action_with_a_distance_needs_a_target() -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("e", at=(3, 0))
    alone = battle().red("u", GUN, at=(0, 0)).blue("e", at=(7, 0))
    for table in (game, alone):
        assert told(table.state, table.use("u", "Gun")) == [
            ("AEGIS.RANGE.DISTANCE", "Gun needs a target")
        ]


@pytest.mark.rule("AEGIS.TURN.ENERGY-NONNEG", "AEGIS.ACTION.COST")
def test_the_last_energy_can_be_spent_and_no_more_than_that() -> None:
    two = action("Two", 2, distance=6)
    game = battle(energy=(2, 0)).red("u", two, at=(0, 0)).blue("e", at=(3, 0))
    game.uses("u", "Two", "e").rolls(1, 1).ends().pays(0, 0)
    poor = battle(energy=(1, 0)).red("u", two, at=(0, 0)).blue("e", at=(3, 0))
    (refusal,) = poor.refuses(poor.use("u", "Two", "e"), "AEGIS.TURN.ENERGY-NONNEG")
    assert refusal.figures == (("price", 2), ("energy", 1))


@pytest.mark.rule("AEGIS.ACTION.STEPS", "AEGIS.SETUP.FIRST-TURN-BAN")
def test_an_area_that_would_touch_a_side_before_its_first_turn_is_refused() -> None:
    game = battle(turns=(1, 0)).red("u", WAVE, at=(0, 0)).red("a", at=(1, 0)).blue("e", at=(2, 0))
    game.refuses(game.use("u", "Wave"), "AEGIS.SETUP.FIRST-TURN-BAN")
    apart = battle(turns=(1, 0)).red("u", WAVE, at=(0, 0)).red("a", at=(1, 0)).blue("e", at=(3, 0))
    apart.uses("u", "Wave").rolls(4).ends(a=5, e=6)


@pytest.mark.rule("AEGIS.DICE.ALL")
def test_a_failed_all_leaves_no_exact_success_behind() -> None:
    critical = action("Crit", 2, 4, mode="all", power=3, distance=6, attributes="CRT")
    game = battle().red("u", critical, at=(0, 0)).blue("e", at=(3, 0))
    game.uses("u", "Crit", "e").rolls(4, 1).ends(e=6)


@pytest.mark.rule("AEGIS.HOUSE.FIELD", "AEGIS.SETUP.BOARD")
def test_a_field_knows_its_hexes_near_a_corner_and_leaves_terrain_out_of_its_zones() -> None:
    card = FieldCard("f", "F", 2, ((0, 2), (-1, 2)), ((0, -2), (1, -2)), ((0, 2), (1, -2)))
    assert card.zones == ((hex_at(-1, 2),), (hex_at(0, -2),))
    corner = hex_at(2, 0)
    next_to_it = {hex_at(1, 0), hex_at(1, 1), hex_at(2, -1)}
    assert {*card.near(corner, 1)} == {corner, *next_to_it}
    assert card.near(corner, 1)[0] == corner
    assert {*card.around(corner, 1)} == next_to_it
    assert len(card.around(corner, 1)) == 3
    assert {*card.around(hex_at(0, 0), 2)} == {*within(hex_at(0, 0), 2)}
    assert not card.house


@pytest.mark.rule("AEGIS.TERM.CARD", "AEGIS.TERM.ACTION-FIELDS")
def test_a_card_is_printed_and_its_actions_are_not_inherited_unless_it_says_so() -> None:
    assert not robot("r").house
    assert not action("Gun").inherit


@pytest.mark.rule("AEGIS.TERM.CLASSES", "AEGIS.TERM.LEVELS")
@pytest.mark.parametrize(
    ("level", "classes", "sound"),
    [(2, ("A", "G"), True), (2, ("A", "A"), False), (2, ("A", "G", "A"), False), (1, (), False)],
)
def test_a_card_has_as_many_different_classes_as_levels(
    level: int, classes: tuple[Any, ...], sound: bool
) -> None:
    complaints = [
        field for field, _ in check_card("unit", robot("r", level=level, classes=classes))
    ]
    assert ("classes" not in complaints) == sound


@pytest.mark.rule("AEGIS.COMBINE.REPLACE")
def test_a_combine_takes_the_card_from_its_own_pool_and_the_marks_from_its_parts() -> None:
    duo = robot("duo", level=2, classes=("A", "G"))
    game = battle().red("a", at=(0, 0)).red("b", at=(1, 0), classes=("G",)).red("c", at=(0, 3))
    game.blue("e", at=(6, 0)).prepares(duo, robot("other", level=2, classes=("A", "S")))
    game.prepares(duo, seat=BLUE)
    marks = ((BLUE, game.id("a")), (BLUE, game.id("c")), (RED, game.id("e")))
    game.set(marks=marks).combines("a", "b", "duo").declines()
    assert [[card.id for card in pool] for pool in game.state.pools] == [["other"], ["duo"]]
    assert game.state.marks == marks[1:]


@pytest.mark.rule("AEGIS.COMBINE.BASIC")
def test_nobody_combines_with_a_unit_that_is_off_the_battlefield() -> None:
    duo = robot("duo", level=2, classes=("A", "G"))
    game = battle().red("a", at=(0, 0)).red("b", at=None, classes=("G",)).blue("e", at=(6, 0))
    game.prepares(duo)
    assert told(game.state, game.combine("a", "b", "duo")) == [
        ("AEGIS.COMBINE.BASIC", "b is not on the battlefield")
    ]


@pytest.mark.rule("AEGIS.COMMANDER.FORMS", "AEGIS.COMBINE.RECIPE-CLASS")
def test_a_commanders_higher_form_needs_a_lower_one_and_the_levels_have_to_fit() -> None:
    high = robot("high", level=2, classes=("A", "G"), commander="c")
    three = robot("three", level=3, classes=("A", "G", "S"))
    game = battle().red("a", at=(0, 0)).red("b", at=(1, 0), classes=("G",)).blue("e", at=(6, 0))
    game.prepares(high, three, robot("plain", level=2, classes=("A", "G")))
    assert told(game.state, game.combine("a", "b", "plain")) == []
    assert told(game.state, game.combine("a", "b", "high")) == [
        ("AEGIS.COMMANDER.FORMS", "high needs a lower form of its Commander")
    ]
    said = told(game.state, game.combine("a", "b", "three"))
    assert "Levels 1 and 1 do not make Level 3" in [reason for _, reason in said]
    led = battle().red("a", at=(0, 0), commander="c").red("b", at=(1, 0), classes=("G",))
    led.blue("e", at=(6, 0)).prepares(high)
    assert told(led.state, led.combine("a", "b", "high")) == []


@pytest.mark.rule("AEGIS.PASSIVE.REROLL")
def test_a_reroll_is_offered_if_its_price_is_just_there_and_not_below() -> None:
    def offered(energy: int) -> bool:
        game = battle(energy=(energy, 0)).red("u", GUN, at=(0, 0), passives=("Reroll 2",))
        game.blue("e", at=(3, 0)).uses("u", "Gun", "e").rolls(1)
        return not game.position.is_settled

    assert (offered(3), offered(2)) == (True, False)


@pytest.mark.rule("AEGIS.PASSIVE.REROLL")
def test_each_source_of_a_reroll_costs_its_own_x() -> None:
    game = battle().red("u", GUN, at=(0, 0), passives=("Reroll 3",))
    game.red("c", GUN, at=(0, 4), commander="c", commander_ability="Steady Fire")
    game.blue("e", at=(3, 0)).uses("u", "Gun", "e").rolls(1).pays(19, 20)
    sources = {each.source for each in game.options if hasattr(each, "source")}
    assert len(sources) == 2
    spent = set()
    for source in sources:
        fork = game.fork().rerolls(source, (1, 1)).rolls(1).declines()
        spent.add((source, 19 - fork.state.energy[RED]))
    assert spent == {("Reroll", 3), ("Steady Fire", 1)}


@pytest.mark.rule("AEGIS.AMB.RETALIATE-CHAIN")
def test_an_ally_that_is_targeted_does_not_retaliate() -> None:
    game = battle().red("u", GUN, at=(0, 0)).red("a", GUN, at=(2, 0), passives=("Retaliate",))
    game.blue("e", at=(5, 0)).uses("u", "Gun", "a").rolls(4).ends(a=5)


@pytest.mark.rule("AEGIS.TURN.ACT-ORDER", "AEGIS.MOVE.SINGLE")
def test_after_two_actions_nobody_moves_not_even_with_a_second_move() -> None:
    both = ("Double-ATK", "Double-Move")
    game = battle().red("u", GUN, action("Rifle", distance=6), at=(0, 0), passives=both)
    game.blue("e", at=(3, 0)).uses("u", "Gun", "e").rolls(1).ends()
    assert told(game.state, game.move("u", (1, 0))) == []
    game.uses("u", "Rifle", "e").rolls(1).ends()
    assert told(game.state, game.move("u", (1, 0))) == [
        ("AEGIS.TURN.ACT-ORDER", "u has used an Action and cannot move")
    ]


@pytest.mark.rule("AEGIS.RANGE.BOTH", "AEGIS.RANGE.DISTANCE")
def test_the_target_comes_first_and_the_others_in_their_order() -> None:
    laser = action("Laser", attributes="LSR")
    game = battle().red("u", laser, at=(0, 0)).blue("far", at=(3, 0)).blue("mid", at=(2, 0))
    game.blue("near", at=(1, 0))
    found = area(game.state, game.id("u"), laser, game.id("mid"))
    assert found == tuple(game.id(name) for name in ("mid", "far", "near"))


@pytest.mark.rule("AEGIS.COMMANDER.FORMS")
def test_forms_of_a_commander_may_make_a_card_that_is_nobodys_form() -> None:
    game = battle().red("a", at=(0, 0), commander="c")
    game.red("b", at=(1, 0), classes=("G",), commander="d").blue("e", at=(6, 0))
    game.prepares(robot("plain", level=2, classes=("A", "G")))
    assert told(game.state, game.combine("a", "b", "plain")) == []


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.BLITZ")
@pytest.mark.parametrize(("passives", "beyond"), [(("Flight",), True), ((), False)])
def test_blitz_never_ends_on_terrain_and_only_flies_over_it(
    passives: tuple[str, ...], beyond: bool
) -> None:
    duo = robot("duo", level=2, classes=("A", "G"), combine_abilities=("Blitz",), passives=passives)
    game = battle(terrain=[(0, 2)]).red("a", at=(0, 0)).red("g", at=(-1, 0), classes=("G",))
    game.blue("e", at=(6, 0)).prepares(duo).combines("a", "g", "duo").answers(Trigger("Blitz"))
    assert Rush(place(0, 1)) in game.options
    assert Rush(place(0, 2)) not in game.options
    assert (Rush(place(0, 3)) in game.options) == beyond


@pytest.mark.rule("AEGIS.MOD.CMB")
def test_only_the_combine_action_itself_is_free() -> None:
    salvo = action("Salvo", 3, 6, distance=3, attributes="CMB")
    duo = robot("duo", salvo, GUN, level=2, classes=("A", "G"))
    game = battle().red("a", at=(0, 0)).red("g", at=(-1, 0), classes=("G",)).prepares(duo)
    game.blue("e", at=(2, 0)).combines("a", "g", "duo").answers(Trigger("Salvo"))
    assert {each.action for each in game.options if isinstance(each, Use)} == {"Salvo"}


@pytest.mark.rule("AEGIS.EFFECT.DAMAGE")
@pytest.mark.parametrize(("defence", "floor"), [(1, False), (2, True)])
def test_damage_is_lifted_to_0_only_from_below(defence: int, floor: bool) -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("e", at=(3, 0), effects=(effect("DEF", defence),))
    tally = damage(game.state, game.id("u"), GUN, Hit(game.id("e"), 1, 0), 0)
    assert tally.total == 0
    assert ("never below 0" in [term.what for term in tally.terms]) == floor


@pytest.mark.rule("AEGIS.MODE.STANDARD")
def test_the_candidates_contain_whatever_a_unit_could_try() -> None:
    game = battle(radius=2).red("u", GUN, at=(0, 0)).blue("e", SWORD, at=(1, 0))
    game.prepares(robot("duo", level=2, classes=("A", "G")))
    known = [*RULES.candidates(game.state)]
    cells = game.state.field.hexes.cells
    assert END_TURN in known
    for unit, name in ((UnitId(0), "Gun"), (UnitId(1), "Sword")):
        assert {Hold(unit), Select(unit)} <= {*known}
        for kind in (PlaceUnit, Move, Cloak):
            assert {kind(unit, at) for at in cells} <= {*known}
        targets: tuple[UnitId | None, ...] = (None, UnitId(0), UnitId(1))
        assert {Use(unit, name, target) for target in targets} <= {*known}
    assert Combine(UnitId(0), UnitId(1), "duo") in known


@pytest.mark.rule("AEGIS.ACTION.STEPS")
def test_the_use_of_an_action_heads_what_follows_from_it() -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("e", at=(3, 0)).uses("u", "Gun", "e").rolls(4)
    assert [type(event).heads for event in game.told] == [True, False, False, False]
    assert isinstance(game.told[0], ActionUsed)


@pytest.mark.rule("AEGIS.TERM.UNIT")
def test_a_units_allies_are_the_others_of_its_side_and_a_new_unit_is_whole() -> None:
    game = battle().red("u", GUN, at=(0, 0)).red("a", at=(2, 0)).red("gone", at=None)
    game.blue("e", at=(3, 0))
    assert allies(game.state, game.id("u")) == [game.id("a")]
    game.leaves(u=6, a=6, e=6)


@pytest.mark.rule("AEGIS.VICTORY.ROUT")
def test_one_weapon_on_the_field_is_enough_to_do_harm() -> None:
    mend = action("Mend", type="repair", distance=3)
    game = (
        battle().red("u", mend, at=(0, 0)).red("a", GUN, mend, at=(2, 0)).blue("e", mend, at=(3, 0))
    )
    assert can_harm(game.state, RED)
    assert not can_harm(game.state, BLUE)


@pytest.mark.rule("AEGIS.TURN.ENERGY-CARRY")
def test_what_a_side_kept_is_there_until_its_own_turn_which_owes_only_its_own_selections() -> None:
    game = battle(energy=(7, 3), first_actor=UnitId(0), deferred=(RED,)).red(
        "u", GUN, at=(0, 0), ep=2
    )
    game.blue("e", GUN, at=(3, 0), ep=6).ends_turn()
    assert game.state.energy == (7, 6)
    assert game.state.owed == ()


@pytest.mark.rule("AEGIS.COMBINE.PERMANENT", "AEGIS.ACTION.DESTROY")
def test_the_act_of_another_goes_on_when_a_unit_is_destroyed() -> None:
    game = battle().red("u", GUN, at=(0, 0), passives=("Double-Move",)).blue("k", at=(6, 0))
    game.blue("e", at=(3, 0), integrity=1).moves("u", (1, 0)).uses("u", "Gun", "e").rolls(4).ends(
        e=0
    )
    assert game.state.act is not None
    assert game.may(game.move("u", (0, 0)))


@pytest.mark.rule("AEGIS.PASSIVE.DOUBLE-ATK")
def test_double_atk_blames_the_move_only_if_there_was_one() -> None:
    card = DoubleAttack()
    game = (
        battle().red("u", GUN, at=(0, 0)).red("m", GUN, at=(0, 2), moved=True).blue("e", at=(3, 0))
    )
    assert [*card.fewer_actions(game.unit("u"), 1)] == []
    (reason,) = card.fewer_actions(game.unit("m"), 1)
    assert reason.rule == "AEGIS.PASSIVE.DOUBLE-ATK"
    assert [*card.fewer_actions(game.unit("m"), 2)] == []


@pytest.mark.rule("AEGIS.MOVE.BASIC")
@pytest.mark.parametrize("passives", [(), ("Flight",)])
@pytest.mark.parametrize(
    ("steps", "walled", "back"), [(1, 0, False), (2, 0, True), (2, 5, True), (2, 6, False)]
)
def test_two_steps_lead_out_and_back_if_there_is_anywhere_to_go(
    steps: int, walled: int, back: bool, passives: tuple[str, ...]
) -> None:
    ring = [axial(h) for h in within(hex_at(0, 0), 1) if h != hex_at(0, 0)]
    game = battle(terrain=ring[:walled]).red("u", GUN, at=(0, 0), move=steps, passives=passives)
    game.blue("e", GUN, at=(5, 0))
    over = back or (bool(passives) and steps > 1)
    assert (place(0, 0) in where_to(game.state, game.unit("u"), steps)) == over


@pytest.mark.rule("AEGIS.TERM.TRACKING")
def test_a_table_begins_without_energy() -> None:
    assert State(field=battle().state.field, units=(), pools=((), ())).energy == (0, 0)


@pytest.mark.rule("AEGIS.MOD.COM")
def test_changes_of_movement_add_up() -> None:
    haste = action("Haste", distance=6, type="buff", attributes="COM")
    game = battle().red("u", haste, at=(0, 0)).red("v", haste, at=(0, 1)).red("w", GUN, at=(0, 2))
    game.blue("e", GUN, at=(5, 0)).uses("u", "Haste", "w").rolls(4).uses("v", "Haste", "w").rolls(4)
    assert movement(game.state, game.unit("w")) == 4 + 2


@pytest.mark.rule("AEGIS.PASSIVE.CLOAKING", "AEGIS.AMB.CLOAK-MOVE")
def test_the_stunned_cloak_where_they_stand_but_do_not_go_out_and_back() -> None:
    game = battle().red("u", GUN, at=(0, 0), passives=("Cloaking 3",), effects=(effect("STN"),))
    game.blue("e", at=(5, 0))
    here = place(0, 0)
    assert told(game.state, Cloak(game.id("u"), here)) == []
    assert told(game.state, Cloak(game.id("u"), here, (place(1, 0),))) == [
        ("AEGIS.PASSIVE.CLOAKING", "u cannot move and can only cloak where it stands")
    ]
