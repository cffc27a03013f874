"""Setting up: units are placed in the starting zone, or kept back to arrive later."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.aegis.course.acting import unknown
from gattai.games.aegis.course.turns import go_on_placing
from gattai.games.aegis.events.course import UnitHeldBack, UnitPlaced
from gattai.games.aegis.figures import thinkable
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords.registry import voices
from gattai.games.aegis.state import State, Unit, UnitId
from gattai.kernel.deed import Deed
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table


class Placing(Deed, frozen=True):
    """What becomes of a unit before the first turn."""

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
        """Every reason why this may not become of the unit."""
        raise NotImplementedError


class Place(Placing, frozen=True, tag="place", gc=False):
    """Put a unit into the starting zone."""

    says = "place on {at}"
    at: Spot

    @classmethod
    def conceivable(cls, state: State) -> Iterator[Place]:
        """Each unit on each place."""
        places = thinkable(state, state.field.ground.zone(state.turn))
        return (cls(unit, at) for unit in state.all_units for at in places)

    def against(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """AEGIS.SETUP.PLACEMENT: on free places of the own zone."""
        return state.field.ground.zone_refusals(state, state.turn, self.at)

    def happens(self, table: Table[State]) -> None:
        """It stands there."""
        rule = "AEGIS.SETUP.PLACEMENT"
        table.happens(UnitPlaced(rule=rule, unit=self.unit, at=self.at))
        go_on_placing(table)


class Hold(Placing, frozen=True, tag="hold", gc=False):
    """Keep a unit back that may arrive later."""

    def label(self, view: State) -> str:
        """The unit by its card."""
        return f"hold {view.units[self.unit].card.name} back"

    @classmethod
    def conceivable(cls, state: State) -> Iterator[Hold]:
        """Each unit."""
        return map(cls, state.all_units)

    def against(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Only what has an ability for it."""
        if not any(each.waits_for() is not None for each in voices(unit.card, "waits_for")):
            rule = "AEGIS.SETUP.PLACEMENT"
            yield Refusal(rule, f"{unit.name} has nothing that lets it wait")

    def happens(self, table: Table[State]) -> None:
        """It waits."""
        rule = "AEGIS.PASSIVE.COMBAT-DROP"
        table.happens(UnitHeldBack(rule=rule, unit=self.unit))
        go_on_placing(table)


def placings(state: State) -> list[Placing]:
    """What the side that places could do with the units it has not placed yet."""
    waiting = [
        (unit_id, state.units[unit_id])
        for unit_id in state.all_units
        if (unit := state.units[unit_id]).seat == state.turn and unit.at is None and not unit.fate
    ]
    places = [Place(n, at) for n, _ in waiting for at in state.field.ground.zone(state.turn)]
    holds = [Hold(n) for n, unit in waiting if voices(unit.card, "waits_for")]
    return [*places, *holds]
