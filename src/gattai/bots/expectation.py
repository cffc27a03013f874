"""What an answer is worth on average, by the odds of the rules themselves.

All ways the dice can fall are walked, the likeliest first. Most answers have few and are walked
to the end: their value is exact. Where there are very many the walk stops after `most` tables. What
is left then is rarer but not alike (the likeliest throw of a weapon may be the one that misses), so
a few ways are drawn from it, evenly, and stand for the rest.

A bot may have a *style*: to the mean it adds a share of how far what comes goes beyond that mean on
average, or takes off a share of how far it falls short. The bold one prefers the great blow to the
sure one, the careful one the sure to the great. With a share of up to 1 this never turns what is good
into bad: an answer that is at least as good as another whatever dice show stays so. A share of the
variance would not do: with it the careful would leave a shot unfired that can do no harm.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from gattai.bots.course import Course, Live, Trail, Whole, Wholes
from gattai.bots.evaluations import Evaluation, declined
from gattai.kernel.dice import Randomness, Shuffle, Throw
from gattai.kernel.question import Choose, Part, Place, Roll, Seat, Steps, Together, any_one
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.batch import play_out

ENOUGH = 0.995
"""The share of all ways after which the rest is left out."""
MOST_READINGS = 64
"""Of a throw that can show more, the likeliest are looked at."""
DRAWN, FEWEST = 12, 4
"""Where not all ways are walked, so many stand for the rest; FEWEST where fewer than that are walked."""
SHUFFLES = 3
"""How many orders of a shuffled deck are looked at."""
EVEN = (0.7548776662, 0.5698402910, 0.8191725134, 0.6710436067)
"""Steps that spread evenly, alone and together: roots that no fraction comes near."""
FAR_ENOUGH = 100
"""After so many answers and throws of playing on, nobody has won."""

Judge = Callable[[Live], float]
Midway = Callable[[Any, Choose], Any]


def judge_for(
    evaluation: Evaluation,
    seat: Seat,
    seats: int = 2,
    source: Randomness | None = None,
    far: int = FAR_ENOUGH,
) -> Judge:
    """What a settled table is worth to this seat; equal tables are judged once.

    Where the game has no evaluation, it is played on at random, so far at most: who wins?
    """
    known: dict[Any, float] = {}

    def judge(live: Live) -> float:
        state = live.state
        value = known.get(state)
        if value is None:
            live.settle()
            if isinstance(live.question, Outcome):
                value = evaluation.of_outcome(live.question, seat, seats)
            elif evaluation.worth is not None:
                value = evaluation.worth(state, seat)
            elif source is None:
                value = 0.0
            else:
                end = played_on(live.rules, state, seats, source, far)
                value = 0.0 if end is None else evaluation.of_outcome(end, seat, seats)
            known[state] = value
        return value

    return judge


def played_on(
    rules: AnyRuleset, state: Any, seats: int, source: Randomness, far: int = FAR_ENOUGH
) -> Outcome | None:
    """How a game ends if everybody answers at random from here; None if it takes too long."""

    def anything(state: Any, question: Choose) -> Any:
        return any_one(question.options, source)

    return play_out(rules, state, (anything,) * seats, source, limit=far).outcome


def expected(
    rules: AnyRuleset,
    course: Course,
    value: Any,
    judge: Judge,
    midway: Midway = declined,
    *,
    most: int = 48,
    source: Randomness | None = None,
) -> float:
    """The mean worth of the table once an answer has been resolved.

    Choices on the way are answered by `midway`; if that is not said they are declined, by
    everybody: whoever is asked one later will think then. Decks are shuffled by the source.
    """
    return Walk(rules, course, judge, midway, source=source).expected(value, most)


class Work(msgspec.Struct):
    """How much was done for one answer, counted and not timed: the same on every machine."""

    tables: int = 0
    """So many times the rules were run on, to a settled table or to the next throw."""


class Node(msgspec.Struct):
    """Where values lead: a settled table, or a throw that the rules wait for."""

    values: tuple[Any, ...]
    """All that was given since the bot was asked: the answer, throws, choices."""
    trail: Trail
    falls: Sequence[tuple[Any, float]] = ()
    """What the throw may show and how likely that is; nothing at a settled table."""
    worth: float = 0.0
    """Of a settled table."""


End = tuple[float, Node]
"""The share of all ways that come to a settled table."""

_Way = tuple[float, int, Node, Any]
"""How likely it is, negative; its number; whence it goes on, and with what."""


class Walk:
    """All the ways from where a bot is asked: of answers that come to the same, each is walked once."""

    def __init__(
        self,
        rules: AnyRuleset,
        course: Course,
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
        """Whether parts are walked by themselves, as if everybody declined whatever is asked there."""
        wholes = course.in_wholes(rules) if self.plainly else Wholes(course)
        self.course = wholes.course
        self.within = wholes.within
        self.nodes: dict[tuple[Any, ...], Node] = {}
        self.live: Live | None = None
        self.at: Node | None = None
        """Where the rules in progress stand."""

    def expected(self, value: Any, most: int) -> float:
        """The mean worth of an answer."""
        return mean_of(self.ends(value, most))

    def ends(self, value: Any, most: int) -> list[End]:
        """The tables that an answer may come to, each with its share; after so many steps along the
        likeliest ways some stand for the rest.
        """
        # Ways yet to be walked: the likeliest first, of equals the earlier.
        ways = self._starts(value)
        pushed = len(ways)
        ends: list[End] = []
        seen, steps = 0.0, 0
        while ways and seen < ENOUGH and (steps < most or not seen):
            negative, _, origin, fall = heapq.heappop(ways)
            node = self._node(origin, fall)
            steps += 1
            for reading, likely in node.falls:
                pushed += 1
                heapq.heappush(ways, (negative * likely, pushed, node, reading))
            if not node.falls:
                ends.append((-negative, node))
                seen -= negative
        if ways and seen < ENOUGH:
            left = [((origin, fall), -negative) for negative, _, origin, fall in sorted(ways)]
            rest = sum(share for _, share in left)
            drawn = DRAWN if most >= DRAWN else FEWEST
            ends += [(rest / drawn, self._drawn(left, rest, n, drawn)) for n in range(drawn)]
        return ends

    def _starts(self, value: Any) -> list[_Way]:
        """Where the ways begin: with the answer, or with what may come of the part it is given in."""
        falls: Sequence[tuple[Any, float]] = ((value, 1.0),)
        for part, given in reversed(self.within):
            found: dict[Any, float] = {}
            for each, share in falls:
                for result, likely in part_odds(part.procedure, part.args, (*given, each)):
                    found[result] = found.get(result, 0.0) + share * likely
            falls = tuple(found.items())
        origin = Node((), self.course.trail)
        ways = [(-share, number, origin, fall) for number, (fall, share) in enumerate(falls)]
        heapq.heapify(ways)
        return ways

    def _node(self, origin: Node, fall: Any) -> Node:
        """Where this leads from there; the rules are run only if nobody was there before."""
        key = (*origin.values, fall)
        known = self.nodes.get(key)
        if known is not None:
            return known
        self.work.tables += 1
        live = self.live
        if live is None or self.at is not origin:
            # Nothing can be taken back from rules in progress: they are run anew.
            live = Live(self.rules, self.course, trail=origin.trail, plainly=self.plainly)
            for value in origin.values:
                live.advance(value)
        live.advance(fall)
        node = Node(self._chosen(live, key), live.retraced.walked())
        if live.is_settled:
            self.live, node.worth = None, self.judge(live)
        else:
            self.live, self.at, node.falls = live, node, self._falls(live.question)
        if not (isinstance(live.question, Roll) and isinstance(live.question.dice, Shuffle)):
            self.nodes[key] = node
        return node

    def _chosen(self, live: Live, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Answer choices until there is a throw or the end; returns all values, with the answers."""
        while not live.is_settled and not isinstance(live.question, Part | Roll):
            taken = _midway(live.state, live.question, self.midway)
            values = (*values, taken)
            live.advance(taken)
        return values

    def _falls(self, question: Any) -> Sequence[tuple[Any, float]]:
        """What may come of the throw that is asked for, and how likely that is."""
        if isinstance(question, Part):
            return part_odds(question.procedure, question.args)
        return readings(question.dice, self.source)

    def _drawn(
        self, left: Sequence[tuple[tuple[Node, Any], float]], rest: float, number: int, drawn: int
    ) -> Node:
        """Where one of some ways leads that stand for all that are left.

        Each throw falls elsewhere: evenly, without chance.
        """
        node = self._node(*_fallen(left, (number + 0.5) / drawn * rest))
        depth = 0
        while node.falls:
            depth += 1
            at = (number + 0.5) * EVEN[depth % len(EVEN)] % 1.0
            node = self._node(node, _fallen(node.falls, at * sum(share for _, share in node.falls)))
        return node


