"""The course of turns: what is noted as one begins, what follows as it ends, and when all is over."""

from __future__ import annotations

import pytest

from gattai.games.mechastellar.events.turn import UnitMoved
from gattai.games.mechastellar.state import UnitId
from gattai.kernel.event import Rolled
from gattai.kernel.window import PASS
from tests.games.mechastellar.scenario_checks import look_up
from tests.games.mechastellar.scenario_runner import was_offered
from tests.games.mechastellar.table import battle

FAR = "B9 argonaut 6,-6 3"


@pytest.mark.rule("MS.ACT.ACTIONS", "MS.FACING.REAR")
def test_a_turn_remembers_in_whose_rear_it_began() -> None:
    units = ("A1 argonaut 0,0 0", "B1 argonaut 2,0 0", "B2 argonaut 2,-1 3")
    game = battle(*units).begins("A1")
    assert game.act.behind == (game.id("B1"),)
    assert (game.act.combat, game.act.moves, game.act.owed) == (1, 2, 0)


@pytest.mark.rule("MS.ACT.ACTIONS", "MS.RETURNFIRE.ATTACK")
def test_only_who_was_attacked_answers_its_aggressor_and_only_where_return_fire_is_played() -> None:
    units = ("A1 argonaut 0,0 0", "B1 argonaut 4,0 3")
    foe = UnitId(1)
    bound = battle(*units, duty=(UnitId(0),), aggressor=foe).begins("A1")
    assert bound.act.aggressor == foe
    assert battle(*units, aggressor=foe).begins("A1").act.aggressor is None
    off = {"return_fire.enabled": False}
    free = battle(*units, duty=(UnitId(0),), aggressor=foe, parameters=off).begins("A1")
    assert free.act.aggressor is None


@pytest.mark.rule("MS.BARRIER.RECOVER")
def test_a_point_of_power_is_a_point_of_barrier() -> None:
    game = battle("A1 turtle-robo 0,0 0 barrier=3", FAR).plays("A1", "recharge A1")
    assert (game.unit("A1").barrier, game.unit("A1").points) == (4, 0)


@pytest.mark.rule("MS.WARSHIP.BOARD", "MS.CP.CAPTURE")
def test_who_goes_aboard_first_takes_the_point_it_stands_by() -> None:
    units = ("A1 argonaut 0,1 0", "A2 musarl-cruiser 1,1 0 activated", FAR)
    game = battle(*units).plays("A1", "rotate 1")
    assert look_up(game, "owner.centre", "") == "south"  # taken as its turn began
    moved = battle("A1 argonaut 0,2 0", *units[1:]).plays("A1", "move 0,1")
    moved.plays("A1", "end-turn", answers=["board A2"])
    assert look_up(moved, "owner.centre", "") == "south" and moved.unit("A1").fate == "aboard"
    assert [each.otherwise for each in moved.questioned("MS.WARSHIP.BOARD")] == [PASS]


@pytest.mark.rule("MS.WARSHIP.BOARD")
def test_nobody_goes_aboard_from_under_water_from_afar_or_a_full_ship() -> None:
    ship = "A2 musarl-cruiser 2,1 0 activated"

    def offered(unit: str, *others: str, water: bool = False) -> bool:
        terrain = ["0,1 water"] if water else []
        game = battle(unit, ship, *others, FAR, terrain=terrain).plays("A1", "end-turn")
        return was_offered(game, "board A2")

    assert offered("A1 turtle-robo 0,1 0") and not offered("A1 turtle-robo -1,1 0")
    assert offered("A1 turtle-robo 0,1 0", water=True)
    assert not offered("A1 turtle-robo 0,1 0 submerged", water=True)
    crew = [f"A{n} argonaut - 0 aboard=A2" for n in (3, 4, 5)]
    assert not offered("A1 turtle-robo 0,1 0", *crew) and offered("A1 turtle-robo 0,1 0", *crew[1:])


@pytest.mark.rule("MS.STUN.RECOVER")
def test_stun_is_rolled_off_by_who_has_some_and_is_still_there() -> None:
    def rolls(unit: str, *answers: str) -> list[str]:
        game = battle(unit, "B1 white-asura 1,0 3", FAR).begins("A1")
        if "stun" in unit:
            game.plays("A1", "give-up move")
        if answers:
            dice = [[1] * 6, [10] * 6, [10] * 7, [1] * 6, [1] * 5]
            game.plays("A1", "attack heat-hatchet B1", answers=answers, dice=dice)
        else:
            game.plays("A1", "end-turn")
        return [event.rule for event in game.told if isinstance(event, Rolled) and event.rule == "MS.STUN.RECOVER"]  # fmt: skip

    assert rolls("A1 argonaut 0,0 0 stun=1") == ["MS.STUN.RECOVER"]
    assert rolls("A1 argonaut 0,0 0") == []
    assert rolls("A1 argonaut 0,0 0 stun=1 hp=100", "counter beam-saber") == []


