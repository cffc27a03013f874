"""Ends of a match outside the rules: resignation, agreement, time, or breaking it off.

The last line of the transcript names the kind of end in place of the rule:

    end red wins: blue resigned ; by resignation
    end drawn: all agreed ; by agreement
    end drawn: blue left and red called it a draw ; on time
    end red wins: blue ran out of time ; on time
    end nobody wins: the other player never came ; broken off

No answer leads to such an end, so only this line records it.
"""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec

from gattai.kernel.question import Seat
from gattai.kernel.ruleset import Outcome, Ruleset
from gattai.kernel.text.answers import BROKEN_OFF, NOBODY_WINS, end_text

S = TypeVar("S", bound=msgspec.Struct)

Way = Literal["by resignation", "by agreement", "on time", "broken off"]
BY_RESIGNATION: Way = "by resignation"
BY_AGREEMENT: Way = "by agreement"
ON_TIME: Way = "on time"


class Ending(msgspec.Struct, frozen=True):
    """An end of a match outside the rules of the game."""

    way: Way
    seat: Seat | None = None
    """The seat that resigned, ran out of time or left."""
    why: str = ""
    """The reason for breaking it off, in one line."""
    drawn: bool = False
    """Whether the others waived the win over the seat that left."""


def outcome_of(rules: Ruleset[S], ending: Ending) -> Outcome:
    """Return who won and why. If one seat resigned or ran out of time, the others win, unless they call it a draw."""
    if ending.seat is None:
        return Outcome((), "all agreed" if ending.way == BY_AGREEMENT else ending.why, ending.way)
    others = tuple(Seat(seat) for seat in range(len(rules.seats)) if seat != ending.seat)
    if ending.drawn:
        callers = " and ".join(rules.seat_name(seat) for seat in others)
        why = f"{rules.seat_name(ending.seat)} left and {callers} called it a draw"
        return Outcome((), why, ending.way)
    did = "resigned" if ending.way == BY_RESIGNATION else "ran out of time"
    return Outcome(others, f"{rules.seat_name(ending.seat)} {did}", ending.way)


def read_ending(rules: Ruleset[S], text: str) -> Ending | None:
    """Return the ending in an end line (without `end`); None if the game ended by the rules."""
    seats = [Seat(seat) for seat in range(len(rules.seats))]
    found = [Ending(BY_AGREEMENT)]
    found += [Ending(ON_TIME, seat, drawn=True) for seat in seats]
    found += [Ending(way, seat) for way in (BY_RESIGNATION, ON_TIME) for seat in seats]
    why, tail = text.removeprefix(f"{NOBODY_WINS}: "), f" ; {BROKEN_OFF}"
    found.append(Ending("broken off", why=why.removesuffix(tail)))
    return next((each for each in found if end_text(rules, outcome_of(rules, each)) == text), None)
