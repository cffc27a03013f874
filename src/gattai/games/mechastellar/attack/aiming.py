"""The legal targets of a weapon and the reasons against others (MS.RANGE.*, MS.LOS.*, MS.TARGET.*,
MS.IDF.*).
"""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.mechastellar.cards import WeaponCard
from gattai.games.mechastellar.figures import (
    area_stops,
    away,
    challengers,
    elevation,
    engaging,
    flies,
    fly_bars,
    is_free_of_closest,
    is_protected,
    reach_bars,
    resource,
    sees,
)
from gattai.games.mechastellar.ground import in_front
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.keywords.tags import grounded_kinetic
from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.kernel.rulebook import Refusal


def weapon_refusals(state: State, unit_id: UnitId, weapon: WeaponCard) -> Iterator[Refusal]:
    """Why a weapon cannot be used at all now: lost, empty, in Support Mode, or too expensive."""
    unit = state.units[unit_id]
    if f"weapon:{weapon.id}" in unit.lost:
        yield Refusal("MS.BD.WEAPON", f"{weapon.name} is out of order")
    left = unit.left_of(weapon.id)
    silent = unit.support.count(weapon.id)
    if left == 0:
        yield Refusal("MS.WEAPON.USES", f"{weapon.name} has no use left")
    elif silent and (left < 0 or left - silent <= 0):
        yield Refusal("MS.SUPPORT.MODE", f"{weapon.name} is in Support Mode this round")
    kind = resource(unit)
    for name, cost in (("power", weapon.power_cost), ("havoc", weapon.havoc_cost)):
        have = unit.points if kind == name else 0
        if cost > have:
            figures = (("price", cost), (name, have))
            rule = "MS.RES.POWER" if name == "power" else "MS.RES.HAVOC"
            yield Refusal(rule, f"{weapon.name} takes {name.capitalize()}", figures)


def shooting_fee(state: State, unit_id: UnitId, weapon: WeaponCard) -> int:
    """MS.ENGAGE.SHOOT: shooting while engaged costs Momentum; MS.REMOTE.FIRE: so does a remote
    weapon.
    """
    fee = 0
    if says(weapon, "is_remote"):
        fee += weapon.momentum_cost or state.rules.remote.cost_m
    if weapon.kind == "shooting" and engaging(state, unit_id):
        fee += state.rules.engage.shoot_cost
    return fee


def action_price(state: State, unit_id: UnitId, weapon: WeaponCard, target: UnitId | None) -> int:
    """MS.ACT.ACTIONS: the Combat Actions for an attack. MS.WEAPON.FREE, MS.REMOTE.FIRE: some
    weapons need none.
    """
    if says(weapon, "is_free") or says(weapon, "is_remote"):
        return 0
    act, rules = state.act, state.rules
    if rules.turn.melee_is_free and weapon.kind == "melee":
        return 0
    again = act is not None and target is not None and (target, weapon.id) in act.attacks
    return rules.skill.zeal.repeat_same_weapon_cost if again else 1


def use_refusals(
    state: State, act: Act, weapon: WeaponCard, target: UnitId | None
) -> Iterator[Refusal]:
    """Refuse a weapon that cannot be paid for in its own turn; MS.WEAPON.FREE: Free weapons once a
    turn.

    Other attacks on terrain without a Combat Action are also limited to one a turn, since nothing
    else would limit them.
    """
    yield from weapon_refusals(state, act.unit, weapon)
    yield from too_dear(act, action_price(state, act.unit, weapon, target))
    yield from unpaid_fee(state, act.unit, weapon)
    free = says(weapon, "is_free")
    struck = target is None and (act.unit, weapon.id) in act.attacks
    if struck or (free and any(used == weapon.id for _, used in act.attacks)):
        yield Refusal("MS.WEAPON.FREE", f"{weapon.name} has attacked this turn")


