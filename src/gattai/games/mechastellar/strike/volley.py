"""One attack on one model without a table: what both sides bring, and what a Hit does.

The rules of `exchange` and `damage` in figures only, for the odds when the defender defends as well as
it can (`defence`). What the attacker uses is settled beforehand. A test compares it with play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.reactions import offers_of
from gattai.games.mechastellar.state import State
from gattai.games.mechastellar.strike.attack import attacker_side, defender_side
from gattai.games.mechastellar.strike.damage import Wound, suffered, wound_of
from gattai.games.mechastellar.strike.exchange import Offer, Side
from gattai.games.mechastellar.strike.pools import (
    Pool,
    banded,
    counted,
    successes,
)
from gattai.kernel.dice import Dice
from gattai.odds.exact import exact

K = TypeVar("K")
Weights = dict[K, int]
"""Results with the number of ways in which each can come about."""


class Struck(msgspec.Struct, frozen=True, order=True):
    """What came of it: Hits that were not blocked, damage, Momentum that the defender spent."""

    unblocked: int
    damage: int
    spent: int = 0


def volley_of(
    state: State, strike: Strike, uses: Sequence[Offer] = ()
) -> tuple[Side, Side, Wound, bool]:
    """The figures of an attack: both sides, what a Hit does, and whether failures are rolled again.

    The attacker uses these offers whatever the dice show; to roll again is rolling all failures.
    """
    attacker = attacker_side(state, strike, ())
    pool = attacker.pool
    for offer in uses:
        success = min(offer.success or pool.success, pool.success)
        pool = replace(pool, flat=pool.flat + offer.adds, success=success)
        if offer.sharpens:
            pool = pool.sharpened(offer.sharpens, attacker.best_crit)
    again = any(offer.rerolls for offer in uses)
    defender = defender_side(state, strike, offers_of(state, strike, strike.target, False))
    return replace(attacker, pool=pool), defender, wound_of(state, strike), again


def hits_of(pool: Pool, again: bool) -> Weights[int]:
    """MS.ATTACK.COUNT-HITS, MS.DICE.REROLL: Hits of the attacker, each with its number of ways."""
    throw = counted(pool.dice, pool.success, pool.crit, pool.crit_value)
    found: Weights[int] = {}
    if not again:
        for hits, ways in ways_of(throw):
            add(found, pool.total(hits), ways)
        return found
    cuts = tuple(sorted({pool.success, pool.crit}))
    for bands, ways in ways_of(banded(pool.dice, cuts)):
        failed = pool.dice - sum(bands)
        kept = successes(bands, cuts, pool.success, pool.crit, pool.crit_value)
        second = counted(failed, pool.success, pool.crit, pool.crit_value)
        for more, ways_more in ways_of(second):
            add(found, pool.total(kept + more), ways * ways_more * 10 ** sum(bands))
    return found


def ways_of(throw: Dice) -> Sequence[tuple[Any, int]]:
    """Every reading of a throw, a number or bands, with its number of ways."""
    return throw.outcomes()


def add(weights: Weights[K], key: K, weight: int) -> None:
    weights[key] = weights.get(key, 0) + weight


@cache
def hurt(unblocked: int, walled: bool, wound: Wound) -> tuple[Weights[int], int]:
    """The damage of the Hits that got through, and all ways: `suffered`, walked once for each."""
    found = exact(lambda: suffered(wound, max(0, unblocked - wound.barrier), walled))
    return {damage: int(ways) for damage, ways in found.weights()}, int(found.total)
