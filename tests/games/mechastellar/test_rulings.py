"""Rulings and rules that no scenario of the catalogue touches, each in a battle of its own."""

from __future__ import annotations

import pytest

from gattai.games.mechastellar.attack.terms import attack_dice, attack_hits
from gattai.games.mechastellar.events.attack import AttackDeclared, HitsLanded
from gattai.games.mechastellar.figures import engaging
from gattai.games.mechastellar.parameters import VER10_FINAL
from gattai.kernel.position import begin
from gattai.kernel.question import Choose, Roll
from gattai.kernel.ruleset import Outcome
from tests.games.mechastellar.scenario_checks import look_up
from tests.games.mechastellar.scenario_runner import by_rule, strike_of, was_offered
from tests.games.mechastellar.table import RULES, Battle, battle


def unblocked(game: Battle) -> int:
    return int(game.happened(HitsLanded)[-1].unblocked)


@pytest.mark.rule("MS.UNIT.DEFINITION", "MS.AMB.UNIT-MODEL", "MS.AMB.PASSING", "MS.ACT.ALTERNATE")
def test_a_squad_is_one_unit_and_a_side_must_activate_one_that_may_then_do_nothing() -> None:
    game = battle("A1 green-viking 0,3 1", "A2 green-viking 0,4 1 leader=A1", "B1 argonaut 0,-4 4")
    question = game.question
    assert isinstance(question, Choose)
    tags = {type(option).__name__ for option in question.options}
    assert tags == {"Activate", "Disband"}  # nobody passes, and the other model is no unit
    assert game.may("activate A1") and not game.may("activate A2")
    game.plays("A1", "end-turn")
    assert game.unit("A1").activated


@pytest.mark.rule("MS.UNIT.ENVIRONMENT")
def test_a_battle_is_on_the_ground_or_in_space() -> None:
    units = ("A1 tankcrawler 0,0 0", "B1 hoverjet 5,0 3")
    battle(*units).begins("A1").refuses("attack cannon B1 indirect", "MS.IDF.FLY")
    assert RULES.content.maps["open-space"].environment == "S"


@pytest.mark.rule("MS.ELITE.COUNTER", "MS.AMB.COUNTER-ELITE-OPTION")
def test_a_counter_comes_besides_guard_and_costs_momentum() -> None:
    game = battle("A1 lunar-ravager 1,0 3", "B1 white-asura 0,0 0")
    game.plays("A1", "attack tomahawk B1", answers=["brace guard", "counter beam-saber"])
    assert game.state.momentum == (10, 9)


@pytest.mark.rule("MS.AMB.FINISH-SAVES", "MS.FINISH.BONUS", "MS.FINISH.OWN-TURN")
def test_a_finishing_blow_rolls_no_saves_of_its_own() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 maser-tank 5,0 3 hp=9000")
    game.plays("A1", "attack machine-gun B1", dice=[[10] * 10, [1] * 5])
    assert len(game.throws) == 2  # attack and defence, and a weapon without PEN
    assert game.unit("B1").hp == 9000 - 24 * 300


@pytest.mark.rule("MS.AMB.CP-PAGE", "MS.CP.CAPTURE")
def test_there_is_one_rule_of_capturing() -> None:
    game = battle("A1 argonaut 1,0 3", "B1 argonaut 6,-6 3").begins("A1")
    assert look_up(game, "owner.centre", "") == "south"  # at the start of its turn already
    assert look_up(game, "owner.east", "") == ""


@pytest.mark.rule("MS.AMB.AIRCRAFT", "MS.UNIT.KINDS")
def test_an_aircraft_is_a_vehicle_that_moves_like_a_ship() -> None:
    card = RULES.content.units["hoverjet"]
    assert card.kind == "Vehicle" and card.aircraft
    game = battle("A1 hoverjet 0,0 0", "B1 argonaut 6,-6 3").begins("A1")
    game.refuses("move -1,0", "MS.MOVE.WARSHIP").plays("A1", "move 2,-2")
    assert game.unit("A1").facing == 1


