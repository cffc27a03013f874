"""The current figures of units: the printed figures with the effects of the battle."""

from __future__ import annotations

from gattai.games.mechastellar.ground import in_front, traced
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import has
from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.state import State, Unit, UnitId
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import DISTANCE, Hex


def size_of(state: State, unit_id: UnitId) -> int:
    """MS.UNIT.SIZE, MS.SQUAD.SIZE: for a squad the number of its models, or the sum of their Sizes
    if larger.
    """
    squad = state.squads.get(unit_id)
    if squad is None:
        return state.units[unit_id].card.size
    return max(len(squad), sum(state.units[member].card.size for member in squad))


def _stature(state: State, unit: Unit) -> int:
    """MS.AMB.SQUAD-SIZE: the Size for engagement and for melee against High Ground: its squad's or
    the model's.
    """
    if unit.leader not in state.squads or state.rulings.squad_size == "model":
        return unit.card.size
    return size_of(state, unit.leader)


def flies(unit: Unit) -> bool:
    """Whether it has Fly, by a trait or from an Accelerate until the Turn ends (MS.ACCEL.ACTION)."""
    return bool(unit.effects and unit.effect("fly")) or has(unit, "flies")


def swims(unit: Unit) -> bool:
    """Return whether it can move in deep water (MS.WATER.MOVE)."""
    return has(unit, "swims") or flies(unit)


def is_ship(unit: Unit) -> bool:
    """MS.UNIT.KINDS: whether it is a Warship, which has a captain instead of a pilot."""
    return unit.card.kind == "Warship"


def moves_by_heading(unit: Unit) -> bool:
    """MS.MOVE.WARSHIP: whether it moves straight ahead and faces where it goes, as Warships and
    Aircraft do.

    MS.TRANSFORM: a mode can be an Aircraft.
    """
    card = unit.card
    mode = card.transform if unit.transformed else None
    return card.kind == "Warship" or card.aircraft or (mode is not None and mode.aircraft)


def elevation(state: State, unit: Unit) -> int:
    """The level of the High Ground it is on; 0 elsewhere."""
    return 0 if unit.at is None else state.ground.levels.get(unit.at, 0)


def max_move(state: State, unit: Unit) -> int:
    """MS.MOVE.DISTANCE, MS.TRANSFORM: the hexes of one Move Action; MS.REINFORCE.TURN: 4 in on
    arrival.
    """
    act = state.act
    if act is not None and act.arriving and state.units[act.unit] is unit:
        return state.rules.hexes(state.rules.reinforce.move_in)
    inches = unit.card.move_in
    if unit.transformed and unit.card.transform is not None:
        inches += unit.card.transform.move_in
    return state.rules.hexes(inches)


def move_actions(state: State, unit: Unit) -> int:
    """MS.ACT.ACTIONS: the Move Actions of a turn; each MS.BD.LEGS takes one away."""
    return max(0, state.rules.turn.move_actions - unit.lost.count("legs"))


def resource(unit: Unit) -> str:
    """MS.UNIT.PROFILE, MS.RES.OTHER: the kind of points it has: boost, power, havoc, or none."""
    card = unit.card
    return "boost" if card.boost else "power" if card.power else "havoc" if card.havoc else ""


def stat(unit: Unit) -> int:
    """MS.RES.REFRESH: its Boost, Power or Havoc; MS.BD.CORE reduces it."""
    card = unit.card
    return max(0, card.boost + card.power + card.havoc - unit.lost.count("core"))


def is_shut_down(rules: Parameters, unit: Unit) -> bool:
    """MS.STUN.SHUTDOWN: whether it has more stun tokens than 3 plus its Boost, Power or Havoc."""
    return unit.stun > 0 and unit.stun > rules.stun.shutdown_base + stat(unit)


def has_ace_form(unit: Unit) -> bool:
    """MS.SKILL.ACE, MS.UNIT.TIERS: whether it is an Ace or the Commander."""
    return unit.card.tier == "ace" or unit.commander


def morale_of(rules: Parameters, unit: Unit) -> int:
    """MS.MORALE.SAVE: the printed value, else that of the tier."""
    return unit.card.morale or int(getattr(rules.morale, unit.card.tier))


def elite_level(rules: Parameters, unit: Unit) -> int:
    """MS.MOM.ELITE-LEVEL: the printed value, else that of the tier."""
    return unit.card.elite_level or int(getattr(rules.momentum.elite_level, unit.card.tier))


def shield(unit: Unit) -> int:
    """The S# it still has (MS.BD.SHIELD)."""
    return 0 if "shield_s" in unit.lost else unit.card.shield_s


def melee_shield(unit: Unit) -> int:
    """The MD# it still has (MS.BD.MD-SHIELD)."""
    return 0 if "shield_md" in unit.lost else unit.card.shield_md


def barrier_holds(state: State, strike: Strike) -> bool:
    """MS.BARRIER.MUST, MS.BARRIER.ARC: whether the target's barrier is active against this attack."""
    unit = state.units[strike.target]
    card = unit.card.barrier
    if card is None or unit.barrier <= 0 or is_shut_down(state.rules, unit):
        return False
    attacker = state.units[strike.unit]
    # MS.WEAPON.CATEGORIES: the letter decides whether a barrier blocks an attack.
    kind = "melee" if strike.is_melee else strike.weapon.category
    if kind not in card.blocks:
        return False
    if card.arc == 360 or unit.at is None or attacker.at is None:
        return True
    return in_front(unit.at, unit.facing, attacker.at)


