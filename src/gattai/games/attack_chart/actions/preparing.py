"""Before the first round: the method is chosen and the units are deployed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gattai.games.attack_chart.attack.needed import METHODS, Method
from gattai.games.attack_chart.cards import FieldCard
from gattai.games.attack_chart.events import MethodChosen, UnitDeployed
from gattai.games.attack_chart.figures import nobody
from gattai.games.attack_chart.phases.turns import all_deployed
from gattai.games.attack_chart.state import State, UnitId
from gattai.kernel.action import Action
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.tabletop.hexes import Hex, to_text


class ChooseMethod(Action, frozen=True, tag="method"):
    """Choose the Formula or the Chart before the game."""

    method: Method

    def label(self, view: State) -> str:
        return f"the {self.method.capitalize()}"

    @classmethod
    def candidates(cls, state: State) -> Iterator[ChooseMethod]:
        return map(cls, METHODS)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ATTACK-CHART.MODE.CHOOSE-ONCE: only before the game; the choice holds for the whole game."""
        if state.phase != "method":
            yield Refusal(
                "ATTACK-CHART.MODE.CHOOSE-ONCE",
                "the method was chosen before the game and stays",
                (("method", state.method or "none"),),
            )

    def perform(self, table: Table[State]) -> None:
        table.emit(MethodChosen(rule="ATTACK-CHART.MODE.CHOOSE-ONCE", method=self.method))


class Deploy(Action, frozen=True, tag="deploy", gc=False):
    """Put a unit on the field."""

    says = "deploy on {at}"
    unit: UnitId
    at: Hex

    @classmethod
    def candidates(cls, state: State) -> Iterator[Deploy]:
        for unit in state.all_units:
            yield from (cls(unit, at) for at in state.field.hexes.cells)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ATTACK-CHART.HOUSE.DEPLOY: own units, one at a time, on free hexes of the own rows."""
        rule = "ATTACK-CHART.HOUSE.DEPLOY"
        if state.phase != "deploying":
            yield Refusal(rule, "this is not the time to deploy")
            return
        if not state.has(self.unit):
            yield nobody(self.unit)
            return
        unit = state.units[self.unit]
        if unit.seat != state.turn:
            yield Refusal(rule, f"{unit.name} belongs to the other side")
        elif unit.at is not None:
            yield Refusal(rule, f"{unit.name} is on the field already")
        if self.at not in state.field.zones[state.turn]:
            yield Refusal(rule, f"{to_text(self.at)} is not in the own deployment rows")
        standing = state.who_stands(self.at)
        if standing is not None:
            yield Refusal(rule, f"{standing.name} stands on {to_text(self.at)}")

    def perform(self, table: Table[State]) -> None:
        """The sides take turns until every unit is on the field."""
        rule = "ATTACK-CHART.HOUSE.DEPLOY"
        table.emit(UnitDeployed(rule=rule, unit=self.unit, at=self.at))
        all_deployed(table)


@cache
def all_deployments(field: FieldCard, units: tuple[UnitId, ...], seat: int) -> tuple[Deploy, ...]:
    """Each of these units on each hex of the seat's rows."""
    return tuple(Deploy(unit, at) for unit in units for at in field.zones[seat])
