"""Luck: what an action came to, less what was to be expected of it by the rules themselves.

Before each run of throws the expectation is that of `odds` in that very position, if everybody
declines whatever is asked from there on. What a choice between the dice changes in it is the
chooser's doing and no luck. So luck is nothing on average, however anybody plays; and without such a
choice it is the outcome less the expectation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from gattai.kernel.event import Event
from gattai.kernel.measure import Measure, Measures
from gattai.kernel.position import Position
from gattai.kernel.question import Choose, Part, Roll, Seat, Steps, Together
from gattai.kernel.record import Past
from gattai.kernel.ruleset import AnyRuleset, Outcome, Table
from gattai.kernel.running.run import Answer, Recorded
from gattai.odds.distribution import Distribution
from gattai.odds.exact import CannotWalk, exact
from gattai.odds.policy import NobodySpends

MOST_WALKED = 20_000
"""So many runs of the rules at most for one expectation; beyond that luck is not reckoned."""
MOST_THROWS = 40
"""So many throws at most one after the other: dice that are thrown until they tell have no end."""
DECLINING = NobodySpends()


class Luck(msgspec.Struct, frozen=True):
    """The luck of one action for one side, in the unit that it is judged by."""

    number: int
    """The answer in which its last dice fell, counted from 1."""
    seat: Seat
    unit: str
    amount: Fraction
    came: int
    spread: Fraction = Fraction()
    """The variance of what it could have come to, as seen before its first dice fell."""
    chances: tuple[tuple[int, Fraction], ...] = ()
    """What the dice could have come to, as seen before the first of them fell, and how likely."""

    @property
    def expected(self) -> Fraction:
        """The mean of `chances`: what was to be expected before the first dice fell."""
        return sum((number * share for number, share in self.chances), Fraction())

    @property
    def chosen(self) -> Fraction:
        """What choices between the dice changed in the expectation, such as throwing some again."""
        return self.came - self.expected - self.amount


class NotReckoned(msgspec.Struct, frozen=True):
    """An action whose expectation takes too long to find: it counts neither way."""

    number: int
    why: str


def luck_of(
    rules: AnyRuleset, measures: Measures, action: Sequence[Past[Any]], first: int
) -> tuple[Luck, ...] | NotReckoned:
    """The luck of a whole action: all its answers, the first of them number `first`.

    Only what chance could have changed is told of. It is a function of these answers alone, and of
    them only what is open to all counts: everybody is told the same.
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
    """What the dice of an action came to for one side, against all that they could have come to."""

    seat: Seat
    unit: str
    came: int
    expected: Fraction
    chance: Fraction
    """Of so much or more, if it was more than expected; else of so little or less."""


def fallen(
    rules: AnyRuleset, measures: Measures, action: Sequence[Past[Any]]
) -> tuple[Fallen, ...]:
    """How rare it was what the dice of an action came to, as seen before the first of them fell.

    Nothing where chance could change nothing, where somebody's choice between the dice had its part
    in it, or where it takes too long to find.
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


def _judged(measures: Measures, action: Sequence[Past[Any]]) -> tuple[Measure, ...]:
    """What an action that began at a settled table is judged by."""
    begun = action[0]
    if not begun.before.is_settled:
        return ()
    by_chance = isinstance(begun.question, Roll)
    return measures(begun.before.state, None if by_chance else action[1].before.answers[0].value)


def _is_dice(past: Past[Any]) -> bool:
    return isinstance(past.question, Roll)


def _is_thrown(past: Past[Any]) -> bool:
    """Whether chance decides anything here: some rolls have no dice."""
    return isinstance(past.question, Roll) and past.question.dice.total > 1


class _Mean(msgspec.Struct, frozen=True):
    """What is to be expected, in each of the units; and of what it is the mean."""

    of: Distribution[tuple[int, ...]]

    def __getitem__(self, place: int) -> Fraction:
        return self.of.mean(lambda amounts: amounts[place])

    def spread(self, place: int) -> Fraction:
        """Its variance in one of the units."""
        return self.of.mean(lambda amounts: amounts[place] ** 2) - self[place] ** 2

    def chances(self, place: int) -> tuple[tuple[int, Fraction], ...]:
        """Of this one alone, the least first."""
        return tuple(self.of.map(lambda amounts: amounts[place]).sorted().items())

    def differs(self, place: int) -> bool:
        """Whether chance can change this one."""
        return len({amounts[place] for amounts in self.of}) > 1


def _gained(segments: Sequence[tuple[_Mean, _Mean]], place: int) -> Fraction:
    return sum((ended[place] - begun[place] for begun, ended in segments), Fraction())


def _segments(walked: _Walked, first: int) -> Iterator[tuple[_Mean, _Mean]]:
    """The expectation before and after each run of throws in which nobody chose anything.

    A choice that was declined is none: that is how it was expected to be answered.
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


class _Walked:
    """One action, and what was to be expected of it at each of its answers."""

    def __init__(
        self, rules: AnyRuleset, judged: Sequence[Measure], action: Sequence[Past[Any]]
    ) -> None:
        self.rules = rules
        self.judged = judged
        self.action = action

    def before(self, place: int) -> _Mean:
        """The expectation just before an answer, if everybody declines from there on."""
        position = self.action[place].before
        return _Mean(exact(lambda: self._steps(position), DECLINING, most=MOST_WALKED))

    def ended(self) -> _Mean:
        """What it came to."""
        events = [event for past in self.action for event in past.events]
        return _Mean(Distribution.certain(self._amounts(self.action[-1].table, events)))

    def _amounts(self, table: Any, events: Sequence[Event]) -> tuple[int, ...]:
        return tuple([measure.amount(table, events) for measure in self.judged])

    def declined(self, place: int) -> bool:
        """Whether a choice was answered as nobody who spends nothing would answer it otherwise.

        Of the last answer of an action nothing follows: what it changed is no luck either way.
        """
        question = self.action[place].question
        if not isinstance(question, Choose) or question.secret or place + 1 == len(self.action):
            return False
        answers: tuple[Any, ...] = self.action[place + 1].before.answers
        return bool(answers[-1].value == DECLINING.fixed(question))

    def _steps(self, position: Position[Any]) -> Steps[tuple[int, ...]]:
        """The rules from the settled table, through what was answered, and on as they are driven."""
        table: Table[Any] = Table(position.state)
        run = _Again(self.rules, table, self.action[0].question)
        run.replay(position.answers)
        throws = 0
        while (asked := run.question) is not None:
            if isinstance(asked, Together):
                run.give(_together(asked, run.given))
                continue
            assert not isinstance(asked, Outcome), "the action was begun"
            throws += isinstance(asked, Roll)
            if throws > MOST_THROWS:
                raise CannotWalk("there may be more throws than can be walked")
            run.give((yield asked))
        return self._amounts(table.state, table.events)


class _Again(Recorded[Any]):
    """An action as it was answered; from there on its parts are left to whoever walks it."""

    __slots__ = ("left",)

    def replay(self, answers: Sequence[Answer]) -> None:
        """Hand over what was answered."""
        self.left = len(answers)
        super().replay(answers)

    def take(self, answer: Answer) -> None:
        """Hand over one answer."""
        self.left -= 1
        super().take(answer)

    def keeps(self, part: Part) -> bool:
        """Something follows after it here, so what is last in it is not."""
        return not self.left and not part.is_last


def _together(asked: Together, given: Sequence[Answer]) -> tuple[Any, ...]:
    """What several answered at once; those who have not yet, decline."""
    said = {answer.seat: answer.value for answer in given}
    return tuple(said.get(ask.seat, DECLINING.fixed(ask)) for ask in asked.asks)