@pytest.mark.rule("MS.AMB.COVER-UNITS", "MS.HEX.COVER")
def test_a_model_gives_cover_to_one_no_bigger() -> None:
    small = battle("A1 white-asura 0,0 0", "B1 argonaut 5,0 3", "B2 argonaut 4,0 3")
    assert look_up(small.begins("A1"), "cover", ["A1 B1"]) == ["A1 B1"]
    big = battle("A1 white-asura 0,0 0", "B1 iron-duke 5,0 3", "B2 argonaut 4,0 3")
    assert look_up(big.begins("A1"), "cover", ["A1 B1"]) == []


@pytest.mark.rule("MS.AMB.DEPLOY-TIE")
def test_with_as_many_units_the_loser_of_a_roll_off_deploys_first() -> None:
    start = begin(RULES, {"south": "argonaut!", "north": "argonaut!"})
    game = Battle(start.state)
    assert isinstance(game.question, Roll) and game.question.rule == "MS.DEPLOY.ORDER"
    question = game.answers((3, 3)).answers((9, 2)).question
    assert isinstance(question, Choose) and question.seat == 1


@pytest.mark.rule("MS.AMB.HANGAR", "MS.DEPLOY.RESERVE")
def test_a_ship_holds_as_many_as_its_hangar() -> None:
    south = "musarl-cruiser!, argonaut, argonaut, argonaut, argonaut, argonaut"
    game = Battle(begin(RULES, {"south": south, "north": "argonaut!"}).state)
    game.answers(game.read("deploy musarl-cruiser -2,4"))
    hangar = RULES.content.units["musarl-cruiser"].hangar
    names = ["argonaut", *(f"argonaut-{n}" for n in range(2, 6))]
    for name in names[:hangar]:
        game.answers(game.read(f"embark {name} musarl-cruiser"))
    game.refuses(f"embark {names[hangar]} musarl-cruiser", "MS.WARSHIP.BOARD")


@pytest.mark.rule("MS.AMB.ALT-RESERVE", "MS.DEPLOY.ALTERNATE")
def test_who_could_not_be_placed_enters_at_the_end_of_the_round() -> None:
    units = ("A1 argonaut 0,5 1", "A2 argonaut - 1 reserve", "B1 argonaut 0,-5 4 activated")
    game = battle(*units, alternate=True).plays("A1", "end-turn", answers=["land 1,6"])
    assert look_up(game, "A2.at", "") == "1,6"


@pytest.mark.rule("MS.AMB.CHALLENGE-VS-RETURN-FIRE", "MS.CHALLENGE.DUTY")
def test_a_challenger_that_a_third_attacks_is_activated_but_fights_its_challenger() -> None:
    units = (
        "A1 white-asura 5,0 3",
        "A2 argonaut 2,-1 3",
        "B1 blue-djinn 0,0 0",
        "B2 argonaut 7,-6 3",
    )
    game = battle(*units, challenge=("A1", "B1"))
    game.plays("A2", "attack machine-gun B1").plays("A2", "end-turn")
    game.refuses("activate B2", "MS.RETURNFIRE.ACTIVATE").begins("B1")
    game.refuses("attack finger-gun A2", "MS.CHALLENGE.DUTY")


@pytest.mark.rule("MS.AMB.RF-CHAIN", "MS.AMB.RF-RESERVE", "MS.RETURNFIRE.ACTIVATE")
def test_only_attacks_of_the_active_unit_on_units_that_stand_call_for_return_fire() -> None:
    units = (
        "A1 white-asura 0,0 0",
        "A2 argonaut -6,3 0",
        "B1 blue-djinn 1,0 3",
        "B2 argonaut 7,-6 3",
    )
    game = battle(*units)
    game.plays("A1", "attack beam-saber B1", answers=["counter heat-sword"])
    game.plays("A1", "end-turn").plays("B1", "end-turn")
    assert game.may("activate A2")  # the Counter on A1 binds nobody
    gone = battle("A1 white-asura 0,0 0", "B1 argonaut 4,0 3 hp=100", "B2 argonaut 7,-6 3")
    gone.plays("A1", "attack beam-rifle B1", dice=[[10] * 7, [1] * 8]).plays("A1", "end-turn")
    assert gone.unit("B1").fate == "destroyed" and gone.may("activate B2")


