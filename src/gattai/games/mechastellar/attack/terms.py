"""The terms of an attack and of its defence, with the reason for each."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.mechastellar.attack.pools import Pool
from gattai.games.mechastellar.attack.support import draws, used_up
from gattai.games.mechastellar.figures import (
    away,
    barrier_holds,
    elevation,
    is_ship,
    is_shut_down,
    melee_shield,
    sees,
    shield,
    size_of,
)
from gattai.games.mechastellar.ground import traced
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import BONUSES, keyword_hits, says
from gattai.games.mechastellar.keywords.skill import spoken
from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.state import State, Unit, once_a_table
from gattai.kernel.tally import Tally, Term
from gattai.tabletop.hexes import DISTANCE, Hex


@once_a_table
def attack_dice(state: State, strike: Strike) -> Tally:
    """MS.ATTACK.POOLS: the attacker's dice."""
    return Tally.collect(_attack_dice(state, strike))


def _attack_dice(state: State, strike: Strike) -> Iterator[Term]:
    unit, weapon, rules = state.units[strike.unit], strike.weapon, state.rules
    yield Term(weapon.dice, weapon.name, "MS.ATTACK.POOLS")
    if unit.bits and (gone := dict(unit.bits).get(weapon.id, 0)):
        yield Term(-min(gone, weapon.dice), "bits shot down", "MS.REMOTE.SHOOTDOWN")
    if weapon.rapid_fire_dice and in_rapid_fire(state, strike):
        yield Term(weapon.rapid_fire_dice, "Rapid Fire", "MS.RANGE.RAPID")
    if strike.traded:
        yield Term(rules.counter.trade_dice, "dice traded", "MS.COUNTER.TRADE")
    others = strike.barrels
    if others < 0:
        others = len(state.barrels(strike.unit, weapon.id))
    if others:
        yield Term(others * rules.squad.dice_per_extra_same_weapon, "the squad", "MS.SQUAD.DICE")
    if strike.lock_on == "die":
        yield Term(rules.lock_on.atk_dice, "Lock On", "MS.LOCKON.CHOICE")
    if strike.bonus and BONUSES[strike.bonus].dice:
        yield Term(rules.elite_bonus.dice, spoken(strike.bonus), BONUSES[strike.bonus].rule)


def in_rapid_fire(state: State, strike: Strike) -> bool:
    """MS.RANGE.RAPID: whether it is within the second range, which is printed or half the first."""
    rules = state.rules
    if strike.counter and not rules.counter.rapid_fire:
        return False
    inches = strike.weapon.rapid_fire_range_in
    if rules.rapid_fire.half_range and inches:
        inches = strike.weapon.range_in // 2
    far = away(state.units[strike.unit], state.units[strike.target])
    return bool(inches) and far <= rules.hexes(inches)


@once_a_table
def attack_hits(state: State, strike: Strike) -> Tally:
    """MS.ATTACK.COUNT-HITS: the attacker's bonus and penalty Hits."""
    return Tally.collect(_attack_hits(state, strike))


def _attack_hits(state: State, strike: Strike) -> Iterator[Term]:
    unit, weapon, rules = state.units[strike.unit], strike.weapon, state.rules
    target = state.units[strike.target]
    yield Term(weapon.bonus_hits, "Mech+", "MS.UNIT.MECH-PLUS")
    if strike.extra_hits:
        yield Term(strike.extra_hits, strike.extra_why, strike.extra_rule)
    if strike.counter:
        yield Term(rules.counter.penalty, "a Counter", "MS.COUNTER.PENALTY")
        if weapon.counter:
            yield Term(weapon.counter, f"Counter+{weapon.counter}", "MS.COUNTER.PLUS")
    if strike.is_indirect:
        if strike.lock_on == "steady":
            yield Term(0, "Lock On cancels the penalty", "MS.LOCKON.CHOICE")
        else:
            yield Term(rules.idf.penalty, "indirect fire", "MS.IDF.BASIC")
    if strike.sweep and rules.aoe.mode == "sweep":
        yield Term(rules.aoe.sweep_penalty, "a sweep", "MS.AOE.SWEEP")
    yield from keyword_hits(state, strike)
    yield from _position_hits(state, strike, target)
    if not used_up(strike):
        yield from _support(state, strike, attacking=True)
        if strike.bonus and BONUSES[strike.bonus].by_size:
            yield Term(
                size_of(state, strike.target), spoken(strike.bonus), BONUSES[strike.bonus].rule
            )
        yield from _ship_hits(state, strike, unit)


