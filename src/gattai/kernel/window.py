"""Reactions: a moment at which any seat may interrupt.

Whether a seat is asked depends only on public information. If it depended on the seat's cards, the
pause itself would reveal them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Generic, TypeVar

import msgspec

from gattai.kernel.action import Option
from gattai.kernel.question import Options, Seat, Steps, choose
from gattai.kernel.rulebook import Refusal, RuleId
from gattai.kernel.ruleset import Table
from gattai.kernel.secrecy import public

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A")


class Pass(Option, frozen=True, tag="pass"):
    """Decline to react at this moment."""

    says = "let it pass"


PASS = Pass()


class Moment(msgspec.Struct, Generic[S, A], frozen=True):
    """A moment at which seats may react: the rule, the seats, their reactions and the effect."""

    rule: RuleId
    seats: tuple[Seat, ...]
    """The seats to ask, in the game's order."""
    may_react: Callable[[S, Seat], bool]
    """Returns, from the *public* view of the table, whether this seat could have a reaction."""
    reactions: Callable[[S, Seat], Sequence[A]]
    """Returns the seat's legal reactions; it may always pass as well."""
    react: Callable[[Table[S], Seat, A], Steps[None]]
    what: str = "react?"


def window(table: Table[S], moment: Moment[S, A]) -> Steps[tuple[tuple[Seat, A], ...]]:
    """Ask each seat in turn until all pass in a row, and return the reactions in order.

    A seat with nothing to play is asked too, unless the public view rules out that it could react:
    it can only pass, but nobody else learns that. The rule that asks does not learn it either: the
    seat's options are found only when they are offered.
    """
    passed: tuple[Seat, ...] = ()
    reactions: list[tuple[Seat, A]] = []
    while True:
        seen = public(table.state)
        for seat in moment.seats:
            if seat in passed:
                continue
            if not moment.may_react(seen, seat):
                passed = (*passed, seat)
                continue
            offered: Options[A | Pass] = Options(
                partial(_offered, moment, table.state, seat), _nothing_against
            )
            answer = yield from choose(seat, offered, moment.rule, moment.what, otherwise=PASS)
            if isinstance(answer, Pass):
                passed = (*passed, seat)
                continue
            reactions.append((seat, answer))
            yield from moment.react(table, seat, answer)
            passed = ()
            break
        else:
            return tuple(reactions)


def _offered(moment: Moment[S, A], state: S, seat: Seat) -> tuple[A | Pass, ...]:
    return (*moment.reactions(state, seat), PASS)


def _nothing_against(action: object) -> Iterator[Refusal]:
    return iter(())
