"""Combine abilities (AEGIS.COMBINE-ABILITY.GENERAL): once, when a unit comes into play by combining."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from gattai.games.aegis.attack.effects import gain, hurt, remove_destroyed
from gattai.games.aegis.events.attack import UnitShoved
from gattai.games.aegis.events.combining import ActGranted, ActionInherited
from gattai.games.aegis.events.flow import EnergyGained, MarkOwed, UnitMarked
from gattai.games.aegis.figures import (
    allies,
    bars_moving,
    can_be_targeted,
    movement,
    output,
)
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords.attributes import ANYWHERE
from gattai.games.aegis.keywords.moments import Ability, Condition
from gattai.games.aegis.keywords.registry import ability, condition, flies, reach_of
from gattai.games.aegis.phases.acting import unknown
from gattai.games.aegis.phases.turns import offered, start_turn
from gattai.games.aegis.state import State, UnitId
from gattai.kernel.action import Action, Option
from gattai.kernel.question import Seat, Steps, choose, may_choose
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.kernel.window import PASS, Pass


class Rush(Option, frozen=True, tag="rush"):
    """Move in a straight line, free of charge."""

    says = "to {to}"
    to: Spot

    def heading(self, view: State) -> str:
        return "go"


class Select(Action, frozen=True, tag="select"):
    """Select an enemy unit for the Arrest Mandate."""

    actor = ""
    aim = "unit"
    unit: UnitId

    def label(self, view: State) -> str:
        return f"select {view.units[self.unit].card.name}"

    @classmethod
    def candidates(cls, state: State) -> Iterator[Select]:
        return map(cls, state.all_units)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """AEGIS.COMMANDER.ARREST-MANDATE: an enemy unit, if a selection is due."""
        nobody = tuple(unknown(state, self.unit))
        if nobody:
            yield from nobody
            return
        rule = "AEGIS.COMMANDER.ARREST-MANDATE"
        if not state.owed:
            yield Refusal(rule, "no unit has to be selected now")
            return
        unit = state.units[self.unit]
        if unit.at is None or unit.seat == state.owed[0]:
            yield Refusal(rule, f"{unit.name} is no enemy unit on the battlefield")

    def perform(self, table: Table[State]) -> None:
        """Mark the unit. Once both sides have selected before the first turn, that turn begins."""
        seat = table.state.owed[0]
        rule = "AEGIS.COMMANDER.ARREST-MANDATE"
        table.emit(UnitMarked(rule=rule, seat=seat, unit=self.unit))
        if table.state.phase == "marking" and not table.state.owed:
            start_turn(table, table.state.first)


def selections(state: State, seat: Seat) -> tuple[Select, ...]:
    """The enemy units that a side may select."""
    return tuple(Select(other) for other, unit, _ in state.on_field if unit.seat != seat)


class TakeOver(Option, frozen=True, tag="take-over"):
    """Overwrite a slot with an Action of another unit."""

    actor = ""
    slot: int
    unit: UnitId
    action: str

    def label(self, view: State) -> str:
        return taken_over(view, self.slot, self.unit, self.action)


def taken_over(view: State, slot: int, unit_id: UnitId, action: str) -> str:
    """Replace an Action of the unit that has just come into play."""
    lost = view.units[-1].actions[slot].name
    return f"take over {action} from {view.units[unit_id].card.name}, losing {lost}"


@ability("Blitz")
class Blitz(Ability):
    """AEGIS.COMBINE-ABILITY.BLITZ: a free move in one straight line, up to the Movement Value."""

    rule = "AEGIS.COMBINE-ABILITY.BLITZ"
    on_combining = True
    optional = True

    def enters(self, table: Table[State], unit_id: UnitId) -> Steps[None]:
        """It counts as having moved; Blitz may be skipped (AMB.BLITZ-LINE)."""
        state = table.state
        ends = tuple(Rush(to) for to in self.ends(state, unit_id))
        if not ends:
            return
        seat = state.units[unit_id].seat
        listed: tuple[Rush | Pass, ...] = (*ends, PASS)
        options = offered(state, listed, partial(self.refusals, state, unit_id))
        answer = yield from choose(seat, options, self.rule, "rush?", otherwise=PASS)
        if not isinstance(answer, Pass):
            table.emit(UnitShoved(rule=self.rule, unit=unit_id, to=answer.to, own_move=True))

    def ends(self, state: State, unit_id: UnitId) -> Sequence[Spot]:
        """Where the move can end: nothing may be in the way unless the unit flies."""
        unit = state.units[unit_id]
        assert unit.at is not None
        if bars_moving(unit):
            return ()
        steps = movement(state, unit)
        return state.field.ground.straight(state, unit.at, steps, over=flies(unit))

    def refusals(self, state: State, unit_id: UnitId, rush: object) -> Iterator[Refusal]:
        unit = state.units[unit_id]
        if isinstance(rush, Rush) and unit.at is not None:
            steps, ground = movement(state, unit), state.field.ground
            yield from ground.line_refusals(state, unit.at, rush.to, steps, over=flies(unit))
        elif rush != PASS:
            yield Refusal(self.rule, "a rush leads somewhere, or is left out")


@condition("CAPTURE")
class Captured(Condition):
    """AEGIS.COMBINE-ABILITY.CAPTURE: the unit cannot move by itself."""

    rule = "AEGIS.COMBINE-ABILITY.CAPTURE"
    word = "captured"
    bars_moving = True


@ability("Capture")
class Capture(Ability):
    """AEGIS.COMBINE-ABILITY.CAPTURE: one other unit anywhere cannot move for a full turn."""

    rule = "AEGIS.COMBINE-ABILITY.CAPTURE"
    on_combining = True

    def enters(self, table: Table[State], unit_id: UnitId) -> Steps[None]:
        """It must be used if there is a unit to choose; it may be skipped during the first-turn ban."""
        state = table.state
        seat = state.units[unit_id].seat
        banned = state.is_banned(seat)
        options: tuple[Select | Pass, ...] = tuple(
            Select(other)
            for other, unit, _ in state.on_field
            if other != unit_id and can_be_targeted(unit) and not (banned and unit.seat != seat)
        )
        if banned:
            options = (*options, PASS)
        if not options or options == (PASS,):
            return
        answer = yield from choose(seat, options, self.rule, "capture whom?", otherwise=options[-1])
        if isinstance(answer, Select):
            gain(table, answer.unit, "CAPTURE", 0)


@ability("Detonate")
class Detonate(Ability):
    """AEGIS.COMBINE-ABILITY.DETONATE: all other units within X take damage equal to the unit's level."""

    rule = "AEGIS.COMBINE-ABILITY.DETONATE"
    takes_number = True
    on_combining = True

    def enters(self, table: Table[State], unit_id: UnitId) -> Steps[None]:
        """Affects both sides (AMB.DETONATE-ALLIES), but no enemy that has not had a turn yet."""
        state = table.state
        unit = state.units[unit_id]
        losses = state.destroyed
        banned = state.is_banned(unit.seat)
        assert unit.at is not None
        gap = state.field.ground.gap
        for other, near, there in state.on_field:
            spared = banned and near.seat != unit.seat
            if other != unit_id and gap(unit.at, there) <= self.x and not spared:
                hurt(table, other, unit.card.level, self.rule)
        remove_destroyed(table, losses)
        yield from ()


