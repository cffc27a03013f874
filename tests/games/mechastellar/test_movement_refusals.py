"""Moves, turns and deployment: what is refused, and what just about is not."""

from __future__ import annotations

import pytest

from tests.games.mechastellar.table import battle

FAR = "B9 argonaut 6,-6 3"


@pytest.mark.rule("MS.ACT.ACTIONS")
def test_two_move_actions_and_no_third() -> None:
    game = battle("A1 argonaut 0,0 0", FAR).plays("A1", "rotate 1").plays("A1", "rotate 2")
    game.refuses("rotate 3", "MS.ACT.ACTIONS").refuses("move 0,1", "MS.ACT.ACTIONS")


@pytest.mark.rule("MS.MOVE.ROTATE")
def test_who_turns_turns_to_another_side() -> None:
    game = battle("A1 argonaut 0,0 0", FAR).begins("A1").refuses("rotate 0", "MS.MOVE.ROTATE")
    assert game.may("rotate 1") and game.may("rotate 5")


@pytest.mark.rule("MS.MOVE.DISTANCE")
def test_a_move_goes_as_far_as_its_figure_and_somewhere_else() -> None:
    game = battle("A1 argonaut -5,0 0", FAR).begins("A1")
    most = game.unit("A1").card.move_in // game.state.rules.hex.inches
    assert game.may(f"move {most - 5},0")
    game.refuses(f"move {most - 4},0", "MS.MOVE.DISTANCE").refuses("move -5,0", "MS.MOVE.DISTANCE")


@pytest.mark.rule("MS.HEX.OCCUPANCY")
def test_no_move_ends_on_another_model_or_off_the_board() -> None:
    game = battle("A1 argonaut 0,0 0", "A2 argonaut 1,0 0", FAR).begins("A1")
    game.refuses("move 1,0", "MS.HEX.OCCUPANCY").refuses("move 40,0", "MS.HEX.OCCUPANCY")
    assert game.may("move 2,0")


@pytest.mark.rule("MS.WATER.MOVE")
def test_only_who_swims_stops_in_deep_water_and_dives_there() -> None:
    water = ["0,1 water"]
    game = battle("A1 argonaut 0,0 0", FAR, terrain=water).begins("A1")
    game.refuses("move 0,1", "MS.WATER.MOVE")
    swims = battle("A1 turtle-robo 0,0 0", FAR, terrain=water).begins("A1")
    assert swims.may("move 0,1") and swims.may("move 0,1 yes")
    swims.refuses("move 1,0 yes", "MS.WATER.MOVE")


@pytest.mark.rule("MS.WATER.SUBMERGED")
def test_only_who_is_under_water_surfaces() -> None:
    units = ("A1 turtle-robo 0,0 0", FAR)
    battle(*units, terrain=["0,0 water"]).begins("A1").refuses("surface", "MS.WATER.SUBMERGED")
    under = battle("A1 turtle-robo 0,0 0 submerged", FAR, terrain=["0,0 water"]).begins("A1")
    under.plays("A1", "surface")
    assert not under.unit("A1").submerged and under.act.moves == 1


@pytest.mark.rule("MS.ENGAGE.STRAFE")
def test_who_is_engaged_moves_only_along_its_enemy() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 argonaut 1,0 3").begins("A1")
    game.refuses("move -2,0", "MS.ENGAGE.STRAFE")
    assert game.may("move 0,1")


@pytest.mark.rule("MS.MOVE.WARSHIP")
def test_a_ship_goes_where_it_heads_and_spins_only_by_its_helm() -> None:
    game = battle("A1 musarl-cruiser 0,0 0", FAR).begins("A1")
    game.refuses("move -1,0", "MS.MOVE.WARSHIP")
    game.plays("A1", "move 1,0").refuses("spin 1", "MS.MOVE.WARSHIP")


