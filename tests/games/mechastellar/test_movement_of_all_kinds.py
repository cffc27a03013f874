"""On the move: squads and ships, momentum that shifts, collisions, duties to a Challenger."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.actions import Rotate, Spin
from gattai.games.mechastellar.attack.pools import Pool, failing
from gattai.games.mechastellar.events.attack import TerrainBroken, UnitDestroyed
from gattai.games.mechastellar.events.flow import MomentumChanged
from gattai.games.mechastellar.events.turn import UnitMoved
from gattai.games.mechastellar.ground import WRECK
from gattai.games.mechastellar.phases.movement import can_stand, reach
from gattai.games.mechastellar.state import SOUTH, UnitId
from gattai.tabletop.hexes import from_text, to_text
from tests.games.mechastellar.scenario_checks import look_up
from tests.games.mechastellar.table import RULES, Battle, battle

FAR = "B9 argonaut 6,-6 3"


def against(game: Battle, action: Any) -> list[str]:
    return [refusal.rule for refusal in RULES.refusals(game.state, action)]


def wrecked(game: Battle, at: str) -> Battle:
    ground = game.state.ground.with_kind(from_text(at), WRECK.kind)
    return Battle(replace(game.state, ground=ground))


@pytest.mark.rule("MS.HEX.OCCUPANCY")
def test_one_stands_on_the_board_alone_and_on_no_wreck_or_deep_water() -> None:
    units = ("A1 argonaut 0,0 0", "A2 turtle-robo 1,0 0", FAR)
    game = wrecked(battle(*units, terrain=["0,1 water"]), "0,2")

    def stands(name: str) -> list[bool]:
        unit = game.unit(name)
        return [
            can_stand(game.state, unit, from_text(at))
            for at in ("0,0", "1,0", "0,1", "0,2", "40,0")
        ]

    assert stands("A1") == [True, False, False, False, False]
    assert stands("A2") == [False, True, True, False, False]


@pytest.mark.rule(
    "MS.MOM.SHIFT-AWAY",
    "MS.MOM.SHIFT-CLOSER",
    "MS.MOM.SHIFT-ONCE",
    "MS.MOM.SHIFT-LAST",
    "MS.MOVE.DISTANCE",
)
def test_momentum_shifts_by_the_nearest_enemy_once_a_turn() -> None:
    near, other = "B1 argonaut 3,0 3", "B2 argonaut -6,0 3"

    def shifted(
        what: str, momentum: int, *foes: str, unit: str = "A1 argonaut 0,0 0", **given: Any
    ) -> int:
        game = battle(unit, *(foes or (near, other)), momentum=(momentum, 5), **given)
        return game.plays("A1", what).state.momentum[0] - momentum

    assert shifted("move -1,0", 6) == -1 and shifted("move -1,0", 5) == 0
    assert shifted("move 1,0", 6) == 0 and shifted("move 1,0", 4) == 2
    assert shifted("rotate 1", 6) == 0 and shifted("rotate 1", 4) == 0
    assert shifted("move 1,-1", 6) == 0  # as far as before
    assert shifted("move -1,0", 4) == 2  # closer to the other one
    assert (
        shifted("move -1,0", 6, near, "B2 argonaut -3,0 3") == 0
    )  # one of the nearest is no farther
    assert shifted("move -1,0", 6, parameters={"momentum.away_loss": 0}) == 0
    assert shifted("move 1,0", 4, parameters={"momentum.closer_gain": 1}) == 1
    assert shifted("move 1,0", 4, parameters={"momentum.closer_in": 8}) == 0
    twice = battle("A1 argonaut 0,0 0", near, other, momentum=(8, 5))
    twice.plays("A1", "move -1,0").plays("A1", "move -2,0")
    assert twice.state.momentum[0] == 7
    both = battle("A1 argonaut 0,0 0", near, other, momentum=(1, 5))
    assert both.plays("A1", "move 1,0").plays("A1", "move 2,0").state.momentum[0] == 3


@pytest.mark.rule("MS.MOM.SHIFT-LAST", "MS.MOM.SHIFT-AWAY")
def test_once_the_enemy_is_done_there_is_one_last_shift() -> None:
    done, fresh = "B1 argonaut 3,0 3 activated", "B2 argonaut 3,-1 3"

    def left(*foes: str, last: tuple[Any, ...] = ()) -> tuple[int, tuple[Any, ...]]:
        game = battle("A1 argonaut 0,0 0", *foes, momentum=(8, 5), last_shift=last)
        game.plays("A1", "move -1,0")
        return game.state.momentum[0], game.state.last_shift

    assert left(done) == (7, (SOUTH,)) and left(done, fresh) == (7, ())
    assert left(done, last=(SOUTH,)) == (8, (SOUTH,))
    assert left(done, fresh, last=(SOUTH,)) == (7, (SOUTH,))


@pytest.mark.rule("MS.MOM.SHIFT-CLOSER", "MS.ENGAGE.DISENGAGE", "MS.ACCEL.ACTION", "MS.MOVE.ROTATE")
def test_who_stays_or_comes_into_contact_gains_and_who_flees_does_not() -> None:
    foe = "B1 argonaut 1,0 3"

    def gained(what: str, unit: str = "A1 dervish 0,0 0", *foes: str) -> int:
        game = battle(unit, *(foes or (foe,)), momentum=(3, 5)).plays("A1", what)
        return sum(event.amount for event in game.happened(MomentumChanged) if event.shift)

    assert gained("rotate 1") == 2 and gained("move 1,-1") == 2
    assert gained("disengage -1,0") == 0
    assert gained("disengage -1,0", "A1 dervish 0,0 0", foe, "B2 argonaut -3,0 0") == 2
    assert gained("accelerate A1 1,0 1", "A1 dervish 0,0 0", "B1 argonaut 3,0 3") == 2


@pytest.mark.rule("MS.ENGAGE.DISENGAGE", "MS.ACCEL.ACTION")
@pytest.mark.parametrize(
    ("by", "left"), [("move", (1, 1, 1)), ("action", (0, 2, 1)), ("point", (1, 2, 0))]
)
def test_a_way_out_is_paid_by_a_move_an_action_or_a_point(
    by: str, left: tuple[int, int, int]
) -> None:
    game = battle("A1 dervish 0,0 0", "B1 argonaut 1,0 3", momentum=(8, 5))
    game.plays("A1", f"disengage -1,0 {by}")
    assert (game.act.combat, game.act.moves, game.unit("A1").points) == left
    assert game.state.momentum[0] == 6  # one to leave, and one for going away
    assert bool(game.unit("A1").effect("fly")) == (by != "move")


@pytest.mark.rule("MS.ENGAGE.DISENGAGE", "MS.SQUAD.COHESION")
def test_a_squad_leaves_only_to_where_all_of_it_follows_and_by_four_inches() -> None:
    squad = ("A1 argonaut 0,0 0", "A2 argonaut 0,-1 0 leader=A1", "B1 iron-duke 1,0 3")
    assert battle(*squad).begins("A1").may("disengage -1,0")
    short = battle(squad[0], squad[2], parameters={"engage.disengage_move_in": 3}).begins("A1")
    short.refuses("disengage -1,0", "MS.ENGAGE.DISENGAGE")
    apart = battle(squad[0], "A2 argonaut 0,2 0 leader=A1", squad[2]).begins("A1")
    apart.refuses("disengage -1,0", "MS.ENGAGE.DISENGAGE")


@pytest.mark.rule("MS.HIGH.DROP", "MS.ORDERS.OPS")
@pytest.mark.parametrize(("orders", "paid"), [(0, 1), (1, 0)])
def test_an_order_makes_coming_down_cheaper_and_is_used_up_by_it(orders: int, paid: int) -> None:
    units = (f"A1 argonaut 0,0 0 orders={orders}", FAR)
    game = battle(*units, terrain=["0,0 block"], momentum=(5, 5)).begins("A1")
    far = game.fork().plays("A1", "move 2,0")
    assert far.state.momentum[0] == 5 - paid and far.unit("A1").orders == 0
    near = game.fork().plays("A1", "move 1,0")
    assert near.state.momentum[0] == 5 and near.unit("A1").orders == orders
    dear = battle(
        *units, terrain=["0,0 block"], momentum=(2, 5), parameters={"high_ground.drop_cost_m": 3}
    )
    assert dear.begins("A1").may("move 2,0") == bool(orders)
    level = battle(*units, terrain=["0,0 hill", "1,0 hill", "2,0 hill"]).plays("A1", "move 2,0")
    assert level.unit("A1").orders == orders


@pytest.mark.rule("MS.MOVE.DISTANCE", "MS.SQUAD.COHESION")
def test_the_members_of_a_squad_follow_as_far_as_they_can_themselves() -> None:
    squad = ("A1 argonaut 0,0 0", "A2 argonaut -1,0 0 leader=A1", FAR)
    game = battle(*squad).begins("A1")
    assert game.may("move 2,0")
    wide = game.fork().plays("A1", "move 2,0")
    assert look_up(wide, "A2.at", "") == "1,0"
    assert wide.questioned("MS.SQUAD.COHESION") == []  # nowhere else within its own two hexes
    slow = battle(*squad, terrain=["-1,1 water", "1,-1 fence"]).begins("A1")
    assert slow.may("move 2,0")
    alone = {to_text(at) for at in reach(battle(squad[0], FAR).state, UnitId(0))}
    held = battle(squad[0], "A2 argonaut -3,0 0 leader=A1", FAR).begins("A1")
    ends = {to_text(at) for at in reach(held.state, UnitId(0))}
    assert ends < alone and "2,0" not in ends and "-2,0" in ends


@pytest.mark.rule("MS.SQUAD.COHESION")
def test_members_are_asked_only_where_there_is_a_choice_and_face_as_their_leader() -> None:
    squad = ("A1 argonaut 0,0 0", "A2 argonaut -1,0 2 leader=A1", FAR)
    game = battle(*squad).plays("A1", "move 0,1")
    (question,) = game.questioned("MS.SQUAD.COHESION")
    assert question.otherwise == game.read("follow -1,1") or question.otherwise in question.options
    assert game.unit("A2").facing == 0
    stays = battle(*squad).plays("A1", "move -1,1", answers=["follow -1,0"])
    assert stays.unit("A2").facing == 0 and look_up(stays, "A2.at", "") == "-1,0"
    around = [f"{at} water" for at in ("0,1", "-1,1", "-1,0", "0,-1")]
    lane = battle("A1 argonaut 0,0 0", "A2 argonaut 1,-1 0 leader=A1", FAR,
                  terrain=[*around, "2,-1 water", "1,1 water", "2,0 water"])  # fmt: skip
    lane.plays("A1", "move 1,0")
    same = battle("A1 argonaut 0,0 0", "A2 argonaut -1,0 0 leader=A1", FAR)
    same.plays("A1", "move -1,1", answers=["follow -1,0"])
    assert [event.unit for event in same.happened(UnitMoved)] == [UnitId(0)]
    one = [each for each in lane.questioned("MS.SQUAD.COHESION") if len(each.options) == 1]
    assert one == []


@pytest.mark.rule("MS.SQUAD.COHESION")
def test_a_member_does_not_take_the_last_place_of_another() -> None:
    squad = (
        "A1 argonaut 0,0 0",
        "A2 argonaut -1,0 0 leader=A1",
        "A3 argonaut 0,-1 0 leader=A1",
        FAR,
    )
    lake = ["2,0", "1,1", "0,1", "2,-1"]
    game = battle(*squad, terrain=[f"{at} water" for at in lake]).plays("A1", "move 1,0")
    places = [look_up(game, f"{name}.at", "") for name in ("A1", "A2", "A3")]
    assert len({*places}) == 3
    options = [
        {to_text(each.to) for each in question.options}
        for question in game.questioned("MS.SQUAD.COHESION")
    ]
    assert all("2,0" not in each and "1,1" not in each for each in options)


@pytest.mark.rule("MS.SQUAD.COHESION", "MS.WATER.SUBMERGED", "MS.WATER.MOVE")
def test_a_squad_dives_with_its_leader_as_far_as_the_water_goes() -> None:
    water = ["0,0 water", "-1,0 water", "1,0 water", "2,0 water"]
    squad = ("A1 turtle-robo 0,0 0 submerged", "A2 turtle-robo -1,0 0 leader=A1 submerged", FAR)
    game = battle(*squad, terrain=water).plays("A1", "move 1,0 yes", answers=["follow 0,0"])
    assert game.unit("A1").submerged and game.unit("A2").submerged
    land = battle(*squad, terrain=water).plays("A1", "move 1,0 yes", answers=["follow 0,1"])
    assert not land.unit("A2").submerged
    above = ("A1 turtle-robo 0,0 0", "A2 turtle-robo -1,0 0 leader=A1", FAR)
    dry = battle(*above, terrain=water).plays("A1", "move 1,0", answers=["follow 0,0"])
    assert not dry.unit("A1").submerged and not dry.unit("A2").submerged
    dives = battle(*above, terrain=water).plays("A1", "move 1,0 yes", answers=["follow 0,0"])
    assert dives.unit("A1").submerged
    up = battle(*squad, terrain=water).plays("A1", "surface")
    assert not up.unit("A1").submerged and not up.unit("A2").submerged
    half = battle(squad[0], "A2 turtle-robo -1,0 0 leader=A1", FAR, terrain=water).plays(
        "A1", "surface"
    )
    assert [event.unit for event in half.happened(UnitMoved)] == [UnitId(0)]


@pytest.mark.rule("MS.WARSHIP.COLLIDE", "MS.MOVE.DISTANCE", "MS.MOVE.WARSHIP")
def test_a_grounded_ship_makes_saves_for_each_feature_that_it_goes_through() -> None:
    def saves(*terrain: str, ship: str = "musarl-cruiser 0,0 0 grounded", to: str = "2,0") -> int:
        game = battle(f"A1 {ship}", FAR, terrain=terrain).plays("A1", f"move {to}")
        return len([throw for throw in game.throws if len(throw) == 3])

    assert saves() == 0 and saves("1,0 jungle") == 1 and saves("1,0 hill") == 1
    assert saves("1,0 fence") == 0 and saves("1,0 jungle", "2,0 jungle") == 2
    assert saves("0,1 jungle") == 0
    assert saves("1,0 jungle", ship="musarl-cruiser 0,0 0") == 0  # it flies over
    assert saves("1,0 jungle", ship="hoverjet 0,0 0 grounded") == 0  # no ship
    lost = battle(
        "A1 musarl-cruiser 0,0 0 grounded hp=500", "A2 argonaut -4,0 0", FAR, terrain=["1,0 jungle"]
    )
    lost.plays("A1", "move 2,0", dice=[[1, 10, 10]])
    assert len(lost.happened(UnitDestroyed)) == 1
    away = battle("A1 musarl-cruiser 0,0 1", FAR).plays("A1", "move 2,0")
    assert away.unit("A1").facing == 0


@pytest.mark.rule("MS.MOVE.ROTATE", "MS.HEX.GRID")
def test_turning_takes_a_move_and_a_facing_that_there_is() -> None:
    game = battle("A1 argonaut 0,0 0", FAR).begins("A1")
    assert against(game, Rotate(5)) == [] and against(game, Rotate(0)) == ["MS.MOVE.ROTATE"]
    for facing in (6, -1):
        assert against(game, Rotate(facing)) == ["MS.HEX.GRID"]
    assert game.plays("A1", "rotate 5").act.moves == 1 and game.unit("A1").facing == 5


@pytest.mark.rule("MS.MOVE.FREE-SPIN", "MS.MOVE.WARSHIP")
def test_a_ship_spins_only_as_far_as_its_helm_allows() -> None:
    def refused(unit: str, facing: int, **given: Any) -> list[str]:
        game = battle(f"A1 {unit} 0,0 0", FAR, **given).plays("A1", "move 1,0")
        return against(game, Spin(facing))

    assert refused("argonaut", 3) == []
    assert refused("musarl-cruiser", 1) == ["MS.MOVE.WARSHIP"]
    assert refused("musarl-cruiser", 3, parameters={"warship_move.free_spin": True}) == []
    captain = "mithridates-cruiser"
    helm = battle(f"A1 {captain} 0,0 0 traits", FAR).plays("A1", "move 1,0")
    assert against(helm, Spin(1)) == against(helm, Spin(5)) == []
    assert against(helm, Spin(3)) == ["MS.MOVE.WARSHIP"] == against(helm, Spin(2))
    assert against(helm, Spin(9)) == ["MS.HEX.GRID"]


@pytest.mark.rule("MS.WATER.MOVE", "MS.MOVE.DISTANCE")
def test_only_a_swimmer_dives_in_the_water_and_it_stays_under() -> None:
    water = ["1,0 water", "0,0 water"]
    dive = "move 1,0 yes"
    assert battle("A1 turtle-robo 0,0 0", FAR, terrain=water).begins("A1").may(dive)
    battle("A1 dervish 0,0 0 transformed", FAR, terrain=water).begins("A1").refuses(
        dive, "MS.WATER.MOVE"
    )
    flying = battle("A1 dusk-wraith 0,0 0", FAR, terrain=["2,0 water"]).plays(
        "A1", "accelerate A1 1,0 1"
    )
    flying.refuses("move 2,0 yes", "MS.WATER.MOVE")
    battle("A1 turtle-robo 0,0 0", FAR, terrain=["0,0 water"]).begins("A1").refuses(
        dive, "MS.WATER.MOVE"
    )
    under = battle("A1 turtle-robo 0,0 0 submerged", FAR, terrain=water).begins("A1")
    under.refuses("move 1,0", "MS.WATER.MOVE")
    assert under.may(dive)


@pytest.mark.rule("MS.CHALLENGE.DUTY", "MS.MOVE.DISTANCE", "MS.WATER.MOVE")
def test_a_challengers_last_move_brings_it_nearer_and_nobody_elses() -> None:
    units = ("A1 argonaut 0,3 1", "B1 argonaut 0,-4 4")
    free = battle(*units).plays("A1", "rotate 2").begins("A1")
    assert free.may("move 0,4") and free.may("rotate 3")
    bound = battle(*units, challenge=("A1", "B1")).begins("A1")
    assert bound.may("move 0,4") and bound.may("rotate 2")
    last = bound.fork().plays("A1", "rotate 2")
    last.refuses("move 0,4", "MS.CHALLENGE.DUTY").refuses("rotate 3", "MS.CHALLENGE.DUTY")
    assert last.may("move 0,2") and last.may("move 0,1")
    done = bound.fork().plays("A1", "move 0,2")
    assert done.may("rotate 3") and done.may("move 0,1") and done.may("end-turn")
    done.refuses("move 0,4", "MS.CHALLENGE.DUTY")


@pytest.mark.rule(
    "MS.MOVE.DISTANCE", "MS.HEX.OCCUPANCY", "MS.HIGH.CLIMB", "MS.HIGH.DROP", "MS.ENGAGE.ZONE",
    "MS.ENGAGE.STRAFE", "MS.WATER.SUBMERGED", "MS.MOVE.WARSHIP", "MS.OBSCURE.INSIDE",
)  # fmt: skip
def test_the_nearest_reason_why_a_move_cannot_end_there() -> None:
    def reason(to: str, *terrain: str, unit: str = "A1 argonaut 0,0 0", **given: Any) -> list[str]:
        game = battle(unit, FAR, terrain=terrain, **given).begins("A1")
        return against(game, game.read(f"move {to}"))

    assert reason("2,0") == [] and reason("3,0") == ["MS.MOVE.DISTANCE"]
    assert reason("40,0") == ["MS.HEX.OCCUPANCY"] and reason("0,0") == ["MS.MOVE.DISTANCE"]
    assert reason("2,0", "2,0 hill") == ["MS.HIGH.CLIMB"]
    ring = ("1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1")
    lake = [f"{at} water" for at in ring]
    assert reason("2,0", *lake) == ["MS.ENGAGE.ZONE"]
    assert reason("2,0", *lake, "0,0 hill") == ["MS.HIGH.DROP"]
    assert reason("2,0", "0,0 hill", momentum=(0, 5)) == ["MS.HIGH.DROP"]
    hills = [f"{at} water" for at in ring]
    assert reason("2,0", *hills, "0,0 hill", "2,0 hill") == ["MS.HIGH.DROP"]
    assert reason("2,0", "2,0 jungle") == ["MS.OBSCURE.INSIDE"]
    assert reason("-1,0", unit="A1 musarl-cruiser 0,0 0") == ["MS.MOVE.WARSHIP"]
    diver = "A1 turtle-robo 0,0 0 submerged"
    assert reason("2,0", "0,0 water", "2,0 water", unit=diver) == ["MS.WATER.SUBMERGED"]
    holds = battle("A1 argonaut 0,0 0", "B1 argonaut 1,0 3").begins("A1")
    assert against(holds, holds.read("move -1,0")) == ["MS.ENGAGE.STRAFE"]


@pytest.mark.rule("MS.DICE.POOL-CAP", "MS.DICE.FLAT", "MS.SAVE.TARGET")
def test_pools_have_no_fewer_dice_than_none_and_no_total_below_their_floor() -> None:
    figures = {"cap": 10, "success": 5, "crit": 10, "crit_value": 2, "floor": 0}
    assert Pool.capped(-3, 2, **figures).dice == 0 and Pool.capped(12, 2, **figures).flat == 4
    assert (
        Pool.capped(4, -9, **figures).total(3) == 0 and Pool.capped(4, 1, **figures).total(3) == 4
    )
    assert [
        failing(1, 5, bonus).read((face,)) for bonus, face in ((0, 4), (0, 5), (1, 4), (1, 3))
    ] == [1, 0, 0, 1]


def pushed(target: str, *others: str, failed: int = 1, way: int = 0, **given: Any) -> Battle:
    game = battle("A1 iron-duke 0,0 0", target, *others, FAR, **given)
    count = game.unit("B1").card.evade_dice
    answers = given.pop("answers", ())
    dice = [[10] * 6, [1] * count, [1] * failed + [10] * (5 - failed)]
    return game.plays("A1", "attack rocket-punch B1", dice=dice, answers=[f"shove {way}", *answers])


@pytest.mark.rule("MS.PUSH.MOVE", "MS.HEX.DISTANCE", "MS.SQUAD.COHESION", "MS.PUSH.UNIT")
def test_a_squad_follows_a_leader_that_is_driven_away_and_is_no_obstacle_to_it() -> None:
    squad = ("B1 argonaut 3,0 3 hp=90000", "B2 argonaut 4,0 3 leader=B1 hp=90000")
    game = pushed(*squad, failed=2)
    assert look_up(game, "B1.at", "") == "3,0" and game.questioned("MS.PUSH.UNIT") == []
    side = pushed(*squad, failed=2, way=5)
    lead, member = side.unit("B1").at, side.unit("B2").at
    assert to_text(lead or from_text("0,0")) == "3,2" and member is not None and lead is not None
    assert member in side.state.ground.field.hexes.neighbours[lead]
    (question,) = side.questioned("MS.PUSH.MOVE")
    assert question.otherwise == next(iter(question.options)) and len(question.options) == 6
    dead = battle("A1 iron-duke 0,0 0", "B1 argonaut 3,0 3 hp=100", FAR)
    dead.plays("A1", "attack rocket-punch B1", dice=[[10] * 6, [1] * 8, [1] * 5])
    assert dead.questioned("MS.PUSH.MOVE") == []
    held = pushed("B1 argonaut 3,0 3 hp=90000", "B2 argonaut 4,0 3", "B3 argonaut 3,-1 3 leader=B1")
    assert look_up(held, "B1.at", "") == "3,0" and held.questioned("MS.SQUAD.COHESION") == []


@pytest.mark.rule("MS.PUSH.TERRAIN", "MS.PUSH.COLLIDE", "MS.WARSHIP.COLLIDE", "MS.PUSH.MOVE")
def test_who_is_driven_stops_at_walls_and_heights_and_at_nothing_else() -> None:
    def ends(*terrain: str, unit: str = "B1 argonaut 3,0 3 hp=90000") -> str:
        return str(look_up(pushed(unit, terrain=terrain), "B1.at", ""))

    assert ends() == "4,0" and ends("4,0 fence") == "3,0" and ends("4,0 hill") == "3,0"
    assert (
        ends("4,0 jungle") == "4,0" and ends("4,0 overpass") == "4,0" and ends("4,0 water") == "4,0"
    )
    assert ends("3,0 hill", "4,0 hill") == "4,0" and ends("3,0 block", "4,0 hill") == "4,0"
    assert ends("3,0 hill", "4,0 block") == "3,0"
    ship = battle(
        "A1 iron-duke 0,0 0", "B1 musarl-cruiser 3,0 3 hp=90000", FAR, terrain=["4,0 rock"]
    )
    ship.plays("A1", "attack rocket-punch B1", answers=["shove 0"],
               dice=[[10] * 6, [1] * 4, [1, 10, 10, 10, 10], [10, 10, 10]])  # fmt: skip
    assert len([throw for throw in ship.throws if len(throw) == 3]) == 1


@pytest.mark.rule("MS.PUSH.TERRAIN", "MS.TERRAIN.CHECK", "MS.PUSH.COLLIDE")
@pytest.mark.parametrize(
    ("mode", "by", "die", "broken"),
    [("always_destroyed", "momentum", 0, True), ("always_destroyed", "damage", 0, True),
     ("one_check_unless_momentum", "momentum", 0, False),
     ("one_check_unless_momentum", "damage", 9, True),
     ("one_check_unless_momentum", "damage", 10, False)],
)  # fmt: skip
def test_what_is_run_into_breaks_at_once_or_after_a_check(
    mode: str, by: str, die: int, broken: bool
) -> None:
    game = battle("A1 iron-duke 0,0 0", "B1 argonaut 3,0 3 hp=90000", FAR, terrain=["4,0 wall"],
                  parameters={"push.terrain": mode})  # fmt: skip
    dice = [[10] * 6, [1] * 8, [1, 10, 10, 10, 10], *([[die]] if die else [])]
    game.plays("A1", "attack rocket-punch B1", answers=["shove 0", f"collide {by}"], dice=dice)
    assert bool(game.happened(TerrainBroken)) == broken


@pytest.mark.rule("MS.PUSH.COLLIDE", "MS.PUSH.MOVE", "MS.WATER.MOVE")
def test_a_fall_is_a_collision_but_for_flyers_and_who_is_driven_into_water_sinks() -> None:
    top = ["3,0 hill"]
    asked = pushed("B1 argonaut 3,0 3 hp=90000", terrain=top)
    assert len(asked.questioned("MS.PUSH.COLLIDE")) == 1
    flown = pushed("B1 trident-drake 3,0 3 hp=90000", terrain=top, failed=5)
    assert flown.questioned("MS.PUSH.COLLIDE") == []
    fell = pushed("B1 argonaut 3,0 3 hp=90000", terrain=top, failed=2)
    assert look_up(fell, "B1.at", "") == "5,0"
    poor = pushed("B1 argonaut 3,0 3 hp=90000", terrain=top, momentum=(5, 0))
    assert poor.questioned("MS.PUSH.COLLIDE") == []
    rich = pushed("B1 argonaut 3,0 3 hp=90000", terrain=top, momentum=(5, 1))
    assert len(rich.questioned("MS.PUSH.COLLIDE")) == 1
    sea = ["4,0 water"]
    assert pushed("B1 argonaut 3,0 3 hp=90000", terrain=sea).unit("B1").submerged
    assert not pushed("B1 dusk-wraith 3,0 3 hp=90000", terrain=sea).unit("B1").submerged
    assert not pushed("B1 argonaut 3,0 3 hp=90000").unit("B1").submerged
