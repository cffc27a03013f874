"""The bot that looks ahead: Monte Carlo tree search over answers, with dice thrown on the way.

Each iteration imagines a table that looks to the seat as what it sees (`Ruleset.guess` fills in
the secrets), goes down the tree of answers, throws dice as the rules ask for them, adds one answer
to the tree, plays on with the game's first ideas until the turn has passed `horizon` times, and
judges the table it comes to. The tree is one of answers only: what the dice may show is averaged
by throwing them anew each time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Any

from gattai.bots.bot import Ask
from gattai.bots.course import Course, Live, Unimaginable, declined, imagine
from gattai.bots.evaluations import Evaluation, of, rules_of
from gattai.bots.expectation import judge_for
from gattai.bots.greedy import offered, ranked, shortlist
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Seen
from gattai.kernel.question import Choose, Place, Roll, Seat, Together, any_one
from gattai.kernel.ruleset import AnyRuleset, Outcome

CURIOSITY = 0.3
"""How much an answer that was tried seldom is preferred to one that did well."""
DOUBT = 12
"""So many trials of what comes later on average are added to those of each answer."""
LONGEST = 80
"""After so many answers an iteration is judged where it stands."""
MIDDLE_SHARE = 0.5
"""Of the time that is left of an activation, one answer takes so much."""


class Node:
    """An answer in the tree: how often it was tried, and what came of it for the thinking seat."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.children: dict[Any, Node] = {}

    @property
    def mean(self) -> float:
        """What it came to on average."""
        return self.total / self.visits if self.visits else 0.0


