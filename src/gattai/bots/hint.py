"""What a bot would answer in somebody's place, and what it expects of it and of the next best.

A hint looks ahead as the bots that plan do (`plans`), by the hand-set eye, for its worth is a chance to win.
A review weighs answers by the same function, with what is drawn following from seat and number: whoever
takes a hint is never told afterwards that it was a mistake. Only what the seat sees goes in.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any

import msgspec

from gattai.bots.ahead.plans import WAYS, Plans, plan_judge
from gattai.bots.bot import Ask
from gattai.bots.consider import GaveUp, Problem, Sure, consider, how_far, imagining, ranked
from gattai.bots.consider import Weighed as Weighing
from gattai.bots.evaluations import WON, Evaluation, of, rules_of
from gattai.bots.expectation import judge_for
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Seen
from gattai.kernel.ruleset import AnyRuleset

CLOSELY = 8
"""So many of the game's ideas are compared: as many as the best of the quick bots looks at."""
LOOKS = 2
"""So many looks ahead are taken for each of them, most at the best."""
MOST_TABLES = 2_000
"""Once the rules were run on to so many tables for it, an answer is looked at no further: about a second."""
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
    ahead: bool = True,
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[Weighed, ...]:
    """The answers that are worth a look, the best first, and with them what was `given`.

    Each is followed as far as a veteran would, or only judged by the table right after it, if not `ahead`.
    Nothing where there is nothing to choose, or nothing can be told. `consider.GaveUp` as soon as it is stopped.
    """
    text = f"review/{ask.seat}/{number}"
    source = make(text)
    problem = consider(seen, ask, source, CLOSELY, rules, evaluation)
    if isinstance(problem, Sure):
        return ()
    more = [each for each in given if each not in problem.closely]
    problem = msgspec.structs.replace(problem, closely=[*problem.closely, *more])
    if evaluation.worth is None or not ahead:
        judge = judge_for(evaluation, ask.seat, len(rules.seats), source, how_far(problem))
        values = ranked(problem, judge, source, stopped)
    else:
        values = _looked_ahead(problem, seen, text, make, stopped)
    return tuple(Weighed(option, chance_of(evaluation, worth)) for worth, option in values)


def _looked_ahead(
    problem: Problem,
    seen: Seen[Any],
    text: str,
    make: Callable[[str], Randomness],
    stopped: Callable[[], bool],
) -> list[tuple[float, Any]]:
    """What the answers are worth with what follows them; a number of looks at each, and never by the clock."""
    problem = msgspec.structs.replace(problem, most=WAYS)
    evaluation, many = problem.evaluation, len(problem.closely)
    judge = plan_judge(evaluation, problem.seat, len(problem.rules.seats))
    weighing = Weighing(problem, judge, make(text), stopped)
    first = {option: value for value, option in weighing.ranked()}

    def late() -> bool:
        return stopped() or problem.work.tables >= MOST_TABLES

    plans = Plans(
        weighing,
        first,
        lambda look: make(f"{text}/{look}"),
        evaluation.horizon,
        (many + 1) // 2,
        evaluation.replies,
        imagine=imagining(problem, seen, make, text),
        late=late,
    )
    while plans.looks_taken < LOOKS * many and not late():
        plans.look(plans.looks_taken / (LOOKS * many))
    if stopped():
        raise GaveUp
    return plans.ranked()


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
