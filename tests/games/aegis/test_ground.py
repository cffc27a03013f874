"""Both grounds asked directly: lines, gaps, pushes, ways and landings where they begin and end."""

from __future__ import annotations

import pytest

from gattai.kernel.rulebook import Refusal
from tests.games.aegis.table import Battle, action, battle, open_table, place

BOX = ("10,10", "14,13")


def table(*pieces: tuple[str, ...], size: str = "36,24") -> Battle:
    return battle(field=open_table(*pieces, size=size))


def row() -> Battle:
    """Along one axis from edge to edge: u, a, t, terrain, f."""
    game = battle(terrain=[(1, 0)], radius=2).red("u", at=(-2, 0)).red("a", at=(-1, 0))
    return game.blue("t", at=(0, 0)).blue("f", at=(2, 0))


@pytest.mark.rule("AEGIS.HEX.AXIS")
@pytest.mark.parametrize(
    ("beyond", "through", "met"),
    [(False, False, "at"), (False, True, "atf"), (True, False, ""), (True, True, "f")],
)
def test_a_line_meets_all_on_its_axis_up_to_terrain_or_the_edge(
    beyond: bool, through: bool, met: str
) -> None:
    game = row()
    ground, state, start = game.state.field.ground, game.state, place(-2, 0)
    found = ground.line(state, start, place(0, 0), beyond=beyond, through=through)
    assert [state.units[unit].name for unit in found] == [*met]
    off = ground.line(state, start, place(0, 1), beyond=beyond, through=through)
    assert [*off] == []


@pytest.mark.rule("AEGIS.HEX.AXIS")
def test_only_along_an_axis_there_is_a_straight_line_and_a_bearing() -> None:
    game = battle().red("u", at=(1, 0))
    ground, here = game.state.field.ground, place(1, 0)
    assert [*ground.line_refusals(game.state, here, place(3, 0), 2, over=False)] == []
    for there in (place(4, 0), place(2, 1)):
        (refusal,) = ground.line_refusals(game.state, here, there, 2, over=False)
        assert refusal.rule == "AEGIS.HEX.AXIS"
    assert ground.bearing(here, place(3, 0)) == (2, 0)
    assert ground.bearing(here, place(2, 1)) is None


@pytest.mark.rule("AEGIS.PASSIVE.COMBAT-DROP")
@pytest.mark.parametrize(("q", "free"), [(-1, False), (-2, True), (-3, False)])
def test_a_hex_six_steps_away_that_is_free_takes_a_late_arrival(q: int, free: bool) -> None:
    game = battle().blue("e", at=(4, 0)).red("u", at=(-3, 0))
    found = game.state.field.ground.landing_refusals(game.state, [place(4, 0)], 6, place(q, 0))
    assert [refusal.rule for refusal in found] == ([] if free else ["AEGIS.PASSIVE.COMBAT-DROP"])


@pytest.mark.rule("AEGIS.ADV.RANGE")
@pytest.mark.parametrize(
    ("at", "gap"), [("5,5", 0), ("6,5", 0), ("6.01,5", 1), ("7,5", 1), ("7,5.01", 2)]
)
def test_a_gap_is_rounded_up_to_whole_inches_and_none_between_bases_that_touch(
    at: str, gap: int
) -> None:
    ground = open_table().ground
    assert ground.gap(ground.read("5,5"), ground.read(at)) == gap


@pytest.mark.rule("AEGIS.ADV.MOVE")
@pytest.mark.parametrize(
    ("by", "to", "length"),
    [
        (("5,8",), "7,8", 5),
        (("5,8",), "7.01,8", None),
        (("5,2",), "5,0.5", 5),
        (("5,2",), "5,0.49", None),
        (("5,4",), "5,5", 2),
        (("5,5",), "5,5", None),
        (("5,4",), "7.5,4.5", None),
    ],
)
def test_a_way_that_is_named_is_as_long_as_its_parts_and_ends_where_a_base_can(
    by: tuple[str, ...], to: str, length: int | None
) -> None:
    game = table().red("u", at="5,5", move=5).blue("e", at="8,4")
    state, ground = game.state, game.state.field.ground
    spots = tuple(map(ground.read, by))
    found = ground.length(state, ground.read("5,5"), ground.read(to), spots, 5, over=False)
    assert found == length


@pytest.mark.rule("AEGIS.ADV.MOVE")
def test_who_stays_where_it_is_has_to_name_a_way_out() -> None:
    game = table().red("u", at="5,5").blue("e", at="20,5")
    (refusal,) = game.refuses(game.move("u", "5,5"), "AEGIS.ADV.MOVE")
    assert refusal.reason == "it stands there already, and no way out is named"
    (refusal,) = game.refuses(game.move("u", "5,5", "5,5"), "AEGIS.ADV.MOVE")
    assert refusal.reason == "it goes nowhere"
    game.moves("u", "5,6", "5,5").pays(18, 20)


