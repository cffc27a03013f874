"""How a match ends otherwise than by the rules: somebody resigns, all agree, time is up, it is broken off.

The last line of its transcript says so, with the way in the place where else a rule stands:

    end red wins: blue resigned ; by resignation
    end drawn: all agreed ; by agreement
    end red wins: blue ran out of time ; on time
    end nobody wins: the other player never came ; broken off

No answer leads to such an end, so nothing but the line itself tells of it.
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
    """An end that no rule of the game has made."""

    way: Way
    seat: Seat | None = None
    """Who resigned, or ran out of time."""
    why: str = ""
    """Of what was broken off: the reason, in one line."""


def outcome_of(rules: Ruleset[S], ending: Ending) -> Outcome:
    """Who has won by it, and why. The others win by what one seat has done."""
    if ending.seat is None:
        return Outcome((), "all agreed" if ending.way == BY_AGREEMENT else ending.why, ending.way)
    others = tuple(Seat(seat) for seat in range(len(rules.seats)) if seat != ending.seat)
    did = "resigned" if ending.way == BY_RESIGNATION else "ran out of time"
    return Outcome(others, f"{rules.seat_name(ending.seat)} {did}", ending.way)


def read_ending(rules: Ruleset[S], text: str) -> Ending | None:
    """The ending that an end line (without the word `end`) tells of; None if it tells of another."""
    seats = [Seat(seat) for seat in range(len(rules.seats))]
    found = [Ending(BY_AGREEMENT)]
    found += [Ending(way, seat) for way in (BY_RESIGNATION, ON_TIME) for seat in seats]
    why, tail = text.removeprefix(f"{NOBODY_WINS}: "), f" ; {BROKEN_OFF}"
    found.append(Ending("broken off", why=why.removesuffix(tail)))
    return next((each for each in found if end_text(rules, outcome_of(rules, each)) == text), None)