def too_dear(act: Act, combat: int) -> Iterator[Refusal]:
    """MS.ACT.ACTIONS: refuse if fewer Combat Actions are left."""
    if act.combat < combat:
        figures = (("needed", combat), ("left", act.combat))
        yield Refusal("MS.ACT.ACTIONS", "not enough Combat Actions", figures)


def unpaid_fee(state: State, unit_id: UnitId, weapon: WeaponCard) -> Iterator[Refusal]:
    """MS.ENGAGE.SHOOT, MS.REMOTE.FIRE: refuse if there is not enough Momentum for the shot."""
    fee, have = shooting_fee(state, unit_id, weapon), state.momentum[state.units[unit_id].seat]
    if fee > have:
        rule = "MS.REMOTE.FIRE" if says(weapon, "is_remote") else "MS.ENGAGE.SHOOT"
        yield Refusal(rule, "not enough Momentum", (("price", fee), ("momentum", have)))


def blindsides(
    state: State, unit_id: UnitId, weapon: WeaponCard, target_id: UnitId, how: str = "direct"
) -> bool:
    """MS.TA.BLINDSIDE: from behind, once per target and turn; MS.BD.HEAD: always against a target
    without a head.

    MS.IDF.NO-BONUS: indirect fire never blindsides, except with remote weapons (MS.REMOTE.FIRE).
    """
    if how == "indirect" and not says(weapon, "is_remote"):
        return False
    if "head" in state.units[target_id].lost:
        return True
    act = state.act
    if act is None or act.unit != unit_id:
        return False
    fresh = act.blindsided.count(target_id) < state.rules.tactical.blindside_per_turn
    return fresh and (target_id in act.behind or says(weapon, "is_remote"))


def limits(state: State, act: Act, target: UnitId) -> Iterator[Refusal]:
    """MS.ATTACK.LIMIT: at most two attacks on one target in a turn."""
    most = state.rules.turn.max_attacks_per_target
    done = sum(struck == target for struck, _ in act.attacks)
    if done >= most:
        yield Refusal("MS.ATTACK.LIMIT", "no further attack on this target", (("attacks", done),))


def target_refusals(
    state: State,
    unit_id: UnitId,
    weapon: WeaponCard,
    target_id: UnitId,
    how: str,
    *,
    counter: bool = False,
) -> Iterator[Refusal]:
    """Why a weapon cannot be used on a unit, apart from the price."""
    unit = state.units[unit_id]
    barred = _no_target(state, unit, target_id)
    if barred is not None:
        yield barred
        return
    target = state.units[target_id]
    yield from _challenge(state, unit_id, target_id)
    if is_protected(state, target_id, unit_id):
        yield Refusal("MS.ENGAGE.PROTECTED", f"{target.name} is engaged in melee with others")
    far, most = away(unit, target), state.rules.hexes(weapon.range_in)
    if far > most:
        yield Refusal(
            "MS.RANGE.MEASURE", f"{target.name} is out of range", (("away", far), ("range", most))
        )
    if says(weapon, "sweeps"):
        yield from _area(state, unit_id, target_id, how, counter)
    if weapon.kind == "melee":
        yield from _melee(state, unit, target, how)
    else:
        yield from _shooting(state, unit_id, weapon, target_id, how, counter)


def _no_target(state: State, unit: Unit, target_id: UnitId) -> Refusal | None:
    if not 0 <= target_id < len(state.units):
        return Refusal("MS.UNIT.DEFINITION", "there is no such unit")
    target = state.units[target_id]
    if target.at is None or unit.at is None:
        return Refusal("MS.RANGE.MEASURE", f"{target.name} is not on the table")
    if target.seat == unit.seat:
        return Refusal("MS.ATTACK.SEQUENCE", f"{target.name} is on the same side")
    if target.leader != target_id:
        return Refusal("MS.SQUAD.LEADER", f"{target.name} is targeted through its squad's leader")
    return None


