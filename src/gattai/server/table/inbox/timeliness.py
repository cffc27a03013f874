"""Refuses answers that come at the wrong time, before the rules judge them."""

from __future__ import annotations

from gattai.kernel.question import Seat
from gattai.server.messages import GiveAnswer, Rejected
from gattai.server.table.inbox.throwing import throwers
from gattai.server.table.lessons import fits
from gattai.server.table.played import PlayedMatch
from gattai.server.table.viewer import rejected


def out_of_time(match: PlayedMatch, seat: Seat, message: GiveAnswer) -> Rejected | None:
    """Return why this answer is refused now, whatever its content; None if it is not."""
    throwing = throwers(match)
    is_asked = match.is_current(message.number) and seat in (*match.waiting, *throwing)
    late = None if is_asked else match.clocks.late(seat, message.number)
    if late is not None:
        given = match.record.entries[late.last - 1 - match.record.base].text
        reason = (
            f"too late: you did not answer for {late.seconds} seconds, so the server answered "
            f"question {message.number} in your place ({given}); you can take it back if the others agree"
        )
        return rejected(reason, text=message.text)
    if message.epoch != match.epoch:
        reason = "an answer was taken back since: check the board again before you answer"
        return rejected(reason, text=message.text)
    if not match.is_current(message.number):
        now = match.record.count + 1
        reason = f"question {message.number} is not open; the open one is number {now}"
        return rejected(reason, text=message.text)
    if not is_asked:
        named = match.record.rules.seat_name
        who = " and ".join(named(other) for other in match.waiting)
        reason = f"{who} is asked now, not you" if who else "no question is open"
        if throwing:
            reason = f"{named(throwing[0])} throws these dice, not you"
        return rejected(reason, text=message.text)
    part = match.guide.part if match.guide else None
    if match.guide and part is not None and not (part.say and fits(message.text, part.wanted)):
        return rejected(match.guide.waits(), text=message.text)
    return None
