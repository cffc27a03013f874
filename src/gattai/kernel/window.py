"""Reactions: a moment at which any seat may interrupt.

Whether a seat is asked is decided from what everybody can see. If it hung on what the seat holds,
the pause itself would tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec

from gattai.kernel.deed import Said
from gattai.kernel.question import Choose, Options, Seat, Steps
from gattai.kernel.rulebook import Refusal, RuleId
from gattai.kernel.ruleset import Table
from gattai.kernel.secrecy import public

S = TypeVar("S", bound=msgspec.Struct)


class Pass(Said, frozen=True, tag="pass"):
    """Let the moment go by."""

    says = "let it pass"


PASS = Pass()


class Moment(msgspec.Struct, Generic[S], frozen=True):
    """A moment at which somebody may react: the rule, who is asked, with what, and what follows."""

    rule: RuleId
    seats: tuple[Seat, ...]
    """Who is asked, in the game's order."""
    may_react: Callable[[S, Seat], bool]
    """From the *public* view of the table: could this seat hold a reaction at all?"""
    reactions: Callable[[S, Seat], Sequence[Any]]
    """What the seat can really do now; the seat may always pass as well."""
    react: Callable[[Table[S], Seat, Any], Steps[None]]
    what: str = "react?"


def window(table: Table[S], moment: Moment[S]) -> Steps[tuple[tuple[Seat, Any], ...]]:
    """Ask each seat in turn, again and again until all have let the moment go by in a row.

    Returns who reacted, and how, in order.

    A seat with nothing to play is asked too, as long as the public view does not rule it out: it
    can only pass, but nobody else learns that. Nor does the rule that asks: what the seat can do is
    found when the seat is offered it.
    """
    passed: tuple[Seat, ...] = ()
    reactions: list[tuple[Seat, Any]] = []
    while True:
        seen = public(table.state)
        for seat in moment.seats:
            if seat in passed:
                continue
            if not moment.may_react(seen, seat):
                passed = (*passed, seat)
                continue
            offered = Options(partial(_offered, moment, table.state, seat), _nothing_against)
            answer = yield Choose(seat, offered, moment.rule, moment.what, otherwise=PASS)
            if answer == PASS:
                passed = (*passed, seat)
                continue
            reactions.append((seat, answer))
            yield from moment.react(table, seat, answer)
            passed = ()
            break
        else:
            return tuple(reactions)


def _offered(moment: Moment[S], state: S, seat: Seat) -> tuple[Any, ...]:
    return (*moment.reactions(state, seat), PASS)


def _nothing_against(action: Any) -> Iterator[Refusal]:
    return iter(())