def mean_of(ends: Sequence[End]) -> float:
    """What tables are worth on average."""
    total = sum(share for share, _ in ends)
    return sum(share * node.worth for share, node in ends) / total if total else 0.0


def end_at(ends: Sequence[End], part: float) -> Node:
    """The table better than this part of all that may come: with 0.5 that of middling luck."""
    in_order = sorted(ends, key=lambda end: end[1].worth)
    left = part * sum(share for share, _ in ends)
    for share, node in in_order:
        left -= share
        if left < 0:
            return node
    return in_order[-1][1]


def worth_of(ends: Sequence[End], style: float) -> float:
    """What tables are worth on average, and what a style adds to that.

    As much lies beyond the mean as short of it, so it is half of what lies on either side.

    >>> won, lost = Node((), [], worth=10.0), Node((), [])
    >>> worth_of([(0.5, won), (0.5, lost)], 0.5), worth_of([(0.5, won), (0.5, lost)], 0.0)
    (6.25, 5.0)
    """
    mean = mean_of(ends)
    if not style or not ends:
        return mean
    total = sum(share for share, _ in ends)
    return mean + style * sum(share * abs(node.worth - mean) for share, node in ends) / (2 * total)


def _fallen(falls: Sequence[tuple[Any, float]], at: float) -> Any:
    """Where a point falls if all are laid end to end, each as long as it is likely."""
    for value, share in falls:
        at -= share
        if at < 0:
            return value
    return falls[-1][0]


