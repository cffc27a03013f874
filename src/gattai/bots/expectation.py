"""The expected score of an answer, by the odds of the rules.

All outcomes of the dice are walked, the likeliest first. Most answers have few and are walked
completely: their score is exact. With very many outcomes the walk stops after `most` tables. The
rest is less likely but varied (the likeliest throw of a weapon may be a miss), so a few evenly
spread outcomes are drawn from it to represent it.

A bot may have a *style*: it adds to the mean a share of the average deviation above it (bold), or
subtracts a share of the average deviation below it (careful). Bold bots prefer a large gain to a
certain one, careful ones the reverse. With a share of up to 1 a dominated answer never becomes the
best. A share of the variance would not have this property: a careful bot would not take a harmless
shot.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar, assert_never

import msgspec

from gattai.bots.evaluation import AnyEvaluation, declined
from gattai.bots.simulation import Live, Simulation, Trail, Whole, Wholes
from gattai.kernel.dice import Randomness, Shuffle, Throw
from gattai.kernel.question import (
    Choose,
    Part,
    Place,
    Question,
    Roll,
    Seat,
    Steps,
    Together,
    any_one,
)
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.batch import play_out
from gattai.odds.floats import float_sum

ENOUGH = 0.995
"""The total probability of outcomes after which the rest is ignored."""
MAX_READINGS = 64
"""Maximum number of readings per throw; of more, the likeliest are used."""
DRAWN, FEWEST = 12, 4
"""Number of drawn outcomes that represent the rest; FEWEST if fewer than that are walked."""
SHUFFLES = 3
"""Number of sampled orders of a shuffled deck."""
SPREAD_STEPS = (0.7548776662, 0.5698402910, 0.8191725134, 0.6710436067)
"""Steps of a low-discrepancy sequence."""
MAX_PLAYED_ON = 100
"""Maximum number of answers and throws when playing on; then it is a draw."""

T = TypeVar("T")

Judge = Callable[[Live], float]
Midway = Callable[[object, Choose], object]


def judge_for(
    evaluation: AnyEvaluation,
    seat: Seat,
    seats: int = 2,
    source: Randomness | None = None,
    far: int = MAX_PLAYED_ON,
) -> Judge:
    """Return a function that scores settled tables for this seat, cached per table.

    In a game without an evaluation, the score is the result of limited random play.
    """
    known: dict[object, float] = {}

    def judge(live: Live) -> float:
        state = live.state
        value = known.get(state)
        if value is None:
            if live.rules.is_over(state):
                live.settle()
            if isinstance(live.question, Outcome):
                value = evaluation.of_outcome(live.question, seat, seats)
            elif evaluation.score is not None:
                value = evaluation.score(state, seat)
            elif source is None:
                value = 0.0
            else:
                end = played_on(live.rules, state, seats, source, far)
                value = 0.0 if end is None else evaluation.of_outcome(end, seat, seats)
            known[state] = value
        return value

    return judge


def played_on(
    rules: AnyRuleset,
    state: msgspec.Struct,
    seats: int,
    source: Randomness,
    far: int = MAX_PLAYED_ON,
) -> Outcome | None:
    """Return how a game ends with random answers from here; None if it takes too long."""

    def anything(state: msgspec.Struct, question: Choose) -> object:
        return any_one(question.options, source)

    return play_out(rules, state, (anything,) * seats, source, limit=far).outcome


def expected(
    rules: AnyRuleset,
    simulation: Simulation,
    value: object,
    judge: Judge,
    midway: Midway = declined,
    *,
    most: int = 48,
    source: Randomness | None = None,
) -> float:
    """Return the mean score of the table after an answer.

    Choices on the way are answered by `midway`; by default they are declined, because the seat
    asked will think then. Decks are shuffled by the source.
    """
    return ExpectationWalk(rules, simulation, judge, midway, source=source).expected(value, most)


class Work(msgspec.Struct):
    """The work for one answer, counted, not timed: the same on every machine."""

    tables: int = 0
    """How often the rules were run on to a settled table or to the next throw."""


class ValueNode(msgspec.Struct):
    """A node of the walk: a settled table, or a throw that the rules wait for."""

    values: tuple[object, ...]
    """All values given since the question: the answer, throws, choices."""
    trail: Trail
    outcomes: Sequence[tuple[object, float]] = ()
    """The readings of the throw and their chances; empty at a settled table."""
    score: float = 0.0
    """The score of a settled table."""


End = tuple[float, ValueNode]
"""A settled table and its probability."""

Branch = tuple[float, int, ValueNode, object]
"""An open branch: negative probability, number, node, and value."""


class ExpectationWalk:
    """The walk of all outcomes from a question; equal continuations are walked once."""

    def __init__(
        self,
        rules: AnyRuleset,
        simulation: Simulation,
        judge: Judge,
        midway: Midway = declined,
        *,
        source: Randomness | None = None,
        plainly: bool | None = None,
        work: Work | None = None,
    ) -> None:
        self.rules = rules
        self.work = Work() if work is None else work
        self.judge = judge
        self.midway = midway
        self.source = source
        self.plainly = midway is declined if plainly is None else plainly
        """Whether parts are walked separately, with every choice in them declined."""
        wholes = simulation.in_wholes(rules) if self.plainly else Wholes(simulation)
        self.simulation = wholes.simulation
        self.within = wholes.within
        self.nodes: dict[tuple[object, ...], ValueNode] = {}
        self.lives: dict[tuple[object, ...], Live] = {}
        """The rules running at nodes that wait for a throw, by their values: they cannot be copied,
        but the first value given at a node continues them.
        """

    def expected(self, value: object, most: int) -> float:
        """Return the mean score of an answer."""
        return mean_of(self.ends(value, most))

    def ends(self, value: object, most: int) -> list[End]:
        """Return the possible tables after an answer with their probabilities.

        After `most` steps along the likeliest branches, a few drawn ones represent the rest.
        """
        # Open branches: the likeliest first, ties: the earlier.
        branches = self._starts(value)
        pushed = len(branches)
        ends: list[End] = []
        seen, steps = 0.0, 0
        while branches and seen < ENOUGH and (steps < most or not seen):
            negative, _, origin, outcome = heapq.heappop(branches)
            node = self._node(origin, outcome)
            steps += 1
            for reading, likely in node.outcomes:
                pushed += 1
                heapq.heappush(branches, (negative * likely, pushed, node, reading))
            if not node.outcomes:
                ends.append((-negative, node))
                seen -= negative
        if branches and seen < ENOUGH:
            left = [
                ((origin, outcome), -negative) for negative, _, origin, outcome in sorted(branches)
            ]
            rest = float_sum(share for _, share in left)
            drawn = DRAWN if most >= DRAWN else FEWEST
            ends += [(rest / drawn, self._drawn(left, rest, n, drawn)) for n in range(drawn)]
        self.lives.clear()
        return ends

    def _starts(self, value: object) -> list[Branch]:
        """Return the first branches: the answer, or the results of the part it is given in."""
        outcomes: Sequence[tuple[object, float]] = ((value, 1.0),)
        for part, given in reversed(self.within):
            found: dict[object, float] = {}
            for each, share in outcomes:
                for result, likely in part_odds(part.procedure, part.args, (*given, each)):
                    found[result] = found.get(result, 0.0) + share * likely
            outcomes = tuple(found.items())
        origin = ValueNode((), self.simulation.trail)
        branches = [
            (-share, number, origin, outcome) for number, (outcome, share) in enumerate(outcomes)
        ]
        heapq.heapify(branches)
        return branches

    def _node(self, origin: ValueNode, outcome: object) -> ValueNode:
        """Return the node for a value, running the rules only if it is new."""
        key = (*origin.values, outcome)
        known = self.nodes.get(key)
        if known is not None:
            return known
        self.work.tables += 1
        live = self.lives.pop(origin.values, None)
        if live is None:
            live = Live(self.rules, self.simulation, trail=origin.trail, plainly=self.plainly)
            for value in origin.values:
                live.advance(value)
        live.advance(outcome)
        node = ValueNode(self._chosen(live, key), live.retraced.walked())
        if live.is_settled:
            node.score = self.judge(live)
        else:
            asked = live.question
            assert isinstance(asked, Part | Roll)
            self.lives[node.values], node.outcomes = live, self._throws(asked)
        if not (isinstance(live.question, Roll) and isinstance(live.question.dice, Shuffle)):
            self.nodes[key] = node
        return node

    def _chosen(self, live: Live, values: tuple[object, ...]) -> tuple[object, ...]:
        """Answer choices until a throw or the end; return all values, including these answers."""
        while not live.is_settled and not isinstance(live.question, Part | Roll):
            taken = _midway(live.state, live.question, self.midway)
            values = (*values, taken)
            live.advance(taken)
        return values

    def _throws(self, question: Part | Roll) -> Sequence[tuple[object, float]]:
        """Return the readings of the next throw, and their chances."""
        if isinstance(question, Part):
            return part_odds(question.procedure, question.args)
        return readings(question.dice, self.source)

    def _drawn(
        self,
        left: Sequence[tuple[tuple[ValueNode, object], float]],
        rest: float,
        number: int,
        drawn: int,
    ) -> ValueNode:
        """Return where one of the drawn branches leads.

        Throws follow a low-discrepancy sequence, without randomness.
        """
        node = self._node(*_at_share(left, (number + 0.5) / drawn * rest))
        depth = 0
        while node.outcomes:
            depth += 1
            at = (number + 0.5) * SPREAD_STEPS[depth % len(SPREAD_STEPS)] % 1.0
            node = self._node(
                node, _at_share(node.outcomes, at * float_sum(share for _, share in node.outcomes))
            )
        return node


def mean_of(ends: Sequence[End]) -> float:
    """Return the mean score of tables."""
    total = float_sum(share for share, _ in ends)
    return float_sum(share * node.score for share, node in ends) / total if total else 0.0


def end_at(ends: Sequence[End], part: float) -> ValueNode:
    """Return the table at this quantile of the score: 0.5 is the median."""
    in_order = sorted(ends, key=lambda end: end[1].score)
    left = part * float_sum(share for share, _ in ends)
    for share, node in in_order:
        left -= share
        if left < 0:
            return node
    return in_order[-1][1]


def value_of(ends: Sequence[End], style: float) -> float:
    """Return the mean score of tables, adjusted for a style.

    Deviations above and below the mean are equal, so each is half of the mean absolute deviation.

    >>> won, lost = ValueNode((), [], score=10.0), ValueNode((), [])
    >>> value_of([(0.5, won), (0.5, lost)], 0.5), value_of([(0.5, won), (0.5, lost)], 0.0)
    (6.25, 5.0)
    """
    mean = mean_of(ends)
    if not style or not ends:
        return mean
    total = float_sum(share for share, _ in ends)
    return mean + style * float_sum(share * abs(node.score - mean) for share, node in ends) / (
        2 * total
    )


def _at_share(outcomes: Sequence[tuple[T, float]], at: float) -> T:
    """Return the item at a point of the cumulative distribution."""
    for value, share in outcomes:
        at -= share
        if at < 0:
            return value
    return outcomes[-1][0]


@lru_cache(maxsize=4096)
def part_odds(
    procedure: Callable[..., Steps[Hashable]],
    args: tuple[object, ...],
    given: tuple[object, ...] = (),
) -> tuple[tuple[Hashable, float], ...]:
    """Return the results of a part if everybody declines from here on, with their chances.

    If nothing was given in it yet, its plain form is used, if it has one.
    """
    steps = procedure if given else getattr(procedure, "declined", procedure)
    found: dict[Hashable, float] = {}
    branches: list[tuple[float, tuple[object, ...]]] = [(1.0, given)]
    while branches:
        share, answers = branches.pop()
        run = Whole(steps(*args))
        for answer in answers:
            run.give(answer)
        while isinstance(run.question, Choose):
            answers = (*answers, declined(None, run.question))
            run.give(answers[-1])
        asked = run.question
        if asked is None:
            found[run.result] = found.get(run.result, 0.0) + share
            continue
        outcomes: Iterable[tuple[object, float]]
        if isinstance(asked, Part):
            outcomes = part_odds(asked.procedure, asked.args)
        else:
            assert isinstance(asked, Roll)
            total = asked.dice.total
            outcomes = [(reading, count / total) for reading, count in asked.dice.outcomes()]
        branches += [(share * likely, (*answers, outcome)) for outcome, likely in outcomes]
    return tuple(sorted(found.items(), key=lambda each: -each[1]))


def readings(dice: Throw, source: Randomness | None) -> list[tuple[object, float]]:
    """Return the readings of a throw and their chances: all, or the likeliest of very many.

    A deck has too many orders to walk: some are drawn.
    """
    if isinstance(dice, Shuffle):
        orders = [tuple(range(dice.count))] if source is None else []
        orders += [dice.sample(source) for _ in range(SHUFFLES) if source is not None]
        return [(order, 1 / len(orders)) for order in orders]
    outcomes, total = dice.outcomes(), dice.total
    if len(outcomes) > MAX_READINGS:
        outcomes = tuple(sorted(outcomes, key=lambda each: -each[1])[:MAX_READINGS])
    return [(reading, outcomes / total) for reading, outcomes in outcomes]


def _midway(
    state: msgspec.Struct, question: Question | Part | Outcome | None, midway: Midway
) -> object:
    match question:
        case Choose():
            return midway(state, question)
        case Together(asks=asks):
            return tuple(midway(state, ask) for ask in asks)
        case Place(region=region):
            return region.suggest()[0]
        case Roll() | Part() | Outcome() | None:
            raise TypeError(f"{question!r} cannot be answered here")
        case _:
            assert_never(question)
