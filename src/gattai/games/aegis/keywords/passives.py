"""Passive abilities (AEGIS.PASSIVE.GENERAL), which work while their unit is active."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.events.attack import EffectGained
from gattai.games.aegis.events.flow import UnitSlippedAway
from gattai.games.aegis.figures import bars_moving, move_refusals_of, output, thinkable, way_to
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords.moments import Ability, Condition
from gattai.games.aegis.keywords.registry import (
    abilities,
    ability,
    attributes,
    condition,
    has_distance,
)
from gattai.games.aegis.phases.acting import UnitAction
from gattai.games.aegis.state import Act, State, Unit, UnitId
from gattai.kernel.action import Highlight
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.kernel.tally import Term


@ability("Beacon")
class Beacon(Ability):
    """AEGIS.PASSIVE.BEACON: an enemy Action that chooses a target must choose this unit if it can."""

    rule = "AEGIS.PASSIVE.BEACON"
    draws_fire = True


class Cloak(UnitAction, frozen=True, tag="cloak"):
    """AEGIS.PASSIVE.CLOAKING: instead of acting, move away, pay the own output and become hidden."""

    says = "cloak, to {to}"
    to: Spot
    by: tuple[Spot, ...] = ()

    @classmethod
    def candidates(cls, state: State) -> Iterator[Cloak]:
        for unit_id in state.all_units:
            for at in thinkable(state, _hiding_places(state, state.units[unit_id])):
                yield cls(unit_id, at)

    def against(self, state: State, unit: Unit, act: Act) -> Iterator[Refusal]:
        """Normal movement rules at no further cost; with Stun only on its own place (AMB.CLOAK-MOVE)."""
        cloaking = next((each for each in abilities(unit.card) if isinstance(each, Cloaking)), None)
        if cloaking is None:
            yield Refusal("AEGIS.PASSIVE.GENERAL", f"{unit.name} has no such ability")
            return
        price = output(state, unit)
        if state.act is not None and state.act.unit == self.unit:
            yield Refusal(cloaking.rule, f"{unit.name} has begun its act")
        if price > state.energy[unit.seat]:
            figures = (("price", price), ("energy", state.energy[unit.seat]))
            yield Refusal("AEGIS.TURN.ENERGY-NONNEG", "not enough energy to cloak", figures)
        if self.to == unit.at and not self.by:
            return
        if bars_moving(unit):
            reason = f"{unit.name} cannot move and can only cloak where it stands"
            yield Refusal(cloaking.rule, reason)
        yield from move_refusals_of(state, unit, self.to, self.by, cloaking.x)

    def perform(self, table: Table[State]) -> None:
        """Until its owner's next turn starts, the unit can neither act nor be targeted."""
        unit, rule = table.state.units[self.unit], Cloaking.rule
        price = output(table.state, unit)
        moved = self.to != unit.at or bool(self.by)
        table.emit(UnitSlippedAway(rule=rule, unit=self.unit, to=self.to, price=price, moved=moved))
        table.emit(EffectGained(rule=rule, unit=self.unit, kind="CLOAK", until=unit.seat))

    def price_in(self, view: State) -> str:
        return f"{output(view, view.units[self.unit])} energy"

    def highlight(self, view: State) -> Highlight:
        return Highlight(way=way_to(view, view.units[self.unit], self.to))


@condition("CLOAK")
class Cloaked(Condition):
    """AEGIS.PASSIVE.CLOAKING: the unit can neither use Actions nor be targeted."""

    rule = "AEGIS.PASSIVE.CLOAKING"
    word = "cloaked"
    bars_actions = True
    bars_targeting = True


@ability("Cloaking")
class Cloaking(Ability):
    """AEGIS.PASSIVE.CLOAKING: instead of acting the unit pays its output, moves 0 to X and hides."""

    rule = "AEGIS.PASSIVE.CLOAKING"
    takes_number = True

    def offers(self, state: State, unit_id: UnitId) -> Sequence[UnitAction]:
        """Each place in reach, including its own."""
        at = state.units[unit_id].at
        assert at is not None
        return [Cloak(unit_id, to) for to in state.field.ground.near(at, self.x)]


def _hiding_places(state: State, unit: Unit) -> Iterator[Spot]:
    """The places where a unit with the ability could hide."""
    for each in abilities(unit.card):
        if isinstance(each, Cloaking) and unit.at is not None:
            yield from state.field.ground.near(unit.at, each.x)


@ability("Combat Drop")
class CombatDrop(Ability):
    """AEGIS.PASSIVE.COMBAT-DROP: the unit may arrive at the end of its owner's X-th turn."""

    rule = "AEGIS.PASSIVE.COMBAT-DROP"
    takes_number = True

    def waits_for(self) -> int | None:
        """The turn at whose end it arrives."""
        return self.x


