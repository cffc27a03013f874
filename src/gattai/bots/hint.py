"""What a bot would answer in somebody's place, and what it expects of it and of the next best.

A hint and a review weigh answers by the same function, with what is drawn following from seat and
number: whoever takes a hint is never told afterwards that it was a mistake. Only what the seat sees
goes in.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any

import msgspec

from gattai.bots.bot import Ask
from gattai.bots.consider import Sure, consider, how_far, ranked
from gattai.bots.evaluations import WON, Evaluation, of, rules_of
from gattai.bots.expectation import judge_for
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Seen
from gattai.kernel.ruleset import AnyRuleset

CLOSELY = 8
"""So many of the game's ideas are compared: as many as the best of the quick bots looks at."""
MOST_IDEAS = 3
"""So many a hint tells."""


class Weighed(msgspec.Struct, frozen=True):
    """An answer, and the chance to win that is expected of it, as against one other."""

    answer: Any
    chance: float


def weighed(
    rules: AnyRuleset,
    evaluation: Evaluation,
    seen: Seen[Any],
    ask: Ask,
    number: int,
    make: Callable[[str], Randomness],
    *,
    given: tuple[Any, ...] = (),
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[Weighed, ...]:
    """The answers that are worth a look, the best first, and with them what was `given`.

    Nothing where there is nothing to choose, or nothing can be told. `consider.GaveUp` as soon as it is stopped.
    """
    source = make(f"review/{ask.seat}/{number}")
    problem = consider(seen, ask, source, CLOSELY, rules, evaluation)
    if isinstance(problem, Sure):
        return ()
    more = [each for each in given if each not in problem.closely]
    problem = msgspec.structs.replace(problem, closely=[*problem.closely, *more])
    judge = judge_for(evaluation, ask.seat, len(rules.seats), source, how_far(problem))
    values = ranked(problem, judge, source, stopped)
    return tuple(Weighed(option, chance_of(evaluation, worth)) for worth, option in values)


def hint(
    seen: Seen[Any],
    ask: Ask,
    number: int,
    make: Callable[[str], Randomness],
    *,
    rules: AnyRuleset | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[Weighed, ...]:
    """The best answers to question `number`, the best first; nothing where there is no choice."""
    rules = rules or rules_of(seen.state)
    found = weighed(rules, of(rules.name), seen, ask, number, make, stopped=stopped)
    return found[:MOST_IDEAS]


def chance_of(evaluation: Evaluation, worth: float) -> float:
    """What a worth means, told as a chance to win against one other.

    >>> chance_of(Evaluation(worth=lambda state, seat: 0.0, sway=10), 0.0)
    0.5
    >>> chance_of(Evaluation(), 100.0)  # nobody judges tables: so it went where it was played on
    0.75
    """
    if evaluation.worth is None:
        return (1 + worth / WON) / 2
    return 1 / (1 + exp(min(700.0, -worth / evaluation.sway)))