@pytest.mark.rule("MS.MOVE.FREE-SPIN")
def test_one_free_spin_after_the_first_move_and_before_the_second() -> None:
    game = battle("A1 argonaut 0,0 0", FAR).begins("A1").refuses("spin 1", "MS.MOVE.FREE-SPIN")
    game.plays("A1", "move 0,1")
    late = game.fork().plays("A1", "move 0,2")
    late.refuses("spin 1", "MS.MOVE.FREE-SPIN")
    game.refuses("spin 0", "MS.MOVE.ROTATE")
    game.plays("A1", "spin 1").refuses("spin 2", "MS.MOVE.FREE-SPIN")
    assert game.act.moves == 1


@pytest.mark.rule("MS.HIGH.CLIMB")
def test_a_climb_begins_beside_the_piece() -> None:
    game = battle("A1 argonaut 0,0 0", FAR, terrain=["2,0 block", "0,1 hill"]).begins("A1")
    game.refuses("move 2,0", "MS.HIGH.CLIMB")
    assert game.may("move 0,1")


@pytest.mark.rule("MS.OBSCURE.INSIDE")
def test_a_jungle_is_entered_from_the_hex_beside_it() -> None:
    game = battle("A1 argonaut 0,0 0", FAR, terrain=["2,0 jungle", "0,1 jungle"]).begins("A1")
    game.refuses("move 2,0", "MS.OBSCURE.INSIDE")
    assert game.may("move 0,1")


HELD = ("A1 white-raven 0,0 0 points=1", "B1 argonaut 1,0 3")


@pytest.mark.rule("MS.ENGAGE.DISENGAGE")
def test_who_disengages_is_engaged_pays_for_it_and_gets_away() -> None:
    alone = battle("A1 white-raven 0,0 0", FAR).begins("A1")
    alone.refuses("disengage -2,0 move", "MS.ENGAGE.DISENGAGE")
    price = battle(*HELD).state.rules.engage.disengage_cost_per_enemy
    game = battle(*HELD, momentum=(price, 10)).begins("A1")
    assert game.may("disengage -1,0 move")
    game.refuses("disengage 0,1 move", "MS.ENGAGE.DISENGAGE")  # still beside the enemy
    poor = battle(*HELD, momentum=(price - 1, 10)).begins("A1")
    poor.refuses("disengage -1,0 move", "MS.ENGAGE.DISENGAGE")


@pytest.mark.rule("MS.ENGAGE.DISENGAGE", "MS.ACT.ACTIONS", "MS.ACCEL.RESOURCE")
def test_disengaging_takes_a_move_an_action_or_a_point() -> None:
    game = battle(*HELD).begins("A1")
    assert all(game.may(f"disengage -1,0 {by}") for by in ("move", "action", "point"))
    dry = battle("A1 white-raven 0,0 0 points=0", "B1 argonaut 1,0 3").begins("A1")
    dry.refuses("disengage -1,0 point", "MS.ACCEL.RESOURCE")
    havoc = battle("A1 deathly-beastman 0,0 0", "B1 argonaut 1,0 3").begins("A1")
    havoc.refuses("disengage -1,0 point", "MS.ACCEL.RESOURCE")
    game.plays("A1", "rotate 1").plays("A1", "rotate 2")
    game.refuses("disengage -1,0 move", "MS.ACT.ACTIONS")
    assert game.may("disengage -1,0 action")
    stunned = battle("A1 white-raven 0,0 0 stun=1", "B1 argonaut 1,0 3")
    stunned.plays("A1", "give-up combat").refuses("disengage -1,0 action", "MS.ACT.ACTIONS")
    assert stunned.may("disengage -1,0 move")


LATER = ("A1 argonaut - 0", "A2 argonaut - 0", "A3 musarl-cruiser -2,5 1", "B1 argonaut - 0")


@pytest.mark.rule("MS.DEPLOY.RESERVE")
def test_one_unit_at_least_is_deployed() -> None:
    game = battle("A1 argonaut - 0", "A2 argonaut - 0", "B1 argonaut - 0", phase="deploying")
    game.plays("", "reserve A1").refuses("reserve A2", "MS.DEPLOY.RESERVE")
    assert game.unit("A1").fate == "reserve" and game.may("deploy A2 -2,4")
    other = battle("A1 argonaut - 0", "A2 argonaut - 0", "B1 argonaut - 0", phase="deploying")
    other.plays("", "deploy A1 -2,4").plays("", "reserve A2")
    assert other.unit("A2").fate == "reserve"


