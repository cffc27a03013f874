"""Undo that cannot cheat: free until a die was thrown or somebody learnt something.

Taking back is free while nothing has come between that could have taught anybody anything: no die,
no answer of another seat, no secret that changed hands. After that the other seats have to agree.
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from gattai.kernel.question import Seat
from gattai.kernel.secrecy import EVERYBODY, view
from gattai.kernel.transcript import Past, Record

S = TypeVar("S", bound=msgspec.Struct)

Price = Literal["free", "consent", "never"]


def last_answer(record: Record[S], seat: Seat) -> int | None:
    """The number of the seat's last answer, counted from 0."""
    for number in range(len(record.past) - 1, -1, -1):
        if record.past[number].seat == seat:
            return number
    return None


def price_of_undo(record: Record[S], seat: Seat) -> Price:
    """What it takes to let this seat take its last answer back."""
    number = last_answer(record, seat)
    if number is None:
        return "never"
    since = record.past[number:]
    return "free" if all(_taught_nothing(past, seat) for past in since) else "consent"


def _taught_nothing(past: Past[Any], seat: Seat) -> bool:
    """Only this seat's own answer, and nothing in it that not everybody may know."""
    return past.seat == seat and all(view(event, EVERYBODY) == event for event in past.events)
