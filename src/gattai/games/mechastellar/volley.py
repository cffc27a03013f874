"""One attack on one model without a table: for the odds when the defender defends as well as it can.

The rules of `exchange` and `damage` in figures only, so that every table of dice is looked at once: what
matters to the defender is how many Hits it still has to stop, how many dice Focus would turn, and how
many it could roll again. What the attacker uses is settled beforehand. A test compares it with play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from gattai.games.mechastellar.attack import attacker_side, defender_side
from gattai.games.mechastellar.damage import finish_threshold, finishes, pen_of
from gattai.games.mechastellar.exchange import DONE, Commit, Done, Offer, Side, cuts_of
from gattai.games.mechastellar.figures import barrier_holds
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.reactions import offers_of
from gattai.games.mechastellar.pools import (
    Bands,
    Pool,
    banded,
    counted,
    failing,
    passing,
    successes,
)
from gattai.games.mechastellar.state import State
from gattai.kernel.question import Choose, Roll, Steps, last, part
from gattai.kernel.rulebook import RuleId


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
    barrier: int


class Stand(msgspec.Struct, frozen=True, cache_hash=True):
    """How a defence stands while the defender commits."""

    need: int
    """Hits that are not stopped yet; below 0 if more are stopped than there are."""
    near: int
    """Dice that Focus would turn."""
    misses: int
    """Other dice that fail."""
    ripe: int
    """Dice that a wider critical range would make critical."""
    most: int
    """Hits that there are, where the defence could come to less than nothing."""
    momentum: int
    points: int
    skilled: bool
    walled: bool = False
    again: bool = False
    used: tuple[str, ...] = ()
    spent: int = 0


class Struck(msgspec.Struct, frozen=True, order=True):
    """What came of it: Hits that were not blocked, damage, Momentum that the defender spent."""

    unblocked: int
    damage: int
    spent: int = 0


MANY = 999
"""More Hits than there can be."""


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
    walled = max(0, fail - rules.skill.iron_wall.save_reduction)
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
        threshold=(finish_threshold(state, strike) if finishes(state, strike, 99) else MANY),
        finishing=each if flat else 0,
        rolled="" if flat else "saves" if saves else "dice",
        rolled_more=weapon.finisher + state.round if saves else 0,
        rolled_most=rules.dice.pool_cap,
        rolled_damage=save.fail_damage,
        barrier=target.barrier if barrier_holds(state, strike) else 0,
    )


def volley(attacker: Side, defender: Side, wound: Wound, again: bool = False) -> Steps[Struck]:
    """MS.ATTACK.SEQUENCE, 4 to 11: what an attack comes to."""
    one, two = attacker.pool, defender.pool
    hits = yield from part(_attack, one, again, attacker.rule, attacker.what)
    cuts = cuts_of(defender, False)
    bands = yield Roll(banded(two.dice, cuts), defender.rule, defender.what)
    stopped = successes(bands, cuts, two.success, two.crit, two.crit_value) + two.flat
    near, ripe = _promising(bands, cuts, two.success, two.crit, _sharpest(defender))
    stand = Stand(
        need=one.total(hits) - stopped,
        near=near,
        misses=two.dice - sum(bands),
        ripe=ripe,
        most=one.total(hits) - two.floor if two.flat < two.floor else MANY,
        momentum=defender.momentum,
        points=defender.points,
        skilled=not defender.skill_open,
    )
    return (yield from last(defend, stand, defender, wound))


def _attack(pool: Pool, again: bool, rule: RuleId, what: str) -> Steps[int]:
    """MS.ATTACK.COUNT-HITS, MS.DICE.REROLL: successes of the attacker's dice."""
    if not again:
        dice = counted(pool.dice, pool.success, pool.crit, pool.crit_value)
        hits: int = yield Roll(dice, rule, what)
        return hits
    cuts = tuple(sorted({pool.success, pool.crit}))
    bands = yield Roll(banded(pool.dice, cuts), rule, what)
    failed = pool.dice - sum(bands)
    more = yield Roll(counted(failed, pool.success, pool.crit, pool.crit_value), rule, what)
    return successes(bands, cuts, pool.success, pool.crit, pool.crit_value) + int(more)


def _sharpest(side: Side) -> int:
    """The critical number if the side calls up a wider range."""
    most = max((offer.sharpens for offer in side.offers), default=0)
    return side.pool.sharpened(most, side.best_crit).crit


