"""The first steps of every thinking bot: options, determinizations, a shortlist.

Hidden information is sampled several times, and so are the simultaneous answers of others: an
option is good if it is good on average over these determinizations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from gattai.bots.bot import Ask
from gattai.bots.evaluation import AnyEvaluation, declined, rules_of, some_of
from gattai.bots.evaluations import of
from gattai.bots.expectation import (
    MAX_PLAYED_ON,
    End,
    ExpectationWalk,
    Judge,
    Midway,
    Work,
    mean_of,
    value_of,
)
from gattai.bots.simulation import Live, Simulation, Unimaginable, imagine
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Asked, Seen
from gattai.kernel.question import Choose, Place, Question, Roll, Seat, Together, any_one, is_single
from gattai.kernel.ruleset import AnyRuleset, Outcome, Ruleset
from gattai.odds.floats import float_sum

MAX_OPTIONS = 120
"""Maximum number of options if the game has no ideas; of more, an even sample is kept."""
MAX_UNJUDGED = 24
"""The same in a game without an evaluation, where each takes longer."""
USUAL_OUTCOMES = 48
"""Default number of outcomes walked for each option."""
WORLDS = 4
"""Number of determinizations if a seat does not see everything."""
TELLING = 1
"""Number of best options scored in a second determinization, to see whether they differ."""
PATIENCE = 2_000
"""Number of answers and throws played on per question in a game without an evaluation."""


class Determinization(msgspec.Struct, frozen=True):
    """A possible table, and possible simultaneous answers of the others."""

    simulation: Simulation
    others: dict[Seat, object] | None = None
    """The others' answers by seat, if several are asked at once."""

    def value_of(self, live_question: Question, seat: Seat, option: object) -> object:
        """Return the value for the rules if this seat gives that answer."""
        if self.others is None or not isinstance(live_question, Together):
            return option
        return tuple(option if a.seat == seat else self.others[a.seat] for a in live_question.asks)


class Sure(msgspec.Struct, frozen=True):
    """An answer without alternatives, or one that cannot be improved by thinking."""

    answer: object


class Decision(msgspec.Struct, frozen=True):
    """A question that needs thinking."""

    rules: AnyRuleset
    evaluation: AnyEvaluation
    seat: Seat
    determinizations: tuple[Determinization, ...]
    closely: list[object]
    """The shortlisted options, the best guess first."""
    most: int = USUAL_OUTCOMES
    """Maximum number of outcomes walked for each option."""
    steady: bool = False
    """Whether answers are also judged by following them through (`Evaluation.steadily`)."""
    style: float = 0.0
    """The weight of the spread of outcomes: positive is bold, negative is careful."""
    work: Work = msgspec.field(default_factory=Work)
    """The work done for it so far."""


def consider(
    seen: Seen[msgspec.Struct],
    ask: Ask,
    source: Randomness,
    most: int,
    rules: AnyRuleset | None = None,
    evaluation: AnyEvaluation | None = None,
) -> Decision | Sure:
    """Return the decision for a question, or the answer if there is nothing to decide."""
    options = offered(seen, ask)
    if is_single(options):
        return Sure(options[0])
    rules = rules or rules_of(seen.state)
    evaluation = evaluation or of(rules.name)
    hides = type(rules).guess is not Ruleset.guess
    determinizations: list[Determinization] = []
    try:
        together = False
        for _ in range(WORLDS):
            determinizations.append(determinization_of(rules, seen, ask.seat, source))
            together = determinizations[0].others is not None
            if not hides and not together:
                break
    except Unimaginable:
        if not determinizations:
            return Sure(any_one(options, source))
    simulation = determinizations[0].simulation
    part = ask if determinizations[0].others is not None else None
    closely = shortlist(rules, evaluation, simulation, options, most, part)
    if simulation.values and isinstance(ask, Choose) and ask.otherwise in closely:
        # Ties go to the first, which spends nothing.
        closely.sort(key=lambda option: option != ask.otherwise)
    steady = (
        simulation.values and isinstance(ask, Choose) and _is_steady(evaluation, seen.state, ask)
    )
    return Decision(
        rules, evaluation, ask.seat, tuple(determinizations), closely, steady=bool(steady)
    )


def _is_steady(evaluation: AnyEvaluation, state: msgspec.Struct, ask: Choose) -> bool:
    """Return whether following an answer through makes sense for this question."""
    steadily = evaluation.steadily
    return steadily is not None and steadily(state, ask) != declined(state, ask)


def offered(seen: Seen[msgspec.Struct], ask: Ask) -> Sequence[object]:
    """Return all options as the seat sees them; for a region, its suggested points.

    The state of a lazy sequence must not influence a bot.
    """
    if isinstance(ask, Place):
        return tuple(ask.region.suggest())
    known = seen.question.options if isinstance(seen.question, Asked) else None
    return tuple(ask.options) if known is None else known


def determinization_of(
    rules: AnyRuleset, seen: Seen[msgspec.Struct], seat: Seat, source: Randomness
) -> Determinization:
    """Return a determinization that agrees with what this seat sees."""
    simulation, together = imagine(rules, seen, seat, source)
    if together is None:
        return Determinization(simulation)
    others = {a.seat: any_one(a.options, source) for a in together.asks if a.seat != seat}
    return Determinization(simulation, others)


