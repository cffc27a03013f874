"""The advanced mode: the six scenarios of the catalogue, and what the rules of inches say at their edges."""

from __future__ import annotations

import pytest

from gattai.games.aegis.actions import Arrive, Cloak, PlaceUnit, Rush
from gattai.games.aegis.phases.next_question import refusals
from gattai.games.aegis.state import BLUE, RED, State
from gattai.kernel.position import apply, begin
from gattai.kernel.question import Options, Seat
from gattai.kernel.window import PASS
from tests.games.aegis.table import (
    GUN,
    RULES,
    SWORD,
    WAVE,
    Battle,
    action,
    battle,
    open_table,
    robot,
)

BOX = ("10,10", "14,13")
PUSH = action("Push", type="push", power=6, distance=12)
PULL = action("Pull", type="pull", power=6, distance=12)
PIERCE = action("Pierce", distance=12, attributes="AP")
BEAM = action("Beam", attributes="LSR")


def table(*pieces: tuple[str, ...], size: str = "36,24") -> Battle:
    return battle(field=open_table(*pieces, size=size), energy=(10, 10))


def placing(first: int) -> State:
    """A table on which one side places."""
    start = begin(RULES, {"field": "table-36x24"})
    return apply(RULES, start, (first,)).position.state


def placed(state: State, seat: Seat, at: str) -> list[tuple[str, str]]:
    unit = next(n for n, unit in enumerate(state.units) if unit.seat == seat and unit.at is None)
    chosen = PlaceUnit(unit, state.field.ground.read(at))  # type: ignore[arg-type]
    return [(refusal.rule, refusal.reason) for refusal in refusals(state, chosen)]


@pytest.mark.rule(
    "AEGIS.SC.ADV-ZONES", "AEGIS.ADV.ZONES", "AEGIS.MODE.ADVANCED", "AEGIS.AMB.ADV-ZONE"
)
def test_zones_are_quarter_discs_in_opposite_corners_and_hold_whole_bases() -> None:
    red, blue = placing(RED), placing(BLUE)
    assert placed(red, RED, "8,8") == []
    outside = "0.1 inches outside the own starting zone"
    assert placed(red, RED, "8.2,8.2") == [("AEGIS.ADV.ZONES", outside)]
    assert placed(red, RED, "11,3") == []
    assert placed(blue, BLUE, "30,18") == []
    assert placed(blue, BLUE, "8,8") != []


@pytest.mark.rule("AEGIS.ADV.ZONES", "AEGIS.AMB.ADV-EDGE")
def test_a_base_is_placed_wholly_on_the_table() -> None:
    state = placing(RED)
    assert placed(state, RED, "0.5,3") == []
    over = "0.1 inches over the edge of the table"
    assert placed(state, RED, "0.4,3") == [("AEGIS.ADV.ZONES", over)]


@pytest.mark.rule("AEGIS.ADV.ZONES")
def test_a_base_is_placed_on_nobody_else() -> None:
    start = begin(RULES, {"field": "table-36x24"})
    first = apply(RULES, start, (0,)).position
    ground = first.state.field.ground
    second = apply(RULES, first, PlaceUnit(0, ground.read("3,3"))).position.state  # type: ignore[arg-type]
    assert placed(second, RED, "4,3") == []
    name = second.units[0].name
    near = f"{name} stands 0.1 inches too near"
    assert placed(second, RED, "3.9,3") == [("AEGIS.SETUP.BOARD", near)]


@pytest.mark.rule("AEGIS.SC.ADV-MOVE", "AEGIS.ADV.MOVE", "AEGIS.AMB.ADV-MEASURE")
def test_any_fraction_of_an_inch_is_paid_as_an_inch() -> None:
    game = table().red("u", at="10,5", move=5).red("v", at="20,5", move=4).blue("e", at="30,20")
    (refusal,) = game.refuses(game.move("v", "22,5", "22,7.1"), "AEGIS.ADV.MOVE")
    assert refusal.reason == "0.1 inches too far"
    game.moves("u", "13,6.5").pays(6, 10)
    assert game.at("u") == "13,6.5"


