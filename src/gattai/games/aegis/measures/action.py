"""What an Action is judged by: damage; for those that do none, what their type is for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from gattai.games.aegis.course.acting import UnitDeed
from gattai.games.aegis.figures import integrity
from gattai.games.aegis.state import SEATS, State, Unit
from gattai.kernel.event import Event
from gattai.kernel.measure import Measure
from gattai.kernel.question import Seat


def measures(before: State, action: Any) -> tuple[Measure, ...]:
    """Damage to the other side, for both: who is struck may strike back; then what the type is for."""
    if action is None:  # who begins, the order of a deck
        return ()
    damage = [Measure(seat, "damage", partial(_damage, before, seat)) for seat in SEATS]
    return (*damage, *_by_type(before, action))


def _by_type(before: State, action: Any) -> Iterator[Measure]:
    if not isinstance(action, UnitDeed):
        return
    user = before.units[action.unit]
    card = action.card_in(before)
    match card.type if card else "":
        case "repair":
            yield Measure(user.seat, "Integrity restored", partial(_restored, before, user.seat))
        case "drain" | "boost":
            yield Measure(user.seat, "output", partial(_output, before))
        case "buff" | "debuff":
            yield Measure(user.seat, "units affected", partial(_affected, before))
        case "push" | "pull":
            yield Measure(user.seat, "units moved", partial(_moved, before))
        case _:
            pass


def _pairs(before: State, after: State) -> Iterator[tuple[Unit, Unit]]:
    """Those who were there before the Action; who combines meanwhile comes later in the row."""
    return zip(before.units, after.units, strict=False)


def _damage(before: State, seat: Seat, after: State, events: Sequence[Event]) -> int:
    lost = 0
    for was, now in _pairs(before, after):
        if was.seat == seat or was.at is None:
            continue
        if now.fate == "destroyed":
            lost += integrity(before, was)
        elif now.damage > was.damage:
            lost += max(0, integrity(before, was) - integrity(after, now))
    return lost


def _restored(before: State, seat: Seat, after: State, events: Sequence[Event]) -> int:
    pairs = _pairs(before, after)
    return sum([max(0, was.damage - now.damage) for was, now in pairs if was.seat == seat])


def _output(before: State, after: State, events: Sequence[Event]) -> int:
    return sum([abs(now.output_change - was.output_change) for was, now in _pairs(before, after)])


def _affected(before: State, after: State, events: Sequence[Event]) -> int:
    return sum([len(now.effects) > len(was.effects) for was, now in _pairs(before, after)])


def _moved(before: State, after: State, events: Sequence[Event]) -> int:
    """Who was driven off its hex; who was destroyed there was not."""
    return sum([now.at not in (None, was.at) for was, now in _pairs(before, after)])
