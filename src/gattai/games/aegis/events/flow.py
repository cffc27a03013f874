"""The events of setup, turns, movement and the end. Actions and combining have their own modules."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.state import SIDES, State, Unit, UnitId, other
from gattai.kernel.event import Event
from gattai.kernel.question import Seat


class FirstPlayerDrawn(Event, frozen=True, kw_only=True):
    """The first player was decided at random."""

    template = "{seat} plays first"

    seat: Seat

    def after(self, state: State) -> State:
        return replace(state, first=self.seat, turn=self.seat, phase="placing")


class UnitPlaced(Event, frozen=True, kw_only=True):
    """A unit was placed on the field, at the start or as a late arrival."""

    template = "{unit} is placed on {at}"

    unit: UnitId
    at: Spot
    late: bool = False

    def after(self, state: State) -> State:
        came = state.turn_count if self.late else 0
        unit = replace(state.units[self.unit], at=self.at, fate="", came=came)
        return state.with_unit(self.unit, unit)


class UnitHeldBack(Event, frozen=True, kw_only=True):
    """A unit was held back."""

    template = "{unit} is held back"

    unit: UnitId

    def after(self, state: State) -> State:
        return state.with_unit(self.unit, replace(state.units[self.unit], fate="waiting"))


class SideChanged(Event, frozen=True, kw_only=True):
    """The other side now places its units, or selects a unit, before the first turn."""

    template = "{seat} is next"

    seat: Seat
    phase: Literal["placing", "marking"]
    owed: tuple[Seat, ...] = ()

    def after(self, state: State) -> State:
        return replace(state, turn=self.seat, phase=self.phase, owed=self.owed)


class UnitMarked(Event, frozen=True, kw_only=True):
    """A side selected an enemy unit for the rest of the game."""

    template = "{seat} selects {unit}"

    seat: Seat
    unit: UnitId

    def after(self, state: State) -> State:
        owed = state.owed[1:] if state.owed[:1] == (self.seat,) else state.owed
        return replace(state, marks=(*state.marks, (self.seat, self.unit)), owed=owed)


class MarkOwed(Event, frozen=True, kw_only=True):
    """A side has to select a unit when its next turn starts."""

    template = "{seat} will select an enemy unit next turn"

    seat: Seat

    def after(self, state: State) -> State:
        return replace(state, deferred=(*state.deferred, self.seat))


class TurnBegan(Event, frozen=True, kw_only=True):
    """AEGIS.TURN.START: effects of that side's last turn end and its energy is gone.

    AEGIS.TURN.ENERGY-CARRY: energy left over could be spent until now, in the other side's turn.
    """

    seat: Seat

    def after(self, state: State) -> State:
        seat = self.seat
        units = tuple([_refreshed(unit, seat) for unit in state.units])
        red, blue = state.turns
        turns = (red + 1, blue) if seat == 0 else (red, blue + 1)
        owed = tuple(owing for owing in state.deferred if owing == seat)
        return replace(
            state,
            units=units,
            turn=seat,
            turns=turns,
            phase="acting",
            energy=state.paid(seat, state.energy[seat]),
            act=None,
            first_actor=None,
            owed=owed,
            deferred=tuple(owing for owing in state.deferred if owing != seat),
        )

    def describe(self, state: State) -> str:
        return f"turn {state.turn_count}: {SIDES[self.seat]}"


def _refreshed(unit: Unit, seat: Seat) -> Unit:
    changes: dict[str, object] = {}
    if unit.moved:
        changes["moved"] = False  # AEGIS.MOVE.MOVED-FLAG: no unit has moved yet
    if unit.rerolled:
        changes["rerolled"] = ()
    if unit.acted and unit.seat == seat:
        changes["acted"] = False
    if unit.effects and any(effect.until == seat for effect in unit.effects):
        changes["effects"] = tuple(effect for effect in unit.effects if effect.until != seat)
    return replace(unit, **changes) if changes else unit


class Recharged(Event, frozen=True, kw_only=True):
    """AEGIS.TURN.RECHARGE: the pool is set to the production of the units."""

    template = "{seat} recharges: {energy} energy"

    seat: Seat
    energy: int

    def after(self, state: State) -> State:
        return replace(state, energy=state.paid(self.seat, -self.energy))


class UnitMoved(Event, frozen=True, kw_only=True):
    """A unit moved in its act."""

    template = "{unit} moves to {to} for {price} energy"

    unit: UnitId
    to: Spot
    steps: int
    price: int

    def after(self, state: State) -> State:
        """The unit is on its new place and has moved this turn."""
        act = state.act_of(self.unit)
        after = act.moves_after + 1 if act.used else act.moves_after
        act = replace(act, moves=act.moves + 1, moves_after=after)
        moved = state.acting(self.unit, act, at=self.to, moved=True)
        return replace(moved, energy=state.paid(state.units[self.unit].seat, self.price))


class UnitSlippedAway(Event, frozen=True, kw_only=True):
    """A unit hid instead of acting."""

    template = "{unit} slips away to {to}"

    unit: UnitId
    to: Spot
    price: int
    moved: bool

    def after(self, state: State) -> State:
        hidden = state.acting(self.unit, None, at=self.to, moved=self.moved)
        return replace(hidden, energy=state.paid(state.units[self.unit].seat, self.price))


class EnergyGained(Event, frozen=True, kw_only=True):
    """A pool grew during the turn."""

    template = "{seat} gains {amount} energy"

    seat: Seat
    amount: int

    def after(self, state: State) -> State:
        return replace(state, energy=state.paid(self.seat, -self.amount))


class GameEnded(Event, frozen=True, kw_only=True):
    """The battle ended; it is a draw if both sides lost."""

    lost: tuple[Seat, ...]

    def after(self, state: State) -> State:
        return replace(state, phase="over", lost=self.lost, lost_by=self.rule, act=None, owed=())

    def describe(self, state: State) -> str:
        if len(self.lost) == 1:
            return f"{SIDES[other(self.lost[0])]} wins"
        return "the battle is drawn"

    def actor(self, before: State) -> Seat | None:
        return other(self.lost[0]) if len(self.lost) == 1 else None
