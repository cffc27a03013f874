"""What an answer is worth on average, by the odds of the rules themselves.

All ways the dice can fall are walked, the likeliest first. Most answers have few and are walked
to the end: their value is exact. Where there are very many the walk stops after `most` tables or
when what is left is unlikely, and the value is that of what was seen.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

from gattai.bots.course import Course, Live, declined
from gattai.bots.evaluations import Evaluation
from gattai.kernel.question import Choose, Place, Roll, Seat, Together
from gattai.kernel.ruleset import AnyRuleset, Outcome

ENOUGH = 0.995
"""The share of all ways after which the rest is left out."""

Judge = Callable[[Live], float]


def judge_for(evaluation: Evaluation, seat: Seat) -> Judge:
    """What a settled table is worth to this seat; equal tables are judged once."""
    known: dict[Any, float] = {}

    def judge(live: Live) -> float:
        if isinstance(live.question, Outcome):
            return evaluation.of_outcome(live.question, seat)
        state = live.state
        value = known.get(state)
        if value is None:
            value = known[state] = evaluation.worth(state, seat)
        return value

    return judge


def expected(
    rules: AnyRuleset, course: Course, value: Any, judge: Judge, *, most: int = 48
) -> float:
    """The mean worth of the table once an answer has been resolved.

    Choices on the way are declined, by everybody: whoever is asked one later will think then.
    """
    start = Course(course.state, (*course.values, value))
    # Ways yet to be walked: the likeliest first, of equals the earlier.
    ways: list[tuple[float, int, tuple[Any, ...]]] = [(-1.0, 0, start.values)]
    pushed = 0
    mean = seen = 0.0
    runs = 0
    while ways and seen < ENOUGH and (runs < most or not seen):
        negative, _, values = heapq.heappop(ways)
        share = -negative
        live = Live(rules, Course(start.state, values))
        runs += 1
        more: tuple[Any, ...] = ()
        while not live.is_settled:
            question = live.question
            if isinstance(question, Roll):
                outcomes = question.dice.outcomes()
                total = question.dice.total
                for reading, ways_of_it in outcomes:
                    pushed += 1
                    likely = share * ways_of_it / total
                    heapq.heappush(ways, (-likely, pushed, (*values, *more, reading)))
                break
            taken = _declined(question)
            more = (*more, taken)
            live.give(taken)
        else:
            mean += share * judge(live)
            seen += share
    return mean / seen if seen else 0.0


def _declined(question: Any) -> Any:
    match question:
        case Choose():
            return declined(question)
        case Together(asks=asks):
            return tuple(declined(ask) for ask in asks)
        case Place(region=region):
            return region.suggest()[0]
        case _:
            raise TypeError(f"{question!r} cannot be declined")
