"""Dividing damage: every whole division may be answered, and no more are listed than one can read."""

from __future__ import annotations

from itertools import product

import pytest

from gattai.games.aegis.actions import DivideDamage
from gattai.kernel.question import Choose, Options
from gattai.kernel.text import notation
from gattai.kernel.text.answers import read_answer
from tests.games.aegis.table import RULES, Battle, action, battle

PLACES = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (2, 0))


def flood(count: int, dice: int, power: int = 2, **fields: object) -> Battle:
    """All dice hit so many units near each other: `dice * power` damage is to be divided."""
    card = action("Flood", dice, 2, power=power, distance=5, radius=2, attributes="DIV")
    game = battle().red("u", card, at=(-5, 0))
    for number in range(count):
        game.blue(f"e{number}", at=PLACES[number], **{"integrity": 20, **fields})
    return game.uses("u", "Flood", "e0").rolls(*[6] * dice)


def shares(game: Battle, *amounts: int) -> DivideDamage:
    return DivideDamage(tuple((game.id(f"e{n}"), amount) for n, amount in enumerate(amounts)))


@pytest.mark.rule("AEGIS.MOD.DIV")
def test_few_divisions_are_all_listed_the_most_to_the_first() -> None:
    game = flood(3, 2, 1)
    wanted = [each for each in product(range(2, -1, -1), repeat=3) if sum(each) == 2]
    assert [tuple(n for _, n in option.shares) for option in game.options] == wanted


@pytest.mark.rule("AEGIS.MOD.DIV")
def test_of_fifty_thousand_divisions_some_hundreds_are_listed_and_all_may_be_answered() -> None:
    game = flood(8, 6)
    assert len(game.options) < 500
    assert len(dict.fromkeys(game.options)) == len(game.options)
    for amounts in [(1, 1, 1, 1, 2, 2, 2, 2), (0, 3, 0, 5, 0, 0, 3, 1), (0,) * 7 + (12,)]:
        game.fork().answers(shares(game, *amounts)).ends(
            **{f"e{n}": 20 - amount for n, amount in enumerate(amounts)}
        )


@pytest.mark.rule("AEGIS.MOD.DIV")
def test_listed_are_all_to_one_all_between_two_and_an_even_share() -> None:
    game = flood(8, 6)
    for number in range(8):
        one = [0] * 8
        one[number] = 12
        assert shares(game, *one) in game.options
    assert shares(game, 5, 0, 0, 7, 0, 0, 0, 0) in game.options
    assert shares(game, 2, 2, 2, 2, 1, 1, 1, 1) in game.options


@pytest.mark.rule("AEGIS.MOD.DIV")
def test_listed_is_just_enough_to_destroy_some_and_the_rest_to_another() -> None:
    game = flood(8, 6, integrity=3)
    assert shares(game, 3, 0, 3, 3, 0, 3, 0, 0) in game.options
    game = flood(8, 6, integrity=5)
    assert shares(game, 0, 5, 0, 0, 5, 0, 2, 0) in game.options


@pytest.mark.rule("AEGIS.MOD.DIV")
@pytest.mark.parametrize(
    "amounts",
    [(1, 1, 1, 1, 1, 1, 1, 1), (13, 0, 0, 0, 0, 0, 0, 0), (13, -1, 0, 0, 0, 0, 0, 0), (12,)],
    ids=["too little", "too much", "less than nothing", "somebody left out"],
)
def test_what_does_not_come_to_the_whole_is_refused_with_its_reason(
    amounts: tuple[int, ...],
) -> None:
    game = flood(8, 6)
    (refusal,) = game.refuses(shares(game, *amounts), "AEGIS.MOD.DIV")
    assert "12" in str(refusal) or "each" in str(refusal)


@pytest.mark.rule("AEGIS.MOD.DIV")
def test_a_division_of_an_old_transcript_is_read_as_it_was_written() -> None:
    game = flood(8, 6)
    words = RULES.words(game.state)
    answer = shares(game, 1, 1, 1, 1, 2, 2, 2, 2)
    question = game.question
    assert isinstance(question, Choose)
    text = notation.write(answer, words)
    assert text == "divide [[e0 1] [e1 1] [e2 1] [e3 1] [e4 2] [e5 2] [e6 2] [e7 2]]"
    assert read_answer(RULES, game.position, question, text) == answer
    assert isinstance(question.options, Options)


@pytest.mark.rule("AEGIS.MOD.DIV")
def test_one_unit_alone_is_not_asked() -> None:
    flood(1, 2).ends(e0=16)
