"""Decides whether a match is rated, with the reason."""

from __future__ import annotations

from typing import Literal

import msgspec

MIN_ANSWERS = 2
"""Minimum number of answers per side, unless the match ended by resignation or time."""

How = Literal["rules", "resigned", "agreed", "timed-out", "aborted"]


class RatedSide(msgspec.Struct, frozen=True):
    """A player of a match, and what they did."""

    person: str
    """Empty for a bot of the server."""
    is_guest: bool = False
    owner: str = ""
    """For a bot: its owner."""
    answers: int = 0
    """Number of answers the player gave in person."""


class Finished(msgspec.Struct, frozen=True):
    """A completed match, with what ratings need to know."""

    match: str
    game: str
    at: float
    """When it ended, in seconds since 1970."""
    wanted: bool
    """Whether its players wanted a rated game."""
    sides: tuple[RatedSide, ...]
    winners: tuple[int, ...]
    """The winning seats; none or all of them for a draw."""
    how: How = "rules"
    leaver: int | None = None
    """The seat that lost on time."""
    was_away: bool = False
    """Whether nobody had looked from that seat for a while: the connection may have been lost."""
    elsewhere: bool = False
    """Whether it began from a saved position or continued another match."""


def refusal(finished: Finished) -> str:
    """Return why a match is not rated; empty if it is.

    Forgiveness for a lost connection is decided elsewhere, because it depends on earlier matches.
    """
    sides = finished.sides
    if not finished.wanted:
        return "it was a casual game"
    if finished.how == "aborted":
        return "it was aborted"
    unfit = _unfit(sides)
    if unfit:
        return unfit
    if finished.elsewhere:
        return "it did not start from the beginning"
    is_left = finished.how in ("resigned", "timed-out")  # leaving is no way out of a bad position
    if not is_left and any(side.answers < MIN_ANSWERS for side in sides):
        return f"not every side had given {MIN_ANSWERS} answers"
    return ""


def _unfit(sides: tuple[RatedSide, ...]) -> str:
    """Return why these players cannot be rated against each other; empty if they can."""
    persons = [side.person for side in sides]
    if len(sides) < 2:
        return "it had no opponent"
    if not all(persons):
        return "a bot of the server took part"
    if any(side.is_guest for side in sides):
        return "guests have no rating"
    if len({*persons}) < len(persons):
        return "someone played two seats"
    owners = [side.owner or side.person for side in sides]
    if len({*owners}) < len(owners):
        return "someone played with their own bot"
    return ""


AWAY = 30.0
"""Minimum seconds without an open page before the time ran out: closing the page at the last moment is no lost connection."""
FORGIVEN = 1
"""Number of lost connections forgiven within `FORGIVEN_FOR`."""
FORGIVEN_FOR = 30 * 86_400.0
LOST_LINE = "a connection was lost, for the first time in thirty days"


def may_forgive(finished: Finished) -> str:
    """Return the person whose lost connection may be forgiven, or an empty text.

    A player who runs out of time at the board, or resigns, loses. A lost connection loses too, except the first in a while:
    then the match counts for nobody. Pulling the plug pays at most once a month.
    """
    if finished.how != "timed-out" or not finished.was_away or finished.leaver is None:
        return ""
    return finished.sides[finished.leaver].person


def places(finished: Finished) -> tuple[int, ...]:
    """Return the place of each seat: winners first, all others behind them; all are first in a draw."""
    won = {*finished.winners}
    if not won:
        return (1,) * len(finished.sides)
    return tuple(1 if seat in won else 2 for seat in range(len(finished.sides)))
