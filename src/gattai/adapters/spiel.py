"""OpenSpiel: every game as a Python game of it, with `pip install 'gattai[openspiel]'`.

    from gattai.adapters.spiel import load
    game = load("attack-chart", rounds=1)
    game = pyspiel.load_game("gattai_attack_chart(settings=rounds:1)")  # the same, by its name there

A chance node lists every distinct result of the roll with its exact probability. Rules read a roll
as coarsely as they can (how many dice hit, not which), so most rolls have few results. Above
`MAX_RESULTS`, as when a deck is shuffled, the node has `SAMPLES` equally likely results drawn in
advance; the same action always leads to the same position.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any, ClassVar

import msgspec
import numpy as np
import pyspiel

from gattai import games
from gattai.adapters.agents import LONGEST
from gattai.adapters.encoder import MAX_OPTIONS, ROWS, WIDTH, Encoder
from gattai.adapters.table import MAX_RESULTS, choices_at, exact_results, rules_for, worths_of
from gattai.kernel.dice import Face, Throw
from gattai.kernel.position import Step, apply, begin, stand
from gattai.kernel.question import Roll, Seat
from gattai.kernel.ruleset import Outcome
from gattai.kernel.secrecy import view
from gattai.kernel.text import notation
from gattai.kernel.text.answers import faces_text
from gattai.library.settings import settings_of

SAMPLES = 256
"""Number of results drawn in advance for a roll with too many."""
MAX_PLAYERS = 16
"""The upper bound that OpenSpiel needs; settings determine the actual number."""


def load(game: str, **settings: object) -> GattaiGame:
    """Return a game for OpenSpiel, with these settings."""
    return GattaiGame(game, settings_of(settings))


def short_name(game: str) -> str:
    """Return the name of a game in OpenSpiel.

    >>> short_name("attack-chart")
    'gattai_attack_chart'
    """
    return f"gattai_{game.replace('-', '_')}"


def kind_of(game: str) -> object:
    """Return the OpenSpiel game type."""
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=f"gattai {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MAX_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"settings": ""},
    )


class GattaiGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """A game in OpenSpiel's interface."""

    def __init__(self, name: str, options: dict[str, str]) -> None:
        self.rules = rules_for(name, options)
        self.first = stand(self.rules, begin(self.rules, options))
        self.encoder = Encoder(self.rules)
        count = len(self.rules.seats)
        bounds = pyspiel.GameInfo(
            num_distinct_actions=MAX_OPTIONS,
            max_chance_outcomes=MAX_RESULTS,
            num_players=count,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LONGEST,
        )
        written = ";".join(f"{option}:{value}" for option, value in options.items())
        super().__init__(kind_of(name), bounds, {"settings": written} if written else {})

    def new_initial_state(self) -> GattaiState:
        """Return the first state."""
        return GattaiState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: object = None
    ) -> Observer | Memory | None:
        """Return an observer of a seat's view, now or since the beginning.

        None for separate public and private information: our views do not separate these.
        """
        if iig_obs_type is None:
            return Observer(self)
        single = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not (iig_obs_type.public_info and single):
            return None
        return Memory(self) if iig_obs_type.perfect_recall else Observer(self)


class HeldPosition:
    """An immutable position, which copies of a state may share."""

    def __init__(
        self,
        game: GattaiGame,
        step: Step[msgspec.Struct],
        before: HeldPosition | None = None,
        answer: str = "",
    ) -> None:
        self.game = game
        self.step = step
        self.before = before
        self.answer = answer
        """The answer that led here, in notation; empty for dice."""

    def path(self) -> list[HeldPosition]:
        """Return all positions, from the first on."""
        held: HeldPosition | None = self
        found = []
        while held is not None:
            found.append(held)
            held = held.before
        return found[::-1]

    def __deepcopy__(self, memo: object) -> HeldPosition:
        return self