@ability("Double-ATK")
class DoubleAttack(Ability):
    """AEGIS.PASSIVE.DOUBLE-ATK: two different Actions if the unit does not move."""

    rule = "AEGIS.PASSIVE.DOUBLE-ATK"

    def normal_actions(self, unit: Unit) -> int:
        """Only if it has not moved this turn."""
        return 1 if unit.moved else 2

    def fewer_actions(self, unit: Unit, used: int) -> Iterator[Refusal]:
        """The move is the reason against a second Action."""
        if unit.moved and used == 1:
            reason = f"{unit.name} has moved this turn, so Double-ATK gives it no second Action"
            yield Refusal(self.rule, reason)


@ability("Double-Move")
class DoubleMove(Ability):
    """AEGIS.PASSIVE.DOUBLE-MOVE: two moves, at most one of them after the Action."""

    rule = "AEGIS.PASSIVE.DOUBLE-MOVE"
    moves = 2
    moves_after = 1


@ability("Evade")
class Evade(Ability):
    """AEGIS.PASSIVE.EVADE: Actions that target the unit need X more, including friendly ones."""

    rule = "AEGIS.PASSIVE.EVADE"
    takes_number = True

    def raises_accuracy(self, unit: Unit, action: ActionCard) -> Iterator[Term]:
        yield Term(self.x, f"Evade {self.x}", self.rule)


@ability("Flight")
class Flight(Ability):
    """AEGIS.PASSIVE.FLIGHT: its own moves pass over terrain and units but end on neither."""

    rule = "AEGIS.PASSIVE.FLIGHT"
    flies = True


@ability("Jet")
class Jet(Ability):
    """AEGIS.PASSIVE.JET: the unit flies, X times as far for one energy, and must move every turn."""

    rule = "AEGIS.PASSIVE.JET"
    takes_number = True
    flies = True

    def steps_for_one(self) -> int:
        """The longest move is its Movement Value times this (AMB.JET-RANGE)."""
        return self.x

    def perishes(self, state: State, unit: Unit) -> bool:
        """Destroyed if it has not moved, except in the turn in which it came into play
        (AMB.JET-DESTROY).
        """
        return not unit.moved and unit.came != state.turn_count


@ability("Melee Evade")
class MeleeEvade(Ability):
    """AEGIS.PASSIVE.MELEE-EVADE: melee Actions that target the unit need X more."""

    rule = "AEGIS.PASSIVE.MELEE-EVADE"
    takes_number = True

    def raises_accuracy(self, unit: Unit, action: ActionCard) -> Iterator[Term]:
        """This is added to Evade."""
        if any(each.reach == 1 for each in attributes(action)):
            yield Term(self.x, f"Melee Evade {self.x}", self.rule)


@ability("Range Evade")
class RangeEvade(Ability):
    """AEGIS.PASSIVE.RANGE-EVADE: Actions with a Distance value that target the unit need X more."""

    rule = "AEGIS.PASSIVE.RANGE-EVADE"
    takes_number = True

    def raises_accuracy(self, unit: Unit, action: ActionCard) -> Iterator[Term]:
        """Melee and Laser have no Distance value (AMB.RANGE-EVADE-SCOPE)."""
        if has_distance(action):
            yield Term(self.x, f"Range Evade {self.x}", self.rule)


@ability("Reroll")
class Reroll(Ability):
    """AEGIS.PASSIVE.REROLL: once a turn, for X energy, reroll up to X dice of its own roll."""

    rule = "AEGIS.PASSIVE.REROLL"
    takes_number = True

    def gives_reroll(self, state: State, unit_id: UnitId, user_id: UnitId) -> int | None:
        return self.x if unit_id == user_id else None


@ability("Retaliate")
class Retaliate(Ability):
    """AEGIS.PASSIVE.RETALIATE: use an Action after an enemy's Action targeted the unit."""

    rule = "AEGIS.PASSIVE.RETALIATE"
    answers = True


@ability("Signal")
class Signal(Ability):
    """AEGIS.PASSIVE.SIGNAL: every other unit adjacent to this one is easier to hit."""

    rule = "AEGIS.PASSIVE.SIGNAL"

    def unsettles(self, state: State, unit_id: UnitId, target_id: UnitId) -> Iterator[Term]:
        """Applies to both sides; several Signals add up (AMB.SIGNAL-SCOPE)."""
        at, there = state.units[unit_id].at, state.units[target_id].at
        if unit_id != target_id and at is not None and there is not None:
            if state.field.ground.gap(at, there) <= 1:
                yield Term(-1, f"Signal of {state.units[unit_id].name}", self.rule)


@ability("Vector Evade")
class VectorEvade(Ability):
    """AEGIS.PASSIVE.VECTOR-EVADE: dice that show X fail against the unit when it is targeted."""

    rule = "AEGIS.PASSIVE.VECTOR-EVADE"
    takes_number = True

    def spoils(self, face: int) -> bool:
        """Also against Aimed and Laser (AMB.VECTOR-AIM)."""
        return face == self.x
