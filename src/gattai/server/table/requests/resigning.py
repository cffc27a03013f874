"""Resigning, and aborting a match before everyone has played."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from gattai.kernel.question import Seat
from gattai.server.messages import Rejected
from gattai.server.table.journal import Aborted, Resigned
from gattai.server.table.played import PlayedMatch
from gattai.server.table.viewer import rejected

EARLY = 3
"""Answers before which a resignation is early: the player has seen their hand and hardly played."""


def may_resign(match: PlayedMatch, hands: Sequence[Seat]) -> bool:
    """Whether these seats may resign."""
    is_played = not match.is_over and not match.shut and match.guide is None
    return is_played and bool(hands) and len(match.record.rules.seats) == 2


async def resigns(
    match: PlayedMatch, seat: Seat, early: Callable[[Seat], Awaitable[object]]
) -> Rejected | None:
    """Resign for a seat; returns a refusal if it cannot. `early` is called if it hardly played against another person."""
    if match.is_over:
        return rejected("the game is over")
    if match.guide is not None:
        return rejected("you can leave a lesson, but not resign")
    if len(match.record.rules.seats) != 2:
        return rejected(
            "with more than two players nobody would win by a resignation: agree on a draw, or leave"
        )
    answers = sum(past.seat == seat and not past.by_table for past in match.record.past)
    await match.write(Resigned(seat))
    if len(match.viewers.persons) > 1 and not match.record.base and answers < EARLY:
        await early(seat)
    return None


def may_abort(match: PlayedMatch, hands: Sequence[Seat]) -> bool:
    """Whether these seats may abort the match: someone has not answered anything yet."""
    record = match.record
    is_played = not match.is_over and not match.shut and match.guide is None
    if not is_played or not hands or record.base:
        return False
    answered = {past.seat for past in record.past if not past.by_table}
    return any(seat not in answered for seat in match.viewers.persons)


async def aborts(
    match: PlayedMatch, seat: Seat, may: Callable[[Seat], Awaitable[str]]
) -> Rejected | None:
    """Abort the match; returns a refusal if it cannot. `may` returns why a match with others cannot be aborted."""
    if match.is_over:
        return rejected("the game is over")
    if not may_abort(match, (seat,)):
        return rejected("everyone has played: resign, or agree on a draw")
    refusal = await may(seat) if len(match.viewers.persons) > 1 else ""
    if refusal:
        return rejected(refusal)
    await match.write(Aborted(f"{match.record.rules.seat_name(seat)} broke it off"))
    return None
