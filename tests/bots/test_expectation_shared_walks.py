"""What greedy walks once, merged and shared, comes to the same as every way walked by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from gattai import games
from gattai.bots import evaluations, expectation
from gattai.bots.consider import Sure, consider
from gattai.bots.expectation import ExpectationWalk, Judge, Midway, judge_for, readings
from gattai.bots.simulation import Live, Simulation
from gattai.kernel.dice import Shuffle
from gattai.kernel.position import observe
from gattai.kernel.question import Choose, Roll, Together
from tests.bots.tables import SMALL, random_asks

MAX_WAYS = 400
"""With more ways than these an answer is not compared: each is run from the start here."""
COMPARED = 24
"""So many answers of each game are compared, settled and in the middle of an action."""
ANSWERS = 3
"""Of one question."""


class TooMany(Exception):
    """More ways than anybody waits for, or a deck that nobody can walk."""


def every_way(
    rules: Any, simulation: Simulation, value: Any, midway: Midway
) -> Iterator[tuple[float, Live]]:
    """Each way by itself, from the settled table, dice by dice; no part is looked up."""
    outcomes: list[tuple[float, tuple[Any, ...]]] = [(1.0, (*simulation.values, value))]
    walked = 0
    while outcomes:
        share, values = outcomes.pop()
        walked += 1
        if walked > MAX_WAYS:
            raise TooMany
        live = Live(rules, Simulation(simulation.state, values))
        while not live.is_settled:
            question = live.question
            if isinstance(question, Roll):
                if isinstance(question.dice, Shuffle) or len(question.dice.outcomes()) > 64:
                    raise TooMany
                falls = readings(question.dice, None)
                outcomes += [(share * likely, (*values, fall)) for fall, likely in falls]
                break
            answer: Any
            if isinstance(question, Together):
                answer = tuple(midway(live.state, ask) for ask in question.asks)
            else:
                assert isinstance(question, Choose)
                answer = midway(live.state, question)
            values = (*values, answer)
            live.give(answer)
        else:
            yield share, live


def slowly(rules: Any, simulation: Simulation, value: Any, judge: Judge, midway: Midway) -> float:
    """The mean worth of an answer, nothing shared."""
    outcomes = every_way(rules, simulation, value, midway)
    return sum(share * judge(live) for share, live in outcomes)


@pytest.mark.parametrize("game", games.names())
def test_walking_once_comes_to_the_same(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expectation, "ENOUGH", 1 - 1e-12)
    rules, evaluation = games.load(game).seated(SMALL[game]), evaluations.of(game)
    compared = middle = 0
    for number in range(8):
        for position, question in random_asks(rules, random.Random(number), SMALL[game], 250):
            if compared >= COMPARED or (position.is_settled and compared - middle > COMPARED // 2):
                continue
            seen = observe(rules, position, question.seat)
            problem = consider(seen, question, random.Random(1), 8, rules, evaluation)
            if isinstance(problem, Sure) or problem.determinizations[0].others is not None:
                continue
            simulation = problem.determinizations[0].simulation
            judge = judge_for(evaluation, question.seat, len(rules.seats))
            walk = ExpectationWalk(rules, simulation, judge, evaluation.midway)
            for option in problem.closely[:ANSWERS]:
                try:
                    slow = slowly(rules, simulation, option, judge, evaluation.midway)
                except TooMany:
                    continue
                assert walk.expected(option, 1_000_000) == pytest.approx(slow, abs=1e-6)
                compared += 1
                middle += not position.is_settled
    assert compared >= COMPARED // 2
