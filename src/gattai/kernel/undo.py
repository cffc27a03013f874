"""Undo that cannot be used to cheat: it is free only if the seat learned nothing.

Taking back is free if the answer's result does not depend on anything hidden from the seat: no die
was thrown, no other seat answered, and the rules read no secret that the seat may not know (a run
of the rules records the secrets it reads, see `watched`). Otherwise the other seats have to agree.
"""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec

from gattai.kernel.position import Answer
from gattai.kernel.question import Choose, Seat, Together, part_of
from gattai.kernel.record import Past, Record
from gattai.kernel.secrecy import EVERYBODY, view

S = TypeVar("S", bound=msgspec.Struct)

Price = Literal["free", "consent", "never"]


def last_answer(record: Record[S], seat: Seat) -> int | None:
    """Return the number of the seat's last answer, counted from 0."""
    for number in range(len(record.past) - 1, -1, -1):
        if record.past[number].seat == seat:
            return number
    return None


def was_forced(past: Past[S]) -> bool:
    """Return whether there was only one possible answer, so that it was no decision."""
    if past.seat is None or not isinstance(past.question, Choose | Together):
        return False
    choice = part_of(past.question, past.seat)
    return isinstance(choice, Choose) and len(choice.options) == 1


def price_of_undo(record: Record[S], seat: Seat, number: int | None = None) -> Price:
    """Return what it takes to let this seat take back its last answer, or all from a number on."""
    if number is None:
        number = last_answer(record, seat)
    if number is None:
        return "never"
    since = record.past[number:]
    if any(past.seat != seat for past in since):
        return "consent"
    return "free" if all(_taught_nothing(past) for past in since) else "consent"


def _taught_nothing(past: Past[S]) -> bool:
    """Return whether the seat could foresee everything that followed from its own answer."""
    return _shows_nothing(past) and _followed(past)


def _shows_nothing(past: Past[S]) -> bool:
    """Return whether the events contain nothing hidden."""
    return all(view(event, EVERYBODY) == event for event in past.events)


def _followed(past: Past[S]) -> bool:
    """Return whether the result follows from what the seat knew when the action began."""
    if _others_still_think(past):
        return True
    if isinstance(past.question, Together) or any(
        _is_hidden(answer, past.seat) for answer in past.before.answers
    ):
        return False
    return all(past.seat in known_to for known_to in past.looked)


def _others_still_think(past: Past[S]) -> bool:
    """Return whether other seats still have to answer, which reveals this answer."""
    if not isinstance(past.question, Together):
        return False
    waits = [ask.seat for ask in past.question.asks]
    given = [answer.seat for answer in past.before.answers[-len(waits) :] if answer.seat in waits]
    return len(given) + 1 < len(waits)


def _is_hidden(answer: Answer, seat: Seat | None) -> bool:
    return answer.known_to is not None and seat not in answer.known_to
