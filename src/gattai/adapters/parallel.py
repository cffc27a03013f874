"""PettingZoo's parallel environments: all agents act in every step; those not asked are ignored.

from gattai.adapters.parallel import parallel_env
match = parallel_env("aristeia")
"""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv

from gattai.adapters.agents import LONGEST, Agents, ResetOptions
from gattai.adapters.encoder import MAX_OPTIONS, Observation
from gattai.kernel.question import Seat

Observed = dict[str, Observation]
Infos = dict[str, dict[str, object]]
Turn = tuple[Observed, dict[str, float], dict[str, bool], dict[str, bool], Infos]
"""By agent: observation, reward, whether it is over, whether it was cut short, more."""


def parallel_env(game: str, **wishes: Any) -> GattaiParallelEnv:
    """Return an environment; settings of the game are further keyword arguments."""
    return GattaiParallelEnv(game, **wishes)


class GattaiParallelEnv(Agents, ParallelEnv):  # type: ignore[misc] # PettingZoo has no types
    """One game, with the agents, observations, actions and rewards of `zoo.GattaiEnv`.

    A step is a question, which all its seats answer at once. The masks say who is asked; the action
    of an agent with an empty mask is ignored and may be left out.
    """

    metadata: dict[str, object] = {  # noqa: RUF012 # as PettingZoo has it
        "render_modes": [],
        "name": "gattai_parallel_v0",
    }
    render_mode = None

    def __init__(
        self,
        game: str,
        *,
        most_options: int = MAX_OPTIONS,
        longest: int = LONGEST,
        **settings: object,
    ) -> None:
        super().__init__(game, most_options, settings)
        self.metadata = {**self.metadata, "name": f"gattai_{game}_parallel_v0"}
        self.longest = longest

    def reset(
        self, seed: int | None = None, options: ResetOptions = None
    ) -> tuple[Observed, Infos]:
        """Begin another game; the seed determines the dice. `options["settings"]` are for the
        game.
        """
        self._deal(seed, options)
        return self._observed(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Turn:
        """All seats asked take the options with these numbers. ValueError if one is invalid."""
        answers = []
        for seat in self.table.asked:
            agent = self.possible_agents[seat]
            offered = self.table.options(seat)
            answers.append((seat, self._chosen(agent, offered, actions.get(agent))))
        for seat, value in answers:
            self.table.take(value, seat)
        is_over = self.table.outcome is not None
        is_late = self.table.number >= self.longest and not is_over
        turn: Turn = (
            self._observed(),
            {agent: self.table.worth(self._number[agent]) for agent in self.agents},
            dict.fromkeys(self.agents, is_over),
            dict.fromkeys(self.agents, is_late),
            {agent: {} for agent in self.agents},
        )
        if is_over or is_late:
            self.agents = []
        return turn

    def _observed(self) -> Observed:
        return {agent: self._seen(self._number[agent]) for agent in self.agents}

    def _seen(self, seat: Seat) -> Observation:
        return self.encoder.observed(self.table.seen(seat), seat, self.table.options(seat))

    def render(self) -> None:
        """Do nothing; `zoo.GattaiEnv` renders."""
