"""Support Attack and Defence: the bonuses that other weapons add (MS.SUPPORT.*)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gattai.games.mechastellar.cards import UnitCard, WeaponCard
from gattai.games.mechastellar.figures import away, engaging, sees
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.keywords.tags import grounded_kinetic
from gattai.games.mechastellar.state import State, Unit, UnitId

Draw = tuple[UnitId, str, int]
"""A support bonus: the unit, its weapon, and the amount."""


def support_word(weapon: str) -> str:
    """The word for switching a weapon to Support Mode after the roll."""
    return f"support-{weapon}"


def support_of(state: State, weapon: WeaponCard, *, attacking: bool, melee: bool) -> int:
    """MS.SUPPORT.BONUS, MS.SUPPORT.TYPE: the bonus of a weapon in Support Mode; 0 if it has none.

    MS.SUPPORT.FREE: a Free weapon can support attacks of its own kind. MS.IDF.SPACE: kinetic
    indirect weapons do so in space.
    """
    support = state.rules.support
    printed = _printed(weapon, attacking=attacking, melee=melee)
    if attacking:
        own_kind = weapon.kind == ("melee" if melee else "shooting")
        if not printed and own_kind and says(weapon, "is_free"):
            printed = 1
        turned = says(weapon, "fires_indirectly") and grounded_kinetic(state, weapon.category)
        if not printed and not melee and turned:
            printed = 1
    if printed != 1:
        return printed
    return support.limited_use_bonus if weapon.uses > 0 else support.bonus


def _printed(weapon: WeaponCard, *, attacking: bool, melee: bool) -> int:
    if attacking:
        return weapon.support_melee_atk if melee else weapon.support_atk
    return weapon.support_melee_def if melee else weapon.support_def


@cache
def _could_support(weapon: WeaponCard, turned: bool) -> bool:
    """Whether a weapon can be switched to Support Mode at all; `turned`: kinetic, in space."""
    printed = (
        weapon.support_atk
        + weapon.support_def
        + weapon.support_melee_atk
        + weapon.support_melee_def
    )
    return bool(printed) or says(weapon, "is_free") or turned


def can_support(state: State, weapon: WeaponCard) -> bool:
    """Whether a weapon can be switched to Support Mode here."""
    turned = says(weapon, "fires_indirectly") and grounded_kinetic(state, weapon.category)
    return _could_support(weapon, turned)


@cache
def _supporters(card: UnitCard, in_space: bool) -> tuple[WeaponCard, ...]:
    """The weapons of a profile that can support, in space or not."""
    return tuple(
        weapon
        for weapon in card.weapon
        if _could_support(
            weapon, in_space and weapon.category == "K" and says(weapon, "fires_indirectly")
        )
    )


def reaches(state: State, weapon: WeaponCard, hexes: int) -> bool:
    """MS.SUPPORT.BONUS: within the weapon's maximum range, or the range that the rules version sets."""
    inches = weapon.range_in
    if state.rules.support.range == "rapid_fire_or_max" and weapon.rapid_fire_range_in:
        inches = weapon.rapid_fire_range_in
    return hexes <= state.rules.hexes(inches)


def draws(
    state: State, unit_id: UnitId, foe_id: UnitId, *, attacking: bool, melee: bool
) -> tuple[Draw, ...]:
    """The support bonuses of a unit against an enemy; MS.SUPPORT.CAP: at most 2 in all."""
    found: list[Draw] = []
    left = state.rules.support.cap
    for giver, weapon, amount in _sources(state, unit_id, foe_id, attacking, melee):
        if left <= 0:
            break
        found.append((giver, weapon.id, min(left, amount)))
        left -= amount
    return tuple(found)