def _support(state: State, strike: Strike, *, attacking: bool) -> Iterator[Term]:
    """MS.SUPPORT.BONUS: what other weapons add to the attack, or to the defence."""
    if strike.counter and not state.rules.support.on_counter:
        return
    unit, foe = (strike.unit, strike.target) if attacking else (strike.target, strike.unit)
    for giver, weapon_id, amount in draws(
        state, unit, foe, attacking=attacking, melee=strike.is_melee
    ):
        weapon = state.units[giver].find_weapon(weapon_id)
        name = weapon.name if weapon else weapon_id
        yield Term(amount, f"support of {name}", "MS.SUPPORT.BONUS")


def _ship_hits(state: State, strike: Strike, unit: Unit) -> Iterator[Term]:
    """MS.WARSHIP.ALL-FIRE, MS.WARSHIP.AA: for the rest of the round."""
    if not is_ship(unit) or not unit.spent:
        return
    warship = state.rules.warship
    if says(strike.weapon, "is_anti_air"):
        times, each, rule = unit.spent.count("anti-air"), warship.aa_hits, "MS.WARSHIP.AA"
    else:
        times, each, rule = (
            unit.spent.count("all-fire"),
            warship.all_fire_hits,
            "MS.WARSHIP.ALL-FIRE",
        )
    if times and each:
        yield Term(times * each, "the ship's guns", rule)


def _position_hits(state: State, strike: Strike, target: Unit) -> Iterator[Term]:
    """Tactical Advantage and its secondary effects; MS.COUNTER.PASSIVES: not on a Counter.

    MS.AOE.FIRST: it is not part of the weapon's profile, so only the first attack of a sweep has
    it.
    """
    if strike.counter or not strike.takes_outside_help:
        return
    reasons = advantages(state, strike)
    if reasons:
        rules = state.rules
        amount = rules.tactical.crit_hits * rules.dice.crit_value
        what = f"Tactical Advantage ({', '.join(word for word, _ in reasons)})"
        yield Term(amount, what, "MS.TA.BONUS")
    if strike.blindside:
        if amount := shield(target):
            yield Term(amount, f"behind the [S{amount}] shield", "MS.TA.BLINDSIDE")
        if strike.is_melee and (amount := melee_shield(target)):
            yield Term(amount, f"behind the [MD{amount}] shield", "MS.TA.BLINDSIDE")
    if not strike.is_indirect and elevation(state, target):
        size = size_of(state, strike.target)
        amount = state.rules.high_ground.exposed_hits + size
        yield Term(amount, "exposed on High Ground", "MS.TA.HIGH-EXPOSED")


def advantages(state: State, strike: Strike) -> tuple[tuple[str, str], ...]:
    """MS.TA.BONUS: every condition that applies, with its rule; several count as one.

    Indirect fire gets none, except the Blindside of remote weapons (MS.REMOTE.FIRE).
    """
    unit, target = state.units[strike.unit], state.units[strike.target]
    found: list[tuple[str, str]] = []
    if strike.blindside:
        found.append(("Blindside", "MS.TA.BLINDSIDE"))
    if strike.is_indirect:
        return tuple(found)
    if elevation(state, unit) and not elevation(state, target):
        found.append(("High Ground", "MS.TA.HIGH"))
    tactical = state.rules.tactical
    near = state.rules.hexes(tactical.overwhelm_in)
    assert target.at is not None
    count = 0
    for _, model, at in state.on_table:
        if model.seat == unit.seat and DISTANCE[at - target.at] <= near:
            count += 1
    if count >= tactical.overwhelm_models:
        found.append(("Overwhelm", "MS.TA.OVERWHELM"))
    if target.fell and not target.card.is_elite:
        found.append(("a crumbled building", "MS.TA.CRUMBLE"))
    if is_shut_down(state.rules, target):
        found.append(("Shutdown", "MS.TA.SHUTDOWN"))
    return tuple(found)


