"""What is rated and what is not. Whoever asks is told why."""

from __future__ import annotations

from typing import Literal

import msgspec

LEAST_ANSWERS = 2
"""Answers of their own that each side must have given where nobody gave up or ran out of time."""

How = Literal["rules", "resigned", "agreed", "timed-out", "aborted"]


class Side(msgspec.Struct, frozen=True):
    """Who sat on a seat, and what they did there."""

    person: str
    """Empty where a bot of the table sat, which is nobody."""
    is_guest: bool = False
    owner: str = ""
    """Of a bot: whose it is."""
    answers: int = 0
    """Those that it gave itself."""


class Finished(msgspec.Struct, frozen=True):
    """A match that is over, as far as ratings ask."""

    match: str
    game: str
    at: float
    """When it ended: seconds since 1970."""
    wanted: bool
    """Whether its players wanted it rated."""
    sides: tuple[Side, ...]
    winners: tuple[int, ...]
    """Their seats; nobody, or all, in a draw."""
    how: How = "rules"
    leaver: int | None = None
    """The seat whose time ran out, and with it the match."""
    was_away: bool = False
    """Whether nobody had looked from the leaver's seat for a while: the line may have been lost."""
    elsewhere: bool = False
    """Whether it began from a saved position or was played on from another match."""


def refusal(finished: Finished) -> str:
    """Why a match is not rated; empty if it is.

    Whether a lost line is forgiven is not judged here: that hangs on what was forgiven before.
    """
    sides = finished.sides
    persons = [side.person for side in sides]
    if not finished.wanted:
        return "it was a casual game"
    if finished.how == "aborted":
        return "it was broken off"
    if len(sides) < 2:
        return "nobody sat opposite"
    if not all(persons):
        return "a bot of the table took part"
    if any(side.is_guest for side in sides):
        return "guests have no rating"
    if len({*persons}) < len(persons):
        return "somebody sat on two seats"
    owners = [side.owner or side.person for side in sides]
    if len({*owners}) < len(owners):
        return "somebody played with a bot of their own"
    if finished.elsewhere:
        return "it did not begin at the beginning"
    is_left = finished.how in ("resigned", "timed-out")  # nobody gets out of a poor hand by going
    if not is_left and any(side.answers < LEAST_ANSWERS for side in sides):
        return f"not every side had answered {LEAST_ANSWERS} times"
    return ""


AWAY = 30.0
"""Seconds that nobody must have looked from a seat when its time ran out: a page closed at the last moment is no lost line."""
FORGIVEN = 1
"""How many lost lines are forgiven within `FORGIVEN_FOR`."""
FORGIVEN_FOR = 30 * 86_400.0
LOST_LINE = "a line was lost, and it was the first time in thirty days"


def may_forgive(finished: Finished) -> str:
    """The person whose lost line may be forgiven; empty if none was lost.

    Who ran out of time at the board, or gave up, has lost. Whose line was gone has lost too, but for the first time
    in a while: then the match counts for nobody. Pulling the plug pays once a month.
    """
    if finished.how != "timed-out" or not finished.was_away or finished.leaver is None:
        return ""
    return finished.sides[finished.leaver].person


def places(finished: Finished) -> tuple[int, ...]:
    """The place each seat came to: winners first, all others behind them; all the first in a draw."""
    won = {*finished.winners}
    if not won:
        return (1,) * len(finished.sides)
    return tuple(1 if seat in won else 2 for seat in range(len(finished.sides)))
