"""The common base of the PettingZoo environments: agents, their spaces, and resetting."""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
from gymnasium import spaces

from gattai.adapters.encoder import FACES, FURTHEST, OPTION_WIDTH, ROWS, WIDTH, Encoder
from gattai.adapters.table import AgentTable, rules_for
from gattai.kernel.question import Seat
from gattai.library.settings import settings_of

LONGEST = 20_000

ResetOptions = Mapping[str, Mapping[str, object]] | None
"""The options of `reset`: `{"settings": {...}}` with settings of the game."""


def space_of(encoder: Encoder) -> spaces.Dict:
    """Return the observation space: table, cards, options as rows, and the mask."""
    most_options, width = encoder.most_options, encoder.card_rows.width
    return spaces.Dict(
        {
            "observation": spaces.Box(-FURTHEST, FURTHEST, (ROWS, WIDTH), np.float32),
            "cards": spaces.Box(-FURTHEST, FURTHEST, (FACES, width), np.float32),
            "options": spaces.Box(-FURTHEST, FURTHEST, (most_options, OPTION_WIDTH), np.float32),
            "action_mask": spaces.Box(0, 1, (most_options,), np.int8),
        }
    )


class Agents:
    """The agents of a game, called `red_0`, `blue_1`: the seat and its number."""

    def __init__(self, game: str, most_options: int, settings: Mapping[str, object]) -> None:
        super().__init__()
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

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the observation space, the same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the action space: the numbers of options."""
        return self.action_spaces[agent]

    def _deal(self, seed: int | None, options: ResetOptions) -> None:
        """Begin another game; the seed determines the dice. `options["settings"]` are for the
        game.
        """
        if seed is not None:
            self._seeds = random.Random(seed)
        more = settings_of((options or {}).get("settings", {}))
        self.table = AgentTable(
            self._rules, {**self._options, **more}, str(self._seeds.randrange(10**9))
        )
        self.encoder.begin()
        self.agents = [*self.possible_agents]

    def _chosen(self, agent: str, offered: tuple[object, ...], action: int | None) -> object:
        """Return the option with this number. ValueError if the agent has none."""
        choices = offered[: self.encoder.most_options]
        if action is None or not 0 <= action < len(choices):
            raise ValueError(f"{agent} has {len(choices)} options, and none is number {action}")
        return choices[action]

    def close(self) -> None:
        """Do nothing: there are no resources to release."""
