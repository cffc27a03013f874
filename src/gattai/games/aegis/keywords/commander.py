"""Commander abilities."""

from __future__ import annotations

from collections.abc import Sequence

from gattai.games.aegis.figures import allies, output
from gattai.games.aegis.keywords.moments import Ability
from gattai.games.aegis.keywords.registry import ability
from gattai.games.aegis.state import State, Unit, UnitId


@ability("First Pilot")
class FirstPilot(Ability):
    """AEGIS.COMMANDER.FIRST-PILOT: the first unit to act has Reroll 1 once it has moved."""

    rule = "AEGIS.COMMANDER.FIRST-PILOT"

    def gives_reroll(self, state: State, unit_id: UnitId, user_id: UnitId) -> int | None:
        """From its move on, until the end of the turn (AMB.FIRST-PILOT-SCOPE)."""
        first = state.first_actor == user_id and state.units[user_id].seat == state.turn
        return 1 if first and state.units[user_id].moved else None


@ability("Magnificence")
class Magnificence(Ability):
    """AEGIS.COMMANDER.MAGNIFICENCE: +1 to everything for each own unit destroyed so far."""

    rule = "AEGIS.COMMANDER.MAGNIFICENCE"

    def growth(self, state: State, unit: Unit) -> int:
        """Components used up by combining are not destroyed (AMB.MAGNIFICENCE-COUNT)."""
        return state.destroyed[unit.seat]


@ability("Steady Fire")
class SteadyFire(Ability):
    """AEGIS.COMMANDER.STEADY-FIRE: own units that have not moved this turn have Reroll 1."""

    rule = "AEGIS.COMMANDER.STEADY-FIRE"

    def gives_reroll(self, state: State, unit_id: UnitId, user_id: UnitId) -> int | None:
        """The Commander among them."""
        return None if state.units[user_id].moved else 1


@ability("Arrest Mandate")
class ArrestMandate(Ability):
    """AEGIS.COMMANDER.ARREST-MANDATE: an enemy unit is selected before the first turn.

    The Reroll that the mark gives outlives the Commander; see `rerolls`.
    """

    rule = "AEGIS.COMMANDER.ARREST-MANDATE"

    def owes_mark(self) -> bool:
        """After placement, first player first."""
        return True


@ability("Stellar Limiter")
class StellarLimiter(Ability):
    """AEGIS.COMMANDER.STELLAR-LIMITER: each Action also costs the output of an ally."""

    rule = "AEGIS.COMMANDER.STELLAR-LIMITER"

    def tolls(self, state: State, unit_id: UnitId) -> Sequence[tuple[UnitId, int]] | None:
        """Any ally's; without an ally no Action (AMB.STELLAR-LIMITER)."""
        return [(ally, output(state, state.units[ally])) for ally in allies(state, unit_id)]
