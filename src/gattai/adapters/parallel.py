"""PettingZoo's parallel environments: all agents act in every step, and who is not asked is not heard.

from gattai.adapters.parallel import parallel_env
match = parallel_env("aristeia")
"""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv

from gattai.adapters.agents import LONGEST, Agents
from gattai.adapters.encoder import MOST_OPTIONS
from gattai.kernel.question import Seat

Told = dict[str, Any]
"""Something for each agent."""


def parallel_env(game: str, **wishes: Any) -> GattaiParallelEnv:
    """An environment of a game; the settings of the game go beside those of the environment."""
    return GattaiParallelEnv(game, **wishes)


class GattaiParallelEnv(Agents, ParallelEnv):  # type: ignore[misc] # PettingZoo has no types
    """One game, of the same agents, observations, actions and rewards as `zoo.GattaiEnv`.

    A step is a question: all seats that it asks answer it at once. The masks say who is asked; the
    action of an agent whose mask is empty stands for nothing, and may be left out.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 # as PettingZoo has it
        "render_modes": [],
        "name": "gattai_parallel_v0",
    }
    render_mode = None

    def __init__(
        self,
        game: str,
        *,
        most_options: int = MOST_OPTIONS,
        longest: int = LONGEST,
        **settings: object,
    ) -> None:
        super().__init__(game, most_options, settings)
        self.metadata = {**self.metadata, "name": f"gattai_{game}_parallel_v0"}
        self.longest = longest

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Told, Told]:
        """Another game; with a seed the same dice fall. `options["settings"]` are those of the game."""
        self._deal(seed, options)
        return self._observed(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Told, Told, Told, Told, Told]:
        """All who are asked take the options of these numbers. ValueError if one of them has none."""
        answers = []
        for seat in self.table.asked:
            agent = self.possible_agents[seat]
            offered = self.table.options(seat)
            answers.append((seat, self._chosen(agent, offered, actions.get(agent))))
        for seat, value in answers:
            self.table.take(value, seat)
        is_over = self.table.outcome is not None
        is_late = self.table.number >= self.longest and not is_over
        told: tuple[Told, Told, Told, Told, Told] = (
            self._observed(),
            {agent: self.table.worth(self._number[agent]) for agent in self.agents},
            dict.fromkeys(self.agents, is_over),
            dict.fromkeys(self.agents, is_late),
            {agent: {} for agent in self.agents},
        )
        if is_over or is_late:
            self.agents = []
        return told

    def _observed(self) -> Told:
        return {agent: self._seen(self._number[agent]) for agent in self.agents}

    def _seen(self, seat: Seat) -> dict[str, Any]:
        return self.encoder.observed(self.table.seen(seat), seat, self.table.options(seat))

    def render(self) -> None:
        """`zoo.GattaiEnv` draws."""