@pytest.mark.rule("AEGIS.SC.ADV-RANGE", "AEGIS.ADV.RANGE", "AEGIS.AMB.ADV-MEASURE")
@pytest.mark.parametrize(
    ("at", "gap", "told"), [("7,5", 1, "1"), ("7.1,5", 2, "1.1"), ("10,5", 4, "4")]
)
def test_ranges_go_from_edge_to_edge(at: str, gap: int, told: str) -> None:
    ground = open_table().ground
    here, there = ground.read("5,5"), ground.read(at)
    assert ground.gap(here, there) == ground.gap(there, here) == gap
    assert ground.away(here, there) == ("inches away", told)


@pytest.mark.rule("AEGIS.ADV.RANGE")
def test_what_is_adjacent_on_a_table_may_be_struck_and_what_is_not_is_too_far_by_so_much() -> None:
    game = table().red("u", SWORD, GUN, at="5,5").blue("near", at="7,5").blue("far", at="3,6")
    assert game.may(game.use("u", "Sword", "near"))
    (refusal,) = game.refuses(game.use("u", "Sword", "far"), "AEGIS.RANGE.MODIFIED")
    assert refusal.reason == "far is out of range of Sword, 0.24 inches too far"


@pytest.mark.rule("AEGIS.ADV.RANGE")
def test_a_radius_starts_at_the_edge_of_the_base() -> None:
    game = table().red("u", WAVE, at="5,5").blue("in", at="8,5").blue("out", at="5,8.01")
    assert game.area("u", "Wave") == ["in"]


@pytest.mark.rule("AEGIS.SC.ADV-LOS", "AEGIS.ADV.LOS")
@pytest.mark.parametrize(
    ("a", "b", "clear"),
    [
        ("8,9", "16,9", True),
        ("8,10", "16,10", True),
        ("8,11", "16,11", False),
        ("9,9", "11,11", False),
    ],
)
def test_a_line_may_touch_terrain_but_not_run_through_it(a: str, b: str, clear: bool) -> None:
    ground = open_table(BOX).ground
    assert ground.sees(ground.read(a), ground.read(b)) == clear
    assert ground.sees(ground.read(b), ground.read(a)) == clear


@pytest.mark.rule("AEGIS.ADV.LOS")
def test_who_stands_behind_terrain_cannot_be_targeted() -> None:
    game = table(BOX).red("u", action("Rifle", distance=9), at="8,11").blue("e", at="16,11")
    (refusal,) = game.refuses(game.use("u", "Rifle", "e"), "AEGIS.LOS.BASIC")
    assert refusal.reason == "terrain hides e from u"


def lined(*actions: object) -> Battle:
    game = table().red("u", *actions, at="0.5,0.5").blue("t", at="3.5,4.5")  # type: ignore[arg-type]
    return game.blue("s", at="6.5,8.5").blue("o", at="7.5,6.5")


@pytest.mark.rule(
    "AEGIS.SC.ADV-LINES", "AEGIS.ADV.LINES", "AEGIS.EFFECT.COLLISION", "AEGIS.AMB.ADV-LINE"
)
def test_a_push_goes_in_any_direction_until_bases_touch() -> None:
    game = lined(PUSH).uses("u", "Push", "t").rolls(6).ends(t=5, s=5, o=6)
    assert game.at("t") == "5.9,7.7"


@pytest.mark.rule("AEGIS.SC.ADV-LINES", "AEGIS.ADV.LINES", "AEGIS.AMB.ADV-LINE")
def test_a_ray_pierces_the_bases_that_it_touches() -> None:
    game = lined(PIERCE, BEAM)
    assert game.area("u", "Pierce", "t") == ["s", "t"]
    assert game.area("u", "Beam", "s") == ["s", "t"]


@pytest.mark.rule("AEGIS.ADV.LINES")
def test_a_ray_that_touches_the_edge_of_a_base_pierces_it() -> None:
    game = table().red("u", PIERCE, at="5,5").blue("t", at="8,5")
    game.blue("touched", at="12,5.5").blue("missed", at="12,4.49")
    assert game.area("u", "Pierce", "t") == ["t", "touched"]


