"""Plans: each first answer is followed to the end of the activation with greedy's own eyes.

A look takes one of the first answers at a table that agrees with what the seat sees, throws the dice
that come up, and goes on like greedy until the activation is over, and then, as far as the horizon
reaches, with first ideas for whoever is next. What greedy would do at a table is worked out once:
most looks come to tables that others have been at.

Luck is taken out. Greedy knows the mean of every answer that it gives, so what dice bring beyond it
is subtracted; and look number five of every answer is thrown by the same source, so all first answers
are compared under equal luck. They are looked at in turn, and whenever an equal share of the looks is
spent the worse half is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log2
from typing import Any

import msgspec

from gattai.bots.consider import Problem, World, ranked, shortlist
from gattai.bots.course import Course, Live
from gattai.bots.evaluations import Idea, declined, who_is_asked
from gattai.bots.expectation import judge_for
from gattai.kernel.dice import Randomness
from gattai.kernel.question import Choose, Place, Roll, Together, any_one
from gattai.kernel.ruleset import Outcome

CLOSELY = 2
"""So many ideas are looked at for each answer of a plan after the first."""
EACH_WORLD = 8
"""So many looks in a row are taken in the same world: what was thought there is still known."""
WAYS = 96
"""So many ways of the dice are walked at most for an answer. Fewer would leave out the rare great
blow, and a plan would be preferred for where it was looked at less closely."""
DOUBT = 2
"""So many looks at what comes later on average are added to those at each answer."""
LONGEST = 60
"""After so many answers a look is judged where it stands."""

Intent = tuple[Any, float | None]
"""What greedy would answer, and what that is worth on average; None where dice do not matter."""


class Tried:
    """A first answer: how often it was looked at, and what came later than itself."""

    __slots__ = ("first", "later", "looks", "option")

    def __init__(self, option: Any, first: float) -> None:
        self.option = option
        self.first = first
        self.looks = 0
        self.later = 0.0

    def worth(self, usual: float) -> float:
        """What it seems to be worth: what comes later is believed the more the oftener it was seen."""
        return self.first + (self.later + DOUBT * usual) / (self.looks + DOUBT)


class Plans:
    """One search over the first answers of a problem."""

    def __init__(
        self,
        problem: Problem,
        first: dict[Any, float],
        make: Callable[[int], Randomness],
        horizon: int,
        width: int,
    ) -> None:
        self.problem = problem
        self.rules = problem.rules
        self.evaluation = problem.evaluation
        self.seat = problem.seat
        self.seats = len(problem.rules.seats)
        self.make = make
        self.horizon = horizon
        order = sorted(first, key=lambda option: -first[option])
        self.tried = [Tried(option, first[option]) for option in order[: 2 * width]]
        self.rounds = max(1, ceil(log2(len(self.tried))))
        self.round = 0
        self.looks_taken = 0
        self.judge = judge_for(problem.evaluation, problem.seat, self.seats)
        self.ends_by_passing = problem.evaluation.whose is who_is_asked
        """Whether passing ends an activation: the next may be one's own again."""
        self.known: dict[Any, Intent] = {}
        self.first_ideas: dict[Any, Idea | None] = {}

    def best(self) -> Any:
        """The answer that is worth most, with what follows it."""
        return self._in_order()[0].option

    def _in_order(self) -> list[Tried]:
        looks = sum(each.looks for each in self.tried)
        usual = sum(each.later for each in self.tried) / max(1, looks)
        return sorted(self.tried, key=lambda each: -each.worth(usual))

    def look(self, spent: float) -> None:
        """Look once more; `spent` is the share of all looks, or of the time, that is gone."""
        while self.round < int(spent * self.rounds) and len(self.tried) > 2:
            self.round += 1
            self.tried = self._in_order()[: (len(self.tried) + 1) // 2]
        each = min(self.tried, key=lambda tried: tried.looks)
        worlds = self.problem.worlds
        world = worlds[each.looks // EACH_WORLD % len(worlds)]
        each.later += self._later(world, each.option, self.make(each.looks))
        each.looks += 1
        self.looks_taken += 1

    def _later(self, world: World, option: Any, source: Randomness) -> float:
        """What comes after an answer beyond the table right after it, without luck."""
        course = world.course
        live = Live(self.rules, course)
        assert not isinstance(live.question, Outcome | Roll)
        live.give(world.value_of(live.question, self.seat, option))  # type: ignore[arg-type]
        self._settle(live, source)
        passing = not course.values and isinstance(option, self.evaluation.passing)
        if passing:
            start = self._worth(self.evaluation.spent(course.state))
        else:
            start = self.judge(live)
        if passing and self.ends_by_passing and self.horizon == 1:
            return self._end(live) - start
        luck = self._play_on(live, source)
        return self._end(live) - start - luck

    def _worth(self, state: Any) -> float:
        worth = self.evaluation.worth
        return 0.0 if worth is None else worth(state, self.seat)

    def _end(self, live: Live) -> float:
        if isinstance(live.question, Outcome):
            return self.judge(live)
        return self._worth(self.evaluation.spent(live.state))

    def _play_on(self, live: Live, source: Randomness) -> float:
        """From settled table to settled table until the horizon; returns the luck there was."""
        luck, passed = 0.0, 0
        turn = self.evaluation.whose(live.state, self.seat)
        mine = self.seat if turn is None else turn
        for _ in range(LONGEST):
            question = live.question
            if isinstance(question, Outcome):
                break
            if not isinstance(question, Choose):
                self._settle(live, source)
                continue
            turn = self.evaluation.whose(live.state, question.seat)
            if turn != mine:
                mine = turn if turn is not None else question.seat
                passed += 1
                if passed >= self.horizon:
                    break
            if passed == 0 and question.seat == self.seat:
                answer, mean = self._greedily(live, question)
                live.give(answer)
                self._settle(live, source)
                if mean is not None:
                    luck += self.judge(live) - mean
                elif self.ends_by_passing:
                    passed += 1
                    if passed >= self.horizon:
                        break
            elif question.seat != turn:
                live.give(declined(live.state, question))
                self._settle(live, source)
            else:
                luck += self._reply(live, question, source)
        return luck

    def _greedily(self, live: Live, question: Choose) -> Intent:
        """What greedy would answer here."""
        state = live.state
        found = self.known.get(state)
        if found is None:
            course = Course(state)
            options = shortlist(
                self.rules, self.evaluation, course, tuple(question.options), CLOSELY, question
            )
            problem = msgspec.structs.replace(
                self.problem, worlds=(World(course),), closely=options, most=WAYS
            )
            mean, answer = ranked(problem, self.judge, self.make(0))[0]
            passes = isinstance(answer, self.evaluation.passing)
            found = self.known[state] = (answer, None if passes else mean)
        return found

    def _reply(self, live: Live, question: Choose, source: Randomness) -> float:
        """The first idea of whoever is next; returns the luck of it."""
        state, evaluation = live.state, self.evaluation
        if state in self.first_ideas:
            idea = self.first_ideas[state]
        else:
            ideas = evaluation.ideas(state, question) if evaluation.ideas is not None else []
            idea = self.first_ideas[state] = ideas[0] if ideas else None
        if idea is None:
            live.give(any_one(question.options, source))
            self._settle(live, source)
            return 0.0
        mean = idea[2] if question.seat == self.seat else -idea[2]
        before = evaluation.material(state, self.seat) if mean else 0.0
        live.give(idea[1])
        self._settle(live, source)
        if not mean or self.seats > 2:
            return 0.0
        return (evaluation.material(live.state, self.seat) - before - mean) * evaluation.stake

    def _settle(self, live: Live, source: Randomness) -> None:
        """Whatever is asked until the table is settled: dice are thrown, choices made as usual."""
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
                case _:
                    return
