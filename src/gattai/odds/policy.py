"""Who chooses what while the dice are walked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Protocol

from gattai.kernel.question import Choose, Seat
from gattai.odds.distribution import Distribution

Worth = Callable[[Any, Seat], int | float | Fraction]
"""What a result is worth to a seat."""


class Policy(Protocol):
    """Decides a choice from the distributions its options lead to."""

    looks_ahead: bool
    """Whether it compares what the options lead to. If not, `fixed` names the option at once."""

    def fixed(self, question: Choose) -> Any:
        """The option that is taken without looking ahead."""
        ...

    def best(
        self, question: Choose, options: Sequence[Any], leads_to: Sequence[Distribution[Any]]
    ) -> int:
        """The number of the option that is taken, knowing what each leads to."""
        ...


class NobodySpends:
    """Every choice is declined: the option that spends nothing is taken."""

    looks_ahead = False
    declines_all = True
    """What a choice could change need not be told apart (see `kernel.question.declines_to`)."""

    def fixed(self, question: Choose) -> Any:
        """The question's own word for 'no, thanks'; the last option where it has none."""
        return question.options[-1] if question.otherwise is None else question.otherwise

    def best(
        self, question: Choose, options: Sequence[Any], leads_to: Sequence[Distribution[Any]]
    ) -> int:
        """Not asked, for nothing is compared."""
        raise NotImplementedError


class BestForChooser:
    """Every seat takes the option with the highest expected worth to itself; the first of equals."""

    looks_ahead = True

    def __init__(self, worth: Worth) -> None:
        self._worth = worth

    def fixed(self, question: Choose) -> Any:
        """Not asked, for everything is compared."""
        raise NotImplementedError

    def best(
        self, question: Choose, options: Sequence[Any], leads_to: Sequence[Distribution[Any]]
    ) -> int:
        """Expected worth decides."""
        seat = question.seat
        values = [
            self._worth(next(iter(part)), seat)  # certain: one result
            if len(part) == 1
            else part.mean(lambda result: self._worth(result, seat))
            for part in leads_to
        ]
        return max(range(len(values)), key=lambda number: (values[number], -number))
