"""The pictures of rules fit the rules, and are moments of games that can be played again."""

from __future__ import annotations

import pytest

from gattai import games
from gattai.games.rule_pictures import pictures_of
from tests.games.rule_pictures import mined

LEAST = {"aegis": 50, "aristeia": 40, "attack-chart": 25, "mechastellar": 110, "robot-empire": 35}
"""How many rules of each game have a picture, at least."""


@pytest.mark.parametrize("game", LEAST)
def test_each_picture_shows_who_takes_part_in_a_rule_of_its_game(game: str) -> None:
    found = pictures_of(games.get(game).folder)
    rules = {rule.id for rule in games.load(game).rulebook.rule}
    assert LEAST[game] <= len(found)
    assert {*found} <= rules
    for rule, picture in found.items():
        cells = {cell.id for cell in picture.cells}
        parts = picture.pieces[: picture.actor + picture.targets]
        assert " " in picture.text and parts, rule
        assert len(parts) == picture.actor + picture.targets, rule
        assert {*picture.way} <= cells and len({*picture.way}) != 1, rule
        assert bool(cells) == bool(picture.shape), rule
        assert not cells or any(piece.at in cells for piece in parts) or picture.way, rule


def test_a_game_without_pictures_has_none(tmp_path: object) -> None:
    assert pictures_of(games.get("attack-chart").folder / "nowhere") == {}


def test_the_games_of_the_pictures_can_be_played_again() -> None:
    shipped = pictures_of(games.get("attack-chart").folder)
    again = mined("attack-chart", range(2))
    of_these = {rule: one for rule, one in shipped.items() if one.source.split("/")[0] in "01"}
    assert of_these
    assert {rule: again[rule] for rule in of_these} == of_these
