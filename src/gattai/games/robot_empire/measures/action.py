"""The measures of chance: coins lost by Batteries, units destroyed, and rolled prices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from gattai.games.robot_empire.actions import BringOut
from gattai.games.robot_empire.events.cards import CardBroughtOut, CardTooDear
from gattai.games.robot_empire.figures import HIGHEST
from gattai.games.robot_empire.state import State
from gattai.kernel.event import Event
from gattai.kernel.measure import Measure
from gattai.kernel.question import Seat

SETTING_UP = ("batteries", "moon", "depot", "hands", "first")


def measures(before: State, action: object) -> tuple[Measure, ...]:
    """For the active player against all others, and for each of the others against the active player."""
    if before.phase in SETTING_UP or before.owed:  # e.g. the order of the deck, the first player
        return ()
    return (*_measures(before, action),)


def _measures(before: State, action: object) -> Iterator[Measure]:
    active = before.active
    others = tuple(Seat(seat) for seat in range(len(before.players)) if seat != active)
    if isinstance(action, BringOut) and isinstance(before.card(action.card).cost, str):
        yield Measure(active, "coins saved", partial(_saved, active))
    yield Measure(active, "coins off Batteries", partial(_battery, before, others))
    yield Measure(active, "units destroyed", partial(_fallen, before, others))
    for seat in others:
        yield Measure(seat, "units destroyed", partial(_attackers, before, active, seat))


def _saved(seat: Seat, after: State, events: Sequence[Event]) -> int:
    """ROBOT-EMPIRE.DICE.COST: a roll below the highest saves coins; a price that is too high costs
    and gains nothing.
    """
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
    """The attackers of this seat."""
    there = after.by_id
    return sum([declared.at == at and declared.unit not in there for declared in before.onsets])
