"""Turns: start, recharge, acts and their order, end; and how long things last."""

from __future__ import annotations

import pytest

from gattai.games.aegis.actions import END_TURN
from gattai.games.aegis.events.attack import UnitDestroyed
from gattai.games.aegis.events.flow import Recharged, TurnBegan
from gattai.games.aegis.figures import output, production
from gattai.games.aegis.state import BLUE, RED, SEATS
from tests.games.aegis.table import GUN, SWORD, Battle, action, battle, effect


def duel() -> Battle:
    """A robot with a gun on each side, far enough to do nothing else."""
    return battle().red("u", GUN, at=(0, 0)).blue("e", GUN, at=(3, 0))


@pytest.mark.rule("AEGIS.TURN.STRUCTURE", "AEGIS.TURN.START")
def test_turns_alternate_and_begin_in_a_fixed_order() -> None:
    game = duel().moves("u", (0, 1)).ends_turn()
    assert (game.state.turn, game.state.turns) == (BLUE, (2, 2))
    assert [type(event) for event in game.told] == [TurnBegan, Recharged]
    game.moves("e", (3, 1)).ends_turn()
    assert (game.state.turn, game.state.turns) == (RED, (3, 2))
    game.refuses(game.move("e", (3, 0)), "AEGIS.TURN.ACT-ONCE")


@pytest.mark.rule("AEGIS.TURN.RECHARGE")
def test_the_pool_is_what_the_active_units_give_with_changes_and_never_below_0() -> None:
    game = duel().blue("f", at=(5, 0), ep=3, output_change=2).blue("z", at=(6, 0), ep=2)
    game.blue("d", at=None, fate="waiting", passives=("Combat Drop 9",))
    game.blue("o", at=(6, -1), ep=1, output_change=-1)
    assert output(game.state, game.unit("o")) == 0
    assert production(game.state, BLUE) == 5 + 5 + 2
    game.moves("u", (0, 1)).ends_turn().pays(19, 12)


@pytest.mark.rule("AEGIS.TURN.ENERGY-CARRY")
def test_leftover_energy_is_not_added_to_the_next_pool() -> None:
    game = duel().moves("u", (0, 1)).ends_turn().pays(19, 5)
    game.moves("e", (3, 1)).ends_turn().pays(5, 4)


@pytest.mark.rule("AEGIS.TURN.ENERGY-NONNEG")
def test_nobody_spends_more_than_the_pool_holds() -> None:
    game = battle(energy=(1, 0)).red("u", action("Big", 2, 4, distance=3), at=(0, 0))
    game.blue("e", at=(2, 0))
    refusal = game.refuses(game.use("u", "Big", "e"), "AEGIS.TURN.ENERGY-NONNEG")[0]
    assert refusal.figures == (("price", 2), ("energy", 1))
    game.refuses(game.move("u", (0, 1), (0, 2)), "AEGIS.TURN.ENERGY-NONNEG")
    game.moves("u", (0, 1)).pays(0, 0)


@pytest.mark.rule("AEGIS.TURN.ACT-ONCE", "AEGIS.AMB.INTERLEAVE")
def test_an_act_ends_when_another_unit_begins() -> None:
    game = duel().red("v", GUN, at=(0, 4)).moves("u", (0, 1)).moves("v", (0, 5))
    game.refuses(game.use("u", "Gun", "e"), "AEGIS.TURN.ACT-ONCE")
    game.uses("v", "Gun", "e").rolls(1).ends(e=6)


@pytest.mark.rule("AEGIS.TURN.MUST-ACT", "AEGIS.AMB.MUST-ACT")
def test_a_turn_cannot_end_before_somebody_has_acted() -> None:
    game = duel()
    game.refuses(END_TURN, "AEGIS.TURN.MUST-ACT")
    game.uses("u", "Gun", "e").rolls(1).ends_turn()


@pytest.mark.rule("AEGIS.TURN.MUST-ACT", "AEGIS.AMB.MUST-ACT")
def test_who_can_do_nothing_at_all_may_end_the_turn() -> None:
    held = (effect("STN"), effect("DSA"))
    game = battle().red("u", GUN, at=(0, 0), effects=held).blue("e", GUN, at=(3, 0))
    assert game.options == (END_TURN,)
    game.ends_turn()
    assert game.state.turn == BLUE


