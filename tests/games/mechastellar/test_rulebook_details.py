"""Cases where two rules meet, or where a number is exactly reached."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.actions import CrashAttack, Deploy, Hold
from gattai.games.mechastellar.attack.exchange import Lift
from gattai.games.mechastellar.events.attack import (
    AttackDeclared,
    BitsShotDown,
    HitsLanded,
    UnitDestroyed,
)
from gattai.games.mechastellar.events.flow import UnitFaced
from gattai.games.mechastellar.state import UnitId
from gattai.kernel.event import Rolled
from gattai.tabletop.hexes import from_text
from tests.games.mechastellar.scenario_runner import was_offered
from tests.games.mechastellar.table import RULES, Battle, battle

FAR = "B9 argonaut 6,-6 3"


def against(game: Battle, action: Any) -> list[str]:
    return [refusal.rule for refusal in RULES.refusals(game.state, action)]


def struck(game: Battle) -> list[str]:
    return [game.state.units[event.target].name for event in game.happened(AttackDeclared)]


@pytest.mark.rule("MS.REINFORCE.WHEN", "MS.ACT.ALTERNATE")
def test_a_side_with_units_to_activate_cannot_pass_though_it_has_reserves() -> None:
    game = battle("A1 argonaut - 1 reserve", "A2 argonaut -6,6 1", FAR, round=2)
    game.refuses("pass", "MS.ACT.ALTERNATE")


@pytest.mark.rule("MS.LOCKON.CHOICE", "MS.LOCKON.DUAL", "MS.ELITE.CHOOSE")
def test_where_lock_on_is_for_elites_they_have_it() -> None:
    units = ("A1 white-raven 0,0 0", "B1 argonaut 4,0 3")
    game = battle(*units, parameters={"lock_on.needs": "elite"}).plays("A1", "attack beam-rifle B1")
    assert was_offered(game, "aim die barrage")
    lobbed = battle("A1 white-raven 0,0 0", "B1 argonaut 5,0 3").plays(
        "A1", "attack missile-pod B1 indirect"
    )
    assert next(each.rule for each in lobbed.questions) == "MS.ELITE.CHOOSE"


@pytest.mark.rule("MS.COUNTER.WHO", "MS.RES.HAVOC")
def test_a_counter_takes_havoc_as_well() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 deathly-beastman 1,0 3").armed(
        "B1", "rending-claws", havoc_cost=1
    )
    game.plays("A1", "attack heat-hatchet B1", answers=["counter rending-claws"])
    assert game.unit("B1").points == 0


@pytest.mark.rule("MS.SKILL.FLASH", "MS.COUNTER.TRADE", "MS.COUNTER.PENALTY")
@pytest.mark.parametrize(
    ("brace", "weapon", "dice"),
    [
        ("brace", "beam-saber", 7),
        ("brace trade", "beam-saber", 9),
        ("brace trade", "beam-rifle", 7),
    ],
)
def test_dice_that_were_kept_back_go_into_a_counter_in_melee_alone(
    brace: str, weapon: str, dice: int
) -> None:
    game = battle("A1 argonaut 0,0 0 hp=90000", "B1 white-asura 1,0 3")
    kept = 4 if "trade" in brace else 6
    game.plays("A1", "attack heat-hatchet B1", answers=[brace, f"counter {weapon}"],
               dice=[[1] * 6, [10] * kept, [1] * dice, [1] * (8 if weapon == "beam-rifle" else 6)])  # fmt: skip
    (_, back) = game.happened(HitsLanded)
    assert back.hits.total == 3  # five of the weapon, two less on a Counter


@pytest.mark.rule("MS.ATTACK.SEQUENCE", "MS.TA.BLINDSIDE")
@pytest.mark.parametrize(("facing", "blind"), [(3, 0), (0, 1)])
def test_only_an_attack_from_behind_uses_up_the_blindside(facing: int, blind: int) -> None:
    game = battle("A1 argonaut 0,0 0", f"B1 argonaut 4,0 {facing}").plays(
        "A1", "attack machine-gun B1"
    )
    assert len(game.act.blindsided) == blind


@pytest.mark.rule("MS.STUN.RECOVER")
def test_who_is_destroyed_in_its_own_turn_shakes_off_nothing() -> None:
    game = battle("A1 argonaut 0,0 0 stun=1 hp=100", "A2 argonaut -4,0 0", "B1 white-asura 1,0 3")
    game.plays("A1", "give-up move")
    game.plays("A1", "attack heat-hatchet B1", answers=["counter beam-saber"],
               dice=[[1] * 6, [10] * 6, [10] * 7, [1] * 6, [1] * 5])  # fmt: skip
    assert game.unit("A1").fate == "destroyed" and game.state.phase == "activating"
    assert [
        event
        for event in game.told
        if isinstance(event, Rolled) and event.rule == "MS.STUN.RECOVER"
    ] == []


@pytest.mark.rule("MS.CRASH.ACTION", "MS.ATTACK.SEQUENCE")
def test_nobody_crashes_into_a_friend() -> None:
    game = battle("A1 turtle-robo 0,0 0", "A2 argonaut 1,0 0", FAR).begins("A1")
    assert against(game, CrashAttack("shell-spin", (UnitId(1),), from_text("2,0"))) == [
        "MS.ATTACK.SEQUENCE"
    ]


@pytest.mark.rule("MS.ATTACK.SEQUENCE", "MS.AOE.COVER", "MS.BARRIER.BLOCK")
@pytest.mark.parametrize(
    ("barrier", "defence", "hit"),
    [(2, 0, ["B1"]), (1, 1, ["B1"]), (1, 0, ["B1", "B2"]), (0, 5, ["B1", "B2"])],
)
def test_a_barrier_that_is_just_worn_down_has_stopped_the_sweep(
    barrier: int, defence: int, hit: list[str]
) -> None:
    units = ("A1 iron-duke 0,0 0", f"B1 turtle-robo 3,0 3 barrier={barrier}", "B2 argonaut 3,-1 3")
    game = battle(*units).armed("A1", "rust-hurricane", pen=7)
    game.plays(
        "A1", "sweep rust-hurricane [B1 B2]", dice=[[1] * 8, [5] * defence + [1] * (5 - defence)]
    )
    assert struck(game) == hit and game.unit("B1").barrier == 0


@pytest.mark.rule("MS.BD.EXPLOSIVE")
def test_a_weapon_that_is_no_explosive_does_not_go_off_with_its_uses() -> None:
    game = battle("A1 jack-knife-iii 0,0 0", "B1 white-raven 5,0 3 hp=90000").armed(
        "B1", "beam-rifle", uses=2
    )
    game.plays(
        "A1",
        "attack beam-rifle B1",
        dice=[[1] * 6, [1] * 8, [1, 10]],
        answers=["suffer weapon:beam-rifle"],
    )
    assert game.unit("B1").hp == 90000 - 2 * 300


@pytest.mark.rule("MS.TERRAIN.AOE", "MS.TERRAIN.DIRECT", "MS.AOE.FIRST", "MS.TARGET.CLOSEST")
def test_an_area_weapon_goes_no_farther_than_a_wall_that_holds_and_helps_its_first_target_alone() -> (
    None
):
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 3,0 3", "B2 argonaut 4,0 3")
    held = battle(*units, terrain=["2,0 wall"]).plays(
        "A1", "strike rust-hurricane 2,0", dice=[[10] * 3]
    )
    assert held.questioned("MS.TERRAIN.AOE") == []
    both = battle(*units, terrain=["2,0 wall"])
    both.plays(
        "A1", "strike rust-hurricane 2,0", dice=[[1] * 3], answers=["select B1", "select B2"]
    )
    assert len([each for each in both.questions if each.what == "before the dice: aim"]) == 1
    near = ("A1 turtle-robo 0,0 0", "B1 argonaut 3,0 3", "B2 argonaut 1,-2 3")
    game = battle(*near, terrain=["2,0 wall"]).armed("A1", "shell-cannon", tags=("AOE",))
    game.plays("A1", "strike shell-cannon 2,0", dice=[[1] * 3], answers=["select B1"])
    assert struck(game) == ["B1"]  # though another is closer


@pytest.mark.rule("MS.TARGET.ROTATE")
def test_who_faces_a_piece_already_does_not_turn() -> None:
    game = battle("A1 tankcrawler 0,0 0", FAR, terrain=["3,0 wall"]).plays(
        "A1", "strike cannon 3,0"
    )
    assert game.happened(UnitFaced) == []


@pytest.mark.rule("MS.PUSH.ON-TERRAIN", "MS.PUSH.MOVE", "MS.SQUAD.COHESION", "MS.HEX.DISTANCE")
def test_a_squad_follows_by_a_single_hex_too() -> None:
    squad = ("A1 dusk-wraith 0,0 0", "A2 dusk-wraith -1,0 0 leader=A1", FAR)
    game = battle(*squad, terrain=["4,0 rock"]).armed("A1", "wire-claw", range_in=20, bonus_hits=0)
    game.plays("A1", "pull wire-claw 4,0", dice=[[5] + [1] * 5])
    foe = battle(
        "A1 iron-duke 0,0 0",
        "B1 argonaut 3,0 3 hp=90000",
        "B2 argonaut 3,1 3 leader=B1 hp=90000",
        FAR,
    )
    foe.plays("A1", "attack rocket-punch B1", answers=["shove 2"],
              dice=[[10] * 6, [1] * 8, [1, 10, 10, 10, 10]])  # fmt: skip
    for table, lead, member in ((game, "A1", "A2"), (foe, "B1", "B2")):
        at, beside = table.unit(lead).at, table.unit(member).at
        assert at is not None and beside in table.state.ground.field.hexes.neighbours[at]


@pytest.mark.rule("MS.DEPLOY.ALTERNATE", "MS.DEPLOY.ZONE")
def test_alternately_a_unit_is_held_where_there_is_no_place_for_it() -> None:
    units = ("A1 argonaut - 1", "A2 argonaut - 1", "B1 argonaut 0,0 4")
    seen = {"alternate_deploy.clear_in": 99}
    game = battle(*units, phase="deploying", alternate=True, parameters=seen)
    assert against(game, Hold(UnitId(0))) == []
    assert against(game, Deploy(UnitId(0), from_text("0,2"))) == ["MS.DEPLOY.ALTERNATE"]
    zones = battle(*units, phase="deploying")
    assert against(zones, Deploy(UnitId(0), from_text("0,2"))) == ["MS.DEPLOY.ZONE"]


@pytest.mark.rule("MS.SQUAD.LEADER", "MS.MORALE.ELITE-LOSS", "MS.CHALLENGE.REVENGE")
def test_who_has_one_hp_leads_is_shaken_and_swears_revenge_and_who_has_none_does_not() -> None:
    pair = (
        "B1 argonaut 6,0 3 hp=400",
        "B2 argonaut 6,-1 3 leader=B1 hp=1",
        "B3 argonaut 6,1 3 leader=B1",
    )
    game = battle("A1 argonaut 0,0 0", *pair, FAR)
    game.plays(
        "A1",
        "attack machine-gun B1",
        dice=[[1] * 10, [1] * 8],
        answers=["assign [3 0 0]", "select B2"],
    )
    assert game.happened(UnitDestroyed)[0].leader == game.id("B2")
    one = battle("A1 argonaut 0,0 0", "B1 white-raven 6,0 3 hp=100", "B2 argonaut 6,-3 3 hp=1")
    one.plays("A1", "attack machine-gun B1", dice=[[10] * 10, [1] * 8, [1]], answers=["select B2"])
    assert one.state.momentum[1] == 9 and one.state.revenge == ((UnitId(2), UnitId(0)),)
    both = (
        "B1 white-raven 6,0 3 leader=B2 hp=200",
        "B2 white-raven 6,-1 3 hp=200",
        "B3 argonaut 6,-4 3",
    )
    fallen = battle("A1 argonaut 0,0 0", *both, parameters={"morale.loss_trigger": "elite"})
    fallen.plays(
        "A1", "attack machine-gun B2", dice=[[1] * 10, [1] * 8, [6], [6]], answers=["assign [1 1]"]
    )
    assert len(fallen.happened(UnitDestroyed)) == 2 and fallen.state.momentum[1] == 8
    first = fallen.questioned("MS.CHALLENGE.REVENGE")[0]
    assert [getattr(each, "unit", None) for each in first.options] == [fallen.id("B3"), None]


@pytest.mark.rule("MS.ATTACK.SEQUENCE", "MS.REMOTE.SHOOTDOWN", "MS.ORDER.ROLL-THEN-DECIDE")
def test_only_an_aces_tens_shoot_down_bits_and_only_bits() -> None:
    def shot(unit: str, what: str, foe: str, count: int) -> list[int]:
        game = battle(f"A1 {unit} 0,0 0", f"B1 {foe} 6,0 3")
        game.plays("A1", what, dice=[[1] * 6, [10, 10, 9] + [1] * (count - 3)])
        return [event.dice for event in game.happened(BitsShotDown)]

    assert shot("crimson-gallant", "attack seeker-bits B1 indirect", "white-asura", 8) == [2]
    assert shot("crimson-gallant", "attack seeker-bits B1 indirect", "argonaut", 8) == []
    assert shot("crimson-gallant", "attack beam-rifle B1", "white-asura", 8) == []


@pytest.mark.rule("MS.RES.POWER", "MS.DICE.REROLL", "MS.ATTACK.SEQUENCE")
def test_dice_are_chosen_by_what_they_count_for_and_else_all_failures_are() -> None:
    game = battle("A1 voltlion 0,0 0 sharp=1", "B1 argonaut 6,0 3")
    game.plays(
        "A1",
        "attack final-flash B1",
        answers=["use reroll-chosen"],
        dice=[[1, 2, 5, 5, 9, 10, 5, 5], [10] * 8],
    )
    (question,) = game.questioned("MS.RES.POWER")
    assert question.otherwise == Lift((1, 1)) == [*question.options][-1]
    assert all(10 not in each.faces for each in question.options)  # a nine counts as much


@pytest.mark.rule("MS.AOE.LINE", "MS.TA.BONUS")
def test_on_a_line_only_the_named_target_feels_the_advantage() -> None:
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 2,0 3", "B2 argonaut 4,0 3", FAR)
    game = battle(*units, terrain=["0,0 hill"], parameters={"aoe.mode": "line_or_circle"})
    game.plays(
        "A1",
        "attack rust-hurricane B2",
        dice=[[1] * 8, [1] * 8, [10] * 2, [1] * 8, [1] * 8, [10] * 4],
    )
    assert [event.hits.total for event in game.happened(HitsLanded)] == [4, 6]


@pytest.mark.rule("MS.CRASH.ACTION", "MS.CRASH.BONUS", "MS.RES.HAVOC")
def test_a_crash_takes_its_points_and_passes_over_who_has_fallen_on_the_way() -> None:
    units = ("A1 deathly-beastman 0,0 0", "B1 argonaut 1,0 3", FAR)
    game = (
        battle(*units)
        .armed("A1", "horn-charge", havoc_cost=1)
        .plays("A1", "crash horn-charge [B1] 2,0")
    )
    assert game.unit("A1").points == 0
    line = (
        "A1 trident-drake 0,0 0",
        "B1 argonaut 1,0 3 hp=90000",
        "B2 argonaut 2,0 3 hp=1000",
        FAR,
    )
    both = battle(*line, momentum=(10, 0))
    both.plays("A1", "crash wing-crash [B1 B2] 3,0", answers=["shove 0"],
               dice=[[10] * 6, [1] * 6, [1, 10, 10, 10, 10]])  # fmt: skip
    assert struck(both) == ["B1"] and both.unit("B2").fate == "destroyed"


@pytest.mark.rule("MS.ATTACK.SEQUENCE", "MS.RETURNFIRE.ATTACK", "MS.STUN.ACTIONS")
def test_return_fire_binds_an_attack_until_it_is_made() -> None:
    units = ("A1 argonaut 0,0 0", "B1 argonaut 5,0 3", "B2 argonaut 3,0 3", "B3 argonaut 4,-1 3")
    bound = battle(
        *units, duty=(UnitId(0),), aggressor=UnitId(1), parameters={"targeting.closest_rule": False}
    )
    bound.begins("A1").refuses("attack machine-gun B3", "MS.RETURNFIRE.ATTACK")
    bound.plays("A1", "attack machine-gun B1").plays("A1", "zeal 1")
    assert bound.may("attack machine-gun B3") and bound.may("end-turn")
    spent = battle(
        "A1 dervish 0,0 0", "B1 argonaut 2,0 3", duty=(UnitId(0),), aggressor=UnitId(1)
    ).begins("A1")
    act = replace(spent.act, combat=0)
    idle = Battle(replace(spent.state, act=act))
    assert idle.may(
        "end-turn"
    )  # it could still fire its vulcans, but has no Combat Action to spend
    spent.refuses("end-turn", "MS.RETURNFIRE.ATTACK")
    stunned = Battle(replace(spent.state, act=replace(spent.act, owed=1, combat=1, moves=0)))
    assert against(stunned, stunned.read("rotate 1")) == ["MS.STUN.ACTIONS"]


@pytest.mark.rule("MS.WEAPON.FREE")
def test_a_weapon_that_is_not_free_attacks_as_often_as_there_are_actions() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 argonaut 3,0 3").plays("A1", "attack machine-gun B1")
    assert game.plays("A1", "zeal 1").may("attack machine-gun B1")


@pytest.mark.rule("MS.MOM.PAY", "MS.SKILL.VALOR", "MS.SKILL.FOCUS", "MS.SKILL.LIMIT")
def test_what_is_used_on_dice_is_paid_and_noted() -> None:
    game = battle("A1 white-asura 0,0 0", "B1 argonaut 6,0 3", momentum=(8, 8))
    game.plays("A1", "attack beam-rifle B1", answers=["use focus", "use valor"])
    assert game.state.momentum[0] == 8 - 1 - 3 and game.unit("A1").effects == (("skill:valor", 1),)
    fleet = ("A1 argonaut 0,0 0 orders=1", "A2 mithridates-cruiser -4,0 0", "B1 argonaut 6,0 3")
    eased = battle(*fleet, momentum=(8, 8)).plays(
        "A1", "attack machine-gun B1", answers=["use focus"]
    )
    assert eased.state.momentum[0] == 8 and eased.unit("A1").orders == 0


@pytest.mark.rule("MS.RES.BOOST", "MS.WARSHIP.ALL-FIRE", "MS.WARSHIP.AA", "MS.BARRIER.RECOVER")
def test_what_is_used_up_is_not_offered_for_nothing() -> None:
    game = battle("A1 white-asura 0,0 0", "B1 dusk-wraith 6,0 3")
    game.plays(
        "A1", "attack beam-rifle B1", answers=["use reroll-chosen"], dice=[[10] * 6, [1] * 7]
    )
    assert game.unit("B1").points == 1 and not was_offered(game, "use reroll-chosen", 1)
    whole = battle("A1 argonaut 0,0 0", "B1 turtle-robo 6,0 3").plays("A1", "attack machine-gun B1")
    assert not was_offered(whole, "use recharge")
