"""House rules before the fight: the field, sight and cover on it, armies, who begins, deployment."""

from __future__ import annotations

import pytest

from gattai.games.attack_chart.actions import Activate, Deploy
from gattai.games.attack_chart.attack.attack import in_cover
from gattai.games.attack_chart.state import BLUE, RED, UnitId
from gattai.kernel.position import begin
from gattai.kernel.question import Choose, Roll
from gattai.kernel.rulebook import Refused
from gattai.kernel.text.words import UnknownWord
from gattai.tabletop.hexes import offset
from tests.games.attack_chart.table import (
    ARMOUR,
    RULES,
    THICKETS,
    Firefight,
    firefight,
    kinds,
    unit,
    weapon,
)


def start(**options: str) -> Firefight:
    """A game from its very beginning."""
    return Firefight(begin(RULES, options).state)


def small(blue: str = "oracle,warden-squad", red: str = "swarm,gunners") -> Firefight:
    return start(blue=blue, red=red)


@pytest.mark.rule("ATTACK-CHART.HOUSE.FIELD")
def test_the_field_has_18_columns_and_12_rows_of_two_inches() -> None:
    field = start().state.field
    assert (field.columns, field.rows, field.inches_per_hex) == (18, 12, 2)
    assert len(field.hexes.cells) == 18 * 12


@pytest.mark.rule("ATTACK-CHART.HOUSE.FIELD")
@pytest.mark.parametrize(("at", "inches"), [((3, 5), 2), ((8, 5), 12), ((3, 7), 4), ((2, 11), 12)])
def test_a_distance_in_inches_is_twice_that_in_hexes(at: tuple[int, int], inches: int) -> None:
    game = firefight().blue(unit("one"), at=(2, 5)).red(unit("two"), at=at)
    assert game.state.inches(game.unit("one"), game.unit("two")) == inches
    assert game.state.inches(game.unit("two"), game.unit("one")) == inches


@pytest.mark.rule("ATTACK-CHART.HOUSE.FIELD")
def test_a_field_that_there_is_not_is_an_error_that_names_those_there_are() -> None:
    with pytest.raises(UnknownWord, match="no field 'thicket'; did you mean 'thickets'"):
        start(field="thicket")


@pytest.mark.rule("ATTACK-CHART.HOUSE.THICKETS")
def test_three_thickets_of_four_hexes_lie_where_the_rule_says() -> None:
    patches = (((3, 4), (1, 2)), ((8, 9), (5, 6)), ((13, 14), (9, 10)))
    wanted = {(c, r) for columns, rows in patches for c in columns for r in rows}
    assert {*THICKETS.thickets} == wanted
    assert len(THICKETS.thickets) == 12


@pytest.mark.rule("ATTACK-CHART.HOUSE.THICKETS")
def test_the_field_turned_round_has_the_same_thickets() -> None:
    turned = {(17 - column, 11 - row) for column, row in THICKETS.thickets}
    assert turned == {*THICKETS.thickets}


@pytest.mark.rule("ATTACK-CHART.HOUSE.THICKETS", "ATTACK-CHART.HOUSE.MOVE")
def test_a_thicket_does_not_slow_movement() -> None:
    game = firefight(field=THICKETS).blue(unit("one", move=6), at=(7, 5)).red(unit("two"), (0, 0))
    game.activates("one").moves((10, 5)).ends()


@pytest.mark.rule("ATTACK-CHART.HOUSE.SIGHT")
@pytest.mark.parametrize(
    ("here", "there", "seen"),
    [
        ((6, 5), (11, 5), False),  # through the middle thicket
        ((6, 5), (8, 5), True),  # into its edge
        ((6, 5), (9, 5), True),  # into it, past its other hexes
        ((8, 6), (14, 5), True),  # out of it
        ((8, 5), (9, 6), True),  # within it
        ((6, 3), (11, 3), True),  # past it
        ((4, 2), (13, 9), False),  # from one thicket to another, with a third between
    ],
)
def test_a_thicket_hides_unless_one_end_stands_in_it(
    here: tuple[int, int], there: tuple[int, int], seen: bool
) -> None:
    assert THICKETS.sight.sees(offset(*here), offset(*there)) == seen
    assert THICKETS.sight.sees(offset(*there), offset(*here)) == seen


@pytest.mark.rule("ATTACK-CHART.HOUSE.SIGHT")
def test_units_never_block_sight() -> None:
    game = firefight().blue(unit("one"), at=(2, 5)).red(unit("wall"), at=(5, 5))
    game.red(unit("two"), at=(8, 5)).blue(unit("friend"), at=(3, 5)).activates("one")
    assert game.targets("gun") == ["wall", "two"]