@once_a_table
def defence_dice(state: State, strike: Strike) -> Tally:
    """MS.ATTACK.POOLS: the defender's dice."""
    return Tally.collect(_defence_dice(state, strike))


def _defence_dice(state: State, strike: Strike) -> Iterator[Term]:
    unit, rules = state.units[strike.target], state.rules
    card = unit.card
    if is_shut_down(rules, unit):
        yield Term(0, "Shutdown", "MS.TA.SHUTDOWN")
        return
    if strike.is_melee:
        yield Term(card.melee_def_dice, "Melee DEF", "MS.ATTACK.DEFENCE")
    else:
        yield Term(card.evade_dice, "Evade", "MS.ATTACK.DEFENCE")
    if "shield_s" in unit.lost:
        yield Term(card.shield_s, "without the shield", "MS.BD.SHIELD")
    if strike.guard_lock_on:
        yield Term(rules.lock_on.def_dice, "Lock On", "MS.LOCKON.CHOICE")
    if strike.guard and BONUSES[strike.guard].dice:
        yield Term(rules.elite_bonus.dice, spoken(strike.guard), BONUSES[strike.guard].rule)
    if strike.trade:
        yield Term(-rules.counter.trade_dice, "traded for the Counter", "MS.COUNTER.TRADE")


@once_a_table
def defence_bonus(state: State, strike: Strike) -> Tally:
    """MS.ATTACK.COUNT-DEF: the defender's bonus DEF."""
    return Tally.collect(_defence_bonus(state, strike))


def _defence_bonus(state: State, strike: Strike) -> Iterator[Term]:
    unit, rules = state.units[strike.target], state.rules
    card = unit.card
    printed = card.melee_def_bonus if strike.is_melee else card.evade_bonus
    yield Term(printed, "Mech+", "MS.UNIT.MECH-PLUS")
    if "shield_s" in unit.lost:
        yield Term(-card.shield_s, "without the shield", "MS.BD.SHIELD")
    if strike.is_melee and "shield_md" in unit.lost:
        yield Term(-card.shield_md, "without the shield", "MS.BD.MD-SHIELD")
    if amount := cover_of(state, strike)[0]:
        yield Term(amount, "cover", "MS.COVER.BONUS")
    if amount := unit.effect("iron"):
        yield Term(amount, "Iron Wall", "MS.SKILL.IRON-WALL")
    if not strike.blindside:
        yield from _support(state, strike, attacking=False)
    if strike.weapon.category == "X" and is_ship(unit):
        if amount := unit.spent.count("anti-air") * rules.warship.aa_def:
            yield Term(amount, "Anti-Air Defences", "MS.WARSHIP.AA")
    if rules.squad.elite_def_bonus and card.is_elite and len(state.squad(strike.target)) > 1:
        yield Term(rules.squad.elite_def_bonus, "an elite squad", "MS.SQUAD.LEADER")


