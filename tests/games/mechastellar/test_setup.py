"""Deployment, rounds and losses: what is put where, what comes back, and who takes the lead."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.actions import Deploy, Embark, Face, Hold
from gattai.games.mechastellar.actions.preparing import starting_momentum
from gattai.games.mechastellar.events.attack import DamageTaken, UnitDestroyed
from gattai.games.mechastellar.events.flow import (
    CommandGiven,
    MomentumChanged,
    MomentumSet,
    OrderGiven,
    OwnerChanged,
    RoundBegan,
)
from gattai.games.mechastellar.state import NORTH, SOUTH, UnitId
from gattai.kernel.event import Rolled
from gattai.tabletop.hexes import from_text
from tests.games.mechastellar.scenario_checks import look_up
from tests.games.mechastellar.table import RULES, Battle, battle

FAR = "B9 argonaut 6,-6 3"


def against(game: Battle, action: Any) -> list[str]:
    return [refusal.rule for refusal in RULES.refusals(game.state, action)]


def deploying(*units: str, **given: Any) -> Battle:
    return battle(*units, "B1 argonaut - 4", **{"phase": "deploying", **given})


@pytest.mark.rule("MS.DEPLOY.ORDER", "MS.DEPLOY.ZONE", "MS.SQUAD.FORM", "MS.SQUAD.COHESION")
def test_a_model_is_put_down_in_its_turn_in_its_zone_and_beside_its_squad() -> None:
    squad = ("A1 argonaut - 1", "A2 argonaut - 1 leader=A1", "A3 argonaut - 1 leader=A1")
    game = deploying(*squad, "A4 argonaut - 1", terrain=["0,5 hill", "-1,4 water"])
    here = from_text("-2,5")
    assert against(game, Deploy(UnitId(0), here)) == []
    for number in (-1, 9, 4):
        assert against(game, Deploy(UnitId(number), here)) == ["MS.DEPLOY.ORDER"]
    assert against(game, Deploy(UnitId(1), here)) == ["MS.SQUAD.FORM"]
    for at in ("0,5", "-1,4", "0,3"):
        assert against(game, Deploy(UnitId(0), from_text(at))) == ["MS.DEPLOY.ZONE"]
    assert against(game, Hold(UnitId(0))) == []
    game.answers(Deploy(UnitId(0), here))
    assert against(game, Deploy(UnitId(2), from_text("-1,5"))) == [
        "MS.SQUAD.FORM"
    ]  # in their order
    assert against(game, Deploy(UnitId(3), from_text("-1,5"))) == ["MS.SQUAD.FORM"]
    assert against(game, Deploy(UnitId(1), here)) == ["MS.HEX.OCCUPANCY"]
    assert against(game, Deploy(UnitId(1), from_text("2,4"))) == ["MS.SQUAD.COHESION"]
    assert against(game, Deploy(UnitId(1), from_text("-1,5"))) == []
    assert "MS.SQUAD.FORM" in against(game, Hold(UnitId(1)))


@pytest.mark.rule("MS.DEPLOY.ALTERNATE", "MS.DEPLOY.ZONE")
def test_alternately_one_after_the_other_is_put_almost_anywhere_and_held_only_if_it_must() -> None:
    units = ("A1 argonaut - 1", "A2 argonaut - 1")
    game = deploying(*units, alternate=True, terrain=["0,2 hill"])
    assert against(game, Deploy(UnitId(0), from_text("0,0"))) == []
    assert against(game, Deploy(UnitId(0), from_text("0,2"))) == ["MS.DEPLOY.ZONE"]
    assert against(game, Hold(UnitId(0))) == ["MS.DEPLOY.ALTERNATE"]
    assert against(deploying(*units), Hold(UnitId(0))) == []
    game.answers(Deploy(UnitId(0), from_text("0,0")))
    assert game.state.turn == NORTH
    assert against(game, Deploy(UnitId(2), from_text("0,-4"))) == ["MS.DEPLOY.ALTERNATE"]
    assert against(game, Deploy(UnitId(2), from_text("3,-6"))) == []
    game.answers(Deploy(UnitId(2), from_text("3,-6")))
    assert game.state.turn == SOUTH
    zones = deploying(*units)
    assert zones.answers(Deploy(UnitId(0), from_text("0,5"))).state.turn == SOUTH
    assert zones.answers(Deploy(UnitId(1), from_text("1,5"))).state.turn == NORTH
    last = battle("A1 argonaut - 1", "B1 argonaut 0,-5 4", phase="deploying", alternate=True)
    assert last.answers(Deploy(UnitId(0), from_text("0,5"))).state.phase == "facing"
    full = deploying(*units, alternate=True, parameters={"alternate_deploy.clear_in": 0})
    assert against(full, Hold(UnitId(0))) == ["MS.DEPLOY.ALTERNATE"]


@pytest.mark.rule("MS.DEPLOY.RESERVE", "MS.WARSHIP.BOARD")
def test_one_unit_stands_on_the_table_and_a_squad_is_one_unit() -> None:
    squad = ("A1 argonaut - 1", "A2 argonaut - 1 leader=A1")
    assert against(deploying(*squad), Hold(UnitId(0))) == ["MS.DEPLOY.RESERVE"]
    assert against(deploying(*squad, "A3 argonaut - 1"), Hold(UnitId(0))) == []
    held = deploying(*squad, "A3 argonaut - 1 reserve")
    assert against(held, Hold(UnitId(0))) == ["MS.DEPLOY.RESERVE"]
    there = deploying(*squad, "A3 argonaut 0,5 1")
    assert against(there, Hold(UnitId(0))) == []


@pytest.mark.rule("MS.WARSHIP.BOARD")
def test_a_hangar_holds_so_many_of_its_own_side_and_no_ships() -> None:
    ship, other = "A2 musarl-cruiser 0,5 1", "A3 musarl-cruiser 2,5 1"

    def refused(*units: str, ship_id: int = 1) -> list[str]:
        game = deploying("A1 argonaut - 1", ship, other, *units)
        return against(game, Embark(UnitId(0), UnitId(ship_id)))

    board = ["MS.WARSHIP.BOARD"]
    crew = [f"A{n} argonaut - 1 aboard=A2" for n in (4, 5)]
    assert refused() == [] and refused(*crew) == []
    assert refused(*crew, "A6 argonaut - 1 aboard=A2") == board
    assert refused(*crew, "A6 argonaut - 1 aboard=A3") == []
    assert refused(*crew, "A6 argonaut - 1 leader=A1") == board  # a squad needs room for all
    assert refused(ship_id=-1) == board and refused(ship_id=99) == board
    assert refused("A4 argonaut 3,5 1", ship_id=3) == board
    assert refused("A4 musarl-cruiser - 1", ship_id=3) == board
    vast = deploying("A1 argonaut - 1", ship, *crew, "A6 argonaut - 1 aboard=A2").armed(
        "A2", hangar=0
    )
    assert against(vast, Embark(UnitId(0), UnitId(1))) == []  # no figure, no limit
    lost = deploying("A1 argonaut - 1", ship, *crew, "A6 argonaut - 1 aboard=A2")
    state = lost.state
    gone = Battle(state.with_unit(UnitId(4), replace(state.units[4], fate="destroyed")))
    assert against(gone, Embark(UnitId(0), UnitId(1))) == []


@pytest.mark.rule("MS.DEPLOY.FACING", "MS.ROUND.ROLLOFF", "MS.MOM.START")
def test_models_are_turned_once_and_then_dice_decide_who_begins() -> None:
    game = battle("A1 argonaut 0,5 1", "B1 argonaut 0,-5 4", phase="facing", momentum=(0, 0))
    assert against(game, Face(UnitId(0), 2)) == []
    for unit, facing in ((9, 2), (-1, 2), (1, 2), (0, 1), (0, 6), (0, -1)):
        assert against(game, Face(UnitId(unit), facing)) == ["MS.DEPLOY.FACING"]
    game.answers(Face(UnitId(0), 2))
    assert against(game, Face(UnitId(0), 3)) == ["MS.DEPLOY.FACING"]
    game.answers(game.read("ready"))
    assert (game.state.phase, game.state.turn) == ("facing", NORTH)
    game.told = []
    game.answers(game.read("ready"))
    assert (game.state.phase, game.state.turn) == ("rolling", SOUTH)
    assert len(game.happened(MomentumSet)) == 1 and game.state.momentum == (10, 10)


@pytest.mark.rule("MS.MOM.START")
def test_only_the_side_with_more_elites_begins_with_less() -> None:
    def start(south: str, north: str) -> tuple[int, int]:
        return starting_momentum(battle(f"A1 {south} 0,5 1", f"B1 {north} 0,-5 4").state)

    assert start("argonaut", "argonaut") == start("white-asura", "white-asura") == (10, 10)
    assert start("white-asura", "argonaut") == (7, 10) and start("argonaut", "voltlion") == (10, 5)
    less = battle(
        "A1 white-asura 0,5 1", "B1 white-asura 0,-5 4", parameters={"momentum.start_floor": 12}
    )
    assert starting_momentum(less.state) == (10, 10)


@pytest.mark.rule("MS.ROUND.SEQUENCE", "MS.CMD.ONE", "MS.ORDERS.POOL")
def test_a_round_begins_with_nothing_used_and_the_orders_of_its_captains() -> None:
    units = ("A1 mithridates-cruiser 0,5 1 activated", "A2 musarl-cruiser 3,5 1",
             "A3 argonaut -3,5 1", "B1 argonaut 0,-5 4", "B2 mithridates-cruiser 3,-5 4")  # fmt: skip
    game = battle(*units, commands=(1, 1), passed=(SOUTH,), last_shift=(NORTH,), duty=(UnitId(2),),
                  aggressor=UnitId(3), challenge=("A1", "B1"), orders=(0, 5))  # fmt: skip
    after = RoundBegan(rule="-", number=2, first=NORTH).after(game.state)
    assert after.commands == (0, 0) and not (after.passed or after.last_shift or after.duty)
    assert after.orders == (2, 2) and after.round == 2 and after.turn == after.first == NORTH
    assert after.aggressor is None and after.challenge == () and not after.units[0].activated
    given = CommandGiven(rule="-", seat=NORTH, command="rally").after(after)
    assert given.commands == (0, 1)


@pytest.mark.rule(
    "MS.MOM.POOL", "MS.MOM.SHIFT-ONCE", "MS.MOM.SHIFT-LAST", "MS.ORDERS.OPS", "MS.CP.CONTEST"
)
def test_what_changes_hands_is_counted_once() -> None:
    game = battle("A1 argonaut 0,0 0", FAR, orders=(2, 1), momentum=(5, 9)).begins("A1")

    def momentum(amount: int, seat: Any = SOUTH, **how: bool) -> Any:
        return MomentumChanged(rule="-", seat=seat, amount=amount, why="-", **how).after(game.state)

    assert momentum(2).act.shifted == () and momentum(2).last_shift == ()
    assert momentum(2).momentum == (7, 9) and momentum(9, NORTH).momentum == (5, 10)
    assert momentum(-9).momentum == (0, 9)
    for shift in (False, True):
        act = momentum(1, shift=shift).act
        assert act is not None and act.shifted == ((SOUTH,) if shift else ())
    assert momentum(1, last=True).last_shift == (SOUTH,) and momentum(1).last_shift == ()
    one = OrderGiven(rule="-", unit=UnitId(0)).after(game.state)
    two = OrderGiven(rule="-", unit=UnitId(0), bought=True).after(game.state)
    assert one.orders == (1, 1) and two.orders == (2, 1)
    assert one.units[0].orders == two.units[0].orders == 1
    state = OwnerChanged(rule="-", point=1, owner=NORTH).after(game.state)
    state = OwnerChanged(rule="-", point=1, owner=None).after(state)
    state = OwnerChanged(rule="-", point=2, owner=NORTH).after(state)
    assert state.former[1] == NORTH and state.owners[1] is None and state.former[2] == NORTH


@pytest.mark.rule("MS.SAVE.FAIL", "MS.BD.OPTION", "MS.SKILL.IRON-WALL", "MS.WARSHIP.COLLIDE")
def test_saves_outside_an_attack_fail_below_their_pen_and_cost_hp() -> None:
    def sailed(saves: list[int], **given: Any) -> Battle:
        game = battle("A1 musarl-cruiser 0,0 0 grounded", FAR, terrain=["1,0 jungle"], **given)
        return game.plays("A1", "move 2,0", dice=[saves] if saves else [])

    assert [e.damage for e in sailed([4, 5, 10]).happened(DamageTaken)] == [1000]
    assert sailed([5, 5, 5]).happened(DamageTaken) == []
    none = sailed([], parameters={"warship.collide_saves": 0})
    assert none.happened(DamageTaken) == [] and none.happened(Rolled) == []


@pytest.mark.rule("MS.ATTACK.DESTROYED", "MS.SQUAD.LEADER")
def test_a_model_falls_at_no_hp_once_and_its_owner_names_who_leads_then() -> None:
    def shot(hp: int, *others: str, hits: tuple[int, ...] = ()) -> Battle:
        game = battle("A1 argonaut 0,0 0", f"B1 argonaut 6,0 3 hp={hp}", *others, FAR)
        answers = [f"assign [{' '.join(map(str, hits))}]"] if hits else []
        return game.plays("A1", "attack machine-gun B1", dice=[[1] * 10, [1] * 8], answers=answers)

    assert [e.unit for e in shot(600).happened(UnitDestroyed)] == [1]  # three Hits of 200
    assert shot(601).happened(UnitDestroyed) == [] and shot(601).unit("B1").hp == 1
    lost = battle("A1 argonaut 0,0 0", "B1 argonaut 6,0 3 hp=600", "B2 argonaut - 3", FAR)
    state = lost.state.with_unit(UnitId(2), replace(lost.unit("B2"), hp=0, fate="destroyed"))
    again = Battle(state).plays("A1", "attack machine-gun B1", dice=[[1] * 10, [1] * 8])
    assert [e.unit for e in again.happened(UnitDestroyed)] == [1]
    pair = ("B2 argonaut 6,-1 3 leader=B1 hp=400", "B3 argonaut 6,1 3 leader=B1")
    both = shot(200, *pair, hits=(1, 2, 0))
    assert [e.leader for e in both.happened(UnitDestroyed)] == [UnitId(3), None]
    assert both.questioned("MS.SQUAD.LEADER") == []
    one = shot(600, *pair, hits=(3, 0, 0))
    (question,) = one.questioned("MS.SQUAD.LEADER")
    assert question.otherwise == next(iter(question.options)) and len(question.options) == 2
    assert one.happened(UnitDestroyed)[0].leader == UnitId(2)


@pytest.mark.rule("MS.SQUAD.LEADER")
def test_who_rises_is_not_destroyed() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 voltlion 6,0 3 traits hp=200", FAR)
    game.plays("A1", "attack machine-gun B1", dice=[[10] * 10, [1] * 6])
    assert game.unit("B1").hp == 100 and game.happened(UnitDestroyed) == []


@pytest.mark.rule("MS.WARSHIP.LOSS", "MS.ATTACK.DESTROYED")
def test_only_who_is_aboard_the_lost_ship_saves_falls_or_gets_off() -> None:
    ship = ("B1 musarl-cruiser 6,0 3 hp=100", "B2 musarl-cruiser 6,-5 3")
    crew = (
        "B3 argonaut - 3 aboard=B1",
        "B4 argonaut - 3 aboard=B1 hp=900",
        "B5 argonaut - 3 aboard=B2",
    )
    game = battle("A1 argonaut 0,0 0", *ship, *crew)
    game.plays("A1", "attack machine-gun B1",
               dice=[[10] * 10, [1] * 4, [10] * 3, [1, 10, 10]], answers=["land 5,0"])  # fmt: skip
    assert look_up(game, "B3.at", "") == "5,0" and game.unit("B4").fate == "destroyed"
    assert game.unit("B5").fate == "aboard" and len(game.questioned("MS.WARSHIP.LOSS")) == 1
    (question,) = game.questioned("MS.WARSHIP.LOSS")
    assert question.otherwise == next(iter(question.options))


@pytest.mark.rule("MS.MORALE.ELITE-LOSS", "MS.CHALLENGE.REVENGE")
@pytest.mark.parametrize(
    ("unit", "trigger", "shaken"),
    [("white-asura", "elite", 1), ("argonaut", "elite", 0), ("turtle-robo", "elite", 1),
     ("turtle-robo", "skilled_ace", 0), ("white-raven", "skilled_ace", 1)],
)  # fmt: skip
def test_an_elite_that_falls_shakes_and_is_avenged(unit: str, trigger: str, shaken: int) -> None:
    given = {"morale.loss_trigger": trigger}
    game = battle("A1 argonaut 0,0 0", f"B1 {unit} 6,0 3 hp=100 barrier=0", "B2 argonaut 6,-3 3",
                  parameters=given)  # fmt: skip
    count = game.unit("B1").card.evade_dice
    game.plays("A1", "attack machine-gun B1", dice=[[10] * 10, [1] * count, *[[1]] * shaken])
    assert game.state.momentum == (10, 10 - shaken) and len(game.throws) == 2 + shaken
    sworn = game.questioned("MS.CHALLENGE.REVENGE")
    assert len(sworn) == (unit != "argonaut")


@pytest.mark.rule("MS.CHALLENGE.REVENGE")
def test_revenge_is_sworn_once_for_a_pilot_on_an_enemy_that_stands_by_who_lives() -> None:
    def asked(unit: str, *others: str, **given: Any) -> bool:
        game = battle("A1 argonaut 0,0 0", f"B1 {unit} 6,0 3 hp=100", *others, **given)
        count = game.unit("B1").card.evade_dice
        game.plays("A1", "attack machine-gun B1", dice=[[10] * 10, [1] * count])
        return bool(game.questioned("MS.CHALLENGE.REVENGE"))

    assert asked("white-asura", "B2 argonaut 6,-3 3")
    assert not asked("argonaut", "B2 argonaut 6,-3 3")
    assert not asked("mithridates-cruiser", "B2 argonaut 6,-3 3")
    assert not asked("white-asura", "B2 argonaut 6,-3 3", revenged=(NORTH,))
    assert asked("white-asura", "B2 argonaut 6,-3 3", revenged=(SOUTH,))
    assert not asked("white-asura", "B2 argonaut - 3 reserve")
    line = battle("A1 iron-duke 0,0 0", "A2 white-asura 2,0 0 hp=100", "A3 argonaut -3,0 0",
                  "B1 argonaut 4,0 3", parameters={"aoe.mode": "line_or_circle"})  # fmt: skip
    line.plays("A1", "attack rust-hurricane B1", dice=[[10] * 8, [1] * 8])
    assert line.unit("A2").fate == "destroyed"
    assert line.questioned("MS.CHALLENGE.REVENGE") == []  # nobody swears revenge on a friend
