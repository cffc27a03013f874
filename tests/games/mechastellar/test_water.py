"""Who is under water stays there until it surfaces; what goes through the surface, and through a roof."""

from __future__ import annotations

import pytest

from gattai.games.mechastellar.actions import Accelerate
from gattai.games.mechastellar.phases.anytime import reactions
from gattai.games.mechastellar.state import NORTH
from tests.games.mechastellar.table import Battle, battle

POND = ("0,0 water", "1,0 water", "-1,0 water", "2,0 water")
DIVER, FOE = "A1 turtle-robo 0,0 0 submerged", "B1 turtle-robo 1,0 3 submerged"


def dived(*units: str, **given: object) -> Battle:
    return battle(*units, terrain=POND, **given).begins("A1")  # type: ignore[arg-type]


@pytest.mark.rule("MS.WATER.SUBMERGED", "MS.ENGAGE.DISENGAGE")
@pytest.mark.parametrize("by", ["", " action", " point"])
def test_nobody_disengages_from_the_water_onto_land(by: str) -> None:
    game = dived(DIVER, FOE)
    assert game.may(f"disengage -1,0{by}")
    game.refuses(f"disengage 0,-1{by}", "MS.WATER.SUBMERGED")
    above = battle("A1 turtle-robo 0,0 0", "B1 turtle-robo 1,0 3", terrain=POND).begins("A1")
    assert above.may(f"disengage 0,-1{by}") and above.may(f"disengage -1,0{by}")


@pytest.mark.rule("MS.WATER.SUBMERGED", "MS.CRASH.ACTION", "MS.AMB.CRASH-WATER")
def test_nobody_crashes_out_of_the_water_or_through_its_surface() -> None:
    ram = "crash shell-spin [B1] "
    game = dived(DIVER, FOE)
    assert game.may(ram + "2,0")
    game.refuses(ram + "2,-1", "MS.WATER.SUBMERGED")
    up = dived(DIVER, "B1 turtle-robo 1,0 3")
    up.refuses(ram + "2,0", "MS.WATER.SUBMERGED")
    down = battle("A1 turtle-robo 0,0 0", FOE, terrain=POND).begins("A1")
    down.refuses(ram + "2,0", "MS.WATER.SUBMERGED")
    both_above = battle("A1 turtle-robo 0,0 0", "B1 turtle-robo 1,0 3", terrain=POND).begins("A1")
    assert both_above.may(ram + "2,-1")


@pytest.mark.rule("MS.ACCEL.RESOURCE", "MS.WATER.SUBMERGED")
def test_points_accelerate_under_water_in_the_enemys_turn_as_in_the_own() -> None:
    game = battle("A1 argonaut 5,0 3", "B1 turtle-robo 0,0 0 submerged", terrain=POND)
    offered = [
        each for each in reactions(game.begins("A1").state, NORTH) if isinstance(each, Accelerate)
    ]
    ends = {each.to for each in offered}
    assert ends == {game.read("move 1,0").to, game.read("move -1,0").to}


@pytest.mark.rule("MS.WATER.SUBMERGED", "MS.WATER.MOVE")
def test_a_move_from_under_water_says_that_it_has_to_surface_first() -> None:
    game = dived(DIVER, "B1 argonaut 5,0 3")
    game.refuses("move 0,-1", "MS.WATER.SUBMERGED")
    assert game.may("move 1,0 yes") and game.may("surface")
    sunk = dived("A1 argonaut 0,0 0 submerged", "B1 argonaut 5,0 3")
    sunk.refuses("move 0,-1", "MS.WATER.SUBMERGED").refuses("move 1,0 yes", "MS.WATER.MOVE")


@pytest.mark.rule("MS.WARSHIP.BOARD", "MS.AMB.BOARD-WATER")
def test_a_unit_goes_aboard_from_the_surface_and_not_from_under_water() -> None:
    ship, foe = "A2 mithridates-cruiser 0,1 0", "B1 argonaut 6,-3 3"
    above = battle("A1 turtle-robo 0,0 0", ship, foe, terrain=POND).plays("A1", "end-turn")
    assert above.questioned("MS.WARSHIP.BOARD")
    below = battle(DIVER, ship, foe, terrain=POND).plays("A1", "end-turn")
    assert not below.questioned("MS.WARSHIP.BOARD")


@pytest.mark.rule("MS.IDF.COVER", "MS.AMB.IDF-OVERHEAD")
def test_overhead_cover_stops_what_is_fired_at_it_and_not_what_is_fired_from_it() -> None:
    units, shot = ("A1 argonaut 0,0 0", "B1 argonaut 3,0 3"), "attack hand-grenade B1 indirect"
    under = battle(*units, terrain=["3,0 overpass"]).begins("A1")
    under.refuses(shot, "MS.IDF.COVER")
    assert under.may("attack machine-gun B1")
    assert battle(*units, terrain=["0,0 overpass"]).begins("A1").may(shot)


@pytest.mark.rule("MS.WATER.SUBMERGED", "MS.WATER.MOVE")
def test_nobody_goes_under_water_from_one_pond_into_another() -> None:
    units = ("A1 turtle-robo 0,0 0 submerged", "B1 argonaut 6,0 3")
    ponds = battle(*units, terrain=("0,0 water", "2,0 water")).begins("A1")
    ponds.refuses("move 2,0 yes", "MS.WATER.SUBMERGED")
    lake = battle(*units, terrain=("0,0 water", "1,0 water", "2,0 water")).begins("A1")
    assert lake.may("move 2,0 yes")
