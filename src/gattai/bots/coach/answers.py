"""The best answers in a player's place, with their chances to win: the judgement of the coach.

It looks ahead like the bots that plan (`plans`), with the hand-tuned evaluation. The chance of
the best answer is its learned value, averaged over its dice; other answers are as much worse as
their scores. Without a learned value the score itself is converted to a chance. A review scores
answers with the same function and random numbers that follow from seat and number, so it never
calls the coach's best answer a mistake. Only what the seat sees is used.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from gattai.bots.bot import Ask
from gattai.bots.consider import (
    Decision,
    GaveUp,
    Sure,
    Weighing,
    consider,
    how_far,
    imagining,
    ranked,
)
from gattai.bots.evaluation import WON, AnyEvaluation, rules_of
from gattai.bots.evaluations import of
from gattai.bots.expectation import judge_for
from gattai.bots.learnt.value_weights import GameValue, chance_of_lead, value_for
from gattai.bots.lookahead.plans import MAX_OUTCOMES, Plans, plan_judge, tempered
from gattai.bots.simulation import Live
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Seen
from gattai.kernel.question import Choose
from gattai.kernel.ruleset import AnyRuleset, Outcome

CLOSELY = 8
"""Number of the game's ideas compared: as many as the best of the fast bots compares."""
ROLLOUTS = 2
"""Number of rollouts per idea on average; the best ideas get most."""
MAX_TABLES = 2_000
"""Maximum number of tables to which the rules are run for an answer: about a second."""
MAX_IDEAS = 3
"""Number of answers that the coach names."""


class Weighed(msgspec.Struct, frozen=True):
    """An answer and its expected chance to win against one opponent."""

    answer: object
    chance: float


def weighed(
    rules: AnyRuleset,
    evaluation: AnyEvaluation,
    seen: Seen[msgspec.Struct],
    ask: Ask,
    number: int,
    make: Callable[[str], Randomness],
    *,
    given: tuple[object, ...] = (),
    ahead: bool = True,
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[Weighed, ...]:
    """Return the best candidate answers, best first, and the answer that was `given`.

    With `ahead` each is followed as far as a veteran would, otherwise only the table right after it
    is scored. Empty if there is no choice or no evaluation. `consider.GaveUp` when stopped.
    """
    text = f"review/{ask.seat}/{number}"
    source = make(text)
    problem = consider(seen, ask, source, CLOSELY, rules, evaluation)
    if isinstance(problem, Sure):
        return ()
    more = [each for each in given if each not in problem.closely]
    problem = msgspec.structs.replace(problem, closely=[*problem.closely, *more])
    if evaluation.score is None or not ahead:
        judge = judge_for(evaluation, ask.seat, len(rules.seats), source, how_far(problem))
        values = ranked(problem, judge, source, stopped)
    else:
        values = _looked_ahead(problem, seen, text, make, stopped)
    value = value_for(rules, evaluation)
    if value is None:
        return tuple(Weighed(option, chance_of(evaluation, score)) for score, option in values)
    best, at_best = tempered(evaluation, values[0][0]), values[0][1]
    chance = _mean_value(problem, value, at_best, make(text), stopped)
    behind = [best - tempered(evaluation, score) for score, _ in values]
    return (
        Weighed(at_best, chance),
        *(
            Weighed(option, value.after(chance, less))
            for less, (_, option) in zip(behind[1:], values[1:], strict=True)
        ),
    )


def _mean_value(
    problem: Decision,
    value: GameValue,
    answer: object,
    source: Randomness,
    stopped: Callable[[], bool],
) -> float:
    """Return the chance after an answer: the mean value of the tables to which its dice lead."""
    seat, seats = problem.seat, len(problem.rules.seats)

    def judge(live: Live) -> float:
        live.settle()
        if isinstance(live.question, Outcome):
            return problem.evaluation.of_outcome(live.question, seat, seats)
        asked = live.question.seat if isinstance(live.question, Choose) else None
        mover = None if asked is None else problem.evaluation.whose(live.state, asked)
        return WON * (2 * value.chance(live.state, seat, mover) - 1)

    alone = msgspec.structs.replace(problem, closely=[answer])
    score, _ = ranked(alone, judge, source, stopped)[0]
    return (1 + score / WON) / 2


def _looked_ahead(
    problem: Decision,
    seen: Seen[msgspec.Struct],
    text: str,
    make: Callable[[str], Randomness],
    stopped: Callable[[], bool],
) -> list[tuple[float, object]]:
    """Return the scores of answers by rollouts; their number is fixed, independent of the clock."""
    problem = msgspec.structs.replace(problem, most=MAX_OUTCOMES)
    evaluation, many = problem.evaluation, len(problem.closely)
    judge = plan_judge(evaluation, problem.seat, len(problem.rules.seats))
    weighing = Weighing(problem, judge, make(text), stopped)
    first = {option: value for value, option in weighing.ranked()}

    def late() -> bool:
        return stopped() or problem.work.tables >= MAX_TABLES

    plans = Plans(
        weighing,
        first,
        lambda rollout: make(f"{text}/{rollout}"),
        evaluation.horizon,
        (many + 1) // 2,
        evaluation.replies,
        imagine=imagining(problem, seen, make, text),
        late=late,
    )
    while plans.rollouts_taken < ROLLOUTS * many and not late():
        plans.rollout(plans.rollouts_taken / (ROLLOUTS * many))
    if stopped():
        raise GaveUp
    return plans.ranked()


def best_answers(
    seen: Seen[msgspec.Struct],
    ask: Ask,
    number: int,
    make: Callable[[str], Randomness],
    *,
    rules: AnyRuleset | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[Weighed, ...]:
    """Return the best answers to question `number`, best first; empty if there is no choice."""
    rules = rules or rules_of(seen.state)
    found = weighed(rules, of(rules.name), seen, ask, number, make, stopped=stopped)
    return found[:MAX_IDEAS]


def chance_of(evaluation: AnyEvaluation, score: float) -> float:
    """Return a score as a chance to win against one opponent.

    >>> from gattai.bots.evaluation import Evaluation
    >>> chance_of(Evaluation(score=lambda state, seat: 0.0, scale=10), 0.0)
    0.5
    >>> chance_of(Evaluation(), 100.0)  # without a score it is the result of playing on
    0.75
    """
    if evaluation.score is None:
        return (1 + score / WON) / 2
    return chance_of_lead(score / evaluation.scale)