@pytest.mark.rule("AEGIS.TURN.ACT-ORDER")
def test_a_move_may_precede_the_action_but_not_follow_it() -> None:
    game = duel().moves("u", (0, 1)).uses("u", "Gun", "e").rolls(1)
    game.refuses(game.use("u", "Gun", "e"), "AEGIS.TURN.ACT-ORDER")
    game = duel().uses("u", "Gun", "e").rolls(1)
    game.refuses(game.move("u", (0, 1)), "AEGIS.TURN.ACT-ORDER")


@pytest.mark.rule("AEGIS.TURN.ACT-ORDER")
def test_one_normal_action_only() -> None:
    game = battle().red("u", GUN, SWORD, at=(0, 0)).blue("e", at=(1, 0))
    game.uses("u", "Gun", "e").rolls(1)
    refusal = game.refuses(game.use("u", "Sword", "e"), "AEGIS.TURN.ACT-ORDER")[0]
    assert refusal.figures == (("Actions", 1),)


@pytest.mark.rule("AEGIS.TURN.END")
def test_at_the_end_jets_fall_first_and_then_drops_arrive_and_then_victory_is_checked() -> None:
    game = battle(turns=(1, 1)).red("u", at=(0, 6), ep=5, passives=("Combat Drop 1",))
    game.red("j", GUN, at=(0, 5), passives=("Jet 2",))
    game.red("d", GUN, at=None, fate="waiting", passives=("Combat Drop 1",))
    game.blue("e", GUN, at=(0, -6)).moves("u", (1, 6)).ends_turn()
    assert [type(event) for event in game.told] == [UnitDestroyed]
    assert game.at("j") is None
    game.answers(game.options[0])
    assert game.at("d") is not None
    assert game.state.phase == "acting"


@pytest.mark.rule("AEGIS.TURN.END", "AEGIS.TURN.STRUCTURE")
def test_a_player_may_stop_with_energy_and_units_to_spare() -> None:
    game = duel().red("v", GUN, at=(0, 4)).moves("u", (0, 1)).ends_turn()
    assert not game.unit("v").acted
    assert game.state.energy[RED] == 19


@pytest.mark.rule("AEGIS.TERM.FULL-TURN", "AEGIS.AMB.FULL-TURN", "AEGIS.AMB.STATUS-END")
@pytest.mark.parametrize("maker", SEATS)
def test_a_full_turn_ends_when_the_side_in_whose_turn_it_began_starts_again(maker: int) -> None:
    game = duel().red("s", at=(0, 5), effects=(effect("STN", until=SEATS[maker]),))
    game.moves("u", (0, 1)).ends_turn()
    assert game.effects("s") == ([("STN", 0)] if maker == RED else [])
    game.moves("e", (3, 1)).ends_turn()
    assert game.effects("s") == []


@pytest.mark.rule("AEGIS.AMB.STATUS-END", "AEGIS.ATTR.STN")
def test_a_state_gained_again_begins_anew_and_does_not_add_up() -> None:
    snare = action("Snare", 1, 2, mode="all", distance=4, attributes="STN")
    game = battle().red("u", snare, at=(0, 0))
    game.blue("e", GUN, at=(3, 0), effects=(effect("STN", until=BLUE),))
    game.uses("u", "Snare", "e").rolls(2).ends()
    assert game.effects("e") == [("STN", 0)]
    game.ends_turn()
    game.refuses(game.move("e", (4, 0)), "AEGIS.ATTR.STN")


@pytest.mark.rule("AEGIS.TERM.UNIT")
def test_who_is_off_the_field_neither_acts_nor_is_acted_on() -> None:
    game = (
        duel().red("gone", GUN, at=None, fate="destroyed").blue("spent", at=None, fate="consumed")
    )
    game.refuses(game.use("gone", "Gun", "e"), "AEGIS.TERM.UNIT")
    game.refuses(game.use("u", "Gun", "spent"), "AEGIS.TERM.UNIT")


@pytest.mark.rule("AEGIS.HOUSE.TURN-LIMIT", "AEGIS.AMB.ENDLESS", "AEGIS.TERM.TRACKING")
def test_a_limit_of_turns_makes_a_draw_and_is_off_unless_chosen() -> None:
    game = duel().set(turn_limit=4).moves("u", (0, 1)).ends_turn().moves("e", (3, 1))
    assert game.ends_turn().outcome.winners == SEATS
    game = duel().set(turn_limit=3).moves("u", (0, 1)).ends_turn()
    assert game.outcome.winners == SEATS
    assert game.outcome.rule == "AEGIS.HOUSE.TURN-LIMIT"
    assert duel().state.turn_limit == 0