def _challenge(state: State, unit_id: UnitId, target_id: UnitId) -> Iterator[Refusal]:
    """MS.CHALLENGE.DUTY: Challengers may attack only each other."""
    bound = challengers(state, unit_id)
    if bound and target_id not in bound:
        name = state.units[bound[0]].name
        yield Refusal("MS.CHALLENGE.DUTY", f"a Challenge binds it to attack {name}")


def _area(
    state: State, unit_id: UnitId, target_id: UnitId, how: str, counter: bool
) -> Iterator[Refusal]:
    """MS.AOE.LIMITS: not from or into melee, and not as a Counter; MS.AOE.COVER: not too far behind
    cover.
    """
    rule = "MS.AOE.LIMITS"
    if counter:
        yield Refusal(rule, "an area weapon cannot Counter")
    if engaging(state, unit_id):
        yield Refusal(rule, "an area weapon cannot be fired while engaged")
    elif engaging(state, target_id):
        yield Refusal(rule, "an area weapon cannot be fired into a melee")
    unit, target = state.units[unit_id], state.units[target_id]
    if how != "indirect" and area_stops(state, unit, target):
        reason = f"{target.name} is safe behind a second piece of cover"
        yield Refusal("MS.AOE.COVER", reason)


def _melee(state: State, unit: Unit, target: Unit, how: str) -> Iterator[Refusal]:
    """MS.LOS.NEED, MS.HIGH.MELEE, MS.ENGAGE.FLY; MS.RANGE.REACH: within reach, engaged or not."""
    if how != "direct":
        yield Refusal("MS.IDF.BASIC", "a melee weapon strikes directly")
    if not sees(state, unit, target):
        yield Refusal("MS.LOS.NEED", f"{target.name} is out of sight")
    if reach_bars(state, unit, target, elevation(state, unit), elevation(state, target)):
        least = state.rules.high_ground.melee_min_size
        yield Refusal("MS.HIGH.MELEE", "the lower unit is too small", (("Size needed", least),))
    if fly_bars(state, unit, target):
        yield Refusal("MS.ENGAGE.FLY", "a flying ship or aircraft is fought with Fly only")


def fires_indirectly(state: State, weapon: WeaponCard) -> bool:
    """MS.IDF.BASIC: whether it can fire without sight; MS.IDF.SPACE: kinetic weapons cannot in space."""
    return says(weapon, "fires_indirectly") and not grounded_kinetic(state, weapon.category)


def _shooting(
    state: State, unit_id: UnitId, weapon: WeaponCard, target_id: UnitId, how: str, counter: bool
) -> Iterator[Refusal]:
    unit, target = state.units[unit_id], state.units[target_id]
    assert unit.at is not None and target.at is not None
    remote = says(weapon, "is_remote")
    if remote and how != "indirect":
        yield Refusal("MS.REMOTE.FIRE", f"{weapon.name} is always fired indirectly")
    if (
        not remote
        and not says(weapon, "all_round")
        and not in_front(unit.at, unit.facing, target.at)
    ):
        yield Refusal("MS.TARGET.ARC", f"{target.name} is in the rear arc")
    if how == "indirect":
        yield from _indirect(state, unit, weapon, target)
        return
    visible = sees(state, unit, target)
    if how == "through":
        yield from _through(state, unit, weapon, target, visible)
    elif not visible:
        yield Refusal("MS.LOS.NEED", f"{target.name} is out of sight")
    if not counter:
        yield from _closest(state, unit_id, weapon, target_id)


