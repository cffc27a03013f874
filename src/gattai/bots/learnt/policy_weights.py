"""The weights of a learned policy, as a small readable file with their origin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from math import tanh
from operator import mul

import msgspec

from gattai import games
from gattai.bots import candidates
from gattai.bots.candidates.candidate import Candidate, CandidateMaker
from gattai.kernel.question import Choose
from gattai.kernel.ruleset import AnyRuleset
from gattai.odds.floats import float_sum

Preferred = tuple[float, object]
"""The preference for an answer, and the answer."""


class PolicyTraining(msgspec.Struct, frozen=True):
    """How a policy was trained, in enough detail to repeat it."""

    command: str
    gattai: str
    """The version of gattai that trained it."""
    seed: str
    games: int
    decisions: int
    agreement: float
    """The share of held-out decisions in which it prefers an answer that greedy scores best."""
    regret: float
    """The mean score that greedy sees lost by its answer in held-out decisions."""


class KindWeights(msgspec.Struct, frozen=True):
    """The weights of one kind of answer."""

    features: tuple[str, ...]
    linear: tuple[float, ...]
    hidden: tuple[tuple[float, ...], ...] = ()
    """Weights per hidden unit and feature."""
    output: tuple[float, ...] = ()
    """The weight of each hidden unit."""

    def value(self, features: Sequence[float]) -> float:
        """Return the preference for an answer with these features."""
        total: float = float_sum(map(mul, self.linear, features))
        if not self.hidden:
            return total
        for unit, weight in zip(self.hidden, self.output, strict=True):
            total += weight * tanh(float_sum(map(mul, unit, features)))
        return total


class PolicyWeights(msgspec.Struct, frozen=True):
    """The weights of one game's policy, by kind of answer."""

    game: str
    version: str
    """The version of the rules that they were trained on."""
    packs: str
    training: PolicyTraining
    kinds: Mapping[str, KindWeights]
    gate: float = 0.0
    """Answers that are preferred less than the best by no more than this are tried, and so is the best."""
    tried: int = 2
    """Maximum number of answers tried."""
    also: tuple[str, ...] = ()
    """Later versions of the rules for which these weights are still valid."""

    def text(self) -> bytes:
        """Return the weights as the text of a file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


class BotPolicy(msgspec.Struct, frozen=True):
    """A policy that can be played: candidates and their weights."""

    candidates: CandidateMaker
    weights: PolicyWeights

    def ranked(self, state: msgspec.Struct, options: Sequence[object]) -> list[object]:
        """Return the candidates for a settled table, best first; some may be illegal."""
        return [answer for _, answer in self.valued(state, options)]

    def valued(self, state: msgspec.Struct, options: Sequence[object]) -> list[Preferred]:
        """Return them with the preference for each."""
        return self._sorted(self.candidates.make(state, options))

    def midway(self, state: msgspec.Struct, question: Choose) -> list[object]:
        """Return the candidates in the middle of an action, best first; none if there are none."""
        make = self.candidates.midway
        return [] if make is None else [each for _, each in self._sorted(make(state, question))]

    def together(self, state: msgspec.Struct, question: Choose) -> object:
        """Return the answer where several seats are asked at once; None if there is none."""
        make = self.candidates.together
        return None if make is None else make(state, question)

    def _sorted(self, made: Sequence[Candidate]) -> list[Preferred]:
        kinds = self.weights.kinds
        found: list[tuple[float, int, object]] = []
        for number, (kind, features, answer) in enumerate(made):
            weights = kinds.get(kind)
            # Answers of a kind that never occurred in training come last.
            value = float("-inf") if weights is None else weights.value(features)
            found.append((-value, number, answer))
        return [(-cost, answer) for cost, _, answer in sorted(found)]


def policy_file(game: str) -> Traversable:
    """Return where the policy weights of a game are, whether or not it has any."""
    return resources.files("gattai.bots.learnt") / "shipped" / f"{game}-policy.json"


def shipped_policy(game: str) -> PolicyWeights | None:
    """Return the policy weights that come with gattai for a game; None if there are none."""
    file = policy_file(game)
    return msgspec.json.decode(file.read_bytes(), type=PolicyWeights) if file.is_file() else None


def why_no_policy(maker: CandidateMaker | None, weights: PolicyWeights | None, version: str) -> str:
    """Return why a game is played without a policy; empty if it has one."""
    if maker is None or weights is None:
        return "there are no weights"
    if version not in (weights.version, *weights.also):
        return f"it was trained on rules {weights.version}, these are {version}"
    same = all(maker.features.get(kind) == each.features for kind, each in weights.kinds.items())
    return "" if same else "it was trained on other features"


@cache
def policy_of(game: str, version: str) -> BotPolicy | None:
    """Return the policy of a game for this version of its rules; None if it has none."""
    maker, weights = candidates.of(game), shipped_policy(game)
    if maker is None or weights is None or why_no_policy(maker, weights, version):
        return None
    return BotPolicy(maker, weights)


def policy_for(rules: AnyRuleset) -> BotPolicy | None:
    """Return the policy for these rules; None if they have none."""
    return policy_of(rules.name, rules.version)


def policy_origin(game: str) -> str:
    """Describe the policy of a game, or why the bot `policy` plays as greedy does."""
    rules, weights = games.load(game), shipped_policy(game)
    problem = why_no_policy(candidates.of(game), weights, rules.version)
    if weights is None or problem:
        return f"as greedy, because {problem}"
    return f"learned from {weights.training.decisions:,} decisions (rules {weights.version})"
