"""Movement: where a rule lets a unit go, and the nearest place where it does not."""

from __future__ import annotations

import pytest

from gattai.games.mechastellar.phases.movement import disengagements
from gattai.tabletop.hexes import to_text
from tests.games.mechastellar.scenario_checks import look_up
from tests.games.mechastellar.table import battle

FAR = "B9 argonaut 6,-6 3"


@pytest.mark.rule("MS.ACCEL.ACTION", "MS.ACCEL.RESOURCE", "MS.CHALLENGE.DUTY")
def test_a_challenger_accelerates_back_if_it_can_fly_forward_again() -> None:
    """On foot it would have to climb the hill behind it, and stop there."""
    units = ("A1 white-raven 0,0 1", "B1 argonaut 0,-4 4")
    game = battle(*units, challenge=("A1", "B1"), terrain=["0,0 hill"]).plays("A1", "rotate 2")
    assert game.may("accelerate A1 0,1 1")
    slow = ("A1 white-raven 0,0 1 move_in=4", "B1 argonaut 0,-4 4")
    late = battle(*slow, challenge=("A1", "B1"), terrain=["0,0 hill"]).plays("A1", "rotate 2")
    late.refuses("accelerate A1 0,1 1", "MS.CHALLENGE.DUTY")


@pytest.mark.rule("MS.ENGAGE.ZONE")
@pytest.mark.parametrize(("side", "unit", "foe"), [("south", "A1", "B1"), ("north", "B1", "A1")])
def test_either_side_is_held_by_enemies_and_not_by_friends(side: str, unit: str, foe: str) -> None:
    def may(other: str, to: str) -> bool:
        units = (f"{unit} argonaut 0,0 0", f"{other} argonaut 1,0 3", f"{foe[0]}9 argonaut 6,-6 3")
        return battle(*units, turn=side).begins(unit).may(f"move {to}")

    assert may(foe, "0,1") and not may(foe, "-2,0") and may(f"{unit[0]}2", "-2,0")


@pytest.mark.rule("MS.ENGAGE.ZONE", "MS.ENGAGE.STRAFE", "MS.ACCEL.ACTION")
def test_who_cannot_move_is_held_all_the_same_when_it_accelerates() -> None:
    units = ("A1 white-raven 0,0 0 move_in=0", FAR)
    assert battle(*units).begins("A1").may("accelerate A1 -1,0 1")
    held = battle(*units, "B1 argonaut 1,0 3").begins("A1")
    assert held.may("accelerate A1 0,1 1") and not held.may("accelerate A1 -1,0 1")


@pytest.mark.rule("MS.ENGAGE.ZONE", "MS.ENGAGE.STRAFE", "MS.ACCEL.ACTION")
def test_enemies_beyond_its_move_hold_a_longer_accelerate() -> None:
    sea = [f"{at} water" for at in ("0,0", "1,0", "1,1", "2,-1")]
    diver, foe = "A1 dusk-wraith 0,0 0 submerged move_in=0", "B1 turtle-robo 2,-1 3 submerged"
    for units, may in (((diver, FAR), True), ((diver, foe), False)):
        game = battle(*units, terrain=sea, parameters={"accelerate.move_in": 8}).begins("A1")
        assert game.may("accelerate A1 1,0 1") and game.may("accelerate A1 1,1 1") == may


@pytest.mark.rule("MS.WATER.SUBMERGED", "MS.MOVE.WARSHIP")
def test_an_aircraft_under_water_goes_no_farther_than_the_water() -> None:
    def ends(*water: str) -> str:
        game = battle("A1 hoverjet 0,0 0 submerged", FAR, terrain=[f"{at} water" for at in water])
        game.armed("A1", traits=("amphibious",)).begins("A1")
        return "".join(str(int(game.may(f"move {q},0 yes"))) for q in (1, 2, 3))

    assert ends("0,0", "1,0", "2,0") == "110"
    assert ends("0,0", "2,0", "3,0") == "000"  # it does not come up on the way