def _promising(
    bands: Bands, cuts: tuple[int, ...], success: int, crit: int, sharpest: int
) -> tuple[int, int]:
    """How many dice Focus would turn, and how many a wider critical range."""
    near = sum(n for cut, n in zip(cuts, bands, strict=True) if cut < success)
    ripe = sum(n for cut, n in zip(cuts, bands, strict=True) if sharpest <= cut < crit)
    return near, ripe


def defend(stand: Stand, side: Side, wound: Wound) -> Steps[Struck]:
    """MS.ORDER.COMMIT: one thing after the other, until the defender is done.

    Of rerolls only that of all failures is looked at: dice that stop Hits are kept.
    """
    offers = [offer for offer in side.offers if _is_open(stand, offer)] if stand.need > 0 else []
    if offers:
        options = (*(Commit(offer.word) for offer in offers), DONE)
        answer = yield Choose(side.seat, options, "MS.ORDER.COMMIT", side.what, otherwise=DONE)
        if not isinstance(answer, Done):
            taken = next(offer for offer in offers if offer.word == answer.word)
            stand = yield from _used(stand, taken, side)
            return (yield from last(defend, stand, side, wound))
    unblocked = max(0, min(stand.need, stand.most))
    return (yield from last(hurt, unblocked, stand.walled, stand.spent, wound))


def _is_open(stand: Stand, offer: Offer) -> bool:
    """What can be paid for and changes anything here."""
    if offer.momentum > stand.momentum or offer.points > stand.points:
        return False
    if offer.is_skill and stand.skilled:
        return False
    if stand.used.count(offer.group or offer.word) >= (1 if offer.group else offer.most):
        return False
    if offer.rerolls:
        return offer.rerolls == "failures" and not stand.again and stand.near + stand.misses > 0
    return bool(offer.adds or (offer.success and stand.near) or (offer.sharpens and stand.ripe))


def _used(stand: Stand, offer: Offer, side: Side) -> Steps[Stand]:
    """What an offer changes."""
    stand = replace(
        stand,
        need=stand.need - offer.adds,
        momentum=stand.momentum - offer.momentum,
        points=stand.points - offer.points,
        skilled=stand.skilled or offer.is_skill,
        walled=stand.walled or offer.group == "iron",
        used=tuple(sorted((*stand.used, offer.group or offer.word))),
        spent=stand.spent + offer.momentum,
    )
    pool, cuts, sharpest = side.pool, cuts_of(side, False), _sharpest(side)
    if offer.success:
        return replace(stand, need=stand.need - stand.near, near=0)
    if offer.sharpens:
        return replace(stand, need=stand.need - stand.ripe * (pool.crit_value - 1), ripe=0)
    if offer.rerolls:
        success = min(cuts) if "focus" in stand.used else pool.success
        crit = sharpest if "sharp" in stand.used else pool.crit
        # What Focus turned succeeds, and is kept.
        count = stand.near + stand.misses
        bands = yield Roll(banded(count, cuts), offer.rule, "rolled again")
        more = successes(bands, cuts, success, crit, pool.crit_value)
        near, ripe = _promising(bands, cuts, success, crit, sharpest)
        return replace(
            stand,
            need=stand.need - more,
            near=near,
            misses=0,
            ripe=stand.ripe + ripe,
            again=True,
        )
    return stand


def hurt(unblocked: int, walled: bool, spent: int, wound: Wound) -> Steps[Struck]:
    """MS.SAVE.ROLL, MS.FINISH.BONUS: what the Hits do that got through."""
    hits = max(0, unblocked - wound.barrier)
    if not hits:
        return Struck(unblocked, 0, spent)
    failed = 0
    if wound.pen:
        dice = failing(min(hits, wound.cap), wound.pen, wound.bonus)
        failed = yield Roll(dice, "MS.SAVE.ROLL", "armour saves")
    fail = wound.fail_behind_wall if walled else wound.fail
    damage = hits * wound.dmg + failed * fail
    if hits >= wound.threshold:
        damage += hits * wound.finishing
        if wound.rolled:
            count = min(wound.rolled_most, hits + wound.rolled_more)
            dice = failing(count, 2, 0) if wound.rolled == "saves" else passing(count, 10)
            lost = yield Roll(dice, "MS.FINISH.BONUS", "Finishing Blow")
            damage += lost * wound.rolled_damage
    return Struck(unblocked, damage, spent)
