"""Claiming the win when the other one has left: who stays is not held up, decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gattai.kernel.question import Seat
from gattai.server.messages import NotSo
from gattai.server.table.journal import TimedOut, TooSoon
from gattai.server.table.played import Played
from gattai.server.table.presence import Presence
from gattai.server.table.viewer import not_so


class Attended(Played, Protocol):
    """A match of which it is known who is there."""

    presence: Presence


def claim_in(match: Attended, hands: Sequence[Seat]) -> float | None:
    """Seconds until these hands may claim the win; None where they may not while things stand as they do."""
    other = _other(match, hands)
    match.presence.here()  # so that it is noted who has gone
    if other is None or other not in match.presence.gone:
        return None
    when = match.clocks.claim(other, match.presence.gone[other])
    return None if when is None else round(max(0.0, when - match.clocks.now()), 1)


async def claims(match: Attended, seat: Seat) -> NotSo | None:
    """A seat claims the win: why not, if it may not. The clock of the journal judges it."""
    other = _other(match, (seat,))
    if other is None:
        return not_so(
            "a win is claimed where two people play and the other one has left; here nobody has"
        )
    name = match.record.rules.seat_name(other)
    away = (await match.presence.absent()).get(other)
    when = None if away is None else match.clocks.claim(other, away)
    if when is None:
        return not_so(f"a win is claimed when {name} has left and is waited for; play on")
    try:
        await match.write(TimedOut(other), after=when)
    except TooSoon as soon:
        return not_so(f"{name} may still come back: claim in {max(1, round(when - soon.now))} s")
    return None


def _other(match: Attended, hands: Sequence[Seat]) -> Seat | None:
    """The only other person of a match for two, if they have come once and are not there."""
    others = [seat for seat in match.persons if seat not in hands]
    is_played = not match.is_over and not match.shut and match.guide is None
    if not is_played or len(hands) != 1 or len(match.persons) != 2 or len(others) != 1:
        return None
    if len(match.record.rules.seats) != 2 or match.presence.is_here(others[0]):
        return None
    return others[0] if match.clocks.has_come(others[0]) else None
