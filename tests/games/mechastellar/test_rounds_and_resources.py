"""Rounds, launches, Challenges, points, orders, repairs, and what events leave behind."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.actions import (
    DECLINE,
    Activate,
    Challenge,
    Launch,
    Order,
    Repair,
    Stay,
    Zeal,
)
from gattai.games.mechastellar.actions.rounds import launch_places
from gattai.games.mechastellar.actions.turn import zeal_price
from gattai.games.mechastellar.events.attack import (
    AttackDeclared,
    BattleDamageTaken,
    SupportDrawn,
    TerrainBroken,
    UnitDestroyed,
)
from gattai.games.mechastellar.events.flow import OwnerChanged, ScoreChanged
from gattai.games.mechastellar.events.turn import (
    HealthRestored,
    SquadReformed,
    StunChanged,
    UnitAccelerated,
    UnitSpun,
)
from gattai.games.mechastellar.phases.rounds import holders
from gattai.games.mechastellar.state import NORTH, SOUTH, UnitId
from gattai.kernel.window import PASS
from gattai.tabletop.hexes import from_text, to_text
from tests.games.mechastellar.scenario_checks import look_up
from tests.games.mechastellar.table import RULES, Battle, battle

FAR = "B9 argonaut 6,-6 3"


def against(game: Battle, action: Any) -> list[str]:
    return [refusal.rule for refusal in RULES.refusals(game.state, action)]


def with_unit(game: Battle, name: str, **changes: Any) -> Battle:
    return Battle(game.state.with_unit(game.id(name), replace(game.unit(name), **changes)))


@pytest.mark.rule("MS.ROUND.ROLLOFF", "MS.DEPLOY.ORDER")
def test_the_higher_die_chooses_and_the_loser_deploys_and_a_tie_is_rolled_again() -> None:
    game = battle("A1 argonaut 0,3 1", "B1 argonaut 0,-3 4", phase="rolling")
    assert game.fork().answers((4, 4)).state.phase == "rolling"
    for dice, seat in (((5, 4), SOUTH), ((4, 5), NORTH)):
        won = game.fork().answers(dice)
        assert (won.state.phase, won.state.turn) == ("first", seat)
    order = battle("A1 argonaut - 1", "B1 argonaut - 4", phase="order")
    assert order.fork().answers((4, 4)).state.phase == "order"
    for dice, seat in (((5, 4), NORTH), ((4, 5), SOUTH)):
        lost = order.fork().answers(dice)
        assert (lost.state.phase, lost.state.turn) == ("deploying", seat)


@pytest.mark.rule(
    "MS.ROUND.SEQUENCE", "MS.WARSHIP.LAUNCH", "MS.CHALLENGE.ISSUE", "MS.ACT.ALTERNATE"
)
def test_a_round_begins_with_launches_then_the_challenge_then_turns() -> None:
    ships = ("A1 musarl-cruiser 0,4 1", "B1 musarl-cruiser 0,-4 4")
    crew = ("A2 argonaut - 1 aboard=A1", "B2 argonaut - 4 aboard=B1")
    game = battle(*ships, *crew, phase="first", turn="north")
    game.answers(game.read("begin first"))
    assert (game.state.phase, game.state.turn, game.state.waiting) == (
        "launching",
        NORTH,
        (UnitId(3), UnitId(2)),
    )
    here = from_text("0,-3")
    assert against(game, Launch(UnitId(3), here)) == []
    assert against(game, Launch(UnitId(2), from_text("0,3"))) == ["MS.WARSHIP.LAUNCH"]
    assert against(game, Launch(UnitId(3), from_text("0,0"))) == ["MS.WARSHIP.LAUNCH"]
    assert against(game, Stay(UnitId(3))) == [] and against(game, Stay(UnitId(2))) == [
        "MS.WARSHIP.LAUNCH"
    ]
    game.answers(Launch(UnitId(3), here))
    assert game.state.turn == SOUTH and game.state.waiting == (UnitId(2),)
    game.answers(Stay(UnitId(2)))
    assert (game.state.phase, game.state.turn) == ("activating", NORTH)
    assert against(game, Launch(UnitId(2), from_text("0,3"))) == ["MS.WARSHIP.LAUNCH"]
    nobody = battle(*ships, phase="first")
    assert nobody.answers(nobody.read("begin second")).state.phase == "activating"
    assert nobody.state.turn == NORTH
    over = replace(game.state, phase="launching", waiting=())
    assert [each.rule for each in RULES.refusals(over, Stay(UnitId(2)))] == ["MS.WARSHIP.LAUNCH"]


@pytest.mark.rule("MS.CHALLENGE.ISSUE", "MS.ACT.ALTERNATE")
def test_the_first_player_is_asked_for_a_challenge_and_then_the_second() -> None:
    def begun(south: str, north: str, **given: Any) -> Battle:
        game = battle(f"A1 {south} 0,3 1", f"B1 {north} 0,-3 4", phase="first", **given)
        return game.answers(game.read("begin first"))

    both = begun("white-asura", "white-asura")
    assert against(both, Challenge(UnitId(0), UnitId(1))) == []
    assert (both.state.phase, both.state.turn) == ("challenging", SOUTH)
    second = both.fork().answers(DECLINE)
    assert (second.state.phase, second.state.turn) == ("challenging", NORTH)
    assert second.answers(DECLINE).state.phase == "activating" and second.state.turn == SOUTH
    issued = both.answers(Challenge(UnitId(0), UnitId(1)))
    assert (issued.state.phase, issued.state.turn) == ("activating", SOUTH)
    only = begun("argonaut", "white-asura")
    assert (only.state.phase, only.state.turn) == ("challenging", NORTH)
    done = only.answers(Challenge(UnitId(1), UnitId(0)))
    assert (done.state.phase, done.state.turn) == ("activating", SOUTH)
    first = begun("white-asura", "argonaut").answers(DECLINE)
    assert (first.state.phase, first.state.turn) == ("activating", SOUTH)
    assert begun("argonaut", "argonaut").state.phase == "activating"
    anybody = begun("argonaut", "argonaut", parameters={"challenge.issuer": "any"})
    assert (
        anybody.state.phase == "challenging"
        and against(anybody, Challenge(UnitId(0), UnitId(1))) == []
    )
    table = battle("A1 argonaut 0,3 1", "B1 white-asura 0,-3 4", phase="challenging")
    assert against(table, Challenge(UnitId(0), UnitId(1))) == ["MS.CHALLENGE.ISSUE"]


@pytest.mark.rule("MS.WARSHIP.LAUNCH", "MS.SQUAD.COHESION")
def test_units_are_launched_near_their_ship_where_there_is_room_for_all_of_them() -> None:
    def places(
        *units: str, ship: str = "musarl-cruiser", terrain: tuple[str, ...] = ()
    ) -> set[str]:
        game = battle(f"A1 {ship} 0,2 1", "A2 argonaut - 1 aboard=A1", *units, FAR, terrain=terrain)
        return {to_text(at) for at in launch_places(game.state, game.id("A2"))}

    free = places()
    assert "0,0" in free and "0,-1" not in free and "0,2" not in free
    assert "0,-2" in places(ship="mithridates-cruiser") and "0,-3" not in places(
        ship="mithridates-cruiser"
    )
    taken = places("A3 argonaut 0,1 1", terrain=("1,1 hill", "-1,2 water"))
    assert free - taken == {"0,1", "1,1", "-1,2"}
    ring = ("1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1")
    member = "A3 argonaut - 1 aboard=A1 leader=A2"
    lake = tuple(f"{at} water" for at in ring)
    assert "0,0" in places(terrain=lake) and "0,0" not in places(member, terrain=lake)
    assert "0,0" in places(member, terrain=lake[1:])
    two = (member, "A4 argonaut - 1 aboard=A1 leader=A2")
    assert "0,0" not in places(*two, terrain=lake[1:]) and "0,0" in places(*two, terrain=lake[2:])


@pytest.mark.rule("MS.SQUAD.COHESION", "MS.WARSHIP.LAUNCH")
def test_the_members_of_a_launched_squad_are_put_beside_it_and_asked_where_there_is_a_choice() -> (
    None
):
    units = (
        "A1 musarl-cruiser 0,2 1",
        "A2 argonaut - 1 aboard=A1",
        "A3 argonaut - 1 aboard=A1 leader=A2",
        FAR,
    )
    ring = ("1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1")
    for open_to, asked in ((1, 0), (2, 1)):
        lake = [f"{at} water" for at in ring[open_to:]]
        game = battle(*units, phase="launching", waiting=("A2",), terrain=lake)
        game.plays("", "launch A2 0,0")
        assert len(game.questioned("MS.SQUAD.COHESION")) == asked
        assert look_up(game, "A3.at", "") in ring[:open_to]


@pytest.mark.rule("MS.CP.CAPTURE", "MS.CP.CONTEST", "MS.REINFORCE.TURN")
def test_points_are_held_by_leaders_within_a_hex_that_have_not_just_arrived() -> None:
    def held(*units: str) -> list[Any]:
        game = battle(*units, FAR)
        return holders(game.state, from_text("0,0"))

    assert held("A1 argonaut 0,0 0") == [SOUTH] == held("A1 argonaut 1,0 0")
    assert held("A1 argonaut 2,0 0") == [] == held("A1 argonaut 1,0 0 late")
    assert held("A1 argonaut 1,0 0", "B1 argonaut -1,0 0") == [SOUTH, NORTH]
    assert held("A1 argonaut 2,0 0", "A2 argonaut 1,0 0 leader=A1") == []
    west = battle("A1 argonaut -5,1 0", FAR)
    assert holders(west.state, from_text("-5,0")) == [SOUTH]
    late = battle("A1 argonaut - 1 reserve", "A2 argonaut -6,6 1 activated", FAR, round=2)
    late.plays("", "reinforce A1 -3,6").plays("A1", "move -3,5")
    assert late.plays("A1", "end-turn").happened(OwnerChanged) == []


@pytest.mark.rule("MS.MOM.CP", "MS.CP.ROUND-END", "MS.ROUND.ROLLOFF")
def test_points_give_momentum_as_a_round_ends_and_dice_decide_the_next() -> None:
    units = ("A1 argonaut -4,4 1", "B1 argonaut 4,-4 4 activated")
    for owners, gain, momentum in (
        ({"west": "south", "east": "south"}, 2, (7, 3)), ({}, 2, (3, 3)),
        ({"west": "south"}, 0, (3, 3)), ({"east": "north"}, 2, (3, 5)),
    ):  # fmt: skip
        game = battle(*units, owners=owners, momentum=(3, 3), parameters={"momentum.cp_gain": gain})
        game.plays("A1", "end-turn")
        assert game.state.momentum == momentum and (game.state.phase, game.state.turn) == (
            "rolling",
            SOUTH,
        )
        told = [event for event in game.told if event.rule == "MS.MOM.CP"]
        assert len(told) == (momentum != (3, 3))


@pytest.mark.rule("MS.WARSHIP.REPAIR", "MS.CP.ROUND-END", "MS.MOM.CP")
def test_earlier_versions_repaired_as_the_round_ended() -> None:
    units = ("A1 mithridates-cruiser 0,4 1", "A2 argonaut - 1 aboard=A1 hp=500", "A3 argonaut - 1 aboard=A1 hp=500",
             "B1 argonaut 0,-5 4 activated")  # fmt: skip
    late = {"warship.repair_when": "round_end"}
    game = battle(*units, parameters=late).begins("A1")
    assert against(game, Repair(UnitId(1))) == ["MS.WARSHIP.REPAIR"]
    game.plays("A1", "end-turn", answers=["repair A2", "repair A3"])
    assert (game.unit("A2").hp, game.unit("A3").hp) == (1500, 1500)
    usual = battle(*units).plays("A1", "end-turn")
    assert usual.questioned("MS.WARSHIP.REPAIR") == []
    left = battle(*units, parameters=late).plays("A1", "end-turn")
    assert left.unit("A2").hp == 500 and left.questioned("MS.WARSHIP.REPAIR")[0].otherwise == PASS


@pytest.mark.rule("MS.DEPLOY.ALTERNATE", "MS.CP.ROUND-END")
def test_who_could_not_be_put_down_comes_from_its_own_edge_as_the_round_ends() -> None:
    units = ("A1 argonaut 0,4 1", "A2 argonaut - 1 reserve", "A3 argonaut - 1 reserve leader=A2",
             "A4 argonaut -2,6 1 activated", "B1 argonaut 0,-5 4 activated")  # fmt: skip
    game = battle(*units, alternate=True, terrain=["-3,6 hill"]).plays(
        "A1", "end-turn", answers=["land -1,6"]
    )
    assert look_up(game, "A2.at", "") == "-1,6" and game.unit("A3").at is not None
    (question,) = game.questioned("MS.DEPLOY.ALTERNATE")
    places = {to_text(each.at) for each in question.options}
    assert (
        question.otherwise == next(iter(question.options)) and not {"-2,6", "-3,6", "0,0"} & places
    )
    usual = battle(*units).plays("A1", "end-turn")
    assert usual.questioned("MS.DEPLOY.ALTERNATE") == []


@pytest.mark.rule("MS.VP.CP", "MS.VP.HALF", "MS.VP.END")
def test_points_and_badly_damaged_models_are_scored_at_the_end() -> None:
    def scores(hp: int, each: int, **owners: str) -> tuple[int, int]:
        game = battle("A1 argonaut 0,4 1", f"B1 argonaut 0,-5 4 hp={hp} activated", round=5, owners=owners,
                      parameters={"vp.control_point": each})  # fmt: skip
        game.plays("A1", "end-turn")
        assert game.state.phase == "over"
        amounts = [event.amount for event in game.happened(ScoreChanged)]
        assert 0 not in amounts
        return game.state.scores

    assert scores(1500, 0) == (0, 0) and scores(1499, 0) == (9, 0)
    assert scores(3000, 10, west="south", east="south") == (20, 0)
    assert scores(3000, 10, west="north") == (0, 10) and scores(3000, 0, west="south") == (0, 0)


@pytest.mark.rule("MS.REINFORCE.WHERE", "MS.REINFORCE.TURN")
def test_who_arrives_on_a_point_may_destroy_what_stands_there_and_acts_or_not() -> None:
    units = ("A1 argonaut - 1 reserve", "A2 argonaut -6,6 1 activated", FAR)

    def arrived(at: str, *terrain: str, answers: Any = (), **given: Any) -> Battle:
        game = battle(
            *units, round=2, owners={"centre": "south"}, terrain=terrain, parameters=given
        )
        return game.plays("", f"reinforce A1 {at}", answers=answers)

    asked = arrived("0,0", "0,0 wall", answers=("at-risk 0,0",))
    assert len(asked.happened(TerrainBroken)) == 1 and asked.state.phase == "acting"
    assert asked.act.arriving and asked.unit("A1").late
    for game in (arrived("0,0"), arrived("0,0", "0,0 fence"), arrived("-1,6", "-1,6 wall")):
        assert game.questioned("MS.REINFORCE.WHERE") == []
    still = arrived("0,0", **{"reinforce.acts_on_arrival": False})
    assert still.state.phase != "acting"


@pytest.mark.rule("MS.SKILL.ZEAL", "MS.TIER.SKILLED")
def test_zeal_is_cheaper_by_one_only_for_a_silent_hunter_from_ambush() -> None:
    def price(unit: str, ambushed: bool, actions: int) -> int:
        game = battle(f"A1 {unit} 0,0 0", FAR).begins("A1")
        return zeal_price(game.state, replace(game.act, ambushed=ambushed), actions)

    hunter = "dusk-wraith"
    table = battle(f"A1 {hunter} 0,0 0 traits", FAR).begins("A1")
    assert [zeal_price(table.state, replace(table.act, ambushed=True), n) for n in (1, 2, 3)] == [
        0,
        1,
        2,
    ]
    assert zeal_price(table.state, table.act, 2) == 2
    assert price(hunter, True, 2) == 2 and price("argonaut", True, 2) == 2


@pytest.mark.rule("MS.SKILL.ZEAL", "MS.STUN.ACTIONS")
def test_zeal_follows_what_was_done_and_not_what_was_taken() -> None:
    game = battle("A1 argonaut 0,0 0", FAR).begins("A1")
    base = game.act

    def refused(**act: Any) -> list[str]:
        table = Battle(replace(game.state, act=replace(base, **act)))
        return against(table, Zeal(1))

    assert refused() == ["MS.SKILL.ZEAL"] and refused(fought=True) == []
    assert refused(moved=1, moves=1) == ["MS.SKILL.ZEAL"] and refused(moved=2, moves=0) == []
    assert refused(moved=1, moves=0) == [] and refused(moved=0, moves=0) == ["MS.SKILL.ZEAL"]
    assert refused(moved=3, moves=2) == [] == refused(moved=2, moves=2)
    assert refused(owed=1) == [] and refused(owed=1, begun=True) == ["MS.SKILL.ZEAL"]
    assert refused(begun=True) == ["MS.SKILL.ZEAL"]


@pytest.mark.rule("MS.ACT.ACTIONS", "MS.BARRIER.RECOVER", "MS.WATER.SUBMERGED")
def test_what_is_no_action_of_a_turn_is_none() -> None:
    game = battle("A1 argonaut 0,0 0", "A2 turtle-robo -4,0 0 barrier=2", FAR)
    game.armed("A2", power=0, boost=1).begins("A1")
    game.refuses(Activate(UnitId(0)), "MS.ACT.ACTIONS")
    game.refuses("recharge A2", "MS.BARRIER.RECOVER")  # Boost recharges nothing
    dry = battle("A1 dusk-wraith 0,0 0", FAR, terrain=["1,0 water"]).begins("A1")
    assert dry.may("accelerate A1 0,1 1") and dry.may("accelerate A1 1,0 1")


@pytest.mark.rule("MS.ORDERS.POOL", "MS.MOM.PAY", "MS.ORDERS.OPS")
def test_an_order_is_bought_where_the_pool_is_empty_and_there_is_momentum() -> None:
    units = ("A1 argonaut 0,0 0", "A2 mithridates-cruiser -4,0 0", FAR)

    def game(orders: int, momentum: int, cost: int) -> Battle:
        return battle(*units, orders=(orders, 0), momentum=(momentum, 5),
                      parameters={"orders.extra_order_cost_m": cost}).begins("A1")  # fmt: skip

    assert against(game(1, 0, 0), Order(UnitId(0))) == [] and against(
        game(0, 9, 0), Order(UnitId(0))
    ) == ["MS.ORDERS.POOL"]
    assert against(game(0, 2, 2), Order(UnitId(0))) == []
    assert against(game(0, 1, 2), Order(UnitId(0))) == ["MS.MOM.PAY"]
    assert against(game(1, 1, 2), Order(UnitId(0))) == []
    bought = game(0, 5, 2).plays("A1", "order A1")
    assert bought.state.momentum[0] == 3 and bought.unit("A1").orders == 1
    given = game(2, 5, 2).plays("A1", "order A1")
    assert given.state.momentum[0] == 5 and given.state.orders[0] == 1


@pytest.mark.rule("MS.ORDERS.OPS", "MS.ENGAGE.DISENGAGE")
@pytest.mark.parametrize(("reduction", "paid"), [(1, 1), (2, 0), (3, 0)])
def test_an_order_eases_a_price_down_to_nothing(reduction: int, paid: int) -> None:
    units = ("A1 argonaut 0,0 0 orders=1", "B1 argonaut 1,0 3", "B2 argonaut 0,1 3")
    game = battle(*units, momentum=(5, 5), parameters={"orders.reduction": reduction})
    game.plays("A1", "disengage 0,-1")
    assert game.state.momentum[0] == 5 - paid and game.unit("A1").orders == 0


@pytest.mark.rule("MS.WARSHIP.REPAIR", "MS.WARSHIP.REPAIR-BAY")
def test_a_ship_repairs_as_often_as_it_has_bays_and_at_least_once() -> None:
    def refused(ship: str, spent: tuple[str, ...] = (), unit: str = "A2 argonaut - 1 aboard=A1 hp=500",
                **card: Any) -> list[str]:  # fmt: skip
        game = battle(f"A1 {ship} 0,4 1", unit, "A3 argonaut 4,4 1", FAR)
        if card:
            game.armed("A1", **card)
        return against(with_unit(game, "A1", spent=spent).begins("A3"), Repair(UnitId(1)))

    once = ("repaired:another",)
    assert refused("musarl-cruiser") == [] and refused("musarl-cruiser", once) == [
        "MS.WARSHIP.REPAIR-BAY"
    ]
    assert refused("mithridates-cruiser", once) == []
    assert refused("mithridates-cruiser", once * 2) == ["MS.WARSHIP.REPAIR-BAY"]
    assert refused("musarl-cruiser", repair_bay=0) == []
    assert refused("musarl-cruiser", once, repair_bay=0) == ["MS.WARSHIP.REPAIR-BAY"]
    assert refused("musarl-cruiser", repair=0) == ["MS.WARSHIP.REPAIR"]
    assert refused("musarl-cruiser", unit="A2 argonaut 2,4 1 hp=500") == ["MS.WARSHIP.REPAIR"]
    assert refused("musarl-cruiser", unit="A2 argonaut - 1 reserve hp=500") == ["MS.WARSHIP.REPAIR"]
    ashore = battle("A1 musarl-cruiser 0,4 1", "A2 argonaut 2,4 1 hp=500", FAR)
    launched = with_unit(ashore, "A2", ship=UnitId(0)).begins("A2")
    assert against(launched, Repair(UnitId(1))) == ["MS.WARSHIP.REPAIR"]
    state = battle("A1 argonaut 0,0 0 hp=500", "A2 musarl-cruiser 0,4 1", FAR).state
    healed = HealthRestored(rule="-", unit=UnitId(0), hp=1000, repaired=True, ship=UnitId(1)).after(
        state
    )
    assert healed.units[0].hp == 1500 and healed.units[0].spent == ("repaired",)
    assert healed.units[1].spent == ("repaired:another",)


@pytest.mark.rule("MS.CMD.ONE", "MS.CMD.RALLY", "MS.CMD.TRUST", "MS.CMD.ROUT")
def test_a_commander_on_the_table_gives_one_command_a_round() -> None:
    units = ("A1 white-asura 0,4 1 commander hp=500", "A2 argonaut 0,5 1", "B1 argonaut 0,-5 4")
    game = battle(*units).plays("A1", "end-turn", answers=["command trust A1"], dice=[[5, 5]])
    assert game.state.commands == (1, 0) and game.unit("A1").hp == 1500
    again = battle(*units, commands=(1, 0)).plays("A1", "end-turn")
    assert again.questioned("MS.CMD.ONE") == []
    gone = battle("A1 white-asura - 1 commander reserve", *units[1:]).plays("A2", "end-turn")
    assert gone.questioned("MS.CMD.ONE") == []

    def routs(*foes: str, leader: str = "commander", **given: Any) -> Battle:
        table = battle(f"A1 argonaut 0,0 0 {leader}", "B1 argonaut 6,0 3 hp=100", *foes, **given)
        return table.plays(
            "A1",
            "attack machine-gun B1",
            dice=[[10] * 10, [1] * 8],
            answers=given.pop("answers", ()),
        )

    other = "B2 argonaut 6,-3 3"
    assert len(routs(other).questioned("MS.CMD.ROUT")) == 1
    assert routs(other, leader="").questioned("MS.CMD.ROUT") == []
    assert routs(other, commands=(1, 0)).questioned("MS.CMD.ROUT") == []
    assert routs("B2 argonaut - 3 reserve").questioned("MS.CMD.ROUT") == []
    table = battle("A1 argonaut 0,0 0 commander", "B1 argonaut 6,0 3 hp=100", other)
    table.plays(
        "A1", "attack machine-gun B1", dice=[[10] * 10, [1] * 8, [1]], answers=["command rout"]
    )
    assert table.state.commands == (1, 0) and table.state.momentum == (10, 9)


@pytest.mark.rule("MS.ATTACK.SEQUENCE", "MS.SUPPORT.USES", "MS.WEAPON.USES")
def test_an_attack_is_counted_for_the_unit_that_acts_and_takes_what_it_uses() -> None:
    game = battle("A1 white-raven 0,0 0 uses.missile-pod=1", "A2 argonaut 0,1 0", FAR).begins("A1")

    def after(unit: int = 0, **how: Any) -> Any:
        event = AttackDeclared(rule="-", unit=UnitId(unit), weapon=how.pop("weapon", "missile-pod"), target=UnitId(2),
                               what="-", **how)  # fmt: skip
        return event.after(game.state)

    one = after()
    assert one.units[0].uses == (-1, -1, 0, -1) and one.units[0].fired == ("missile-pod",)
    assert (
        one.act.attacks == ((UnitId(2), "missile-pod"),)
        and one.act.begun
        and one.act.blindsided == ()
    )
    assert after(blindside=True).act.blindsided == (UnitId(2),)
    assert (
        after(own_turn=False).act.attacks == () and after(1, weapon="machine-gun").act.attacks == ()
    )
    assert (
        after(uses=0).units[0].uses == (-1, -1, 1, -1) and after(made_up=True).units[0].fired == ()
    )
    assert after(weapon="beam-rifle").units[0].uses == (-1, -1, 1, -1)
    empty = AttackDeclared(
        rule="-", unit=UnitId(0), weapon="missile-pod", target=UnitId(2), what="-"
    )
    assert empty.after(one).units[0].uses == (-1, -1, 0, -1)
    drawn = SupportDrawn(rule="-", unit=UnitId(0), weapon="missile-pod", uses=1).after(game.state)
    assert drawn.units[0].uses == (-1, -1, 0, -1)
    other = SupportDrawn(rule="-", unit=UnitId(0), weapon="pulse-laser", uses=1).after(game.state)
    assert other.units[0].uses == (-1, -1, 1, -1)


@pytest.mark.rule("MS.BD.LEGS", "MS.BD.CORE", "MS.BD.WEAPON")
def test_what_is_lost_is_felt_at_once() -> None:
    game = battle(
        "A1 dusk-wraith 0,0 0 support=torpedoes", "A2 dervish 0,1 0 points=0", FAR
    ).begins("A1")

    def after(lost: str, unit: int = 0) -> Any:
        return BattleDamageTaken(rule="-", unit=UnitId(unit), lost=lost).after(game.state)

    assert (
        after("legs").act.moves == 1
        and after("legs", 1).act.moves == 2
        and after("head").act.moves == 2
    )
    assert after("core").units[0].points == 1 and after("core", 1).units[1].points == 0
    assert after("head").units[0].points == 2
    assert after("weapon:torpedoes").units[0].support == ()
    assert (
        after("weapon:wire-claw").units[0].support
        == ("torpedoes",)
        == after("head").units[0].support
    )


@pytest.mark.rule("MS.ATTACK.DESTROYED", "MS.SQUAD.LEADER", "MS.SQUAD.FORM", "MS.WARSHIP.WRECK")
def test_who_is_destroyed_leaves_the_table_and_its_squad_to_another() -> None:
    units = ("A1 argonaut 0,0 0 activated", "A2 argonaut 0,1 3 leader=A1", "A3 argonaut 1,0 3 leader=A1",
             "A4 argonaut 4,0 0", FAR)  # fmt: skip
    state = battle(*units).state
    after = UnitDestroyed(rule="-", unit=UnitId(0), leader=UnitId(1)).after(state)
    assert [unit.leader for unit in after.units] == [0, 1, 1, 3, 4]
    assert (after.units[0].fate, after.units[0].hp, after.units[0].at) == ("destroyed", 0, None)
    assert after.units[1].activated and after.units[1].facing == 0 and not after.units[3].activated
    assert after.ground is state.ground and after.squad(UnitId(1)) == (1, 2)
    wreck = UnitDestroyed(rule="-", unit=UnitId(3), wreck=True).after(state)
    assert {to_text(at) for at in wreck.ground.wrecks} == {"4,0"}
    member = UnitDestroyed(rule="-", unit=UnitId(2)).after(state)
    assert member.squad(UnitId(0)) == (0, 1)


@pytest.mark.rule("MS.TERRAIN.DESTROYED", "MS.TA.CRUMBLE")
@pytest.mark.parametrize(("kind", "fell"), [("house", True), ("wall", False)])
def test_who_stands_on_a_building_falls_with_it(kind: str, fell: bool) -> None:
    state = battle("A1 argonaut 0,0 0", FAR, terrain=[f"0,0 {kind}", f"2,0 {kind}"]).state
    after = TerrainBroken(rule="-", at=from_text("0,0")).after(state)
    assert after.units[0].fell == fell and after.ground.terrain[from_text("0,0")].kind == "rubble"
    empty = TerrainBroken(rule="-", at=from_text("2,0")).after(state)
    assert not empty.units[0].fell


@pytest.mark.rule(
    "MS.MOVE.FREE-SPIN", "MS.ACCEL.ACTION", "MS.STUN.SPEND", "MS.SQUAD.REFORM", "MS.TRANSFORM"
)
def test_what_a_turn_has_used_is_counted() -> None:
    game = battle(
        "A1 dusk-wraith 0,0 0 stun=2",
        "A2 dervish 0,1 0 stun=1",
        "B1 argonaut 6,-6 3",
        "B2 argonaut 5,-6 3",
    )
    game.begins("A1")
    state = game.state
    spun = UnitSpun(rule="-", unit=UnitId(0), facing=3).after(state)
    assert spun.act is not None and (spun.act.spins, spun.act.begun, spun.units[0].facing) == (
        1,
        True,
        3,
    )

    def flown(unit: int, points: int, actions: int) -> Any:
        return UnitAccelerated(rule="-", unit=UnitId(unit), points=points, actions=actions).after(
            state
        )

    own = flown(0, 1, 0)
    assert (own.act.accelerates, own.act.fought, own.act.begun, own.act.combat) == (
        1,
        False,
        True,
        1,
    )
    assert own.units[0].points == 1 and own.units[0].effects == (("fly", 1),)
    by_action = flown(0, 1, 1)
    assert (by_action.act.accelerates, by_action.act.fought, by_action.act.combat) == (2, True, 0)
    assert flown(1, 1, 0).act == state.act and flown(1, 1, 0).units[1].points == 0
    again = UnitAccelerated(rule="-", unit=UnitId(0), points=0, actions=1).after(by_action)
    assert (
        again.act is not None
        and again.act.accelerates == 3
        and again.units[0].effects == (("fly", 1),)
    )
    still = UnitAccelerated(rule="-", unit=UnitId(0), points=1, actions=0).after(by_action)
    assert still.act is not None and still.act.fought

    def stunned(unit: int, tokens: int) -> Any:
        return StunChanged(rule="-", unit=UnitId(unit), tokens=tokens).after(state)

    assert (stunned(0, -1).act.owed, stunned(0, 1).act.owed, stunned(1, -1).act.owed) == (1, 2, 2)
    assert (stunned(0, -5).act.owed, stunned(0, -5).units[0].stun, stunned(0, 1).units[0].stun) == (
        0,
        0,
        3,
    )
    for models, reforms in (((0, 1), (1, 0)), ((2, 3), (0, 1))):
        joined = SquadReformed(rule="-", models=tuple(map(UnitId, models)), together=True).after(
            state
        )
        assert joined.reforms == reforms and joined.squad(UnitId(models[0])) == models
        apart = SquadReformed(rule="-", models=tuple(map(UnitId, models)), together=False).after(
            joined
        )
        assert apart.squad(UnitId(models[0])) == (models[0],) and sum(apart.reforms) == 2
    jet = battle("A1 dervish 0,0 0", FAR).plays("A1", "transform")
    assert jet.unit("A1").transformed and jet.act.begun
    jet.refuses("transform", "MS.TRANSFORM")