@pytest.mark.rule("MS.AMB.CLOSEST-TIE", "MS.TARGET.CLOSEST")
def test_of_two_that_are_closest_one_is_chosen() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 argonaut 4,0 3", "B2 argonaut 4,-2 3").begins("A1")
    assert game.may("attack machine-gun B1") and game.may("attack machine-gun B2")


@pytest.mark.rule("MS.AMB.PEN-OVER-10", "MS.SAVE.TARGET", "MS.THROW.ENEMY")
def test_against_pen_11_only_size_helps_a_ten() -> None:
    units = ("A1 trident-drake 0,0 0", "B1 argonaut 1,0 3")
    game = battle(*units).plays("A1", "throw B1", dice=[[5] * 5, [5] * 5 + [1], [10, 10]])
    assert unblocked(game) == 2 and look_up(game, "B1.at", "") == "3,0"


@pytest.mark.rule("MS.AMB.COUNTER-COVER", "MS.COUNTER.PASSIVES")
def test_cover_and_barriers_help_against_a_counter() -> None:
    units = ("A1 turtle-robo 5,0 3", "B1 white-raven 0,0 0")
    game = battle(*units).plays(
        "A1", "attack shell-cannon B1", answers=["counter beam-rifle"],
        dice=[[1] * 5, [10] * 8, [5] * 6, [1] * 5],
    )  # fmt: skip
    assert unblocked(game) == 6 and game.unit("A1").barrier == 5  # [E] of PEN 6 does not wear it
    assert game.unit("A1").hp == 5500 - 300


@pytest.mark.rule("MS.AMB.BD-FINISH", "MS.BD.OPTION")
def test_one_loss_takes_away_all_that_a_finishing_blow_adds() -> None:
    units = ("A1 argonaut 0,0 0", "B1 white-asura 6,0 3 hp=9000")
    dice = [[10] * 10, [1] * 8]
    game = battle(*units).plays("A1", "attack machine-gun B1", dice=dice, answers=["suffer legs"])
    assert game.unit("B1").hp == 9000 - unblocked(game) * 200 and game.unit("B1").lost == ("legs",)


@pytest.mark.rule("MS.AMB.BD-PUSH-STUN", "MS.BD.OPTION")
def test_nothing_is_given_up_for_a_stun_token_or_a_push() -> None:
    stun = battle("A1 maser-tank 6,0 3", "B1 white-asura 0,0 0")
    stun.plays("A1", "attack maser-cannon B1", dice=[[5] * 5, [1] * 8, [1] * 5])
    assert stun.unit("B1").stun == 5 and not was_offered(stun, "suffer legs")
    push = battle("A1 iron-duke 0,0 0", "B1 white-asura 3,0 3")
    push.plays("A1", "attack rocket-punch B1", dice=[[5] * 6, [1] * 8, [1] * 5])
    assert not was_offered(push, "suffer legs")


@pytest.mark.rule("MS.AMB.BD-ZERO", "MS.BD.CORE")
def test_what_is_not_there_cannot_be_lost() -> None:
    game = battle("A1 jack-knife-iii 6,0 3", "B1 white-asura 0,0 0 lost=shield_s")
    game.plays("A1", "attack beam-rifle B1", dice=[[5] * 6, [1] * 10, [1] * 5])
    assert was_offered(game, "suffer legs")
    assert not was_offered(game, "suffer core") and not was_offered(game, "suffer shield_s")


