"""Setup: units are placed in the starting zone or held back to arrive later."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.aegis.events.flow import UnitHeldBack, UnitPlaced
from gattai.games.aegis.figures import thinkable
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords.registry import hooks
from gattai.games.aegis.phases.acting import unknown
from gattai.games.aegis.phases.turns import go_on_placing
from gattai.games.aegis.state import State, Unit, UnitId
from gattai.kernel.action import Action
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table


class Placing(Action, frozen=True):
    """Place or hold back a unit before the first turn."""

    unit: UnitId

    def refusals(self, state: State) -> Iterator[Refusal]:
        """AEGIS.SETUP.PLACEMENT: own units that are not placed yet, one side after the other."""
        rule = "AEGIS.SETUP.PLACEMENT"
        nobody = tuple(unknown(state, self.unit))
        if nobody:
            yield from nobody
            return
        if state.phase != "placing":
            yield Refusal(rule, "this is not the time to place units")
            return
        unit = state.units[self.unit]
        if unit.seat != state.turn:
            yield Refusal(rule, f"the other side places {unit.name}")
        elif unit.at is not None or unit.fate:
            yield Refusal(rule, f"{unit.name} is placed already")
        yield from self.against(state, unit)

    def against(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Return every reason why this is not allowed for the unit."""
        raise NotImplementedError


class PlaceUnit(Placing, frozen=True, tag="place", gc=False):
    """Put a unit into the starting zone."""

    says = "place on {at}"
    at: Spot

    @classmethod
    def candidates(cls, state: State) -> Iterator[PlaceUnit]:
        places = thinkable(state, state.field.ground.zone(state.turn))
        return (cls(unit, at) for unit in state.all_units for at in places)

    def against(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """AEGIS.SETUP.PLACEMENT: only free places of the own zone."""
        return state.field.ground.zone_refusals(state, state.turn, self.at)

    def perform(self, table: Table[State]) -> None:
        rule = "AEGIS.SETUP.PLACEMENT"
        table.emit(UnitPlaced(rule=rule, unit=self.unit, at=self.at))
        go_on_placing(table)


class Hold(Placing, frozen=True, tag="hold", gc=False):
    """Hold a unit back to arrive later."""

    def label(self, view: State) -> str:
        return f"hold {view.units[self.unit].card.name} back"

    @classmethod
    def candidates(cls, state: State) -> Iterator[Hold]:
        return map(cls, state.all_units)

    def against(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if not any(each.waits_for() is not None for each in hooks(unit.card, "waits_for")):
            rule = "AEGIS.SETUP.PLACEMENT"
            yield Refusal(rule, f"{unit.name} has nothing that lets it wait")

    def perform(self, table: Table[State]) -> None:
        rule = "AEGIS.PASSIVE.COMBAT-DROP"
        table.emit(UnitHeldBack(rule=rule, unit=self.unit))
        go_on_placing(table)


def placings(state: State) -> list[Placing]:
    """Every way to place or hold back the units that the side has not placed yet."""
    waiting = [
        (unit_id, state.units[unit_id])
        for unit_id in state.all_units
        if (unit := state.units[unit_id]).seat == state.turn and unit.at is None and not unit.fate
    ]
    places = [PlaceUnit(n, at) for n, _ in waiting for at in state.field.ground.zone(state.turn)]
    holds = [Hold(n) for n, unit in waiting if hooks(unit.card, "waits_for")]
    return [*places, *holds]
