"""Luck: the result of an action minus its expected value under the rules.

The expected value before each run of throws is that of `odds` at this position, if everybody
declines everything from there on. A change of it by a choice between the throws is the chooser's
effect, not luck. So luck is zero on average for any play; without such a choice it is the result
minus the expected value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Generic, TypeVar

import msgspec

from gattai.kernel.event import Event
from gattai.kernel.measure import Measure, Measures
from gattai.kernel.position import GamePosition
from gattai.kernel.question import Choose, Roll, Seat, Steps
from gattai.kernel.record import Past
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.running.run import Answer
from gattai.odds.distribution import Distribution
from gattai.odds.exact import CannotWalk, exact
from gattai.odds.rest import DECLINING, MAX_WALKED, rest

S = TypeVar("S", bound=msgspec.Struct)


class Luck(msgspec.Struct, frozen=True):
    """The luck of one action for one side, in the unit of its measure."""

    number: int
    """The number of the answer with its last throw, counted from 1."""
    seat: Seat
    unit: str
    amount: Fraction
    came: int
    spread: Fraction = Fraction()
    """The variance of the possible results before its first throw."""
    chances: tuple[tuple[int, Fraction], ...] = ()
    """The possible results before its first throw, and their chances."""

    @property
    def expected(self) -> Fraction:
        """Return the mean of `chances`: the expected value before the first throw."""
        return sum((number * share for number, share in self.chances), Fraction())

    @property
    def chosen(self) -> Fraction:
        """Return the change of the expected value by choices between throws, such as rerolls."""
        return self.came - self.expected - self.amount


class NotReckoned(msgspec.Struct, frozen=True):
    """An action whose expected value takes too long to compute: it does not count."""

    number: int
    why: str


def luck_of(
    rules: AnyRuleset, measures: Measures, action: Sequence[Past[S]], first: int
) -> tuple[Luck, ...] | NotReckoned:
    """Return the luck of a whole action: all its answers, the first of them number `first`.

    Only results that chance could have changed are included. It depends only on the public part of
    these answers, so everybody gets the same result.
    """
    rolls = [place for place, past in enumerate(action) if _is_thrown(past)]
    judged = _judged(measures, action) if rolls else ()
    if not judged:
        return ()
    number = first + rolls[-1]
    walked = _Walked(rules, judged, action)
    try:
        segments = [*_segments(walked, rolls[0])]
    except CannotWalk as problem:
        return NotReckoned(number, str(problem))
    (came,) = walked.ended().of
    return tuple(
        Luck(
            number,
            measure.seat,
            measure.unit,
            _gained(segments, place),
            came[place],
            segments[0][0].spread(place),
            segments[0][0].chances(place),
        )
        for place, measure in enumerate(judged)
        if any(before.differs(place) for before, _ in segments)
    )


class Fallen(msgspec.Struct, frozen=True):
    """The result of an action's dice for one side, against all possible results."""

    seat: Seat
    unit: str
    came: int
    expected: Fraction
    chance: Fraction
    """The chance of this much or more; of this little or less if it was below the mean."""


def fallen(rules: AnyRuleset, measures: Measures, action: Sequence[Past[S]]) -> tuple[Fallen, ...]:
    """Return how rare the result of an action's dice was, as seen before the first throw.

    Empty if chance could change nothing, if a choice between the throws affected the result, or if
    it takes too long to compute.
    """
    rolls = [place for place, past in enumerate(action) if _is_thrown(past)]
    judged = _judged(measures, action) if rolls else ()
    if not judged:
        return ()
    walked = _Walked(rules, judged, action)
    chosen = [place for place in range(rolls[0], len(action)) if not _is_dice(action[place])]
    if not all(walked.declined(place) for place in chosen):
        return ()
    try:
        mean = walked.before(rolls[0])
    except CannotWalk:
        return ()
    (came,) = walked.ended().of
    return tuple(
        _fallen(measure, mean, place, came[place])
        for place, measure in enumerate(judged)
        if mean.differs(place)
    )


