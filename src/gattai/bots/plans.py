"""Plans: each first answer is followed to the end of the activation and of the reply, with greedy's own eyes.

A look takes one of the first answers at a table that agrees with what the seat sees, throws the dice
that come up, and goes on like greedy until the activation is over, and then, as far as the horizon
reaches, for whoever is next: like greedy too, or with first ideas where the game says that these do.
All looks go equally far, whatever the first answer is. What greedy would do at a table is worked out
once: many looks come to tables that others have been at.

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

from gattai.bots.consider import GaveUp, Problem, World, ranked, shortlist
from gattai.bots.course import Course, Live, Unimaginable
from gattai.bots.evaluations import Idea, declined, who_is_asked
from gattai.bots.expectation import judge_for
from gattai.kernel.dice import Randomness
from gattai.kernel.question import Choose, Place, Roll, Seat, Together, any_one
from gattai.kernel.ruleset import Outcome

CLOSELY = 2
"""So many ideas are looked at for each answer of a plan after the first."""
WAYS = 96
"""So many ways of the dice are walked at most for an answer. Fewer would leave out the rare great
blow, and a plan would be preferred for where it was looked at less closely."""
LATER_WAYS = 8
"""The same for the answers of a plan after the first: there are many of them, and dice fall anew in each look."""
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
        replies: int = 0,
        imagine: Callable[[int], World] | None = None,
        late: Callable[[], bool] = lambda: False,
    ) -> None:
        self.problem = problem
        self.rules = problem.rules
        self.evaluation = problem.evaluation
        self.seat = problem.seat
        self.seats = len(problem.rules.seats)
        self.make = make
        self.horizon = horizon
        self.replies = replies
        """So many ideas are looked at for each answer of whoever is next; with 0 the first is taken."""
        self.worlds = list(problem.worlds)
        self.imagine = imagine
        """Makes one more world, by its number; None where nothing is hidden or some must do."""
        self.late = late
        """Asked before each answer of a look: whether there is no time left to end it."""
        order = sorted(first, key=lambda option: -first[option])
        self.tried = [Tried(option, first[option]) for option in order[: 2 * width]]
        self.rounds = max(1, ceil(log2(len(self.tried))))
        self.round = 0
        self.looks_taken = 0
        self.judges = [
            judge_for(problem.evaluation, Seat(seat), self.seats) for seat in range(self.seats)
        ]
        self.judge = self.judges[problem.seat]
        self.ends_by_passing = problem.evaluation.whose is who_is_asked
        """Whether passing ends an activation: the next may be one's own again."""
        self.known: dict[Any, Intent] = {}
        self.first_ideas: dict[Any, Idea | None] = {}
        self.came_through = 0
        """So many activations ended in the last look."""

    def best(self) -> Any:
        """The answer that is worth most, with what follows it."""
        return self._in_order()[0].option

    def _in_order(self) -> list[Tried]:
        looks = sum(each.looks for each in self.tried)
        usual = sum(each.later for each in self.tried) / max(1, looks)
        return sorted(self.tried, key=lambda each: -each.worth(usual))

    def look(self, spent: float) -> None:
        """Look once more; `spent` is the share of all looks, or of the time, that is gone.

        A look that cannot be ended in time tells nothing.
        """
        while self.round < int(spent * self.rounds) and len(self.tried) > 2:
            self.round += 1
            self.tried = self._in_order()[: (len(self.tried) + 1) // 2]
        each = min(self.tried, key=lambda tried: tried.looks)
        world = self._world(each.looks)
        try:
            each.later += self._later(world, each.option, self.make(each.looks))
        except GaveUp:
            return
        each.looks += 1
        self.looks_taken += 1

    def _world(self, look: int) -> World:
        """Each look at an answer is into another world, the same for all answers: what is done must be
        good on average, not with the very cards that one imagines.
        """
        if look >= len(self.worlds) and self.imagine is not None:
            try:
                self.worlds.append(self.imagine(look))
            except Unimaginable:
                self.imagine = None
        return self.worlds[look % len(self.worlds)]

    def _later(self, world: World, option: Any, source: Randomness) -> float:
        """What comes after an answer beyond the table right after it, without luck."""
        course = world.course
        live = Live(self.rules, course)
        assert not isinstance(live.question, Outcome | Roll)
        live.give(world.value_of(live.question, self.seat, option))  # type: ignore[arg-type]
        self._settle(live, source)
        if not course.values and isinstance(option, self.evaluation.passing):
            start = self._worth(self.evaluation.spent(course.state))
            ended = self.ends_by_passing
        else:
            start, ended = self.judge(live), False
        if ended and self.horizon == 1:
            self.came_through = 1
            return self._end(live) - start
        turn = self.evaluation.whose(course.state, self.seat)
        luck = self._play_on(live, source, self.seat if turn is None else turn, ended=ended)
        return self._end(live) - start - luck

    def _worth(self, state: Any) -> float:
        worth = self.evaluation.worth
        return 0.0 if worth is None else worth(state, self.seat)

    def _end(self, live: Live) -> float:
        if isinstance(live.question, Outcome):
            return self.judge(live)
        return self._worth(self.evaluation.spent(live.state))

    def _play_on(self, live: Live, source: Randomness, mine: Seat, *, ended: bool) -> float:
        """From settled table to settled table until the horizon; returns the luck there was.

        `mine` is whose activation the first answer was given in, and `ended` whether it was given up with it.
        """
        luck, self.came_through = 0.0, int(ended)
        running: Seat | None = None if ended else mine
        """Whose activation runs; None where one was given up and the next has not begun."""
        for _ in range(LONGEST):
            question = live.question
            if isinstance(question, Outcome):
                break
            if self.late():
                raise GaveUp
            if not isinstance(question, Choose):
                self._settle(live, source)
                continue
            turn = self.evaluation.whose(live.state, question.seat)
            turn = question.seat if turn is None else turn
            if running is not None and turn != running:
                self.came_through += 1
                if self.came_through >= self.horizon:
                    break
            running = turn
            own = self.came_through == 0 and question.seat == self.seat
            if own or self.replies:
                gave_up, more = self._greedy_answer(live, question, source, own=own)
            elif question.seat != turn:
                live.give(declined(live.state, question))
                self._settle(live, source)
                continue
            else:
                gave_up, more = self._reply(live, question, source)
            luck += more
            if gave_up and self.ends_by_passing:
                self.came_through, running = self.came_through + 1, None
                if self.came_through >= self.horizon:
                    break
        return luck

    def _greedy_answer(
        self, live: Live, question: Choose, source: Randomness, *, own: bool
    ) -> tuple[bool, float]:
        """Go on like greedy; returns whether the activation was given up, and the luck there was."""
        answer, mean = self._greedily(live, question, CLOSELY if own else self.replies)
        live.give(answer)
        self._settle(live, source)
        return (True, 0.0) if mean is None else (False, self._luck(live, question.seat, mean))

    def _luck(self, live: Live, asked: Seat, mean: float) -> float:
        """What the dice of an answer brought beyond its mean; of another's at a table of more than two nothing is known."""
        if asked == self.seat:
            return self.judge(live) - mean
        return mean - self.judges[asked](live) if self.seats == 2 else 0.0

    def _greedily(self, live: Live, question: Choose, closely: int) -> Intent:
        """What greedy would answer here."""
        state = live.state
        found = self.known.get(state)
        if found is None:
            course = Course(state)
            options = shortlist(
                self.rules, self.evaluation, course, question.options, closely, question
            )
            problem = msgspec.structs.replace(
                self.problem,
                seat=question.seat,
                worlds=(World(course),),
                closely=options,
                most=LATER_WAYS,
            )
            mean, answer = ranked(problem, self.judges[question.seat], self.make(0))[0]
            passes = isinstance(answer, self.evaluation.passing)
            found = self.known[state] = (answer, None if passes else mean)
        return found

    def _reply(self, live: Live, question: Choose, source: Randomness) -> tuple[bool, float]:
        """The first idea of whoever is next; returns whether that gives the activation up, and the luck of it."""
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
