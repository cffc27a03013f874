"""The Action Phase: which units may act, and what all actions of units share."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.state import Act, State, Unit, UnitId
from gattai.kernel.action import Action
from gattai.kernel.rulebook import Refusal


class UnitAction(Action, frozen=True):
    """An action of a unit in the Action Phase of its side."""

    unit: UnitId

    def card_in(self, state: State) -> ActionCard | None:
        """The Action that it uses, or None."""
        return None

    def refusals(self, state: State) -> Iterator[Refusal]:
        """The reasons against any act of the unit; if there are none, the reasons against this
        action.
        """
        if state.phase != "acting" or state.owed:
            return phase_refusals(state)
        barred = bar(state, self.unit)
        if barred is not None:
            return iter((barred,))
        return self.against(state, state.units[self.unit], state.act_of(self.unit))

    def against(self, state: State, unit: Unit, act: Act) -> Iterator[Refusal]:
        """Return every reason why the unit may not do this now, in this act."""
        raise NotImplementedError


def phase_refusals(state: State) -> Iterator[Refusal]:
    """Why no unit can act: it is not the Action Phase, or something has to be done first."""
    if state.phase != "acting":
        yield Refusal("AEGIS.TURN.STRUCTURE", "no Action Phase is running")
    else:
        yield Refusal("AEGIS.COMMANDER.ARREST-MANDATE", "a unit has to be selected first")


def unknown(state: State, unit_id: UnitId) -> Iterator[Refusal]:
    """AEGIS.TERM.UNIT: refuse units that are not at this table."""
    if not 0 <= unit_id < len(state.units):
        yield Refusal("AEGIS.TERM.UNIT", "there is no such unit")


def bar(state: State, unit_id: UnitId) -> Refusal | None:
    """AEGIS.TURN.ACT-ONCE: an own active unit that has not acted yet, or is acting."""
    if not 0 <= unit_id < len(state.units):
        return Refusal("AEGIS.TERM.UNIT", "there is no such unit")
    unit = state.units[unit_id]
    if unit.seat != state.turn:
        return Refusal("AEGIS.TURN.ACT-ONCE", f"{unit.name} belongs to the other side")
    if unit.at is None:
        return Refusal("AEGIS.TERM.UNIT", f"{unit.name} is not on the battlefield")
    if unit.acted and (state.act is None or state.act.unit != unit_id):
        return Refusal("AEGIS.TURN.ACT-ONCE", f"{unit.name} has acted this turn")
    return None
