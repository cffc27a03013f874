"""Cover that counted may break: which piece, how many, and against which number."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.mechastellar.events.attack import TerrainBroken
from gattai.kernel.event import Rolled
from gattai.kernel.question import Roll
from gattai.tabletop.hexes import to_text
from tests.games.mechastellar.table import Battle, battle

BOTH = ("1,2 wall", "2,1 wall")
"""Two walls between (0,0) and (2,2): the line runs along both."""


def shot(
    *terrain: str, unit: Any = "argonaut", weapon: Any = "machine-gun", **given: Any
) -> Battle:
    game = battle(f"A1 {unit} 0,0 5", "B1 argonaut 2,2 3", terrain=terrain, parameters=given)
    return game.plays("A1", f"attack {weapon} B1")


def broken(game: Battle) -> list[str]:
    return [to_text(event.at) for event in game.happened(TerrainBroken)]


def checked(game: Battle) -> list[int]:
    """How many dice each check took."""
    rules = ("MS.TERRAIN.CHECK", "MS.TERRAIN.DIRECT")
    return [
        len(event.faces.open())
        for event in game.told
        if isinstance(event, Rolled) and event.rule in rules
    ]


@pytest.mark.rule("MS.TERRAIN.CHECK", "MS.TERRAIN.CHOICE")
def test_of_two_pieces_the_defender_names_the_one_that_is_at_risk() -> None:
    game = shot(*BOTH)
    (question,) = game.questioned("MS.TERRAIN.CHOICE")
    assert question.seat == 1 and {to_text(each.piece) for each in question.options} == {
        "1,2",
        "2,1",
    }
    assert question.otherwise == next(iter(question.options)) and checked(game) == [1]
    one = shot(BOTH[0])
    assert one.questioned("MS.TERRAIN.CHOICE") == [] and checked(one) == [1]
    assert checked(shot()) == [] and checked(shot("1,2 fence", "2,1 fence")) == []
    mixed = shot("1,2 fence", "2,1 wall")
    assert mixed.questioned("MS.TERRAIN.CHOICE") == [] and checked(mixed) == [1]


@pytest.mark.rule("MS.TERRAIN.DIRECT", "MS.TERRAIN.CHECK", "MS.TERRAIN.CHOICE")
def test_an_area_weapon_tests_two_pieces_three_times_each() -> None:
    duke: dict[str, Any] = {"unit": "iron-duke", "weapon": "rust-hurricane"}
    game = shot(*BOTH, **duke)
    assert len(game.questioned("MS.TERRAIN.CHOICE")) == 1 and checked(game) == [3, 3]
    assert checked(shot(*BOTH, **duke, **{"terrain.aoe_max": 1})) == [3]


@pytest.mark.rule("MS.TERRAIN.CHECK", "MS.TERRAIN.CHOICE", "MS.TERRAIN.DIRECT")
def test_where_cover_is_not_tested_nobody_is_asked_and_nothing_is_thrown() -> None:
    none = shot(*BOTH, **{"terrain.checks_used_as_cover": 0})
    assert none.questioned("MS.TERRAIN.CHOICE") == [] and checked(none) == []
    piece = battle(
        "A1 argonaut 0,0 0",
        "B1 argonaut 6,-6 3",
        terrain=["2,0 wall"],
        parameters={"terrain.checks_direct": 0},
    )
    assert checked(piece.plays("A1", "strike machine-gun 2,0")) == []


@pytest.mark.rule("MS.TERRAIN.CHECK")
@pytest.mark.parametrize(
    ("dmg", "die", "breaks"),
    [(101, 1, True), (101, 2, False), (200, 1, True), (500, 4, True), (500, 5, False)],
)
def test_a_piece_holds_if_the_die_times_a_hundred_reaches_the_dmg(
    dmg: int, die: int, breaks: bool
) -> None:
    game = battle("A1 argonaut 0,0 0", "B1 argonaut 5,0 3", terrain=["4,0 wall"]).armed(
        "A1", "machine-gun", dmg=dmg
    )
    game.plays("A1", "attack machine-gun B1", dice=[[1] * 10, [10] * 8, [die]])
    assert broken(game) == (["4,0"] if breaks else [])
    weak = battle("A1 argonaut 0,0 0", "B1 argonaut 5,0 3", terrain=["4,0 wall"]).armed(
        "A1", "machine-gun", dmg=100
    )
    assert checked(weak.plays("A1", "attack machine-gun B1")) == []


@pytest.mark.rule("MS.TERRAIN.CHECK")
def test_the_check_says_what_has_to_hold() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 argonaut 6,-6 3", terrain=["2,0 wall"]).begins("A1")
    game.answers(game.read("strike machine-gun 2,0"))
    assert isinstance(game.question, Roll) and "wall on 2,0" in game.question.what
