"""Monte Carlo tree search over answers, with dice thrown on the way.

Each iteration starts from a table that looks to the seat as what it sees, goes down the tree of
answers, throws dice as the rules ask for them, adds one answer to the tree, plays on with the
game's first ideas until the turn has passed `horizon` times, and judges the table it comes to. The
tree is one of answers only: what the dice may show is averaged by throwing them anew each time.
Everybody is thought to want what is best for himself, so each seat has its own payoff.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Any

from gattai.bots.consider import Problem, World
from gattai.bots.course import Course, Live
from gattai.bots.evaluations import Idea, some_of
from gattai.bots.expectation import played_on
from gattai.kernel.dice import Randomness
from gattai.kernel.question import Choose, Place, Question, Roll, Seat, Together, any_one
from gattai.kernel.ruleset import Outcome, Ruleset

HOPE = 1.5
"""By how many standard deviations a first answer may be better than it seems, to be tried again."""
CURIOSITY = 0.3
"""How much a later answer that was tried seldom is preferred to one that did well."""
WIDENING = 24
"""After so many visits one more of the ideas is let in at a later answer."""
DOUBT = 12
"""So many trials of what comes later on average are added to those of each answer."""
LONGEST = 80
"""After so many answers an iteration is judged where it stands."""


class Node:
    """An answer in the tree: how often it was tried, and what came of it for each seat."""

    __slots__ = ("children", "totals", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.totals = [0.0] * seats
        self.children: dict[Any, Node] = {}


class Tree:
    """One search: the answers that were tried, and what came of them.

    Dice are noisy and iterations few, so luck is taken out as far as it is known. The worth of a
    table right after the first answer is known on average (`first`, by exact odds): only what comes
    later than that is learnt from samples. And whenever an answer on the way throws dice whose mean
    the game knows, what they brought beyond their mean is subtracted.
    """

    def __init__(
        self,
        problem: Problem,
        first: dict[Any, float],
        source: Randomness,
        horizon: int,
        width: int,
    ) -> None:
        self.rules = problem.rules
        self.evaluation = problem.evaluation
        self.seat = problem.seat
        self.seats = len(problem.rules.seats)
        self.source = source
        self.horizon = horizon
        self.width = width
        self.first = first
        self.options = [*first]
        self.root = Node(self.seats)
        self.later = 0.0
        """All that came later than the first answers, added up over the iterations."""
        self.squares = 0.0
        self.low = float("inf")
        self.high = float("-inf")
        self.known: dict[Any, list[Idea]] = {}
        """Ideas for a table, kept: many iterations come to the same."""
        hides = type(problem.rules).guess is not Ruleset.guess
        self.imagines = (
            hides or bool(problem.worlds[0].others) or bool(problem.worlds[0].course.values)
        )
        """Whether each iteration needs a world of its own."""

    def best(self) -> Any:
        """The answer that is worth most: by exact odds at first, and by what came later."""
        tried = [option for option in self.options if option in self.root.children]
        return max(tried or self.options, key=self._seems)

    def _seems(self, option: Any) -> float:
        """What an answer seems to be worth.

        What came later is believed the more the oftener it was tried; with few trials it counts as
        what comes later on average.
        """
        visits = self.root.visits
        usual = self.later / visits if visits else 0.0
        child = self.root.children.get(option)
        if child is None:
            return self.first[option] + usual
        beyond = child.totals[self.seat] - child.visits * self.first[option]
        return self.first[option] + (beyond + DOUBT * usual) / (child.visits + DOUBT)

    def _try_next(self) -> Any:
        """The first answer to try: what could be best, as far as one can tell by now.

        So those that are worse by exact odds than luck could make good are hardly tried at all.
        """
        visits = self.root.visits
        if visits < 2:
            return self.options[min(visits, len(self.options) - 1)]
        mean = self.later / visits
        unsure = HOPE * sqrt(max(0.25, self.squares / visits - mean * mean))
        children = self.root.children

        def could_be(option: Any) -> float:
            child = children.get(option)
            tried = DOUBT if child is None else DOUBT + child.visits
            return self._seems(option) + unsure / sqrt(tried)

        return max(self.options, key=could_be)

    def iterate(self, world: World) -> None:
        """Go down the tree once, add an answer, play on, judge, and remember."""
        course = world.course
        live = Live(self.rules, course)
        answer = self._try_next()
        node = self.root.children.get(answer)
        child = node
        if child is None:
            child = self.root.children[answer] = Node(self.seats)
        path = [self.root, child]
        assert not isinstance(live.question, Outcome | Roll)
        live.give(world.value_of(live.question, self.seat, answer))  # type: ignore[arg-type]
        node = self._resolve(live, node, path)
        start = self._worth_now(live, course, answer)
        luck = self._play_on(live, node, path)
        payoffs = self._judged(live)
        later = payoffs[self.seat] - start - luck
        self.later += later
        self.squares += later * later
        value = self.first[answer] + later
        self.low = min(self.low, value)
        self.high = max(self.high, value)
        if self.seats == 2:
            payoffs = (value, -value) if self.seat == 0 else (-value, value)
        else:
            payoffs = (*payoffs[: self.seat], value, *payoffs[self.seat + 1 :])
        for each in path:
            each.visits += 1
            for seat, payoff in enumerate(payoffs):
                each.totals[seat] += payoff

    def _worth_now(self, live: Live, course: Course, answer: Any) -> float:
        """The table right after the first answer, as `first` has it on average."""
        evaluation = self.evaluation
        if evaluation.worth is None:
            return 0.0
        if isinstance(live.question, Outcome):
            return evaluation.of_outcome(live.question, self.seat, self.seats)
        if not course.values and isinstance(answer, evaluation.passing):
            return evaluation.worth(evaluation.spent(course.state), self.seat)
        return evaluation.worth(live.state, self.seat)

    def _play_on(self, live: Live, node: Node | None, path: list[Node]) -> float:
        """From settled table to settled table until the horizon; returns the luck there was."""
        luck = 0.0
        passed = 0
        mover = self.seat
        for _ in range(LONGEST):
            question = live.question
            if isinstance(question, Outcome) or (node is None and self.evaluation.worth is None):
                break
            mean = 0.0
            before = 0.0
            if isinstance(question, Choose):
                if question.seat != mover:
                    mover = question.seat
                    passed += 1
                    if passed >= self.horizon:
                        break
                answer, mean = self._idea(live, question, node)
                if mean:
                    before = self.evaluation.material(live.state, self.seat)
                    mean = mean if question.seat == self.seat else -mean
                node = self._descend(node, answer, path)
                live.give(answer)
            node = self._resolve(live, node, path)
            if mean:
                brought = self.evaluation.material(live.state, self.seat) - before
                luck += (brought - mean) * self.evaluation.stake
        return luck

    def _resolve(self, live: Live, node: Node | None, path: list[Node]) -> Node | None:
        """Whatever is asked until the table is settled: dice are thrown, choices come from the tree."""
        if live.is_settled and isinstance(live.question, Choose | Outcome):
            return node
        while True:
            match live.question:
                case Roll(dice=dice):
                    live.give(dice.sample(self.source))
                case Place(region=region, seat=seat):
                    node = self._take(live, node, path, region.suggest(), seat)
                case Together() as question:
                    node = self._all_at_once(live, question, node, path)
                case Choose() as question if node is None:
                    live.give(self.evaluation.midway(live.state, question))
                case Choose() as question:
                    node = self._take(live, node, path, question.options, question.seat)
                case _:
                    return node
            if live.is_settled:
                return node

    def _take(
        self, live: Live, node: Node | None, path: list[Node], options: Sequence[Any], seat: Seat
    ) -> Node | None:
        """One of the options from the tree, or the first of them beyond it."""
        answer = options[0] if node is None else self._select(node, self._some(options), seat)
        node = self._descend(node, answer, path)
        live.give(answer)
        return node

    def _all_at_once(
        self, live: Live, question: Together, node: Node | None, path: list[Node]
    ) -> Node | None:
        """Several answer at once: the thinking seat from the tree, the others anything."""
        given = {ask.seat: any_one(ask.options, self.source) for ask in question.asks}
        own = next((ask for ask in question.asks if ask.seat == self.seat), None)
        if own is not None and node is not None:
            given[self.seat] = self._select(node, self._some(own.options), self.seat)
            node = self._descend(node, given[self.seat], path)
        live.give(tuple(given[ask.seat] for ask in question.asks))
        return node

    def _descend(self, node: Node | None, answer: Any, path: list[Node]) -> Node | None:
        """The next node; None once one new answer was added, from where it is only played on."""
        if node is None:
            return None
        child = node.children.get(answer)
        if child is None:
            child = node.children[answer] = Node(self.seats)
            path.append(child)
            return None
        path.append(child)
        return child

    def _some(self, options: Sequence[Any]) -> Sequence[Any]:
        return some_of(options, 2 * self.width)

    def _idea(self, live: Live, question: Choose, node: Node | None) -> tuple[Any, float]:
        """An answer to a standing question, and the mean of its dice: from the tree, or the first."""
        found = self._ideas(live.state, question)
        if not found:
            if node is None:
                return any_one(question.options, self.source), 0.0
            return self._select(node, self._some(question.options), question.seat), 0.0
        if node is None:
            return found[0][1], found[0][2]
        answer = self._select(node, [idea[1] for idea in found], question.seat)
        return answer, next(idea[2] for idea in found if idea[1] == answer)

    def _ideas(self, state: Any, question: Choose) -> list[Idea]:
        """The game's ideas for a table; none where it has none."""
        if self.evaluation.ideas is None:
            return []
        found = self.known.get(state)
        if found is None:
            found = self.evaluation.ideas(state, question)[: 2 * self.width]
            self.known[state] = found
        return found

    def _select(self, node: Node, options: Sequence[Any], seat: Seat) -> Any:
        """The answer to try: an untried one while the node is young, else the most promising.

        Progressive widening: with more visits more of the ideas are let in.
        """
        width = min(len(options), 1 + node.visits // WIDENING, self.width)
        spread = max(1e-9, self.high - self.low)
        weight = CURIOSITY * sqrt(log(node.visits + 1))
        best, most = options[0], float("-inf")
        for number in range(width):
            option = options[number]
            child = node.children.get(option)
            if child is None:
                return option
            visits = child.visits
            value = child.totals[seat] / visits / spread + weight / sqrt(visits)
            if value > most:
                best, most = option, value
        return best

    def _judged(self, live: Live) -> tuple[float, ...]:
        evaluation = self.evaluation
        ended: Question | Outcome | None = live.question  # type: ignore[assignment]
        if evaluation.worth is None and not isinstance(ended, Outcome):
            ended = played_on(self.rules, live.state, self.seats, self.source)
        if isinstance(ended, Outcome):
            return evaluation.outcome_payoffs(ended, self.seats)
        return evaluation.payoffs(evaluation.spent(live.state), self.seats)