@pytest.mark.rule("ATTACK-CHART.HOUSE.COVER", "ATTACK-CHART.AMB.COVER-VALUE")
@pytest.mark.parametrize(("armour", "needs"), [(0, 9), (9, 8), (7, 6), (2, 1), (1, 1)])
def test_a_target_in_a_thicket_has_better_armour(armour: int, needs: int) -> None:
    gun = weapon(power=8, attacks=2)
    game = firefight(field=THICKETS).blue(unit("shooter", gun), at=(6, 5))
    game.red(unit("target", defence=4, hp=9, armour=armour), at=(8, 5)).activates("shooter")
    game.attacks("gun", "target").rolls(needs, needs - 1, what=ARMOUR).ends(saved_by_armour=1)


@pytest.mark.rule("ATTACK-CHART.HOUSE.COVER")
def test_only_the_target_that_stands_in_the_thicket_has_cover() -> None:
    game = firefight(field=THICKETS).blue(unit("in"), at=(8, 5)).red(unit("out"), at=(10, 4))
    one, two = game.id("in"), game.id("out")
    assert in_cover(game.state, two, game.unit("in"), one)
    assert not in_cover(game.state, one, game.unit("out"), two)


@pytest.mark.rule("ATTACK-CHART.HOUSE.COVER")
@pytest.mark.parametrize(("ap", "rolled"), [(6, 0), (7, 0), (8, 1)])
def test_ap_is_compared_with_the_armour_before_cover(ap: int, rolled: int) -> None:
    gun = weapon(power=8, ap=ap)
    game = firefight(field=THICKETS).blue(unit("shooter", gun), at=(6, 5))
    game.red(unit("target", defence=4, hp=9, armour=7), at=(8, 5)).activates("shooter")
    game.attacks("gun", "target")
    if rolled:
        game.rolls(6)
    game.ends(saved_by_armour=rolled)
    assert game.thrown(ARMOUR) == rolled


@pytest.mark.rule("ATTACK-CHART.HOUSE.ARMY")
def test_unless_others_are_named_the_sample_armies_play_at_275_points_each() -> None:
    state = start().state
    sides = [[unit for unit in state.units if unit.seat == seat] for seat in (BLUE, RED)]
    assert [sum(unit.card.points for unit in side) for side in sides] == [275, 275]
    assert [len(side) for side in sides] == [4, 4]


@pytest.mark.rule("ATTACK-CHART.HOUSE.ARMY")
def test_an_army_is_any_list_and_its_units_have_names_of_their_own() -> None:
    game = start(blue="swarm, swarm,gorehide", red="swarm")
    assert [(unit.name, unit.seat) for unit in game.state.units] == [
        ("swarm", BLUE),
        ("swarm-2", BLUE),
        ("gorehide", BLUE),
        ("swarm-3", RED),
    ]


