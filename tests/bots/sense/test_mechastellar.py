"""MechaStellar: bots face the enemy, turn only with reason, give up parts only to live, and know the ruleset."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.bots.evaluations.mechastellar import facing_value, score
from gattai.games.mechastellar.actions import Endure, Face, Ready, Rotate, Spin, Suffer
from gattai.games.mechastellar.state import NORTH, SOUTH
from gattai.kernel.question import Choose, Roll
from tests.bots.sense.levels import answers, every_level, thinking_levels
from tests.games.mechastellar.table import LATER, RULES, Battle, battle


def facing(seat: int, *units: str) -> Battle:
    """A side turns its models before the battle."""
    state = battle(*units).state
    return Battle(replace(state, phase="facing", turn=seat, act=None, momentum=(0, 0), round=0))


@every_level
def test_the_bot_must_not_turn_away_from_the_enemy_at_deployment(level: str) -> None:
    game = facing(NORTH, "A1 argonaut -2,4 1", "B1 dervish 2,-4 4", "B2 argonaut 0,-4 4")
    assert all(isinstance(each, Ready) for each in answers(RULES, game.position, level))


@every_level
def test_the_bot_must_not_leave_its_back_to_the_enemy_at_deployment(level: str) -> None:
    """A unit that was put down behind the enemy looks the wrong way until it is turned."""
    game = facing(SOUTH, "A1 argonaut 2,-5 1", "B1 dervish -2,4 4")
    for answer in answers(RULES, game.position, level):
        if level != "rookie" or isinstance(answer, Face):
            assert isinstance(answer, Face)
            turned = replace(game.unit("A1"), facing=answer.facing)
            assert turned.at is not None
            assert facing_value(game.state, turned, turned.at) == 0


@every_level
def test_the_bot_must_not_turn_without_need(level: str) -> None:
    """Nobody is near and nothing can be shot at: to turn and to turn back brings nothing."""
    game = battle("A1 argonaut -5,5 1", "B1 dervish 5,-5 4").begins("A1")
    for answer in answers(RULES, game.position, level):
        assert not isinstance(answer, Spin | Rotate)


BLOW = [[10] * 7, [1] * 6, [1, 1, 1, 10, 10]]
"""14 Hits of 500 and three failed saves of 1000; there is no Finishing Blow."""


def struck(hp: int) -> Battle:
    """An Elite with so many HP is asked whether it gives up a part instead of a failed save."""
    game = battle(
        "A1 blue-djinn 0,0 0", f"B1 white-asura 1,0 3 hp={hp}", parameters=NO_FINISHING_BLOW
    ).begins("A1")
    game.answers(game.read("attack heat-sword B1"))
    faces = [*BLOW]
    while not (isinstance(game.question, Choose) and game.question.rule == "MS.BD.OPTION"):
        if isinstance(game.question, Roll):
            game.answers(tuple(faces.pop(0)))
        else:
            assert isinstance(game.question, Choose)
            game.answers(next(each for each in LATER if each in game.question.options))
    return game


NO_FINISHING_BLOW = {"finishing.threshold": 99}


@thinking_levels
def test_the_bot_must_not_give_up_parts_and_die_anyway(level: str) -> None:
    """The Hits alone destroy it."""
    assert all(isinstance(each, Endure) for each in answers(RULES, struck(7000).position, level))


@thinking_levels
def test_the_bot_must_not_die_where_parts_would_save_it(level: str) -> None:
    """One part is not enough, three are."""
    assert all(isinstance(each, Suffer) for each in answers(RULES, struck(7500).position, level))


def test_the_value_depends_on_the_ruleset_that_is_played() -> None:
    laid = battle("A1 argonaut 0,0 0 hp=1000", "B1 dervish 6,0 3").state
    never = replace(laid.rules, vp=replace(laid.rules.vp, half_below_percent=0))
    assert score(replace(laid, rules=never), SOUTH) > score(laid, SOUTH)
