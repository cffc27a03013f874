"""Rolls: pools, blocks, criticals, and what pays for Switches."""

from __future__ import annotations

import pytest

from gattai.games.aristeia.actions import APPLY, DECLINE, KEEP_BLOCK, GoFirst, NullifyDie
from gattai.kernel.question import Choose, Roll
from tests.games.aristeia.driver import bout, fight
from tests.games.aristeia.table import GREEN, ORANGE

STRIKER = {"at": (0, 0), "attack": ["red", "orange"]}


@pytest.mark.rule("ARISTEIA.ROLL.FACE-TO-FACE", "ARISTEIA.ATTACK.COMBAT-ROLL")
def test_nothing_is_done_with_the_dice_before_both_have_thrown() -> None:
    game = fight("8-ball", "eat-my-fa-jing", "lunah")
    assert isinstance(game.question, Roll)
    game.answer(("BC", "-"))
    assert isinstance(game.question, Roll), "the second throw comes before any decision"
    assert {game.question.by} == {ORANGE}


@pytest.mark.rule("ARISTEIA.ROLL.SIMPLE", "ARISTEIA.ACTION.SIMPLE")
def test_nobody_throws_against_an_action() -> None:
    game = bout("hexx3r", {"hexx3r": (0, 0), "gata": (1, 0)})
    game.performs("gotcha", "gata")
    game.rolls(["yellow SXX", "yellow -"])
    assert game.throws == 1
    assert game.is_offered(lambda option: option == APPLY)


@pytest.mark.rule("ARISTEIA.ROLL.CRITICAL-BLOCK", "ARISTEIA.ROLL.CRITICAL-BLOCK-TIMING")
def test_a_bc_is_asked_for_before_switches_and_takes_any_die() -> None:
    game = bout("8-ball", {"8-ball": STRIKER, "lunah": (1, 0)})
    game.performs("strike", "lunah")
    game.rolls(["red SC", "orange SSX"], ["green BC", "blue -"])
    assert isinstance(game.question, Choose) and game.question.seat == GREEN
    assert {*game.options} == {NullifyDie("SC"), NullifyDie("SSX"), KEEP_BLOCK}
    game.answer(NullifyDie("SC"))
    assert game.damage("lunah") == (2,)


@pytest.mark.rule("ARISTEIA.ROLL.CRITICAL-BLOCK")
def test_a_bc_is_used_up_by_the_die_it_takes() -> None:
    game = bout("8-ball", {"8-ball": STRIKER, "lunah": (1, 0)})
    game.performs("strike", "lunah")
    game.rolls(["red S", "orange S"], ["green BC", "blue -"])
    game.answer(NullifyDie("S"))
    assert game.damage("lunah") == (1,), "one die gone, and no block left for the other"


@pytest.mark.rule("ARISTEIA.SWITCH.ORDER")
def test_the_player_of_the_active_character_is_asked_for_the_order() -> None:
    game = fight("mushashi", "ken-no-sen", "lunah")
    game.rolls(["red -", "orange B", "blue -"], ["green BX", "blue BBX"])
    game.reach(lambda option: isinstance(option, GoFirst))
    assert isinstance(game.question, Choose) and game.question.seat == ORANGE


@pytest.mark.rule("ARISTEIA.SWITCH.PAY", "ARISTEIA.ROLL.SPECIAL")
def test_symbols_spent_are_not_there_for_the_next_switch() -> None:
    game = fight("8-ball", "eat-my-fa-jing", "lunah")
    game.rolls(["orange SSX", "blue -"], ["green -", "blue -"])
    game.spends("X")
    game.goes((2, 0))
    assert not game.can_spend("X")
    assert game.damage("lunah") == (2,), "an X spent costs no success"


@pytest.mark.rule("ARISTEIA.SWITCH.REPEAT", "ARISTEIA.DISPLACE.LIMITS")
def test_a_switch_may_be_used_as_often_as_it_is_paid() -> None:
    game = fight("8-ball", "eat-my-fa-jing", "lunah")
    game.rolls(["orange SSX", "blue BBX"], ["green -", "blue -"])
    game.spends("X")
    game.goes((2, 0))
    game.spends("X")
    game.goes((2, 1))
    assert game.at("lunah") == (2, 1)


