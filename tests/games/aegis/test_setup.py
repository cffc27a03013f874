"""The battlefield, who begins, deployment, and the ban of the first turn."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gattai.games.aegis.actions import Hold, PlaceUnit, Select
from gattai.games.aegis.state import BLUE, RED
from gattai.kernel.position import apply, begin
from gattai.kernel.question import Choose
from gattai.tabletop.hexes import axial, distance, hex_at
from tests.games.aegis.table import GUN, RULES, WAVE, Battle, action, battle, place

FIX = action("Fix", 1, 3, type="repair", distance=3)


def deployed(game: Battle) -> Battle:
    """The same table before anybody is placed, red first."""
    return game.set(phase="placing", turns=(0, 0), energy=(0, 0))


@pytest.mark.rule("AEGIS.HOUSE.FIELD", "AEGIS.SETUP.BOARD", "AEGIS.MODE.STANDARD")
def test_our_field_is_a_hexagon_that_is_the_same_from_both_sides() -> None:
    field = RULES.fields["hexfield-7"]
    assert (len(field.hexes.cells), len(field.walls)) == (169, 15)
    assert [len(zone) for zone in field.zones] == [17, 17]
    turned = {hex_at(-q, -r) for q, r in map(axial, field.walls)}
    assert turned == {*field.walls}
    assert {hex_at(-q, -r) for q, r in map(axial, field.zones[0])} == {*field.zones[1]}
    assert not RULES.fields["open-7"].walls
    assert begin(RULES).state.field == field


@pytest.mark.rule("AEGIS.SETUP.PLACEMENT", "AEGIS.SETUP.FIRST-PLAYER")
def test_the_first_player_places_all_five_then_the_second_then_the_first_begins() -> None:
    position = apply(RULES, begin(RULES, {"field": "open-7"}), (1,)).position
    seats = []
    for _ in range(10):
        question = RULES.next_question(position.state)
        assert isinstance(question, Choose)
        seats.append(question.seat)
        position = apply(RULES, position, question.options[0]).position
    assert seats == [BLUE] * 5 + [RED] * 5
    assert (position.state.phase, position.state.turn) == ("acting", BLUE)
    assert position.state.turns == (0, 1)


@pytest.mark.rule("AEGIS.SETUP.PLACEMENT", "AEGIS.SETUP.BOARD", "AEGIS.SETUP.TERRAIN")
def test_where_a_unit_may_not_be_placed() -> None:
    game = deployed(battle(terrain=[(-1, 6)]).red("a", at=None).red("b", at=None))
    game.blue("e", at=None).does(PlaceUnit(game.id("a"), place(0, 6)))
    b = game.id("b")
    game.refuses(PlaceUnit(b, place(0, 6)), "AEGIS.SETUP.BOARD")
    game.refuses(PlaceUnit(b, place(-1, 6)), "AEGIS.SETUP.TERRAIN")
    game.refuses(PlaceUnit(b, place(0, 5)), "AEGIS.SETUP.PLACEMENT")
    game.refuses(PlaceUnit(game.id("a"), place(1, 6)), "AEGIS.SETUP.PLACEMENT")
    game.refuses(
        PlaceUnit(game.id("e"), place(0, -6)), "AEGIS.SETUP.PLACEMENT", "AEGIS.SETUP.PLACEMENT"
    )
    game.refuses(Hold(b), "AEGIS.SETUP.PLACEMENT")


@pytest.mark.rule("AEGIS.SETUP.PLACEMENT", "AEGIS.PASSIVE.COMBAT-DROP")
def test_a_unit_with_combat_drop_may_stay_out_or_be_placed() -> None:
    game = deployed(battle().red("d", at=None, passives=("Combat Drop 2",)).blue("e", at=None))
    assert game.may(PlaceUnit(game.id("d"), place(0, 6)))
    game.does(Hold(game.id("d")))
    assert game.unit("d").fate == "waiting"
    assert isinstance(game.question, Choose)
    assert game.question.seat == BLUE


@pytest.mark.rule("AEGIS.SETUP.PLACEMENT", "AEGIS.COMMANDER.ARREST-MANDATE")
def test_marks_are_set_after_deployment_first_player_first_and_only_then_play_begins() -> None:
    game = battle().red("r", GUN, at=None, commander_ability="Arrest Mandate")
    game.blue("b", GUN, at=None, commander_ability="Arrest Mandate").blue("c", GUN, at=None)
    deployed(game).does(PlaceUnit(game.id("r"), place(0, 6))).does(
        PlaceUnit(game.id("b"), place(0, -6))
    )
    game.does(PlaceUnit(game.id("c"), place(1, -6)))
    assert (game.state.phase, game.state.owed) == ("marking", (RED, BLUE))
    game.refuses(Select(game.id("r")), "AEGIS.COMMANDER.ARREST-MANDATE")
    game.refuses(game.move("r", (0, 5)), "AEGIS.TURN.STRUCTURE")
    game.does(Select(game.id("c"))).does(Select(game.id("r")))
    assert game.state.marks == ((RED, game.id("c")), (BLUE, game.id("r")))
    assert game.state.phase == "acting"
    assert game.state.turn == RED


@pytest.mark.rule("AEGIS.SETUP.TERRAIN", "AEGIS.SETUP.BOARD")
def test_terrain_and_units_fill_their_hex_for_all_but_flyers_passing() -> None:
    game = battle(terrain=[(1, 0)]).red("w", at=(0, 0)).red("f", at=(0, 1), passives=("Flight",))
    game.blue("e", at=(1, 1))
    game.refuses(game.move("w", (1, 0)), "AEGIS.SETUP.TERRAIN")
    game.refuses(game.move("f", (1, 1)), "AEGIS.SETUP.BOARD")
    assert game.may(game.move("f", (1, 1), (2, 1)))


@pytest.mark.rule("AEGIS.SETUP.FIRST-TURN-BAN", "AEGIS.AMB.FIRST-TURN-BAN")
@pytest.mark.parametrize(
    ("turns", "turn", "banned"),
    [((1, 0), RED, True), ((1, 1), BLUE, False), ((2, 1), RED, False), ((2, 2), BLUE, False)],
)
def test_who_may_not_touch_whom_in_the_first_turns(
    turns: tuple[int, int], turn: int, banned: bool
) -> None:
    game = battle(turns=turns, turn=turn).red("r", GUN, WAVE, at=(0, 0)).blue("b", GUN, at=(2, 0))
    user, target = ("r", "b") if turn == RED else ("b", "r")
    assert game.may(game.use(user, "Gun", target)) != banned
    if banned:
        game.refuses(game.use("r", "Gun", "b"), "AEGIS.SETUP.FIRST-TURN-BAN")
        game.refuses(game.use("r", "Wave"), "AEGIS.SETUP.FIRST-TURN-BAN")
        assert game.may(game.move("r", (1, 0)))


@pytest.mark.rule("AEGIS.SETUP.FIRST-TURN-BAN")
def test_splash_that_would_touch_an_enemy_is_banned_too() -> None:
    bomb = action("Bomb", distance=4, radius=1)
    game = battle(turns=(1, 0)).red("u", bomb, FIX, at=(0, 0)).red("a", at=(2, 0), damage=1)
    game.blue("e", at=(3, 0))
    game.refuses(game.use("u", "Bomb", "a"), "AEGIS.SETUP.FIRST-TURN-BAN")
    game.uses("u", "Fix", "a").rolls(3).ends(a=6)


@pytest.mark.rule("AEGIS.SETUP.FIRST-TURN-BAN", "AEGIS.MOD.SLF", "AEGIS.AMB.SLF-MANDATORY")
def test_slf_with_a_distance_may_be_used_alone_while_all_targets_are_banned() -> None:
    brace = action("Brace", 1, 3, type="buff", distance=3, attributes="DEF SLF")
    game = battle(turns=(1, 0)).red("u", brace, at=(0, 0)).blue("e", at=(2, 0))
    game.refuses(game.use("u", "Brace", "e"), "AEGIS.SETUP.FIRST-TURN-BAN")
    game.uses("u", "Brace").rolls(3).ends()
    assert game.effects("u") == [("DEF", 1)]


@pytest.mark.rule("AEGIS.HEX.GEOMETRY")
def test_an_inch_is_a_hex_and_distance_counts_steps() -> None:
    zone = RULES.fields["open-7"].zones[0]
    assert all(distance(one, two) >= 1 for one, two in pairwise(zone))
    assert distance(place(0, 0), place(3, -1)) == 3
    assert distance(place(-2, -2), place(2, 2)) == 8
    ground = RULES.fields["open-7"].ground
    assert [ground.gap(place(2, 1), place(q, 1)) for q in (2, 3, -2)] == [0, 1, 4]
