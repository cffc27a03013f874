"""Turns: placement, the start and end of turns, late arrivals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from gattai.games.aegis.events.attack import UnitDestroyed
from gattai.games.aegis.events.flow import (
    GameEnded,
    Recharged,
    SideChanged,
    TurnBegan,
    UnitPlaced,
)
from gattai.games.aegis.figures import production
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords.registry import hooks
from gattai.games.aegis.state import State, UnitId, other
from gattai.games.aegis.victory import MINIMUM, losers
from gattai.kernel.action import Option
from gattai.kernel.question import Options, Seat, Steps, choose
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table

T = TypeVar("T")

ARRIVES_AWAY = 6
"""AEGIS.PASSIVE.COMBAT-DROP: the least distance of a late arrival from every enemy unit."""


class Arrive(Option, frozen=True, tag="arrive", gc=False):
    """The place where a held-back unit arrives."""

    says = "to {at}"
    at: Spot

    def heading(self, view: State) -> str:
        return "go"


def go_on_placing(table: Table[State]) -> None:
    """AEGIS.SETUP.PLACEMENT: all units of the first player, then all of the second; then the
    choices at the start of the game, beginning with the first player; then the first turn.
    """
    state = table.state
    unplaced = [unit.seat for unit in state.units if unit.at is None and not unit.fate]
    rule = "AEGIS.SETUP.PLACEMENT"
    if state.turn in unplaced:
        return
    if unplaced:
        table.emit(SideChanged(rule=rule, seat=other(state.turn), phase="placing"))
        return
    order = (state.first, other(state.first))
    owed = tuple(
        seat
        for seat in order
        for _, unit, _ in state.on_field
        if unit.seat == seat
        and any(each.owes_mark() for each in hooks(unit.card, "owes_mark"))
        and any(foe.seat != seat for _, foe, _ in state.on_field)
    )
    if owed:
        table.emit(SideChanged(rule=rule, seat=owed[0], phase="marking", owed=owed))
    else:
        start_turn(table, state.first)


def start_turn(table: Table[State], seat: Seat) -> None:
    """AEGIS.TURN.START: expire effects, discard energy, check production (Energy Depletion), fill
    the pool.
    """
    table.emit(TurnBegan(rule="AEGIS.TURN.START", seat=seat))
    energy = production(table.state, seat)
    if energy < MINIMUM:
        table.emit(GameEnded(rule="AEGIS.VICTORY.ENERGY", lost=(seat,)))
        return
    table.emit(Recharged(rule="AEGIS.TURN.RECHARGE", seat=seat, energy=energy))


def end_turn(table: Table[State]) -> Steps[None]:
    """AEGIS.TURN.END: losses, arrivals, victory; then AEGIS.TURN.STRUCTURE: the other side's turn."""
    state = table.state
    seat = state.turn
    for unit_id, unit, _ in state.on_field:
        perishing = hooks(unit.card, "perishes") if unit.seat == seat else ()
        if any(each.perishes(state, unit) for each in perishing):
            table.emit(UnitDestroyed(rule=perishing[0].rule, unit=unit_id))
    yield from _arrivals(table, seat)
    ended = losers(table.state)
    if ended is not None:
        lost, rule = ended
        table.emit(GameEnded(rule=rule, lost=lost))
        return
    start_turn(table, other(seat))


def _arrivals(table: Table[State], seat: Seat) -> Steps[None]:
    """AEGIS.PASSIVE.COMBAT-DROP: units due arrive far from every enemy, or wait (AMB.DROP-BLOCKED)."""
    for number, unit in enumerate(table.state.units):
        if unit.seat != seat or unit.fate != "waiting":
            continue
        waits = hooks(unit.card, "waits_for")
        if table.state.turns[seat] < min(each.waits_for() or 0 for each in waits):
            continue
        places = tuple(Arrive(at) for at in landings(table.state, seat))
        if places:
            rule = waits[0].rule
            options = offered(table.state, places, partial(_lands, table.state, seat))
            answer = yield from choose(seat, options, rule, f"where does {unit.name} land?")
            table.emit(UnitPlaced(rule=rule, unit=UnitId(number), at=answer.at, late=True))


def offered(
    state: State, listed: tuple[T, ...], refusals: Callable[[object], Iterator[Refusal]]
) -> Sequence[T]:
    """The listed landings; where places cannot be counted, any other legal landing is accepted too."""
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