@pytest.mark.rule("MS.WATER.MOVE")
def test_as_a_turn_ends_only_those_sink_who_are_above_water_without_fly() -> None:
    squad = ("A1 dervish 0,0 0", "A2 dervish 0,1 0 leader=A1", FAR)
    game = battle(*squad, terrain=["1,0 water"]).plays("A1", "accelerate A1 1,0 1")
    land = look_up(game, "A2.at", "")
    game.plays("A1", "end-turn")
    assert game.unit("A1").submerged and not game.unit("A2").submerged and land != "1,0"
    assert [event.unit for event in game.happened(UnitMoved)] == [game.id("A1")]
    under = battle("A1 argonaut 0,0 0 submerged", "A2 argonaut 3,0 0", FAR, terrain=["0,0 water"])
    assert under.plays("A2", "end-turn").happened(UnitMoved) == []


@pytest.mark.rule("MS.RETURNFIRE.ACTIVATE")
def test_return_fire_is_owed_by_enemies_that_stand_and_have_not_acted() -> None:
    def duty(
        foe: str, *others: str, dice: tuple[list[int], ...] = (), **given: object
    ) -> tuple[int, ...]:
        game = battle("A1 argonaut 0,0 0", foe, *others, FAR, **given)  # type: ignore[arg-type]
        game.plays("A1", "attack machine-gun B1", dice=dice).plays("A1", "end-turn")
        return game.state.duty

    assert duty("B1 argonaut 6,0 3") == (1,)
    assert duty("B1 argonaut 6,0 3 activated") == ()
    assert duty("B1 argonaut 6,0 3 hp=100", dice=([10] * 10, [1] * 8)) == ()
    assert duty("B1 argonaut 6,0 3", parameters={"return_fire.enabled": False}) == ()


@pytest.mark.rule("MS.RETURNFIRE.ACTIVATE", "MS.AOE.LINE")
def test_a_friend_on_the_line_of_fire_owes_no_return_fire() -> None:
    units = ("A1 iron-duke 0,0 0", "A2 argonaut 2,0 0", "B1 argonaut 4,0 3")
    game = battle(*units, parameters={"aoe.mode": "line_or_circle"})
    game.plays("A1", "attack rust-hurricane B1").plays("A1", "end-turn")
    assert game.state.duty == (game.id("B1"),)


@pytest.mark.rule("MS.ACT.ALTERNATE")
def test_a_side_with_nobody_left_is_passed_over() -> None:
    units = ("A1 argonaut 0,3 0", "B1 argonaut 0,-3 3", "B2 argonaut 3,-3 3")
    game = battle(*units)
    for name, turn, number in (("A1", 1, 1), ("B1", 1, 1), ("B2", 0, 1)):
        game.plays(name, "end-turn")
        if name != "B2":
            assert (game.state.turn, game.state.round) == (turn, number)
    assert game.state.phase == "rolling"


@pytest.mark.rule("MS.VP.END")
def test_the_battle_ends_at_once_when_a_side_has_nothing_left() -> None:
    dice = ([10] * 10, [1] * 8)
    shot = "attack machine-gun B1"
    units = ("A1 argonaut 0,0 0", "B1 argonaut 6,0 3 hp=100")
    assert battle(*units).plays("A1", shot, dice=dice).state.phase == "over"
    for other in ("B2 argonaut 6,-6 3", "B2 argonaut - 3 reserve"):
        assert battle(*units, other).plays("A1", shot, dice=dice).state.phase == "acting"
    assert battle(*units).plays("A1", shot).state.phase == "acting"
    lost = battle("A1 argonaut 0,0 0 hp=100", "B1 white-raven 1,0 3")
    lost.plays("A1", "attack heat-hatchet B1", answers=["counter beam-saber"],
               dice=[[1] * 6, [10] * 6, [10] * 6, [1] * 6, [1] * 5])  # fmt: skip
    assert lost.state.phase == "over" and lost.questioned("MS.ACCEL.RESOURCE") == []
