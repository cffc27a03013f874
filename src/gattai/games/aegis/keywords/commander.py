"""The abilities of Commander cards."""

from __future__ import annotations

from collections.abc import Sequence

from gattai.games.aegis.figures import allies, output
from gattai.games.aegis.keywords.moments import Ability, Condition
from gattai.games.aegis.keywords.registry import ability, condition
from gattai.games.aegis.state import State, Unit, UnitId


@ability("First Pilot")
class FirstPilot(Ability):
    """AEGIS.COMMANDER.FIRST-PILOT: the first unit to act has Reroll 1 after moving."""

    rule = "AEGIS.COMMANDER.FIRST-PILOT"

    def gives_reroll(self, state: State, unit_id: UnitId, user_id: UnitId) -> int | None:
        """From its move until the end of the turn (AMB.FIRST-PILOT-SCOPE)."""
        first = state.first_actor == user_id and state.units[user_id].seat == state.turn
        return 1 if first and state.units[user_id].moved else None


@ability("Magnificence")
class Magnificence(Ability):
    """AEGIS.COMMANDER.MAGNIFICENCE: +1 to all figures for each own unit destroyed so far."""

    rule = "AEGIS.COMMANDER.MAGNIFICENCE"

    def growth(self, state: State, unit: Unit) -> int:
        """Components used up by combining do not count as destroyed (AMB.MAGNIFICENCE-COUNT)."""
        return state.destroyed[unit.seat]


@ability("Steady Fire")
class SteadyFire(Ability):
    """AEGIS.COMMANDER.STEADY-FIRE: own units that have not moved this turn have Reroll 1."""

    rule = "AEGIS.COMMANDER.STEADY-FIRE"

    def gives_reroll(self, state: State, unit_id: UnitId, user_id: UnitId) -> int | None:
        """The Commander itself is included."""
        return None if state.units[user_id].moved else 1


@condition("WARRANT")
class Warranted(Condition):
    """AEGIS.COMMANDER.ARREST-MANDATE: the unit targeted a marked unit and has Reroll 1 this turn."""

    rule = "AEGIS.COMMANDER.ARREST-MANDATE"
    word = "Arrest Mandate"
    gives_reroll = 1


@ability("Arrest Mandate")
class ArrestMandate(Ability):
    """AEGIS.COMMANDER.ARREST-MANDATE: an enemy unit is selected before the first turn.

    The Reroll against the mark remains after the Commander is destroyed; see `rerolls`.
    """

    rule = "AEGIS.COMMANDER.ARREST-MANDATE"

    def owes_mark(self) -> bool:
        """After placement, beginning with the first player."""
        return True


@ability("Stellar Limiter")
class StellarLimiter(Ability):
    """AEGIS.COMMANDER.STELLAR-LIMITER: each Action also costs the output of one ally."""

    rule = "AEGIS.COMMANDER.STELLAR-LIMITER"

    def tolls(self, state: State, unit_id: UnitId) -> Sequence[tuple[UnitId, int]] | None:
        """Any ally may pay; without an ally the unit cannot act (AMB.STELLAR-LIMITER)."""
        return [(ally, output(state, state.units[ally])) for ally in allies(state, unit_id)]