@pytest.mark.rule("AEGIS.ADV.LINES")
def test_terrain_stops_a_ray() -> None:
    game = table(BOX).red("u", PIERCE, BEAM, at="5,12").blue("t", at="8,12").blue("s", at="16,12")
    assert game.area("u", "Pierce", "t") == game.area("u", "Beam", "t") == ["t"]


@pytest.mark.rule("AEGIS.ADV.LINES", "AEGIS.EFFECT.PULL")
def test_a_pull_ends_at_the_base_of_who_pulls() -> None:
    game = table().red("u", PULL, at="5,5").blue("t", at="8.5,5")
    game.uses("u", "Pull", "t").rolls(6).ends(u=5, t=5)  # 2.5 of 6 inches, and half of 3.5
    assert game.at("t") == "6,5"


@pytest.mark.rule("AEGIS.ADV.LINES", "AEGIS.AMB.ADV-REST", "AEGIS.EFFECT.COLLISION")
def test_terrain_stops_a_push_at_the_last_hundredth_and_what_is_left_is_rounded_down() -> None:
    game = table(BOX).red("u", PUSH, at="5,11.3").blue("t", at="7.26,11.3")
    game.uses("u", "Push", "t").rolls(6).ends(t=5)  # 2.24 inches, 3.76 left
    assert game.at("t") == "9.5,11.3"


@pytest.mark.rule("AEGIS.AMB.ADV-REST")
def test_what_is_just_touched_in_passing_does_not_stop_a_push() -> None:
    game = table().red("u", PUSH, at="5,5").blue("t", at="7,5").blue("beside", at="10,6")
    game.uses("u", "Push", "t").rolls(6).ends(t=6, beside=6)
    assert game.at("t") == "13,5"


@pytest.mark.rule("AEGIS.ADV.LINES", "AEGIS.EFFECT.PUSHED-OFF", "AEGIS.AMB.ADV-LINE")
@pytest.mark.parametrize(("start", "end"), [("30,5", "36,5"), ("30.01,5", None)])
def test_a_base_is_off_the_table_when_its_centre_is(start: str, end: str | None) -> None:
    game = table().red("u", PUSH, at="25,5").blue("t", at=start).blue("e", at="3,20")
    game.uses("u", "Push", "t").rolls(6)
    assert game.at("t") == end


@pytest.mark.rule("AEGIS.AMB.ADV-EDGE", "AEGIS.ADV.MOVE")
def test_a_base_that_hangs_over_the_edge_moves_back_and_never_over_it_of_itself() -> None:
    game = table().red("u", at="35.9,5").blue("e", at="3,20")
    assert game.may(game.move("u", "35.5,5"))
    (refusal,) = game.refuses(game.move("u", "35.7,5"), "AEGIS.ADV.MOVE")
    assert refusal.reason == "0.2 inches over the edge of the table"
    game.refuses(game.move("u", "35.6,6", "35,6"), "AEGIS.ADV.MOVE")


@pytest.mark.rule("AEGIS.SC.ADV-JET", "AEGIS.ADV.MOVE", "AEGIS.PASSIVE.JET", "AEGIS.AMB.JET-RANGE")
def test_a_jet_pays_its_length_by_x_rounded_up() -> None:
    game = table().red("j", at="10,5", move=3, passives=("Jet 2",)).blue("e", at="30,20")
    (refusal,) = game.refuses(game.move("j", "16.1,5"), "AEGIS.ADV.MOVE")
    assert refusal.reason == "0.1 inches too far"
    game.moves("j", "14.2,5").pays(7, 10)


@pytest.mark.rule("AEGIS.ADV.MOVE")
def test_who_walks_goes_round_terrain_and_who_flies_over_it() -> None:
    game = (
        table(BOX).red("w", at="9,11", move=6).red("f", at="9,12.6", move=6, passives=("Flight",))
    )
    game.blue("e", at="30,20")
    (refusal,) = game.refuses(game.move("w", "15,11"), "AEGIS.ADV.MOVE")
    assert refusal.reason == "the way round is 1.94 inches too long"
    assert refusal.figures == (("inches", "7.94"), ("at most", 6))
    assert game.may(game.move("w", "11,9"))
    game.refuses(game.move("w", "11,11"), "AEGIS.SETUP.TERRAIN")
    game.refuses(game.move("f", "11,11"), "AEGIS.SETUP.TERRAIN")
    game.moves("f", "14.6,12.6").pays(4, 10)


