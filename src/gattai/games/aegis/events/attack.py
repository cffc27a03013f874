"""The events of an Action: use, rerolls, damage, repair, states, pushing, destruction."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.state import SIDES, Effect, State, UnitId
from gattai.kernel.event import Event
from gattai.kernel.question import Seat
from gattai.kernel.tally import Term
from gattai.kernel.text.template import listed


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
        changes: dict[str, object] = {}
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
            used = state.with_unit(self.unit, replace(unit, **changes))
        return replace(used, energy=state.paid(unit.seat, self.price))

    def describe(self, state: State) -> str:
        at = f" on {state.units[self.target].name}" if self.target is not None else ""
        return f"{state.units[self.unit].name} uses {self.action}{at} for {self.price} energy"


class Needed(msgspec.Struct, frozen=True, gc=False):
    """AEGIS.DICE.ACCURACY: the number that dice need against one unit in the area, with its terms."""

    unit: UnitId
    terms: tuple[Term, ...]
    """The Accuracy Number on the card, followed by its modifiers."""
    spoilt: tuple[int, ...] = ()
    """The faces that always fail."""

    @property
    def number(self) -> int:
        return sum([term.amount for term in self.terms])

    @property
    def why(self) -> str:
        """The terms in brackets, if there are modifiers.

        >>> printed = Term(3, "on the card", "AEGIS.DICE.ACCURACY")
        >>> Needed(UnitId(0), (printed, Term(1, "Evade 1", "AEGIS.PASSIVE.EVADE"))).why
        ' (Accuracy 3, +1 Evade 1)'
        """
        printed, *changes = self.terms
        parts = [f"{term.amount:+d} {term.what}" for term in changes if term.amount]
        reasons = [", ".join([f"Accuracy {printed.amount}", *parts])] if parts else []
        if self.spoilt:
            reasons.append(f"dice showing {' or '.join(map(str, self.spoilt))} fail")
        return f" ({'; '.join(reasons)})" if reasons else ""


class NumbersNeeded(Event, frozen=True, kw_only=True):
    """AEGIS.ACTION.STEPS, 3: the number that the dice need against each unit."""

    only_logs = True

    unit: UnitId
    action: str
    mode: Literal["each", "all"]
    kind: str
    power: int
    needed: tuple[Needed, ...]

    def describe(self, state: State) -> str:
        """Return every number with its terms; units with the same number are listed together."""
        dice = "each die" if self.mode == "each" else "all dice"
        same: dict[tuple[int, str], list[str]] = {}
        for each in self.needed:
            same.setdefault((each.number, each.why), []).append(state.units[each.unit].name)
        numbers = " and ".join(
            f"{number}+ on {dice}{f' against {listed(names)}' if len(same) > 1 else ''}{why}"
            for (number, why), names in same.items()
        )
        does = "for each success" if self.mode == "each" else "if all succeed"
        name = state.units[self.unit].name
        return f"{name}: {self.action} needs {numbers}; {self.kind} {self.power} {does}"


class DiceRerolled(Event, frozen=True, kw_only=True):
    """Some dice are rerolled."""

    explains = frozenset({"dice"})

    unit: UnitId
    source: str
    price: int
    dice: int = 0
    """The number of dice that are rerolled."""

    def after(self, state: State) -> State:
        """The reroll is paid, and this source is used up for this turn."""
        unit = state.units[self.unit]
        used = replace(unit, rerolled=(*unit.rerolled, self.source))
        energy = state.paid(unit.seat, self.price)
        return replace(state.with_unit(self.unit, used), energy=energy)

    def describe(self, state: State) -> str:
        dice = f" {self.dice} {'die' if self.dice == 1 else 'dice'}" if self.dice else ""
        name = state.units[self.unit].name
        return f"{name} rerolls{dice} ({self.source}) for {self.price} energy"


class DamageTaken(Event, frozen=True, kw_only=True):
    """A unit lost Integrity."""

    explains = frozenset({"terms"})

    unit: UnitId
    amount: int
    terms: tuple[Term, ...] = ()
    """The terms of the damage if there are several; their sum may exceed the Integrity left."""

    def after(self, state: State) -> State:
        """Damage is only counted here; `figures` decides how much Integrity is left."""
        unit = state.units[self.unit]
        return state.with_unit(self.unit, replace(unit, damage=unit.damage + self.amount))

    def describe(self, state: State) -> str:
        """Return the damage with its terms, and the amount dealt if it is larger."""
        taken = f"{state.units[self.unit].name} takes {self.amount} damage"
        if not self.terms:
            return taken
        first, *others = [term for term in self.terms if term.amount]
        why = [f"{first.amount} {first.what}", *(f"{t.amount:+d} {t.what}" for t in others)]
        dealt = sum(term.amount for term in self.terms)
        return f"{taken}{f' of {dealt}' if dealt != self.amount else ''} ({', '.join(why)})"


class UnitRepaired(Event, frozen=True, kw_only=True):
    """A unit regained Integrity."""

    template = "{unit} regains {amount} Integrity"

    unit: UnitId
    amount: int

    def after(self, state: State) -> State:
        """The amount was already limited, so Integrity never exceeds its maximum."""
        unit = state.units[self.unit]
        return state.with_unit(self.unit, replace(unit, damage=unit.damage - self.amount))


class OutputChanged(Event, frozen=True, kw_only=True):
    """The energy output of a unit changed."""

    unit: UnitId
    amount: int

    def after(self, state: State) -> State:
        """The pool of the current turn does not change."""
        unit = state.units[self.unit]
        changed = replace(unit, output_change=unit.output_change + self.amount)
        return state.with_unit(self.unit, changed)

    def describe(self, state: State) -> str:
        return f"{state.units[self.unit].name}: output {self.amount:+d}"


class EffectGained(Event, frozen=True, kw_only=True):
    """A unit gains a state, or a change of a figure, for a full turn."""

    unit: UnitId
    kind: str
    until: Seat
    amount: int = 0
    adds_up: bool = False

    def after(self, state: State) -> State:
        """An effect that does not add up replaces the last of its kind."""
        unit = state.units[self.unit]
        kept = unit.effects
        if not self.adds_up:
            kept = tuple(effect for effect in kept if effect.kind != self.kind)
        effects = (*kept, Effect(self.kind, self.until, self.amount))
        return state.with_unit(self.unit, replace(unit, effects=effects))

    def describe(self, state: State) -> str:
        amount = f" {self.amount:+d}" if self.amount else ""
        return (
            f"{state.units[self.unit].name}: {self.kind}{amount} until {SIDES[self.until]}'s turn"
        )


class UnitShoved(Event, frozen=True, kw_only=True):
    """A unit was pushed, pulled or carried along a line, free of charge."""

    template = "{unit} {own_move?rushes:is forced} to {to}"

    unit: UnitId
    to: Spot
    own_move: bool = False

    def after(self, state: State) -> State:
        """Only a unit's own move counts as having moved."""
        unit = state.units[self.unit]
        moved = replace(unit, at=self.to, moved=unit.moved or self.own_move)
        return state.with_unit(self.unit, moved)


class UnitDestroyed(Event, frozen=True, kw_only=True):
    """AEGIS.ACTION.DESTROY, AEGIS.COMBINE.PERMANENT: a unit is removed for good, with all cards
    under it.
    """

    template = "{unit} is destroyed"

    unit: UnitId

    def after(self, state: State) -> State:
        """Its side has lost one more unit; if the unit was acting, its act is over."""
        unit = state.units[self.unit]
        red, blue = state.destroyed
        lost = (red + 1, blue) if unit.seat == 0 else (red, blue + 1)
        act = None if state.act is not None and state.act.unit == self.unit else state.act
        gone = state.with_unit(self.unit, replace(unit, at=None, fate="destroyed", effects=()))
        marks = tuple(mark for mark in state.marks if mark[1] != self.unit)
        return replace(gone, destroyed=lost, act=act, marks=marks)