@pytest.mark.rule("ATTACK-CHART.HOUSE.ARMY")
@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"blue": "orakle"}, "no unit 'orakle'; did you mean 'oracle'"),
        ({"red": "tank"}, "no unit 'tank'; known are warden-squad"),
        ({"red": " , "}, "red's army needs 1 to 12 units, not 0"),
        ({"blue": ",".join(["swarm"] * 13)}, "blue's army needs 1 to 12 units, not 13"),
        ({"rounds": "0"}, "option rounds cannot be '0'; it is a number from 1 to 50"),
        ({"rounds": "51"}, "from 1 to 50"),
        ({"rounds": "many"}, "from 1 to 50"),
        ({"rounds": "²"}, "from 1 to 50"),
        ({"blu": "oracle"}, "attack-chart has no option 'blu'; did you mean 'blue'"),
    ],
)
def test_an_army_or_option_that_cannot_be_is_an_error_that_helps(
    options: dict[str, str], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        start(**options)


@pytest.mark.rule("ATTACK-CHART.HOUSE.ARMY")
def test_twelve_units_and_fifty_rounds_are_allowed() -> None:
    state = start(blue=",".join(["swarm"] * 12), rounds="50").state
    assert (len(state.units), state.rounds) == (16, 50)


@pytest.mark.rule("ATTACK-CHART.HOUSE.ROLL-OFF")
@pytest.mark.parametrize(("faces", "winner"), [((7, 2), BLUE), ((0, 1), RED), ((10, 1), RED)])
def test_the_higher_roll_deploys_first(faces: tuple[int, int], winner: int) -> None:
    game = small().rolls(*faces).ends()
    assert (game.state.first, game.state.turn, game.state.phase) == (winner, winner, "deploying")
    assert isinstance(game.question, Choose)
    assert game.question.seat == winner


@pytest.mark.rule("ATTACK-CHART.HOUSE.ROLL-OFF")
def test_a_tie_is_rolled_again_as_often_as_it_comes() -> None:
    game = small()
    for tie in ((5, 5), (0, 10), (9, 9)):
        game.rolls(*tie)
        assert isinstance(game.question, Roll) and not game.position.is_settled
    game.rolls(3, 8).ends()
    assert game.state.first == RED
    assert kinds(game.told) == [*["Rolled"] * 4, "RollOffWon"]


def deployed(faces: tuple[int, int]) -> Firefight:
    """Two units a side, put down in turn, whoever begins."""
    game = small().rolls(*faces)
    for row in (0, 1):
        for _ in (0, 1):
            blue = game.state.turn == BLUE
            name = ("oracle", "warden-squad")[row] if blue else ("swarm", "gunners")[row]
            game.deploys(name, (row, row) if blue else (17 - row, 11 - row))
    return game


@pytest.mark.rule("ATTACK-CHART.HOUSE.ROLL-OFF")
@pytest.mark.parametrize("faces", [(9, 1), (1, 9)])
def test_the_winner_begins_every_odd_round_and_the_other_every_even_one(
    faces: tuple[int, int],
) -> None:
    game = deployed(faces)
    first = game.state.first
    begins = []
    while game.state.phase == "fighting":
        if not any(unit.activated for unit in game.state.units):
            begins.append(game.state.turn)
        game.does(game.options[0]).finishes()
    other = RED if first == BLUE else BLUE
    assert begins == [first, other, first, other, first]


@pytest.mark.rule("ATTACK-CHART.HOUSE.DEPLOY")
def test_the_sides_deploy_in_turn_and_then_the_fight_begins() -> None:
    game = small().rolls(1, 9)
    turns = []
    for name, at in (
        ("swarm", (17, 11)),
        ("oracle", (0, 0)),
        ("gunners", (17, 9)),
        ("warden-squad", (0, 2)),
    ):
        turns.append(game.state.turn)
        game.deploys(name, at).ends()
    assert turns == [RED, BLUE, RED, BLUE]
    assert (game.state.phase, game.state.round, game.state.turn) == ("fighting", 1, RED)


@pytest.mark.rule("ATTACK-CHART.HOUSE.DEPLOY")
def test_a_side_with_nobody_left_to_deploy_is_passed_over() -> None:
    game = small("oracle,warden-squad,lancer-team", "swarm").rolls(9, 1)
    game.deploys("oracle", (0, 0)).deploys("swarm", (17, 11)).deploys("warden-squad", (0, 1))
    assert (game.state.phase, game.state.turn) == ("deploying", BLUE)
    game.deploys("lancer-team", (0, 2)).ends()
    assert game.state.phase == "fighting"


@pytest.mark.rule("ATTACK-CHART.HOUSE.DEPLOY")
@pytest.mark.parametrize(("side", "rows"), [(BLUE, (0, 1, 2)), (RED, (9, 10, 11))])
def test_each_side_deploys_on_the_three_rows_of_its_own_edge(
    side: int, rows: tuple[int, ...]
) -> None:
    game = small().rolls(*((9, 1) if side == BLUE else (1, 9)))
    unit_id = game.id("oracle" if side == BLUE else "swarm")
    offered = {action.at for action in game.options if isinstance(action, Deploy)}
    assert offered == {offset(column, row) for column in range(18) for row in rows}
    for row in {*range(12)} - {*rows}:
        (why,) = game.refuses(Deploy(unit_id, offset(5, row)), "ATTACK-CHART.HOUSE.DEPLOY")
        assert why.reason.endswith("is not in the own deployment rows")


@pytest.mark.rule("ATTACK-CHART.HOUSE.DEPLOY")
def test_neither_an_occupied_hex_nor_a_unit_of_the_others_nor_one_put_down_will_do() -> None:
    game = small().rolls(9, 1).deploys("oracle", (0, 0)).deploys("swarm", (17, 11))
    for name, at, reason in (
        ("warden-squad", (0, 0), "oracle stands on 0,0"),
        ("gunners", (1, 1), "gunners belongs to the other side"),
        ("oracle", (1, 1), "oracle is on the field already"),
    ):
        (why,) = game.refuses(Deploy(game.id(name), offset(*at)), "ATTACK-CHART.HOUSE.DEPLOY")
        assert why.reason == reason
    game.refuses(Deploy(UnitId(9), offset(1, 1)), "ATTACK-CHART.SEQ.1-SELECT")
    game.refuses(Activate(game.id("oracle")), "ATTACK-CHART.HOUSE.ALTERNATE")


@pytest.mark.rule("ATTACK-CHART.HOUSE.DEPLOY")
def test_nobody_deploys_once_the_fight_has_begun() -> None:
    game = deployed((9, 1))
    game.refuses(Deploy(game.id("oracle"), offset(5, 0)), "ATTACK-CHART.HOUSE.DEPLOY")


@pytest.mark.rule("ATTACK-CHART.HOUSE.DEPLOY")
def test_during_the_roll_off_nobody_can_deploy() -> None:
    with pytest.raises(Refused):
        small().deploys("oracle", (0, 0))
    game = small()
    against = [*Deploy(game.id("oracle"), offset(0, 0)).refusals(game.state)]
    assert [why.reason for why in against] == ["this is not the time to deploy"]