@pytest.mark.rule("AEGIS.ADV.MOVE")
@pytest.mark.parametrize(("y", "free"), [("9.49", True), ("9.5", False)])
def test_a_base_may_not_touch_terrain_on_its_way(y: str, free: bool) -> None:
    game = table(BOX).red("u", at=f"9,{y}", move=6).blue("e", at="30,20")
    way = game.move("u", f"12,{y}", f"14.9,{y}")
    assert game.may(way) == free
    if not free:
        assert "terrain is in the way" in [r.reason for r in refusals(game.state, way)]


@pytest.mark.rule("AEGIS.ADV.MOVE")
@pytest.mark.parametrize(("y", "free"), [("6", True), ("5.99", False)])
def test_bases_may_touch_in_passing_but_not_overlap(y: str, free: bool) -> None:
    game = table().red("u", at="5,5", move=6).blue("e", at=f"8,{y}")
    assert game.may(game.move("u", "8,5", "10,5")) == free
    if not free:
        (refusal,) = game.refuses(game.move("u", "6,5", "10,5"), "AEGIS.ADV.MOVE")
        assert refusal.reason == "e is in the way"


@pytest.mark.rule("AEGIS.AMB.ADV-ROUND")
def test_a_way_round_is_found_and_a_shorter_one_may_be_laid_out() -> None:
    game = table().red("u", at="5,5", move=5).blue("e", at="7,5")
    ground = game.state.field.ground
    found = ground.way(game.state, game.spot("5,5"), game.spot("9,5"), 5, over=False)
    assert len(found) > 2
    assert game.may(game.move("u", "9,5"))
    assert game.may(game.move("u", *map(ground.text, found[1:])))
    far = game.move("u", "9.51,5")
    (refusal,) = game.refuses(far, "AEGIS.ADV.MOVE")
    assert refusal.reason == "the way round is 0.02 inches too long"
    assert game.may(game.move("u", "6.73,6", "7.27,6", "9.51,5"))  # just under 5 inches


@pytest.mark.rule("AEGIS.ADV.MOVE")
def test_where_no_way_round_leads_that_is_said() -> None:
    walls = [("4,4", "11,4.5"), ("4,9.5", "11,10"), ("4,4.5", "4.5,9.5"), ("10.5,4.5", "11,9.5")]
    game = table(*walls).red("u", at="7,7", move=6).blue("e", at="30,20")
    (refusal,) = game.refuses(game.move("u", "12,7"), "AEGIS.ADV.MOVE")
    assert refusal.reason == "no way is found round what stands before 12,7"
    assert refusal.figures == (("straight", "5"),)


@pytest.mark.rule("AEGIS.ADV.MOVE")
def test_the_laws_of_a_table_see_bases_that_overlap() -> None:
    game = table(BOX).red("u", at="5,5").red("v", at="5,5.99").blue("e", at="14.4,11")
    found = game.state.field.ground.broken(game.state)
    assert [*found] == ["the bases of u and v overlap", "e stands in terrain"]
    assert {"the bases of u and v overlap", "e stands in terrain"} < {*RULES.broken(game.state)}
    apart = table(BOX).red("u", at="5,5").red("v", at="5,6").blue("e", at="14.5,11")
    assert [*apart.state.field.ground.broken(apart.state)] == []
    assert "f stands off the table" in RULES.broken(table().red("f", at="36.01,5").state)


@pytest.mark.rule("AEGIS.AMB.ADV-NOWHERE")
def test_out_and_back_is_a_move_if_the_way_is_laid_out() -> None:
    game = table().red("u", at="5,5", move=4).blue("e", at="20,5")
    (refusal,) = game.refuses(game.move("u", "5,5"), "AEGIS.ADV.MOVE")
    assert refusal.reason == "it stands there already, and no way out is named"
    game.moves("u", "6.3,5", "5,5").pays(7, 10)
    assert game.unit("u").moved