class SearchBot:
    """Looks ahead for a number of iterations, or for a time, or for whichever ends first.

    `seconds` is for a whole activation: the first answer of one takes half of it, the next half of
    the rest, and so on. With iterations alone the answer follows from the seed.
    """

    def __init__(
        self,
        make: Callable[[str], Randomness],
        seed: str,
        clock: Callable[[], float],
        *,
        iterations: int = 200,
        seconds: float = 0.0,
        horizon: int = 2,
        width: int = 6,
        rules: AnyRuleset | None = None,
        evaluation: Evaluation | None = None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self._make = make
        self._seed = seed
        self._clock = clock
        self._iterations = iterations
        self._seconds = seconds
        self._horizon = max(1, horizon)
        self._width = max(2, width)
        self._rules = rules
        self._evaluation = evaluation
        self._stopped = stopped

    def answer(self, seen: Seen[Any], ask: Ask, number: int) -> Any:
        """The option that was found best; never one that is not offered."""
        began = self._clock()
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
        closely = shortlist(rules, evaluation, course, options, self._width + 2)
        first = dict.fromkeys(closely, 0.0)
        if together is None:
            first = {o: value for value, o in ranked(rules, evaluation, course, closely, judge)}
        tree = Tree(rules, evaluation, ask.seat, source, self._horizon, self._width, first)
        until = self._until(began, evaluation.clicks(seen.state))
        while not self._stopped():
            if self._iterations and tree.root.visits >= self._iterations:
                break
            if until is not None and self._clock() >= until:
                break
            if tree.root.visits:
                try:
                    course, _ = imagine(rules, seen, ask.seat, source)
                except Unimaginable:
                    break
            tree.iterate(course)
        return tree.best()

    def _until(self, began: float, clicks: int) -> float | None:
        if not self._seconds:
            return None
        return began + self._seconds * MIDDLE_SHARE ** (clicks + 1)


class Tree:
    """One search: the answers that were tried, and what came of them.

    Dice are noisy and iterations few, so luck is taken out as far as it is known. The worth of a
    table right after the first answer is known on average (`first`, by exact odds): only what comes
    later than that is learnt from samples. And whenever an answer on the way throws dice whose mean
    the game knows, what they brought beyond their mean is subtracted.
    """

    def __init__(
        self,
        rules: AnyRuleset,
        evaluation: Evaluation,
        seat: Seat,
        source: Randomness,
        horizon: int,
        width: int,
        first: dict[Any, float],
    ) -> None:
        self.rules = rules
        self.evaluation = evaluation
        self.seat = seat
        self.source = source
        self.horizon = horizon
        self.width = width
        self.first = first
        self.root = Node()
        self.later = 0.0
        """All that came later than the first answers, added up over the iterations."""
        self.low = float("inf")
        self.high = float("-inf")
        self.known: dict[Any, list[tuple[float, Any, float]]] = {}
        """Ideas for a table, kept: many iterations come to the same."""

    def best(self) -> Any:
        """The answer that is worth most: by exact odds at first, and by what came later.

        What came later is believed the more the oftener it was tried; with few trials it counts as
        what comes later on average.
        """
        usual = self.later / self.root.visits if self.root.visits else 0.0

        def value(option: Any) -> float:
            child = self.root.children.get(option)
            if child is None:
                return float("-inf") if self.root.children else self.first[option]
            beyond = child.total - child.visits * self.first[option]
            doubted = (beyond + DOUBT * usual) / (child.visits + DOUBT)
            return self.first[option] + doubted

        return max(self.first, key=value)

    def iterate(self, course: Course) -> None:
        """Go down the tree once, add an answer, play on, judge, and remember."""
        live = Live(self.rules, course)
        answer = self._select(self.root, [*self.first], self.seat)
        child = self.root.children.get(answer)
        node: Node | None = child
        if child is None:
            child = self.root.children[answer] = Node()
        path = [self.root, child]
        if isinstance(live.question, Together):
            live.give(self._beside_others(live.question, answer))
        else:
            live.give(answer)
        node = self._resolve(live, node, path)
        start = self._worth_now(live, course, answer)
        luck = self._play_on(live, node, path)
        later = self._judged(live) - start - luck
        self.later += later
        value = self.first[answer] + later
        self.low = min(self.low, value)
        self.high = max(self.high, value)
        for each in path:
            each.visits += 1
            each.total += value

    def _worth_now(self, live: Live, course: Course, answer: Any) -> float:
        """The table right after the first answer, as `first` has it on average."""
        if isinstance(live.question, Outcome):
            return self.evaluation.of_outcome(live.question, self.seat)
        if not course.values and isinstance(answer, self.evaluation.passing):
            return self.evaluation.worth(self.evaluation.spent(course.state), self.seat)
        return self.evaluation.worth(live.state, self.seat)

    def _play_on(self, live: Live, node: Node | None, path: list[Node]) -> float:
        """From settled table to settled table until the horizon; returns the luck there was."""
        luck = 0.0
        passed = 0
        mover = self.seat
        for _ in range(LONGEST):
            question = live.question
            if isinstance(question, Outcome):
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
                luck += self.evaluation.material(live.state, self.seat) - before - mean
        return luck

    def _resolve(self, live: Live, node: Node | None, path: list[Node]) -> Node | None:
        """Whatever is asked until the table is settled: dice are thrown, choices come from the tree."""
        if live.is_settled and isinstance(live.question, Choose | Outcome):
            return node
        while True:
            match live.question:
                case Roll(dice=dice):
                    live.give(dice.sample(self.source))
                case Place(region=region):
                    live.give(region.suggest()[0])
                case Together() as question:
                    live.give(self._beside_others(question, None))
                    node = None
                case Choose() as question:
                    if node is None:
                        answer = declined(question)
                    else:
                        answer = self._select(node, self._some(question.options), question.seat)
                    node = self._descend(node, answer, path)
                    live.give(answer)
                case _:
                    return node
            if live.is_settled:
                return node

    def _descend(self, node: Node | None, answer: Any, path: list[Node]) -> Node | None:
        """The next node; None once one new answer was added, from where it is only played on."""
        if node is None:
            return None
        child = node.children.get(answer)
        if child is None:
            path.append(node.children.setdefault(answer, Node()))
            return None
        path.append(child)
        return child

    def _beside_others(self, question: Together, own: Any) -> tuple[Any, ...]:
        """Several answer at once: the own answer if it is known, the others at random."""
        return tuple(
            own
            if own is not None and ask.seat == self.seat
            else any_one(tuple(ask.options), self.source)
            for ask in question.asks
        )

    def _some(self, options: Sequence[Any]) -> Sequence[Any]:
        most = 2 * self.width
        return options if len(options) <= most else options[:most]

    def _idea(self, live: Live, question: Choose, node: Node | None) -> tuple[Any, float]:
        """An answer to a standing question, and the mean of its dice: from the tree, or the first."""
        if self.evaluation.ideas is None:
            if node is None:
                return any_one(tuple(question.options), self.source), 0.0
            return self._select(node, self._some(question.options), question.seat), 0.0
        state = live.state
        found = self.known.get(state)
        if found is None:
            ideas = self.evaluation.ideas(state, question)
            found = self.known[state] = ideas[: 2 * self.width]
        if node is None:
            return found[0][1], found[0][2]
        answer = self._select(node, [idea[1] for idea in found], question.seat)
        return answer, next(idea[2] for idea in found if idea[1] == answer)

    def _select(self, node: Node, options: Sequence[Any], seat: Seat) -> Any:
        """The answer to try: an untried one while the node is young, else the most promising.

        Progressive widening: with more visits more of the ideas are let in.
        """
        width = min(len(options), 2 + int(sqrt(node.visits)), self.width)
        sign = 1.0 if seat == self.seat else -1.0
        spread = max(1e-9, self.high - self.low)
        weight = CURIOSITY * sqrt(log(node.visits + 1))
        best, most = options[0], float("-inf")
        for number in range(width):
            option = options[number]
            child = node.children.get(option)
            if child is None:
                return option
            value = sign * child.mean / spread + weight / sqrt(child.visits)
            if value > most:
                best, most = option, value
        return best

    def _judged(self, live: Live) -> float:
        if isinstance(live.question, Outcome):
            return self.evaluation.of_outcome(live.question, self.seat)
        return self.evaluation.worth(self.evaluation.spent(live.state), self.seat)
