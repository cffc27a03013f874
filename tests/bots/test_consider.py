"""What a decision asks of the rules: no more than it needs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from gattai import games
from gattai.bots import registry
from gattai.kernel.position import Asked, GamePosition, apply, begin, stand
from gattai.kernel.question import Choose, Offered, Options, Roll, Together, any_one, part_of
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.batch import play_out
from tests.bots.tables import SMALL, acting, ask_of


def test_greedy_does_not_list_all_options_at_a_settled_table() -> None:
    rules, position = acting("aegis", 12)
    seen, ask = ask_of(rules, GamePosition(position.state))
    assert isinstance(ask, Choose) and isinstance(seen.question, Asked)
    options, looked = ask.options, list[object]()
    assert isinstance(options, Options) and isinstance(seen.question.options, Offered)
    refusals = options.refusals

    def watched(answer: object) -> Iterator[Refusal]:
        looked.append(answer)
        return refusals(answer)

    options.refusals = watched
    answer = registry.make("greedy", "1", rules=rules).answer(seen, ask, 13)
    assert 0 < len(looked) < len(options.candidates)
    assert answer in tuple(seen.question.options)


@pytest.mark.parametrize("game", games.names())
def test_a_game_is_over_exactly_where_nothing_more_is_asked(game: str) -> None:
    rules = games.load(game).seated(SMALL[game])
    source = random.Random(game)
    settled: list[Any] = []

    def noting(state: Any, question: Choose) -> object:
        settled.append(state)
        return any_one(question.options, source)

    start, seats = begin(rules, SMALL[game]).state, len(rules.seats)
    lengths = [play_out(rules, start, (noting,) * seats, source).decisions for _ in range(2)]
    assert min(lengths) > 5
    assert not any(rules.is_over(state) for state in settled)
    ended = ended_at(game)
    assert rules.is_over(ended) and isinstance(rules.next_question(ended), Outcome)


def ended_at(game: str) -> Any:
    """The table at the end of a random game."""
    rules = games.load(game).seated(SMALL[game])
    source, step = random.Random(game), stand(rules, begin(rules, SMALL[game]))
    while not isinstance(question := step.question, Outcome):
        if isinstance(question, Roll):
            step = apply(rules, step.position, question.dice.faces(source))
            continue
        seat = step.waiting[0]
        ask = part_of(question, seat) if isinstance(question, Together) else question
        assert isinstance(ask, Choose)
        step = apply(rules, step.position, any_one(ask.options, source), seat=seat)
    return step.table
