"""PettingZoo: every seat is an agent, and whoever is asked acts.

from gattai.adapters.zoo import env
battle = env("attack-chart", rounds=2)
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from gattai import games
from gattai.adapters.encoder import (
    FACES,
    FURTHEST,
    MOST_OPTIONS,
    OPTION_WIDTH,
    ROWS,
    WIDTH,
    Encoder,
)
from gattai.adapters.table import Table, rules_for
from gattai.kernel.question import Seat
from gattai.kernel.text import notation
from gattai.library.settings import settings_of
from gattai.scene.stage import make_scene
from gattai.scene.svg.drawing import svg, title_of

LONGEST = 20_000


def space_of(encoder: Encoder) -> spaces.Dict:
    """Observations: what lies there, what it can do, the options as rows, and which there are."""
    most_options, width = encoder.most_options, encoder.card_rows.width
    return spaces.Dict(
        {
            "observation": spaces.Box(-FURTHEST, FURTHEST, (ROWS, WIDTH), np.float32),
            "cards": spaces.Box(-FURTHEST, FURTHEST, (FACES, width), np.float32),
            "options": spaces.Box(-FURTHEST, FURTHEST, (most_options, OPTION_WIDTH), np.float32),
            "action_mask": spaces.Box(0, 1, (most_options,), np.int8),
        }
    )


def env(game: str, **wishes: Any) -> GattaiEnv:
    """An environment of a game; the settings of the game go beside those of the environment."""
    return GattaiEnv(game, **wishes)


class GattaiEnv(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """One game. Agents are called `red_0`, `blue_1`: the seat and its number.

    An action is the number of an option; the mask says which there are. Where several seats are asked at
    once they act one after the other, and none sees what another has answered. Dice fall by themselves.
    The reward comes at the end: 1 for who won, -1 for who lost, 0 for all in a draw.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 # as PettingZoo has it
        "render_modes": ["ansi"],
        "name": "gattai_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        most_options: int = MOST_OPTIONS,
        longest: int = LONGEST,
        **settings: object,
    ) -> None:
        super().__init__()
        self.metadata = {**self.metadata, "name": f"gattai_{game}_v0"}
        self.render_mode = render_mode
        self.longest = longest
        self._options = settings_of(settings)
        self._rules = rules_for(game, self._options)
        self.encoder = Encoder(self._rules, most_options)
        seats = enumerate(self._rules.seats)
        self.possible_agents = [f"{name}_{number}" for number, name in seats]
        self._number = {agent: Seat(at) for at, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {one: space_of(self.encoder) for one in self.possible_agents}
        self.action_spaces = {one: spaces.Discrete(most_options) for one in self.possible_agents}
        self._seeds = random.Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of options."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Another game; with a seed the same dice fall. `options["settings"]` are those of the game."""
        if seed is not None:
            self._seeds = random.Random(seed)
        more = settings_of((options or {}).get("settings", {}))
        self.table = Table(
            self._rules, {**self._options, **more}, str(self._seeds.randrange(10**9))
        )
        self.encoder.begin()
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What this agent sees, and what it may do if it is the one that is asked."""
        seat = self._number[agent]
        return self.encoder.observed(self.table.seen(seat), seat, self.table.choices(seat))

    def step(self, action: int | None) -> None:
        """Whoever is asked takes the option of this number. ValueError if there is none."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        choices = self.table.choices(self._number[agent])[: self.encoder.most_options]
        if action is None or not 0 <= action < len(choices):
            raise ValueError(f"{agent} has {len(choices)} options, and none is number {action}")
        self._cumulative_rewards[agent] = 0.0
        self.table.take(choices[action])
        is_over, is_late = self.table.outcome is not None, self.table.number >= self.longest
        for one in self.agents:
            self.rewards[one] = self.table.worth(self._number[one])
            self.terminations[one] = is_over
            self.truncations[one] = is_late and not is_over
        self.agent_selection = self.possible_agents[self.table.seat]
        self._accumulate_rewards()

    def texts(self) -> tuple[str, ...]:
        """The options of whoever is asked, as transcripts write them."""
        seat = self.table.seat
        words = self.table.rules.words(self.table.seen(seat).state)
        return tuple(notation.write(one, words) for one in self.table.choices(seat))

    def render(self) -> str | None:
        """Where the game stands, in one line."""
        return None if self.render_mode is None else title_of(self._scene())

    def svg(self) -> str:
        """What is open to all, as a picture."""
        return svg(self._scene())

    def _scene(self) -> Any:
        maker = games.scene_maker(self._rules.name)
        return make_scene(self.table.rules, maker, self.table.step, None, number=1)

    def close(self) -> None:
        """Nothing is held."""
