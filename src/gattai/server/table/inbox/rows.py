"""Rows of a journal: what they end, what follows from them, how they are replayed."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from msgspec import Struct

from gattai.kernel.position import Diverged, Step
from gattai.kernel.question import Seat
from gattai.kernel.record import Draft, Record, replay_entry
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import end_text
from gattai.kernel.text.ending import BY_AGREEMENT, BY_RESIGNATION, ON_TIME, Ending, outcome_of
from gattai.kernel.text.transcript import read_entry
from gattai.server.table.journal import (
    Aborted,
    Answered,
    Awaited,
    DrawAgreed,
    EndRow,
    Resigned,
    Row,
    TakenBack,
    TimedOut,
)
from gattai.server.table.opening import bot_of


def ending_of(row: EndRow) -> Ending:
    """Return the ending that a row produces."""
    match row:
        case Resigned(seat=seat):
            return Ending(BY_RESIGNATION, Seat(seat))
        case TimedOut(seat=seat):
            return Ending(ON_TIME, Seat(seat))
        case DrawAgreed(left=left):
            return Ending(BY_AGREEMENT) if left is None else Ending(ON_TIME, Seat(left), drawn=True)
        case Aborted(why=why):
            return Ending("broken off", why=" ".join(why.split()))
    assert_never(row)


def step_after(
    record: Record[Struct], row: Row, draft: Draft[Struct] | None
) -> tuple[Step[Struct], int]:
    """Return the step of the match after this row, and the number of answers before it."""
    if draft is not None:
        return draft.step, draft.count
    if isinstance(row, TakenBack) and row.to < record.count:
        return record.past[row.to - record.base].at, row.to
    return record.step, record.count


def aim_of(
    record: Record[Struct],
    row: Row,
    draft: Draft[Struct] | None,
    deadline: Callable[[Row, Step[Struct], int], float | None],
) -> Awaited:
    """Return what the match waits for after this row."""
    step, count = step_after(record, row, draft)
    question = step.question
    if isinstance(row, EndRow):
        question = outcome_of(record.rules, ending_of(row))
    if isinstance(question, Outcome):
        end = end_text(record.rules, question)
        return Awaited(count, over=end, winners=tuple(question.winners))
    return Awaited(count, step.waiting, bots_in(record, step), deadline(row, step, count))


def bots_in(record: Record[Struct], step: Step[Struct]) -> tuple[int, ...]:
    """Return the seats of bots that are asked in this step."""
    return tuple(seat for seat in step.waiting if bot_of(record.header, seat) is not None)


def redrafted(record: Record[Struct], row: Answered) -> Draft[Struct]:
    """Replay an answer that another server wrote. Raises `Diverged` if other rules judged it."""
    draft = record.draft()
    for number, line in enumerate(row.lines, draft.count + 1):
        entry = read_entry(line, number)
        if entry is None:
            raise Diverged(f"answer {number} cannot be read", place=f"answer {number}")
        replay_entry(draft, entry, number, verify=True)
    return draft
