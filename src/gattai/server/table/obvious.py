"""Questions with only one option: when the page may answer them automatically.

Answering at once reveals that there was no choice. Bots do not watch the time, so against
bots alone every such question is answered automatically. With other people, only those whose single option is public,
and only while the same seat continues: a player may want to undo before handing over.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from gattai.kernel.position import apply
from gattai.kernel.question import Choose, Seat, part_of
from gattai.kernel.record import Past, Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.secrecy import EVERYBODY, view
from gattai.kernel.undo import was_forced
from gattai.scene.maker import SceneMaker, WindowTeller
from gattai.server.table.history import has_secrets, hides, is_secret


def may_pass(record: Record[Struct], persons: Sequence[Seat], seat: Seat) -> bool:
    """Whether the only answer to the open question can be given automatically without revealing anything."""
    if isinstance(record.question, Outcome) or seat not in record.step.waiting:
        return False
    choice = part_of(record.question, seat)
    if not isinstance(choice, Choose) or len(choice.options) != 1:
        return False
    return reveals_nothing(record, persons, seat, choice.options[0])


def reveals_nothing(
    record: Record[Struct], persons: Sequence[Seat], seat: Seat, answer: object
) -> bool:
    """Whether an answer that is no decision may be given at once."""
    if all(person == seat for person in persons):
        return True
    return not hides(record) and _goes_on(record, seat, answer)


def may_stay_silent(
    record: Record[Struct], maker: SceneMaker, persons: Sequence[Seat], seat: Seat
) -> bool:
    """Whether a standing order may decline a reaction that would change nothing.

    Other people see how fast a player declines. Among people only what everybody can see decides, so a quick answer tells
    nothing about a hand.
    """
    if all(person == seat for person in persons):
        return True
    return isinstance(maker, WindowTeller) and not maker.matters(
        view(record.position.state, EVERYBODY), seat
    )


def _goes_on(record: Record[Struct], seat: Seat, answer: object) -> bool:
    """Whether the same seat is asked again after this answer."""
    return apply(record.rules, record.position, answer, seat=seat).waiting == (seat,)


def passed(past: Past[Struct], persons: Sequence[Seat]) -> bool:
    """Whether an answer was no decision of its seat, and this is public."""
    if not was_forced(past):
        return False
    if all(person == past.seat for person in persons):
        return True
    return not is_secret(past.question) and not has_secrets(past.before)