@pytest.mark.rule("ARISTEIA.SWITCH.CRITICAL-DOUBLE", "ARISTEIA.AMB.CRITICAL-CHANGE")
def test_half_a_critical_is_lost_when_one_use_is_paid_with_it() -> None:
    game = fight("maximus", "jotums-shield", "mushashi")
    game.rolls(["red -", "blue -", "black -"], ["green BC", "blue -"])
    assert game.can_spend("BC", ORANGE, times=2)
    assert not game.can_spend("B", ORANGE)


@pytest.mark.rule("ARISTEIA.AMB.SWITCH-ADDED-SYMBOL", "ARISTEIA.SWITCH.IMMEDIATE")
def test_a_symbol_that_a_switch_gave_pays_for_another() -> None:
    switches = [
        {"cost": ["B"], "effects": [{"do": "add-symbols", "symbols": ["S"]}]},
        {"cost": ["S"], "effects": [{"do": "draw", "cards": 1}]},
    ]
    table = {
        "8-ball": {"at": (0, 0), "attack": ["orange"], "switches": switches},
        "lunah": (1, 0),
    }
    game = bout("8-ball", table, deck={"orange": ["dodge-009"]})
    game.performs("strike", "lunah")
    game.rolls(["orange B"], ["green -", "blue -"])
    assert not game.can_spend("S")
    game.spends("B")
    game.spends("S")
    assert len(game.state.hands[ORANGE]) == 1
    assert game.damage("lunah") == (0,)


@pytest.mark.rule(
    "ARISTEIA.AMB.SUCCESS-CRITICAL",
    "ARISTEIA.EFFECT.ON-SUCCESS",
    "ARISTEIA.ACTION.REQUIREMENTS",
    "ARISTEIA.ACTION.SIMPLE",
)
def test_an_sc_is_enough_for_an_effect() -> None:
    action = {
        "id": "trick",
        "name": "Trick",
        "kind": "action",
        "ap": 1,
        "target": "enemy",
        "range": [1, 1],
        "pool": {"symbols": ["SC"]},
        "on_success": [{"do": "impose", "state": "dazzled", "who": "target"}],
    }
    game = bout("gata", {"gata": {"at": (0, 0), "actions": [action]}, "lunah": (1, 0)})
    game.performs("trick", "lunah")
    game.takes(lambda option: option == APPLY)
    assert game.states("lunah") == ["dazzled:red"]


@pytest.mark.rule("ARISTEIA.EFFECT.ON-SUCCESS", "ARISTEIA.EFFECT.ONCE")
def test_an_effect_on_success_may_be_declined() -> None:
    game = bout("gata", {"gata": (0, 0), "lunah": (1, 0)})
    game.performs("misdirection", "lunah")
    game.rolls(["orange SSX", "yellow SXX"])
    game.takes(lambda option: option == DECLINE)
    assert game.states("lunah") == [] and game.position.is_settled


@pytest.mark.rule("ARISTEIA.AMB.BOX-DICE", "ARISTEIA.ROLL.MAX-THREE")
def test_more_dice_than_the_box_holds_are_thrown() -> None:
    table = {
        "8-ball": {"at": (0, 0), "attack": ["red", "red", "green"]},
        "lunah": {"at": (1, 0), "defense": ["red", "green", "green"]},
    }
    game = bout("8-ball", table)
    game.performs("strike", "lunah")
    game.rolls(["red -", "red -", "green -"], ["red -", "green -", "green -"])
    assert game.damage("lunah", "8-ball") == (0, 0)


@pytest.mark.rule("ARISTEIA.AMB.PRINTED-ICON-CRIT", "ARISTEIA.ROLL.CRITICAL-SUCCESS")
def test_s_beside_x_is_no_sc() -> None:
    game = bout("8-ball", {"8-ball": STRIKER, "lunah": (1, 0)})
    game.performs("strike", "lunah")
    game.rolls(["red SX", "orange -"], ["green B", "blue -"])
    assert game.damage("lunah") == (0,)


@pytest.mark.rule("ARISTEIA.AMB.COVER-DISPLACED", "ARISTEIA.COVER.BONUS")
def test_cover_is_fixed_when_the_roll_is_made() -> None:
    places = {"8-ball": (0, -3), "lunah": (0, -1)}
    game = bout("8-ball", places)
    game.performs("eat-my-fa-jing", "lunah")
    game.rolls(["orange SSX", "blue -", "black -"], ["green -", "blue -", "black B"])
    game.spends("X")
    game.goes((0, 0))
    assert game.damage("lunah") == (1,), "the die for Cover still counts where there is none now"


