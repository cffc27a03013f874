"""OpenSpiel: every game as a Python game of it, with `pip install 'gattai[openspiel]'`.

    from gattai.adapters.spiel import load
    game = load("attack-chart", rounds=1)

A throw of our dice has far more outcomes than OpenSpiel's algorithms could list. So at a chance node there are
`LOTS` lots, each as likely, and each stands for one throw that was drawn beforehand: the dice are
sampled, and the same lots lead to the same game. Exact odds are what `gattai.odds` is for.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel

from gattai.adapters.encoder import MOST_OPTIONS, ROWS, WIDTH, Encoder
from gattai.adapters.table import choices_at, rules_for, worths_of
from gattai.adapters.zoo import LONGEST
from gattai.kernel.position import Step, apply, begin, stand
from gattai.kernel.question import Roll, Seat
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text import notation
from gattai.kernel.text.answers import faces_text
from gattai.library.settings import settings_of

LOTS = 256


def load(game: str, **settings: object) -> GattaiGame:
    """A game for OpenSpiel, with these settings."""
    return GattaiGame(game, settings_of(settings))


class GattaiGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """The rules of one of our games, as OpenSpiel asks for them."""

    def __init__(self, name: str, options: dict[str, str]) -> None:
        self.rules = rules_for(name, options)
        self.first = stand(self.rules, begin(self.rules, options))
        self.encoder = Encoder(self.rules)
        count = len(self.rules.seats)
        kind = pyspiel.GameType(
            short_name=f"gattai_{name.replace('-', '_')}",
            long_name=f"{self.rules.rulebook.game.title} (gattai {self.rules.version})",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=count,
            min_num_players=count,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        bounds = pyspiel.GameInfo(
            num_distinct_actions=MOST_OPTIONS,
            max_chance_outcomes=LOTS,
            num_players=count,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, bounds, {})

    def new_initial_state(self) -> GattaiState:
        """Where it begins."""
        return GattaiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What makes observations: from what a seat may see."""
        return Observer(self)


class Held:
    """Where a game stands. A copy of a state may hold the same: nothing in it changes."""

    def __init__(self, game: GattaiGame, step: Step[Any]) -> None:
        self.game = game
        self.step = step

    def __deepcopy__(self, memo: object) -> Held:
        return self


class GattaiState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """Where a game stands, as OpenSpiel asks for it."""

    def __init__(self, game: GattaiGame) -> None:
        super().__init__(game)
        self.held = Held(game, game.first)
        self.number = 0

    def current_player(self) -> int:
        """The seat that is asked, of several the first; or chance, or the end."""
        question = self.held.step.question
        if isinstance(question, Outcome):
            return int(pyspiel.PlayerId.TERMINAL)
        if isinstance(question, Roll):
            return int(pyspiel.PlayerId.CHANCE)
        return self.held.step.waiting[0]

    def choices(self) -> tuple[Any, ...]:
        """What whoever is asked may answer."""
        return choices_at(self.held.step)[:MOST_OPTIONS]

    def _legal_actions(self, player: int) -> list[int]:
        return [*range(len(self.choices()))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The lots, each as likely."""
        return [(lot, 1 / LOTS) for lot in range(LOTS)]

    def _faces(self, lot: int) -> tuple[Any, ...]:
        question = self.held.step.question
        assert isinstance(question, Roll)
        return tuple(question.dice.faces(random.Random(f"{self.number}/{lot}")))

    def _apply_action(self, action: int) -> None:
        step, rules = self.held.step, self.held.game.rules
        if isinstance(step.question, Roll):
            after = apply(rules, step.position, self._faces(action))
        else:
            after = apply(rules, step.position, self.choices()[action], seat=step.waiting[0])
        self.held = Held(self.held.game, after)
        self.number += 1

    def _action_to_string(self, player: int, action: int) -> str:
        step = self.held.step
        if isinstance(step.question, Roll):
            return f"{action}: {faces_text(step.question, self._faces(action))}"
        words = self.held.game.rules.words(step.seen(step.waiting[0]).state)
        return notation.write(self.choices()[action], words)

    def is_terminal(self) -> bool:
        """Whether it is over."""
        return isinstance(self.held.step.question, Outcome)

    def returns(self) -> list[float]:
        """1 for who won, -1 for who lost, 0 for all in a draw or before the end."""
        question, count = self.held.step.question, len(self.held.game.rules.seats)
        return [*worths_of(question if isinstance(question, Outcome) else None, count)]

    def __str__(self) -> str:
        return f"{self.held.game.rules.name}, {self.number} answers: {self.held.step.question.rule}"


class Observer:
    """What a seat sees, as an array and as text."""

    def __init__(self, game: GattaiGame) -> None:
        self.encoder = game.encoder
        self.tensor = np.zeros(ROWS * WIDTH, np.float32)
        self.dict = {"observation": self.tensor.reshape(ROWS, WIDTH)}

    def set_from(self, state: GattaiState, player: int) -> None:
        """Look with the eyes of this seat."""
        seat = Seat(player)
        self.dict["observation"][:] = self.encoder.table(state.held.step.seen(seat), seat)

    def string_from(self, state: GattaiState, player: int) -> str:
        """The table as this seat sees it, and what it is asked."""
        seen = state.held.step.seen(Seat(player))
        return f"{seen.state!r} {seen.question!r}"
