"""What an Action does: paid, rolled again, damage, repair, states, pushing, destruction."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from gattai.games.aegis.state import SIDES, Effect, State, UnitId
from gattai.kernel.event import Event
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import Hex


class ActionUsed(Event, frozen=True, kw_only=True):
    """AEGIS.ACTION.STEPS, 1 and 2: an Action was declared and paid."""

    heads = True

    unit: UnitId
    action: str
    target: UnitId | None
    price: int
    how: Literal["act", "light", "retaliation", "free"]
    remembered: bool = False

    def after(self, state: State) -> State:
        """The energy is spent; in an act it counts as the normal Action or as a light one."""
        unit = state.units[self.unit]
        changes: dict[str, Any] = {}
        if self.remembered:
            others = tuple(use for use in unit.last_used if use[0] != self.action)
            changes["last_used"] = (*others, (self.action, state.turns[unit.seat]))
        if self.how in ("act", "light"):
            act = state.act_of(self.unit)
            if self.how == "act":
                act = replace(act, used=(*act.used, self.action))
            else:
                act = replace(act, light=(*act.light, self.action))
            used = state.acting(self.unit, act, **changes)
        else:
            used = state.with_unit(self.unit, replace(unit, **changes)) if changes else state
        return replace(used, energy=state.paid(unit.seat, self.price))

    def tell(self, state: Any) -> str:
        """For the log."""
        at = f" on {state.units[self.target].name}" if self.target is not None else ""
        return f"{state.units[self.unit].name} uses {self.action}{at} for {self.price} energy"


class DiceRerolled(Event, frozen=True, kw_only=True):
    """Some dice are rolled again."""

    explains = frozenset({"dice"})

    unit: UnitId
    source: str
    price: int
    dice: int = 0
    """How many."""

    def after(self, state: State) -> State:
        """Paid, and not again from this source this turn."""
        unit = state.units[self.unit]
        used = replace(unit, rerolled=(*unit.rerolled, self.source))
        energy = state.paid(unit.seat, self.price)
        return replace(state.with_unit(self.unit, used), energy=energy)

    def tell(self, state: Any) -> str:
        """For the log."""
        dice = f" {self.dice} {'die' if self.dice == 1 else 'dice'}" if self.dice else ""
        name = state.units[self.unit].name
        return f"{name} rerolls{dice} ({self.source}) for {self.price} energy"


class DamageTaken(Event, frozen=True, kw_only=True):
    """A unit lost Integrity."""

    unit: UnitId
    amount: int

    def after(self, state: State) -> State:
        """What it can lose is the figures' business; here it is counted."""
        unit = state.units[self.unit]
        return state.with_unit(self.unit, replace(unit, damage=unit.damage + self.amount))

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"{state.units[self.unit].name} takes {self.amount} damage"


class UnitRepaired(Event, frozen=True, kw_only=True):
    """A unit regained Integrity."""

    tells = "{unit} regains {amount} Integrity"

    unit: UnitId
    amount: int

    def after(self, state: State) -> State:
        """Never above its maximum: the amount was limited before."""
        unit = state.units[self.unit]
        return state.with_unit(self.unit, replace(unit, damage=unit.damage - self.amount))


class OutputChanged(Event, frozen=True, kw_only=True):
    """A unit gives more or less energy from now on."""

    unit: UnitId
    amount: int

    def after(self, state: State) -> State:
        """The pool of the running turn stays as it is."""
        unit = state.units[self.unit]
        changed = replace(unit, output_change=unit.output_change + self.amount)
        return state.with_unit(self.unit, changed)

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"{state.units[self.unit].name}: output {self.amount:+d}"


class EffectGained(Event, frozen=True, kw_only=True):
    """A unit is in a state, or one of its figures is changed, for a full turn."""

    unit: UnitId
    kind: str
    until: Seat
    amount: int = 0
    adds_up: bool = False

    def after(self, state: State) -> State:
        """One that does not add up takes the place of the last of its kind."""
        unit = state.units[self.unit]
        kept = unit.effects
        if not self.adds_up:
            kept = tuple(effect for effect in kept if effect.kind != self.kind)
        effects = (*kept, Effect(self.kind, self.until, self.amount))
        return state.with_unit(self.unit, replace(unit, effects=effects))

    def tell(self, state: Any) -> str:
        """For the log."""
        amount = f" {self.amount:+d}" if self.amount else ""
        return (
            f"{state.units[self.unit].name}: {self.kind}{amount} until {SIDES[self.until]}'s turn"
        )


class UnitShoved(Event, frozen=True, kw_only=True):
    """A unit was pushed, pulled or carried along a line, at no cost."""

    tells = "{unit} {own_move?rushes:is forced} to {to}"

    unit: UnitId
    to: Hex
    own_move: bool = False

    def after(self, state: State) -> State:
        """Only a move of its own counts as having moved."""
        unit = state.units[self.unit]
        moved = replace(unit, at=self.to, moved=unit.moved or self.own_move)
        return state.with_unit(self.unit, moved)


class UnitDestroyed(Event, frozen=True, kw_only=True):
    """AEGIS.ACTION.DESTROY, AEGIS.COMBINE.PERMANENT: a unit is gone for good, with all cards beneath it."""

    tells = "{unit} is destroyed"

    unit: UnitId

    def after(self, state: State) -> State:
        """Its side has lost one more unit; if it was acting, its act is over."""
        unit = state.units[self.unit]
        red, blue = state.destroyed
        lost = (red + 1, blue) if unit.seat == 0 else (red, blue + 1)
        act = None if state.act is not None and state.act.unit == self.unit else state.act
        gone = state.with_unit(self.unit, replace(unit, at=None, fate="destroyed", effects=()))
        marks = tuple(mark for mark in state.marks if mark[1] != self.unit)
        return replace(gone, destroyed=lost, act=act, marks=marks)
