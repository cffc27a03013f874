"""The measure of an attack: the HP that the other side lost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from gattai.games.attack_chart.state import BLUE, RED, State
from gattai.kernel.event import Event
from gattai.kernel.measure import Measure
from gattai.kernel.question import Seat


def measures(before: State, action: object) -> tuple[Measure, ...]:
    """Damage, for either side."""
    if action is None:  # e.g. the roll-off or the order of a deck
        return ()
    return tuple(Measure(seat, "damage", partial(_damage, before, seat)) for seat in (BLUE, RED))


def _damage(before: State, seat: Seat, after: State, events: Sequence[Event]) -> int:
    pairs = zip(before.units, after.units, strict=True)
    return sum([was.hp - now.hp for was, now in pairs if was.seat != seat])