@lru_cache(maxsize=4096)
def part_odds(
    procedure: Callable[..., Steps[Any]], args: tuple[Any, ...], given: tuple[Any, ...] = ()
) -> tuple[tuple[Any, float], ...]:
    """What comes of a part if everybody declines from here on; equal results are merged.

    Where nothing was given in it yet, by its plain form, if it has one.
    """
    steps = procedure if given else getattr(procedure, "declined", procedure)
    found: dict[Any, float] = {}
    ways: list[tuple[float, tuple[Any, ...]]] = [(1.0, given)]
    while ways:
        share, answers = ways.pop()
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
        falls: Iterable[tuple[Any, float]]
        if isinstance(asked, Part):
            falls = part_odds(asked.procedure, asked.args)
        else:
            total = asked.dice.total
            falls = [(reading, count / total) for reading, count in asked.dice.outcomes()]
        ways += [(share * likely, (*answers, fall)) for fall, likely in falls]
    return tuple(sorted(found.items(), key=lambda each: -each[1]))


def readings(dice: Throw, source: Randomness | None) -> list[tuple[Any, float]]:
    """What a throw may show and how likely that is: everything, or, of very much, the likeliest.

    A deck has more orders than can be walked: some are drawn.
    """
    if isinstance(dice, Shuffle):
        orders = [tuple(range(dice.count))] if source is None else []
        orders += [dice.sample(source) for _ in range(SHUFFLES) if source is not None]
        return [(order, 1 / len(orders)) for order in orders]
    outcomes, total = dice.outcomes(), dice.total
    if len(outcomes) > MOST_READINGS:
        outcomes = tuple(sorted(outcomes, key=lambda each: -each[1])[:MOST_READINGS])
    return [(reading, ways / total) for reading, ways in outcomes]


def _midway(state: Any, question: Any, midway: Midway) -> Any:
    match question:
        case Choose():
            return midway(state, question)
        case Together(asks=asks):
            return tuple(midway(state, ask) for ask in asks)
        case Place(region=region):
            return region.suggest()[0]
        case _:
            raise TypeError(f"{question!r} cannot be answered here")
