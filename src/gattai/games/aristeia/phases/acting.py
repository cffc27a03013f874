"""The base class of the active Character's actions, which are refused while no Character is active."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.aristeia.state import CharacterId, State
from gattai.kernel.action import Action
from gattai.kernel.rulebook import Refusal


def wrong_time(reason: str) -> Iterator[Refusal]:
    """ARISTEIA.ROUND.PHASES: each phase has its own actions."""
    yield Refusal("ARISTEIA.ROUND.PHASES", reason)


class Act(Action, frozen=True):
    """An action in an Activation."""

    def actor_in(self, view: State) -> CharacterId | None:
        return view.active

    def refusals(self, state: State) -> Iterator[Refusal]:
        if state.phase != "activation" or state.active is None:
            return wrong_time("no Character is active")
        return self.against(state, state.active)

    def against(self, state: State, who: CharacterId) -> Iterator[Refusal]:
        """Return every reason why this Character may not do it."""
        return iter(())