def _fallen(measure: Measure, mean: _Mean, place: int, came: int) -> Fallen:
    expected = mean[place]
    more = came > expected
    chance = mean.of.chance(
        lambda amounts: amounts[place] >= came if more else amounts[place] <= came
    )
    return Fallen(measure.seat, measure.unit, came, expected, chance)


def _judged(measures: Measures, action: Sequence[Past[S]]) -> tuple[Measure, ...]:
    """Return the measures for an action that began at a settled table."""
    begun = action[0]
    if not begun.before.is_settled:
        return ()
    by_chance = isinstance(begun.question, Roll)
    return measures(begun.before.state, None if by_chance else action[1].before.answers[0].value)


def _is_dice(past: Past[S]) -> bool:
    return isinstance(past.question, Roll)


def _is_thrown(past: Past[S]) -> bool:
    """Return whether chance decides anything here: some rolls have no dice."""
    return isinstance(past.question, Roll) and past.question.dice.total > 1


class _Mean(msgspec.Struct, frozen=True):
    """The expected value in each unit, and the distribution behind it."""

    of: Distribution[tuple[int, ...]]

    def __getitem__(self, place: int) -> Fraction:
        return self.of.mean(lambda amounts: amounts[place])

    def spread(self, place: int) -> Fraction:
        """Return its variance in one of the units."""
        return self.of.mean(lambda amounts: amounts[place] ** 2) - self[place] ** 2

    def chances(self, place: int) -> tuple[tuple[int, Fraction], ...]:
        """Return the distribution of one unit, smallest first."""
        return tuple(self.of.map(lambda amounts: amounts[place]).sorted().items())

    def differs(self, place: int) -> bool:
        """Return whether chance can change this unit."""
        return len({amounts[place] for amounts in self.of}) > 1


def _gained(segments: Sequence[tuple[_Mean, _Mean]], place: int) -> Fraction:
    return sum((ended[place] - begun[place] for begun, ended in segments), Fraction())


def _segments(walked: _Walked[S], first: int) -> Iterator[tuple[_Mean, _Mean]]:
    """Yield the expected value before and after each run of throws without a choice in between.

    A declined choice does not count: it was expected to be declined.
    """
    action = walked.action
    begun: int | None = first
    for place in range(first, len(action)):
        if isinstance(action[place].question, Roll):
            begun = place if begun is None else begun
        elif begun is not None and not walked.declined(place):
            yield walked.before(begun), walked.before(place)
            begun = None
    if begun is not None:
        yield walked.before(begun), walked.ended()


class _Walked(Generic[S]):
    """One action, and its expected value at each of its answers."""

    def __init__(
        self, rules: AnyRuleset, judged: Sequence[Measure], action: Sequence[Past[S]]
    ) -> None:
        self.rules = rules
        self.judged = judged
        self.action = action

    def before(self, place: int) -> _Mean:
        """Return the expected value just before an answer, if everybody declines from there on."""
        position = self.action[place].before
        return _Mean(exact(lambda: self._steps(position), DECLINING, most=MAX_WALKED))

    def ended(self) -> _Mean:
        """Return the result in each unit."""
        events = [event for past in self.action for event in past.events]
        return _Mean(Distribution.certain(self._amounts(self.action[-1].table, events)))

    def _amounts(self, table: object, events: Sequence[Event]) -> tuple[int, ...]:
        return tuple([measure.amount(table, events) for measure in self.judged])

    def declined(self, place: int) -> bool:
        """Return whether a choice was answered as if its seat spends nothing.

        Nothing follows the last answer of an action: what it changed is not luck in any case.
        """
        question = self.action[place].question
        if not isinstance(question, Choose) or question.secret or place + 1 == len(self.action):
            return False
        answers: tuple[Answer, ...] = self.action[place + 1].before.answers
        return bool(answers[-1].value == DECLINING.fixed(question))

    def _steps(self, position: GamePosition[S]) -> Steps[tuple[int, ...]]:
        """Run the rules from the settled table through the recorded answers, and on as driven."""
        return rest(
            self.rules,
            position.state,
            position.answers,
            self.action[0].question,
            lambda table: self._amounts(table.state, table.events),
        )
