"""The evaluation of a game with weights: its worth is the chance to win that games taught.

It begins with the hand-set worth, as one trait among the others, so it can only be corrected. Whoever
asks for a learnt eye where there is none, or where the rules have changed since it was trained, gets
the hand-set one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import tanh
from operator import mul
from typing import Any

import msgspec

from gattai import games
from gattai.bots.evaluations import WON, Evaluation, of, rules_of
from gattai.bots.learnt.traits import Traits
from gattai.bots.learnt.weights import BY_HAND, Weights, shipped
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset


@cache
def learnt(game: str, version: str) -> Evaluation:
    """The learnt evaluation of a game by rules of this version; the hand-set one where there is none."""
    plain, weights = of(game), shipped(game)
    if weights is None or why_not(plain, weights, version):
        return plain
    return with_weights(plain, weights)


def why_not(plain: Evaluation, weights: Weights, version: str) -> str:
    """Why weights cannot be used; empty if they can."""
    if weights.version != version:
        return f"trained on rules {weights.version}, these are {version}"
    traits = plain.traits
    if traits is None or (BY_HAND, *traits.names) != weights.traits:
        return "trained on other traits"
    return "" if traits.stages == weights.stages else "trained on other stages"


def told(game: str) -> str:
    """Which eye a game has, in words."""
    weights = shipped(game)
    if weights is None:
        return "hand-set"
    rules = games.load(game)
    problem = why_not(of(game), weights, rules.version)
    if problem:
        return f"hand-set, for the learnt one was {problem}"
    new = "" if weights.packs == rules.packs else ", other packs"
    return f"learnt from {weights.training.games:,} games (rules {weights.version}{new})"


def with_weights(plain: Evaluation, weights: Weights) -> Evaluation:
    """The same evaluation with a worth that was learnt."""
    assert plain.traits is not None and plain.worth is not None
    worth = _worth(plain.worth, plain.sway, plain.traits, weights)
    return msgspec.structs.replace(plain, worth=worth, stake=WON / 2 / plain.sway)


def _worth(
    by_hand: Callable[[Any, Seat], float], sway: float, traits: Traits, weights: Weights
) -> Callable[[Any, Seat], float]:
    count, stage = traits.count, traits.stage
    hidden, heard, plain = weights.hidden, weights.heard, weights.plain

    def worth(state: Any, seat: Seat) -> float:
        hand = by_hand(state, seat)
        if abs(hand) >= WON:
            return hand
        at = stage(state)
        if at < 0:
            return WON * tanh(hand / sway / 2)
        seen = (hand / sway, *count(state, seat))
        lead = sum(map(mul, plain[at], seen))
        for unit, loud in zip(hidden, heard[at] if heard else (), strict=True):
            lead += loud * tanh(sum(map(mul, unit, seen)))
        return WON * tanh(lead / 2)

    return worth


def for_table(rules: AnyRuleset | None, state: Any) -> tuple[AnyRuleset, Evaluation]:
    """The rules of a table, found by itself if they are not handed, and what was learnt of them."""
    rules = rules or rules_of(state)
    return rules, learnt(rules.name, rules.version)
