"""Gymnasium: one seat against bots; many games at once with Gymnasium's vector environments.

import gymnasium, gattai.adapters.gym
alone = gymnasium.make("gattai/attack-chart-v0", opponent="greedy")
many = gymnasium.make_vec("gattai/attack-chart-v0", 8, vectorization_mode="async")
"""

from __future__ import annotations

from typing import Any

import gymnasium
from gymnasium import spaces

from gattai import games
from gattai.adapters.agents import LONGEST, ResetOptions, space_of
from gattai.adapters.encoder import MAX_OPTIONS, Encoder, Observation
from gattai.adapters.table import AgentTable, rules_for
from gattai.bots import registry
from gattai.kernel.question import Seat
from gattai.library.settings import settings_of
from gattai.scene.stage import make_scene
from gattai.scene.svg.drawing import title_of

ENTRY = "gattai.adapters.gym:SeatEnv"

Info = dict[str, Any]


class SeatEnv(gymnasium.Env[dict[str, Any], int]):
    """One seat of a game; bots sit on the others.

    An action is the number of an option; the mask in the observation and the info has the valid
    ones. An invalid number loses the game at once, because Gymnasium has no action masks. The
    reward comes at the end: 1 won, -1 lost, 0 drawn.
    """

    metadata: dict[str, object] = {"render_modes": ["ansi"]}  # noqa: RUF012 # as Gymnasium has it
    observation_space: spaces.Dict

    def __init__(
        self,
        game: str,
        *,
        seat: str | None = None,
        opponent: str = "random",
        render_mode: str | None = None,
        most_options: int = MAX_OPTIONS,
        longest: int = LONGEST,
        **settings: object,
    ) -> None:
        self._options = settings_of(settings)
        self._rules = rules_for(game, self._options)
        if seat is not None and seat not in self._rules.seats:
            raise ValueError(f"no seat {seat!r}; there are {', '.join(self._rules.seats)}")
        self.seat = Seat(0 if seat is None else self._rules.seats.index(seat))
        self.opponent = registry.check(opponent)
        self.render_mode = render_mode
        self.longest = longest
        self.encoder = Encoder(self._rules, most_options)
        self.observation_space = space_of(self.encoder)
        self.action_space = spaces.Discrete(most_options)  # type: ignore[assignment] # of numpy's int

    def reset(
        self, *, seed: int | None = None, options: ResetOptions = None
    ) -> tuple[Observation, Info]:
        """Begin another game, up to the first question for this seat; settings as in `zoo`."""
        super().reset(seed=seed)
        sown = str(self.np_random.integers(10**9))
        more = settings_of((options or {}).get("settings", {}))
        self.table = AgentTable(self._rules, {**self._options, **more}, sown)
        self._bot = registry.make(self.opponent, sown, rules=self.table.rules)
        self.encoder.begin()
        self._others()
        return self._looked()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """Take the option of this number; then the others answer until this seat is asked again."""
        choices = self.table.choices(self.seat)[: self.encoder.most_options]
        if not 0 <= action < len(choices):
            seen, info = self._looked()
            return seen, -1.0, True, False, {**info, "illegal": True}
        self.table.take(choices[action])
        self._others()
        is_over = self.table.outcome is not None
        is_late = not is_over and self.table.number >= self.longest
        seen, info = self._looked()
        return seen, self.table.worth(self.seat), is_over, is_late, info

    def render(self) -> Any:
        """Return the state of the game in one line."""
        if self.render_mode is None:
            return None
        maker, step = games.scene_maker(self._rules.name), self.table.step
        return title_of(make_scene(self.table.rules, maker, step, self.seat, number=1))

    def _others(self) -> None:
        table = self.table
        while table.outcome is None and table.seat != self.seat and table.number < self.longest:
            table.take(table.ask(self._bot))

    def _looked(self) -> tuple[Observation, Info]:
        """Return the observation and its info."""
        table, seat = self.table, self.seat
        seen = self.encoder.observed(table.seen(seat), seat, table.choices(seat))
        return seen, {"action_mask": seen["action_mask"]}


def register() -> None:
    """Register every game with Gymnasium, as `gattai/attack-chart-v0`."""
    for name in games.names():
        wanted = f"gattai/{name}-v0"
        if wanted not in gymnasium.registry:
            gymnasium.register(wanted, entry_point=ENTRY, kwargs={"game": name})


register()
