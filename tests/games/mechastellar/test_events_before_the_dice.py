"""What is decided before the dice, and what they are made of, stands in the log."""

from __future__ import annotations

import pytest

from gattai.games.mechastellar.events.attack import PoolGathered
from gattai.kernel.event import Chosen, Event, fold, witness
from gattai.kernel.question import Choose
from tests.games.mechastellar.table import Battle, battle


def said(game: Battle, kind: type[Event]) -> list[str]:
    return [event.describe(game.state) for event in game.happened(kind)]


@pytest.mark.rule("MS.ELITE.CHOOSE", "MS.LOCKON.CHOICE")
def test_the_log_tells_what_attacker_and_defender_take_before_the_dice() -> None:
    game = battle("A1 white-asura 0,0 0", "B1 crimson-gallant 2,0 3")
    game.begins("A1")
    game.answers(game.read("attack beam-rifle B1"))
    question = game.question
    assert isinstance(question, Choose)
    game.answers(game.read("aim bullseye"))
    game.answers(game.read("brace guard"))
    assert said(game, Chosen) == ["A1 takes Bullseye", "B1 takes Guard"]


@pytest.mark.rule("MS.ATTACK.POOLS", "MS.UNIT.MECH-PLUS")
def test_both_pools_are_reported_term_by_term_before_a_die_falls() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 dervish 6,0 3").begins("A1")
    game.answers(game.read("attack machine-gun B1"))
    assert said(game, PoolGathered) == [
        "A1 attacks with 10 dice (+10 Machine Gun), +5 HIT (+5 Mech+)",
        "B1 defends with 8 dice (+8 Evade), +3 DEF (+3 Mech+)",
    ]


@pytest.mark.rule("MS.ATTACK.POOLS")
def test_the_pools_only_tell() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 dervish 6,0 3").begins("A1")
    game.answers(game.read("attack machine-gun B1"))
    told = tuple(game.happened(PoolGathered))
    assert len(told) == 2
    assert fold(game.state, told) == game.state
    assert witness(told) == witness(())


@pytest.mark.rule("MS.ATTACK.POOLS")
@pytest.mark.parametrize(("unit", "can_finish"), [("white-asura", True), ("argonaut", False)])
def test_the_pool_says_how_many_hits_finish_only_for_those_who_can(
    unit: str, can_finish: bool
) -> None:
    only_elite = {"finishing.tier": "elite"}
    game = battle(f"A1 {unit} 0,0 0", "B1 dervish 2,0 3", parameters=only_elite).begins("A1")
    game.answers(game.read(f"attack {'beam-rifle' if can_finish else 'machine-gun'} B1"))
    while not game.happened(PoolGathered):
        question = game.question
        assert isinstance(question, Choose)
        game.answers(question.otherwise)
    assert (game.happened(PoolGathered)[0].enough > 0) is can_finish
