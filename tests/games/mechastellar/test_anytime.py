"""What may be done whenever one wants: points, orders, reactions, repairs, reinforcements."""

from __future__ import annotations

import pytest

from gattai.games.mechastellar.attack.exchange import Commit, Lift
from gattai.games.mechastellar.events.attack import HitsLanded
from gattai.games.mechastellar.events.turn import BarrierChanged, StunChanged
from gattai.games.mechastellar.figures import engaging
from gattai.kernel.question import Choose, Roll
from tests.games.mechastellar.scenario_checks import look_up
from tests.games.mechastellar.table import Battle, battle


def offered(game: Battle, text: str) -> bool:
    """Whether this was among the options of any question of the last action."""
    wanted = game.read(text)
    return any(wanted in options for _, _, options in game.asked)


def says(game: Battle, text: str) -> Battle:
    """One answer in the game's notation."""
    return game.answers(game.read(text))


def lifts(game: Battle) -> tuple[Lift, ...]:
    """Nothing is used and no die hits until it is asked which dice are to be rolled again."""
    while True:
        question = game.question
        if isinstance(question, Roll):
            game.answers((1,) * question.dice.count)
            continue
        assert isinstance(question, Choose)
        if isinstance(question.options[0], Lift):
            return tuple(question.options)
        chosen = Commit("reroll-chosen")
        game.answers(chosen if chosen in question.options else question.otherwise)


@pytest.mark.rule("MS.RES.POWER", "MS.DICE.REROLL", "MS.AMB.REROLL-CHOICE")
def test_a_point_of_power_rolls_any_of_the_attack_dice_again() -> None:
    game = battle("A1 iron-castle 0,0 0 points=1", "B1 argonaut 4,0 3")
    game.plays(
        "A1",
        "attack rocket-punch B1",
        dice=[[1, 2, 6, 6, 10, 4], [1] * 8, [10, 10]],
        answers=["use reroll-chosen", "again [1 5]"],
    )
    # 2 misses and the 10 stay as they are; one miss and one of the 6s come back as tens.
    count = game.happened(HitsLanded)[-1].hits
    assert count.rolled == 1 + 2 + 2 + 2
    assert game.unit("A1").points == 0


@pytest.mark.rule("MS.RES.HAVOC", "MS.DICE.REROLL")
def test_a_second_point_takes_other_dice_and_never_those_rolled_again() -> None:
    game = battle("A1 trident-drake 0,0 0", "B1 argonaut 4,0 3").begins("A1")
    says(game, "attack grav-beam-left B1").answers(game.read("aim"))
    assert isinstance(game.question, Roll)
    game.answers((1, 1, 1, 6, 6, 6, 6))
    first = lifts(game)
    assert Lift((1, 1, 1)) in first and Lift((1, 5, 5)) in first and Lift((1, 1, 1, 1)) not in first
    game.answers(Lift((1, 1))).answers((1, 1))
    again = lifts(game)
    assert {lift.faces.count(1) for lift in again} == {0, 1}  # two of the misses are final


@pytest.mark.rule("MS.STUN.SPEND", "MS.COUNTER.COST", "MS.STUN.TOKEN")
def test_stun_can_be_shaken_off_before_the_counter_that_it_makes_dearer() -> None:
    units = ("A1 blue-djinn 1,0 3", "B1 dusk-wraith 0,0 0 points=2")
    game = battle(*units, momentum=(10, 1))
    game.plays(
        "A1",
        "attack arc-whip B1",
        dice=[[6, 6, 6, 6, 6], [1] * 6, [1] * 5],
        answers=["shake-off B1"] * 2,
    )
    assert [event.tokens for event in game.happened(StunChanged)] == [5, -1, -1]
    assert not offered(game, "counter shock-daggers")  # three tokens are left, 4 Momentum
    one = battle(*units, momentum=(10, 1))
    one.plays(
        "A1",
        "attack arc-whip B1",
        dice=[[6] * 2 + [1] * 3, [1, 1, 1, 1, 6, 6], [1]],
        answers=["shake-off B1", "counter shock-daggers"],
    )
    assert one.state.momentum == (10, 0)


@pytest.mark.rule("MS.ORDERS.OPS", "MS.ORDERS.POOL", "MS.COUNTER.COST")
def test_an_order_can_be_given_before_the_counter_that_it_makes_cheaper() -> None:
    units = ("A1 argonaut 1,0 3", "B1 white-asura 0,0 0", "B2 mithridates-cruiser 4,-4 3")
    game = battle(*units, momentum=(10, 0), orders=(0, 1))
    game.plays("A1", "attack heat-hatchet B1", answers=["order B1", "counter beam-saber"])
    assert game.state.momentum == (10, 0) and game.state.orders == (0, 0)
    assert game.unit("B1").orders == 0


