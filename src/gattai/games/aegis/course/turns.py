"""The course of a battle: placing, turns that start and end, late arrivals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from gattai.games.aegis.events.course import (
    GameEnded,
    Recharged,
    SideChanged,
    TurnBegan,
    UnitPlaced,
)
from gattai.games.aegis.events.strike import UnitDestroyed
from gattai.games.aegis.figures import production
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords.registry import voices
from gattai.games.aegis.state import State, UnitId, other
from gattai.games.aegis.victory import MINIMUM, losers
from gattai.kernel.deed import Said
from gattai.kernel.question import Choose, Options, Seat, Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table

ARRIVES_AWAY = 6
"""AEGIS.PASSIVE.COMBAT-DROP: how far from every enemy unit a late arrival lands."""


class Arrive(Said, frozen=True, tag="arrive", gc=False):
    """Where a unit that was held back comes onto the field."""

    says = "to {at}"
    at: Spot

    def heading(self, view: State) -> str:
        """Going somewhere."""
        return "go"


def go_on_placing(table: Table[State]) -> None:
    """AEGIS.SETUP.PLACEMENT: all of the first player's units, then all of the second's; then the
    choices at the start of the game, first player first; then the first turn.
    """
    state = table.state
    unplaced = [unit.seat for unit in state.units if unit.at is None and not unit.fate]
    rule = "AEGIS.SETUP.PLACEMENT"
    if state.turn in unplaced:
        return
    if unplaced:
        table.happens(SideChanged(rule=rule, seat=other(state.turn), phase="placing"))
        return
    order = (state.first, other(state.first))
    owed = tuple(
        seat
        for seat in order
        for _, unit, _ in state.on_field
        if unit.seat == seat
        and any(each.owes_mark() for each in voices(unit.card, "owes_mark"))
        and any(foe.seat != seat for _, foe, _ in state.on_field)
    )
    if owed:
        table.happens(SideChanged(rule=rule, seat=owed[0], phase="marking", owed=owed))
    else:
        start_turn(table, state.first)


def start_turn(table: Table[State], seat: Seat) -> None:
    """AEGIS.TURN.START: expiries, energy gone, production, Energy Depletion, the new pool."""
    table.happens(TurnBegan(rule="AEGIS.TURN.START", seat=seat))
    energy = production(table.state, seat)
    if energy < MINIMUM:
        table.happens(GameEnded(rule="AEGIS.VICTORY.ENERGY", lost=(seat,)))
        return
    table.happens(Recharged(rule="AEGIS.TURN.RECHARGE", seat=seat, energy=energy))


def end_turn(table: Table[State]) -> Steps[None]:
    """AEGIS.TURN.END: losses, arrivals, victory; then AEGIS.TURN.STRUCTURE, the other side's turn."""
    state = table.state
    seat = state.turn
    for unit_id, unit, _ in state.on_field:
        perishing = voices(unit.card, "perishes") if unit.seat == seat else ()
        if any(each.perishes(state, unit) for each in perishing):
            table.happens(UnitDestroyed(rule=perishing[0].rule, unit=unit_id))
    yield from _arrivals(table, seat)
    ended = losers(table.state)
    if ended is not None:
        lost, rule = ended
        table.happens(GameEnded(rule=rule, lost=lost))
        return
    start_turn(table, other(seat))


def _arrivals(table: Table[State], seat: Seat) -> Steps[None]:
    """AEGIS.PASSIVE.COMBAT-DROP: due units land far from every enemy, or wait (AMB.DROP-BLOCKED)."""
    for number, unit in enumerate(table.state.units):
        if unit.seat != seat or unit.fate != "waiting":
            continue
        waits = voices(unit.card, "waits_for")
        if table.state.turns[seat] < min(each.waits_for() or 0 for each in waits):
            continue
        places = tuple(Arrive(at) for at in landings(table.state, seat))
        if places:
            rule = waits[0].rule
            options = offered(table.state, places, partial(_lands, table.state, seat))
            answer = yield Choose(seat, options, rule, f"where does {unit.name} land?")
            table.happens(UnitPlaced(rule=rule, unit=UnitId(number), at=answer.at, late=True))


def offered(
    state: State, listed: tuple[Any, ...], refusals: Callable[[Any], Iterator[Refusal]]
) -> Sequence[Any]:
    """What is listed; where places cannot be counted, whatever else nothing speaks against as well."""
    if state.field.ground.is_countable:
        return listed
    return Options(listed, refusals, open_ended=True, are_examples=True)


def _lands(state: State, seat: Seat, answer: object) -> Iterator[Refusal]:
    if not isinstance(answer, Arrive):
        yield Refusal("AEGIS.PASSIVE.COMBAT-DROP", "a unit lands somewhere")
        return
    foes = [at for _, unit, at in state.on_field if unit.seat != seat]
    yield from state.field.ground.landing_refusals(state, foes, ARRIVES_AWAY, answer.at)


def landings(state: State, seat: Seat) -> Sequence[Spot]:
    """Free places far enough from every enemy unit (AMB.DROP-DISTANCE)."""
    foes = [at for _, unit, at in state.on_field if unit.seat != seat]
    return state.field.ground.landings(state, foes, ARRIVES_AWAY)
