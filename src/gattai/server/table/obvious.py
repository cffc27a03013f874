"""Questions with one answer: where the page may give it unasked, and what was given like that.

A seat that passes at once has told that it could do nothing else. A bot does not look at the clock, so
against bots alone every such question passes. Where other people play, only what everybody can see for
themselves does, and only while the same seat goes on: whoever hands over may still want something back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gattai.kernel.position import apply
from gattai.kernel.question import Choose, Seat, part_of
from gattai.kernel.record import Past, Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.undo import was_forced
from gattai.server.table.history import has_secrets, hides, is_secret


def may_pass(record: Record[Any], persons: Sequence[Seat], seat: Seat) -> bool:
    """Whether the one answer to the open question can be given unasked, and tells nobody anything."""
    if isinstance(record.question, Outcome) or seat not in record.step.waiting:
        return False
    choice = part_of(record.question, seat)
    if not isinstance(choice, Choose) or len(choice.options) != 1:
        return False
    if all(person == seat for person in persons):
        return True
    return not hides(record) and _goes_on(record, seat, choice.options[0])


def _goes_on(record: Record[Any], seat: Seat, answer: Any) -> bool:
    """Whether it is the same seat that is asked after this answer."""
    return apply(record.rules, record.position, answer, seat=seat).waiting == (seat,)


def passed(past: Past[Any], persons: Sequence[Seat]) -> bool:
    """Whether an answer was no decision of its seat, and the others may know that."""
    if not was_forced(past):
        return False
    if all(person == past.seat for person in persons):
        return True
    return not is_secret(past.question) and not has_secrets(past.before)
