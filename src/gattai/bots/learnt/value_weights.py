"""The value of a game: the chance to win that people are shown, learned from games.

It is a function of a position: features of both sides, whose turn it is, and clocks that tell how
far the game has come. Bots do not use it. Without weights, with rules of another version or with
more than two seats, the chance is estimated from the hand-tuned score instead.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from math import exp, log
from operator import mul

import msgspec

from gattai import games
from gattai.bots.evaluation import WON, AnyEvaluation
from gattai.bots.evaluations import of
from gattai.bots.learnt.features import Features
from gattai.bots.learnt.weights import BY_HAND
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.odds.floats import float_sum

WHOSE_TURN = "whose turn"
"""The second feature: 1 for the seat whose turn it is, -1 for the other."""
MAX_LEAD = 6.0
"""The most that a hand-tuned lead counts as a feature, in units of `Evaluation.scale`."""
SURE = 0.995
"""The most that a best answer counts as when others are compared with it."""

Described = tuple[tuple[float, ...], tuple[float, ...]]
"""The features of a position for one seat, and its clocks."""


class ValueTraining(msgspec.Struct, frozen=True):
    """How a value was trained, in enough detail to repeat it."""

    command: str
    gattai: str
    """The version of gattai that trained it."""
    seed: str
    games: int
    positions: int
    ridge: float
    loss: float
    """The mean -log of the chance given to the actual result, on games that were left out of the fit."""
    loss_by_hand: float
    """The same for the hand-tuned score."""


class ValueWeights(msgspec.Struct, frozen=True):
    """The weights of one game's value."""

    game: str
    version: str
    """The version of the rules that they were trained on."""
    packs: str
    training: ValueTraining
    features: tuple[str, ...]
    clocks: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]
    """For each feature its weight, and what each clock adds to it."""
    steepness: float
    """How much the learned lead grows on average for a hand-tuned lead of 1."""
    error: float
    """How much the chances of a bin of positions differ from the results, on average."""
    also: tuple[str, ...] = ()
    """Later versions of the rules for which these weights are still valid."""

    def lead(self, described: Described) -> float:
        """Return the logarithm of the odds for these features."""
        seen, clock = described
        factors = (1.0, *clock)
        lead: float = float_sum(
            [
                one * float_sum(map(mul, row, factors))
                for one, row in zip(seen, self.weights, strict=True)
            ]
        )
        return lead

    def text(self) -> bytes:
        """Return the weights as the text of a file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def described(
    evaluation: AnyEvaluation, state: msgspec.Struct, seat: Seat, mover: Seat | None
) -> Described | None:
    """Return the features of a position; None if the game has no clocks, or is decided.

    `mover` is the seat whose turn it is.
    """
    features, score = evaluation.features, evaluation.score
    if features is None or score is None or not features.clocks:
        return None
    hand = score(state, seat)
    if abs(hand) >= WON:
        return None
    lead = max(-MAX_LEAD, min(MAX_LEAD, hand / evaluation.scale))
    turn = 0.0 if mover is None else 1.0 if mover == seat else -1.0
    return (lead, turn, *features.count(state, seat)), tuple(features.clock(state))


def names_of(features: Features) -> tuple[str, ...]:
    """Return the names of all features of a value."""
    return (BY_HAND, WHOSE_TURN, *features.names)


class GameValue(msgspec.Struct, frozen=True):
    """The value of a game with two seats."""

    evaluation: AnyEvaluation
    weights: ValueWeights

    def chance(self, state: msgspec.Struct, seat: Seat, mover: Seat | None) -> float:
        """Return a seat's chance to win; `mover` is the seat whose turn it is."""
        found = described(self.evaluation, state, seat, mover)
        if found is None:
            assert self.evaluation.score is not None
            return chance_of_lead(self.evaluation.score(state, seat) / self.evaluation.scale)
        return chance_of_lead(self.weights.lead(found))

    def after(self, best: float, behind: float) -> float:
        """Return the chance of an answer that is so many points of score behind the best one."""
        sure = max(1 - SURE, min(SURE, best))
        lead = log(sure / (1 - sure)) - self.weights.steepness * behind / self.evaluation.scale
        return min(best, chance_of_lead(lead))


def chance_of_lead(lead: float) -> float:
    """Return the chance for a logarithm of odds.

    >>> chance_of_lead(0.0), round(chance_of_lead(1.0), 3), chance_of_lead(-1e9) < 1e-300
    (0.5, 0.731, True)
    """
    return 1 / (1 + exp(min(700.0, -lead)))


def value_file(game: str) -> Traversable:
    """Return where the weights of a game's value are, whether or not it has any."""
    return resources.files("gattai.bots.learnt") / "shipped" / f"{game}-value.json"


def shipped_value(game: str) -> ValueWeights | None:
    """Return the weights of a value that come with gattai; None if there are none."""
    file = value_file(game)
    return msgspec.json.decode(file.read_bytes(), type=ValueWeights) if file.is_file() else None


def why_no_value(evaluation: AnyEvaluation, weights: ValueWeights | None, version: str) -> str:
    """Return why a game has no value; empty if it has one."""
    features = evaluation.features
    if weights is None or features is None:
        return "there are no weights"
    if version not in (weights.version, *weights.also):
        return f"it was trained on rules {weights.version}, these are {version}"
    same = (names_of(features), features.clocks) == (weights.features, weights.clocks)
    return "" if same else "it was trained on other features"


@cache
def value_of(game: str, version: str) -> GameValue | None:
    """Return the value of a game for this version of its rules; None if it has none."""
    weights = shipped_value(game)
    if weights is None or why_no_value(of(game), weights, version):
        return None
    return GameValue(of(game), weights)


def value_for(rules: AnyRuleset, evaluation: AnyEvaluation) -> GameValue | None:
    """Return the value for these rules; None if there is none, or not for so many seats.

    It belongs to the game's own evaluation; chances by another one are those of its scores.
    """
    value = value_of(rules.name, rules.version) if len(rules.seats) == 2 else None
    return value if value is not None and value.evaluation is evaluation else None


def value_origin(game: str) -> str:
    """Describe the value of a game, or why chances are estimated from the hand-tuned score."""
    weights = shipped_value(game)
    problem = why_no_value(of(game), weights, games.load(game).version)
    if weights is None or problem:
        return f"estimated by hand, because {problem}"
    return f"learned from {weights.training.games:,} games (rules {weights.version})"