@pytest.mark.rule("MS.HIGH.DROP", "MS.HIGH.CLIMB")
def test_only_who_walks_pays_for_coming_down_as_a_part_of_a_longer_move() -> None:
    for profile, left in (("argonaut", 9), ("trident-drake", 10)):
        game = battle(f"A1 {profile} 0,0 0", FAR, terrain=["0,0 block"])
        assert game.plays("A1", "move 2,0").state.momentum[0] == left


@pytest.mark.rule("MS.OBSCURE.INSIDE")
def test_inside_a_thicket_one_moves_on_freely() -> None:
    jungle = [f"{at} jungle" for at in ("0,0", "1,0", "2,0")]
    inside = battle("A1 argonaut 0,0 0", FAR, terrain=jungle).begins("A1")
    assert inside.may("move 1,0") and inside.may("move 2,0")
    outside = battle("A1 argonaut 0,0 0", FAR, terrain=jungle[1:]).begins("A1")
    assert outside.may("move 1,0") and not outside.may("move 2,0")


@pytest.mark.rule("MS.OBSCURE.INSIDE")
@pytest.mark.parametrize(
    "jungle", [("1,-1", "2,-1", "3,-1"), ("0,-1", "1,-2", "2,-2", "3,-2")], ids=["beside", "around"]
)
def test_a_flyer_inside_a_thicket_stays_inside_along_it_and_enters_no_other(
    jungle: tuple[str, ...],
) -> None:
    """Ways over the clear are as short or shorter, and lead above the thicket alone."""
    flyer = "A1 trident-drake 0,0 0 move_in=16"
    inside = battle(flyer, FAR, terrain=[f"{at} jungle" for at in ("0,0", *jungle)]).begins("A1")
    assert all(inside.may(f"move {at}") for at in jungle)
    outside = battle(flyer, FAR, terrain=[f"{at} jungle" for at in jungle]).begins("A1")
    assert [outside.may(f"move {at}") for at in jungle] == [True] + [False] * (len(jungle) - 1)


@pytest.mark.rule("MS.ACCEL.ACTION")
def test_no_accelerate_leads_off_the_board_and_back() -> None:
    """Enemies on all sides, under water: they do not engage it, and it cannot pass them."""
    around = ("1,6", "1,5", "0,5", "-1,6")
    foes = [f"B{n} turtle-robo {at} 3 submerged" for n, at in enumerate(around)]
    longer = {"accelerate.move_in": 12}
    sea = [f"{at} water" for at in around]
    unit = "A1 white-raven 0,6 0"
    closed = battle(unit, *foes, terrain=sea, parameters=longer).begins("A1")
    assert not closed.may("accelerate A1 2,6 1")
    gap = battle(unit, *foes[1:], terrain=sea, parameters=longer).begins("A1")
    assert gap.may("accelerate A1 2,6 1")


@pytest.mark.rule("MS.ACCEL.ACTION", "MS.MOVE.WARSHIP")
def test_an_aircraft_accelerates_on_one_heading() -> None:
    jet = battle("A1 hoverjet 0,0 0", FAR, parameters={"accelerate.move_in": 8}).begins("A1")
    assert jet.may("accelerate A1 2,0 0 1") and jet.may("accelerate A1 2,-2 0 1")
    assert not jet.may("accelerate A1 2,-1 0 1")


@pytest.mark.rule("MS.ACCEL.ACTION", "MS.SQUAD.COHESION")
def test_a_squad_accelerates_only_to_where_all_of_it_finds_room() -> None:
    units = ("A1 white-raven 0,0 0", "A2 white-raven -1,1 0 leader=A1", FAR)
    hill = battle(*units, terrain=["1,0 hill"]).begins("A1")
    assert hill.may("accelerate A1 0,1 1") and not hill.may("accelerate A1 1,0 1")
    ridge = battle(*units, terrain=["1,0 hill", "0,1 hill"]).begins("A1")
    assert ridge.may("accelerate A1 1,0 1")