def told(game: Battle, at: str, to: str) -> list[Refusal]:
    """Every reason why a move of four inches does not lead there."""
    ground = game.state.field.ground
    return [*ground.way_refusals(game.state, game.spot(at), game.spot(to), (), 4, over=False)]


@pytest.mark.rule("AEGIS.SETUP.TERRAIN", "AEGIS.ADV.MOVE")
def test_a_base_ends_clear_of_terrain() -> None:
    game = table(BOX).red("u", at="8,12").blue("e", at="20,5")
    assert told(game, "8,12", "9.49,11") == []
    game.refuses(game.move("u", "9.5,11"), "AEGIS.SETUP.TERRAIN")


@pytest.mark.rule("AEGIS.SETUP.BOARD", "AEGIS.ADV.MOVE")
def test_a_base_may_touch_another_but_not_overlap_it_its_own_left_out() -> None:
    game = table().red("u", at="5,5").blue("e", at="8,5")
    assert told(game, "5,5", "5.5,5") == told(game, "5,5", "7,5") == []
    game.refuses(game.move("u", "7.01,5"), "AEGIS.SETUP.BOARD")


@pytest.mark.rule("AEGIS.ADV.LINES")
def test_a_straight_line_on_a_table_is_one_that_nothing_is_in_the_way_of() -> None:
    game = table(BOX).red("u", at="8,11").blue("e", at="20,5")
    state, ground, here = game.state, game.state.field.ground, game.spot("8,11")
    ends = ground.straight(state, here, 4, over=False)
    open_to = {
        to: not any(ground.line_refusals(state, here, to, 4, over=False))
        for to in ground.around(here, 4)
    }
    assert ends == [to for to, is_open in open_to.items() if is_open]
    assert {*open_to.values()} == {True, False}


@pytest.mark.rule("AEGIS.ADV.LINES")
@pytest.mark.parametrize(
    ("beyond", "through", "met"),
    [(False, False, "at"), (False, True, "atf"), (True, False, ""), (True, True, "f")],
)
def test_a_ray_meets_all_that_it_touches_up_to_terrain(
    beyond: bool, through: bool, met: str
) -> None:
    game = table(BOX).red("u", at="3,11").red("a", at="5,11.5")
    game.blue("t", at="8,11").blue("f", at="16,11").blue("beside", at="8,12.5")
    state, ground, start = game.state, game.state.field.ground, game.spot("3,11")
    found = ground.line(state, start, game.spot("8,11"), beyond=beyond, through=through)
    assert [state.units[unit].name for unit in found] == [*met]
    assert [*ground.line(state, start, start, beyond=beyond, through=through)] == []


@pytest.mark.rule("AEGIS.ADV.LINES", "AEGIS.AMB.ADV-TIES")
@pytest.mark.parametrize("size", ["36,24", "24,24"])
def test_of_those_at_one_distance_the_first_is_anticlockwise_from_the_right(size: str) -> None:
    ground = open_table(size=size).ground
    round_about = "17,9 16,12 12,14 8,12 7,9 8,6 12,4 16,6".split()
    bearings = [ground.bearing(ground.read("12,9"), ground.read(at)) for at in round_about]
    assert None not in bearings
    assert {bearing[0] for bearing in bearings if bearing} == {500 * 500}
    assert bearings == sorted(bearing for bearing in bearings if bearing)
    assert len({*bearings}) == len(round_about)
    assert ground.bearing(ground.read("12,9"), ground.read("12,9")) is None


@pytest.mark.rule("AEGIS.ADV.LINES", "AEGIS.AMB.ADV-REST")
def test_who_is_pushed_less_than_its_own_base_is_wide_moves_all_the_same() -> None:
    push = action("Push", type="push", power=2, distance=6)
    game = table().red("u", push, at="5,5").blue("e", at="8,5").blue("w", at="9.5,5")
    game.uses("u", "Push", "e").rolls(6).ends()
    assert game.at("e") == "8.5,5"


@pytest.mark.rule("AEGIS.ADV.MOVE", "AEGIS.PASSIVE.COMBAT-DROP")
@pytest.mark.parametrize(("at", "rules"), [("0.5,5", []), ("0.49,5", ["AEGIS.ADV.MOVE"])])
def test_a_late_unit_lands_wholly_on_the_table(at: str, rules: list[str]) -> None:
    game = table().red("u", at="5,5").blue("e", at="20,5")
    foes, ground = [game.spot("20,5")], game.state.field.ground
    found = ground.landing_refusals(game.state, foes, 6, game.spot(at))
    assert [refusal.rule for refusal in found] == rules


@pytest.mark.rule("AEGIS.ADV.LINES", "AEGIS.AMB.ADV-TIES")
def test_of_two_on_the_left_edge_the_upper_one_is_first() -> None:
    ground = open_table().ground
    above, below = (ground.bearing(ground.read("3,9"), ground.read(at)) for at in ("0,13", "0,5"))
    assert above is not None
    assert below is not None
    assert above < below