def _indirect(state: State, unit: Unit, weapon: WeaponCard, target: Unit) -> Iterator[Refusal]:
    """MS.IDF.FLY, MS.IDF.COVER; MS.AMB.WATER-IDF: whether it passes through the surface."""
    assert target.at is not None
    if not fires_indirectly(state, weapon):
        yield Refusal("MS.IDF.BASIC", f"{weapon.name} cannot be fired indirectly")
    on_ground = state.ground.field.environment == "G"
    if on_ground and state.rules.idf.fly_immune_on_ground and flies(target):
        yield Refusal("MS.IDF.FLY", f"{target.name} flies")
    card = state.ground.terrain.get(target.at)
    if card is not None and card.overhead:
        yield Refusal("MS.IDF.COVER", f"{target.name} has overhead cover")
    stopped = {
        "both-ways": False,
        "neither-way": unit.submerged != target.submerged,
        "outwards": target.submerged,
    }
    if stopped[state.rulings.water_idf]:
        name = target.name if target.submerged else unit.name
        yield Refusal("MS.WATER.SUBMERGED", f"{name} is under water")


def _through(
    state: State, unit: Unit, weapon: WeaponCard, target: Unit, visible: bool
) -> Iterator[Refusal]:
    """MS.LOCKON.THROUGH: an energy shot through destructible terrain that blocks sight."""
    rule = "MS.LOCKON.THROUGH"
    if visible or unit.submerged != target.submerged:
        yield Refusal(rule, "there is nothing to shoot through")
        return
    if weapon.category != "E":
        yield Refusal(rule, f"{weapon.name} is no energy weapon")
    if not has_lock(state, unit, target, shooting=True):
        yield Refusal(rule, f"{target.name} is outside Sensors")
    assert unit.at is not None and target.at is not None
    high = max(elevation(state, unit), elevation(state, target))
    blockers = state.ground.blockers(unit.at, target.at, high)
    if not all(state.ground.terrain[h].destructible for h in blockers):
        yield Refusal(rule, "the terrain in the way cannot be destroyed")


def has_lock(state: State, unit: Unit, target: Unit, *, shooting: bool) -> bool:
    """MS.LOCKON.CHOICE, MS.LOCKON.DUAL: whether the enemy is within Sensors."""
    if state.rules.lock_on.needs == "elite" and not unit.card.is_elite:
        return False
    inches = unit.card.sensors_shoot_in if shooting else unit.card.sensors_evade_in
    return away(unit, target) <= state.rules.hexes(inches)


def closest(state: State, unit_id: UnitId, *, all_round: bool) -> tuple[UnitId, ...]:
    """MS.TARGET.CLOSEST: the closest visible enemies, without those in melees of others."""
    known: tuple[UnitId, ...] | None = state.found.get(("closest", unit_id, all_round))
    if known is not None:
        return known
    unit = state.units[unit_id]
    assert unit.at is not None
    found: list[tuple[int, UnitId]] = []
    for foe_id, foe, at in state.foes(unit.seat):
        if not all_round and not in_front(unit.at, unit.facing, at):
            continue
        if not is_protected(state, foe_id, unit_id) and sees(state, unit, foe):
            found.append((away(unit, foe), foe_id))
    least = min((far for far, _ in found), default=0)
    known = tuple(foe_id for far, foe_id in found if far == least)
    state.found["closest", unit_id, all_round] = known
    return known


def _closest(
    state: State, unit_id: UnitId, weapon: WeaponCard, target_id: UnitId
) -> Iterator[Refusal]:
    """MS.TARGET.CLOSEST: must be the closest, unless the unit is exempt (MS.TARGET.EXEMPT)."""
    unit, rules = state.units[unit_id], state.rules
    if not rules.targeting.closest_rule or is_free_of_closest(rules, unit):
        return
    if challengers(state, unit_id) or elevation(state, state.units[target_id]):
        return
    act = state.act
    if act is not None and act.unit == unit_id and act.aggressor == target_id:
        return
    near = closest(state, unit_id, all_round=says(weapon, "all_round"))
    if near and target_id not in near:
        name = state.units[near[0]].name
        yield Refusal(
            "MS.TARGET.CLOSEST", f"{name} is closer", (("away", away(unit, state.units[near[0]])),)
        )