@pytest.mark.rule("MS.SQUAD.FORM", "MS.SQUAD.COHESION")
def test_a_squad_is_deployed_model_after_model_and_side_by_side() -> None:
    units = ("A1 argonaut - 0", "A2 argonaut - 0 leader=A1", "A3 argonaut - 0", "B1 argonaut - 0")
    game = battle(*units, phase="deploying")
    game.refuses("deploy A2 -2,4", "MS.SQUAD.FORM").refuses("reserve A2", "MS.SQUAD.FORM")
    game.plays("", "deploy A1 -2,4").refuses("deploy A3 0,4", "MS.SQUAD.FORM")
    game.refuses("deploy A2 0,4")
    assert game.may("deploy A2 -1,4")


@pytest.mark.rule("MS.HEX.OCCUPANCY", "MS.DEPLOY.ORDER")
def test_nobody_is_deployed_on_another_or_for_the_other_side() -> None:
    game = battle("A1 argonaut -2,4 0", "A2 argonaut - 0", "B1 argonaut - 0", phase="deploying")
    game.refuses("deploy A2 -2,4", "MS.HEX.OCCUPANCY").refuses("deploy B1 2,-4", "MS.DEPLOY.ORDER")
    assert game.may("deploy A2 -1,4")


@pytest.mark.rule("MS.WARSHIP.BOARD")
def test_one_boards_a_ship_of_ones_own_that_is_there_and_no_ship_boards() -> None:
    game = battle(*LATER, "A4 musarl-cruiser - 0", "B2 musarl-cruiser 2,-5 4", phase="deploying")
    assert game.may("embark A1 A3")
    for ship in ("A2", "A4", "B2", "A1"):
        game.refuses(f"embark A1 {ship}", "MS.WARSHIP.BOARD")
    game.refuses("embark A4 A3", "MS.WARSHIP.BOARD")
    game.plays("", "embark A1 A3")
    assert game.unit("A1").fate == "aboard" and game.unit("A1").ship == game.id("A3")


@pytest.mark.rule("MS.DEPLOY.FACING")
def test_each_unit_is_turned_once_by_its_own_side_to_another_facing() -> None:
    units = ("A1 argonaut -2,4 1", "A2 argonaut -1,4 1 leader=A1", "A3 argonaut - 0 reserve")
    game = battle(*units, "B1 argonaut 2,-4 4", phase="facing")
    for text in ("face B1 2", "face A2 2", "face A3 2", "face A1 1"):
        game.refuses(text, "MS.DEPLOY.FACING")
    game.plays("", "face A1 2").refuses("face A1 3", "MS.DEPLOY.FACING")
    assert game.unit("A1").facing == 2
    game.plays("", "ready")
    assert game.state.phase == "facing" and game.may("face B1 2")


@pytest.mark.rule("MS.DEPLOY.FACING", "MS.DEPLOY.ZONE")
def test_models_are_put_down_and_turned_before_the_first_round_only() -> None:
    game = battle("A1 argonaut -2,4 1", FAR)
    game.refuses("face A1 2", "MS.DEPLOY.FACING").refuses("deploy A1 -2,4", "MS.DEPLOY.ZONE")


@pytest.mark.rule("MS.MOM.START")
@pytest.mark.parametrize(
    ("south", "north", "momentum"),
    [
        ("argonaut", "argonaut", (10, 10)),
        ("white-asura", "argonaut", None),
        ("argonaut", "white-asura", None),
    ],
)
def test_the_stronger_side_begins_with_less_momentum(
    south: str, north: str, momentum: tuple[int, int] | None
) -> None:
    game = battle(f"A1 {south} -2,4 1", f"B1 {north} 2,-4 4", phase="facing", momentum=(0, 0))
    game.answers(game.read("ready")).answers(game.read("ready"))
    found = game.state.momentum
    assert found == momentum or (momentum is None and sorted(found)[1] == 10)
    assert (found[0] < 10) == (south == "white-asura") and (found[1] < 10) == (
        north == "white-asura"
    )
    assert min(found) >= 5
