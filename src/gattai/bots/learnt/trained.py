"""The learnt evaluation of a game: its score is the chance to win learnt from games.

The hand-tuned score is one of its features, so learning can only correct it. There are two kinds of
weights: for every table, and only for tables at which a rollout ends. If there are no weights, or
the rules have changed since training, the hand-tuned evaluation is used.
"""

from __future__ import annotations

from functools import cache
from math import tanh

import msgspec

from gattai import games
from gattai.bots.evaluation import WON, AnyEvaluation, EndScore, rules_of
from gattai.bots.evaluations import of
from gattai.bots.learnt.features import Features
from gattai.bots.learnt.weights import BY_HAND, NEXT, Weights, shipped
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset


@cache
def learnt(game: str, version: str) -> AnyEvaluation:
    """Return the learnt evaluation for this version of the rules; the hand-tuned one if none."""
    found = plain = of(game)
    for weights in (shipped(game), shipped(game, ends=True)):
        if weights is not None and not why_not(plain, weights, version):
            found = with_weights(found, weights, plain)
    return found


def why_not(plain: AnyEvaluation, weights: Weights, version: str) -> str:
    """Return why weights cannot be used; empty if they can."""
    if version not in (weights.version, *weights.also):
        return f"trained on rules {weights.version}, these are {version}"
    features = plain.features
    if features is None or names_of(features, ends=weights.ends) != weights.features:
        return "trained on other features"
    return "" if features.stages == weights.stages else "trained on other stages"


def names_of(features: Features, *, ends: bool) -> tuple[str, ...]:
    """Return all features: the hand-tuned score, the game's own, and at an end who is next."""
    return (BY_HAND, *features.names, *((NEXT,) if ends else ()))


def origin(game: str) -> str:
    """Describe the evaluation of a game, and the one for ends of rollouts if different."""
    every_stage, ends = _origin(game, shipped(game)), shipped(game, ends=True)
    return (
        every_stage
        if ends is None
        else f"{every_stage}; at the ends of rollouts: {_origin(game, ends)}"
    )


def _origin(game: str, weights: Weights | None) -> str:
    if weights is None:
        return "hand-tuned"
    rules = games.load(game)
    problem = why_not(of(game), weights, rules.version)
    if problem:
        return f"hand-tuned, because the learnt one was {problem}"
    new = "" if weights.packs == rules.packs else ", other packs"
    return f"learnt from {weights.training.games:,} games (rules {weights.version}{new})"


def with_weights(
    found: AnyEvaluation, weights: Weights, plain: AnyEvaluation | None = None
) -> AnyEvaluation:
    """Return the evaluation with weights; `plain` is the hand-tuned one, if this is not."""
    plain = plain or found
    if not weights.ends:
        judge = _judge(plain, weights, in_chances=True)
        return msgspec.structs.replace(
            found, score=lambda state, seat: judge(state, seat, None), stake=WON / 2 / plain.scale
        )

    # Use the unit of the evaluation of other tables (hand-tuned points, or chances if learnt): luck
    # on the
    # way is counted in it and would otherwise be wrong. The bias is 0 because it came from scoring
    # ends.
    judge = _judge(plain, weights, in_chances=found.score is not plain.score)
    return msgspec.structs.replace(found, end_score=judge, bias=0.0)


def _judge(plain: AnyEvaluation, weights: Weights, *, in_chances: bool) -> EndScore[msgspec.Struct]:
    """Return a score by weights: from -WON to WON for a chance to win, or in hand-tuned points."""
    assert plain.features is not None and plain.score is not None
    count, stage, by_hand, scale = (
        plain.features.count,
        plain.features.stage,
        plain.score,
        plain.scale,
    )
    points = scale / weights.steepness

    def judge(state: msgspec.Struct, seat: Seat, following: Seat | None) -> float:
        hand = by_hand(state, seat)
        if abs(hand) >= WON:
            return hand
        lead, at = hand / scale, stage(state)
        if at >= 0:
            after = (comes_next(seat, following),) if weights.ends else ()
            lead = weights.lead(at, (lead, *count(state, seat), *after))
        return WON * tanh(lead / 2) if in_chances else points * lead

    return judge


def comes_next(seat: Seat, following: Seat | None) -> float:
    """Return the feature NEXT of a side; zero if unknown."""
    return 0.0 if following is None else 1.0 if following == seat else -1.0


def for_table(rules: AnyRuleset | None, state: msgspec.Struct) -> tuple[AnyRuleset, AnyEvaluation]:
    """Return the rules of a table, derived from it if not given, and their learnt evaluation."""
    rules = rules or rules_of(state)
    return rules, learnt(rules.name, rules.version)
