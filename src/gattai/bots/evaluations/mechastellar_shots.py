"""The expected gain of MechaStellar's weapons by exact odds, for scores and features."""

from __future__ import annotations

from functools import cache, lru_cache

from gattai.games.mechastellar.attack.damage import (
    Wound,
    failed_saves,
    threshold_of,
    wound_by,
)
from gattai.games.mechastellar.attack.pools import Pool, counted
from gattai.games.mechastellar.attack.terms import plain_pool
from gattai.games.mechastellar.attack.volley import hurt
from gattai.games.mechastellar.cards import UnitCard, WeaponCard
from gattai.games.mechastellar.parameters import Parameters
from gattai.odds.exact import exact
from gattai.odds.floats import float_sum

ALIVE, HALF = 0.35, 0.2
WALKING = 0.6
CLOSE_IN = 24
STUN, PUSH = 2.0, 0.6
SCORED = 1.6
"""The factor for destroyed models, which also score."""


@cache
def unit_value(card: UnitCard, hp: int, half: int) -> float:
    """Return the value of a model with these HP left; `half` is the percentage below which it scores."""
    if hp <= 0:
        return 0.0
    share = ALIVE + (1 - ALIVE) * hp / card.hp
    return card.vp * (share - (HALF if hp * 100 < card.hp * half else 0.0))


@cache
def longest(card: UnitCard) -> int:
    """Return the range of its longest weapon, in inches."""
    return max((weapon.range_in for weapon in card.weapon), default=4)


@lru_cache(maxsize=1 << 16)
def best_on(
    rules: Parameters,
    card: UnitCard,
    uses: tuple[int, ...],
    lost: tuple[str, ...],
    others: int,
    now: int,
    far: int,
    visible: bool,
    walk: int,
    ahead: bool,
    shooting: float,
    foe: UnitCard,
    hp: int,
) -> float:
    """The best that one unit can expect to take from another, so far away and seen or not.

    `shooting` is the share that guns keep: less than all of it for a unit that is engaged, which
    cannot walk either.
    """
    best = 0.0
    for number, weapon in enumerate(card.weapon):
        if uses[number] == 0 or (lost and f"weapon:{weapon.id}" in lost):
            continue
        hexes = weapon.range_in // rules.hex.inches
        share = 1.0
        if far > hexes or not visible:
            if shooting < 1.0 or far - walk > hexes:
                continue
            share = WALKING
        elif weapon.kind == "shooting" and not ahead:
            continue
        if weapon.kind == "shooting":
            share *= shooting
        rapid = far <= rules.hexes(rapid_fire_in(rules, weapon))
        best = max(best, share * card_loss(rules, weapon, card, rapid, others, foe, hp, now))
    return best


@cache
def rapid_fire_in(rules: Parameters, weapon: WeaponCard) -> int:
    """Return the range of Rapid Fire, in inches; negative if it has none."""
    if not weapon.rapid_fire_range_in:
        return -rules.hex.inches
    return weapon.range_in // 2 if rules.rapid_fire.half_range else weapon.rapid_fire_range_in


@cache
def card_loss(
    rules: Parameters,
    weapon: WeaponCard,
    card: UnitCard,
    rapid: bool,
    others: int,
    foe: UnitCard,
    hp: int,
    now: int,
) -> float:
    """Return the mean damage of an attack, by the profiles alone."""
    elite = rules.elite_bonus.dice if rules.elite_bonus.enabled else 0
    dice = weapon.dice + others * rules.squad.dice_per_extra_same_weapon + elite * card.is_elite
    dice += weapon.rapid_fire_dice if rapid else 0
    melee = weapon.kind == "melee"
    defence = (foe.melee_def_dice if melee else foe.evade_dice) + elite * foe.is_elite
    bonus = foe.melee_def_bonus if melee else foe.evade_bonus
    threshold = threshold_of(rules, weapon, now)
    wound = wound_by(rules, weapon, weapon.pen, foe.size, now, threshold=threshold)
    attack = plain_pool(rules, dice, weapon.bonus_hits)
    guard = plain_pool(rules, defence, bonus)
    half = rules.vp.half_below_percent
    return mean_loss(attack, guard, wound, weapon.pen_suffix, foe, hp, half)


@cache
def mean_loss(
    attack: Pool, defence: Pool, wound: Wound, suffix: str, foe: UnitCard, hp: int, half: int
) -> float:
    """Return the mean damage of an attack to a model if nobody uses anything."""
    before = unit_value(foe, hp, half)
    total = 0.0
    for unblocked, chance in _unblocked(attack, defence):
        damages, outcomes = hurt(unblocked, False, wound)
        value = float_sum(
            w * (before - unit_value(foe, hp - lost, half)) for lost, w in damages.items()
        )
        value /= outcomes
        if suffix and wound.pen:
            value += failing_on_average(wound, unblocked) * (STUN if suffix == "S" else PUSH)
        total += chance * value
    return total * SCORED


@cache
def death_chance(attack: Pool, defence: Pool, wound: Wound, hp: int) -> float:
    """Return the chance of an attack to take all of a model's HP if nobody uses anything."""
    total = 0.0
    for unblocked, chance in _unblocked(attack, defence):
        damages, outcomes = hurt(unblocked, False, wound)
        total += chance * float_sum(w for lost, w in damages.items() if lost >= hp) / outcomes
    return total


@cache
def failing_on_average(wound: Wound, unblocked: int) -> float:
    """Return the mean number of failed saves."""
    found = exact(lambda: failed_saves(wound, max(0, unblocked - wound.barrier)), floats=True)
    return float(float_sum(failed * chance for failed, chance in found.floats().items()))


@cache
def _unblocked(attack: Pool, defence: Pool) -> tuple[tuple[int, float], ...]:
    found: dict[int, float] = {}
    for hits, chance in _totals(attack):
        for blocked, likely in _totals(defence):
            left = max(0, hits - blocked)
            found[left] = found.get(left, 0.0) + chance * likely
    return tuple(found.items())


@cache
def _totals(pool: Pool) -> tuple[tuple[int, float], ...]:
    dice = counted(pool.dice, pool.success, pool.crit, pool.crit_value)
    whole = dice.total
    return tuple(
        (pool.total(reading), outcomes / whole)
        for reading, outcomes in dice.outcomes()
        if isinstance(reading, int)
    )