@pytest.mark.rule("AEGIS.AMB.ADV-TIES", "AEGIS.EFFECT.PUSH-SEQUENCE")
def test_of_two_at_one_distance_the_first_from_the_right_is_pushed_first() -> None:
    ground = open_table().ground
    here = ground.read("10,10")
    round_about = ["13,10", "12,12", "10,13", "8,12", "7,10", "8,8", "10,7", "12,8"]
    straight = [ground.bearing(here, ground.read(at)) for at in round_about[::2]]
    oblique = [ground.bearing(here, ground.read(at)) for at in round_about[1::2]]
    assert None not in straight + oblique
    assert straight == sorted(straight)  # type: ignore[type-var]
    assert oblique == sorted(oblique)  # type: ignore[type-var]
    assert len({far for far, _ in straight + oblique}) == 2  # type: ignore[misc]


@pytest.mark.rule("AEGIS.AMB.ADV-DROP", "AEGIS.PASSIVE.COMBAT-DROP", "AEGIS.MODE.ADVANCED")
def test_a_late_unit_lands_on_any_point_six_inches_from_all_enemies() -> None:
    game = table().red("u", GUN, at="2,2", acted=True).blue("e", GUN, at="20,12")
    game.red("d", at=None, fate="waiting", passives=("Combat Drop 1",)).set(first_actor=0)
    game.ends_turn()
    assert isinstance(game.question.options, Options)  # type: ignore[union-attr]
    assert len(game.options) > 100
    near = game.spot("13.01,12")
    refused = game.refuses(Arrive(near), "AEGIS.PASSIVE.COMBAT-DROP")
    assert refused[0].reason == "e stands 0.01 inches too near"
    game.refuses(PASS, "AEGIS.PASSIVE.COMBAT-DROP")
    game.answers(Arrive(game.spot("13,12")))
    assert game.at("d") == "13,12"


@pytest.mark.rule("AEGIS.AMB.ADV-DROP", "AEGIS.AMB.DROP-BLOCKED")
def test_a_late_unit_waits_while_no_half_inch_is_far_enough() -> None:
    game = table(size="12,12").red("u", GUN, at="11,11", acted=True).blue("e", GUN, at="6,6")
    game.red("d", at=None, fate="waiting", passives=("Combat Drop 1",)).set(first_actor=0)
    full = game.fork().blue("f", GUN, at="1,1").blue("g", GUN, at="1,11").blue("h", GUN, at="11,1")
    assert game.ends_turn().options  # the corners are far enough
    full.ends_turn().ends()
    assert full.unit("d").fate == "waiting"


@pytest.mark.rule("AEGIS.ADV.LINES", "AEGIS.COMBINE-ABILITY.BLITZ")
def test_a_rush_is_one_straight_line_in_any_direction() -> None:
    made = robot(
        "made", GUN, level=2, classes=("A", "E"), move=5, combine_abilities=("Blitz",), makes=()
    )
    game = table(BOX).red("a", at="8,11").red("b", at="7,11", classes=("E",)).blue("e", at="30,20")
    game.prepares(made).combines("a", "b", "made")
    game.triggers("Blitz")
    refused = game.refuses(Rush(game.spot("15,11")), "AEGIS.ADV.MOVE", "AEGIS.ADV.MOVE")
    assert [each.reason for each in refused] == ["terrain is in the way", "2 inches too far"]
    game.answers(Rush(game.spot("9.17,14.63"))).declines()
    assert game.at("made") == "9.17,14.63"


@pytest.mark.rule("AEGIS.PASSIVE.CLOAKING", "AEGIS.MODE.ADVANCED")
def test_who_cloaks_slips_to_any_point_in_reach() -> None:
    game = table().red("u", at="5,5", passives=("Cloaking 3",)).blue("e", at="20,5")
    unit = game.id("u")
    game.refuses(Cloak(unit, game.spot("8.01,5")), "AEGIS.ADV.MOVE")
    game.does(Cloak(unit, game.spot("7.77,5.55")))
    assert game.at("u") == "7.77,5.55"
