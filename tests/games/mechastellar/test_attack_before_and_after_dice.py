"""What is asked before the dice and what follows after them: aiming, bracing, Counters, feints."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.actions import Aim, Brace
from gattai.games.mechastellar.attack.attack import aims
from gattai.games.mechastellar.attack.sequence import upgraded
from gattai.games.mechastellar.events.attack import AttackDeclared
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.state import State, UnitId
from gattai.kernel.table import QuietTable
from gattai.kernel.window import PASS
from tests.games.mechastellar.scenario_checks import look_up
from tests.games.mechastellar.scenario_runner import was_offered
from tests.games.mechastellar.table import Battle, battle

FAR = "B9 argonaut 6,-6 3"


@pytest.mark.rule("MS.TARGET.ROTATE", "MS.TARGET.360")
def test_who_shoots_turns_to_its_target_unless_its_gun_turns_by_itself() -> None:
    side = "B1 argonaut 2,-2 3"
    assert (
        battle("A1 argonaut 0,0 0", side).plays("A1", "attack machine-gun B1").unit("A1").facing
        == 1
    )
    tank = battle("A1 tankcrawler 0,0 0", side).plays("A1", "attack turret-gatling B1")
    assert tank.unit("A1").facing == 0
    bits = battle("A1 crimson-gallant 0,0 0", side).plays("A1", "attack seeker-bits B1 indirect")
    assert bits.unit("A1").facing == 0
    melee_only = {"targeting.rotate_on": "melee_only"}
    still = battle("A1 argonaut 0,0 0", side, parameters=melee_only)
    assert still.plays("A1", "attack machine-gun B1").unit("A1").facing == 0
    close = battle("A1 argonaut 0,0 0", "B1 argonaut 1,-1 3", parameters=melee_only)
    assert close.plays("A1", "attack heat-hatchet B1").unit("A1").facing == 1


@pytest.mark.rule("MS.ELITE.CHOOSE", "MS.LOCKON.CHOICE", "MS.ATTACK.SEQUENCE", "MS.MOM.PAY")
def test_nobody_is_asked_before_the_dice_who_has_nothing_to_choose() -> None:
    poor: dict[str, Any] = {"momentum": (0, 0)}
    apart = battle("A1 argonaut 0,0 0", "B1 argonaut 6,0 3", **poor)
    apart.plays("A1", "attack machine-gun B1")
    assert apart.questions == []
    near = battle("A1 argonaut 0,0 0", "B1 argonaut 3,0 3", **poor)
    near.plays("A1", "attack machine-gun B1")
    assert [each.rule for each in near.questions] == ["MS.LOCKON.CHOICE"] * 2
    melee = battle("A1 argonaut 0,0 0", "B1 argonaut 1,0 3", **poor)
    assert melee.plays("A1", "attack heat-hatchet B1").questions == []
    elite = battle("A1 white-asura 0,0 0", "B1 white-asura 6,0 3", **poor)
    aim, brace, *_ = elite.plays("A1", "attack beam-rifle B1").questions
    assert aim.rule == brace.rule == "MS.ELITE.CHOOSE"
    for question in (*near.questions, aim, brace):
        assert question.otherwise == next(iter(question.options))
    assert isinstance(aim.otherwise, Aim) and isinstance(brace.otherwise, Brace)


@pytest.mark.rule("MS.LOCKON.CHOICE")
@pytest.mark.parametrize(("aim", "left"), [("aim die", 0), ("aim", 1)])
def test_where_lock_on_takes_a_combat_action_it_is_paid_when_it_is_taken(
    aim: str, left: int
) -> None:
    units = ("A1 dervish 0,0 0", "B1 argonaut 2,0 3")
    needs = {"lock_on.needs": "combat_action"}
    game = battle(*units, parameters=needs).plays("A1", "attack vulcans B1", answers=[aim])
    assert game.act.combat == left
    usual = battle(*units).plays("A1", "attack vulcans B1", answers=[aim])
    assert usual.act.combat == 1


@pytest.mark.rule("MS.STUN.SPEND", "MS.ATTACK.SEQUENCE")
def test_stun_is_shaken_off_before_a_defence_by_who_has_both_tokens_and_points() -> None:
    for words, asks in (("stun=1", True), ("", False), ("stun=1 points=0", False)):
        game = battle("A1 argonaut 0,0 0", f"B1 dervish 6,0 3 {words}")
        game.plays("A1", "attack machine-gun B1")
        assert bool(game.questioned("MS.STUN.SPEND")) == asks
        assert all(each.otherwise == PASS for each in game.questioned("MS.STUN.SPEND"))
    back = battle("A1 dervish 0,0 0 stun=1", "B1 white-asura 1,0 3").begins("A1")
    back.plays("A1", "give-up move").plays(
        "A1", "attack beam-dagger B1", answers=["counter beam-saber"]
    )
    assert back.questioned("MS.STUN.SPEND") == []  # not before a Counter


@pytest.mark.rule("MS.SUPPORT.USES", "MS.SUPPORT.PROXIMITY")
def test_a_limited_weapon_that_supports_a_defence_takes_a_use_but_not_blindsided() -> None:
    def left(*units: str, what: str = "attack machine-gun B1") -> int:
        game = battle(*units).armed("B1", "beam-phalanx", uses=3)
        return game.plays("A1", what).unit("B1").left_of("beam-phalanx")

    supported = "B1 gamma-apollo 4,0 3 support=beam-phalanx"
    assert left("A1 argonaut 0,0 0", supported) == 2
    assert left("A1 argonaut 0,0 0", "B1 gamma-apollo 4,0 3") == 3
    assert left("A1 argonaut 0,0 0", "B1 gamma-apollo 4,0 0 support=beam-phalanx") == 3


@pytest.mark.rule("MS.SUPPORT.USES", "MS.COUNTER.PASSIVES")
@pytest.mark.parametrize(("on_counter", "left"), [(False, 2), (True, 1)])
def test_support_is_drawn_on_a_counter_only_where_the_rules_say_so(
    on_counter: bool, left: int
) -> None:
    units = ("A1 argonaut 0,0 0", "B1 white-raven 3,0 3 support=missile-pod")
    game = battle(*units, parameters={"support.on_counter": on_counter})
    game.plays("A1", "attack machine-gun B1", answers=["counter beam-rifle"])
    assert game.unit("B1").left_of("missile-pod") == left


@pytest.mark.rule("MS.TRANSFORM", "MS.ATTACK.SEQUENCE")
def test_who_was_struck_in_melee_may_change_its_mode_and_nobody_else() -> None:
    units = ("A1 argonaut 0,0 0", "B1 dervish 1,0 3")
    asked = battle(*units).plays("A1", "attack heat-hatchet B1", answers=["transform"])
    assert asked.unit("B1").transformed
    assert [each.otherwise for each in asked.questioned("MS.TRANSFORM")] == [PASS]
    left = battle(*units).plays("A1", "attack heat-hatchet B1")
    assert not left.unit("B1").transformed
    shot = battle("A1 argonaut 0,0 0", "B1 dervish 4,0 3").plays("A1", "attack machine-gun B1")
    other = battle("A1 argonaut 0,0 0", "B1 argonaut 1,0 3").plays("A1", "attack heat-hatchet B1")
    dead = battle("A1 argonaut 0,0 0", "B1 dervish 1,0 3 hp=100", FAR)
    dead.plays("A1", "attack heat-hatchet B1", dice=[[10] * 6, [1] * 6, [1] * 5])
    assert not any(each.questioned("MS.TRANSFORM") for each in (shot, other, dead))


def counter_of(units: tuple[str, ...], what: str, **given: Any) -> Battle:
    return battle(*units, **given).plays("A1", what)


@pytest.mark.rule("MS.COUNTER.WHO", "MS.COUNTER.ELIGIBLE", "MS.ATTACK.SEQUENCE", "MS.COUNTER.COST")
def test_an_elite_that_is_still_there_counters_with_what_it_may_use() -> None:
    melee, hack = ("A1 argonaut 0,0 0", "B1 white-asura 1,0 3"), "attack heat-hatchet B1"
    game = counter_of(melee, hack)
    question = game.questioned("MS.COUNTER.WHO")[0]
    assert was_offered(game, "counter beam-saber") and was_offered(game, "counter beam-rifle")
    assert question.otherwise == PASS and PASS in question.options
    basic = counter_of(("A1 argonaut 0,0 0", "B1 dervish 1,0 3"), hack)
    assert basic.questioned("MS.COUNTER.WHO") == []
    anybody = counter_of(
        ("A1 argonaut 0,0 0", "B1 dervish 1,0 3"), hack, parameters={"counter.who": "all"}
    )
    assert was_offered(anybody, "counter beam-dagger")
    lost = counter_of(("A1 argonaut 0,0 0", "B1 white-asura 1,0 3 lost=weapon:beam-rifle"), hack)
    assert not was_offered(lost, "counter beam-rifle") and was_offered(lost, "counter beam-saber")
    drake = ("A1 argonaut 0,0 0 traits=fly", "B1 turtle-robo 1,0 3")
    ramming = counter_of(drake, hack)
    assert was_offered(ramming, "counter hydraulic-claw")
    assert not was_offered(ramming, "counter shell-spin")


@pytest.mark.rule("MS.COUNTER.COST", "MS.COUNTER.ELIGIBLE", "MS.ENGAGE.SHOOT", "MS.COUNTER.WHO")
@pytest.mark.parametrize(
    ("momentum", "saber", "rifle"), [(0, False, False), (1, True, False), (2, True, False), (3, True, True)]
)  # fmt: skip
def test_a_counter_is_offered_for_its_price_and_a_shot_in_melee_costs_more(
    momentum: int, saber: bool, rifle: bool
) -> None:
    units = ("A1 argonaut 0,0 0", "B1 white-asura 1,0 3")
    game = counter_of(units, "attack heat-hatchet B1", momentum=(10, momentum))
    assert was_offered(game, "counter beam-saber") == saber
    assert was_offered(game, "counter beam-rifle") == rifle
    if rifle:
        paid = battle(*units, momentum=(10, momentum))
        paid.plays("A1", "attack heat-hatchet B1", answers=["counter beam-rifle"])
        assert paid.state.momentum[1] == 0


@pytest.mark.rule("MS.COUNTER.COST", "MS.ELITE.SWIFT")
@pytest.mark.parametrize(("aim", "price"), [("aim", 1), ("aim swift-strike", 3), ("aim feint", 1)])
def test_only_a_swift_strike_makes_the_counter_dearer(aim: str, price: int) -> None:
    units = ("A1 white-asura 0,0 0", "B1 white-asura 1,0 3")
    dearer = {"counter.swift_strike_total_cost": 3}
    game = battle(*units, momentum=(5, 5), parameters=dearer)
    game.plays("A1", "attack beam-saber B1", answers=[aim, "counter beam-saber"])
    assert game.state.momentum[1] == 5 - price


@pytest.mark.rule("MS.STUN.SPEND", "MS.ORDERS.OPS", "MS.COUNTER.COST")
def test_a_counter_is_made_cheaper_by_who_has_tokens_and_points_for_it() -> None:
    def offered(words: str) -> bool:
        game = battle("A1 argonaut 0,0 0", f"B1 white-raven 1,0 3 {words}")
        game.plays("A1", "attack heat-hatchet B1")
        asked = game.questioned("MS.COUNTER.WHO")
        return any(game.read("shake-off B1") in each.options for each in asked)

    assert offered("stun=1") and not offered("") and not offered("stun=1 points=0")


@pytest.mark.rule("MS.COUNTER.WHO", "MS.COUNTER.COST")
def test_where_counters_are_automatic_everybody_strikes_back_in_melee_for_nothing() -> None:
    automatic = {"counter.who": "automatic"}
    game = counter_of(("A1 argonaut 0,0 0", "B1 dervish 1,0 3"), "attack heat-hatchet B1",
                      parameters=automatic, momentum=(5, 0))  # fmt: skip
    declared = [event.unit for event in game.happened(AttackDeclared)]
    assert declared == [game.id("A1"), game.id("B1")] and game.state.momentum == (5, 0)
    assert PASS not in game.questioned("MS.COUNTER.WHO")[0].options
    shot = counter_of(
        ("A1 argonaut 0,0 0", "B1 white-asura 4,0 3"), "attack machine-gun B1", parameters=automatic
    )
    assert shot.questioned("MS.COUNTER.WHO") == []


@pytest.mark.rule("MS.COUNTER.WHO", "MS.ELITE.COUNTER")
@pytest.mark.parametrize(
    ("brace", "may"), [("brace", False), ("brace guard", False), ("brace counter", True)]
)
def test_where_the_counter_is_an_elite_choice_only_who_chose_it_counters(
    brace: str, may: bool
) -> None:
    units = ("A1 argonaut 0,0 0", "B1 white-asura 1,0 3")
    game = battle(*units, parameters={"counter.as_elite_choice": True})
    game.plays("A1", "attack heat-hatchet B1", answers=[brace])
    assert bool(game.questioned("MS.COUNTER.WHO")) == may


@pytest.mark.rule("MS.COUNTER.PUSHED", "MS.COUNTER.NO-CHAIN", "MS.COUNTER.WHO")
def test_a_counter_costs_points_uses_up_its_weapon_and_is_not_the_attackers() -> None:
    units = ("A1 argonaut 0,0 0 hp=9000", "B1 white-asura 2,0 3 points=1")
    game = battle(*units).armed("B1", "vulcans", tags=(), uses=3).armed("B1", power=1)
    game = game.armed("B1", "vulcans", power_cost=1)
    game.plays("A1", "attack machine-gun B1", answers=["counter vulcans"],
               dice=[[1] * 10 + [], [10] * 8, [10] * 6, [1] * 8])  # fmt: skip
    assert game.unit("B1").points == 0 and game.unit("B1").left_of("vulcans") == 2
    assert [weapon for _, weapon in game.act.attacks] == ["machine-gun"]
    assert game.unit("A1").hp < 9000


@pytest.mark.rule("MS.ELITE.FEINT", "MS.ATTACK.SEQUENCE")
def test_a_feint_slips_away_on_foot_from_who_engages_it_and_no_other_bonus_does() -> None:
    units = ("A1 white-asura 0,0 0", "B1 argonaut 1,0 3")
    game = battle(*units, terrain=["-1,0 block"])
    game.plays("A1", "attack beam-saber B1", answers=["aim feint", "land -1,1"])
    assert look_up(game, "A1.at", "") == "-1,1"
    assert not was_offered(game, "land -1,0")  # a tower is climbed, not slipped onto
    assert game.questioned("MS.ELITE.FEINT")[0].otherwise == PASS
    for bonus in ("aim", "aim swift-strike"):
        other = battle(*units).plays("A1", "attack beam-saber B1", answers=[bonus])
        assert other.questioned("MS.ELITE.FEINT") == []
    whip = battle("A1 blue-djinn 0,0 0", "B1 argonaut 2,0 3")
    whip.plays("A1", "attack arc-whip B1", answers=["aim feint"])
    assert whip.questioned("MS.ELITE.FEINT") == []


@pytest.mark.rule("MS.ELITE.FEINT", "MS.CHALLENGE.DUTY")
def test_a_challenger_does_not_slip_away_for_good() -> None:
    units = ("A1 white-asura 0,0 0", "B1 argonaut 1,0 3")
    game = battle(*units, challenge=("A1", "B1")).plays("A1", "rotate 1").plays("A1", "rotate 0")
    game.plays("A1", "attack beam-saber B1", answers=["aim feint"])
    assert game.questioned("MS.ELITE.FEINT") == []


@pytest.mark.rule("MS.LOCKON.CHOICE", "MS.IDF.NO-BONUS", "MS.COUNTER.PASSIVES", "MS.AOE.FIRST")
def test_neither_a_counter_nor_the_rest_of_a_sweep_is_aimed() -> None:
    game = battle("A1 iron-duke 0,0 0", "B1 white-asura 3,0 3")
    card = game.unit("A1").card.find_weapon("rust-hurricane")
    assert card is not None
    strike = Strike(game.id("A1"), card, game.id("B1"))
    assert len(aims(game.state, strike)) == len(aims(game.state, replace(strike, sweep=1))) > 1
    assert aims(game.state, replace(strike, counter=True)) == (Aim(),)
    assert aims(game.state, replace(strike, sweep=2)) == (Aim(),)
    assert {aim.lock_on for aim in aims(game.state, strike)} == {"die", ""}
    assert {aim.lock_on for aim in aims(game.state, replace(strike, how="through"))} == {""}


@pytest.mark.rule("MS.COUNTER.COST", "MS.COUNTER.WHO")
def test_where_everybody_may_counter_nobody_has_to_and_it_is_paid() -> None:
    units = ("A1 argonaut 0,0 0", "B1 dervish 1,0 3")
    game = battle(*units, parameters={"counter.who": "all"}, momentum=(5, 5))
    game.plays("A1", "attack heat-hatchet B1", answers=["counter beam-dagger"])
    (question,) = game.questioned("MS.COUNTER.WHO")
    assert PASS in question.options and question.otherwise == PASS
    assert game.state.momentum[1] == 4
    poor = battle(*units, parameters={"counter.who": "all"}, momentum=(5, 0))
    assert poor.plays("A1", "attack heat-hatchet B1").questioned("MS.COUNTER.WHO") == []


@pytest.mark.rule("MS.RES.POWER")
def test_power_raises_the_pen_of_a_weapon_that_can_use_it_and_only_if_it_is_spent() -> None:
    state = battle("A1 voltlion 0,0 0", "B1 argonaut 4,0 3").state
    plain, weapon, _ = state.units[0].card.weapon
    for card, power, pen, left in (
        (weapon, True, 2, 1),
        (weapon, False, 0, 2),
        (plain, True, 0, 2),
    ):
        table: QuietTable[State] = QuietTable(state)
        assert upgraded(table, UnitId(0), card, power) == pen
        assert table.state.units[0].points == left