@pytest.mark.rule("MS.ORDERS.OPS", "MS.AMB.ORDERS-WAIT")
def test_an_order_waits_for_the_next_time_even_into_the_next_round() -> None:
    units = (
        "A1 white-asura 0,4 1",
        "A2 mithridates-cruiser -3,4 1",
        "B1 argonaut 0,-5 4 activated",
    )
    game = battle(*units, orders=(1, 0)).begins("A1")
    game.plays("A1", "order A1").plays("A1", "end-turn").plays("A2", "end-turn").next_round()
    assert game.state.round == 2 and game.unit("A1").orders == 1


@pytest.mark.rule("MS.RES.REFRESH", "MS.STUN.SPEND", "MS.BARRIER.RECOVER", "MS.AMB.ANY-TIME")
def test_points_go_into_stun_and_barriers_in_the_enemys_turn_too() -> None:
    game = battle("A1 argonaut 0,4 1", "B1 turtle-robo 0,-4 4 points=1 barrier=2 stun=1")
    game.plays("A1", "move 0,3", answers=["recharge B1"])
    assert game.unit("B1").barrier == 3 and game.happened(BarrierChanged)
    assert offered(game, "shake-off B1")
    other = battle("A1 argonaut 0,4 1", "B1 trident-drake 0,-4 4 points=1 stun=1")
    other.plays("A1", "move 0,3", answers=["shake-off B1"])
    assert other.unit("B1").stun == 0 and other.unit("B1").points == 0


@pytest.mark.rule("MS.WARSHIP.REPAIR", "MS.AMB.REPAIR-WHEN")
def test_repairs_are_made_in_the_enemys_turn_too_but_once() -> None:
    units = ("A1 argonaut 0,4 1", "B1 musarl-cruiser 0,-4 4", "B2 argonaut - 4 aboard=B1 hp=1000")
    game = battle(*units)
    game.plays("A1", "move 0,3", answers=["repair B2"])
    assert not any(game.read("repair B2") in options for _, _, options in game.asked[1:])


@pytest.mark.rule("MS.WARSHIP.AA", "MS.AMB.ANY-TIME")
def test_anti_air_defences_are_readied_before_anybody_fires() -> None:
    game = battle("A1 musarl-cruiser 0,0 0", "B1 argonaut 2,0 3", momentum=(5, 10)).begins("A1")
    game.plays("A1", "anti-air A1").refuses("anti-air A1", "MS.WARSHIP.AA")
    assert game.state.momentum == (4, 10)
    game.refuses("anti-air B1", "MS.WARSHIP.AA")
    game.plays("A1", "attack aa-battery B1")
    assert game.happened(HitsLanded)[-1].hits.bonus == 3  # 2 printed, 1 for the defences
    twice = battle("A1 mithridates-cruiser 0,0 0", "B1 argonaut 2,0 3", orders=(1, 0)).begins("A1")
    twice.plays("A1", "order A1").plays("A1", "anti-air A1").plays("A1", "anti-air A1")
    assert twice.state.momentum == (9, 10)  # the order has paid for the first


@pytest.mark.rule("MS.REINFORCE.WHEN", "MS.AMB.REINFORCE-PASS")
def test_who_passes_on_reinforcements_is_asked_again_in_its_next_turn() -> None:
    units = (
        "A1 argonaut 0,5 1 activated",
        "A2 argonaut - 1 reserve",
        "B1 argonaut 0,-5 4",
        "B2 argonaut 2,-5 4",
        "B3 argonaut 4,-5 4",
    )
    game = battle(*units, round=2)
    says(game, "pass")
    assert game.state.turn == 1
    game.plays("B1", "end-turn")
    assert game.state.turn == 0 and game.may("reinforce A2 1,6")
    says(game, "reinforce A2 1,6").settles()
    game.plays("A2", "end-turn").plays("B2", "end-turn")
    assert game.state.turn == 1  # nothing is left in reserve


@pytest.mark.rule("MS.REINFORCE.WHEN", "MS.AMB.REINFORCE-PASS")
def test_the_round_ends_when_both_pass_on_reinforcements() -> None:
    units = (
        "A1 argonaut 0,5 1 activated",
        "A2 argonaut - 1 reserve",
        "B1 argonaut 0,-5 4 activated",
        "B2 argonaut - 4 reserve",
    )
    game = battle(*units, round=2)
    says(game, "pass")
    assert game.state.round == 2 and game.state.turn == 1
    says(game, "pass").next_round()
    assert game.state.round == 3


@pytest.mark.rule("MS.STUN.ACTIONS", "MS.AMB.STUN-END")
def test_a_stunned_unit_may_end_its_turn_at_once() -> None:
    game = battle("A1 argonaut 0,4 1 stun=1", "B1 argonaut 0,-5 4").begins("A1")
    assert game.act.owed == 1
    game.refuses("move 0,3", "MS.STUN.ACTIONS").plays("A1", "end-turn")
    assert game.unit("A1").activated and game.state.act is None


