"""Whether an answer comes at its time: what the table refuses before the rules are asked."""

from __future__ import annotations

from gattai.kernel.question import Seat
from gattai.server.messages import Answer, NotSo
from gattai.server.table.lessons import fits
from gattai.server.table.played import Played
from gattai.server.table.viewer import not_so


def out_of_time(match: Played, seat: Seat, message: Answer) -> NotSo | None:
    """Why this answer cannot be taken now, whatever it says; None if it can."""
    is_asked = match.is_current(message.number) and seat in match.waiting
    late = None if is_asked else match.clocks.late(seat, message.number)
    if late is not None:
        given = match.record.entries[late.last - 1 - match.record.base].text
        reason = (
            f"too late: nothing was heard for {late.seconds} seconds, so the table has answered "
            f"question {message.number} in your place ({given}); it can be taken back if the others agree"
        )
        return not_so(reason, text=message.text)
    if message.epoch != match.epoch:
        reason = "something was taken back since: look at the table again, and then answer"
        return not_so(reason, text=message.text)
    if not match.is_current(message.number):
        now = match.record.count + 1
        reason = f"question {message.number} is not open; the open one is number {now}"
        return not_so(reason, text=message.text)
    if not is_asked:
        who = " and ".join(match.record.rules.seat_name(other) for other in match.waiting)
        reason = f"it is {who} who is asked" if who else "nobody is asked now"
        return not_so(reason, text=message.text)
    part = match.guide.part if match.guide else None
    if match.guide and part is not None and not (part.say and fits(message.text, part.wanted)):
        return not_so(match.guide.waits(), text=message.text)
    return None
