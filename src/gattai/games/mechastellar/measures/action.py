"""The measure of an action: damage; at the end of a turn also what commands and dice restore."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from gattai.games.mechastellar.actions import EndTurn
from gattai.games.mechastellar.events.flow import MomentumChanged
from gattai.games.mechastellar.state import NORTH, SOUTH, State
from gattai.kernel.event import Event
from gattai.kernel.measure import Amount, Measure
from gattai.kernel.question import Seat

_Counts = Callable[[State, Seat, State, Sequence[Event]], int]
MORALE = ("MS.MORALE.RALLY", "MS.MORALE.ROUT")


def measures(before: State, action: object) -> tuple[Measure, ...]:
    """Damage to the other side, for both seats because of Counters. Dice at the end of a turn deal
    none.
    """
    if action is None:  # e.g. the roll-off
        return ()
    kinds: tuple[tuple[str, _Counts], ...] = (("damage", _damage),)
    if isinstance(action, EndTurn):
        kinds = (
            ("HP restored", _restored),
            ("stun shaken off", _shaken_off),
            ("momentum by morale", _morale),
        )
    return tuple(
        Measure(seat, unit, _for(counts, before, seat))
        for unit, counts in kinds
        for seat in (SOUTH, NORTH)
    )


def _for(counts: _Counts, before: State, seat: Seat) -> Amount:
    return partial(counts, before, seat)


def _damage(before: State, seat: Seat, after: State, events: Sequence[Event]) -> int:
    pairs = zip(before.units, after.units, strict=True)
    return sum(
        [
            max(0, was.hp) - max(0, now.hp)
            for was, now in pairs
            if was.seat != seat and was.hp > now.hp
        ]
    )


def _restored(before: State, seat: Seat, after: State, events: Sequence[Event]) -> int:
    pairs = zip(before.units, after.units, strict=True)
    return sum([max(0, now.hp - was.hp) for was, now in pairs if was.seat == seat])


def _shaken_off(before: State, seat: Seat, after: State, events: Sequence[Event]) -> int:
    pairs = zip(before.units, after.units, strict=True)
    return sum([max(0, was.stun - now.stun) for was, now in pairs if was.seat == seat])


def _morale(before: State, seat: Seat, after: State, events: Sequence[Event]) -> int:
    """MS.MORALE.SAVE: the Momentum that the morale dice gained and lost."""
    return sum(
        [
            event.amount
            for event in events
            if isinstance(event, MomentumChanged) and event.rule in MORALE and event.seat == seat
        ]
    )