def imagining(
    problem: Decision, seen: Seen[msgspec.Struct], make: Callable[[str], Randomness], text: str
) -> Callable[[int], Determinization] | None:
    """Return a maker of determinizations by number; None if nothing is hidden."""
    if len(problem.determinizations) == 1:
        return None
    return lambda number: determinization_of(
        problem.rules, seen, problem.seat, make(f"{text}/world {number}")
    )


def shortlist(
    rules: AnyRuleset,
    evaluation: AnyEvaluation,
    simulation: Simulation,
    options: Sequence[object],
    most: int,
    question: Question | Outcome | None = None,
) -> list[object]:
    """Return the options to score: the game's best ideas, and those that end the turn.

    In the middle of an action, or if the game has no ideas: all options, if not too many.
    """
    if evaluation.ideas is not None and not simulation.values:
        question = question or simulation.question(rules)
        if not isinstance(question, Together | Outcome | Roll):
            ideas = evaluation.ideas(simulation.state, question)
            answers: list[object] = []
            for _, answer, _ in ideas:
                wanted = len(answers) < most or isinstance(answer, evaluation.passing)
                if wanted and answer in options:
                    answers.append(answer)
            if answers:
                return answers
    return some_of(options, MAX_UNJUDGED if evaluation.score is None else MAX_OPTIONS)


class GaveUp(Exception):
    """Raised if the search was stopped because its result is no longer needed."""


def ranked(
    problem: Decision,
    judge: Judge,
    source: Randomness,
    stopped: Callable[[], bool] = lambda: False,
) -> list[tuple[float, object]]:
    """Return the options with their expected scores, best first; `GaveUp` when stopped."""
    return Weighing(problem, judge, source, stopped).ranked()


def how_far(problem: Decision) -> int:
    """Return how far to play on from each table in a game without an evaluation."""
    return min(
        MAX_PLAYED_ON, 10 + PATIENCE // (len(problem.closely) * len(problem.determinizations))
    )


class Weighing:
    """Scores the options of a decision; their common parts are walked once."""

    def __init__(
        self,
        problem: Decision,
        judge: Judge,
        source: Randomness,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.problem = problem
        self.judge = judge
        self.source = source
        self.stopped = stopped
        """Called before each option is scored; true if the result is no longer needed."""
        self.walks: dict[tuple[int, bool], ExpectationWalk] = {}

    def ranked(self) -> list[tuple[float, object]]:
        """Return the options with their expected scores, best first.

        All are scored in the first determinization. If the best of them have the same score in
        another, hidden information does not matter here; otherwise each is scored in all of them.
        """
        problem = self.problem
        first, *more = problem.determinizations
        closely = problem.closely
        totals = [self.value(first, option) for option in closely]
        count = 1
        if more and self._differ(more[0], totals):
            count += len(more)
            for number, option in enumerate(closely):
                totals[number] += float_sum(self.value(each, option) for each in more)
        values: list[tuple[float, float, int]] = []
        for number, total in enumerate(totals):
            # Without an evaluation most scores are equal, so always taking the first would be poor
            # play.
            lot = self.source.random() if problem.evaluation.score is None else 0.0
            values.append((-round(total / count, 9), lot, number))
        return [(-value, closely[number]) for value, _, number in sorted(values)]

    def _differ(self, determinization: Determinization, values: Sequence[float]) -> bool:
        """Return whether the best options score differently in this determinization."""
        problem = self.problem
        if problem.evaluation.score is None or determinization.others is not None:
            return True
        best = sorted(range(len(values)), key=lambda number: -values[number])[:TELLING]
        return any(
            abs(self.value(determinization, problem.closely[number]) - values[number]) > 1e-9
            for number in best
        )

    def value(self, determinization: Determinization, option: object) -> float:
        """Return the expected score of an option in this determinization."""
        if self.stopped():
            raise GaveUp
        problem, simulation = self.problem, determinization.simulation
        if not simulation.values and isinstance(option, problem.evaluation.passing):
            return self.judge(
                Live(problem.rules, Simulation(problem.evaluation.spent(simulation.state)))
            )
        return value_of(self.ends(determinization, option), problem.style)

    def ends(self, determinization: Determinization, option: object) -> list[End]:
        """Return the tables after an option in this determinization, with their chances."""
        problem, simulation = self.problem, determinization.simulation
        rules, evaluation = problem.rules, problem.evaluation
        given = option
        if determinization.others is not None:
            question = Live(rules, simulation).question
            assert isinstance(question, Choose | Together)
            given = determinization.value_of(question, problem.seat, option)
        most = problem.most if evaluation.score is not None else 1
        ends = self._walk(determinization, evaluation.midway).ends(given, most)
        if not problem.steady or evaluation.steadily is None:
            return ends
        return max(
            ends, self._walk(determinization, evaluation.steadily).ends(given, most), key=mean_of
        )

    def _walk(self, determinization: Determinization, midway: Midway) -> ExpectationWalk:
        """Return the walk of a determinization, cached for the next option."""
        problem = self.problem
        usual = problem.evaluation.midway
        key = (id(determinization), midway is usual)
        if key not in self.walks:
            self.walks[key] = ExpectationWalk(
                problem.rules,
                determinization.simulation,
                self.judge,
                midway,
                source=self.source,
                plainly=usual is declined,
                work=problem.work,
            )
        return self.walks[key]