@pytest.mark.rule("ARISTEIA.CHAR.MUSHASHI-SWITCH", "ARISTEIA.ATTACK.COMBAT-ROLL")
def test_mushashi_pays_against_who_was_adjacent_at_the_declaration() -> None:
    game = fight("maximus", "jotums-shield", "mushashi")
    game.rolls(["red SX", "blue SBX", "black -"], ["green B", "blue -"])
    game.takes(lambda option: option == GoFirst(GREEN))
    game.spends("X+X", GREEN)
    game.goes((2, 0))
    game.spends("B", ORANGE)
    assert game.damage("maximus") == (0,), "one S of his against one B of Maximus"
    assert game.damage("mushashi") == (2,)


@pytest.mark.rule(
    "ARISTEIA.SWITCH.GENERAL",
    "ARISTEIA.AMB.MAXIMUS-SWITCH-COST",
    "ARISTEIA.SWITCH.PAY",
    "ARISTEIA.SWITCH.IMMEDIATE",
)
def test_maximus_taunts_anyone_who_rolls_against_him_for_one_block() -> None:
    game = fight("8-ball", "eat-my-fa-jing", "maximus")
    game.rolls(["orange -", "blue -"], ["green -", "blue -"])
    game.spends("B", GREEN)
    assert game.states("8-ball") == ["taunted:red"]
    token = game.one("8-ball").tokens[0]
    assert token.cause == game.id("maximus")


@pytest.mark.rule(
    "ARISTEIA.ACTION.REPEAT",
    "ARISTEIA.SWITCH.ACTION",
    "ARISTEIA.ACTION.COST",
    "ARISTEIA.ATTACK.COMBAT-ROLL",
)
def test_ken_no_sen_once_more_for_nothing() -> None:
    game = fight("mushashi", "ken-no-sen", "lunah")
    game.rolls(["red SX", "orange -", "blue BBX"], ["green B", "blue -"])
    game.spends("B+X+X")
    game.takes(lambda option: type(option).__name__ == "OnceMore")
    game.rolls(["red S", "orange -", "blue -"], ["green -", "blue -"])
    assert game.damage("lunah") == (1,)
    assert game.points == (2, 0), "the second Ken No Sen costs nothing"


@pytest.mark.rule("ARISTEIA.ACTION.REPEAT")
def test_twin_pistols_once_more_need_another_target() -> None:
    game = bout("wild-bill", {"wild-bill": (2, 1), "lunah": (-1, 1)})
    game.performs("twin-pistols", "lunah")
    game.rolls(["red SX", "orange SBX", "orange SBX"], ["green BBX", "blue BBX"])
    game.spends("X+X+X")
    game.settle()
    assert game.position.is_settled, "nobody else is there to be shot at"


@pytest.mark.rule("ARISTEIA.CHAR.DEAD-MANS-HAND", "ARISTEIA.SKILL.AUTOMATIC")
def test_dead_mans_hand_once_a_roll_also_in_defense() -> None:
    hand = {"orange": ["dodge-009", "dodge-010"]}
    game = fight("maximus", "jotums-shield", "wild-bill", hand=hand)
    game.rolls(["red -", "blue -", "black -"], ["green -", "blue -"])
    game.uses("dead-mans-hand")
    game.takes(lambda option: type(option).__name__ == "Discard")
    assert not game.can_use("dead-mans-hand")
    assert game.damage("maximus") == (1,)
    assert len(game.state.discards[ORANGE]) == 1


@pytest.mark.rule("ARISTEIA.RANGE.WITH-SIGHT")
def test_the_log_names_everybody_when_the_roll_is_over_already() -> None:
    """ARISTEIA.SWITCH.PAY: the last Switch, the end of the roll and the Damage come at one blow."""
    game = bout("lunah", {"lunah": (-8, 2), "gata": (-1, 0)})
    game.performs("called-shot", "gata")
    game.rolls(["red SSX", "orange SSX", "black -"], ["blue B", "black B"])
    game.spends("X+X")
    assert game.state.rolling is None
    told = [event.describe(game.state) for event in game.told]
    assert "lunah spends X X: take away 1 block of gata" in told
    assert "gata loses B" in told
    assert "successes left: lunah 4, gata 0" in told
