"""Rows of a journal and the record they are about: what they end, what they lead to, how they are played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gattai.kernel.position import Diverged, Step
from gattai.kernel.question import Seat
from gattai.kernel.record import Draft, Record, replay_entry
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import end_text
from gattai.kernel.text.ending import BY_AGREEMENT, BY_RESIGNATION, ON_TIME, Ending, outcome_of
from gattai.kernel.text.transcript import read_entry
from gattai.server.table.journal import (
    Aborted,
    Aim,
    Answered,
    DrawAgreed,
    Resigned,
    Row,
    TakenBack,
    TimedOut,
)
from gattai.server.table.opening import bot_of


def ending_of(row: Row) -> Ending | None:
    """The end that a row makes; None if the match goes on."""
    match row:
        case Resigned(seat=seat):
            return Ending(BY_RESIGNATION, Seat(seat))
        case TimedOut(seat=seat):
            return Ending(ON_TIME, Seat(seat))
        case DrawAgreed():
            return Ending(BY_AGREEMENT)
        case Aborted(why=why):
            return Ending("broken off", why=" ".join(why.split()))
    return None


def step_after(record: Record[Any], row: Row, draft: Draft[Any] | None) -> tuple[Step[Any], int]:
    """Where the match stands when this is written, and after how many answers."""
    if draft is not None:
        return draft.step, draft.count
    if isinstance(row, TakenBack) and row.to < record.count:
        return record.past[row.to - record.base].at, row.to
    return record.step, record.count


def aim_of(
    record: Record[Any],
    row: Row,
    draft: Draft[Any] | None,
    deadline: Callable[[Row, Step[Any], int], float | None],
) -> Aim:
    """What the match waits for when this is written."""
    step, count = step_after(record, row, draft)
    question, ending = step.question, ending_of(row)
    if ending is not None:
        question = outcome_of(record.rules, ending)
    if isinstance(question, Outcome):
        end = end_text(record.rules, question)
        return Aim(count, over=end, winners=tuple(question.winners))
    return Aim(count, step.waiting, bots_in(record, step), deadline(row, step, count))


def bots_in(record: Record[Any], step: Step[Any]) -> tuple[int, ...]:
    """The seats of bots that have to answer there."""
    return tuple(seat for seat in step.waiting if bot_of(record.setting, seat) is not None)


def redrafted(record: Record[Any], row: Answered) -> Draft[Any]:
    """What others have written, played again. `Diverged` if they judged it by other rules."""
    draft = record.draft()
    for number, line in enumerate(row.lines, draft.count + 1):
        entry = read_entry(line, number)
        if entry is None:
            raise Diverged(f"answer {number} cannot be read", place=f"answer {number}")
        replay_entry(draft, entry, number, verify=True)
    return draft
