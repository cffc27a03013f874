"""The luck of a record, action by action, with the sums of each side: a function of the record alone.

Whoever keeps one may reckon at once, or take the next action out, have it reckoned elsewhere
and enter what was found. The lines are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from gattai.kernel.measure import Measures
from gattai.kernel.record import Past, Record
from gattai.odds.luck import Luck, NotReckoned, luck_of

MOST_BARS = 40
"""More than these could not be drawn beside each other."""
DIGITS = 2
"""Luck is exact until it is shown: then it is rounded, once."""


class LuckLine(msgspec.Struct, frozen=True):
    """What an action came to for one side against the odds; it belongs to the last throw in it."""

    number: int
    """The answer that was this throw."""
    seat: int | None
    """Whose luck; nobody's if it was not reckoned."""
    unit: str
    """What the action is judged by: `damage`, `successes`."""
    amount: float
    """How much more or less than expected by chance; no choice adds to it."""
    expected: float
    """The mean of what the dice could have come to before the first of them fell."""
    came: int
    total: float
    """The sum for this side in this unit, this one included."""
    why_not: str = ""
    """Why it was not reckoned; then it counts neither way."""
    spread: float = 0.0
    """The variance of what it could have come to: with it one can say how rare the sum is."""
    bars: tuple[tuple[int, float], ...] = ()
    """What the dice could have come to before they fell, and how likely each was; none if too many."""
    chosen: float = 0.0
    """What choices between the dice changed: `came` is `expected`, `amount` and this together."""


class Work(msgspec.Struct, frozen=True):
    """A whole action that is still to be reckoned."""

    first: int
    """The number of its first answer, counted from 1."""
    action: tuple[Past[Any], ...]


class Reckoning:
    """What luck there was so far. It follows its record, also when something is taken back."""

    def __init__(self, record: Record[Any], measures: Measures) -> None:
        self.record = record
        self.measures = measures
        self._done: list[tuple[Work, tuple[Luck, ...] | NotReckoned]] = []
        self._told: tuple[LuckLine, ...] = ()
        self._sums: Sums = {}

    def next(self) -> Work | None:
        """The next action that is over and has not been reckoned; None if there is none.

        Sums are sums of everything: while earlier answers are missing in the record there is none.
        """
        self._follow()
        if self.record.base:
            return None
        past, position = self.record.past, self.record.position
        first = self._reckoned()
        for place in range(first, len(past)):
            after = past[place + 1].before if place + 1 < len(past) else position
            if after.is_settled:
                return Work(first + 1, tuple(past[first : place + 1]))
        return None

    def find(self, work: Work) -> tuple[Luck, ...] | NotReckoned:
        """The luck of an action. It touches nothing, so that it may be found in another thread."""
        return luck_of(self.record.rules, self.measures, work.action, work.first)

    def enter(self, work: Work, found: tuple[Luck, ...] | NotReckoned) -> None:
        """What was found of the next action; forgotten if that was taken back meanwhile."""
        awaited = self.next()
        if awaited is not None and awaited.action[-1] is work.action[-1]:
            self._done.append((work, found))
            self._told += tuple(told((found,), self._sums))

    def reckon(self, most: int | None = None) -> bool:
        """Everything that is over, now, or so many actions; whether nothing is left."""
        while (work := self.next()) is not None:
            if most == 0:
                return False
            self.enter(work, self.find(work))
            most = None if most is None else most - 1
        return True

    def lines(self) -> tuple[LuckLine, ...]:
        """What has been reckoned, the oldest first, each with the sum of its side so far."""
        self._follow()
        return self._told

    def _reckoned(self) -> int:
        """How many answers belong to actions that have been reckoned."""
        if not self._done:
            return 0
        work = self._done[-1][0]
        return work.first - 1 + len(work.action)

    def _follow(self) -> None:
        """Strike out what was taken back."""
        past, known = self.record.past, len(self._done)
        while self._done:
            last = self._reckoned()
            if last <= len(past) and past[last - 1] is self._done[-1][0].action[-1]:
                break
            self._done.pop()
        if len(self._done) < known:
            self._sums = {}
            self._told = tuple(told((found for _, found in self._done), self._sums))


Sums = dict[tuple[int, str], Fraction]
"""Of each side in each unit."""


def told(
    found: Iterable[tuple[Luck, ...] | NotReckoned], sums: Sums | None = None
) -> Iterator[LuckLine]:
    """Luck as it is shown: rounded, with the running sums; those that are given go on."""
    sums = {} if sums is None else sums
    for each in found:
        if isinstance(each, NotReckoned):
            yield LuckLine(each.number, None, "", 0.0, 0.0, 0, 0.0, each.why)
            continue
        for luck in each:
            side = (luck.seat, luck.unit)
            sums[side] = sums.get(side, Fraction()) + luck.amount
            yield LuckLine(
                luck.number,
                luck.seat,
                luck.unit,
                rounded(luck.amount),
                rounded(luck.expected),
                luck.came,
                rounded(sums[side]),
                spread=rounded(luck.spread),
                bars=_bars(luck),
                chosen=rounded(luck.chosen),
            )


def _bars(luck: Luck) -> tuple[tuple[int, float], ...]:
    if len(luck.chances) > MOST_BARS:
        return ()
    return tuple((number, float(round(share, 4))) for number, share in luck.chances)


def rounded(amount: Fraction) -> float:
    """As it is shown.

    >>> rounded(Fraction(2, 3)), rounded(Fraction(-1, 1000))
    (0.67, 0.0)
    """
    return float(round(amount, DIGITS)) + 0.0
