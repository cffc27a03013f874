"""The measure of an action: damage, or else the effect of its type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from gattai.games.aegis.figures import integrity
from gattai.games.aegis.phases.acting import UnitAction
from gattai.games.aegis.state import SEATS, State, Unit
from gattai.kernel.event import Event
from gattai.kernel.measure import Measure
from gattai.kernel.question import Seat


def measures(before: State, action: object) -> tuple[Measure, ...]:
    """Damage to the other side, for both seats because of retaliation; then the effects of other
    types.
    """
    if action is None:  # e.g. the first player or the order of a deck
        return ()
    damage = [Measure(seat, "damage", partial(_damage, before, seat)) for seat in SEATS]
    return (*damage, *_by_type(before, action))


def _by_type(before: State, action: object) -> Iterator[Measure]:
    if not isinstance(action, UnitAction):
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
    """Units that existed before the Action, before and after it. Combined units come later in the
    list.
    """
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
    """Units that were forced to move. Destroyed units do not count."""
    return sum([now.at not in (None, was.at) for was, now in _pairs(before, after)])
