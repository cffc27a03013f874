"""Annihilation, Energy Depletion, Rout, and which comes first."""

from __future__ import annotations

import pytest

from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.state import BLUE, RED, SEATS
from tests.games.aegis.table import GUN, action, battle, effect

BOMB = action("Bomb", distance=2, radius=1)
FIX = action("Fix", 1, 3, type="repair", distance=2)
LEECH = action("Leech", 1, 2, type="drain", distance=3)


@pytest.mark.rule("AEGIS.VICTORY.ANNIHILATION")
def test_a_side_without_a_unit_loses_when_the_turn_ends_and_not_before() -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("e", at=(2, 0), integrity=1)
    game.uses("u", "Gun", "e").rolls(4).ends(e=0)
    game.ends_turn()
    assert game.outcome.winners == (RED,)
    assert game.outcome.rule == "AEGIS.VICTORY.ANNIHILATION"


@pytest.mark.rule("AEGIS.VICTORY.ANNIHILATION")
def test_one_unit_on_each_side_is_enough_to_go_on() -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("e", at=(2, 0), integrity=1)
    game.blue("last", GUN, at=(5, 0)).uses("u", "Gun", "e").rolls(4).ends(e=0).ends_turn()
    assert game.state.phase == "acting"
    assert game.state.turn == BLUE


@pytest.mark.rule("AEGIS.VICTORY.ANNIHILATION")
def test_a_unit_that_waits_for_its_drop_does_not_save_its_side() -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("e", at=(2, 0), integrity=1)
    game.blue("d", GUN, at=None, fate="waiting", passives=("Combat Drop 9",))
    game.uses("u", "Gun", "e").rolls(4).ends_turn()
    assert game.outcome.winners == (RED,)


@pytest.mark.rule("AEGIS.VICTORY.ENERGY")
@pytest.mark.parametrize(("ep", "over"), [(4, True), (5, False)])
def test_production_below_5_loses_as_the_turn_starts(ep: int, over: bool) -> None:
    game = battle().red("u", GUN, at=(0, 0), ep=1).blue("e", GUN, at=(2, 0), ep=ep)
    game.moves("u", (0, 1)).ends_turn()
    assert (game.state.phase == "over") == over
    if over:
        assert (game.outcome.winners, game.outcome.rule) == ((RED,), "AEGIS.VICTORY.ENERGY")


@pytest.mark.rule("AEGIS.VICTORY.ROUT", "AEGIS.AMB.ROUT-CAN")
@pytest.mark.parametrize(("left", "over"), [(FIX, True), (LEECH, False), (GUN, False)])
def test_a_side_without_damage_and_drain_is_routed_whatever_its_states(
    left: ActionCard, over: bool
) -> None:
    game = battle().red("u", GUN, at=(0, 0))
    game.blue("e", left, at=(2, 0), effects=(effect("DSA", until=RED), effect("STN", until=RED)))
    game.moves("u", (0, 1)).ends_turn()
    assert (game.state.phase == "over") == over
    if over:
        assert (game.outcome.winners, game.outcome.rule) == ((RED,), "AEGIS.VICTORY.ROUT")


@pytest.mark.rule("AEGIS.VICTORY.ROUT")
def test_two_routs_are_a_draw() -> None:
    game = battle().red("u", FIX, at=(0, 0)).blue("e", FIX, at=(2, 0))
    game.moves("u", (0, 1)).ends_turn()
    assert game.outcome.winners == SEATS


@pytest.mark.rule("AEGIS.VICTORY.ORDER", "AEGIS.AMB.VICTORY-ORDER")
def test_annihilation_comes_before_rout() -> None:
    game = battle().red("u", BOMB, at=(0, 0), integrity=1).red("h", FIX, at=(-4, 0))
    game.blue("e", GUN, at=(1, 0), integrity=1)
    game.uses("u", "Bomb", "e").rolls(4).ends_turn()
    assert game.outcome.winners == (RED,)
    assert game.outcome.rule == "AEGIS.VICTORY.ANNIHILATION"


@pytest.mark.rule("AEGIS.VICTORY.ORDER", "AEGIS.VICTORY.ENERGY")
def test_rout_at_the_end_of_a_turn_comes_before_depletion_at_the_start_of_the_next() -> None:
    game = battle().red("u", FIX, at=(0, 0)).blue("e", GUN, at=(2, 0), ep=1)
    game.moves("u", (0, 1)).ends_turn()
    assert (game.outcome.winners, game.outcome.rule) == ((BLUE,), "AEGIS.VICTORY.ROUT")
