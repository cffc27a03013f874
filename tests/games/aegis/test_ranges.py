"""Whom an Action reaches, and line of sight."""

from __future__ import annotations

import pytest

from tests.games.aegis.table import GUN, SWORD, WAVE, action, battle

LASER = action("Laser", attributes="LSR")
BOMB = action("Bomb", distance=4, radius=1)


@pytest.mark.rule("AEGIS.RANGE.DISTANCE")
def test_distance_reaches_one_unit_from_1_to_so_many_hexes_away() -> None:
    game = battle().red("u", GUN, at=(-3, 0)).blue("e", at=(3, 0)).blue("f", at=(4, 0))
    assert game.area("u", "Gun", "e") == ["e"]
    refusal = game.refuses(game.use("u", "Gun", "f"), "AEGIS.RANGE.DISTANCE")[0]
    assert refusal.figures == (("hexes away", 7), ("Distance", 6))
    game.refuses(game.use("u", "Gun"), "AEGIS.RANGE.DISTANCE")


@pytest.mark.rule("AEGIS.RANGE.RADIUS", "AEGIS.AMB.LOS-RADIUS")
def test_radius_reaches_all_round_the_user_behind_terrain_too_but_not_the_user() -> None:
    game = battle(terrain=[(1, 0)]).red("u", WAVE, at=(0, 0)).red("a", at=(0, 2))
    game.blue("e", at=(2, 0)).blue("f", at=(3, 0))
    assert game.area("u", "Wave") == ["a", "e"]


@pytest.mark.rule("AEGIS.RANGE.BOTH", "AEGIS.AMB.SPLASH-USER")
def test_distance_with_radius_reaches_all_round_the_target_the_user_too() -> None:
    game = battle().red("u", BOMB, at=(0, 0)).blue("e", at=(1, 0)).blue("f", at=(2, 0))
    game.blue("g", at=(3, 0))
    assert game.area("u", "Bomb", "e") == ["e", "f", "u"]
    assert game.area("u", "Bomb", "f") == ["e", "f", "g"]


@pytest.mark.rule("AEGIS.RANGE.MODIFIED", "AEGIS.AMB.MLE-RANGE")
def test_melee_reaches_one_hex_and_a_laser_the_whole_field() -> None:
    game = battle().red("u", SWORD, LASER, at=(-7, 0)).blue("e", at=(-5, 0)).blue("f", at=(7, 0))
    refusal = game.refuses(game.use("u", "Sword", "e"), "AEGIS.RANGE.MODIFIED")[0]
    assert refusal.figures == (("hexes away", 2), ("reach", 1))
    assert game.may(game.use("u", "Laser", "f"))


@pytest.mark.rule("AEGIS.LOS.BASIC", "AEGIS.AMB.LOS-UNITS")
def test_terrain_hides_and_units_do_not() -> None:
    game = battle(terrain=[(0, 2)]).red("u", GUN, at=(0, 0)).blue("near", at=(1, 0))
    game.blue("far", at=(3, 0)).blue("hidden", at=(0, 4))
    assert game.may(game.use("u", "Gun", "far"))
    game.refuses(game.use("u", "Gun", "hidden"), "AEGIS.LOS.BASIC")


@pytest.mark.rule("AEGIS.LOS.HEX-TEST", "AEGIS.AMB.LOS-CORNER")
@pytest.mark.parametrize(
    ("terrain", "to", "sees"),
    [
        ([(1, 0)], (2, 0), False),
        ([(1, 0)], (1, 1), True),
        ([(1, 0), (0, 1)], (1, 1), False),
        ([(1, 1), (3, 0)], (4, 1), True),
        ([(1, 0)], (1, -1), True),
    ],
)
def test_inside_a_hex_along_a_side_between_two_at_a_corner_beside(
    terrain: list[tuple[int, int]], to: tuple[int, int], sees: bool
) -> None:
    game = battle(terrain=terrain).red("u", GUN, at=(0, 0)).blue("e", at=to)
    assert game.may(game.use("u", "Gun", "e")) == sees


@pytest.mark.rule("AEGIS.LOS.ARC", "AEGIS.ATTR.ARC")
def test_arcing_actions_need_no_sight_but_still_their_distance() -> None:
    lob = action("Lob", distance=3, attributes="ARC")
    game = battle(terrain=[(1, 0)]).red("u", lob, at=(0, 0)).blue("e", at=(3, 0))
    game.blue("f", at=(4, 0))
    assert game.may(game.use("u", "Lob", "e"))
    game.refuses(game.use("u", "Lob", "f"), "AEGIS.RANGE.DISTANCE")


@pytest.mark.rule("AEGIS.RANGE.BOTH", "AEGIS.AMB.LOS-RADIUS")
def test_splash_needs_no_sight() -> None:
    game = battle(terrain=[(4, -1)]).red("u", BOMB, at=(0, 0)).blue("t", at=(4, 0))
    game.blue("n", at=(5, -1)).blue("o", at=(4, -2))
    assert game.area("u", "Bomb", "t") == ["n", "t"]
