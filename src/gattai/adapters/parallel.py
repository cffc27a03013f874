"""PettingZoo's parallel environments: all agents act in every step, and who is not asked is not heard.

from gattai.adapters.parallel import parallel_env
match = parallel_env("aristeia")
"""

from __future__ import annotations

import random
from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

from gattai.adapters.encoder import MOST_OPTIONS, Encoder
from gattai.adapters.table import Table, rules_for
from gattai.adapters.zoo import LONGEST, space_of
from gattai.kernel.question import Seat
from gattai.library.settings import settings_of

Told = dict[str, Any]
"""Something for each agent."""


def parallel_env(game: str, **wishes: Any) -> GattaiParallelEnv:
    """An environment of a game; the settings of the game go beside those of the environment."""
    return GattaiParallelEnv(game, **wishes)


class GattaiParallelEnv(ParallelEnv):  # type: ignore[misc] # PettingZoo has no types
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
        self.metadata = {**self.metadata, "name": f"gattai_{game}_parallel_v0"}
        self.longest = longest
        self._options = settings_of(settings)
        self._rules = rules_for(game, self._options)
        self.encoder = Encoder(self._rules, most_options)
        seats = enumerate(self._rules.seats)
        self.possible_agents = [f"{name}_{number}" for number, name in seats]
        self._number = {agent: Seat(at) for at, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {one: space_of(self.encoder) for one in self.possible_agents}
        self.action_spaces = {one: spaces.Discrete(most_options) for one in self.possible_agents}
        self.agents: list[str] = []
        self._seeds = random.Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of options."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Told, Told]:
        """Another game; with a seed the same dice fall. `options["settings"]` are those of the game."""
        if seed is not None:
            self._seeds = random.Random(seed)
        more = settings_of((options or {}).get("settings", {}))
        self.table = Table(
            self._rules, {**self._options, **more}, str(self._seeds.randrange(10**9))
        )
        self.encoder.begin()
        self.agents = [*self.possible_agents]
        return self._observed(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Told, Told, Told, Told, Told]:
        """All who are asked take the options of these numbers. ValueError if one of them has none."""
        answers = [
            (seat, self._answer(self.possible_agents[seat], actions)) for seat in self.table.asked
        ]
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

    def _answer(self, agent: str, actions: dict[str, int]) -> Any:
        choices = self.table.options(self._number[agent])[: self.encoder.most_options]
        action = actions.get(agent)
        if action is None or not 0 <= action < len(choices):
            raise ValueError(f"{agent} has {len(choices)} options, and none is number {action}")
        return choices[action]

    def _observed(self) -> Told:
        return {agent: self._seen(self._number[agent]) for agent in self.agents}

    def _seen(self, seat: Seat) -> dict[str, Any]:
        return self.encoder.observed(self.table.seen(seat), seat, self.table.options(seat))

    def render(self) -> None:
        """`zoo.GattaiEnv` draws."""

    def close(self) -> None:
        """Nothing is held."""
