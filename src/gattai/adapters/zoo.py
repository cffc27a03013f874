"""PettingZoo: every seat is an agent, and agents act when asked.

from gattai.adapters.zoo import env
battle = env("attack-chart", rounds=2)
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from gattai import games
from gattai.adapters.agents import LONGEST, Agents, ResetOptions
from gattai.adapters.encoder import MAX_OPTIONS, Observation
from gattai.kernel.text import notation
from gattai.scene.parts import Scene
from gattai.scene.stage import make_scene
from gattai.scene.svg.drawing import svg, title_of


def env(game: str, **wishes: Any) -> GattaiEnv:
    """Return an environment; settings of the game are further keyword arguments."""
    return GattaiEnv(game, **wishes)


class GattaiEnv(Agents, AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """One game. Agents are called `red_0`, `blue_1`: the seat and its number.

    An action is the number of an option; the mask has the valid ones. If several seats are asked at
    once they act one after the other, without seeing the others' answers. Dice are thrown
    automatically. The reward comes at the end: 1 for winners, -1 for losers, 0 for all in a draw.
    """

    metadata: dict[str, object] = {  # noqa: RUF012 # as PettingZoo has it
        "render_modes": ["ansi"],
        "name": "gattai_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        most_options: int = MAX_OPTIONS,
        longest: int = LONGEST,
        **settings: object,
    ) -> None:
        super().__init__(game, most_options, settings)
        self.metadata = {**self.metadata, "name": f"gattai_{game}_v0"}
        self.render_mode = render_mode
        self.longest = longest

    def reset(self, seed: int | None = None, options: ResetOptions = None) -> None:
        """Begin another game; the seed determines the dice. `options["settings"]` are for the
        game.
        """
        self._deal(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.seat]

    def observe(self, agent: str) -> Observation:
        """Return what this agent sees, and its options if it is asked."""
        seat = self._number[agent]
        return self.encoder.observed(self.table.seen(seat), seat, self.table.choices(seat))

    def step(self, action: int | None) -> None:
        """Take the option with this number for the agent that is asked. ValueError if invalid."""
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
        """Return the options of the agent that is asked, in notation."""
        seat = self.table.seat
        words = self.table.rules.words(self.table.seen(seat).state)
        return tuple(notation.write(one, words) for one in self.table.choices(seat))

    def render(self) -> str | None:
        """Return the state of the game in one line."""
        return None if self.render_mode is None else title_of(self._scene())

    def svg(self) -> str:
        """Return a picture of what everybody sees, as SVG."""
        return svg(self._scene())

    def _scene(self) -> Scene:
        maker = games.scene_maker(self._rules.name)
        return make_scene(self.table.rules, maker, self.table.step, None, number=1)
