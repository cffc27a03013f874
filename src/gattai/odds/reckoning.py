"""The luck of a record, action by action, with totals per side: a function of the record alone.

It can be computed at once, or one action at a time elsewhere (`next`, `find`, `enter`), with the
same result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec

from gattai.kernel.measure import Measures
from gattai.kernel.record import Past, Record
from gattai.odds.luck import Luck, NotReckoned, luck_of

MAX_BARS = 40
"""Maximum number of bars in a chart."""
DIGITS = 2
"""Digits of luck shown; it is exact until then."""


class LuckLine(msgspec.Struct, frozen=True):
    """The result of an action for one side against the odds, at the action's last throw."""

    number: int
    """The number of the answer with this throw."""
    seat: int | None
    """The seat whose luck it is; None if it was not computed."""
    unit: str
    """The unit of the measure: `damage`, `successes`."""
    amount: float
    """How much chance gave above or below the expected value, without the effect of choices."""
    expected: float
    """The mean of the possible results before the first throw."""
    came: int
    total: float
    """The running total for this side in this unit, including this line."""
    why_not: str = ""
    """Why it was not computed; then it does not count."""
    spread: float = 0.0
    """The variance of the possible results, from which follows how rare the total is."""
    bars: tuple[tuple[int, float], ...] = ()
    """The possible results before the throw, with their chances; empty if too many."""
    chosen: float = 0.0
    """The effect of choices between throws: `came` is `expected` + `amount` + this."""


class PendingAction(msgspec.Struct, frozen=True):
    """A whole action whose luck is still to be computed."""

    first: int
    """The number of its first answer, counted from 1."""
    action: tuple[Past[msgspec.Struct], ...]


class Reckoning:
    """The luck so far. It follows its record, also after an undo."""

    def __init__(self, record: Record[msgspec.Struct], measures: Measures) -> None:
        self.record = record
        self.measures = measures
        self._done: list[tuple[PendingAction, tuple[Luck, ...] | NotReckoned]] = []
        self._lines: tuple[LuckLine, ...] = ()
        self._sums: Sums = {}

    def next(self) -> PendingAction | None:
        """Return the next finished action that has not been computed; None if there is none.

        Totals cover everything, so it is None while earlier answers are missing in the record.
        """
        self._follow()
        if self.record.base:
            return None
        past, position = self.record.past, self.record.position
        first = self._reckoned()
        for place in range(first, len(past)):
            after = past[place + 1].before if place + 1 < len(past) else position
            if after.is_settled:
                return PendingAction(first + 1, tuple(past[first : place + 1]))
        return None

    def find(self, work: PendingAction) -> tuple[Luck, ...] | NotReckoned:
        """Return the luck of an action without side effects, so that another thread may call it."""
        return luck_of(self.record.rules, self.measures, work.action, work.first)

    def enter(self, work: PendingAction, found: tuple[Luck, ...] | NotReckoned) -> None:
        """Enter the result for the next action; ignored if the action was taken back meanwhile."""
        awaited = self.next()
        if awaited is not None and awaited.action[-1] is work.action[-1]:
            self._done.append((work, found))
            self._lines += tuple(luck_lines((found,), self._sums))

    def reckon(self, most: int | None = None) -> bool:
        """Compute all finished actions, or this many; return whether nothing is left."""
        while (work := self.next()) is not None:
            if most == 0:
                return False
            self.enter(work, self.find(work))
            most = None if most is None else most - 1
        return True

    def lines(self) -> tuple[LuckLine, ...]:
        """Return the lines computed so far, the oldest first, each with its side's total."""
        self._follow()
        return self._lines

    def _reckoned(self) -> int:
        """Return the number of answers in actions already computed."""
        if not self._done:
            return 0
        work = self._done[-1][0]
        return work.first - 1 + len(work.action)

    def _follow(self) -> None:
        """Drop the lines of actions that were taken back."""
        past, known = self.record.past, len(self._done)
        while self._done:
            last = self._reckoned()
            if last <= len(past) and past[last - 1] is self._done[-1][0].action[-1]:
                break
            self._done.pop()
        if len(self._done) < known:
            self._sums = {}
            self._lines = tuple(luck_lines((found for _, found in self._done), self._sums))


Sums = dict[tuple[int, str], Fraction]
"""The totals of each side in each unit."""


def luck_lines(
    found: Iterable[tuple[Luck, ...] | NotReckoned], sums: Sums | None = None
) -> Iterator[LuckLine]:
    """Yield luck as shown: rounded, with running totals that continue the given ones."""
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
    if len(luck.chances) > MAX_BARS:
        return ()
    return tuple((number, float(round(share, 4))) for number, share in luck.chances)


def rounded(amount: Fraction) -> float:
    """Return a number rounded for display.

    >>> rounded(Fraction(2, 3)), rounded(Fraction(-1, 1000))
    (0.67, 0.0)
    """
    return float(round(amount, DIGITS)) + 0.0
