"""Moving: how far, over what, at what price, and who counts as having moved."""

from __future__ import annotations

import pytest

from gattai.games.aegis.figures import longest_move, movement
from gattai.games.aegis.state import RED
from tests.games.aegis.table import GUN, action, battle, effect


@pytest.mark.rule("AEGIS.MOVE.BASIC")
def test_each_hex_costs_one_energy_and_only_free_hexes_are_entered() -> None:
    game = battle(terrain=[(0, 1)]).red("u", at=(0, 0), move=3).red("a", at=(1, 0))
    game.blue("e", at=(-1, 0))
    game.refuses(game.move("u", (0, 1), (0, 2)), "AEGIS.SETUP.TERRAIN")
    game.refuses(game.move("u", (1, 0), (2, 0)), "AEGIS.SETUP.BOARD")
    game.refuses(game.move("u", (-1, 0), (-2, 0)), "AEGIS.SETUP.BOARD")
    game.moves("u", (1, -1), (2, -1), (2, 0)).pays(17, 20)
    assert game.at("u") == (2, 0)


@pytest.mark.rule("AEGIS.MOVE.BASIC")
def test_a_move_is_no_longer_than_the_movement_value_and_never_leaves_the_field() -> None:
    game = battle().red("u", at=(6, 0), move=2).blue("e", at=(0, 0))
    far = game.refuses(game.move("u", (5, 0), (4, 0), (3, 0)), "AEGIS.MOVE.BASIC")[0]
    assert far.figures == (("hexes", 3), ("steps", 2))
    game.refuses(game.move("u", (7, 0), (8, 0)), "AEGIS.MOVE.BASIC")
    game.refuses(game.move("u", (4, 0), (3, 0)), "AEGIS.MOVE.BASIC")


@pytest.mark.rule("AEGIS.MOVE.BASIC")
def test_without_a_way_named_the_shortest_one_round_obstacles_is_paid() -> None:
    game = battle(terrain=[(1, 0), (1, -1)]).red("u", at=(0, 0)).blue("e", at=(-5, 0))
    game.moves("u", (2, -1))
    assert game.state.energy[RED] == 20 - 4


@pytest.mark.rule("AEGIS.MOVE.BASIC", "AEGIS.MOVE.MOVED-FLAG")
def test_out_and_back_is_a_move_of_two_hexes() -> None:
    game = battle().red("u", at=(0, 0)).blue("e", at=(-5, 0)).moves("u", (1, 0), (0, 0))
    game.pays(18, 20)
    assert game.unit("u").moved


@pytest.mark.rule("AEGIS.MOVE.SINGLE", "AEGIS.AMB.MOVE-SPLIT")
def test_steps_left_over_are_lost() -> None:
    game = battle().red("u", at=(0, 0), move=4).blue("e", at=(-5, 0)).moves("u", (1, 0))
    refusal = game.refuses(game.move("u", (2, 0)), "AEGIS.MOVE.SINGLE")[0]
    assert ("moves", 1) in refusal.figures


@pytest.mark.rule("AEGIS.MOVE.MOVED-FLAG")
def test_every_turn_begins_with_nobody_having_moved_and_a_push_is_no_move() -> None:
    shove = action("Shove", 1, 2, type="push", distance=2)
    game = battle().red("u", GUN, at=(0, 0)).red("p", shove, at=(0, 3)).red("t", at=(0, 4))
    game.blue("e", GUN, at=(5, 0)).moves("u", (1, 0)).uses("p", "Shove", "t").rolls(2)
    assert [game.unit(name).moved for name in "upt"] == [True, False, False]
    game.ends_turn()
    assert not game.unit("u").moved


@pytest.mark.rule("AEGIS.MOVE.VALUE")
@pytest.mark.parametrize(("com", "value"), [(2, 6), (-3, 1), (-9, 0)])
def test_the_movement_value_is_raised_and_lowered_but_never_below_0(com: int, value: int) -> None:
    game = battle().red("u", at=(0, 0), effects=(effect("COM", com),)).blue("e", at=(5, 0))
    assert movement(game.state, game.unit("u")) == value


@pytest.mark.rule("AEGIS.MOVE.VALUE", "AEGIS.AMB.COM-JET")
def test_a_jet_multiplies_the_movement_value_as_it_is_now() -> None:
    game = battle(destroyed=(1, 0)).blue("e", at=(5, 0))
    game.red(
        "u",
        at=(0, 0),
        passives=("Jet 2",),
        commander_ability="Magnificence",
        effects=(effect("COM", -2),),
    )
    assert longest_move(game.state, game.unit("u")) == (4 - 2 + 1) * 2


@pytest.mark.rule("AEGIS.MOVE.VALUE", "AEGIS.ATTR.STN", "AEGIS.MOVE.SINGLE")
def test_the_stunned_do_not_move_at_all() -> None:
    game = battle().red("u", GUN, at=(0, 0), effects=(effect("STN"),)).blue("e", at=(5, 0))
    game.refuses(game.move("u", (1, 0)), "AEGIS.ATTR.STN")
    assert game.may(game.use("u", "Gun", "e"))


@pytest.mark.rule("AEGIS.HEX.AXIS")
@pytest.mark.parametrize(("to", "pushed"), [((2, 0), (4, 0)), ((2, -2), (4, -4)), ((2, 1), (2, 1))])
def test_pushing_follows_an_axis_or_does_nothing(
    to: tuple[int, int], pushed: tuple[int, int]
) -> None:
    shove = action("Shove", 1, 2, power=2, type="push", distance=4)
    game = battle().red("u", shove, at=(0, 0)).blue("e", at=to)
    game.uses("u", "Shove", "e").rolls(2).ends(e=6)
    assert game.at("e") == pushed
