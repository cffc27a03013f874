"""How every bot that thinks begins: what is offered, how the table may look, what to look at closely.

What a seat cannot see is imagined, several times where there is something to imagine, and of what
others answer at the same time some answers are drawn: an option is good if it is good on average
over these worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from gattai.bots.bot import Ask
from gattai.bots.course import Course, Live, Unimaginable, imagine
from gattai.bots.evaluations import Evaluation, declined, of, rules_of, some_of
from gattai.bots.expectation import FAR_ENOUGH, End, Judge, Midway, Walk, Work, mean_of, worth_of
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Asked, Seen
from gattai.kernel.question import Choose, Place, Question, Roll, Seat, Together, any_one
from gattai.kernel.ruleset import AnyRuleset, Outcome, Ruleset

MOST_OPTIONS = 120
"""Of more options than these, where the game has no ideas of its own, some are left out evenly."""
MOST_UNJUDGED = 24
"""The same in a game without an evaluation, where each takes long."""
USUAL_WAYS = 48
"""So many ways of the dice are walked for each option, where nothing else is said."""
WORLDS = 4
"""How many worlds are imagined where a seat does not see everything."""
TELLING = 1
"""So many of the best options are looked at in a second world, to see whether worlds differ."""
PATIENCE = 2_000
"""How many answers and throws of playing on, in a game without an evaluation, one question is worth."""


class World(msgspec.Struct, frozen=True):
    """A table as it may be, and what the others may answer at the same time."""

    course: Course
    others: dict[Seat, Any] | None = None
    """By seat, where several are asked at once."""

    def value_of(self, live_question: Question, seat: Seat, option: Any) -> Any:
        """What the rules are handed if this seat gives that answer."""
        if self.others is None or not isinstance(live_question, Together):
            return option
        return tuple(option if a.seat == seat else self.others[a.seat] for a in live_question.asks)


class Sure(msgspec.Struct, frozen=True):
    """An answer that needs no thought, or with which no thought helps."""

    answer: Any


class Problem(msgspec.Struct, frozen=True):
    """A question to be thought about."""

    rules: AnyRuleset
    evaluation: Evaluation
    seat: Seat
    worlds: tuple[World, ...]
    closely: list[Any]
    """The options to look at, the best guess first."""
    most: int = USUAL_WAYS
    """So many ways of the dice are walked for each at most."""
    steady: bool = False
    """Whether answers are judged by going through with them too (`Evaluation.steadily`)."""
    style: float = 0.0
    """The share of what dice may bring beyond their mean that is hoped for; feared, where it is negative."""
    work: Work = msgspec.field(default_factory=Work)
    """What was done for it so far, by everybody who thinks about it."""


def consider(
    seen: Seen[Any],
    ask: Ask,
    source: Randomness,
    most: int,
    rules: AnyRuleset | None = None,
    evaluation: Evaluation | None = None,
) -> Problem | Sure:
    """What a bot has to think about when it is asked, or the answer if there is nothing to it."""
    options = offered(seen, ask)
    if len(options) == 1:
        return Sure(options[0])
    rules = rules or rules_of(seen.state)
    evaluation = evaluation or of(rules.name)
    hides = type(rules).guess is not Ruleset.guess
    worlds: list[World] = []
    try:
        together = False
        for _ in range(WORLDS):
            worlds.append(world_of(rules, seen, ask.seat, source))
            together = worlds[0].others is not None
            if not hides and not together:
                break
    except Unimaginable:
        if not worlds:
            return Sure(any_one(options, source))
    course = worlds[0].course
    part = ask if worlds[0].others is not None else None
    closely = shortlist(rules, evaluation, course, options, most, part)
    if course.values and isinstance(ask, Choose) and ask.otherwise in closely:
        # Of equals the first is taken: what spends nothing.
        closely.sort(key=lambda option: option != ask.otherwise)
    steady = course.values and isinstance(ask, Choose) and _is_steady(evaluation, seen.state, ask)
    return Problem(rules, evaluation, ask.seat, tuple(worlds), closely, steady=bool(steady))


def _is_steady(evaluation: Evaluation, state: Any, ask: Choose) -> bool:
    """Whether this is a question at which one may mean to go through with something."""
    steadily = evaluation.steadily
    return steadily is not None and steadily(state, ask) != declined(state, ask)


def offered(seen: Seen[Any], ask: Ask) -> tuple[Any, ...]:
    """The options as the seat sees them, in full; of a region, the points that it suggests.

    How far somebody else has looked into lazy options must not decide what a bot does.
    """
    if isinstance(ask, Place):
        return tuple(ask.region.suggest())
    known = seen.question.options if isinstance(seen.question, Asked) else None
    return tuple(ask.options) if known is None else known


def world_of(rules: AnyRuleset, seen: Seen[Any], seat: Seat, source: Randomness) -> World:
    """A world that looks to this seat as what it sees."""
    course, together = imagine(rules, seen, seat, source)
    if together is None:
        return World(course)
    others = {a.seat: any_one(a.options, source) for a in together.asks if a.seat != seat}
    return World(course, others)


def imagining(
    problem: Problem, seen: Seen[Any], make: Callable[[str], Randomness], text: str
) -> Callable[[int], World] | None:
    """Makes more worlds, each from its number; None where nothing is hidden, and one is all there is."""
    if len(problem.worlds) == 1:
        return None
    return lambda number: world_of(
        problem.rules, seen, problem.seat, make(f"{text}/world {number}")
    )


def shortlist(
    rules: AnyRuleset,
    evaluation: Evaluation,
    course: Course,
    options: Sequence[Any],
    most: int,
    question: Question | Outcome | None = None,
) -> list[Any]:
    """The options to look at closely: the game's best ideas, and what ends the turn.

    In the middle of an action, or where the game has no ideas, all of them, if not too many.
    """
    if evaluation.ideas is not None and not course.values:
        question = question or rules.standing(course.state)
        if not isinstance(question, Together | Outcome | Roll):
            ideas = evaluation.ideas(course.state, question)
            answers: list[Any] = []
            for _, answer, _ in ideas:
                wanted = len(answers) < most or isinstance(answer, evaluation.passing)
                if wanted and answer in options:
                    answers.append(answer)
            if answers:
                return answers
    return some_of(options, MOST_UNJUDGED if evaluation.worth is None else MOST_OPTIONS)


class GaveUp(Exception):
    """Nobody wants to know any more what the options are worth."""


def ranked(
    problem: Problem,
    judge: Judge,
    source: Randomness,
    stopped: Callable[[], bool] = lambda: False,
) -> list[tuple[float, Any]]:
    """The options with their expected worth, the best first; `GaveUp` as soon as it is stopped."""
    return Weighed(problem, judge, source, stopped).ranked()


def how_far(problem: Problem) -> int:
    """How far to play on from each table, where the game has no evaluation."""
    return min(FAR_ENOUGH, 10 + PATIENCE // (len(problem.closely) * len(problem.worlds)))


class Weighed:
    """The options of a problem as they are weighed: what they have in common is walked once."""

    def __init__(
        self,
        problem: Problem,
        judge: Judge,
        source: Randomness,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.problem = problem
        self.judge = judge
        self.source = source
        self.stopped = stopped
        """Asked before each look at an option: whether nobody wants to know any more."""
        self.walks: dict[tuple[int, bool], Walk] = {}

    def ranked(self) -> list[tuple[float, Any]]:
        """The options with their expected worth, the best first.

        All are looked at in the first world. If the best of them are worth the same in another, what
        the seat cannot see does not matter here; else each is looked at in all the worlds.
        """
        problem = self.problem
        first, *more = problem.worlds
        closely = problem.closely
        totals = [self.value(first, option) for option in closely]
        count = 1
        if more and self._differ(more[0], totals):
            count += len(more)
            for number, option in enumerate(closely):
                totals[number] += sum(self.value(each, option) for each in more)
        values: list[tuple[float, float, int]] = []
        for number, total in enumerate(totals):
            # Without an evaluation most are equal, and always to take the first would be no play at all.
            lot = self.source.random() if problem.evaluation.worth is None else 0.0
            values.append((-round(total / count, 9), lot, number))
        return [(-value, closely[number]) for value, _, number in sorted(values)]

    def _differ(self, world: World, values: Sequence[float]) -> bool:
        """Whether the best options are worth something else in this world than in the first."""
        problem = self.problem
        if problem.evaluation.worth is None or world.others is not None:
            return True
        best = sorted(range(len(values)), key=lambda number: -values[number])[:TELLING]
        return any(
            abs(self.value(world, problem.closely[number]) - values[number]) > 1e-9
            for number in best
        )

    def value(self, world: World, option: Any) -> float:
        """What an option is worth on average in this world."""
        if self.stopped():
            raise GaveUp
        problem, course = self.problem, world.course
        if not course.values and isinstance(option, problem.evaluation.passing):
            return self.judge(Live(problem.rules, Course(problem.evaluation.spent(course.state))))
        return worth_of(self.ends(world, option), problem.style)

    def ends(self, world: World, option: Any) -> list[End]:
        """The tables to which an option may lead in this world, each with its share."""
        problem, course = self.problem, world.course
        rules, evaluation = problem.rules, problem.evaluation
        given = option
        if world.others is not None:
            question = Live(rules, course).question
            assert isinstance(question, Choose | Together)
            given = world.value_of(question, problem.seat, option)
        most = problem.most if evaluation.worth is not None else 1
        ends = self._walk(world, evaluation.midway).ends(given, most)
        if not problem.steady or evaluation.steadily is None:
            return ends
        return max(ends, self._walk(world, evaluation.steadily).ends(given, most), key=mean_of)

    def _walk(self, world: World, midway: Midway) -> Walk:
        """All ways in a world, kept for the next option: the problem keeps its worlds."""
        problem = self.problem
        usual = problem.evaluation.midway
        key = (id(world), midway is usual)
        if key not in self.walks:
            self.walks[key] = Walk(
                problem.rules,
                world.course,
                self.judge,
                midway,
                source=self.source,
                plainly=usual is declined,
                work=problem.work,
            )
        return self.walks[key]
