"""The evaluation of a game with weights: its worth is the chance to win that games taught.

It begins with the hand-set worth, as one trait among the others, so it can only be corrected. Weights
are of two kinds: those by which every table is judged, and those for tables at which a look ahead ends.
Whoever asks for a learnt eye where there is none, or where the rules have changed since it was trained,
gets the hand-set one.
"""

from __future__ import annotations

from functools import cache
from math import tanh
from typing import Any

import msgspec

from gattai import games
from gattai.bots.evaluations import WON, EndWorth, Evaluation, of, rules_of
from gattai.bots.learnt.traits import Traits
from gattai.bots.learnt.weights import BY_HAND, NEXT, Weights, shipped
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset


@cache
def learnt(game: str, version: str) -> Evaluation:
    """The learnt evaluation of a game by rules of this version; the hand-set one where there is none."""
    found = plain = of(game)
    for weights in (shipped(game), shipped(game, ends=True)):
        if weights is not None and not why_not(plain, weights, version):
            found = with_weights(found, weights, plain)
    return found


def why_not(plain: Evaluation, weights: Weights, version: str) -> str:
    """Why weights cannot be used; empty if they can."""
    if version not in (weights.version, *weights.also):
        return f"trained on rules {weights.version}, these are {version}"
    traits = plain.traits
    if traits is None or names_of(traits, ends=weights.ends) != weights.traits:
        return "trained on other traits"
    return "" if traits.stages == weights.stages else "trained on other stages"


def names_of(traits: Traits, *, ends: bool) -> tuple[str, ...]:
    """All that weights are for: the hand-set worth, what a game counts, and at an end who is next."""
    return (BY_HAND, *traits.names, *((NEXT,) if ends else ()))


def told(game: str) -> str:
    """Which eye a game has, in words; and which for the ends of looks, where that is another."""
    every, ends = _told(game, shipped(game)), shipped(game, ends=True)
    return every if ends is None else f"{every}; where looks end: {_told(game, ends)}"


def _told(game: str, weights: Weights | None) -> str:
    if weights is None:
        return "hand-set"
    rules = games.load(game)
    problem = why_not(of(game), weights, rules.version)
    if problem:
        return f"hand-set, for the learnt one was {problem}"
    new = "" if weights.packs == rules.packs else ", other packs"
    return f"learnt from {weights.training.games:,} games (rules {weights.version}{new})"


def with_weights(
    found: Evaluation, weights: Weights, plain: Evaluation | None = None
) -> Evaluation:
    """The same evaluation with what was learnt; `plain` is the hand-set one, if this is not."""
    plain = plain or found
    if not weights.ends:
        judge = _judge(plain, weights, in_chances=True)
        return msgspec.structs.replace(
            found, worth=lambda state, seat: judge(state, seat, None), stake=WON / 2 / plain.sway
        )
    # In the measure of what judges the other tables: hand-set points, or chances where that was learnt too. Else
    # what luck brought on the way, which is counted in that, would stay in a look or be taken off twice. And the
    # bias goes, for what no further look took away was how ends are judged.
    judge = _judge(plain, weights, in_chances=found.worth is not plain.worth)
    return msgspec.structs.replace(found, end_worth=judge, bias=0.0)


def _judge(plain: Evaluation, weights: Weights, *, in_chances: bool) -> EndWorth:
    """What a table is worth by weights: from -WON to WON for a chance to win, or in points as by hand."""
    assert plain.traits is not None and plain.worth is not None
    count, stage, by_hand, sway = plain.traits.count, plain.traits.stage, plain.worth, plain.sway
    points = sway / weights.steepness

    def judge(state: Any, seat: Seat, following: Seat | None) -> float:
        hand = by_hand(state, seat)
        if abs(hand) >= WON:
            return hand
        lead, at = hand / sway, stage(state)
        if at >= 0:
            after = (comes_next(seat, following),) if weights.ends else ()
            lead = weights.lead(at, (lead, *count(state, seat), *after))
        return WON * tanh(lead / 2) if in_chances else points * lead

    return judge


def comes_next(seat: Seat, following: Seat | None) -> float:
    """The trait NEXT of a side; nothing where it is not known."""
    return 0.0 if following is None else 1.0 if following == seat else -1.0


def for_table(rules: AnyRuleset | None, state: Any) -> tuple[AnyRuleset, Evaluation]:
    """The rules of a table, found by itself if they are not handed, and what was learnt of them."""
    rules = rules or rules_of(state)
    return rules, learnt(rules.name, rules.version)
