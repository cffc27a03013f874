"""Claiming the win or a draw after the opponent has left, so that the remaining player need not wait out every decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gattai.kernel.question import Seat
from gattai.server.messages import Rejected
from gattai.server.table.journal import DrawAgreed, TimedOut, TooSoon
from gattai.server.table.played import PlayedMatch
from gattai.server.table.presence import Presence
from gattai.server.table.viewer import rejected


class Attended(PlayedMatch, Protocol):
    """A match with presence."""

    presence: Presence


def claim_in(match: Attended, hands: Sequence[Seat]) -> float | None:
    """Return the seconds until these seats may claim; None if they may not at present."""
    other = _other(match, hands)
    match.presence.here()  # records who has gone
    if other is None or other not in match.presence.gone:
        return None
    when = match.clocks.claim(other, match.presence.gone[other])
    return None if when is None else round(max(0.0, when - match.clocks.now()), 1)


async def claims(match: Attended, seat: Seat, *, draw: bool = False) -> Rejected | None:
    """Claim the win for a seat, or call it a draw; returns a refusal if it may not. The journal's clock decides."""
    other = _other(match, (seat,))
    if other is None:
        return rejected(
            "a win or a draw can be claimed only in a match of two people after the opponent has left"
        )
    name = match.record.rules.seat_name(other)
    away = (await match.presence.absent()).get(other)
    when = None if away is None else match.clocks.claim(other, away)
    if when is None:
        return rejected(
            f"a win or a draw can be claimed only while the match waits for {name}; play on"
        )
    try:
        await match.write(DrawAgreed(other) if draw else TimedOut(other), after=when)
    except TooSoon as soon:
        return rejected(
            f"{name} may still return: you can claim in {max(1, round(when - soon.now))} s"
        )
    return None


def _other(match: Attended, hands: Sequence[Seat]) -> Seat | None:
    """Return the other person of a match for two, if they have been there and are not now."""
    others = [seat for seat in match.viewers.persons if seat not in hands]
    is_played = not match.is_over and not match.shut and match.guide is None
    if not is_played or len(hands) != 1 or len(match.viewers.persons) != 2 or len(others) != 1:
        return None
    if len(match.record.rules.seats) != 2 or match.presence.is_here(others[0]):
        return None
    return others[0] if match.clocks.has_come(others[0]) else None
