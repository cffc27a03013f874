"""PettingZoo: every seat is an agent, and whoever is asked acts.

from gattai.adapters.zoo import env
battle = env("attack-chart", rounds=2)
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from gattai import games
from gattai.adapters.agents import LONGEST, Agents
from gattai.adapters.encoder import MOST_OPTIONS
from gattai.kernel.text import notation
from gattai.scene.stage import make_scene
from gattai.scene.svg.drawing import svg, title_of


def env(game: str, **wishes: Any) -> GattaiEnv:
    """An environment of a game; the settings of the game go beside those of the environment."""
    return GattaiEnv(game, **wishes)


class GattaiEnv(Agents, AECEnv):  # type: ignore[misc] # PettingZoo has no types
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
        super().__init__(game, most_options, settings)
        self.metadata = {**self.metadata, "name": f"gattai_{game}_v0"}
        self.render_mode = render_mode
        self.longest = longest

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Another game; with a seed the same dice fall. `options["settings"]` are those of the game."""
        self._deal(seed, options)
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
        value = self._chosen(agent, self.table.choices(self._number[agent]), action)
        self._cumulative_rewards[agent] = 0.0
        self.table.take(value)
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