def fly_bars(state: State, one: Unit, two: Unit) -> bool:
    """MS.ENGAGE.FLY: a flying Warship or Aircraft fights only units with Fly, and the other way
    round.
    """
    mode = state.rules.engage.fly_needed_vs
    if mode == "none":
        return False
    for flyer, walker in ((one, two), (two, one)):
        needed = mode == "any_with_fly" or moves_by_heading(flyer)
        if needed and flies(flyer) and not flies(walker):
            return True
    return False


def reach_bars(state: State, one: Unit, two: Unit, high: int, other_high: int) -> bool:
    """MS.HIGH.MELEE: across elevations only if the lower unit is tall enough."""
    if high == other_high:
        return False
    lower = one if high < other_high else two
    return _stature(state, lower) < state.rules.high_ground.melee_min_size


def can_engage(state: State, foe: Unit, unit: Unit) -> bool:
    """Return whether an enemy could engage a unit at all, regardless of position.

    MS.ENGAGE.SIZE: a unit ignores enemies that are much smaller.
    """
    if _stature(state, unit) - _stature(state, foe) >= state.rules.engage.size_gap:
        return False
    return foe.submerged == unit.submerged and not fly_bars(state, foe, unit)


def engaging(state: State, unit_id: UnitId) -> tuple[UnitId, ...]:
    """MS.ENGAGE.RANGE: the enemies that engage a unit at its position."""
    known: tuple[UnitId, ...] | None = state.found.get(("engaging", unit_id))
    if known is None:
        unit = state.units[unit_id]
        known = ()
        at = unit.at
        if at is not None:
            near, seat = state.rules.hexes(state.rules.engage.range_in), unit.seat
            high, levels = elevation(state, unit), state.ground.levels
            known = tuple(
                [
                    foe_id
                    for foe_id, foe, there in state.leaders
                    if DISTANCE[there - at] <= near
                    and foe.seat != seat
                    and can_engage(state, foe, unit)
                    and not reach_bars(state, foe, unit, levels.get(there, 0), high)
                ]
            )
        state.found["engaging", unit_id] = known
    return known


def is_protected(state: State, target_id: UnitId, unit_id: UnitId) -> bool:
    """MS.ENGAGE.PROTECTED: whether a target is in a melee in which the attacker takes no part.

    MS.ENGAGE.SIZE: a small unit takes part in the melee with a giant that engages it.
    """
    held = engaging(state, target_id)
    return bool(held) and unit_id not in held and target_id not in engaging(state, unit_id)


def sees(state: State, one: Unit, two: Unit) -> bool:
    """MS.LOS.NEED: clear sight; MS.WATER.SUBMERGED: not through the surface."""
    if one.at is None or two.at is None or one.submerged != two.submerged:
        return False
    return state.ground.sees(one.at, elevation(state, one), two.at, elevation(state, two))


def area_stops(state: State, unit: Unit, target: Unit, most: int = 2) -> bool:
    """MS.AOE.COVER: whether an area attack ends on its way at this piece of cover (the second).

    MS.COVER.OWN: pieces next to the attacker are no cover. From and onto High Ground the attack
    passes over lower pieces.
    """
    if elevation(state, unit) or elevation(state, target):
        return False
    assert unit.at is not None and target.at is not None
    start, covers = unit.at, state.ground.covers
    near = state.rules.hexes(state.rules.cover.near_in)
    return all(
        sum(h in covers and DISTANCE[h - start] > near for h in line) >= most
        for line in traced(start, target.at)
    )


def away(one: Unit, two: Unit) -> int:
    """MS.RANGE.MEASURE, MS.HEX.DISTANCE: the distance in hexes from centre to centre."""
    assert one.at is not None and two.at is not None
    return DISTANCE[two.at - one.at]


def nearest(state: State, at: Hex, among: list[tuple[UnitId, Unit, Hex]]) -> list[UnitId]:
    """The units nearest to a hex; several if the distance is equal."""
    if not among:
        return []
    least = min(DISTANCE[place - at] for _, _, place in among)
    return [unit_id for unit_id, _, place in among if DISTANCE[place - at] == least]


def challengers(state: State, unit_id: UnitId) -> tuple[UnitId, ...]:
    """MS.CHALLENGE.DUTY: the Challengers that a unit has to fight, if they are on the table."""
    pairs = (*state.challenge, *state.revenge)
    found = [two if one == unit_id else one for one, two in pairs if unit_id in (one, two)]
    return tuple(u for u in dict.fromkeys(found) if state.units[u].at is not None)


def captain_orders(state: State, seat: Seat) -> int:
    """MS.ORDERS.POOL: the orders of all captains of a side that are on the table."""
    orders = state.rules.orders
    return sum(
        int(getattr(orders, unit.card.tier))
        for _, unit, _ in state.friends(seat)
        if is_ship(unit) and unit.card.is_elite
    )


def has_captain(state: State, seat: Seat) -> bool:
    """Return whether a captain who can give orders is still on the table."""
    return any(is_ship(unit) and unit.card.is_elite for _, unit, _ in state.friends(seat))


def commander_of(state: State, seat: Seat) -> UnitId | None:
    """MS.SETUP.COMMANDER: the Commander, while it is on the table."""
    for unit_id, unit, _ in state.on_table:
        if unit.commander and unit.seat == seat:
            return unit_id
    return None


def is_free_of_closest(rules: Parameters, unit: Unit) -> bool:
    """MS.TARGET.EXEMPT, MS.RETURNFIRE.EXEMPT, MS.UNIT.ROLES: exempt by tier, role or kind.

    MS.TIER.BASIC, MS.TIER.BATTLE-TESTED: these must shoot at the closest.
    """
    targeting, card = rules.targeting, unit.card
    return (
        card.tier in targeting.exempt_tiers
        or card.role in targeting.exempt_roles
        or card.kind in targeting.exempt_kinds
    )
