"""What chance is judged by: coins off a Battery, units destroyed, and a price that is thrown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from gattai.games.robot_empire.deeds import BringOut
from gattai.games.robot_empire.events.cards import CardBroughtOut, CardTooDear
from gattai.games.robot_empire.figures import HIGHEST
from gattai.games.robot_empire.state import State
from gattai.kernel.event import Event
from gattai.kernel.measure import Measure
from gattai.kernel.question import Seat

SETTING_UP = ("batteries", "moon", "depot", "hands", "first")


def measures(before: State, action: Any) -> tuple[Measure, ...]:
    """For whoever's turn it is against all others, for each of those against that one."""
    if before.phase in SETTING_UP or before.owed:  # the order of a deck, who begins
        return ()
    return (*_measures(before, action),)


def _measures(before: State, action: Any) -> Iterator[Measure]:
    active = before.active
    others = tuple(Seat(seat) for seat in range(len(before.players)) if seat != active)
    if isinstance(action, BringOut) and isinstance(before.card(action.card).cost, str):
        yield Measure(active, "coins saved", partial(_saved, active))
    yield Measure(active, "coins off Batteries", partial(_battery, before, others))
    yield Measure(active, "units destroyed", partial(_fallen, before, others))
    for seat in others:
        yield Measure(seat, "units destroyed", partial(_attackers, before, active, seat))


def _saved(seat: Seat, after: State, events: Sequence[Event]) -> int:
    """ROBOT-EMPIRE.DICE.COST: a throw below the highest saves coins; one that is too dear costs none, and brings none."""
    for event in events:
        if isinstance(event, CardBroughtOut | CardTooDear) and event.seat == seat:
            return HIGHEST - event.price
    return 0


def _battery(before: State, seats: Sequence[Seat], after: State, events: Sequence[Event]) -> int:
    return sum([before.players[seat].battery - after.players[seat].battery for seat in seats])


def _fallen(before: State, seats: Sequence[Seat], after: State, events: Sequence[Event]) -> int:
    there = after.by_id
    return sum([unit.seat in seats and unit.id not in there for unit in before.units])


def _attackers(before: State, active: Seat, at: Seat, after: State, events: Sequence[Event]) -> int:
    """Of those who attack this seat."""
    there = after.by_id
    return sum([onset.at == at and onset.unit not in there for onset in before.onsets])
