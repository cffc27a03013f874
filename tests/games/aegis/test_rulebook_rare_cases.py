"""Rules that rarely matter in play."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.aegis.actions import (
    DONE,
    Cloak,
    Combine,
    DivideDamage,
    Hold,
    Move,
    PlaceUnit,
    Select,
    TakeOver,
    Trigger,
    Use,
)
from gattai.games.aegis.attack.aiming import area
from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.events.attack import ActionUsed, UnitDestroyed
from gattai.games.aegis.events.flow import TurnBegan
from gattai.games.aegis.figures import where_to
from gattai.games.aegis.phases.turns import landings
from gattai.games.aegis.state import BLUE, RED, Act, Effect, State, Unit, UnitId
from gattai.kernel.question import Choose, Question
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.words import UnknownWord
from gattai.kernel.window import PASS
from gattai.tabletop.hexes import axial, hex_at, to_text, within
from tests.games.aegis.table import GUN, RULES, WAVE, Battle, action, battle, effect, place, robot

LASER = action("Laser", attributes="LSR")


def duo(*abilities: str, actions: tuple[ActionCard, ...] = (GUN,)) -> Battle:
    """An A and a G of red next to each other that can become `duo` with these abilities."""
    card = robot("duo", *actions, level=2, classes=("A", "G"), combine_abilities=abilities)
    return battle().red("a", at=(0, 0)).red("g", at=(-1, 0), classes=("G",)).prepares(card)


def choice(question: Question | Outcome) -> Choose:
    assert isinstance(question, Choose)
    return question


def told(state: State, value: object) -> list[tuple[str, str]]:
    """Every reason against something, with its rule."""
    return [(each.rule, each.reason) for each in RULES.refusals(state, value)]


# what stands on a table that nobody has touched


@pytest.mark.rule("AEGIS.TERM.UNIT", "AEGIS.TERM.TRACKING", "AEGIS.TERM.FULL-TURN")
def test_a_new_table_a_new_unit_and_a_new_state_begin_at_nothing() -> None:
    table = State(field=battle().state.field, units=(), pools=((), ()))
    assert (table.turns, table.energy, table.destroyed) == ((0, 0), (0, 0), (0, 0))
    card = robot("r", GUN)
    unit = Unit("r", card, RED, card.action, (card,))
    assert (unit.damage, unit.output_change, unit.came) == (0, 0, 0)
    assert (unit.acted, unit.moved) == (False, False)
    assert Effect("STN", BLUE).amount == 0


@pytest.mark.rule("AEGIS.MODE.STANDARD")
def test_an_action_is_written_with_the_card_it_is_on_and_read_again() -> None:
    word = RULES.words(battle().state)[ActionCard]
    card = next(card for card in RULES.units.values() if len(card.action) > 1)
    for each in card.action:
        assert word.read(f"{card.id}/{each.name}") == each
    for unknown in (f"nobody/{card.action[0].name}", f"{card.id}/nothing"):
        with pytest.raises(UnknownWord):
            word.read(unknown)


# whose turn it is, and for what


@pytest.mark.rule("AEGIS.TURN.ACT-ONCE")
def test_units_act_in_the_battle_and_only_when_nobody_has_to_be_selected() -> None:
    def asked(**state: Any) -> str:
        at = None if "phase" in state else (0, 0)
        game = battle(**state).red("u", GUN, at=at).blue("e", GUN, at=(3, 0))
        return choice(game.question).rule

    assert asked() == "AEGIS.TURN.ACT-ONCE"
    assert asked(phase="placing") == "AEGIS.SETUP.PLACEMENT"
    assert asked(owed=(RED,)) == "AEGIS.COMMANDER.ARREST-MANDATE"


@pytest.mark.rule("AEGIS.TURN.START")
def test_a_selection_put_off_is_owed_at_the_start_of_ones_own_turn_and_then_no_more() -> None:
    state = battle(deferred=(RED, BLUE)).red("u", at=(0, 0)).blue("e", at=(3, 0)).state
    after = TurnBegan(rule="AEGIS.TURN.START", seat=BLUE).after(state)
    assert (after.owed, after.deferred) == ((BLUE,), (RED,))


@pytest.mark.rule("AEGIS.TURN.END", "AEGIS.TURN.STRUCTURE")
def test_the_battle_ends_with_the_turn_in_which_the_last_enemy_fell() -> None:
    game = battle(first_actor=UnitId(0)).red("u", GUN, at=(0, 0))
    game.blue("e", GUN, at=None, fate="destroyed").ends_turn()
    assert game.outcome.winners == (RED,)


@pytest.mark.rule("AEGIS.HOUSE.TURN-LIMIT")
@pytest.mark.parametrize(("limit", "over"), [(0, False), (4, False), (3, True), (2, True)])
def test_without_a_limit_of_turns_none_is_reached(limit: int, over: bool) -> None:
    game = battle(turn_limit=limit, turns=(2, 1), first_actor=UnitId(0)).red("u", GUN, at=(0, 0))
    game.blue("e", GUN, at=(3, 0)).ends_turn()
    assert isinstance(game.question, Outcome) == over


@pytest.mark.rule("AEGIS.SETUP.FIRST-TURN-BAN")
def test_the_ban_is_over_for_good_when_the_other_side_has_finished_its_first_turn() -> None:
    def banned(*turns: int, turn: int) -> bool:
        return battle(turns=turns, turn=turn).state.is_banned(RED)

    assert banned(1, 0, turn=RED) and banned(1, 1, turn=BLUE)
    assert not banned(2, 1, turn=RED)
    assert not banned(2, 2, turn=BLUE)


@pytest.mark.rule("AEGIS.SETUP.PLACEMENT", "AEGIS.COMMANDER.ARREST-MANDATE")
@pytest.mark.parametrize(
    ("red", "blue", "waiting", "owed"),
    [
        (True, False, False, (RED,)),
        (False, True, False, (BLUE,)),
        (True, True, False, (BLUE, RED)),
        (False, False, False, ()),
        (True, False, True, ()),
    ],
)
def test_after_placement_those_select_who_may_and_have_an_enemy_there_the_first_player_first(
    red: bool, blue: bool, waiting: bool, owed: tuple[int, ...]
) -> None:
    def mandate(wanted: bool) -> dict[str, Any]:
        return {"commander": "c", "commander_ability": "Arrest Mandate"} if wanted else {}

    game = battle(phase="placing", turns=(0, 0), first=BLUE, turn=RED)
    game.red("c", GUN, at=(0, 6), **mandate(red)).red("last", GUN, at=None)
    if waiting:
        game.blue("e", GUN, at=None, fate="waiting")
    else:
        game.blue("e", GUN, at=(0, -6), **mandate(blue))
    game.does(next(each for each in game.options if each.unit == UnitId(1)))
    assert game.state.owed == owed
    assert game.state.phase == ("marking" if owed else "acting" if not waiting else "over")


# arriving late


@pytest.mark.rule("AEGIS.PASSIVE.COMBAT-DROP", "AEGIS.AMB.DROP-BLOCKED")
def test_a_unit_held_back_lands_as_soon_as_one_of_its_drops_is_due_and_is_new_then() -> None:
    game = battle(turns=(2, 1), first_actor=UnitId(0)).red("u", GUN, at=(0, 0))
    game.red("late", GUN, at=None, fate="waiting", passives=("Combat Drop 2", "Combat Drop 4"))
    game.blue("e", GUN, at=(7, 0)).ends_turn()
    assert choice(game.question).rule == "AEGIS.PASSIVE.COMBAT-DROP"
    game.answers(game.options[0]).ends()
    assert game.unit("late").at is not None
    assert game.unit("late").came == 3


@pytest.mark.rule("AEGIS.AMB.DROP-DISTANCE")
def test_nobody_lands_on_terrain_or_on_another() -> None:
    game = battle(terrain=[(-6, 0)]).red("u", GUN, at=(-7, 0)).blue("e", GUN, at=(3, 0))
    found = [axial(cell) for cell in landings(game.state, RED)]
    assert (-5, 0) in found
    assert (-6, 0) not in found and (-7, 0) not in found
    assert (-2, 0) not in found


# actions


@pytest.mark.rule("AEGIS.ACTION.STEPS")
def test_an_action_that_is_paid_counts_as_the_normal_one_or_a_light_one() -> None:
    state = battle().red("u", GUN, at=(0, 0), last_used=(("Gun", 1), ("Wave", 1))).state
    used = {
        "rule": "AEGIS.ACTION.STEPS",
        "unit": UnitId(0),
        "action": "Gun",
        "target": None,
        "price": 1,
    }
    normal = ActionUsed(**used, how="act").after(state)  # type: ignore[arg-type]
    assert normal.act is not None and (normal.act.used, normal.act.light) == (("Gun",), ())
    assert normal.units[0].last_used == (("Gun", 1), ("Wave", 1))
    light = ActionUsed(**used, how="light", remembered=True).after(state)  # type: ignore[arg-type]
    assert light.act is not None and (light.act.used, light.act.light) == ((), ("Gun",))
    assert light.units[0].last_used == (("Wave", 1), ("Gun", 2))


@pytest.mark.rule("AEGIS.ACTION.DESTROY", "AEGIS.COMBINE.PERMANENT")
def test_with_a_unit_goes_what_marked_it_and_nothing_else() -> None:
    game = battle().red("u", at=(0, 0)).blue("e", at=(3, 0)).blue("k", at=(4, 0))
    marks = ((RED, game.id("e")), (RED, game.id("k")), (BLUE, game.id("u")))
    event = UnitDestroyed(rule="AEGIS.ACTION.DESTROY", unit=game.id("e"))
    assert event.after(game.set(marks=marks).state).marks == (marks[1], marks[2])


@pytest.mark.rule("AEGIS.ACTION.STEPS", "AEGIS.MOD.DIV")
def test_damage_is_divided_first_and_then_everybody_who_was_hit_is_stunned() -> None:
    flood = action("Flood", 2, 2, distance=5, radius=1, attributes="DIV STN")
    game = battle().red("u", flood, at=(-4, 0)).blue("e", at=(0, 0)).blue("f", at=(1, 0))
    game.uses("u", "Flood", "e").rolls(6, 6)
    assert choice(game.question).otherwise == game.options[0]
    game.answers(DivideDamage(((game.id("e"), 2), (game.id("f"), 0)))).ends(e=4, f=6)
    assert game.effects("e") == game.effects("f") == [("STN", 0)]


@pytest.mark.rule("AEGIS.ACTION.STEPS")
def test_only_damage_is_divided() -> None:
    leech = action("Leech", 1, 2, type="drain", distance=5, radius=1, attributes="DIV")
    game = battle().red("u", leech, at=(-4, 0)).blue("e", at=(0, 0)).blue("f", at=(1, 0))
    game.uses("u", "Leech", "e").rolls(6).ends(e=6, f=6)
    assert [game.unit(name).output_change for name in ("e", "f")] == [-1, -1]


@pytest.mark.rule("AEGIS.MOD.DIV")
def test_a_share_that_defense_takes_up_hurts_nobody() -> None:
    flood = action("Flood", 2, 2, distance=5, radius=1, attributes="DIV")
    game = battle().red("u", flood, at=(-4, 0)).blue("e", at=(0, 0))
    game.blue("f", at=(1, 0), effects=(effect("DEF", 2),)).uses("u", "Flood", "e").rolls(6, 6)
    game.answers(DivideDamage(((game.id("e"), 1), (game.id("f"), 1)))).ends(e=5, f=6)


@pytest.mark.rule("AEGIS.ATTR.RCH", "AEGIS.AMB.RCH-WINDOW")
def test_one_action_recharges_and_another_is_free() -> None:
    slow, other = (action(name, distance=6, attributes="RCH") for name in ("Slow", "Other"))
    game = battle().red("u", slow, other, at=(0, 0), last_used=(("Slow", 1),))
    game.blue("e", at=(3, 0))
    assert told(game.state, game.use("u", "Slow", "e")) == [
        ("AEGIS.ATTR.RCH", "Slow has to recharge")
    ]
    assert told(game.state, game.use("u", "Other", "e")) == []


@pytest.mark.rule("AEGIS.MOD.EVA")
def test_changes_of_evasion_add_up() -> None:
    veil = action("Veil", distance=6, type="buff", attributes="EVA")
    game = battle().red("u", veil, at=(0, 0)).red("v", veil, at=(0, 1)).red("w", GUN, at=(0, 2))
    game.blue("e", GUN, at=(5, 0)).uses("u", "Veil", "w").rolls(6).uses("v", "Veil", "w").rolls(6)
    assert game.effects("w") == [("EVA", 1), ("EVA", 1)]
    assert game.needs("e", "Gun", "w").total == GUN.accuracy + 2


@pytest.mark.rule("AEGIS.MOD.DMD")
def test_changes_of_damage_add_up() -> None:
    rage = action("Rage", distance=6, type="buff", attributes="DMD")
    game = battle().red("u", rage, at=(0, 0)).red("v", rage, at=(0, 1)).red("w", GUN, at=(0, 2))
    game.blue("e", at=(5, 0)).uses("u", "Rage", "w").rolls(6).uses("v", "Rage", "w").rolls(6)
    assert game.effects("w") == [("DMD", 1), ("DMD", 1)]
    game.uses("w", "Gun", "e").rolls(6).ends(e=6 - 1 - 2)


# combining


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.GENERAL")
def test_what_is_optional_is_left_out_by_who_says_nothing() -> None:
    game = duo("Blitz").blue("e", GUN, at=(2, 0)).combines("a", "g", "duo")
    assert game.options == (Trigger("Blitz"), DONE)
    assert choice(game.question).otherwise == DONE


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.CAPTURE")
def test_capture_finds_nobody_where_all_others_are_hidden() -> None:
    game = duo("Capture").blue("e", GUN, at=(2, 0), effects=(effect("CLOAK"),))
    game.combines("a", "g", "duo").ends()
    seen = duo("Capture").blue("e", GUN, at=(2, 0)).combines("a", "g", "duo")
    seen.answers(Select(seen.id("e"))).ends()
    assert seen.effects("e") == [("CAPTURE", 0)]


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.LASER-PRISM", "AEGIS.AMB.PRISM-SLOT")
def test_a_laser_that_was_inherited_is_not_handed_on() -> None:
    slot = action("Slot", distance=1, inherit=True)
    game = duo("Laser Prism", actions=(slot,)).blue("e", GUN, at=(2, 0))
    game.red("heir", LASER, at=(0, 5), inherited=(0,)).red("own", LASER, at=(0, 4))
    game.combines("a", "g", "duo").answers(Trigger("Laser Prism"))
    assert game.options == (TakeOver(0, game.id("own"), "Laser"), PASS)


# moving and hiding


@pytest.mark.rule("AEGIS.MOVE.BASIC")
def test_out_and_back_are_two_steps_if_only_one_hex_is_free() -> None:
    open_ones = [(0, 0), (1, 0)]
    walls = [axial(h) for h in within(hex_at(0, 0), 7) if axial(h) not in open_ones]
    game = battle(terrain=walls).red("u", GUN, at=(0, 0))
    assert where_to(game.state, game.unit("u"), 4) == {place(0, 0): 2, place(1, 0): 1}
    assert where_to(game.state, game.unit("u"), 1) == {place(1, 0): 1}


@pytest.mark.rule("AEGIS.MOVE.BASIC")
def test_on_a_single_hex_nobody_flies_out_and_back() -> None:
    game = battle(radius=0).red("u", GUN, at=(0, 0), passives=("Flight",))
    assert where_to(game.state, game.unit("u"), 4) == {}


@pytest.mark.rule("AEGIS.SETUP.BOARD", "AEGIS.MOVE.BASIC")
def test_nobody_is_in_its_own_way() -> None:
    ring = [axial(h) for h in within(hex_at(0, 0), 1) if h != hex_at(0, 0)]
    game = battle(terrain=ring).red("u", GUN, at=(0, 0)).red("a", GUN, at=(3, 0))
    assert [rule for rule, _ in told(game.state, game.move("u", (0, 0)))] == ["AEGIS.MOVE.BASIC"]
    assert told(game.state, game.move("u", (3, 0))) == [
        ("AEGIS.SETUP.BOARD", f"a stands on {to_text(place(3, 0))}")
    ]


@pytest.mark.rule("AEGIS.PASSIVE.CLOAKING", "AEGIS.AMB.CLOAK-MOVE")
def test_the_act_of_another_does_not_keep_a_unit_from_cloaking() -> None:
    game = battle().red("u", GUN, at=(0, 0), passives=("Cloaking 3",)).red("v", GUN, at=(0, 2))
    game.blue("e", GUN, at=(5, 0)).moves("v", (1, 2))
    assert told(game.state, Cloak(game.id("u"), place(1, 0))) == []


@pytest.mark.rule("AEGIS.TURN.ENERGY-NONNEG", "AEGIS.PASSIVE.CLOAKING")
@pytest.mark.parametrize(("energy", "enough"), [(5, True), (4, False)])
def test_the_last_energy_can_be_paid_for_a_cloak(energy: int, enough: bool) -> None:
    game = battle(energy=(energy, 0)).red("u", GUN, at=(0, 0), passives=("Cloaking 3",))
    game.blue("e", GUN, at=(5, 0))
    against = [rule for rule, _ in told(game.state, Cloak(game.id("u"), place(0, 0)))]
    assert against == ([] if enough else ["AEGIS.TURN.ENERGY-NONNEG"])


@pytest.mark.rule("AEGIS.PASSIVE.CLOAKING")
@pytest.mark.parametrize(
    ("to", "by", "moved"), [((0, 0), (), False), ((0, 0), ((1, 0),), True), ((1, 0), (), True)]
)
def test_who_cloaks_out_and_back_has_moved(
    to: tuple[int, int], by: tuple[tuple[int, int], ...], moved: bool
) -> None:
    game = battle().red("u", GUN, at=(0, 0), passives=("Cloaking 3",)).blue("e", WAVE, at=(5, 0))
    game.does(Cloak(game.id("u"), place(*to), tuple(place(*each) for each in by)))
    assert (game.at("u"), game.unit("u").moved) == (to, moved)


NOWHERE = UnitId(99)


@pytest.mark.rule(
    "AEGIS.TERM.UNIT",
    "AEGIS.SETUP.PLACEMENT",
    "AEGIS.COMBINE.BASIC",
    "AEGIS.TURN.ACT-ORDER",
    "AEGIS.COMMANDER.ARREST-MANDATE",
)
def test_a_unit_that_is_not_there_can_neither_do_nor_suffer_anything() -> None:
    game = duo().blue("e", at=(3, 0)).red("u", GUN, at=(0, 3))
    nobody = [("AEGIS.TERM.UNIT", "there is no such unit")]
    for chosen in (
        PlaceUnit(NOWHERE, hex_at(0, 7)),
        Hold(NOWHERE),
        Select(NOWHERE),
        Move(NOWHERE, hex_at(0, 2)),
        Combine(game.id("a"), NOWHERE, "duo"),
        Use(game.id("u"), "Gun", NOWHERE),
    ):
        assert told(game.state, chosen) == nobody


@pytest.mark.rule(
    "AEGIS.TERM.UNIT",
    "AEGIS.SETUP.PLACEMENT",
    "AEGIS.TURN.ACT-ORDER",
    "AEGIS.COMMANDER.ARREST-MANDATE",
)
def test_the_first_of_all_units_is_one_like_any_other() -> None:
    game = battle().red("u", GUN, at=(0, 0)).red("v", GUN, at=(0, 1))
    assert game.id("u") == 0
    assert told(game.state, game.use("v", "Gun", "u")) == []
    for chosen in (PlaceUnit(game.id("u"), hex_at(0, 7)), Select(game.id("u"))):
        assert [rule for rule, _ in told(game.state, chosen)] != ["AEGIS.TERM.UNIT"]


@pytest.mark.rule("AEGIS.TERM.TRACKING")
def test_what_a_unit_has_done_in_its_act_is_its_own() -> None:
    game = battle().red("a", GUN, at=(0, 0)).red("b", at=(2, 0)).blue("e", at=(0, 4))
    game.moves("a", (0, 1)).uses("a", "Gun", "e").rolls(1)
    assert game.state.act == Act(game.id("a"), moves=1, used=("Gun",))
    game.moves("b", (2, 1))
    assert game.state.act == Act(game.id("b"), moves=1)
    assert [unit.acted for unit in game.state.units] == [True, True, False]


@pytest.mark.rule("AEGIS.RANGE.BOTH")
def test_an_area_round_a_target_is_nowhere_without_one() -> None:
    pulse = action("Pulse", distance=3, radius=1, attributes="SLF")
    game = battle().red("u", pulse, at=(0, 0)).red("f", at=(0, 1))
    assert area(game.state, game.id("u"), pulse, None) == (game.id("u"),)


@pytest.mark.rule("AEGIS.MOD.LSR")
def test_a_laser_strikes_even_the_unit_next_to_its_user() -> None:
    game = battle().red("u", LASER, at=(0, 0)).red("f", at=(1, 0)).blue("e", at=(4, 0))
    assert area(game.state, game.id("u"), LASER, game.id("e")) == (game.id("e"), game.id("f"))
