"""Plans: each first answer is followed to the end of the activation and of the reply, with greedy's own eyes.

A look takes one of the first answers at a table that agrees with what the seat sees, throws the dice
that come up, and goes on like greedy until the activation is over, and then, as far as the horizon
reaches, for whoever is next: like greedy too, or with first ideas where the game says that these do.
All looks go equally far, whatever the first answer is. What greedy would do at a table is worked out
once: many looks come to tables that others have been at.

Luck is taken out. Greedy knows where every answer that it gives may lead, so dice need not be thrown:
a look goes on with one of these tables, the first look always with that of middling luck, the next
with a better or a worse one, in the same order for all first answers. So these are compared under
equal luck; and what luck brings beyond the mean is subtracted. They are looked at in turn; of
those that look alike one is kept, and whenever an equal share of the looks is spent the worse half is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log2
from typing import Any, NamedTuple

import msgspec

from gattai.bots.ahead.activations import Activations
from gattai.bots.consider import GaveUp, Weighed, World, shortlist
from gattai.bots.course import Course, Live, Unimaginable
from gattai.bots.evaluations import Evaluation, Idea, declined
from gattai.bots.expectation import End, Judge, Node, end_at, judge_for, mean_of
from gattai.kernel.dice import Randomness
from gattai.kernel.question import Choose, Place, Roll, Seat, Together, any_one
from gattai.kernel.ruleset import Outcome

CLOSELY = 2
"""So many ideas are looked at for each answer of a plan after the first, unless it is told."""
WAYS = 96
"""So many ways of the dice are walked at most for an answer. Fewer would leave out the rare great
blow, and a plan would be preferred for where it was looked at less closely."""
LATER_WAYS = 24
"""The same for the answers of a plan after the first: there are many of them, and dice fall anew in each look.
With 8 a heavy blow was misjudged by a tenth of a game, and every plan with it.
"""
SURE, BEYOND = 4, 0.1
"""A lead of so many times what wins three games of four (`Evaluation.sway`) is as good as won: what is beyond
counts a tenth. Else one imagined world in which the game ends would outweigh all that the others tell.
"""
LONGEST = 60
"""After so many answers a look is judged where it stands."""

APART = (0.4142136, 0.7320508, 0.2360680, 0.6457513, 0.3166248, 0.6055513, 0.1231056, 0.3588989)
"""From look to look, luck is another by so much, for one answer after the other: roots of primes, so that
looks spread evenly over all that may come.
"""


class Intent(NamedTuple):
    """What greedy would answer, and where that may lead; nothing where it gives the activation up."""

    answer: Any
    ends: list[End]
    mean: float


def tempered(evaluation: Evaluation, worth: float) -> float:
    """What a worth counts in a plan: less beyond what is as good as won or lost."""
    sure = SURE * evaluation.sway
    if -sure <= worth <= sure:
        return worth
    return sure + BEYOND * (worth - sure) if worth > 0 else BEYOND * (worth + sure) - sure


def plan_judge(evaluation: Evaluation, seat: Seat, seats: int) -> Judge:
    """What a settled table counts in a plan."""
    judge = judge_for(evaluation, seat, seats)
    return lambda live: tempered(evaluation, judge(live))


def luck_of(look: int, depth: int) -> float:
    """How good the luck of a look is at an answer, from 0 to 1; in the first look it is middling.

    >>> luck_of(0, 3), round(luck_of(1, 0), 2), round(luck_of(2, 0), 2)
    (0.5, 0.91, 0.33)
    """
    return (0.5 + look * APART[depth % len(APART)]) % 1.0


class Tried:
    """A first answer: how often it was looked at, and what came later than itself."""

    __slots__ = ("first", "later", "looks", "option", "twins")

    def __init__(self, option: Any, first: float) -> None:
        self.option = option
        self.first = first
        self.looks = 0
        self.later = 0.0
        self.twins: list[Any] = []
        """Answers that came to the same and are looked at no further."""

    def worth(self, usual: float, evaluation: Evaluation) -> float:
        """What it seems to be worth: what comes later is believed the more the oftener it was seen.

        So many looks of `doubt` at what comes later on average are added to those at the answer, and for
        every look a `bias` that no other look takes away.
        """
        if not self.looks:
            return self.first + usual
        beyond = self.later - self.looks * usual
        return self.first + usual + beyond / evaluation.needed(self.looks)


def _without_twins(tried: list[Tried]) -> list[Tried]:
    """One of those that were worth the same at once and in the first look: to which of two equal targets,
    to which of two spaces. Further looks would tell the same of both.
    """
    found: dict[tuple[float, float], Tried] = {}
    for each in tried:
        kept = found.setdefault((each.first, each.later), each)
        if kept is not each:
            kept.twins.append(each.option)
    return [*found.values()]


class Plans:
    """One search over the first answers of a problem."""

    def __init__(
        self,
        weighed: Weighed,
        first: dict[Any, float],
        make: Callable[[int], Randomness],
        horizon: int,
        width: int,
        replies: int = 0,
        closely: int = CLOSELY,
        imagine: Callable[[int], World] | None = None,
        late: Callable[[], bool] = lambda: False,
    ) -> None:
        self.weighed = weighed
        """How the first answers were weighed."""
        problem = self.problem = weighed.problem
        self.rules = problem.rules
        self.evaluation = problem.evaluation
        self.seat = problem.seat
        self.seats = len(problem.rules.seats)
        self.make = make
        self.horizon = horizon
        self.closely = closely
        """So many ideas are looked at for each answer of one's own after the first."""
        self.replies = replies
        """So many ideas are looked at for each answer of whoever is next; with 0 the first is taken."""
        self.worlds = list(problem.worlds)
        self.imagine = imagine
        """Makes one more world, by its number; None where nothing is hidden or some must do."""
        self.late = late
        """Asked before each answer of a look: whether there is no time left to end it."""
        order = sorted(first, key=lambda option: -first[option])
        self.tried = [Tried(option, first[option]) for option in order[: 2 * width]]
        self.dropped: list[Tried] = []
        """What was looked at and is no longer."""
        self.has_twins = len(self.tried) > 2
        """Whether answers that look alike may still be among these."""
        self.rounds = max(1, ceil(log2(len(self.tried))))
        self.round = 0
        self.looks_taken = 0
        self.judges = [
            plan_judge(problem.evaluation, Seat(seat), self.seats) for seat in range(self.seats)
        ]
        # What the first answers were judged by has seen many of these tables.
        self.judge = self.judges[problem.seat] = weighed.judge
        later = msgspec.structs.replace(problem, most=LATER_WAYS)
        self.imagined = Weighed(later, self.judge, make(0))
        """The same in worlds that are imagined only now."""
        self.known: dict[Any, Intent] = {}
        self.first_ideas: dict[Any, Idea | None] = {}
        self.first_ends: dict[tuple[int, Any], list[End]] = {}
        self.came_through = 0
        """So many activations ended in the last look."""

    def best(self) -> Any:
        """The answer that is worth most, with what follows it."""
        return self._in_order()[0].option

    def ranked(self) -> list[tuple[float, Any]]:
        """Every answer with what it seems to be worth, with what follows it; the best first.

        What was dropped was looked at less often: it is never thought better than what was kept.
        """
        usual, evaluation = self._usual(), self.evaluation
        kept = [(each.worth(usual, evaluation), each) for each in self._in_order()]
        most = kept[-1][0]
        left = [(min(most, each.worth(usual, evaluation)), each) for each in self.dropped]
        left.sort(key=lambda pair: -pair[0])
        return [
            (worth, option)
            for worth, each in (*kept, *left)
            for option in (each.option, *each.twins)
        ]

    def _usual(self) -> float:
        looks = sum(each.looks for each in self.tried)
        return sum(each.later for each in self.tried) / max(1, looks)

    def _in_order(self) -> list[Tried]:
        usual = self._usual()
        return sorted(self.tried, key=lambda each: -each.worth(usual, self.evaluation))

    def look(self, spent: float) -> None:
        """Look once more; `spent` is the share of all looks, or of the time, that is gone.

        A look that cannot be ended in time tells nothing.
        """
        while self.round < int(spent * self.rounds) and len(self.tried) > 2:
            self.round += 1
            order, half = self._in_order(), (len(self.tried) + 1) // 2
            self.tried, self.dropped = order[:half], [*order[half:], *self.dropped]
        each = min(self.tried, key=lambda tried: tried.looks)
        if each.looks and self.has_twins:
            self.has_twins = False
            self.tried = _without_twins(self.tried)
            each = self.tried[0]
        world = self._world(each.looks)
        try:
            each.later += self._later(world, each.option, each.looks)
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

    def _later(self, world: World, option: Any, look: int) -> float:
        """What comes after an answer beyond the table right after it, without luck."""
        course = world.course
        source = self.make(look)
        activations = Activations(self.evaluation)
        activations.come_to(course.state, self.seat)
        if not course.values and isinstance(option, self.evaluation.passing):
            live = Live(self.rules, course)
            live.give(option)
            self._settle(live, source)
            start = self._worth(self.evaluation.spent(course.state))
            activations.given_up()
        else:
            end = end_at(self._first_ends(world, option), luck_of(look, 0))
            start = end.worth
            live = self._at(end, course.state)
        live, luck = self._play_on(live, look, source, activations)
        self.came_through = activations.over
        return self._end(live) - start - luck

    def _first_ends(self, world: World, option: Any) -> list[End]:
        """Where a first answer may lead in one of the worlds; worked out once."""
        key = (id(world), option)
        if key not in self.first_ends:
            weighed = (
                self.weighed
                if any(world is each for each in self.problem.worlds)
                else self.imagined
            )
            self.first_ends[key] = weighed.ends(world, option)
        return self.first_ends[key]

    def _at(self, end: Node, start: Any) -> Live:
        """The settled table to which ways have led."""
        return Live(self.rules, Course(end.trail[-1] if end.trail else start))

    def _worth(self, state: Any) -> float:
        worth = self.evaluation.worth
        return 0.0 if worth is None else tempered(self.evaluation, worth(state, self.seat))

    def _end(self, live: Live) -> float:
        if isinstance(live.question, Outcome):
            return self.judge(live)
        evaluation, state = self.evaluation, self.evaluation.spent(live.state)
        if evaluation.end_worth is None:
            return self._worth(state)
        return tempered(evaluation, evaluation.end_worth(state, self.seat, self._next(live)))

    def _next(self, live: Live) -> Seat | None:
        """Whose activation begins where one has ended; None where several are asked at once."""
        if not isinstance(live.question, Choose):
            return None
        return self.evaluation.turn_of(live.state, live.question.seat)

    def _play_on(
        self, live: Live, look: int, source: Randomness, activations: Activations
    ) -> tuple[Live, float]:
        """From settled table to settled table until the horizon; returns where that is, and the luck there was."""
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
                    live, more = self._gone_on(live, question.seat, intent, luck_of(look, depth))
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
        """The table to which an answer leads with such luck for the one who looks ahead, and what that
        brought beyond the mean; of another's luck at a table of more than two nothing is known.
        """
        own = asked == self.seat
        end = end_at(intent.ends, fortune if own else 1 - fortune)
        beyond = end.worth - intent.mean
        if not own:
            beyond = -beyond if self.seats == 2 else 0.0
        return self._at(end, live.state), beyond

    def _greedily(self, live: Live, question: Choose, closely: int) -> Intent:
        """What greedy would answer here."""
        state = live.state
        found = self.known.get(state)
        if found is None:
            world = World(Course(state))
            options = shortlist(
                self.rules, self.evaluation, world.course, question.options, closely, question
            )
            problem = msgspec.structs.replace(
                self.problem,
                seat=question.seat,
                worlds=(world,),
                closely=options,
                most=LATER_WAYS,
                # Who fears his own dice fears the luck of the others: it counts the other way round.
                style=self.problem.style if question.seat == self.seat else -self.problem.style,
            )
            weighed = Weighed(problem, self.judges[question.seat], self.make(0))
            _, answer = weighed.ranked()[0]
            passes = isinstance(answer, self.evaluation.passing)
            ends = [] if passes else weighed.ends(world, answer)
            found = self.known[state] = Intent(answer, ends, mean_of(ends))
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