@ability("Ignition")
class Ignition(Ability):
    """AEGIS.COMBINE-ABILITY.IGNITION: the unit may perform one complete act at once."""

    rule = "AEGIS.COMBINE-ABILITY.IGNITION"
    on_combining = True
    optional = True
    comes_last = True

    def enters(self, table: Table[State], unit_id: UnitId) -> Steps[None]:
        """One normal act, including combining (AMB.IGNITION-SCOPE)."""
        if table.state.units[unit_id].at is not None:
            table.emit(ActGranted(rule=self.rule, unit=unit_id))
        yield from ()


@ability("Arrest Mandate II")
class ArrestMandateTwo(Ability):
    """AEGIS.COMBINE-ABILITY.ARREST-MANDATE-II: the owner selects an enemy unit."""

    rule = "AEGIS.COMBINE-ABILITY.ARREST-MANDATE-II"
    on_combining = True

    def enters(self, table: Table[State], unit_id: UnitId) -> Steps[None]:
        """During the first-turn ban it is postponed to the owner's next turn (AMB.FIRST-TURN-BAN)."""
        state = table.state
        seat = state.units[unit_id].seat
        if state.is_banned(seat):
            table.emit(MarkOwed(rule=self.rule, seat=seat))
            return
        options = selections(state, seat)
        if options:
            answer = yield from choose(seat, options, self.rule, "select an enemy unit")
            table.emit(UnitMarked(rule=self.rule, seat=seat, unit=answer.unit))


