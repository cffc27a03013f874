"""Giving a match up, where the other one wins by it; or breaking it off before everybody has played."""

from __future__ import annotations

from collections.abc import Sequence

from gattai.kernel.question import Seat
from gattai.server.messages import NotSo
from gattai.server.table.journal import Aborted, Resigned
from gattai.server.table.played import Played
from gattai.server.table.viewer import not_so


def may_resign(match: Played, hands: Sequence[Seat]) -> bool:
    """Whether these hands may give the match up."""
    is_played = not match.is_over and not match.shut and match.guide is None
    return is_played and bool(hands) and len(match.record.rules.seats) == 2


async def resigns(match: Played, seat: Seat) -> NotSo | None:
    """A seat gives up: why not, if it cannot."""
    if match.is_over:
        return not_so("the game is over")
    if match.guide is not None:
        return not_so("a lesson is left, not given up")
    if len(match.record.rules.seats) != 2:
        return not_so("where more than two play, nobody wins by it: agree on a draw, or leave")
    await match.write(Resigned(seat))
    return None


def may_abort(match: Played, hands: Sequence[Seat]) -> bool:
    """Whether these hands may break the match off: somebody has not answered anything yet."""
    record = match.record
    is_played = not match.is_over and not match.shut and match.guide is None
    if not is_played or not hands or record.base:
        return False
    answered = {past.seat for past in record.past if not past.by_table}
    return any(seat not in answered for seat in match.persons)


async def aborts(match: Played, seat: Seat) -> NotSo | None:
    """A seat breaks it off: why not, if it cannot."""
    if match.is_over:
        return not_so("the game is over")
    if not may_abort(match, (seat,)):
        return not_so("everybody has played: give it up, or agree on a draw")
    refusal = await match.may_break_off(seat) if len(match.persons) > 1 else ""
    if refusal:
        return not_so(refusal)
    await match.write(Aborted(f"{match.record.rules.seat_name(seat)} broke it off"))
    return None
