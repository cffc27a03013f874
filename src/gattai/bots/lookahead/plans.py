"""Plans: greedy rollouts of each first answer to the end of the activation and of the reply.

A rollout starts with one of the first answers at a determinization, continues greedily until the
activation is over, and then, up to the horizon, for the next seats: greedily too, or with the first
idea if that is good enough in this game. All rollouts have the same horizon. The greedy answer at a
table is computed once: many rollouts reach the same tables.

Variance is reduced. The greedy bot knows every outcome of its answers, so dice need not be thrown:
a rollout continues with one of the outcomes, the first rollout with the median one, the next with a
better or a worse one, in the same order for all first answers. So these are compared with equal
luck, and the difference of an outcome from the mean is subtracted. The rollouts take turns; of
answers with equal results one is kept, and after each equal share of the rollouts the worse half is
dropped (sequential halving).
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log2
from typing import NamedTuple, assert_never

import msgspec

from gattai.bots.consider import Determinization, GaveUp, Weighing, shortlist
from gattai.bots.evaluation import AnyEvaluation, Idea, declined
from gattai.bots.expectation import End, Judge, ValueNode, end_at, judge_for, mean_of
from gattai.bots.lookahead.activations import Activations
from gattai.bots.simulation import Live, Simulation, Unimaginable
from gattai.kernel.dice import Randomness
from gattai.kernel.question import Choose, Part, Place, Roll, Seat, Together, any_one
from gattai.kernel.ruleset import Outcome
from gattai.odds.floats import float_sum

CLOSELY = 2
"""Default number of ideas for each later answer of a plan."""
MAX_OUTCOMES = 96
"""Maximum number of outcomes walked for an answer.

With fewer, rare outcomes are left out and plans are preferred for being evaluated less closely."""
LATER_OUTCOMES = 24
"""The same for later answers of a plan, which are many.

With 8 a heavy attack was misjudged by a tenth of a game, and every plan with it.
"""
SURE, BEYOND = 4, 0.1
"""A lead of this many times `Evaluation.scale` is as good as won; any more counts a tenth.

Otherwise one determinization in which the game ends would outweigh all others.
"""
LONGEST = 60
"""Maximum number of answers in a rollout, after which its table is scored."""

APART = (0.4142136, 0.7320508, 0.2360680, 0.6457513, 0.3166248, 0.6055513, 0.1231056, 0.3588989)
"""Steps of luck from rollout to rollout, for each answer of a rollout.

