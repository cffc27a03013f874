"""A sum that keeps its terms, each with its amount, its wording and its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from gattai.kernel.rulebook import RuleId


class Term(msgspec.Struct, frozen=True, gc=False):
    """One reason for a number: how much, what it is, and the rule that says so."""

    amount: int
    what: str
    rule: RuleId

    def __str__(self) -> str:
        return f"{self.amount:+d} {self.what} [{self.rule}]"


class Tally(msgspec.Struct, frozen=True):
    """A sum with its terms.

    >>> needed = Tally.of(5, "equal Power and Defence", "TOY.EQUAL").plus(1, "cover", "TOY.COVER")
    >>> needed.total
    6
    >>> print(needed)
    6 = 5 equal Power and Defence [TOY.EQUAL], +1 cover [TOY.COVER]
    """

    terms: tuple[Term, ...] = ()

    @classmethod
    def of(cls, amount: int, what: str, rule: RuleId) -> Tally:
        """Make a tally with one term."""
        return cls((Term(amount, what, rule),))

    @classmethod
    def collect(cls, terms: Iterable[Term]) -> Tally:
        """Make a tally of these terms; zero terms are kept, because they answer 'why?'."""
        return cls(tuple(terms))

    @property
    def total(self) -> int:
        """Return the sum of the terms."""
        return sum(term.amount for term in self.terms)

    def plus(self, amount: int, what: str, rule: RuleId) -> Tally:
        """Return a tally with one more term."""
        return Tally((*self.terms, Term(amount, what, rule)))

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.terms + other.terms)

    def __iter__(self) -> Iterator[Term]:
        return iter(self.terms)

    def __int__(self) -> int:
        return self.total

    def __str__(self) -> str:
        if not self.terms:
            return "0"
        first, *rest = self.terms
        parts = [f"{first.amount} {first.what} [{first.rule}]", *map(str, rest)]
        return f"{self.total} = {', '.join(parts)}"
