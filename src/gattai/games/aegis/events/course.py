"""What can happen in a battle: setting up, turns, movement, the end; Actions and combining beside."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.state import SIDES, State, Unit, UnitId, other
from gattai.kernel.event import Event
from gattai.kernel.question import Seat


class FirstPlayerDrawn(Event, frozen=True, kw_only=True):
    """Who plays first was decided by lot."""

    tells = "{seat} plays first"

    seat: Seat

    def after(self, state: State) -> State:
        """That side places its units first."""
        return replace(state, first=self.seat, turn=self.seat, phase="placing")


class UnitPlaced(Event, frozen=True, kw_only=True):
    """A unit came onto the field, at the start or by a late arrival."""

    tells = "{unit} is placed on {at}"

    unit: UnitId
    at: Spot
    late: bool = False

    def after(self, state: State) -> State:
        """It stands there."""
        came = state.turn_count if self.late else 0
        unit = replace(state.units[self.unit], at=self.at, fate="", came=came)
        return state.with_unit(self.unit, unit)


class UnitHeldBack(Event, frozen=True, kw_only=True):
    """A unit stays off the field for the time being."""

    tells = "{unit} is held back"

    unit: UnitId

    def after(self, state: State) -> State:
        """It waits."""
        return state.with_unit(self.unit, replace(state.units[self.unit], fate="waiting"))


class SideChanged(Event, frozen=True, kw_only=True):
    """The other side places its units, or selects a unit, before the first turn."""

    tells = "{seat} is next"

    seat: Seat
    phase: Literal["placing", "marking"]
    owed: tuple[Seat, ...] = ()

    def after(self, state: State) -> State:
        """That side is asked."""
        return replace(state, turn=self.seat, phase=self.phase, owed=self.owed)


class UnitMarked(Event, frozen=True, kw_only=True):
    """A side selected an enemy unit for the rest of the game."""

    tells = "{seat} selects {unit}"

    seat: Seat
    unit: UnitId

    def after(self, state: State) -> State:
        """The mark stands; the duty is done."""
        owed = state.owed[1:] if state.owed[:1] == (self.seat,) else state.owed
        return replace(state, marks=(*state.marks, (self.seat, self.unit)), owed=owed)


class MarkOwed(Event, frozen=True, kw_only=True):
    """A side will select a unit when its next turn starts."""

    tells = "{seat} will select an enemy unit next turn"

    seat: Seat

    def after(self, state: State) -> State:
        """Not yet."""
        return replace(state, deferred=(*state.deferred, self.seat))


class TurnBegan(Event, frozen=True, kw_only=True):
    """AEGIS.TURN.START: effects of that side's last turn end and its energy is gone.

    AEGIS.TURN.ENERGY-CARRY: until now what was left could be spent in the other side's turn.
    """

    seat: Seat

    def after(self, state: State) -> State:
        """Flags are cleared, expiries happen."""
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

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"turn {state.turn_count}: {SIDES[self.seat]}"


def _refreshed(unit: Unit, seat: Seat) -> Unit:
    changes: dict[str, Any] = {}
    if unit.moved:
        changes["moved"] = False  # AEGIS.MOVE.MOVED-FLAG: nobody has moved yet
    if unit.rerolled:
        changes["rerolled"] = ()
    if unit.acted and unit.seat == seat:
        changes["acted"] = False
    if unit.effects and any(effect.until == seat for effect in unit.effects):
        changes["effects"] = tuple(effect for effect in unit.effects if effect.until != seat)
    return replace(unit, **changes) if changes else unit


class Recharged(Event, frozen=True, kw_only=True):
    """AEGIS.TURN.RECHARGE: the pool is what the units produce."""

    tells = "{seat} recharges: {energy} energy"

    seat: Seat
    energy: int

    def after(self, state: State) -> State:
        """Nothing is carried over."""
        return replace(state, energy=state.paid(self.seat, -self.energy))


class UnitMoved(Event, frozen=True, kw_only=True):
    """A unit moved in its act."""

    tells = "{unit} moves to {to} for {price} energy"

    unit: UnitId
    to: Spot
    steps: int
    price: int

    def after(self, state: State) -> State:
        """It stands there and has moved this turn."""
        act = state.act_of(self.unit)
        after = act.moves_after + 1 if act.used else act.moves_after
        act = replace(act, moves=act.moves + 1, moves_after=after)
        moved = state.acting(self.unit, act, at=self.to, moved=True)
        return replace(moved, energy=state.paid(state.units[self.unit].seat, self.price))


class UnitSlippedAway(Event, frozen=True, kw_only=True):
    """A unit hid instead of acting."""

    tells = "{unit} slips away to {to}"

    unit: UnitId
    to: Spot
    price: int
    moved: bool

    def after(self, state: State) -> State:
        """Its act is over."""
        hidden = state.acting(self.unit, None, at=self.to, moved=self.moved)
        return replace(hidden, energy=state.paid(state.units[self.unit].seat, self.price))


class EnergyGained(Event, frozen=True, kw_only=True):
    """A pool grew in mid-turn."""

    tells = "{seat} gains {amount} energy"

    seat: Seat
    amount: int

    def after(self, state: State) -> State:
        """At once."""
        return replace(state, energy=state.paid(self.seat, -self.amount))


class GameEnded(Event, frozen=True, kw_only=True):
    """The battle is over; both sides lost is a draw."""

    lost: tuple[Seat, ...]

    def after(self, state: State) -> State:
        """Nothing more is asked."""
        return replace(state, phase="over", lost=self.lost, lost_by=self.rule, act=None, owed=())

    def tell(self, state: Any) -> str:
        """For the log."""
        if len(self.lost) == 1:
            return f"{SIDES[other(self.lost[0])]} wins"
        return "the battle is drawn"

    def actor(self, before: State) -> Seat | None:
        """Who has won."""
        return other(self.lost[0]) if len(self.lost) == 1 else None