They are roots of primes, so that rollouts spread evenly over the outcomes.
"""


class Intent(NamedTuple):
    """The greedy answer, and its outcomes; empty if it passes."""

    answer: object
    ends: list[End]
    mean: float


class PlanAnswer(NamedTuple):
    """A later answer of a plan, at its table."""

    state: msgspec.Struct
    question: Choose
    answer: object


def tempered(evaluation: AnyEvaluation, score: float) -> float:
    """Return a score as counted in a plan: reduced beyond what is as good as won or lost."""
    sure = SURE * evaluation.scale
    if -sure <= score <= sure:
        return score
    return sure + BEYOND * (score - sure) if score > 0 else BEYOND * (score + sure) - sure


def plan_judge(evaluation: AnyEvaluation, seat: Seat, seats: int) -> Judge:
    """Return a function that scores settled tables for plans."""
    judge = judge_for(evaluation, seat, seats)
    return lambda live: tempered(evaluation, judge(live))


def luck_of(rollout: int, depth: int) -> float:
    """Return the luck of a rollout at an answer, from 0 to 1; the first rollout has the median.

    >>> luck_of(0, 3), round(luck_of(1, 0), 2), round(luck_of(2, 0), 2)
    (0.5, 0.91, 0.33)
    """
    return (0.5 + rollout * APART[depth % len(APART)]) % 1.0


class Tried:
    """A first answer with its rollouts and their later gains."""

    __slots__ = ("first", "later", "option", "rollouts", "twins")

    def __init__(self, option: object, first: float) -> None:
        self.option = option
        self.first = first
        self.rollouts = 0
        self.later = 0.0
        self.twins: list[object] = []
        """Answers with equal results that get no more rollouts."""

    def score(self, usual: float, evaluation: AnyEvaluation) -> float:
        """Return its estimated score: later gains weigh more with more rollouts.

        `prior_visits` rollouts with the average later gain are added to those of the answer, and a
        `bias` for every rollout.
        """
        if not self.rollouts:
            return self.first + usual
        beyond = self.later - self.rollouts * usual
        return self.first + usual + beyond / evaluation.needed(self.rollouts)


def _without_twins(tried: list[Tried]) -> list[Tried]:
    """Keep one of several answers with equal scores at once and in the first rollout.

    They are equivalent, such as two equal targets: more rollouts would give the same results.
    """
    found: dict[tuple[float, float], Tried] = {}
    for each in tried:
        kept = found.setdefault((each.first, each.later), each)
        if kept is not each:
            kept.twins.append(each.option)
    return [*found.values()]


class Plans:
    """One search over the first answers of a decision."""

    def __init__(
        self,
        weighed: Weighing,
        first: dict[object, float],
        make: Callable[[int], Randomness],
        horizon: int,
        width: int,
        replies: int = 0,
        closely: int = CLOSELY,
        imagine: Callable[[int], Determinization] | None = None,
        late: Callable[[], bool] = lambda: False,
    ) -> None:
        self.weighed = weighed
        """The greedy scores of the first answers."""
        problem = self.problem = weighed.problem
        self.rules = problem.rules
        self.evaluation = problem.evaluation
        self.seat = problem.seat
        self.seats = len(problem.rules.seats)
        self.make = make
        self.horizon = horizon
        self.closely = closely
        """Number of ideas for each later answer of the own seat."""
        self.replies = replies
        """Number of ideas for each answer of the next seats; with 0 the first is taken."""
        self.determinizations = list(problem.determinizations)
        self.imagine = imagine
        """Makes one more determinization, by its number; None to use the existing ones."""
        self.late = late
        """Called before each answer of a rollout; true if there is no time left to finish it."""
        order = sorted(first, key=lambda option: -first[option])
        self.tried = [Tried(option, first[option]) for option in order[: 2 * width]]
        self.dropped: list[Tried] = []
        """Answers that were dropped from the search."""
        self.has_twins = len(self.tried) > 2
        """Whether there may still be equivalent answers."""
        self.rounds = max(1, ceil(log2(len(self.tried))))
        self.round = 0
        self.rollouts_taken = 0
        self.judges = [
            plan_judge(problem.evaluation, Seat(seat), self.seats) for seat in range(self.seats)
        ]
        # The walks for the first answers have reached many of these tables.
        self.judge = self.judges[problem.seat] = weighed.judge
        later = msgspec.structs.replace(problem, most=LATER_OUTCOMES)
        self.imagined = Weighing(later, self.judge, make(0))
        """Greedy answers in determinizations made during the search."""
        self.known: dict[object, Intent] = {}
        self.first_ideas: dict[object, Idea | None] = {}
        self.first_ends: dict[tuple[int, object], list[End]] = {}
        self.came_through = 0
        """Number of activations that ended in the last rollout."""

    def best(self) -> object:
        """Return the answer with the best score including its continuation."""
        return self._in_order()[0].option

    def ranked(self) -> list[tuple[float, object]]:
        """Return every answer with its estimated score including its continuation, best first.

        Dropped answers had fewer rollouts: they never rank above the kept ones.
        """
        usual, evaluation = self._usual(), self.evaluation
        kept = [(each.score(usual, evaluation), each) for each in self._in_order()]
        most = kept[-1][0]
        left = [(min(most, each.score(usual, evaluation)), each) for each in self.dropped]
        left.sort(key=lambda pair: -pair[0])
        return [
            (score, option)
            for score, each in (*kept, *left)
            for option in (each.option, *each.twins)
        ]

    def _usual(self) -> float:
        rollouts = sum(each.rollouts for each in self.tried)
        return float_sum(each.later for each in self.tried) / max(1, rollouts)

    def _in_order(self) -> list[Tried]:
        usual = self._usual()
        return sorted(self.tried, key=lambda each: -each.score(usual, self.evaluation))

    def rollout(self, spent: float) -> None:
        """Run one rollout; `spent` is the share of all rollouts, or of the time, that is used.

        A rollout that cannot finish in time is discarded.
        """
        while self.round < int(spent * self.rounds) and len(self.tried) > 2:
            self.round += 1
            order, half = self._in_order(), (len(self.tried) + 1) // 2
            self.tried, self.dropped = order[:half], [*order[half:], *self.dropped]
        each = min(self.tried, key=lambda tried: tried.rollouts)
        if each.rollouts and self.has_twins:
            self.has_twins = False
            self.tried = _without_twins(self.tried)
            each = self.tried[0]
        determinization = self._determinization(each.rollouts)
        try:
            each.later += self._later(determinization, each.option, each.rollouts)
        except GaveUp:
            return
        each.rollouts += 1
        self.rollouts_taken += 1

    def _determinization(self, rollout: int) -> Determinization:
        """Return the determinization for a rollout: the same for all answers.

        Each rollout has another one.

        So an answer must be good on average, not only with particular cards.
        """
        if rollout >= len(self.determinizations) and self.imagine is not None:
            try:
                self.determinizations.append(self.imagine(rollout))
            except Unimaginable:
                self.imagine = None
        return self.determinizations[rollout % len(self.determinizations)]

    def after(self, determinization: Determinization, option: object) -> Live:
        """Return the settled table after an answer with median luck."""
        end = end_at(self._first_ends(determinization, option), luck_of(0, 0))
        return self._at(end, determinization.simulation.state)

    def line(self, determinization: Determinization, option: object, most: int) -> list[PlanAnswer]:
        """Return how the seat's activation goes on after an answer, with median luck."""
        live, source = self.after(determinization, option), self.make(0)
        activations = Activations(self.evaluation)
        activations.come_to(determinization.simulation.state, self.seat)
        if isinstance(option, self.evaluation.passing):
            activations.given_up()
        found: list[PlanAnswer] = []
        while len(found) < most and not isinstance(question := live.question, Outcome):
            if not isinstance(question, Choose):
                self._settle(live, source)
                continue
            activations.come_to(live.state, question.seat)
            if activations.over:
                break
            intent = self._greedily(live, question, self.closely)
            if question.seat == self.seat:
                found.append(PlanAnswer(live.state, question, intent.answer))
            if not intent.ends:
                break
            live, _ = self._gone_on(live, question.seat, intent, luck_of(0, 0))
        return found

    def _later(self, determinization: Determinization, option: object, rollout: int) -> float:
        """Return the later gain of an answer beyond the table right after it, without luck."""
        simulation = determinization.simulation
        source = self.make(rollout)
        activations = Activations(self.evaluation)
        activations.come_to(simulation.state, self.seat)
        if not simulation.values and isinstance(option, self.evaluation.passing):
            live = Live(self.rules, simulation)
            live.give(option)
            self._settle(live, source)
            start = self._score(self.evaluation.spent(simulation.state))
            activations.given_up()
        else:
            end = end_at(self._first_ends(determinization, option), luck_of(rollout, 0))
            start = end.score
            live = self._at(end, simulation.state)
        live, luck = self._play_on(live, rollout, source, activations)
        self.came_through = activations.over
        return self._end(live) - start - luck

    def _first_ends(self, determinization: Determinization, option: object) -> list[End]:
        """Return the outcomes of a first answer in a determinization, cached."""
        key = (id(determinization), option)
        if key not in self.first_ends:
            weighed = (
                self.weighed
                if any(determinization is each for each in self.problem.determinizations)
                else self.imagined
            )
            self.first_ends[key] = weighed.ends(determinization, option)
        return self.first_ends[key]

    def _at(self, end: ValueNode, start: msgspec.Struct) -> Live:
        """Return the settled table of an outcome."""
        return Live(self.rules, Simulation(end.trail[-1] if end.trail else start))

    def _score(self, state: msgspec.Struct) -> float:
        score = self.evaluation.score
        return 0.0 if score is None else tempered(self.evaluation, score(state, self.seat))

    def _end(self, live: Live) -> float:
        if isinstance(live.question, Outcome):
            return self.judge(live)
        evaluation, state = self.evaluation, self.evaluation.spent(live.state)
        if evaluation.end_score is None:
            return self._score(state)
        return tempered(evaluation, evaluation.end_score(state, self.seat, self._next(live)))

    def _next(self, live: Live) -> Seat | None:
        """Return whose activation begins after one has ended; None if several are asked at once."""
        if not isinstance(live.question, Choose):
            return None
        return self.evaluation.turn_of(live.state, live.question.seat)

    def _play_on(
        self, live: Live, rollout: int, source: Randomness, activations: Activations
    ) -> tuple[Live, float]:
        """Play on to the horizon; return the last table, and the luck on the way."""
        luck = 0.0
        for depth in range(1, LONGEST + 1):
            question = live.question
            if isinstance(question, Outcome):
                break
            if not isinstance(question, Choose):
                self._settle(live, source)
                continue
            turn = activations.come_to(live.state, question.seat)
            if activations.over >= self.horizon:
                break
            if self.late():
                raise GaveUp
            own = activations.over == 0 and question.seat == self.seat
            if own or self.replies:
                intent = self._greedily(live, question, self.closely if own else self.replies)
                gave_up = not intent.ends
                if gave_up:
                    live.give(intent.answer)
                    self._settle(live, source)
                else:
                    live, more = self._gone_on(live, question.seat, intent, luck_of(rollout, depth))
                    luck += more
            elif question.seat != turn:
                live.give(declined(live.state, question))
                self._settle(live, source)
                continue
            else:
                gave_up, more = self._reply(live, question, source)
                luck += more
            if gave_up:
                activations.given_up()
        return live, luck

    def _gone_on(
        self, live: Live, asked: Seat, intent: Intent, fortune: float
    ) -> tuple[Live, float]:
        """Return the outcome of an answer for this luck, and its gain beyond the mean.

        With more than two seats another seat's luck is not counted.
        """
        own = asked == self.seat
        end = end_at(intent.ends, fortune if own else 1 - fortune)
        beyond = end.score - intent.mean
        if not own:
            beyond = -beyond if self.seats == 2 else 0.0
        return self._at(end, live.state), beyond

    def _greedily(self, live: Live, question: Choose, closely: int) -> Intent:
        """Return the greedy answer here."""
        state = live.state
        found = self.known.get(state)
        if found is None:
            determinization = Determinization(Simulation(state))
            options = shortlist(
                self.rules,
                self.evaluation,
                determinization.simulation,
                question.options,
                closely,
                question,
            )
            problem = msgspec.structs.replace(
                self.problem,
                seat=question.seat,
                determinizations=(determinization,),
                closely=options,
                most=LATER_OUTCOMES,
                # A careful style fears the luck of the others: the sign is reversed.
                style=self.problem.style if question.seat == self.seat else -self.problem.style,
            )
            weighed = Weighing(problem, self.judges[question.seat], self.make(0))
            _, answer = weighed.ranked()[0]
            passes = isinstance(answer, self.evaluation.passing)
            ends = [] if passes else weighed.ends(determinization, answer)
            found = self.known[state] = Intent(answer, ends, mean_of(ends))
        return found

    def _reply(self, live: Live, question: Choose, source: Randomness) -> tuple[bool, float]:
        """Play the next seat's first idea; return whether it passes, and its luck."""
        state, evaluation = live.state, self.evaluation
        if state in self.first_ideas:
            idea = self.first_ideas[state]
        else:
            ideas = evaluation.ideas(state, question) if evaluation.ideas is not None else []
            idea = self.first_ideas[state] = ideas[0] if ideas else None
        if idea is None:
            live.give(any_one(question.options, source))
            self._settle(live, source)
            return False, 0.0
        mean = idea[2] if question.seat == self.seat else -idea[2]
        before = evaluation.material(state, self.seat) if mean else 0.0
        live.give(idea[1])
        self._settle(live, source)
        gave_up = isinstance(idea[1], evaluation.passing)
        if not mean or self.seats > 2:
            return gave_up, 0.0
        return gave_up, (
            evaluation.material(live.state, self.seat) - before - mean
        ) * evaluation.stake

    def _settle(self, live: Live, source: Randomness) -> None:
        """Answer questions until the table is settled: throw dice, make the assumed choices."""
        while not live.is_settled or not isinstance(live.question, Choose | Outcome):
            match live.question:
                case Roll(dice=dice):
                    live.give(dice.sample(source))
                case Place(region=region):
                    live.give(region.suggest()[0])
                case Together(asks=asks):
                    live.give(tuple(any_one(ask.options, source) for ask in asks))
                case Choose() as question:
                    live.give(self.evaluation.midway(live.state, question))
                case Part() | Outcome() | None:
                    return
                case _:
                    assert_never(live.question)