class GattaiState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A state in OpenSpiel's interface."""

    def __init__(self, game: GattaiGame) -> None:
        super().__init__(game)
        self.held = HeldPosition(game, game.first)
        self.number = 0

    def current_player(self) -> int:
        """Return the seat that is asked, the first of several; or chance, or terminal."""
        question = self.held.step.question
        if isinstance(question, Outcome):
            return int(pyspiel.PlayerId.TERMINAL)
        if isinstance(question, Roll):
            return int(pyspiel.PlayerId.CHANCE)
        return self.held.step.waiting[0]

    def choices(self) -> tuple[object, ...]:
        """Return the options of the seat that is asked."""
        return choices_at(self.held.step)[:MAX_OPTIONS]

    def _legal_actions(self, player: int) -> list[int]:
        return [*range(len(self.choices()))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each distinct result with its probability."""
        dice = self._dice()
        if (results := exact_results(dice)) is None:
            return [(sample, 1 / SAMPLES) for sample in range(SAMPLES)]
        return [(number, ways / dice.total) for number, (_, ways) in enumerate(results)]

    def _dice(self) -> Throw:
        question = self.held.step.question
        assert isinstance(question, Roll)
        return question.dice

    def _faces(self, action: int) -> tuple[Face, ...]:
        dice = self._dice()
        if (results := exact_results(dice)) is None:
            return tuple(dice.faces(random.Random(f"{self.number}/{action}")))
        return results[action][0]

    def _apply_action(self, action: int) -> None:
        step, rules = self.held.step, self.held.game.rules
        answer = ""
        if isinstance(step.question, Roll):
            after = apply(rules, step.position, self._faces(action))
        else:
            answer = self._action_to_string(step.waiting[0], action)
            after = apply(rules, step.position, self.choices()[action], seat=step.waiting[0])
        self.held = HeldPosition(self.held.game, after, self.held, answer)
        self.number += 1

    def _action_to_string(self, player: int, action: int) -> str:
        step = self.held.step
        if isinstance(step.question, Roll):
            return f"{action}: {faces_text(step.question, self._faces(action))}"
        words = self.held.game.rules.words(step.seen(step.waiting[0]).state)
        return notation.write(self.choices()[action], words)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return isinstance(self.held.step.question, Outcome)

    def returns(self) -> list[float]:
        """Return 1 for winners, -1 for losers, 0 for all in a draw or before the end."""
        question, count = self.held.step.question, len(self.held.game.rules.seats)
        return [*worths_of(question if isinstance(question, Outcome) else None, count)]

    def information_state_string(self, player: int | None = None) -> str:
        """Return everything a seat has seen and answered since the beginning, and its question."""
        seat = Seat(self.current_player() if player is None else player)
        path = self.held.path()
        lines = [f"{path[0].step.seen(seat).state!r}"]
        for before, held in pairwise(path):
            if before.step.waiting[:1] == (seat,):
                lines.append(f"> {held.answer}")
            lines += [repr(view(event, seat)) for event in held.step.events]
        return "\n".join([*lines, repr(self.held.step.seen(seat).question)])

    def __str__(self) -> str:
        return f"{self.held.game.rules.name}, {self.number} answers: {self.held.step.question.rule}"


class Memory:
    """An observer of a seat's whole history as text; an array would have no fixed size."""

    tensor = None
    dict: ClassVar[dict[str, object]] = {}

    def __init__(self, game: GattaiGame) -> None:
        self.game = game

    def set_from(self, state: GattaiState, player: int) -> None:
        """Do nothing: there is no array."""

    def string_from(self, state: GattaiState, player: int) -> str:
        """Return the seat's `information_state_string`."""
        return state.information_state_string(player)


class Observer:
    """An observer of a seat's view, as an array and as text."""

    def __init__(self, game: GattaiGame) -> None:
        self.encoder = game.encoder
        self.tensor = np.zeros(ROWS * WIDTH, np.float32)
        self.dict = {"observation": self.tensor.reshape(ROWS, WIDTH)}

    def set_from(self, state: GattaiState, player: int) -> None:
        """Set the array to the view of this seat."""
        seat = Seat(player)
        self.dict["observation"][:] = self.encoder.table(state.held.step.seen(seat), seat)

    def string_from(self, state: GattaiState, player: int) -> str:
        """Return the table as this seat sees it, and its question."""
        seen = state.held.step.seen(Seat(player))
        return f"{seen.state!r} {seen.question!r}"


class NamedGame(GattaiGame):
    """A factory for OpenSpiel to load a game by name.

    It is a class per game because OpenSpiel keeps it to the end of the process, where it can
    release a class but not a function.
    """

    game: ClassVar[str]

    def __init__(self, params: dict[str, str] | None = None) -> None:
        pairs = [one.partition(":") for one in (params or {}).get("settings", "").split(";") if one]
        super().__init__(self.game, settings_of({name: value for name, _, value in pairs}))


def register() -> None:
    """Register every game with OpenSpiel, as `gattai_attack_chart`."""
    known = {*pyspiel.registered_names()}
    for name in games.names():
        if short_name(name) not in known:
            pyspiel.register_game(
                kind_of(name), type(short_name(name), (NamedGame,), {"game": name})
            )


register()