@pytest.mark.rule("MS.ENGAGE.DISENGAGE", "MS.MOVE.WARSHIP")
def test_a_ship_does_not_disengage_backwards() -> None:
    for profile, may in (("iron-duke", True), ("musarl-cruiser", False)):
        game = battle(f"A1 {profile} 0,0 0 grounded", "B1 iron-duke 1,0 3").begins("A1")
        assert game.may("disengage -1,0") == may


@pytest.mark.rule("MS.ENGAGE.DISENGAGE", "MS.WATER.SUBMERGED")
def test_under_water_there_is_no_way_out_over_land() -> None:
    sea = [f"{at} water" for at in ("0,0", "1,0", "-1,0")]
    for under, ways in (("", ["-1,1", "0,-1"]), ("submerged", [])):
        units = (f"A1 turtle-robo 0,0 0 {under}", f"B1 turtle-robo 1,0 3 {under}")
        game = battle(*units, terrain=sea).begins("A1")
        found = disengagements(game.state, game.id("A1"), flying=False)
        assert sorted(map(to_text, found)) == sorted(["-1,0", *ways])


@pytest.mark.rule("MS.SQUAD.COHESION")
def test_a_member_takes_the_one_place_there_is_and_stays_where_there_is_none() -> None:
    dry = {"0,0", "1,0"}
    around = {"0,1", "-1,1", "0,-1", "1,-1", "2,-1", "2,0", "1,1"} - dry
    lake = [f"{at} water" for at in around]
    units = ("A1 argonaut 0,0 0", "A2 argonaut -1,0 0 leader=A1", FAR)
    game = battle(*units, terrain=[*lake, "-1,0 hill"]).plays("A1", "move 1,0")
    assert look_up(game, "A1.at", "") == "1,0" and look_up(game, "A2.at", "") == "0,0"


@pytest.mark.rule("MS.SQUAD.COHESION")
@pytest.mark.parametrize(("height", "at"), [((), "3,0"), (("3,0 hill",), "2,1")])
def test_a_member_that_cannot_follow_a_leader_driven_away_stays(
    height: tuple[str, ...], at: str
) -> None:
    lake = [f"{each} water" for each in ("5,0", "5,-1", "4,-1", "4,1", "3,1")]
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 3,0 3 hp=90000", "B2 argonaut 2,1 3 leader=B1", FAR)
    game = battle(*units, terrain=[*lake, *height])
    game.plays("A1", "attack rocket-punch B1", answers=["shove 0"],
               dice=[[10] * 6, [1] * 8, [1] + [10] * 4])  # fmt: skip
    assert look_up(game, "B1.at", "") == "4,0" and look_up(game, "B2.at", "") == at


@pytest.mark.rule("MS.WATER.MOVE", "MS.AMB.FLY-ENDS")
@pytest.mark.parametrize("side", ["south", "north"])
def test_every_model_of_a_squad_that_is_over_water_sinks_and_no_other(side: str) -> None:
    """The leader has flown to the shore; one of the two that followed is still over the water."""
    us, them = ("A", "B") if side == "south" else ("B", "A")
    units = (f"{us}1 argonaut 0,0 0", f"{us}2 argonaut 1,0 0 leader={us}1",
             f"{us}3 argonaut 0,1 0 leader={us}1", f"{them}9 argonaut 6,-6 3")  # fmt: skip
    game = battle(*units, terrain=["1,0 water"], turn=side).plays(f"{us}1", "end-turn")
    assert [game.unit(f"{us}{n}").submerged for n in (1, 2, 3)] == [False, True, False]
    over = battle(*units, terrain=["0,0 water"], turn=side).plays(f"{us}1", "end-turn")
    assert [over.unit(f"{us}{n}").submerged for n in (1, 2, 3)] == [True, False, False]
