"""Where ways end: ships, squads, water, wrecks, prices, and pushes that go on or do not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.events.flow import MomentumChanged
from gattai.games.mechastellar.ground import WRECK, Ground
from gattai.tabletop.hexes import from_text, hex_at, to_text
from tests.games.mechastellar.scenario_checks import look_up
from tests.games.mechastellar.table import RULES, Battle, battle, field

FAR = "B9 argonaut 6,-6 3"


def against(game: Battle, action: Any) -> list[str]:
    return [refusal.rule for refusal in RULES.refusals(game.state, action)]


def wrecked(game: Battle, at: str) -> Battle:
    ground = game.state.ground.with_kind(from_text(at), WRECK.kind)
    return Battle(replace(game.state, ground=ground))


@pytest.mark.rule("MS.HEX.OCCUPANCY", "MS.WATER.MOVE")
def test_an_aircraft_on_the_ground_rolls_through_neither_water_nor_wrecks() -> None:
    jet = ("A1 hoverjet 0,0 0 grounded", FAR)
    assert battle(*jet).begins("A1").may("move 3,0")
    sea = battle(*jet, terrain=["1,0 water"]).begins("A1")
    assert not sea.may("move 3,0") and not sea.may("move 1,0")
    assert not wrecked(battle(*jet), "1,0").begins("A1").may("move 3,0")
    swims = battle(*jet, terrain=["1,0 water"]).armed("A1", traits=("amphibious",)).begins("A1")
    assert swims.may("move 3,0") and swims.may("move 1,0")
    flown = wrecked(battle("A1 hoverjet 0,0 0", FAR), "1,0").begins("A1")
    assert flown.may("move 3,0") and not flown.may("move 1,0")


@pytest.mark.rule("MS.MOVE.WARSHIP", "MS.MOVE.DISTANCE", "MS.HIGH.CLIMB")
def test_a_ship_turns_by_its_limit_pays_nothing_and_lands_on_its_own_level() -> None:
    def may(to: str, *terrain: str, **given: Any) -> bool:
        return (
            battle("A1 musarl-cruiser 0,0 0", FAR, terrain=terrain, parameters=given)
            .begins("A1")
            .may(f"move {to}")
        )

    for degrees, ways in ((60, "10"), (90, "10"), (120, "11"), (180, "11")):
        turned = [
            str(int(may(to, **{"warship_move.turn_limit_deg": degrees}))) for to in ("1,-1", "0,-1")
        ]
        assert "".join(turned) == ways
    assert may("-1,0", **{"warship_move.turn_limit_deg": 180}) and not may(
        "-1,0", **{"warship_move.turn_limit_deg": 120}
    )
    game = battle("A1 musarl-cruiser 0,0 0", "B1 argonaut 4,0 3", momentum=(5, 5)).plays(
        "A1", "move 1,0"
    )
    assert game.state.momentum[0] == 5
    assert may("2,0", "0,0 block", "1,0 block", "2,0 block") and not may("2,0", "2,0 block")
    dear = {"high_ground.cost_per_level_in": 8}
    assert (
        may("2,0", **dear) and not may("2,0", "2,0 hill", **dear) and may("1,0", "1,0 hill", **dear)
    )


@pytest.mark.rule("MS.HIGH.DROP", "MS.ORDERS.OPS")
@pytest.mark.parametrize(
    ("momentum", "cost", "orders", "may"),
    [(0, 1, 1, True), (0, 1, 0, False), (1, 3, 1, False), (2, 3, 1, True), (2, 3, 0, False)],
)
def test_coming_down_takes_as_much_momentum_as_an_order_leaves(
    momentum: int, cost: int, orders: int, may: bool
) -> None:
    game = battle(f"A1 argonaut 0,0 0 orders={orders}", FAR, terrain=["0,0 block"], momentum=(momentum, 5),
                  parameters={"high_ground.drop_cost_m": cost})  # fmt: skip
    assert game.begins("A1").may("move 2,0") == may


@pytest.mark.rule(
    "MS.ACCEL.ACTION",
    "MS.ENGAGE.STRAFE",
    "MS.ENGAGE.DISENGAGE",
    "MS.HIGH.CLIMB",
    "MS.WATER.SUBMERGED",
)
def test_short_flights_lead_ahead_over_anything_and_along_an_enemy() -> None:
    jet = battle("A1 hoverjet 0,0 0", FAR).begins("A1")
    assert jet.may("accelerate A1 1,0 0 1") and not jet.may("accelerate A1 -1,0 0 1")
    ship = battle("A1 musarl-cruiser 0,0 0 grounded", "B1 iron-duke -1,0 0").begins("A1")
    assert ship.may("disengage 1,0") and not ship.may("disengage 0,-1")
    flyer = battle(
        "A1 dervish 0,0 0 transformed", "B1 argonaut 1,0 3", terrain=["-1,0 block"]
    ).begins("A1")
    assert flyer.may("disengage -1,0")
    dear = {"high_ground.cost_per_level_in": 8}
    flat = battle(
        "A1 dervish 0,0 0", "B1 argonaut 1,0 3", terrain=["-1,0 hill"], parameters=dear
    ).begins("A1")
    assert flat.may("disengage -1,1") and not flat.may("disengage -1,0")
    level = battle("A1 dervish 0,0 0", FAR, terrain=["1,0 hill"], parameters=dear).begins("A1")
    assert level.may("accelerate A1 0,1 1") and not level.may("accelerate A1 1,0 1")
    sea = ["0,0 water", "1,0 water", "0,1 water", "-1,0 water", "1,-1 water"]
    under = battle(
        "A1 dusk-wraith 0,0 0 submerged", "B1 turtle-robo 1,0 3 submerged", terrain=sea
    ).begins("A1")
    assert under.may("accelerate A1 0,1 1") and under.may("accelerate A1 1,-1 1")
    assert not under.may("accelerate A1 -1,0 1") and not under.may("accelerate A1 -1,1 1")


@pytest.mark.rule("MS.SQUAD.COHESION")
def test_members_find_dry_free_places_beside_the_squad_each_named_once() -> None:
    squad = (
        "A1 argonaut 0,0 0",
        "A2 argonaut 0,1 0 leader=A1",
        "A3 argonaut 0,-1 0 leader=A1",
        FAR,
    )
    game = wrecked(battle(*squad, terrain=["1,1 water"]), "2,-1")
    game.plays("A1", "move 1,0")
    for question in game.questioned("MS.SQUAD.COHESION"):
        places = [to_text(each.to) for each in question.options]
        assert len({*places}) == len(places) and not {"1,1", "2,-1", "1,0"} & {*places}
    assert len(game.questioned("MS.SQUAD.COHESION")) == 2
    lake = [f"{at} water" for at in ("2,0", "1,1", "0,1", "-1,0", "-1,1", "0,-1", "1,-1")]
    tight = (
        "A1 argonaut 0,0 0",
        "A2 argonaut 1,-1 0 leader=A1",
        "A3 argonaut -1,0 0 leader=A1",
        FAR,
    )
    forced = battle(*tight, terrain=lake).plays("A1", "move 1,0")
    assert [look_up(forced, f"{name}.at", "") for name in ("A1", "A2", "A3")] == [
        "1,0",
        "2,-1",
        "0,0",
    ]
    assert forced.questioned("MS.SQUAD.COHESION") == []  # the other place is the last one's only
    pair = battle(*squad[:2], FAR, terrain=[f"{at} water" for at in ("2,0", "1,1", "2,-1", "1,-1")])
    pair.plays("A1", "move 1,0")
    (question,) = pair.questioned("MS.SQUAD.COHESION")
    assert {to_text(each.to) for each in question.options} == {"0,0", "0,1"}


@pytest.mark.rule("MS.MOM.SHIFT-AWAY", "MS.MOM.SHIFT-CLOSER", "MS.MOM.SHIFT-ONCE")
def test_momentum_looks_at_the_enemies_that_are_there_and_nearest() -> None:
    alone = battle("A1 argonaut 0,0 0", "B1 argonaut - 3 reserve", momentum=(8, 5)).plays(
        "A1", "move -1,0"
    )
    assert alone.state.momentum[0] == 8
    between = battle(
        "A1 argonaut 0,0 0", "B1 argonaut 3,0 3", "B2 argonaut -4,0 0", momentum=(8, 5)
    )
    assert between.plays("A1", "move -1,0").state.momentum[0] == 7
    free = battle(
        "A1 argonaut 0,0 0",
        "B1 argonaut 3,0 3",
        momentum=(8, 5),
        parameters={"momentum.away_loss": 0},
    )
    free.plays("A1", "move -1,0")
    assert free.happened(MomentumChanged) == [] and free.act.shifted == ()


@pytest.mark.rule("MS.CHALLENGE.DUTY", "MS.MOVE.DISTANCE", "MS.ACT.ACTIONS")
def test_a_challenger_that_cannot_move_there_is_reported_so_alone() -> None:
    units = ("A1 argonaut 0,3 1", "B1 argonaut 0,-4 4")
    last = battle(*units, challenge=("A1", "B1")).plays("A1", "rotate 2")
    assert against(last, last.read("move 0,6")) == ["MS.MOVE.DISTANCE"]
    game = battle(*units, challenge=("A1", "B1")).plays("A1", "move 0,2")
    assert against(game, game.read("move 0,6")) == ["MS.MOVE.DISTANCE"]
    game.plays("A1", "move 0,1")
    assert against(game, game.read("move 0,3")) == ["MS.ACT.ACTIONS"]


def pushed(
    target: str,
    *others: str,
    failed: int = 1,
    unit: str = "A1 iron-duke 0,0 0",
    way: int = 0,
    **given: Any,
) -> Battle:
    game = battle(unit, target, *others, FAR, **given)
    count = game.unit("B1").card.evade_dice
    dice = [[10] * 6, [1] * count, [1] * failed + [10] * (5 - failed)]
    answers = [f"shove {way}"] if given.get("parameters", {}).get("push.step_in", 4) >= 4 else []
    return game.plays("A1", "attack rocket-punch B1", dice=dice, answers=answers)


@pytest.mark.rule("MS.PUSH.MOVE", "MS.PUSH.COLLIDE", "MS.HEX.DISTANCE")
def test_a_push_of_no_hex_is_none_and_a_fall_ends_the_way_of_its_save() -> None:
    target = "B1 argonaut 3,0 3 hp=90000"
    assert pushed(target, parameters={"push.step_in": 3}).questioned("MS.PUSH.MOVE") == []
    long = {"push.step_in": 8}
    assert look_up(pushed(target, parameters=long), "B1.at", "") == "5,0"
    assert look_up(pushed(target, parameters=long, terrain=["3,0 hill"]), "B1.at", "") == "4,0"


@pytest.mark.rule("MS.PUSH.MOVE", "MS.WATER.SUBMERGED")
def test_who_is_driven_under_water_stays_there_as_far_as_it_goes() -> None:
    unit, target = (
        "A1 iron-duke 0,0 0 submerged",
        "B1 turtle-robo 3,0 3 submerged hp=90000 barrier=0",
    )
    sea = ["0,0 water", "3,0 water", "4,0 water"]
    assert pushed(target, unit=unit, terrain=sea).unit("B1").submerged
    assert not pushed(target, unit=unit, terrain=sea[:2]).unit("B1").submerged


@pytest.mark.rule("MS.TERRAIN.AOE", "MS.TERRAIN.DIRECT")
def test_a_wall_beside_the_attacker_that_holds_stops_an_area_weapon_too() -> None:
    game = battle("A1 iron-duke 0,0 0", "B1 argonaut 3,0 3", terrain=["1,0 wall"])
    game.plays("A1", "strike rust-hurricane 1,0", dice=[[10] * 3])
    assert game.questioned("MS.TERRAIN.AOE") == []


@pytest.mark.rule("MS.HEX.LOS")
@pytest.mark.parametrize(
    ("to", "sides"),
    [((1, 1), ((1, 0), (0, 1))), ((2, -1), ((1, 0), (1, -1))), ((1, -2), ((0, -1), (1, -1)))],
)
def test_along_the_edge_of_two_hexes_one_may_be_closed(
    to: tuple[int, int], sides: tuple[tuple[int, int], ...]
) -> None:
    here, there = hex_at(0, 0), hex_at(*to)
    walls = [f"{q},{r} rock" for q, r in sides]
    for closed, sees in ((walls[:1], True), (walls[1:], True), (walls, False)):
        assert Ground.of(field(closed)).sees(here, 0, there, 0) == sees
        assert Ground.of(field(closed)).sees(there, 0, here, 0) == sees
