"""What a journal says of a match that is over: how it ended, and who answered how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from gattai.kernel.text.transcript import BY_TABLE
from gattai.server.online.ratings.judging import Finished, How, Side
from gattai.server.table.journal import (
    Aborted,
    Answered,
    DrawAgreed,
    Resigned,
    Row,
    TakenBack,
    TimedOut,
    standing_lines,
)

DICE = "dice"


def own_answers(rows: Iterable[Row]) -> Counter[str]:
    """How often each seat, by its name, answered itself: what was taken back or given by the table does not count."""
    stand = standing_lines(rows)
    who = (line.split(" ", 2)[1] for line in stand if not line.endswith(f" {BY_TABLE}"))
    return Counter(name for name in who if name != DICE)


def how_it_ended(rows: Sequence[Row]) -> tuple[How, int | None]:
    """By what a match ended, and the seat whose time had run out."""
    for row in reversed(rows):
        match row:
            case Aborted():
                return "aborted", None
            case TimedOut(seat=seat):
                return "timed-out", seat
            case Resigned():
                return "resigned", None
            case DrawAgreed():
                return "agreed", None
            case Answered() | TakenBack():
                return "rules", None
    return "rules", None


def finished(
    started: Finished, seats: Sequence[str], people: Mapping[int, Side], rows: Sequence[Row]
) -> Finished:
    """A match with what its journal says: `seats` are the names of its seats, `people` who sat there."""
    how, leaver = how_it_ended(rows)
    answers = own_answers(rows)
    sides = (people.get(seat, Side("")) for seat in range(len(seats)))
    told = (replace(side, answers=answers[name]) for side, name in zip(sides, seats, strict=True))
    return replace(started, sides=tuple(told), how=how, leaver=leaver)