@pytest.mark.rule("MS.AMB.NEAREST-TIE", "MS.MORALE.ELITE-LOSS")
def test_of_two_nearest_allies_the_owner_names_the_one_to_be_shaken() -> None:
    units = (
        "A1 white-asura 0,0 0",
        "B1 falconeye 3,0 3 hp=100",
        "B2 argonaut 5,0 3",
        "B3 argonaut 5,-2 3",
    )
    game = battle(*units).plays(
        "A1", "attack beam-rifle B1", answers=["select B3"], dice=[[10] * 7, [1] * 7, [10] * 5, [1]]
    )
    assert game.state.momentum == (10, 9)


@pytest.mark.rule("MS.AMB.CMD-ALIVE", "MS.CMD.ONE")
def test_without_a_commander_on_the_table_there_are_no_commands() -> None:
    units = (
        "A1 argonaut 0,0 0 hp=100",
        "A2 white-asura - 0 commander reserve",
        "B1 argonaut 6,-6 3",
    )
    game = battle(*units).plays("A1", "end-turn")
    assert not was_offered(game, "command rally")


@pytest.mark.rule("MS.AMB.FOCUS-FREE", "MS.SKILL.FOCUS", "MS.SKILL.VALOR")
def test_focus_goes_once_with_a_roll_and_with_another_skill() -> None:
    game = battle("A1 white-asura 0,0 0", "B1 argonaut 6,0 3")
    game.plays("A1", "attack beam-rifle B1", answers=["use focus", "use valor"], dice=[[3] * 6])
    assert not was_offered(game, "south: use focus", 1)
    assert game.state.momentum == (6, 10) and unblocked(game) == 0  # 16 Hits, 18 DEF


@pytest.mark.rule("MS.AMB.ORDERS-LOSS", "MS.ORDERS.POOL")
def test_orders_stay_while_the_side_has_a_captain() -> None:
    two = (
        "A1 mithridates-cruiser 0,0 0 hp=100",
        "A2 mithridates-cruiser -6,3 0",
        "B1 white-asura 5,0 3",
    )
    dice = [[10] * 6, [1] * 4]
    game = battle(*two, orders=(4, 0), turn="north")
    game.plays("B1", "attack beam-rifle A1", dice=dice)
    game.plays("B1", "end-turn").begins("A2")
    assert game.state.orders == (4, 0) and game.may("order A2")


@pytest.mark.rule("MS.AMB.SWEEP-BETWEEN", "MS.AOE.SWEEP")
def test_a_sweep_jumps_over_nobody_who_stands_between_its_targets() -> None:
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 4,0 3", "B2 argonaut 4,-2 3", "B3 argonaut 4,-1 3")
    game = battle(*units).begins("A1")
    game.refuses("sweep rust-hurricane [B1 B2]", "MS.AOE.SWEEP")
    assert game.may("sweep rust-hurricane [B1 B3]")


@pytest.mark.rule("MS.AMB.SWEEP-BETWEEN", "MS.AOE.SWEEP")
@pytest.mark.parametrize(
    ("between", "may"),
    [
        ("A2 argonaut 4,-2 3", False),
        ("A2 argonaut 2,-2 3", True),
        ("B3 argonaut 4,-1 3 leader=B1", False),
    ],
)
def test_a_friend_of_the_attacker_or_a_squad_model_between_stops_a_sweep_too(
    between: str, may: bool
) -> None:
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 4,0 3", "B2 argonaut 4,-4 3", between)
    assert battle(*units).begins("A1").may("sweep rust-hurricane [B1 B2]") == may


@pytest.mark.rule("MS.AMB.EARLY-END", "MS.VP.END")
def test_a_side_without_anybody_has_lost_its_chance() -> None:
    game = battle("A1 white-asura 0,0 0", "B1 argonaut 4,0 3 hp=100")
    game.plays("A1", "attack beam-rifle B1", dice=[[10] * 7, [1] * 8])
    assert isinstance(game.question, Outcome) and game.question.winners == (0,)


