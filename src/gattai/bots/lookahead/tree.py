"""Monte Carlo tree search over answers, with dice thrown on the way.

Each iteration starts from a determinization, descends the tree of answers, throws dice as the rules
ask for them, adds one answer to the tree, plays on with the game's first ideas until the turn has
passed `horizon` times, and scores the resulting table. The tree has nodes for answers only: dice
are averaged by throwing them again in each iteration. Every seat maximizes its own payoff.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import assert_never

import msgspec

from gattai.bots.consider import Decision, Determinization
from gattai.bots.evaluation import Idea, some_of
from gattai.bots.expectation import played_on
from gattai.bots.simulation import Live, Simulation
from gattai.kernel.dice import Randomness
from gattai.kernel.question import Choose, Part, Place, Question, Roll, Seat, Together, any_one
from gattai.kernel.ruleset import Outcome, Ruleset

HOPE = 1.5
"""Exploration at the root: standard deviations added to the mean of a first answer."""
CURIOSITY = 0.3
"""Exploration below the root."""
WIDENING = 24
"""Visits after which progressive widening adds one more idea."""
DOUBT = 12
"""Number of trials with the average later gain added to those of each answer."""
LONGEST = 80
"""Maximum number of answers in an iteration, after which its table is scored."""


class TreeNode:
    """An answer in the tree: its visits, and the payoff for each seat."""

    __slots__ = ("children", "totals", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.totals = [0.0] * seats
        self.children: dict[object, TreeNode] = {}


class Tree:
    """One search: the answers tried, and their results.

    Dice are noisy and iterations few, so known luck is subtracted. The expected score right after
    the first answer is known (`first`, by exact odds): only later gains are sampled. If an answer
    throws dice whose mean effect the game knows, the difference from that mean is subtracted.
    """

    def __init__(
        self,
        problem: Decision,
        first: dict[object, float],
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
        self.root = TreeNode(self.seats)
        self.later = 0.0
        """The sum of later gains over all iterations."""
        self.squares = 0.0
        self.low = float("inf")
        self.high = float("-inf")
        self.known: dict[object, list[Idea]] = {}
        """Cached ideas for a table: many iterations reach the same ones."""
        hides = type(problem.rules).guess is not Ruleset.guess
        self.imagines = (
            hides
            or bool(problem.determinizations[0].others)
            or bool(problem.determinizations[0].simulation.values)
        )
        """Whether each iteration needs its own determinization."""

    def best(self) -> object:
        """Return the best answer: by exact odds plus sampled later gains."""
        tried = [option for option in self.options if option in self.root.children]
        return max(tried or self.options, key=self._seems)

    def _seems(self, option: object) -> float:
        """Return the estimated score of an answer.

        Later gains weigh more with more trials; with few trials the average later gain is assumed.
        """
        visits = self.root.visits
        usual = self.later / visits if visits else 0.0
        child = self.root.children.get(option)
        if child is None:
            return self.first[option] + usual
        beyond = child.totals[self.seat] - child.visits * self.first[option]
        return self.first[option] + (beyond + DOUBT * usual) / (child.visits + DOUBT)

    def _try_next(self) -> object:
        """Return the first answer to try: the one with the highest upper bound.

        So answers that are clearly worse by exact odds are hardly tried.
        """
        visits = self.root.visits
        if visits < 2:
            return self.options[min(visits, len(self.options) - 1)]
        mean = self.later / visits
        unsure = HOPE * sqrt(max(0.25, self.squares / visits - mean * mean))
        children = self.root.children

        def could_be(option: object) -> float:
            child = children.get(option)
            tried = DOUBT if child is None else DOUBT + child.visits
            return self._seems(option) + unsure / sqrt(tried)

        return max(self.options, key=could_be)

    def iterate(self, determinization: Determinization) -> None:
        """Run one iteration: descend, add an answer, play on, score, and update."""
        simulation = determinization.simulation
        live = Live(self.rules, simulation)
        answer = self._try_next()
        node = self.root.children.get(answer)
        child = node
        if child is None:
            child = self.root.children[answer] = TreeNode(self.seats)
        path = [self.root, child]
        assert not isinstance(live.question, Outcome | Roll)
        live.give(determinization.value_of(live.question, self.seat, answer))  # type: ignore[arg-type]
        node = self._resolve(live, node, path)
        start = self._score_now(live, simulation, answer)
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

    def _score_now(self, live: Live, simulation: Simulation, answer: object) -> float:
        """Return the expected score right after the first answer, from `first`."""
        evaluation = self.evaluation
        if evaluation.score is None:
            return 0.0
        if isinstance(live.question, Outcome):
            return evaluation.of_outcome(live.question, self.seat, self.seats)
        if not simulation.values and isinstance(answer, evaluation.passing):
            return evaluation.score(evaluation.spent(simulation.state), self.seat)
        return evaluation.score(live.state, self.seat)

    def _play_on(self, live: Live, node: TreeNode | None, path: list[TreeNode]) -> float:
        """Play on to the horizon; return the luck on the way."""
        luck = 0.0
        passed = 0
        mover = self.seat
        for _ in range(LONGEST):
            question = live.question
            if isinstance(question, Outcome) or (node is None and self.evaluation.score is None):
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

    def _resolve(self, live: Live, node: TreeNode | None, path: list[TreeNode]) -> TreeNode | None:
        """Answer questions until the table is settled: throw dice, choose from the tree."""
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
                case Part() | Outcome() | None:
                    return node
                case _:
                    assert_never(live.question)
            if live.is_settled:
                return node

    def _take(
        self,
        live: Live,
        node: TreeNode | None,
        path: list[TreeNode],
        options: Sequence[object],
        seat: Seat,
    ) -> TreeNode | None:
        """Return an option from the tree, or the first option beyond it."""
        answer = options[0] if node is None else self._select(node, self._some(options), seat)
        node = self._descend(node, answer, path)
        live.give(answer)
        return node

    def _all_at_once(
        self, live: Live, question: Together, node: TreeNode | None, path: list[TreeNode]
    ) -> TreeNode | None:
        """Answer for several seats at once: the own seat from the tree, the others at random."""
        given = {ask.seat: any_one(ask.options, self.source) for ask in question.asks}
        own = next((ask for ask in question.asks if ask.seat == self.seat), None)
        if own is not None and node is not None:
            given[self.seat] = self._select(node, self._some(own.options), self.seat)
            node = self._descend(node, given[self.seat], path)
        live.give(tuple(given[ask.seat] for ask in question.asks))
        return node

    def _descend(
        self, node: TreeNode | None, answer: object, path: list[TreeNode]
    ) -> TreeNode | None:
        """Return the next node; None after one new answer was added."""
        if node is None:
            return None
        child = node.children.get(answer)
        if child is None:
            child = node.children[answer] = TreeNode(self.seats)
            path.append(child)
            return None
        path.append(child)
        return child

    def _some(self, options: Sequence[object]) -> Sequence[object]:
        return some_of(options, 2 * self.width)

    def _idea(self, live: Live, question: Choose, node: TreeNode | None) -> tuple[object, float]:
        """Return an answer at a settled table and its mean dice effect."""
        found = self._ideas(live.state, question)
        if not found:
            if node is None:
                return any_one(question.options, self.source), 0.0
            return self._select(node, self._some(question.options), question.seat), 0.0
        if node is None:
            return found[0][1], found[0][2]
        answer = self._select(node, [idea[1] for idea in found], question.seat)
        return answer, next(idea[2] for idea in found if idea[1] == answer)

    def _ideas(self, state: msgspec.Struct, question: Choose) -> list[Idea]:
        """Return the game's ideas for a table, if any."""
        if self.evaluation.ideas is None:
            return []
        found = self.known.get(state)
        if found is None:
            found = self.evaluation.ideas(state, question)[: 2 * self.width]
            self.known[state] = found
        return found

    def _select(self, node: TreeNode, options: Sequence[object], seat: Seat) -> object:
        """Return the answer to try: an untried one while there are any, else the most promising.

        Progressive widening: more visits allow more ideas.
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
        if evaluation.score is None and not isinstance(ended, Outcome):
            ended = played_on(self.rules, live.state, self.seats, self.source)
        if isinstance(ended, Outcome):
            return evaluation.outcome_payoffs(ended, self.seats)
        return evaluation.payoffs(evaluation.spent(live.state), self.seats)
