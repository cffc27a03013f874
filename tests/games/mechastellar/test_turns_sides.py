"""Turns, rounds and actions: what a rule allows, and the nearest case that it refuses or leaves alone."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.mechastellar.actions import Attack, CrashAttack, Support
from gattai.games.mechastellar.events.attack import AttackDeclared
from gattai.games.mechastellar.events.flow import (
    ChallengeIssued,
    MomentumChanged,
    PhaseBegan,
    ScoreChanged,
    TurnEnded,
)
from gattai.games.mechastellar.events.turn import StunChanged
from gattai.games.mechastellar.parameters import Rulings
from gattai.games.mechastellar.state import NORTH, SOUTH, UnitId
from gattai.kernel.question import Choose
from gattai.kernel.window import PASS
from gattai.tabletop.hexes import from_text, to_text
from tests.games.mechastellar.scenario_checks import look_up
from tests.games.mechastellar.scenario_runner import was_offered
from tests.games.mechastellar.table import RULES, Battle, battle

FAR = "B9 argonaut 6,-6 3"
DONE = "B9 argonaut 6,-6 3 activated"


def against(game: Battle, action: Any) -> list[str]:
    chosen = game.read(action) if isinstance(action, str) else action
    return [refusal.rule for refusal in RULES.refusals(game.state, chosen)]


def after_a_turn(*units: str, **given: Any) -> Battle:
    """The south has turned a model: the north may spend points."""
    return battle("A1 argonaut 0,5 1", *units, **given).plays("A1", "rotate 2")


@pytest.mark.rule("MS.RES.REFRESH")
def test_between_two_actions_only_what_is_stunned_or_worn_is_offered_and_for_points_alone() -> None:
    assert after_a_turn("B1 deathly-beastman 0,-3 4").questions == []
    stunned = after_a_turn("B1 deathly-beastman 0,-3 4 stun=1")
    assert was_offered(stunned, "shake-off B1") and not was_offered(stunned, "recharge B1")
    assert after_a_turn("B1 deathly-beastman 0,-3 4 stun=1 points=0").questions == []
    worn = after_a_turn("B1 turtle-robo 0,-3 4 barrier=0")
    assert was_offered(worn, "recharge B1") and not was_offered(worn, "shake-off B1")
    whole = after_a_turn("B1 turtle-robo 0,-3 4")
    assert whole.questions and not was_offered(whole, "recharge B1")


@pytest.mark.rule("MS.ACCEL.RESOURCE")
def test_the_other_side_reacts_to_actions_and_not_to_a_free_spin() -> None:
    game = battle("A1 argonaut 0,5 1", "B1 dervish 0,-3 4").plays("A1", "move 0,4")
    assert was_offered(game, "accelerate B1 0,-2 1")
    assert game.plays("A1", "spin 2").questions == []


@pytest.mark.rule("MS.SQUAD.LEADER")
def test_orders_go_to_the_leader_of_a_squad_and_not_to_its_members() -> None:
    units = ("A1 argonaut 0,0 0", "A2 argonaut 1,0 0 leader=A1", "A3 mithridates-cruiser -3,0 0")
    game = battle(*units, FAR, orders=(1, 0)).begins("A1")
    assert game.may("order A1") and game.may("order A3")
    game.refuses("order A2", "MS.SQUAD.LEADER")


@pytest.mark.rule("MS.WARSHIP.REPAIR")
def test_a_side_repairs_its_own_units_aboard_and_no_others() -> None:
    ours = ("A1 mithridates-cruiser 0,0 0", "A2 argonaut - 0 aboard=A1 hp=500")
    theirs = ("B1 mithridates-cruiser 5,-5 3", "B2 argonaut - 3 aboard=B1 hp=500")
    game = battle(*ours, *theirs).begins("A1")
    assert game.may("repair A2")
    game.refuses("repair B2", "MS.WARSHIP.REPAIR")


@pytest.mark.rule("MS.RETURNFIRE.ATTACK")
def test_a_challenge_frees_from_return_fire() -> None:
    units = ("A1 argonaut 0,0 0", "B1 argonaut 3,0 3", "B2 argonaut 4,-4 3")
    bound: dict[str, Any] = {"duty": (UnitId(0),), "aggressor": UnitId(1)}
    held = battle(*units, **bound).begins("A1")
    held.refuses("attack machine-gun B2", "MS.RETURNFIRE.ATTACK")
    held.refuses("accelerate A1 1,-1 0 1", "MS.RETURNFIRE.ATTACK")
    free = battle(*units, **bound, challenge=("A1", "B2")).begins("A1")
    assert free.may("attack machine-gun B2") and free.may("accelerate A1 1,-1 0 1")


@pytest.mark.rule("MS.MORALE.RALLY", "MS.CMD.RALLY")
@pytest.mark.parametrize(("face", "gains"), [(10, [1]), (1, [])])
def test_a_rally_that_fails_changes_nothing(face: int, gains: list[int]) -> None:
    game = battle("A1 white-asura 0,5 1 commander", FAR, momentum=(5, 5))
    game.plays("A1", "end-turn", answers=["command rally"], dice=[[face]])
    assert [event.amount for event in game.happened(MomentumChanged)] == gains


@pytest.mark.rule("MS.MORALE.ROUT", "MS.CMD.ROUT")
@pytest.mark.parametrize(("face", "losses"), [(1, [-1]), (10, [])])
def test_a_rout_that_is_withstood_changes_nothing(face: int, losses: list[int]) -> None:
    units = ("A1 white-asura 0,0 0 commander", "B1 argonaut 3,0 3 hp=100", "B2 argonaut 6,-6 3")
    game = battle(*units, momentum=(5, 5))
    game.plays("A1", "attack beam-rifle B1", answers=["command rout"],
               dice=[[10] * 7, [1] * 8, [1] * 5, [face]])  # fmt: skip
    routed = [each for each in game.happened(MomentumChanged) if each.rule == "MS.MORALE.ROUT"]
    assert [event.amount for event in routed] == losses


@pytest.mark.rule("MS.WARSHIP.SKILLS", "MS.SKILL.ZEAL")
@pytest.mark.parametrize(("profile", "may"), [("argonaut", True), ("musarl-cruiser", False)])
def test_zeal_is_for_all_but_ships(profile: str, may: bool) -> None:
    assert battle(f"A1 {profile} 0,0 0 stun=1", FAR).begins("A1").may("zeal 1") == may


@pytest.mark.rule("MS.CP.ROUND-END")
@pytest.mark.parametrize(("foe", "owner"), [("1,0", ""), ("2,0", "south")])
def test_when_a_round_ends_a_point_that_both_are_near_is_nobodys(foe: str, owner: str) -> None:
    units = ("A1 argonaut -1,0 0 activated", "A2 argonaut 0,6 1", f"B1 argonaut {foe} 3 activated")
    game = battle(*units, owners={"centre": "south"}).plays("A2", "end-turn")
    assert look_up(game, "owner.centre", "") == owner


@pytest.mark.rule("MS.WARSHIP.REPAIR")
@pytest.mark.parametrize(("hp", "asked"), [("hp=500", 1), ("", 0)])
def test_at_the_end_of_a_round_nobody_is_asked_who_has_nothing_to_repair(
    hp: str, asked: int
) -> None:
    units = ("A1 mithridates-cruiser 0,0 0", f"A2 argonaut - 0 aboard=A1 {hp}", DONE)
    late = {"warship.repair_when": "round_end"}
    game = battle(*units, parameters=late).plays("A1", "end-turn")
    assert len(game.questioned("MS.WARSHIP.REPAIR")) == asked


@pytest.mark.rule("MS.DEPLOY.ALTERNATE")
def test_who_finds_its_edge_closed_when_the_round_ends_stays_in_reserve() -> None:
    units = ("A1 argonaut 0,0 0", "A2 argonaut - 1 reserve", DONE)
    open_edge = battle(*units, alternate=True).plays("A1", "end-turn")
    assert open_edge.unit("A2").at is not None
    edge = open_edge.state.ground.field.edges[0]
    hills = [f"{to_text(at)} hill" for at in edge]
    closed = battle(*units, alternate=True, terrain=hills).plays("A1", "end-turn")
    assert closed.unit("A2").fate == "reserve"


@pytest.mark.rule("MS.VP.HALF")
@pytest.mark.parametrize(
    ("units", "scores"),
    [
        (("A1 argonaut 0,6 1 hp=100 vp=3", "B1 argonaut 6,-6 3 vp=3 activated"), (0, 2)),
        (("A1 argonaut 0,6 1 vp=3", "B1 argonaut 6,-6 3 hp=100 vp=3 activated"), (2, 0)),
        (("A1 argonaut 0,6 1 hp=100 vp=0", "B1 argonaut 6,-6 3 vp=3 activated"), None),
        (
            (
                "A1 argonaut 0,6 1",
                "B1 musarl-cruiser 6,-6 3 activated",
                "B2 argonaut - 3 aboard=B1 hp=100 vp=3",
            ),
            (2, 0),
        ),
    ],
    ids=["south", "north", "worth nothing", "aboard"],
)
def test_half_the_points_of_a_badly_damaged_unit_go_to_the_other_side(
    units: tuple[str, ...], scores: tuple[int, int] | None
) -> None:
    game = battle(*units, parameters={"round.count": 1}).plays("A1", "end-turn")
    assert game.state.phase == "over" and game.state.scores == (scores or (0, 0))
    assert len(game.happened(ScoreChanged)) == (scores is not None)


@pytest.mark.rule("MS.WARSHIP.LAUNCH", "MS.CHALLENGE.ISSUE")
def test_units_launch_before_anybody_is_challenged() -> None:
    units = ("A1 mithridates-cruiser 0,0 0", "A2 argonaut - 0 aboard=A1", FAR)
    launching = battle(*units, phase="launching", waiting=("A2",))
    assert against(launching, "launch A2 1,0") == []
    for action in ("challenge A1 B9", "decline"):
        assert against(launching, action) == ["MS.CHALLENGE.ISSUE"]
    later = battle(*units, phase="challenging")
    assert against(later, "challenge A1 B9") == [] == against(later, "decline")
    assert against(later, "launch A2 1,0") == ["MS.WARSHIP.LAUNCH"]


@pytest.mark.rule("MS.WARSHIP.LAUNCH")
def test_who_is_asked_to_launch_stays_aboard_unless_it_says_otherwise() -> None:
    units = ("A1 mithridates-cruiser 0,0 0", "A2 argonaut - 0 aboard=A1", FAR)
    game = battle(*units, phase="launching", waiting=("A2",))
    assert isinstance(game.question, Choose) and game.may("launch A2 1,0")
    assert game.question.otherwise == game.read("stay A2")


@pytest.mark.rule("MS.ACT.ACTIONS", "MS.REINFORCE.TURN")
def test_who_arrives_has_no_combat_action_and_who_is_activated_one() -> None:
    units = ("A1 argonaut - 1 reserve", "A2 argonaut -6,6 1 activated", FAR)
    game = battle(*units, round=2)
    game.answers(game.read("reinforce A1 0,6")).settles()
    assert game.act.combat == 0
    assert battle("A1 argonaut 0,6 1", FAR).begins("A1").act.combat == 1


@pytest.mark.rule("MS.WARSHIP.BOARD")
@pytest.mark.parametrize(("side", "us", "them"), [("south", "A", "B"), ("north", "B", "A")])
def test_one_is_asked_to_board_only_a_ship_near_by_with_room(side: str, us: str, them: str) -> None:
    def asked(ship: str, *more: str) -> int:
        unit, far = f"{us}1 argonaut 0,0 0", f"{them}9 argonaut 6,-6 3"
        game = battle(unit, f"{us}2 {ship} activated", far, *more, turn=side)
        return len(game.plays(f"{us}1", "end-turn").questioned("MS.WARSHIP.BOARD"))

    crew = f"{us}3 argonaut - 0 aboard={us}2"
    assert asked("musarl-cruiser 1,0 0") == 1 and asked("argonaut 1,0 0") == 0
    assert asked("musarl-cruiser 1,0 0 hangar=1") == 1
    assert asked("musarl-cruiser 1,0 0 hangar=1", crew) == 0
    assert asked("musarl-cruiser 1,0 0 hangar=2", crew) == 1


@pytest.mark.rule("MS.STUN.RECOVER")
def test_who_goes_aboard_shakes_off_stun_and_who_fails_keeps_it() -> None:
    units = ("A1 argonaut 0,0 0 stun=1", "A2 musarl-cruiser 1,0 0 activated", FAR)
    game = battle(*units).plays("A1", "end-turn", answers=["board A2"], dice=[[10]])
    assert game.unit("A1").stun == 0 and game.unit("A1").fate == "aboard"
    failed = battle(*units).plays("A1", "end-turn", dice=[[1]])
    assert failed.unit("A1").stun == 1 and failed.happened(StunChanged) == []


@pytest.mark.rule("MS.ACT.ALTERNATE")
def test_after_a_turn_the_other_side_is_next_and_nothing_else_has_to_be_said() -> None:
    game = battle("A1 argonaut 0,0 0", FAR).plays("A1", "end-turn")
    assert [event.seat for event in game.happened(TurnEnded)] == [NORTH]
    assert game.happened(PhaseBegan) == [] and game.may("activate B9")
    again = battle("A1 argonaut 0,0 0", "A2 argonaut 2,0 0", DONE).plays("A1", "end-turn")
    assert len(again.happened(PhaseBegan)) == 1 and again.may("activate A2")


@pytest.mark.rule("MS.ACT.ALTERNATE")
def test_a_unit_is_activated_neither_in_anothers_turn_nor_before_the_turns_begin() -> None:
    units = ("A1 white-asura 0,0 0", "A2 argonaut 2,0 0", FAR)
    assert against(battle(*units), "activate A2") == []
    assert against(battle(*units).begins("A1"), "activate A2") == ["MS.ACT.ALTERNATE"]
    assert against(battle(*units, phase="challenging"), "activate A2") == ["MS.ACT.ALTERNATE"]


@pytest.mark.rule("MS.SQUAD.FORM")
@pytest.mark.parametrize(("most", "reason"), [(1, "has no squads"), (2, "at most three models")])
def test_squads_are_as_large_as_the_rules_of_the_match_allow(most: int, reason: str) -> None:
    units = ("A1 argonaut 0,0 0", "A2 argonaut 1,0 0 leader=A1", "A3 argonaut 0,1 0", FAR)
    game = battle(*units, parameters={"squad.max": most})
    (refusal,) = RULES.refusals(game.state, game.read("combine A1 A3"))
    assert refusal.rule == "MS.SQUAD.FORM" and reason in refusal.reason
    assert battle(*units).may("combine A1 A3")


@pytest.mark.rule("MS.ACT.ALTERNATE", "MS.REINFORCE.WHEN")
def test_only_who_could_bring_reinforcements_passes_and_only_between_turns() -> None:
    units = (
        "A1 argonaut 0,0 0 activated",
        "A2 argonaut - 1 reserve",
        "A3 argonaut - 1 reserve",
        FAR,
    )
    game = battle(*units, round=2)
    assert against(game, PASS) == []
    assert against(battle(*units), PASS) == ["MS.ACT.ALTERNATE"]  # the first round is too early
    assert against(battle(*units, round=2, phase="challenging"), PASS) == ["MS.ACT.ALTERNATE"]
    game.answers(game.read("reinforce A2 0,6")).settles()
    assert against(game, PASS) == ["MS.ACT.ALTERNATE"]


@pytest.mark.rule("MS.ATTACK.SEQUENCE")
def test_nobody_attacks_a_unit_that_there_is_not() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 argonaut 3,0 3").begins("A1")
    assert against(game, Attack("machine-gun", UnitId(1))) == []
    assert against(game, Attack("machine-gun", UnitId(9))) != []


@pytest.mark.rule("MS.SAVE.TARGET")
@pytest.mark.parametrize(("pen", "words"), [(6, "each save needs 6+"), (0, "no save")])
def test_the_forecast_says_what_a_save_needs(pen: int, words: str) -> None:
    game = battle("A1 argonaut 0,0 0", "B1 argonaut 3,0 3").armed("A1", "machine-gun", pen=pen)
    forecast = Attack("machine-gun", UnitId(1)).forecast(game.begins("A1").state)
    assert forecast is not None
    assert [each.says for each in forecast.sums if each.name == "PEN"] == [words]


@pytest.mark.rule("MS.THROW.ENEMY", "MS.THROW.LARGER")
def test_a_larger_enemy_is_thrown_for_havoc_too_and_one_out_of_reach_not_at_all() -> None:
    def thrown(unit: str, target: str) -> list[str]:
        units = (f"A1 deathly-beastman 0,0 0 {unit}", f"B1 musarl-cruiser {target} 3 grounded")
        return against(battle(*units).begins("A1"), "throw B1")

    assert thrown("points=1", "1,0") == [] and thrown("points=0", "1,0") == ["MS.THROW.LARGER"]
    assert thrown("points=0", "3,0") == ["MS.RANGE.MEASURE"]


@pytest.mark.rule("MS.THROW.ENEMY", "MS.RETURNFIRE.ATTACK")
def test_where_the_aggressor_comes_first_nobody_else_is_thrown_in_return_fire() -> None:
    units = ("A1 argonaut 0,0 0", "B1 argonaut 1,0 3", "B2 argonaut 0,1 3")
    first = {"return_fire.target": "aggressor_first"}
    game = battle(*units, parameters=first, duty=(UnitId(0),), aggressor=UnitId(2)).begins("A1")
    assert game.may("throw B2")
    game.refuses("throw B1", "MS.RETURNFIRE.ATTACK")


@pytest.mark.rule("MS.THROW.TERRAIN")
def test_no_piece_is_thrown_on_which_anybody_stands() -> None:
    for who, rules in (("", []), ("A2", ["MS.THROW.TERRAIN"]), ("B2", ["MS.THROW.TERRAIN"])):
        on_it = [f"{who} musarl-cruiser 0,1 0"] if who else []
        game = battle("A1 argonaut 0,0 0", "B1 argonaut 3,0 3", *on_it, terrain=["0,1 wall"])
        found = against(game.begins("A1"), "hurl 0,1 B1")
        assert [rule for rule in found if rule == "MS.THROW.TERRAIN"] == rules


@pytest.mark.rule("MS.CRASH.ACTION", "MS.CHALLENGE.DUTY")
def test_a_challenger_crashes_past_only_if_a_move_is_left_to_come_back() -> None:
    units = ("A1 deathly-beastman 0,0 0 move_in=16", "B1 argonaut 2,0 3")
    game = battle(*units, challenge=("A1", "B1")).begins("A1")
    assert game.may("crash horn-charge [B1] 4,0")
    game.plays("A1", "rotate 1").refuses("crash horn-charge [B1] 4,0", "MS.CHALLENGE.DUTY")
    assert game.may("crash horn-charge [B1] 3,0")


@pytest.mark.rule("MS.CRASH.ACTION", "MS.WATER.SUBMERGED")
def test_a_crash_takes_a_target_that_there_is_and_goes_no_farther_than_its_move() -> None:
    game = battle("A1 deathly-beastman 0,0 0", "B1 argonaut 1,0 3").begins("A1")
    assert against(game, CrashAttack("horn-charge", (UnitId(1),), from_text("2,0"))) == []
    assert against(game, CrashAttack("horn-charge", (UnitId(9),), from_text("2,0"))) != []
    far = RULES.refusals(game.state, game.read("crash horn-charge [B1] 3,0"))
    assert [refusal.reason for refusal in far] == ["too far to crash"]


@pytest.mark.rule("MS.CRASH.ACTION")
@pytest.mark.parametrize(("side", "us", "them"), [("south", "A", "B"), ("north", "B", "A")])
def test_a_crash_ends_neither_where_it_began_nor_in_deep_water(
    side: str, us: str, them: str
) -> None:
    units = (f"{us}1 deathly-beastman 0,0 0", f"{them}1 argonaut 1,0 3")
    game = battle(*units, terrain=["2,0 water"], turn=side).begins(f"{us}1")
    assert game.may(f"crash horn-charge [{them}1] 2,-1")
    for to in ("0,0", "2,0"):
        assert against(game, f"crash horn-charge [{them}1] {to}") == ["MS.CRASH.ACTION"]


RING = [f"{at} rock" for at in ("1,-4", "1,-5", "0,-5", "-1,-4", "-1,-3", "0,-3")]
ROW = [f"{q},0 rock" for q in range(-5, 6)]


@pytest.mark.rule("MS.CHALLENGE.DUTY", "MS.MOVE.DISTANCE", "MS.MOVE.ROTATE")
def test_a_challenger_that_cannot_see_its_foe_comes_as_near_as_its_last_move_brings_it() -> None:
    game = battle("A1 argonaut 0,3 1", "B1 argonaut 0,-4 4", challenge=("A1", "B1"), terrain=RING)
    game.begins("A1")
    assert game.may("move 0,2") and game.may("rotate 2")
    game.plays("A1", "rotate 2")
    assert game.may("move 0,1")
    game.refuses("move 0,2", "MS.CHALLENGE.DUTY").refuses("rotate 3", "MS.CHALLENGE.DUTY")
    game.plays("A1", "move 0,1")
    assert against(game, "rotate 3") == ["MS.ACT.ACTIONS"]


@pytest.mark.rule("MS.CHALLENGE.DUTY", "MS.MOVE.ROTATE")
def test_a_challenger_that_needs_both_moves_turns_in_neither() -> None:
    units = ("A1 argonaut 0,3 1", "B1 argonaut 0,-4 4")
    wall = battle(*units, challenge=("A1", "B1"), terrain=ROW).begins("A1")
    wall.refuses("rotate 2", "MS.CHALLENGE.DUTY")
    assert battle(*units, challenge=("A1", "B1")).begins("A1").may("rotate 2")


def reasons(game: Battle, action: str) -> list[str]:
    return [refusal.reason for refusal in RULES.refusals(game.state, game.read(action))]


@pytest.mark.rule("MS.HEX.OCCUPANCY", "MS.MOVE.WARSHIP", "MS.ENGAGE.DISENGAGE")
def test_a_refusal_says_what_is_in_the_way() -> None:
    game = battle("A1 argonaut 0,0 0", FAR).begins("A1")
    assert reasons(game, "move 40,0") == ["40,0 is off the board"]
    assert reasons(game, "disengage 1,0") == ["A1 is not engaged"]
    ship = battle("A1 musarl-cruiser 0,0 0", FAR).plays("A1", "move 1,0")
    assert reasons(ship, "spin 1") == ["A1 has no Free Spin"]


@pytest.mark.rule("MS.ACCEL.RESOURCE")
@pytest.mark.parametrize(
    ("profile", "may"), [("white-raven", True), ("iron-duke", True), ("deathly-beastman", False)]
)
def test_boost_and_power_pay_for_a_way_out_and_havoc_does_not(profile: str, may: bool) -> None:
    game = battle(f"A1 {profile} 0,0 0", "B1 iron-duke 1,0 3").begins("A1")
    assert game.may("disengage -1,0 point") == may and game.may("disengage -1,0 move")


@pytest.mark.rule("MS.DEPLOY.ZONE", "MS.DEPLOY.FACING", "MS.HEX.OCCUPANCY")
def test_models_are_put_down_and_turned_each_at_its_time_and_on_free_ground_of_their_side() -> None:
    units = ("A1 argonaut -2,4 1", "A2 argonaut - 1", "B1 argonaut 2,-4 4", "B2 argonaut - 4")
    south = battle(*units, phase="deploying")
    assert against(south, "deploy A2 -1,4") == [] and against(south, "face A1 2") == [
        "MS.DEPLOY.FACING"
    ]
    assert against(south, "deploy A2 -2,4") == ["MS.HEX.OCCUPANCY"]
    assert against(south, "deploy A2 0,0") == ["MS.DEPLOY.ZONE"]
    assert reasons(south, "deploy A2 0,0") == ["0,0 is beyond the home Control Point"]
    assert against(battle(*units, phase="order"), "deploy A2 -1,4") == ["MS.DEPLOY.ZONE"]
    assert against(south, "ready") == ["MS.DEPLOY.FACING"]
    facing = battle(*units, phase="facing")
    assert against(facing, "face A1 2") == [] == against(facing, "ready")
    north = battle(*units, phase="deploying", turn="north")
    assert against(north, "deploy B2 1,-4") == []
    assert against(north, "deploy B2 2,-4") == ["MS.HEX.OCCUPANCY"]


@pytest.mark.rule("MS.DEPLOY.RESERVE", "MS.WARSHIP.BOARD")
def test_no_model_begins_aboard_whose_leader_is_on_the_table() -> None:
    units = ("A1 argonaut -2,4 1", "A2 argonaut - 1 leader=A1", "A3 musarl-cruiser -2,5 1", FAR)
    game = battle(*units, phase="deploying")
    assert against(game, "embark A2 A3") == ["MS.SQUAD.FORM"] and game.may("deploy A2 -1,4")
    whole = battle("A1 argonaut - 1", *units[1:], phase="deploying")
    assert whole.may("embark A1 A3")


@pytest.mark.rule("MS.DEPLOY.ALTERNATE")
@pytest.mark.parametrize(("foe", "turn"), [("-", 1), ("2,-4", 0)])
def test_one_after_the_other_deploys_while_both_have_somebody_left(foe: str, turn: int) -> None:
    units = ("A1 argonaut - 1", "A2 argonaut - 1", f"B1 argonaut {foe} 4")
    game = battle(*units, phase="deploying", alternate=True).plays("", "deploy A1 -2,4")
    assert game.state.phase == "deploying" and game.state.turn == turn


@pytest.mark.rule("MS.SUPPORT.MODE")
def test_a_weapon_is_switched_by_a_unit_of_ones_own_that_there_is() -> None:
    units = ("A1 white-raven 0,0 0", "B1 white-raven 5,0 3")
    game = battle(*units).begins("A1")
    assert against(game, Support(UnitId(0), "missile-pod")) == []
    assert against(game, Support(UnitId(1), "missile-pod")) == ["MS.SUPPORT.MODE"]
    assert against(game, Support(UnitId(9), "missile-pod")) == ["MS.SUPPORT.MODE"]


@pytest.mark.rule("MS.CHALLENGE.ISSUE", "MS.CHALLENGE.REVENGE")
def test_a_challenge_is_for_the_round_and_revenge_for_good() -> None:
    state = battle("A1 white-asura 0,0 0", FAR).state
    one, foe = UnitId(0), UnitId(1)
    issued = ChallengeIssued(rule="-", own=one, foe=foe).after(state)
    assert (issued.challenge, issued.revenge, issued.revenged) == (((one, foe),), (), ())
    sworn = ChallengeIssued(rule="-", own=one, foe=foe, for_good=True).after(state)
    assert (sworn.challenge, sworn.revenge, sworn.revenged) == ((), ((one, foe),), (SOUTH,))


@pytest.mark.rule("MS.ATTACK.SEQUENCE", "MS.AMB.SQUAD-USES")
@pytest.mark.parametrize(("reading", "left"), [("each", [1, 1]), ("leader", [1, 2])])
def test_an_attack_of_a_squad_takes_a_use_of_each_or_of_its_leader(
    reading: Any, left: list[int]
) -> None:
    pods = "uses.missile-pod=2"
    units = (f"A1 white-raven 0,0 0 {pods}", f"A2 white-raven 0,1 0 leader=A1 {pods}", FAR)
    game = battle(*units, rulings=Rulings(squad_uses=reading))
    declared = AttackDeclared(
        rule="-", unit=UnitId(0), weapon="missile-pod", target=UnitId(2), what="-"
    ).after(game.state)
    assert [declared.units[n].left_of("missile-pod") for n in (0, 1)] == left
