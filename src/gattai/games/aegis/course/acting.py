"""The Action Phase: who may act, and what every deed of a unit shares."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.state import Act, State, Unit, UnitId
from gattai.kernel.deed import Deed
from gattai.kernel.rulebook import Refusal


class UnitDeed(Deed, frozen=True):
    """Something that a unit of the side whose turn it is does in the Action Phase."""

    unit: UnitId

    def card_in(self, state: State) -> ActionCard | None:
        """The Action that is used by it, if one is."""
        return None

    def refusals(self, state: State) -> Iterator[Refusal]:
        """What stands against any act of the unit; if nothing, what stands against this."""
        if state.phase != "acting" or state.owed:
            return phase_refusals(state)
        barred = bar(state, self.unit)
        if barred is not None:
            return iter((barred,))
        return self.against(state, state.units[self.unit], state.act_of(self.unit))

    def against(self, state: State, unit: Unit, act: Act) -> Iterator[Refusal]:
        """Every reason why the unit may not do it now, in this act."""
        raise NotImplementedError


def phase_refusals(state: State) -> Iterator[Refusal]:
    """Why nobody can act: no Action Phase is running, or something has to be done before."""
    if state.phase != "acting":
        yield Refusal("AEGIS.TURN.STRUCTURE", "no Action Phase is running")
    else:
        yield Refusal("AEGIS.COMMANDER.ARREST-MANDATE", "a unit has to be selected first")


def unknown(state: State, unit_id: UnitId) -> Iterator[Refusal]:
    """AEGIS.TERM.UNIT: only units of this table can be meant."""
    if not 0 <= unit_id < len(state.units):
        yield Refusal("AEGIS.TERM.UNIT", "there is no such unit")


def bar(state: State, unit_id: UnitId) -> Refusal | None:
    """AEGIS.TURN.ACT-ONCE: an own active unit that has not acted, or is acting."""
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
