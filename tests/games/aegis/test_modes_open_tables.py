"""Open tables as they are played: suggested places, answers in text, cards of tables, scenes."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.aegis.actions import Move
from gattai.games.aegis.actions.moving import Ends
from gattai.games.aegis.cards import FieldCard
from gattai.games.aegis.checks import check_card
from gattai.games.aegis.figures import suggested, where_to
from gattai.games.aegis.scene import MAKER
from gattai.kernel.position import Asked, observe
from gattai.kernel.question import Choose, Options
from gattai.kernel.record import Record, replay
from gattai.kernel.rulebook import Refused
from gattai.kernel.text import notation
from gattai.kernel.text.transcript import parse
from gattai.scene.advice import odds_of, preview_of
from gattai.scene.points import is_inside, point_of
from gattai.scene.stage import make_scene, why_not
from gattai.scene.svg.drawing import svg
from gattai.server.web import showcase
from gattai.terminal.client.squares import on_squares, preview_on_squares
from tests.games.aegis.table import GUN, RULES, SWORD, Battle, battle, open_table

BOX = ("10,10", "14,13")


def duel() -> Battle:
    """A robot that walks 5 and shoots 6, an enemy ten inches away, an ally, a box between."""
    game = battle(field=open_table(BOX), energy=(9, 9))
    game.red("u", GUN, SWORD, at="8,8", move=5).red("a", at="5,8", classes=("E",))
    return game.blue("e", GUN, at="18,8", move=2)


def thoughts(game: Battle) -> dict[str, str]:
    found = suggested(game.state, game.unit("u"), 5)
    return {why: game.state.field.ground.text(at) for at, why in found.items()}


def test_a_place_is_suggested_where_a_weapon_just_reaches() -> None:
    game = duel()
    at = thoughts(game)["Gun just reaches e"]
    assert at == "11,8"
    game.moves("u", at).pays(6, 9)
    assert game.may(game.use("u", "Gun", "e"))


def test_a_place_is_suggested_just_out_of_reach() -> None:
    game = duel()
    ground = game.state.field.ground
    at = thoughts(game)["just out of reach of e"]
    assert at == "8.99,8"
    assert ground.gap(ground.read(at), game.spot("18,8")) == 6 + 2 + 1


def test_places_out_of_sight_are_suggested_and_are() -> None:
    game = duel()
    ground = game.state.field.ground
    hidden = [at for at, why in suggested(game.state, game.unit("u"), 5).items() if "sight" in why]
    assert hidden
    assert not any(ground.sees(at, game.spot("18,8")) for at in hidden)


def test_a_place_next_to_an_ally_is_suggested_to_anyone_who_can_combine() -> None:
    game = duel()
    assert "next to a" not in thoughts(game)
    game.prepares("ark-2500")
    assert thoughts(game)["next to a"] == "7,8"


def test_what_is_suggested_is_said_with_the_move() -> None:
    game = duel()
    action = game.move("u", "11,8")
    assert action.label(game.state) == "move to 11,8: Gun just reaches e"
    assert game.move("u", "9.17,8").label(game.state) == "move to 9.17,8"


def test_bots_look_at_what_is_suggested_and_can_be_reached() -> None:
    game = duel()
    found = where_to(game.state, game.unit("u"), 5)
    assert found[game.spot("11,8")] == 3
    assert all(game.may(Move(game.id("u"), to)) for to in found)


def test_examples_are_listed_and_any_other_point_is_taken() -> None:
    game = duel()
    question = game.question
    assert isinstance(question, Choose)
    assert isinstance(question.options, Options)
    assert question.options.are_examples
    action = game.move("u", "9.17,8.31")
    assert action not in tuple(question.options)
    assert action in question.options


def test_a_refusal_says_by_how_much() -> None:
    game = duel()
    (refusal,) = game.refuses(game.move("u", "8,2.6"), "AEGIS.ADV.MOVE")
    assert refusal.reason == "0.4 inches too far"
    assert refusal.figures == (("inches", "5.4"), ("at most", 5))
    told = why_not(RULES, MAKER, game.state, "", game.move("u", "8,2.6"))
    assert told.reasons[0].text == "0.4 inches too far (inches 5.4, at most 5)"


@pytest.mark.parametrize("path", [("11,8",), ("9.5,7.25", "11,8.01")])
def test_a_move_reads_as_it_is_written(path: tuple[str, ...]) -> None:
    game = duel()
    words, action = RULES.words(game.state), game.move("u", *path)
    text = notation.write(action, words)
    assert text == ("move u 11,8" if len(path) == 1 else "move u 11,8.01 [9.5,7.25]")
    assert notation.read(text, words, RULES.action_types) == action


@pytest.mark.parametrize("text", ["move u 11;8", "move u 3.123,4", "move u here"])
def test_what_is_no_point_is_said_to_be_none(text: str) -> None:
    game = duel()
    with pytest.raises(ValueError, match="is not a point"):
        notation.read(text, RULES.words(game.state), RULES.action_types)


def test_a_match_with_points_is_written_read_and_taken_back() -> None:
    record: Record[Any] = Record(RULES, options={"field": "table-24x24"})
    record.answer((0,), None)
    ground = record.position.state.field.ground
    from gattai.games.aegis.actions import PlaceUnit

    for number, at in enumerate(("1,1", "2.5,1.37", "4,1", "1,3.33", "3,3")):
        record.answer(PlaceUnit(number, ground.read(at)), 0)  # type: ignore[arg-type]
    text = record.transcript().text()
    assert "place arly-100 2.5,1.37" in text
    *_, again = replay(RULES, parse(text))
    assert again.position == record.position
    with pytest.raises(Refused, match="outside the own starting zone"):
        record.answer(PlaceUnit(5, ground.read("1,1")), 1)  # type: ignore[arg-type]


def test_odds_in_inches_are_those_on_hexes() -> None:
    game = duel()
    game.moves("u", "11,8")
    use = game.use("u", "Gun", "e")
    odds = odds_of(RULES, MAKER, observe(RULES, game.position, game.state.turn), "", use)
    assert odds.bars == (("0", 0.5), ("1", 0.5))


def card(**fields: Any) -> FieldCard:
    return replace(open_table(), **fields)


SIZES = "is from 12 to 96 inches each way"
HEXES = "is for hexes; a table with a size has pieces"
FIRST, SECOND = ("4.9,0.4", "5.1,0.6"), ("0.4,4.9", "0.6,5.1")
"""On a table of 12 inches each of them takes one of the thirteen places that red is shown."""


@pytest.mark.rule("AEGIS.MODE.ADVANCED")
@pytest.mark.parametrize(
    ("fields", "complaints"),
    [
        ({"size": "36"}, [("size", "'36' is not a point: expected inches x,y such as '3.5,12'")]),
        ({"size": "12,12"}, []),
        ({"size": "96,96"}, []),
        ({"size": "11.99,24"}, [("size", SIZES)]),
        ({"size": "36,96.01"}, [("size", SIZES)]),
        ({"radius": 7}, [("radius", HEXES)]),
        ({"red": ((0, 0),)}, [("red", HEXES)]),
        ({"blue": ((0, 0),)}, [("blue", HEXES)]),
        ({"terrain": ((0, 0),)}, [("terrain", HEXES)]),
        ({"pieces": (("30,20", "36,22"),)}, []),
        ({"pieces": (("30,20", "36.01,22"),)}, [("pieces.0", "is not on the table")]),
        ({"pieces": (("1,1",),)}, [("pieces", "a piece of terrain has at least three corners")]),
        ({"size": "12,12", "pieces": (FIRST,)}, []),
        (
            {"size": "12,12", "pieces": (FIRST, SECOND)},
            [("pieces", "leave too little of a starting zone")],
        ),
    ],
)
def test_a_table_is_complained_of_for_its_mistakes_and_for_nothing_else(
    fields: dict[str, Any], complaints: list[tuple[str, str]]
) -> None:
    assert [*check_card("field", card(**fields))] == complaints


def test_our_tables_look_the_same_from_either_corner() -> None:
    for name in ("table-36x24", "table-24x24"):
        table = RULES.fields[name].table
        turned = {
            frozenset((table.width - x, table.height - y) for x, y in piece.corners)
            for piece in table.terrain
        }
        assert turned == {frozenset(piece.corners) for piece in table.terrain}
        assert not [*check_card("field", RULES.fields[name])]


def scene(game: Battle) -> Any:
    return make_scene(RULES, MAKER, game.position, game.state.turn, number=1)


def test_a_scene_has_the_table_its_pieces_at_points_and_their_reach() -> None:
    shown = scene(duel())
    assert (shown.board.shape, shown.board.size, shown.board.cells) == ("open", (36, 24), ())
    assert [each.zone for each in shown.board.shapes] == [0, 1, None]
    assert next(piece.at for piece in shown.pieces if piece.id == "u") == "8,8"
    reach = next(over for over in shown.overlays if over.piece == "u")
    assert reach.kind == "reach"
    edge = tuple(map(point_of, reach.cells))
    assert is_inside((8, 4), edge)
    assert not is_inside((8, 2.5), edge)
    assert not is_inside((11, 11), edge) or not duel().may(duel().move("u", "11,11"))


def test_no_reach_is_drawn_on_hexes_nor_of_who_cannot_move() -> None:
    hexes = battle().red("u", GUN, at=(0, 0)).blue("e", at=(3, 0))
    assert scene(hexes).overlays == ()
    game = duel()
    game.moves("u", "11,8")
    assert [over.piece for over in scene(game).overlays] == ["a"]


def test_the_picture_has_terrain_and_pieces_where_they_stand() -> None:
    text = svg(scene(duel()))
    assert text.count('fill="url(#grain0)"') == 1
    assert text.count('class="zone ') == 2
    assert text.count('<g class="piece') == 3


def test_letters_show_squares_and_answer_with_points() -> None:
    shown: Any = on_squares(scene(duel()))
    assert (shown.board.shape, len(shown.board.cells)) == ("square", 36 * 24)
    terrain = [cell.id for cell in shown.board.cells if cell.terrain]
    assert len(terrain) == 12
    assert "10,10" in terrain
    assert next(piece.at for piece in shown.pieces if piece.id == "u") == "8,8"
    option = next(each for each in shown.ask.options if each.text == "move u 8.99,8")
    assert option.cell == "8,8"
    assert on_squares(replace(scene(duel()), board=shown.board)) == shown


def test_two_pieces_in_one_square_are_shown_in_two() -> None:
    game = battle(field=open_table()).red("u", GUN, at="5.05,5.05").red("v", GUN, at="5.9,5.9")
    shown = on_squares(scene(game.blue("e", GUN, at="20,5")))
    places = [piece.at for piece in shown.pieces]
    assert len({*places}) == 3
    assert places[0] == "5,5"


def test_a_way_is_shown_on_squares() -> None:
    game = duel()
    shown = on_squares(scene(game))
    way = preview_on_squares(shown, MAKER.preview(game.state, "", game.move("u", "11,8"))).way
    assert way == ("8,8", "9,8", "10,8", "11,8")


def test_the_page_offers_open_tables_with_their_pictures() -> None:
    option = next(each for each in RULES.options if each.name == "field")
    offered = {offer.value: offer.board for offer in showcase.pictured(RULES, option).choices}
    assert [*offered] == ["hexfield-7", "open-7", "table-36x24", "table-24x24"]
    board = offered["table-24x24"]
    assert board is not None and board.is_open and board.size == (24, 24)


def asked_about(game: Battle, text: str) -> Any:
    seen = observe(RULES, game.position, game.state.turn)
    action = notation.read(text, RULES.words(game.state), RULES.action_types)
    return preview_of(RULES, MAKER, seen, text, action)


def test_an_unlisted_point_shows_path_price_and_targets() -> None:
    found = asked_about(duel(), "move u 11.3,8.2")
    assert found.against == ()
    assert (found.way[0], found.way[-1], found.price) == ("8,8", "11.3,8.2", "4 energy")
    assert found.open_to == ("a", "e")


def test_targets_are_listed_without_computing_the_next_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = duel()
    seen, action = observe(RULES, game.position, game.state.turn), game.move("u", "11.3,8.2")
    assert isinstance(seen.question, Asked)
    assert tuple(seen.question.options or ())  # the options of this moment are listed before

    def thought_of(self: Ends, index: int) -> None:
        raise AssertionError("nobody asked where the others might go")

    monkeypatch.setattr(Ends, "__getitem__", thought_of)
    assert preview_of(RULES, MAKER, seen, "", action).open_to == ("a", "e")


def test_of_a_point_behind_something_the_way_round_is_shown_though_it_is_too_long() -> None:
    game = duel()
    game.red("w", at="9,11.5", move=6)
    found = asked_about(game, "move w 15,11.5")
    assert [reason.text for reason in found.against] == [
        "the way round is 2.88 inches too long (inches 8.88, at most 6)"
    ]
    assert len(found.way) > 2


def test_a_way_that_is_laid_out_is_shown_as_it_is() -> None:
    found = asked_about(duel(), "move u 9,8 [8.5,7 9,7.5]")
    assert found.way == ("8,8", "8.5,7", "9,7.5", "9,8")


def test_a_place_towards_an_enemy_is_as_far_as_a_move_goes() -> None:
    for at in ("18,8", "18,8.1", "18,7.3", "8.2,20", "15.35,2.89"):
        game = battle(field=open_table(), energy=(9, 9)).red("u", at="8,8", move=5)
        to = thoughts(game.blue("e", GUN, at=at))["towards e"]
        (x, y), (there_x, there_y) = point_of(to), point_of(at)
        far, gap = hypot(x - 8, y - 8), hypot(there_x - 8, there_y - 8) - 1
        assert min(5, gap) - 0.03 < far <= 5


def test_a_point_too_far_away_shows_by_how_much() -> None:
    found = asked_about(duel(), "move u 3,5")
    assert [reason.text for reason in found.against] == [
        "0.84 inches too far (inches 5.84, at most 5)"
    ]
    assert found.against[0].cites.rule == "AEGIS.ADV.MOVE"
    assert found.price == "" and found.open_to is None


def test_who_is_asked_is_informed_that_the_options_are_examples() -> None:
    shown = scene(duel())
    assert shown.ask.are_examples and not shown.ask.obvious
    on_hexes = battle(energy=(9, 9)).red("u", GUN, at="0,0").blue("e", GUN, at="3,0")
    assert not scene(on_hexes).ask.are_examples
