"""Turns and the ground: stun paid off, Challengers that must close in, Crashes, points, arrivals."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.mechastellar.events.attack import DamageTaken
from gattai.games.mechastellar.events.flow import MomentumChanged, OwnerChanged
from gattai.games.mechastellar.figures import engaging
from gattai.kernel.position import begin
from gattai.kernel.question import Choose, Roll
from tests.games.mechastellar.scenario_checks import look_up
from tests.games.mechastellar.scenario_runner import was_offered
from tests.games.mechastellar.table import RULES, Battle, battle

FAR = "B9 argonaut 6,-6 3"


@pytest.mark.rule("MS.STUN.SPEND", "MS.STUN.ACTIONS", "MS.AMB.STUN-REPAID")
def test_a_token_paid_off_in_the_own_turn_costs_no_action() -> None:
    game = battle("A1 white-raven 0,0 0 stun=2 points=1", "B1 argonaut 6,0 3").begins("A1")
    assert game.act.owed == 2
    game.plays("A1", "shake-off A1")
    assert game.act.owed == 1 and game.unit("A1").stun == 1
    game.refuses("attack beam-rifle B1", "MS.STUN.ACTIONS")
    game.plays("A1", "give-up move")
    assert game.may("attack beam-rifle B1") and game.act.moves == 1


@pytest.mark.rule("MS.STUN.SPEND", "MS.AMB.STUN-REPAID")
def test_an_action_already_given_up_does_not_come_back() -> None:
    game = battle("A1 white-raven 0,0 0 stun=1 points=1", "B1 argonaut 6,0 3").begins("A1")
    game.plays("A1", "give-up combat").plays("A1", "shake-off A1")
    assert game.act.owed == 0 and game.act.combat == 0


@pytest.mark.rule("MS.STUN.SPEND")
def test_a_token_that_another_pays_off_leaves_the_debt_of_the_active_unit() -> None:
    units = ("A1 argonaut 0,0 0 stun=1", "A2 white-raven -3,0 0 stun=1 points=1", FAR)
    game = battle(*units).begins("A1").plays("A1", "shake-off A2")
    assert game.act.owed == 1 and game.unit("A2").stun == 0


def left_by_both(owner: str | None) -> Battle:
    """B1 comes to a point beside A1, is shot, and A1 goes away; the round ends."""
    units = ("A1 white-asura -1,0 0", "A2 argonaut -6,6 1 activated", "B1 argonaut 2,0 0 hp=100",
             "B2 argonaut 6,-6 3 activated")  # fmt: skip
    owners = {"centre": owner} if owner else {}
    game = battle(*units, turn="north", owners=owners, momentum=(5, 5))
    game.plays("B1", "move 1,0").plays("B1", "end-turn")
    assert look_up(game, "owner.centre", "") == ""
    game.plays("A1", "attack beam-rifle B1", dice=[[10] * 7, [1] * 8])
    game.plays("A1", "move -3,0").plays("A1", "end-turn")
    return game


@pytest.mark.rule("MS.CP.CONTEST", "MS.CP.ROUND-END", "MS.AMB.CP-CONTEST-OWNER", "MS.MOM.CP")
@pytest.mark.parametrize(("owner", "momentum"), [("south", (7, 5)), ("north", (5, 7))])
def test_a_contested_point_that_all_have_left_is_its_last_owners(
    owner: str, momentum: tuple[int, int]
) -> None:
    game = left_by_both(owner)
    assert look_up(game, "owner.centre", "") == owner and game.state.momentum == momentum


@pytest.mark.rule("MS.CP.CONTEST", "MS.AMB.CP-CONTEST-OWNER")
def test_a_point_that_nobody_had_before_the_contest_is_nobodys() -> None:
    units = ("A1 argonaut -1,0 0", "B1 argonaut 2,0 0 activated", "B2 argonaut 1,-1 3")
    game = battle(*units, momentum=(5, 5))
    game.plays("A1", "end-turn").plays("B2", "end-turn").next_round()
    assert look_up(game, "owner.centre", "") == ""
    changed = [event.owner for event in game.told if isinstance(event, OwnerChanged)]
    assert changed == [] and not any(isinstance(e, MomentumChanged) for e in game.told)


@pytest.mark.rule("MS.REINFORCE.TURN", "MS.AMB.REINFORCE-CP")
def test_a_late_arrival_contests_nothing_before_its_next_turn() -> None:
    units = ("A1 argonaut - 1 reserve", "A2 argonaut -6,6 1 activated", "B1 argonaut 0,-3 4",
             "B2 argonaut 6,-6 3 activated")  # fmt: skip
    game = battle(*units, round=2, owners={"centre": "south"}, momentum=(6, 6))
    game.answers(game.read("reinforce A1 0,0")).settles().plays("A1", "end-turn")
    game.plays("B1", "end-turn").next_round()
    assert game.state.round == 3 and game.unit("A1").late
    game.answers(game.read("activate A2")).plays("A2", "end-turn")
    game.plays("B1", "move 0,-1").plays("B1", "end-turn")
    assert look_up(game, "owner.centre", "") == "north"  # A1 stands on it and has not acted yet
    game.begins("A1")
    assert not game.unit("A1").late and look_up(game, "owner.centre", "") == ""


DUEL = ("A1 white-asura 0,5 1", "B1 argonaut 0,-5 4")


@pytest.mark.rule("MS.CHALLENGE.DUTY", "MS.AMB.CHALLENGE-IMPOSSIBLE")
def test_a_challenger_does_not_turn_its_last_move_away() -> None:
    game = battle(*DUEL, challenge=("A1", "B1")).plays("A1", "rotate 2")
    game.refuses("rotate 1", "MS.CHALLENGE.DUTY").refuses("end-turn", "MS.CHALLENGE.DUTY")
    game.plays("A1", "move 0,4")
    assert game.may("end-turn")


@pytest.mark.rule("MS.CHALLENGE.DUTY")
def test_nor_does_its_first_move_go_where_the_second_cannot_make_it_good() -> None:
    far = battle("A1 white-asura 0,3 1", "B1 argonaut 0,-5 4", challenge=("A1", "B1")).begins("A1")
    far.refuses("move 0,5", "MS.CHALLENGE.DUTY")
    assert far.may("move 0,4")  # a hex back: the second move brings it closer still


@pytest.mark.rule("MS.CHALLENGE.DUTY", "MS.ACCEL.ACTION")
def test_a_challenger_that_has_closed_in_does_not_accelerate_away() -> None:
    game = battle("A1 white-raven 0,5 1", "B1 argonaut 0,-5 4", challenge=("A1", "B1"))
    game.plays("A1", "rotate 2").plays("A1", "move 0,4")
    game.refuses("accelerate A1 0,5 1", "MS.CHALLENGE.DUTY")
    game.refuses("accelerate A1 0,5 0 1", "MS.CHALLENGE.DUTY")
    assert game.may("accelerate A1 0,3 1") and game.may("accelerate A1 1,3 1")


@pytest.mark.rule("MS.CHALLENGE.DUTY", "MS.ENGAGE.DISENGAGE")
def test_engaged_with_its_challenger_it_cannot_come_closer_but_stays() -> None:
    game = battle("A1 white-raven 0,1 1", "B1 argonaut 0,0 4", challenge=("A1", "B1")).begins("A1")
    assert game.may("end-turn") and game.may("disengage 0,2")  # a move is left to come back
    game.plays("A1", "rotate 2").refuses("disengage 0,2", "MS.CHALLENGE.DUTY")


@pytest.mark.rule("MS.CHALLENGE.DUTY", "MS.WARSHIP.BOARD")
def test_a_challenger_does_not_hide_aboard_a_ship() -> None:
    units = ("A1 argonaut 0,4 1", "A2 musarl-cruiser 1,4 1 activated", "B1 white-asura 0,-5 4")
    free = battle(*units).plays("A1", "move 0,3").plays("A1", "end-turn")
    assert was_offered(free, "board A2")
    bound = battle(*units, challenge=("B1", "A1")).plays("A1", "move 0,3").plays("A1", "end-turn")
    assert not was_offered(bound, "board A2")


@pytest.mark.rule("MS.CRASH.ACTION", "MS.ENGAGE.STRAFE", "MS.AMB.CRASH-WAY")
def test_a_crash_does_not_leave_an_engagement_with_others() -> None:
    units = ("A1 turtle-robo 0,0 0", "B1 iron-duke -1,0 0", "B2 argonaut 1,0 3", FAR)
    game = battle(*units).begins("A1")
    game.refuses("crash shell-spin [B2] 2,0", "MS.ENGAGE.STRAFE")
    assert not any(type(each).__name__ == "Crash" and each.to == game.read("move 2,0").to
                   and each.targets == (game.id("B2"),) for each in options(game))  # fmt: skip


@pytest.mark.rule("MS.CRASH.ACTION", "MS.AMB.CRASH-WAY")
def test_from_whom_it_crashes_into_it_breaks_away() -> None:
    game = battle("A1 turtle-robo 0,0 0", "B2 argonaut 1,0 3", FAR, momentum=(5, 5))
    game.plays("A1", "crash shell-spin [B2] 1,1")
    assert look_up(game, "A1.at", "") == "1,1" and game.state.momentum[0] == 5
    free = battle("A1 trident-drake 0,0 0", "B1 argonaut 1,0 3", FAR, momentum=(5, 5))
    free.plays("A1", "crash wing-crash [B1] 3,0")
    assert engaging(free.state, free.id("A1")) == ()


@pytest.mark.rule("MS.CRASH.ACTION", "MS.HEX.OCCUPANCY", "MS.AMB.CRASH-WAY", "MS.HIGH.CLIMB")
def test_a_crash_goes_through_its_targets_and_through_no_other_enemy() -> None:
    units = ("A1 trident-drake 0,0 0 grounded", "B1 argonaut 1,0 3", "B2 argonaut 2,0 3", FAR)
    game = battle(*units).begins("A1")
    game.refuses("crash wing-crash [B2] 3,0")
    assert game.may("crash wing-crash [B1 B2] 3,0")


def options(game: Battle) -> tuple[Any, ...]:
    question = game.question
    assert isinstance(question, Choose)
    return tuple(question.options)


@pytest.mark.rule("MS.DEPLOY.ALTERNATE", "MS.DEPLOY.ORDER")
@pytest.mark.parametrize(("deployment", "first"), [("alternate", 0), ("zones", 1)])
def test_alternate_deployment_counts_models_and_the_usual_one_units(
    deployment: str, first: int
) -> None:
    forces = {"south": "argonaut!*3", "north": "argonaut!, argonaut", "map": "open-crossing"}
    start = begin(RULES, {**forces, "deployment": deployment})
    assert start.state.phase == "deploying" and start.state.turn == first


@pytest.mark.rule("MS.DEPLOY.ALTERNATE", "MS.AMB.DEPLOY-TIE")
def test_with_as_many_models_dice_decide_who_deploys_first() -> None:
    forces = {"south": "argonaut!*2", "north": "argonaut!, argonaut", "map": "open-crossing"}
    game = Battle(begin(RULES, {**forces, "deployment": "alternate"}).state)
    assert isinstance(game.question, Roll)


@pytest.mark.rule("MS.PUSH.MOVE", "MS.HEX.DISTANCE", "MS.AMB.ROUND-INCHES")
@pytest.mark.parametrize(
    ("inches", "failed", "hexes"), [(4, 3, 3), (3, 1, 0), (3, 2, 1), (3, 4, 3), (8, 2, 4)]
)
def test_the_way_of_a_push_is_summed_before_it_is_rounded(
    inches: int, failed: int, hexes: int
) -> None:
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 2,0 3 hp=90000", FAR)
    game = battle(*units, parameters={"push.step_in": inches}).begins("A1")
    saves = [1] * failed + [10] * (5 - failed)
    shoves = ["shove 0"] if hexes else []
    game.plays("A1", "attack rocket-punch B1", dice=[[10] * 6, [1] * 8, saves], answers=shoves)
    assert look_up(game, "B1.at", "") == f"{2 + hexes},0"


@pytest.mark.rule("MS.PUSH.COLLIDE", "MS.PUSH.UNIT")
def test_a_save_that_would_drive_it_farther_collides_once() -> None:
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 2,0 3 hp=9000", "B2 argonaut 3,0 3 hp=9000", FAR)
    game = battle(*units, parameters={"push.step_in": 8})
    game.plays(
        "A1", "attack rocket-punch B1", dice=[[10] * 6, [1] * 8, [1, 1, 10, 10, 10]],
        answers=["shove 0", *["collide momentum"] * 4],
    )  # fmt: skip
    assert game.state.momentum == (10, 6)  # two saves, two units
    assert len(game.happened(DamageTaken)) == 1 and game.unit("B2").hp == 9000


@pytest.mark.rule("MS.ACCEL.ACTION", "MS.HEX.DISTANCE")
@pytest.mark.parametrize(("inches", "two_hexes"), [(4, False), (8, True), (7, False)])
def test_an_accelerate_goes_as_far_as_its_inches(inches: int, two_hexes: bool) -> None:
    game = battle(
        "A1 dervish 0,0 0", "B1 argonaut 6,0 3", parameters={"accelerate.move_in": inches}
    )
    game.begins("A1")
    assert game.may("accelerate A1 1,0 1") and game.may("accelerate A1 2,0 1") == two_hexes
    assert not game.may("accelerate A1 3,0 1")


@pytest.mark.rule("MS.ACCEL.ACTION", "MS.HIGH.CLIMB", "MS.ENGAGE.STRAFE")
def test_a_longer_accelerate_climbs_more_and_still_leaves_nobody() -> None:
    longer = {"accelerate.move_in": 8}
    game = battle("A1 dervish 0,0 0", FAR, terrain=["1,0 roof2", "3,0 roof2"], parameters=longer)
    game.begins("A1")
    assert game.may("accelerate A1 1,0 1") and not game.may("accelerate A1 1,0 1 1")
    held = battle("A1 dervish 0,0 0", "B1 argonaut -1,0 0", FAR, parameters=longer).begins("A1")
    assert not held.may("accelerate A1 2,0 1") and held.may("accelerate A1 -1,1 1")
