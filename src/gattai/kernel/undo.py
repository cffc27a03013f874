"""Undo that cannot cheat: free only if it could have taught its seat nothing.

Taking back is free if two worlds that differ only in what is hidden from the seat could not be told
apart by what its answer showed: no die fell, no other seat answered, and the rules worked out what
followed without a look at anything that the seat may not know. That is watched, not looked up: a run
of the rules notes whose secrets it looks into (`watched`). After anything else the other seats have to
agree.
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from gattai.kernel.position import Answer
from gattai.kernel.question import Choose, Seat, Together, part_of
from gattai.kernel.record import Past, Record
from gattai.kernel.secrecy import EVERYBODY, view

S = TypeVar("S", bound=msgspec.Struct)

Price = Literal["free", "consent", "never"]


def last_answer(record: Record[S], seat: Seat) -> int | None:
    """The number of the seat's last answer, counted from 0."""
    for number in range(len(record.past) - 1, -1, -1):
        if record.past[number].seat == seat:
            return number
    return None


def was_forced(past: Past[Any]) -> bool:
    """Whether there was only one thing to answer: then nothing was decided by answering it."""
    if past.seat is None or not isinstance(past.question, Choose | Together):
        return False
    choice = part_of(past.question, past.seat)
    return isinstance(choice, Choose) and len(choice.options) == 1


def price_of_undo(record: Record[S], seat: Seat, number: int | None = None) -> Price:
    """What it takes to let this seat take back its last answer, or everything from a number on."""
    if number is None:
        number = last_answer(record, seat)
    if number is None:
        return "never"
    since = record.past[number:]
    if any(past.seat != seat for past in since):
        return "consent"
    return "free" if all(_taught_nothing(past) for past in since) else "consent"


def _taught_nothing(past: Past[Any]) -> bool:
    """Nothing followed from a seat's own answer that the seat could not foresee."""
    return _shows_nothing(past) and _followed(past)


def _shows_nothing(past: Past[Any]) -> bool:
    """Nothing in what happened that not everybody may know."""
    return all(view(event, EVERYBODY) == event for event in past.events)


def _followed(past: Past[Any]) -> bool:
    """Whether all that came of the answer follows from what its seat knew when the action began."""
    if _others_still_think(past):
        return True
    if isinstance(past.question, Together) or any(
        _is_hidden(answer, past.seat) for answer in past.before.answers
    ):
        return False
    return all(past.seat in known_to for known_to in past.looked)


def _others_still_think(past: Past[Any]) -> bool:
    """One of several answers that are only opened when the last is given."""
    if not isinstance(past.question, Together):
        return False
    waits = [ask.seat for ask in past.question.asks]
    given = [answer.seat for answer in past.before.answers[-len(waits) :] if answer.seat in waits]
    return len(given) + 1 < len(waits)


def _is_hidden(answer: Answer, seat: Seat | None) -> bool:
    return answer.known_to is not None and seat not in answer.known_to
