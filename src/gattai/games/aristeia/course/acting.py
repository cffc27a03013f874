"""What the active Character does: all such deeds are refused alike while nobody is active."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.aristeia.state import CharacterId, State
from gattai.kernel.deed import Deed
from gattai.kernel.rulebook import Refusal


def wrong_time(reason: str) -> Iterator[Refusal]:
    """ARISTEIA.ROUND.PHASES: each phase has its own deeds."""
    yield Refusal("ARISTEIA.ROUND.PHASES", reason)


class Act(Deed, frozen=True):
    """Something that is done in an Activation."""

    def actor_in(self, view: State) -> CharacterId | None:
        """The active Character."""
        return view.active

    def refusals(self, state: State) -> Iterator[Refusal]:
        """Somebody has to be active."""
        if state.phase != "activation" or state.active is None:
            return wrong_time("no Character is active")
        return self.against(state, state.active)

    def against(self, state: State, who: CharacterId) -> Iterator[Refusal]:
        """Every reason why this Character may not do it."""
        return iter(())