@pytest.mark.rule("MS.STUN.ACTIONS", "MS.RETURNFIRE.ATTACK")
def test_return_fire_asks_for_an_attack_only_if_stun_leaves_one() -> None:
    units = ("A1 argonaut 4,0 3", "B1 argonaut 0,0 0 stun={}")
    one = battle(units[0], units[1].format(1)).plays("A1", "attack machine-gun B1")
    one.plays("A1", "end-turn").begins("B1").plays("B1", "end-turn")  # it gives up its attack
    none = battle(units[0], units[1].format(0)).plays("A1", "attack machine-gun B1")
    none.plays("A1", "end-turn").begins("B1").refuses("end-turn", "MS.RETURNFIRE.ATTACK")


@pytest.mark.rule("MS.CRASH.ACTION", "MS.SQUAD.COHESION", "MS.CRASH.BONUS", "MS.AMB.CRASH-SQUAD")
def test_a_squad_crashes_with_its_leader_and_by_its_size() -> None:
    units = ("A1 turtle-robo 0,0 0", "A2 turtle-robo 0,1 0 leader=A1", "B1 argonaut 1,0 3")
    game = battle(*units).begins("A1")
    game.plays("A1", "crash shell-spin [B1] 2,0", answers=["follow 1,1"])
    assert look_up(game, "A1.at", "") == "2,0" and look_up(game, "A2.at", "") == "1,1"
    assert game.happened(HitsLanded)[-1].hits.bonus == 4 + 2  # printed, and the squad's Size


@pytest.mark.rule("MS.CRASH.ACTION")
def test_a_crash_takes_a_unit_and_a_piece_of_terrain_but_nothing_twice() -> None:
    units = ("A1 trident-drake 0,0 0", "B1 argonaut 1,0 3")
    game = battle(*units, terrain=["2,0 wall"]).begins("A1")
    question = game.question
    assert isinstance(question, Choose)
    both = game.read("crash wing-crash [B1] 3,0 [2,0]")
    assert both in question.options
    game.refuses("crash wing-crash [B1 B1] 2,1", "MS.CRASH.ACTION")


@pytest.mark.rule("MS.CRASH.ACTION", "MS.AMB.CRASH-STANDING", "MS.AMB.CRASH-COUNTER")
def test_a_crash_is_made_on_the_move_and_countered_where_it_ends() -> None:
    units = ("A1 turtle-robo 0,0 0", "B1 white-asura 1,0 3")
    game = battle(*units).begins("A1").refuses("attack shell-spin B1", "MS.CRASH.ACTION")
    beside = game.fork()
    game.plays("A1", "crash shell-spin [B1] 2,0")
    assert offered(game, "counter beam-saber")
    far = battle("A1 trident-drake 0,0 0", "B1 white-asura 1,0 3").begins("A1")
    far.plays("A1", "crash wing-crash [B1] 3,0")
    assert not offered(far, "counter beam-saber")  # it has gone on out of reach
    beside.refuses("crash shell-spin [B1] 1,0", "MS.CRASH.ACTION")


@pytest.mark.rule("MS.SQUAD.LEADER", "MS.AMB.SQUAD-MEASURE", "MS.TA.OVERWHELM")
def test_a_squad_engages_and_holds_points_by_its_leader_and_overwhelms_by_its_models() -> None:
    squad = (
        "A1 green-viking -3,0 0",
        "A2 green-viking -2,0 0 leader=A1",
        "A3 green-viking -1,0 0 leader=A1",
    )
    game = battle(*squad, "B1 argonaut 0,0 3").begins("A1")
    assert engaging(game.state, game.id("A1")) == engaging(game.state, game.id("B1")) == ()
    game.plays("A1", "end-turn")
    assert look_up(game, "owner.centre", "") == ""  # only models of the squad are near
    near = battle(
        "A1 green-viking -2,0 0", "A2 green-viking -2,1 0 leader=A1", "A3 green-viking -1,-1 0 leader=A1",
        "B1 argonaut 0,0 3",
    ).plays("A1", "attack machine-gun B1")  # fmt: skip
    assert (
        near.happened(HitsLanded)[-1].hits.bonus == 5 + 3 + 2
    )  # dice over ten (squad, Rapid Fire), Overwhelm


@pytest.mark.rule("MS.ACT.ALTERNATE", "MS.DEPLOY.ALTERNATE", "MS.ROUND.SEQUENCE")
def test_a_round_in_which_nobody_can_act_goes_by() -> None:
    units = ("A1 argonaut - 1 reserve", "B1 argonaut - 4 reserve")
    game = battle(*units, alternate=True, phase="first", round=1)
    game.answers(game.read("begin first")).settles().next_round()
    assert game.state.round == 3 and game.may("activate A1")  # both came when round 2 was over
