"""Reads from a journal how a match ended and who gave how many answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from msgspec.structs import replace

from gattai.kernel.text.transcript import BY_TABLE
from gattai.server.online.ratings.judging import Finished, How, RatedSide
from gattai.server.table.journal import (
    Aborted,
    Answered,
    DrawAccepted,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Resigned,
    Row,
    Ruled,
    SeatNamed,
    TakenBack,
    TimedOut,
    UndoAgreed,
    UndoAsked,
    UndoDeclined,
    standing_lines,
)

DICE = "dice"


def own_answers(rows: Iterable[Row]) -> Counter[str]:
    """Count each seat's own answers; answers taken back or given by the server do not count."""
    stand = standing_lines(rows)
    who = (line.split(" ", 2)[1] for line in stand if not line.endswith(f" {BY_TABLE}"))
    return Counter(name for name in who if name != DICE)


def how_it_ended(rows: Sequence[Row]) -> tuple[How, int | None]:
    """Return how a match ended, and the seat that lost on time."""
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
            case UndoAsked() | UndoAgreed() | UndoDeclined():
                pass
            case DrawOffered() | DrawAccepted() | DrawDeclined():
                pass
            case SeatNamed() | Ruled():
                pass
            case _:
                assert_never(row)
    return "rules", None


def finished(
    started: Finished, seats: Sequence[str], people: Mapping[int, RatedSide], rows: Sequence[Row]
) -> Finished:
    """Return a completed match: `seats` are the names of its seats, `people` their players."""
    how, leaver = how_it_ended(rows)
    answers = own_answers(rows)
    sides = (people.get(seat, RatedSide("")) for seat in range(len(seats)))
    counted = (
        replace(side, answers=answers[name]) for side, name in zip(sides, seats, strict=True)
    )
    return replace(started, sides=tuple(counted), how=how, leaver=leaver)