@pytest.mark.rule("MS.AMB.VP-SQUAD", "MS.VP.KILL")
def test_each_model_of_a_squad_scores() -> None:
    units = ("A1 white-asura 0,0 0", "B1 green-viking 5,0 3 hp=100", "B2 green-viking 6,0 3 leader=B1",
             "B3 argonaut 7,-6 3")  # fmt: skip
    game = battle(*units).plays(
        "A1", "attack beam-rifle B1", dice=[[5] * 6, [1] * 7], answers=["assign [8 0]"]
    )
    assert game.unit("B1").fate == "destroyed" and game.state.scores == (14, 0)


@pytest.mark.rule("MS.AMB.EVENTS", "MS.ATTACK.SEQUENCE")
def test_nobody_is_asked_for_events() -> None:
    game = battle("A1 white-asura 0,0 0", "B1 white-asura 6,0 3").plays(
        "A1", "attack beam-rifle B1"
    )
    words = {getattr(option, "word", "") for _, _, options in game.asked for option in options}
    assert words <= {"", "focus", "flash", "great-flash", "iron-wall", "great-iron-wall", "valor"}


@pytest.mark.rule("MS.AMB.TURN-WORD", "MS.SKILL.LIMIT")
def test_a_turn_is_any_units_turn_for_the_limit_of_skills() -> None:
    units = (
        "A1 lunar-ravager 1,0 3",
        "A2 argonaut -6,3 0",
        "B1 white-asura 0,0 0",
        "B2 argonaut 7,-6 3",
    )
    game = battle(*units)
    game.plays("A1", "attack tomahawk B1", answers=["use iron-wall"])
    assert not was_offered(game, "use flash", 1)
    game.plays("A1", "end-turn").begins("B1")
    game.plays("B1", "attack beam-saber A1", answers=["use valor"])  # a new Turn, a new skill


@pytest.mark.rule("MS.AMB.BARRIER-SQUAD", "MS.BARRIER.BLOCK")
def test_a_leaders_barrier_stops_the_units_hits_before_they_are_divided() -> None:
    units = (
        "A1 triclops 4,0 3",
        "B1 turtle-robo 0,0 0 barrier=3",
        "B2 turtle-robo 0,1 0 leader=B1 barrier=5",
    )
    game = battle(*units).plays(
        "A1", "attack bazooka B1", dice=[[5] * 5, [5] + [1] * 4, [10] * 3], answers=["assign [0 3]"]
    )
    assert game.unit("B1").barrier == 0 and game.unit("B2").barrier == 5
    assert game.unit("B2").hp == 5500 - 1500


@pytest.mark.rule("MS.AOE.LINE")
def test_by_the_older_rule_an_area_weapon_hits_all_on_a_line_as_long_as_its_range() -> None:
    units = ("A1 iron-duke 0,0 0", "A2 argonaut 1,0 0", "B1 argonaut 3,0 3", "B2 argonaut 4,0 3",
             "B3 argonaut 5,0 3")  # fmt: skip
    game = battle(*units, rules="superseded-appendix")
    game.plays(
        "A1",
        "attack rust-hurricane B1",
        dice=[*[[1] * 8, [1] * 8, [10, 10]] * 2, [1] * 8, [1] * 8, [10]],
    )
    attacked = [game.state.units[event.target].name for event in game.happened(AttackDeclared)]
    assert attacked == [
        "A2",
        "B1",
        "B2",
    ]  # friends too, and behind the target, but not beyond 16 in
    assert [event.unblocked for event in game.happened(HitsLanded)] == [
        2,
        2,
        1,
    ]  # no -2 here; B1 covers B2