@once_a_table
def cover_of(state: State, strike: Strike) -> tuple[int, tuple[Hex, ...]]:
    """MS.HEX.COVER: the DEF that cover gives against this attack, and the pieces that give it."""
    unit, target = state.units[strike.unit], state.units[strike.target]
    if unit.at is None or target.at is None or not _heeds_cover(state, strike):
        return 0, ()
    if strike.broken_cover:
        return strike.broken_cover, ()
    ground, rules = state.ground, state.rules
    if strike.how == "through":
        pieces = tuple(h for h in ground.blockers(unit.at, target.at, 0) if h in ground.covers)
        return rules.lock_on.through_cover_def, pieces
    pieces, behind = _covering(state, strike, unit.at, target.at)
    if not pieces and not behind and target.at not in ground.thickets:
        return 0, ()
    # MS.AOE.COVER: against an area attack only cover that hides the target completely gives more
    # than usual.
    hidden = bool(pieces) and not sees(state, unit, target)
    through = hidden and says(strike.weapon, "sweeps")
    return (rules.cover.through_def if through else rules.cover.def_bonus), pieces


def _heeds_cover(state: State, strike: Strike) -> bool:
    """MS.BARRIER.COVER: no cover in addition to a barrier. MS.TA.HIGH-EXPOSED: none on High Ground."""
    if strike.is_melee or elevation(state, state.units[strike.target]):
        return False
    return state.rules.cover.stacks_with_barrier or not barrier_holds(state, strike)


def _covering(state: State, strike: Strike, start: Hex, at: Hex) -> tuple[tuple[Hex, ...], bool]:
    """The pieces on the line of fire that give cover, and whether a model does.

    MS.COVER.OWN: pieces next to the attacker give none.
    """
    ground, near = state.ground, state.rules.hexes(state.rules.cover.near_in)
    size = state.units[strike.target].card.size
    one, two = traced(start, at)
    pieces: tuple[Hex, ...] = ()
    behind = False
    for h in one if one == two else dict.fromkeys((*one, *two)):
        close = DISTANCE[h - at] <= near and DISTANCE[h - start] > near
        if h in ground.covers and (close or strike.is_indirect):
            pieces = (*pieces, h)
        elif close and (standing := state.standing.get(h)) is not None:
            # A model at least as large as the target hides it as a wall would.
            behind = behind or state.units[standing].card.size >= size
    return pieces, behind


@once_a_table
def attack_pool(state: State, strike: Strike) -> Pool:
    """MS.DICE.POOL: the attacker's pool as it is rolled; MS.IDF.NO-BONUS: traits do not help
    indirect fire.
    """
    steps = int(bool(strike.bonus) and BONUSES[strike.bonus].crit)
    return _pool(
        state,
        attack_dice(state, strike).total,
        attack_hits(state, strike).total,
        steps,
        None if used_up(strike) else state.units[strike.unit],
        state.rules.dice.success,
    )


@once_a_table
def defence_pool(state: State, strike: Strike) -> Pool:
    """The defender's pool; MS.TRANSFORM: some modes defend worse in melee."""
    unit = state.units[strike.target]
    steps = int(bool(strike.guard) and BONUSES[strike.guard].crit)
    success = state.rules.dice.success
    if strike.is_melee and unit.transformed and unit.card.transform is not None:
        success = unit.card.transform.melee_def_target or success
    return _pool(
        state,
        defence_dice(state, strike).total,
        defence_bonus(state, strike).total,
        steps,
        unit,
        success,
    )


def plain_pool(rules: Parameters, dice: int, flat: int, success: int = 0) -> Pool:
    """MS.DICE.POOL: a number of dice and a bonus, without other terms."""
    figures = rules.dice
    return Pool.capped(
        dice, flat, cap=figures.pool_cap, success=success or figures.success, crit=figures.crit,
        crit_value=figures.crit_value, floor=figures.total_floor,
    )  # fmt: skip


def _pool(state: State, dice: int, flat: int, steps: int, unit: Unit | None, success: int) -> Pool:
    rules = state.rules
    pool = plain_pool(rules, dice, flat, success)
    wider = steps * rules.elite_bonus.crit_step + (unit.effect("sharp") if unit is not None else 0)
    return pool.sharpened(wider, rules.dice.crit_floor) if wider else pool
