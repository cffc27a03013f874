"""The measures of an Action: Damage, successes of Simple Rolls, and Disengage Rolls won."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from gattai.games.aristeia.events.roll import RollBegan, RollEnded
from gattai.games.aristeia.state import SEATS, State
from gattai.kernel.event import Event
from gattai.kernel.measure import Measure
from gattai.kernel.question import Seat

ROLLS = (("action", "successes"), ("disengage", "Disengage Rolls won"))


def measures(before: State, action: object) -> tuple[Measure, ...]:
    """For both seats: ARISTEIA.ATTACK.BOTH may suffer Damage from an Attack, and both may have to
    roll.
    """
    if action is None:  # e.g. the order of a deck
        return ()
    damage = [Measure(seat, "Damage", partial(_damage, before, seat)) for seat in SEATS]
    rolls = [
        Measure(seat, unit, partial(_successes, before, seat, kind))
        for kind, unit in ROLLS
        for seat in SEATS
    ]
    return (*damage, *rolls)


def _damage(before: State, seat: Seat, after: State, events: Sequence[Event]) -> int:
    """The Hit Points that the other side's Characters lost; a Character sent to the Infirmary lost
    all.
    """
    lost = 0
    for was, now in zip(before.characters, after.characters, strict=True):
        if was.seat != seat and was.at is not None:
            fell = now.off == "infirmary"
            lost += (was.card.hit_points if fell else max(now.damage, was.damage)) - was.damage
    return lost


def _successes(before: State, seat: Seat, kind: str, after: State, events: Sequence[Event]) -> int:
    found, rolled = 0, ""
    for event in events:
        if isinstance(event, RollBegan):
            rolled = event.rolling.kind
        elif isinstance(event, RollEnded) and rolled == kind:
            if before.characters[event.who[0]].seat == seat:
                found += event.left[0]
    return found
