"""One attack on one model without a state: both pools and the effect of a Hit.

The rules of `exchange` and `damage` in numbers only, for the odds when the defender plays optimally
(`defence`). The attacker uses no offers. A test compares this with play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

import msgspec

from gattai.games.mechastellar.attack.attack import attacker_side, defender_side
from gattai.games.mechastellar.attack.damage import Wound, suffered, wound_of
from gattai.games.mechastellar.attack.exchange import Side
from gattai.games.mechastellar.attack.pools import (
    Pool,
    counted,
)
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.reactions import offers_of
from gattai.games.mechastellar.state import State
from gattai.kernel.dice import Dice, R
from gattai.odds.exact import exact

K = TypeVar("K")
Weights = dict[K, int]
"""Maps each result to its number of outcomes."""


class Struck(msgspec.Struct, frozen=True, order=True):
    """The result: unblocked Hits, damage, and the Momentum spent by the defender."""

    unblocked: int
    damage: int
    spent: int = 0


def volley_of(state: State, strike: Strike) -> tuple[Side, Side, Wound]:
    """The figures of an attack whose attacker uses no offers: both sides and the effect of a Hit."""
    attacker = attacker_side(state, strike, ())
    defender = defender_side(state, strike, offers_of(state, strike, strike.target, False))
    return attacker, defender, wound_of(state, strike)


def hits_of(pool: Pool) -> Weights[int]:
    """MS.ATTACK.COUNT-HITS: the attacker's Hits, each with its number of outcomes."""
    found: Weights[int] = {}
    for hits, ways in ways_of(counted(pool.dice, pool.success, pool.crit, pool.crit_value)):
        add(found, pool.total(hits), ways)
    return found


def ways_of(throw: Dice[R]) -> Sequence[tuple[R, int]]:
    """Every reading of a roll (a number or bands) with its number of outcomes."""
    return throw.outcomes()


def add(weights: Weights[K], key: K, weight: int) -> None:
    weights[key] = weights.get(key, 0) + weight


@cache
def hurt(unblocked: int, walled: bool, wound: Wound) -> tuple[Weights[int], int]:
    """The damage of the unblocked Hits with all outcomes, computed once for each number (`suffered`)."""
    found = exact(lambda: suffered(wound, max(0, unblocked - wound.barrier), walled))
    return {damage: int(ways) for damage, ways in found.weights()}, int(found.total)
