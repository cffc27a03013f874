"""The bot that takes what is best on average, one answer at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gattai.bots.bot import Ask
from gattai.bots.course import Course, Live, Unimaginable, declined, imagine
from gattai.bots.evaluations import Evaluation, of, rules_of
from gattai.bots.expectation import Judge, expected, judge_for
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Asked, Seen
from gattai.kernel.question import Place, Together, any_one
from gattai.kernel.ruleset import AnyRuleset

MOST_OPTIONS = 120
"""Of more options than these, where the game has no ideas of its own, some are left out evenly."""


class GreedyBot:
    """The best expected worth of one answer; of equals the first.

    `closely` is how many of the game's ideas are looked at with all odds. `slips` is how often, of
    a hundred answers, it takes one of its better ideas at random instead: rookies do.
    """

    def __init__(
        self,
        make: Callable[[str], Randomness],
        seed: str,
        *,
        closely: int = 8,
        slips: int = 0,
        rules: AnyRuleset | None = None,
        evaluation: Evaluation | None = None,
    ) -> None:
        self._make = make
        self._seed = seed
        self._closely = closely
        self._slips = slips
        self._rules = rules
        self._evaluation = evaluation

    def answer(self, seen: Seen[Any], ask: Ask, number: int) -> Any:
        """The option that is worth most on average."""
        source = self._make(f"{self._seed}/{ask.seat}/{number}")
        if isinstance(ask, Place):
            return ask.region.suggest()[0]
        options = offered(seen, ask.options)
        if len(options) == 1:
            return options[0]
        rules = self._rules or rules_of(seen.state)
        evaluation = self._evaluation or of(rules.name)
        try:
            course, together = imagine(rules, seen, ask.seat, source)
        except Unimaginable:
            return any_one(options, source)
        judge = judge_for(evaluation, ask.seat)
        closely = shortlist(rules, evaluation, course, options, self._closely)
        if self._slips and source.random() * 100 < self._slips:
            return any_one(closely, source)
        if together is not None:
            return self._beside_others(rules, course, together, ask.seat, closely, judge)
        return ranked(rules, evaluation, course, closely, judge)[0][1]

    def _beside_others(
        self,
        rules: AnyRuleset,
        course: Course,
        together: Together,
        seat: int,
        options: Sequence[Any],
        judge: Judge,
    ) -> Any:
        """The best own answer if all others give the one that spends nothing."""

        def value(option: Any) -> float:
            given = tuple(option if a.seat == seat else declined(a) for a in together.asks)
            return expected(rules, course, given, judge)

        return max(options, key=value)


def offered(seen: Seen[Any], otherwise: Sequence[Any]) -> tuple[Any, ...]:
    """The options as the seat sees them, in full."""
    known = seen.question.options if isinstance(seen.question, Asked) else None
    return tuple(otherwise) if known is None else known


def shortlist(
    rules: AnyRuleset,
    evaluation: Evaluation,
    course: Course,
    options: Sequence[Any],
    most: int,
) -> list[Any]:
    """The options to look at closely: the game's best ideas, and what ends the turn.

    In the middle of an action, or where the game has no ideas, all of them, if not too many.
    """
    if evaluation.ideas is not None and not course.values:
        live = Live(rules, course)
        if not isinstance(live.question, Together):
            ideas = evaluation.ideas(course.state, live.question)  # type: ignore[arg-type]
            answers = [answer for _, answer, _ in ideas if answer in options]
            ending = [a for a in answers[most:] if isinstance(a, evaluation.passing)]
            if answers:
                return [*answers[:most], *ending]
    if len(options) <= MOST_OPTIONS:
        return [*options]
    return [options[i * len(options) // MOST_OPTIONS] for i in range(MOST_OPTIONS)]


def ranked(
    rules: AnyRuleset,
    evaluation: Evaluation,
    course: Course,
    options: Sequence[Any],
    judge: Judge,
) -> list[tuple[float, Any]]:
    """The options with their expected worth, the best first; equals stay in their order."""
    values: list[tuple[float, int]] = []
    for number, option in enumerate(options):
        if not course.values and isinstance(option, evaluation.passing):
            value = judge(Live(rules, Course(evaluation.spent(course.state))))
        else:
            value = expected(rules, course, option, judge)
        values.append((-round(value, 9), number))
    return [(-value, options[number]) for value, number in sorted(values)]