def _sources(
    state: State, unit_id: UnitId, foe_id: UnitId, attacking: bool, melee: bool
) -> Iterator[tuple[UnitId, WeaponCard, int]]:
    if state.rules.support.mode == "proximity":
        yield from _nearby(state, unit_id, foe_id, attacking, melee)
        return
    unit, foe = state.units[unit_id], state.units[foe_id]
    far = away(unit, foe)
    for place, name in enumerate(unit.support):
        weapon = unit.find_weapon(name)
        # MS.SUPPORT.USES: one bonus for each use that is set and not spent.
        spent = unit.support[:place].count(name) == unit.left_of(name)
        if weapon is not None and reaches(state, weapon, far) and not spent:
            amount = support_of(state, weapon, attacking=attacking, melee=melee)
            if amount:
                yield unit_id, weapon, amount
    if not attacking:
        return
    for member in state.squad(unit_id)[1:]:
        # MS.SQUAD.SUPPORT: weapons of members count as self-support when the leader attacks.
        model = state.units[member]
        for weapon in _ready(model):
            amount = support_of(state, weapon, attacking=True, melee=melee)
            if amount and model.at is not None and reaches(state, weapon, away(model, foe)):
                yield member, weapon, amount


def _ready(unit: Unit) -> Iterator[WeaponCard]:
    for weapon in unit.card.weapon:
        if unit.find_weapon(weapon.id) and weapon.id not in unit.fired and unit.left_of(weapon.id):
            yield weapon


def _nearby(
    state: State, unit_id: UnitId, foe_id: UnitId, attacking: bool, melee: bool
) -> Iterator[tuple[UnitId, WeaponCard, int]]:
    """MS.SUPPORT.PROXIMITY: weapons of nearby allies; own weapons only for a side's last unit.

    Earlier versions let a unit support itself with limited weapons within their range, or not at
    all.
    """
    unit, foe = state.units[unit_id], state.units[foe_id]
    support, hexes = state.rules.support, state.rules.hexes
    for giver_id in _supporting(state, unit_id):
        giver, own = state.units[giver_id], giver_id == unit_id
        apart, far = away(giver, foe if own else unit), away(giver, foe)
        any_distance = own and support.own == "limited_uses"
        for weapon in _ready(giver):
            limited = weapon.uses > 0
            near = support.proximity_limited_in if limited else support.proximity_in
            printed = _printed(weapon, attacking=attacking, melee=melee)
            if not printed or far > hexes(weapon.range_in):
                continue
            fits = limited if any_distance else apart <= hexes(near)
            if fits and sees(state, giver, foe):
                yield giver_id, weapon, support.limited_use_bonus if limited else printed


def _supporting(state: State, unit_id: UnitId) -> Iterator[UnitId]:
    """The units whose weapons may help one; none that is engaged helps or is helped."""
    if engaging(state, unit_id):
        return
    friends = state.friends(state.units[unit_id].seat)
    own = state.rules.support.own
    for giver_id, _, _ in friends:
        if giver_id == unit_id:
            if own == "limited_uses" or (own == "last_unit" and len(friends) == 1):
                yield giver_id
        elif not engaging(state, giver_id):
            yield giver_id


def has_support(state: State, card: UnitCard) -> bool:
    """Return whether a profile has any weapon that could support. Fast."""
    return bool(_supporters(card, state.ground.field.environment == "S"))


def switchable(state: State, unit_id: UnitId) -> Iterator[WeaponCard]:
    """MS.SUPPORT.MODE: weapons not used this round; MS.SUPPORT.USES: each use separately."""
    if state.rules.support.mode != "support_mode":
        return
    unit = state.units[unit_id]
    for weapon in _supporters(unit.card, state.ground.field.environment == "S"):
        left = unit.left_of(weapon.id)
        set_already = unit.support.count(weapon.id)
        room = left - set_already if left >= 0 else 1 - set_already
        fired = weapon.id in unit.fired and weapon.uses < 0
        if room > 0 and not fired and unit.find_weapon(weapon.id) and can_support(state, weapon):
            yield weapon


def used_up(strike: Strike) -> bool:
    """MS.COUNTER.PASSIVES, MS.IDF.NO-BONUS, MS.AOE.FIRST: whether an attack gets no support."""
    return strike.is_indirect or not strike.takes_outside_help