@ability("Laser Prism")
class LaserPrism(Ability):
    """AEGIS.COMBINE-ABILITY.LASER-PRISM: a slot may copy an ally's Laser."""

    rule = "AEGIS.COMBINE-ABILITY.LASER-PRISM"
    on_combining = True
    optional = True

    def enters(self, table: Table[State], unit_id: UnitId) -> Steps[None]:
        """An INHERIT slot that is not overwritten yet, and the ally's own printed Laser
        (AMB.PRISM-SLOT).
        """
        state = table.state
        unit = state.units[unit_id]
        slots = [
            slot
            for slot, action in enumerate(unit.card.action)
            if action.inherit and slot not in unit.inherited
        ]
        lasers = [
            (ally, action)
            for ally in allies(state, unit_id)
            for number, action in enumerate(state.units[ally].actions)
            if reach_of(action) == ANYWHERE and number not in state.units[ally].inherited
        ]
        options = tuple(
            TakeOver(slot, ally, action.name) for slot in slots for ally, action in lasers
        )
        if not options:
            return
        answer = yield from may_choose(unit.seat, options, PASS, self.rule, "take over?")
        if not isinstance(answer, Pass):
            action = state.units[answer.unit].find_action(answer.action)
            assert action is not None
            table.emit(
                ActionInherited(rule=self.rule, unit=unit_id, slot=answer.slot, action=action)
            )


@condition("VANISH")
class Vanished(Condition):
    """AEGIS.COMBINE-ABILITY.VANISH: the unit cannot be targeted and takes no damage."""

    rule = "AEGIS.COMBINE-ABILITY.VANISH"
    word = "vanished"
    bars_targeting = True
    stops_damage = True


@ability("Vanish")
class Vanish(Ability):
    """AEGIS.COMBINE-ABILITY.VANISH: for a full turn the unit cannot be targeted and takes no damage."""

    rule = "AEGIS.COMBINE-ABILITY.VANISH"
    on_combining = True

    def enters(self, table: Table[State], unit_id: UnitId) -> Steps[None]:
        """Other area effects still affect it (AMB.VANISH-SCOPE)."""
        gain(table, unit_id, "VANISH", 0)
        yield from ()


@ability("Refuel")
class Refuel(Ability):
    """AEGIS.COMBINE-ABILITY.REFUEL: its output is added to the energy pool at once."""

    rule = "AEGIS.COMBINE-ABILITY.REFUEL"
    on_combining = True

    def enters(self, table: Table[State], unit_id: UnitId) -> Steps[None]:
        """The output at the moment of entry (AMB.REFUEL-AMOUNT)."""
        unit = table.state.units[unit_id]
        amount = output(table.state, unit)
        table.emit(EnergyGained(rule=self.rule, seat=unit.seat, amount=amount))
        yield from ()
