"""One attack on one model without a table: what both sides bring, and what a Hit does.

The rules of `exchange` and `damage` in figures only, for the odds when the defender defends as well as
it can (`defence`). What the attacker uses is settled beforehand. A test compares it with play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from gattai.games.mechastellar.figures import barrier_holds
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.reactions import offers_of
from gattai.games.mechastellar.state import State
from gattai.games.mechastellar.strike.attack import attacker_side, defender_side
from gattai.games.mechastellar.strike.damage import MANY, finish_threshold, finishes, pen_of
from gattai.games.mechastellar.strike.exchange import Offer, Side
from gattai.games.mechastellar.strike.pools import (
    Pool,
    banded,
    counted,
    failing,
    passing,
    successes,
)
from gattai.kernel.dice import Dice

K = TypeVar("K")
Weights = dict[K, int]
"""Results with the number of ways in which each can come about."""


class Wound(msgspec.Struct, frozen=True, cache_hash=True):
    """What an unblocked Hit does to a model."""

    dmg: int
    pen: int
    bonus: int
    """What the model adds to each save."""
    cap: int
    fail: int
    """Damage of a failed save, less the base damage where it takes its place."""
    fail_behind_wall: int
    threshold: int
    """Hits from which the attack is a Finishing Blow; more than there can be if it never is."""
    finishing: int
    """Damage a Hit of a Finishing Blow, where it is not rolled for."""
    rolled: Literal["", "saves", "dice"]
    """MS.FINISH.BONUS in earlier versions: saves of the defender, or dice of the attacker."""
    rolled_more: int
    """Dice on top of those for the Hits."""
    rolled_most: int
    rolled_damage: int
    rolled_behind_wall: int
    barrier: int


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
    return replace(attacker, pool=pool), defender, _wound(state, strike), again


def _wound(state: State, strike: Strike) -> Wound:
    rules, target, weapon = state.rules, state.units[strike.target], strike.weapon
    save, finishing = rules.armor_save, rules.finishing
    fail = save.fail_damage
    walled = wall = max(0, fail - rules.skill.iron_wall.save_reduction)
    if target.effect("iron"):
        fail = walled
    if weapon.pen_suffix == "P":
        fail = walled = rules.push.fail_damage
    elif weapon.pen_suffix == "S" and rules.stun.replaces_damage:
        fail = walled = 0
    elif save.replaces_base and not weapon.pen_suffix:
        fail, walled = fail - weapon.dmg, walled - weapon.dmg
    each = finishing.melee_bonus if strike.is_melee else finishing.shooting_bonus
    saves = finishing.mode == "defender_saves_fail_on_1"
    flat = finishing.mode == "flat_bonus"
    return Wound(
        dmg=weapon.dmg,
        pen=pen_of(state, strike),
        bonus=target.card.size if weapon.pen_suffix == "P" else 0,
        cap=save.cap,
        fail=fail,
        fail_behind_wall=walled,
        threshold=(finish_threshold(state, strike) if finishes(state, strike, MANY) else MANY),
        finishing=each if flat else 0,
        rolled="" if flat else "saves" if saves else "dice",
        rolled_more=weapon.finisher + state.round if saves else 0,
        rolled_most=rules.dice.pool_cap,
        rolled_damage=wall if saves and target.effect("iron") else save.fail_damage,
        rolled_behind_wall=wall if saves else save.fail_damage,
        barrier=target.barrier if barrier_holds(state, strike) else 0,
    )


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
    """MS.SAVE.ROLL, MS.FINISH.BONUS: the damage of the Hits that got through, and all ways."""
    hits = max(0, unblocked - wound.barrier)
    if not hits:
        return {0: 1}, 1
    fail = wound.fail_behind_wall if walled else wound.fail
    blow = hits >= wound.threshold
    base = hits * (wound.dmg + (wound.finishing if blow else 0))
    found: Weights[int] = {base: 1}
    total = 1
    if wound.pen:
        dice = failing(min(hits, wound.cap), wound.pen, wound.bonus)
        total = dice.total
        found = {}
        for failed, ways in ways_of(dice):
            add(found, base + failed * fail, ways)
    if blow and wound.rolled:
        count = min(wound.rolled_most, hits + wound.rolled_more)
        dice = failing(count, 2, 0) if wound.rolled == "saves" else passing(count, 10)
        each = wound.rolled_behind_wall if walled else wound.rolled_damage
        both: Weights[int] = {}
        for damage, ways in found.items():
            for lost, ways_more in ways_of(dice):
                add(both, damage + lost * each, ways * ways_more)
        found, total = both, total * dice.total
    return found, total
