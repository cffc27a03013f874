"""Where a move, an Accelerate or a way out of an engagement may end: every hex of it, no other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from gattai.games.mechastellar.actions import Accelerate, Disengage, Move
from gattai.kernel.question import Choose
from gattai.tabletop.hexes import DISTANCE, Hex, from_text, to_text
from tests.games.mechastellar.table import Battle, battle

FAR = "B9 argonaut 6,-6 3"
HERE = from_text("0,0")
RING = ("1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1")


def begun(unit: str, *others: str, terrain: Iterable[str] = (), momentum: int = 10) -> Battle:
    return battle(unit, *others, FAR, terrain=terrain, momentum=(momentum, 10)).begins("A1")


def ends(game: Battle, kind: type[Any] = Move, by: str = "") -> set[str]:
    """Where the question lets A1 get."""
    assert isinstance(game.question, Choose)
    return {
        to_text(each.to)
        for each in game.question.options
        if isinstance(each, kind)
        and getattr(each, "unit", 0) == 0
        and by in ("", getattr(each, "by", ""))
    }


def within(game: Battle, far: int, *besides: str, of: Hex = HERE) -> set[str]:
    cells = game.state.ground.field.hexes.cells
    return {to_text(h) for h in cells if 0 < DISTANCE[h - of] <= far} - {*besides}


def reach_of(game: Battle) -> int:
    return game.unit("A1").card.move_in // game.state.rules.hex.inches


@pytest.mark.rule("MS.MOVE.DISTANCE", "MS.MOVE.DIRECTION", "MS.HEX.OCCUPANCY")
def test_on_open_ground_a_unit_gets_everywhere_within_its_move_but_onto_others() -> None:
    game = begun("A1 argonaut 0,0 0", "A2 argonaut 1,0 0")
    assert ends(game) == within(game, reach_of(game), "1,0")


@pytest.mark.rule("MS.HEX.OCCUPANCY")
def test_a_unit_passes_friends_and_not_enemies() -> None:
    friends = begun("A1 argonaut 0,0 0", *(f"A{n} argonaut {at} 0" for n, at in enumerate(RING, 2)))
    assert ends(friends) == within(friends, reach_of(friends), *RING)
    lake = [f"{at} water" for at in RING]
    assert ends(begun("A1 argonaut 0,0 0", terrain=lake)) == set()
    swims = begun("A1 turtle-robo 0,0 0", terrain=lake)
    assert ends(swims) == within(swims, reach_of(swims))
    between = begun("A1 hoverjet 0,0 0", "B1 argonaut 2,0 3")
    assert "1,0" in ends(between) and not {"2,0", "3,0"} & ends(between)


@pytest.mark.rule("MS.HIGH.CLIMB")
def test_a_climb_begins_beside_the_piece_and_takes_a_hex_a_level() -> None:
    game = begun("A1 argonaut 0,0 0", terrain=["1,0 hill", "0,1 block", "2,-2 hill"])
    far = reach_of(game)
    assert ends(game) >= {"1,0"} and ("0,1" in ends(game)) == (far >= 2)
    assert "2,-2" not in ends(game)
    flying = begun("A1 hoverjet 0,0 0", terrain=["1,0 hill", "2,0 hill", "3,0 block"])
    assert {"1,0", "2,0"} <= ends(flying)


@pytest.mark.rule("MS.HIGH.CLIMB")
def test_from_a_hill_one_level_more_is_one_hex() -> None:
    game = begun("A1 argonaut 0,0 0", terrain=["0,0 hill", "1,0 block"])
    assert "1,0" in ends(game)
    price = begun("A1 dusk-wraith 0,0 0", terrain=["0,0 hill", "1,0 block", "0,1 block"])
    assert price.may("accelerate A1 1,0 1")
    low = begun("A1 dusk-wraith 0,0 0", terrain=["1,0 block"])
    assert low.may("accelerate A1 1,0 2") and not low.may("accelerate A1 1,0 1")


@pytest.mark.rule("MS.HIGH.DROP")
def test_coming_down_ends_beside_the_piece_or_costs_momentum() -> None:
    top = ("A1 argonaut 0,0 0",)
    rich = begun(*top, terrain=["0,0 block"])
    poor = begun(*top, terrain=["0,0 block"], momentum=0)
    assert ends(poor) == within(poor, 1)
    assert ends(rich) == within(rich, reach_of(rich))
    rich.plays("A1", "move 2,0")
    assert rich.state.momentum[0] < 10
    beside = begun(*top, terrain=["0,0 block"]).plays("A1", "move 1,0")
    assert beside.state.momentum[0] == 10


@pytest.mark.rule("MS.OBSCURE.INSIDE")
def test_a_thicket_is_entered_by_a_whole_move_from_beside_it_and_not_passed() -> None:
    game = begun("A1 argonaut 0,0 0", terrain=[f"{at} jungle" for at in RING])
    assert ends(game) == {*RING}
    apart = begun("A1 argonaut 0,0 0", terrain=["2,0 jungle"])
    assert "2,0" not in ends(apart) and "1,0" in ends(apart)


@pytest.mark.rule("MS.ENGAGE.STRAFE")
def test_who_is_engaged_gets_to_hexes_that_its_enemy_engages() -> None:
    game = begun("A1 argonaut 0,0 0", "B1 argonaut 1,0 3")
    beside = within(game, 1, of=from_text("1,0")) - {"0,0"}
    assert ends(game) and ends(game) <= beside
    flown = ends(begun("A1 dervish 0,0 0", "B1 argonaut 1,0 3"), Accelerate)
    assert flown and flown <= beside


@pytest.mark.rule("MS.ENGAGE.DISENGAGE")
def test_who_disengages_gets_one_hex_away_from_all_who_engage_it() -> None:
    game = begun("A1 dervish 0,0 0", "B1 argonaut 1,0 3", "A2 argonaut -1,0 0")
    beside = within(game, 1, of=from_text("1,0"))
    for by in ("move", "action", "point"):
        assert ends(game, Disengage, by) == {*RING} - beside - {"1,0", "-1,0"}
    hill = begun("A1 dervish 0,0 0", "B1 argonaut 1,0 3", terrain=["-1,0 block", "0,-1 water"])
    assert "-1,0" not in ends(hill, Disengage, "move") and "-1,0" in ends(hill, Disengage, "action")


@pytest.mark.rule("MS.ACCEL.ACTION")
def test_an_accelerate_gets_one_hex_over_anything_but_others() -> None:
    game = begun("A1 dervish 0,0 0", "A2 argonaut 1,0 0", terrain=["0,1 water"])
    assert ends(game, Accelerate) == within(game, 1, "1,0")


@pytest.mark.rule("MS.WATER.SUBMERGED", "MS.MOVE.DIRECTION")
def test_under_water_one_moves_and_accelerates_within_the_water() -> None:
    water = ["0,0 water", "1,0 water", "2,0 water"]
    game = begun("A1 dusk-wraith 0,0 0 submerged", terrain=water)
    assert ends(game) == {"1,0", "2,0"} and ends(game, Accelerate) == {"1,0"}


@pytest.mark.rule("MS.MOVE.WARSHIP")
def test_a_ship_gets_straight_ahead_and_not_past_an_enemy() -> None:
    game = begun("A1 musarl-cruiser 0,0 0", "B1 argonaut 2,0 3")
    assert "1,0" in ends(game) and not {"2,0", "3,0", "-1,0", "1,1"} & ends(game)
    free = begun("A1 musarl-cruiser 0,0 0")
    far = reach_of(free)
    assert f"{far},0" in ends(free) and f"{far + 1},0" not in ends(free)


@pytest.mark.rule("MS.SQUAD.COHESION")
def test_a_squad_goes_only_where_all_of_it_finds_room() -> None:
    squad = ("A1 argonaut 0,0 0", "A2 argonaut 1,0 0 leader=A1")
    around = ("2,0", "1,1", "0,1", "-1,1", "-1,0", "0,-1", "1,-1", "2,-1")
    assert ends(begun(*squad, terrain=[f"{at} water" for at in around])) == set()
    gap = begun(*squad, terrain=[f"{at} water" for at in around[1:]])
    assert "2,0" in ends(gap) and not {*around[1:]} & ends(gap)
