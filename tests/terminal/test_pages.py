"""Boards, sides, cards and odds at the prompt, drawn from scenes: the same for every game."""

from __future__ import annotations

from random import Random

import pytest

from gattai import games
from gattai.kernel.position import apply, asked, begin, waiting
from gattai.kernel.question import Roll
from gattai.kernel.running.source import Seeded
from gattai.terminal.client.squares import on_squares
from gattai.terminal.pages.board import board_page
from gattai.terminal.pages.table import headline, panels_for, sides
from tests.games.aristeia.driver import bout
from tests.terminal.prompting import menu_at, printed, scene_at

RULES = games.load("aristeia")


def test_the_sides_say_where_everybody_is_and_what_lies_there() -> None:
    game = bout("lunah", {"lunah": (-8, 2), "gata": (-1, 0)})
    scene = scene_at(RULES, game.position)
    told = printed(*sides(scene, panels_for("ARISTEIA")))
    assert "Major Lunah" in told and "deck: " in told and "Running Order" in told
    assert "AP" in headline(scene) and "Victory Points" in headline(scene)


def test_cards_can_be_read_in_full() -> None:
    game = bout("lunah", {"lunah": (-8, 2), "gata": (-1, 0)})
    told = printed(*sides(scene_at(RULES, game.position), panels_for("ARISTEIA"), full=True))
    assert "Called Shot: " in told and "Energy" in told


def test_pieces_stand_out_from_the_ground() -> None:
    game = bout("lunah", {"lunah": (-8, 2), "gata": (-1, 0)})
    board = next(board_page(scene_at(RULES, game.position)))
    at = board.plain.index("(G")
    styles = [str(span.style) for span in board.spans if span.start <= at < span.end]
    assert len(styles) == 1 and styles[0].startswith("bold #")


@pytest.mark.parametrize("game", games.names())
def test_every_game_is_drawn_and_every_option_has_one_number(game: str) -> None:
    rules = games.load(game).seated({})
    position, dice = begin(rules, {}), Seeded(Random, "7")
    for number in range(12):
        question = asked(rules, position)
        if isinstance(question, Roll):
            position = apply(rules, position, dice.faces(question, number)).position
            continue
        menu, scene = menu_at(rules, position), scene_at(rules, position)
        assert scene.ask is not None
        printed(*board_page(scene), *sides(scene, panels_for(game), full=True), *menu.lines())
        assert sorted(menu.texts) == sorted(option.text for option in scene.ask.options)
        last = len(menu.texts)
        assert menu.write(menu.find(str(last))) == menu.texts[-1]
        assert menu.write(menu.find(menu.texts[0])) == menu.texts[0]
        seat = waiting(rules, position)[0]
        position = apply(rules, position, menu.find("1"), seat=seat).position


def test_an_open_table_is_drawn_with_its_inches_at_its_edges() -> None:
    rules = games.load("aegis").seated({})
    position = begin(rules, {"field": "table-24x24"})
    thrown = asked(rules, position)
    assert isinstance(thrown, Roll)
    position = apply(rules, position, Seeded(Random, "7").faces(thrown, 0)).position
    scene = on_squares(scene_at(rules, position))
    drawn, legend = (each.plain for each in board_page(scene))
    *rows, foot = drawn.splitlines()
    assert foot.split() == [str(inch) for inch in range(24)]
    assert [row.split()[0] for row in rows] == [str(inch) for inch in reversed(range(24))]
    assert any("########" in row for row in rows), "terrain is one piece"
    assert "in inches" in legend and not any("12" in row[4:] for row in rows)