@pytest.mark.rule("MS.ENGAGE.RANGE", "MS.ENGAGE.SHOOT")
def test_who_is_engaged_is_engaged_by_each_neighbour() -> None:
    game = battle(
        "A1 argonaut 0,0 0", "B1 argonaut 1,0 3", "B2 argonaut 0,1 2", "B3 argonaut 3,0 3"
    )
    assert len(engaging(game.state, game.id("A1"))) == 2
    assert VER10_FINAL.engage.shoot_cost == 2


@pytest.mark.rule("MS.TA.OVERWHELM", "MS.TA.BONUS")
def test_advantage_says_why() -> None:
    units = ("A1 argonaut 2,0 3", "A2 argonaut 0,2 2", "A3 argonaut 2,-2 4", "B1 iron-duke 0,0 0")
    game = battle(*units).begins("A1")
    tally = attack_hits(game.state, strike_of(game, "attack machine-gun B1"))
    assert by_rule(tally, "MS.TA.BONUS") == 2 and "Overwhelm" in str(tally)


@pytest.mark.rule("MS.DICE.POOL", "MS.ATTACK.POOLS", "MS.DICE.POOL-CAP")
def test_dice_from_everywhere_are_summed_and_then_cut_at_ten() -> None:
    units = ("A1 green-viking 0,0 0", "A2 green-viking 0,1 0 leader=A1", "B1 argonaut 2,0 3")
    game = battle(*units).begins("A1")
    tally = attack_dice(game.state, strike_of(game, "attack machine-gun B1"))
    assert tally.total == 12 and len(tally.terms) == 3  # the gun, Rapid Fire, the squad
    game.plays("A1", "attack machine-gun B1", answers=["aim die"], dice=[[1] * 10, [1] * 8])
    assert unblocked(game) == 5 + 3 - 2


@pytest.mark.rule("MS.TOOLS.MEASURE", "MS.HEX.DISTANCE")
def test_inches_are_four_to_a_hex_and_rounded_down() -> None:
    assert [VER10_FINAL.hexes(inches) for inches in (3, 4, 7, 8, 24)] == [0, 1, 1, 2, 6]


@pytest.mark.rule("MS.AOE.FIRST", "MS.TA.BONUS", "MS.AMB.SWEEP-ADVANTAGE")
def test_tactical_advantage_helps_only_the_first_attack_of_a_sweep() -> None:
    units = (
        "A1 iron-duke 1,0 0",
        "A2 argonaut 2,1 3",
        "A3 argonaut 1,1 3",
        "B1 argonaut 3,-1 3",
        "B2 argonaut 4,-1 3",
    )
    game = battle(*units).plays("A1", "sweep rust-hurricane [B1 B2]")
    first, second = game.happened(HitsLanded)
    assert first.hits.bonus == 4 - 2 + 2  # printed, the sweep, Overwhelm
    assert second.hits.bonus == 4 - 2


@pytest.mark.rule("MS.SQUAD.REFORM", "MS.ACT.ALTERNATE")
def test_the_round_ends_when_the_last_unit_joins_a_squad_that_has_acted() -> None:
    units = (
        "A1 argonaut 0,4 1 activated",
        "A2 argonaut 1,4 1",
        "B1 argonaut 0,-5 4 activated",
    )
    game = battle(*units)
    game.answers(game.read("combine A1 A2")).settles().next_round()
    assert game.state.round == 2 and game.unit("A2").leader == game.id("A1")


@pytest.mark.rule("MS.SQUAD.REFORM", "MS.CHALLENGE.DUTY", "MS.SQUAD.FORM")
def test_a_challenger_that_joins_a_squad_binds_it() -> None:
    units = (
        "A1 argonaut 0,4 1",
        "A2 argonaut 1,4 1",
        "B1 white-asura 0,-1 4",
        "B2 argonaut 5,-5 4",
    )
    game = battle(*units, challenge=("B1", "A2"))
    game.answers(game.read("combine A1 A2")).begins("A1")
    game.refuses("attack machine-gun B2", "MS.CHALLENGE.DUTY")
    assert game.state.challenge == ((game.id("B1"), game.id("A1")),)
