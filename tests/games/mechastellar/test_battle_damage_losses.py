"""What damage costs: Battle Damage in place of any save or blow, Iron Wall, and who is shaken."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.attack.volley import hurt, volley_of
from gattai.games.mechastellar.events.attack import DamageTaken
from tests.games.mechastellar.scenario_runner import strike_of, was_offered
from tests.games.mechastellar.table import Battle, battle

FAR = "B9 argonaut 6,-6 3"
SWORD = ("A1 blue-djinn 1,0 3", "B1 white-asura 0,0 0 hp=90000", FAR)
ONE_SAVE = [[10] * 7, [1] * 6, [1, 10, 10, 10, 10]]
"""14 Hits of 500 and 5 more, one failed save, and a Finishing Blow of 200 a Hit."""
SAVES = {"finishing.mode": "defender_saves_fail_on_1"}


def taken(game: Battle) -> list[int]:
    return [event.damage for event in game.happened(DamageTaken)]


@pytest.mark.rule("MS.BD.OPTION", "MS.AMB.BD-FINISH")
@pytest.mark.parametrize(
    ("answers", "less"),
    [
        (["endure"], 0),
        (["suffer head", "endure"], 1000),
        (["suffer head blow", "endure"], 14 * 200),
        (["suffer head blow", "suffer legs", "endure"], 14 * 200 + 1000),
        (["suffer head", "suffer legs", "endure"], 14 * 200 + 1000),
    ],
)
def test_an_elite_chooses_whether_a_loss_stands_for_the_save_or_for_the_blow(
    answers: list[str], less: int
) -> None:
    asked = answers if answers.count("endure") and len(answers) < 3 else answers[:-1]
    game = battle(*SWORD).plays("A1", "attack heat-sword B1", dice=ONE_SAVE, answers=asked)
    assert taken(game) == [14 * (500 + 200) + 1000 - less]


@pytest.mark.rule("MS.BD.OPTION")
def test_the_blow_is_named_only_where_there_is_a_save_as_well() -> None:
    game = battle(*SWORD)
    game.plays("A1", "attack heat-sword B1", dice=[*ONE_SAVE[:2], [10] * 5])
    assert was_offered(game, "suffer head") and not was_offered(game, "suffer head blow")


@pytest.mark.rule("MS.CALLED.SHOTS", "MS.BD.OPTION")
def test_a_called_shot_may_stand_for_the_blow_too() -> None:
    game = battle(*SWORD, parameters={"battle_damage.called_shots": True})
    game.plays("A1", "attack heat-sword B1", dice=ONE_SAVE, answers=["south: suffer legs blow"])
    assert taken(game) == [14 * 500 + 1000] and game.unit("B1").lost == ("legs",)


@pytest.mark.rule("MS.BD.OPTION", "MS.WARSHIP.LOSS")
@pytest.mark.parametrize(("losses", "lost"), [(0, 3), (1, 2), (3, 0)])
def test_an_elite_aboard_a_lost_ship_may_give_up_parts_for_its_saves(
    losses: int, lost: int
) -> None:
    units = ("A1 white-asura 0,0 0", "B1 mithridates-cruiser 3,0 3 hp=100",
             "B2 white-raven - 0 aboard=B1", "B3 argonaut - 0 aboard=B1", FAR)  # fmt: skip
    given = ["suffer head", "suffer legs", "suffer core"][:losses]
    game = battle(*units).begins("A1")
    game.answers(game.read("attack beam-rifle B1"))
    hits, saves = [[5] * 4 + [1] * 3, [1] * 4, [10] * 3], [[1] * 3, [10] * 3]
    game.settles(dice=[*hits, *saves], answers=given)
    assert game.unit("B2").hp == game.unit("B2").card.hp - lost * 1000
    assert len(game.unit("B2").lost) == losses


@pytest.mark.rule("MS.BD.OPTION", "MS.WARSHIP.COLLIDE", "MS.SKILL.IRON-WALL")
def test_a_captain_may_do_so_when_the_ship_runs_into_terrain() -> None:
    ship = "A1 mithridates-cruiser 0,0 0 grounded hp=9000"
    game = battle(ship, FAR, terrain=["1,0 rock"])
    game.plays("A1", "move 2,0", dice=[[1, 1, 10]], answers=["suffer legs"])
    assert game.unit("A1").hp == 9000 - 1000 and game.unit("A1").lost == ("legs",)


@pytest.mark.rule("MS.BD.LEGS", "MS.ACT.ACTIONS")
@pytest.mark.parametrize(("legs", "left"), [(0, 2), (1, 1), (2, 0)])
def test_legs_lost_to_a_counter_cost_a_move_action_of_this_turn(legs: int, left: int) -> None:
    units = ("A1 white-raven 1,0 3 hp=20000", "B1 white-asura 0,0 0", FAR)
    dice = [[1] * 6, [10] * 6, [10] * 6, [1] * 6, [1] * 5]
    game = battle(*units).begins("A1")
    count = game.unit("A1").card.find_weapon("beam-saber")
    assert count is not None
    dice[0] = [1] * count.dice
    saber = game.unit("B1").card.find_weapon("beam-saber")
    assert saber is not None
    dice[2] = [10] * saber.dice
    game.plays(
        "A1", "attack beam-saber B1", dice=dice,
        answers=["counter beam-saber", *["suffer legs"] * legs],
    )  # fmt: skip
    assert game.act.moves == left and game.may("rotate 2") == (left > 0)


@pytest.mark.rule("MS.BD.LEGS")
def test_legs_that_somebody_else_loses_cost_the_active_unit_nothing() -> None:
    units = ("A1 blue-djinn 1,0 3", "B1 white-asura 0,0 0 hp=9000", FAR)
    game = battle(*units).plays(
        "A1", "attack heat-sword B1", dice=[[5] * 7, [5] * 6, [1]], answers=["suffer legs"]
    )
    assert game.unit("B1").lost == ("legs",) and game.act.moves == 2


@pytest.mark.rule("MS.SKILL.IRON-WALL", "MS.AMB.IRON-FINISH", "MS.FINISH.BONUS")
@pytest.mark.parametrize(("uses", "each"), [([], 1000), (["use iron-wall"], 500)])
def test_iron_wall_halves_finisher_saves_where_there_are_any(uses: list[str], each: int) -> None:
    game = battle(*SWORD, parameters=SAVES).begins("A1")
    stopped = 3 if uses else 0
    dice = [[10] * 7, [1] * 6, [10] * 5, [1] * 10]
    if uses:
        dice.insert(2, [1])  # Persevere
    game.plays("A1", "attack heat-sword B1", dice=dice, answers=uses)
    assert taken(game) == [(14 - stopped) * 500 + 10 * each]


@pytest.mark.rule("MS.SKILL.IRON-WALL", "MS.FINISH.BONUS")
def test_odds_halve_finisher_saves_behind_an_iron_wall_as_play_does() -> None:
    for effects, each in (((), 1000), ((("iron", 3),), 500)):
        game = battle(*SWORD, parameters=SAVES).begins("A1")
        unit = game.unit("B1")
        state = game.state.with_unit(game.id("B1"), replace(unit, effects=effects))
        wound = volley_of(state, strike_of(game, "attack heat-sword B1"))[2]
        assert wound.rolled_damage == each and wound.rolled_behind_wall == 500
        most = max(hurt(10, False, wound)[0])
        assert most == 10 * 500 + 5 * each + 10 * each


LEADER = ("A1 white-asura 0,0 0", "B1 white-raven 6,0 3 hp=100", "B2 white-raven 7,0 3 leader=B1",
          "B3 argonaut 6,-6 3")  # fmt: skip


ALL_ON_B1 = "assign [8 0]"


@pytest.mark.rule("MS.MORALE.ELITE-LOSS", "MS.AMB.ELITE-IN-SQUAD", "MS.SQUAD.LEADER")
@pytest.mark.parametrize(("save", "left"), [(1, 9), (10, 10)])
def test_an_elite_leader_that_falls_shakes_the_nearest_ally_though_its_squad_lives(
    save: int, left: int
) -> None:
    game = battle(*LEADER).begins("A1")
    game.answers(game.read("attack beam-rifle B1"))
    game.settles(dice=[[5] * 6, [1] * 8, [10] * 5, [save]], answers=[ALL_ON_B1, "select B2"])
    assert game.unit("B1").fate == "destroyed" and game.unit("B2").leader == game.id("B2")
    assert game.state.momentum == (10, left)
    assert game.state.revenge == ((game.id("B2"), game.id("A1")),)


@pytest.mark.rule("MS.CMD.ROUT", "MS.AMB.ELITE-IN-SQUAD")
def test_the_command_to_rout_waits_until_the_whole_unit_is_destroyed() -> None:
    units = ("A1 white-asura 0,0 0 commander", *LEADER[1:])
    game = battle(*units).begins("A1")
    game.answers(game.read("attack beam-rifle B1"))
    game.settles(dice=[[5] * 6, [1] * 8, [10] * 5, [10]], answers=[ALL_ON_B1])
    assert game.unit("B1").fate == "destroyed" and not was_offered(game, "command rout")
