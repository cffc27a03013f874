"""Policies: how choices are made while the dice are walked."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, Protocol

from gattai.kernel.question import Choose, Seat
from gattai.odds.distribution import Distribution

Worth = Callable[[Any, Seat], int | float | Fraction]
"""Returns the value of a result for a seat."""


class Policy(Protocol):
    """Decides choices from the distributions that their options lead to."""

    looks_ahead: bool
    """Whether it compares the results of options. If not, `fixed` returns the option at once."""

    def fixed(self, question: Choose) -> object:
        """Return the option taken without looking ahead."""
        ...

    def best(
        self,
        question: Choose,
        options: Sequence[object],
        leads_to: Sequence[Distribution[Hashable]],
    ) -> int:
        """Return the index of the option taken, given the distribution of each."""
        ...


class NobodySpends:
    """Declines every choice: takes the option that spends nothing."""

    looks_ahead = False
    declines_all = True
    """Results that only a choice distinguishes may be merged (`kernel.question.declines_to`)."""

    def fixed(self, question: Choose) -> object:
        """Return the question's option for declining; the last option if it has none."""
        return question.options[-1] if question.otherwise is None else question.otherwise

    def best(
        self,
        question: Choose,
        options: Sequence[object],
        leads_to: Sequence[Distribution[Hashable]],
    ) -> int:
        """Never called, because nothing is compared."""
        raise NotImplementedError


class BestForChooser:
    """Every seat takes the option with the highest expected value for itself; ties: the first."""

    looks_ahead = True

    def __init__(self, worth: Worth) -> None:
        self._worth = worth

    def fixed(self, question: Choose) -> object:
        """Never called, because everything is compared."""
        raise NotImplementedError

    def best(
        self,
        question: Choose,
        options: Sequence[object],
        leads_to: Sequence[Distribution[Hashable]],
    ) -> int:
        """Return the index of the option with the highest expected value."""
        seat = question.seat
        values = [
            self._worth(next(iter(part)), seat)  # certain: one result
            if len(part) == 1
            else part.mean(lambda result: self._worth(result, seat))
            for part in leads_to
        ]
        return max(range(len(values)), key=lambda number: (values[number], -number))
