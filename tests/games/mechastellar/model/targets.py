"""Who may be attacked with what: every attack, sweep and throw of the active unit, and what forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from typing import Any

from tests.games.mechastellar.model.board import (
    INCHES,
    Model,
    Place,
    Table,
    flies_enough,
    hexes,
    is_ahead,
    lines,
)

Opinion = dict[str, tuple[str, ...]]
"""For every action that comes into question, in notation, the rules against it; none if it is legal."""
WAYS = ("direct", "indirect", "through")


def attacks(table: Table, unit: Model) -> Opinion:
    """Every attack on a unit of the table, in every way."""
    found: Opinion = {}
    for weapon in unit.weapons.values():
        for target in table.units:
            for how in WAYS:
                for power in (False, True):
                    text = f"attack {weapon['id']} {target.name}"
                    text += f" {how}" if how != "direct" or power else ""
                    text += " yes" if power else ""
                    found[text] = tuple(_attack(table, unit, weapon, target, how, power))
    return found


def sweeps(table: Table, unit: Model) -> Opinion:
    """Every sweep over two or more units, in every order."""
    found: Opinion = {}
    for weapon in unit.weapons.values():
        if "AOE" not in weapon["tags"]:
            continue
        for count in range(2, weapon["aoe_targets"] + 1):
            for targets in permutations(table.foes(unit), count):
                for power in (False, True):
                    text = f"sweep {weapon['id']} [{' '.join(each.name for each in targets)}]"
                    text += " yes" if power else ""
                    found[text] = tuple(_sweep(table, unit, weapon, targets, power))
    return found


def throws(table: Table, unit: Model) -> Opinion:
    """Every throw of an enemy."""
    return {f"throw {each.name}": tuple(_throw(table, unit, each)) for each in table.foes(unit)}


def _attack(
    table: Table, unit: Model, weapon: dict[str, Any], target: Model, how: str, power: bool
) -> Iterator[str]:
    if target.side == unit.side:
        yield "MS.TARGET.CLOSEST"
        return
    if power and not weapon["option"]:
        yield "MS.RES.POWER"
        return
    yield from _return_fire(table, unit, target)
    yield from _shot(table, unit, weapon, target, how, power)


def _shot(
    table: Table, unit: Model, weapon: dict[str, Any], target: Model, how: str, power: bool = False
) -> Iterator[str]:
    """What is against an attack, Return Fire aside."""
    tags = tags_of(table, weapon)
    yield from _way(table, unit, weapon, target, how)
    yield from _ready(table, unit, weapon)
    yield from _price(table, unit, weapon, power)
    yield from _allowed_target(table, unit, weapon, target, how)
    if "Crash" in tags:
        yield "MS.CRASH.ACTION"
    if "AOE" in tags:
        yield from _area(table, unit, target)
    yield from _reach(table, unit, weapon, target, how)


def _return_fire(table: Table, unit: Model, target: Model) -> Iterator[str]:
    """MS.RETURNFIRE.ATTACK: the aggressor or the closest, unless one picks freely."""
    assert table.act is not None
    if must_return_fire(table) and not unit.picks_freely and not bound_to(table, unit):
        able = eligible(table, unit)
        nearest = min((hexes(_at(unit), _at(each)) for each in able), default=0)
        if able and target.name != table.act["aggressor"]:
            if target not in able or hexes(_at(unit), _at(target)) > nearest:
                yield "MS.RETURNFIRE.ATTACK"
        elif able and target not in able:
            yield "MS.RETURNFIRE.ATTACK"


def eligible(table: Table, unit: Model) -> list[Model]:
    """The enemies that the active unit may attack with a weapon from where it stands.

    MS.AMB.RF-FORCED: throws, Crashes and shots through terrain are not asked of anybody.
    """
    return [
        target
        for target in table.foes(unit)
        if any(
            next(_shot(table, unit, weapon, target, how), None) is None
            for weapon in unit.weapons.values()
            for how in ("direct", "indirect")
        )
    ]


def tags_of(table: Table, weapon: dict[str, Any]) -> tuple[str, ...]:
    """MS.IDF.SPACE: in space a kinetic weapon has no IDF."""
    lost = table.in_space and weapon["category"] == "K"
    return tuple(tag for tag in weapon["tags"] if not (lost and tag == "IDF"))


def _way(
    table: Table, unit: Model, weapon: dict[str, Any], target: Model, how: str
) -> Iterator[str]:
    """Whether the weapon can be used in this way at all."""
    tags = tags_of(table, weapon)
    if how == "indirect" and "IDF" not in tags and "Remote" not in tags:
        yield "MS.IDF.BASIC"
    if how != "indirect" and "Remote" in tags:
        yield "MS.REMOTE.FIRE"
    if how == "through":
        if weapon["category"] != "E" or weapon["kind"] != "shooting":
            yield "MS.LOCKON.THROUGH"
        elif hexes(_at(unit), _at(target)) > unit.card["sensors_shoot_in"] // INCHES:
            yield "MS.LOCKON.CHOICE"
        elif not _breaks_through(table, unit, target):
            yield "MS.LOCKON.THROUGH"


def _at(model: Model) -> Place:
    assert model.at is not None
    return model.at


def _breaks_through(table: Table, unit: Model, target: Model) -> bool:
    """MS.LOCKON.THROUGH: sight is blocked, on both lines by nothing but what can be destroyed."""
    if table.sees(unit, target) or unit.said["submerged"] != target.said["submerged"]:
        return False
    height = max(table.level(_at(unit)), table.level(_at(target)))
    return all(
        table.has(at, "destructible")
        for line in lines(_at(unit), _at(target))
        for at in line
        if table.hides(at, height)
    )


def _ready(table: Table, unit: Model, weapon: dict[str, Any]) -> Iterator[str]:
    """Whether the weapon is there, has shots left, and there is an action for it."""
    act = table.act
    assert act is not None
    name = weapon["id"]
    if f"weapon:{name}" in unit.said["lost"]:
        yield "MS.BD.WEAPON"
    left, supporting = unit.left(name), unit.said["support"].count(name)
    if left == 0:
        yield "MS.WEAPON.USES"
    if supporting and (left < 0 or supporting >= left):
        yield "MS.SUPPORT.MODE"
    if "Free" in weapon["tags"]:
        if any(used == name for _, used in act["attacks"]):
            yield "MS.WEAPON.FREE"
    elif "Remote" not in weapon["tags"] and act["combat"] < 1:
        yield "MS.ACT.ACTIONS"


def _price(table: Table, unit: Model, weapon: dict[str, Any], power: bool) -> Iterator[str]:
    """MS.MOM.PAY: who buys something has all of it."""
    momentum = weapon["momentum_cost"]
    if "Remote" in weapon["tags"]:
        momentum = momentum or 1
    if weapon["kind"] == "shooting" and table.engagers(unit):
        momentum += 2
    if momentum > table.momentum(unit.side):
        yield "MS.MOM.PAY"
    points = weapon["power_cost"] + weapon["havoc_cost"]
    points += weapon["option"]["power"] if power else 0
    if points > unit.said["points"]:
        yield "MS.RES.POWER"


def _allowed_target(
    table: Table, unit: Model, weapon: dict[str, Any], target: Model, how: str
) -> Iterator[str]:
    """Duties, limits and the closest target."""
    act = table.act
    assert act is not None
    if sum(name == target.name for name, _ in act["attacks"]) >= 2:
        yield "MS.ATTACK.LIMIT"
    bound = bound_to(table, unit)
    if bound and target.name not in bound:
        yield "MS.CHALLENGE.DUTY"
    if table.is_shielded(target, unit):
        yield "MS.ENGAGE.PROTECTED"
    if weapon["kind"] == "shooting" and how != "indirect" and not bound:
        free = unit.picks_freely or target.name == act["aggressor"]
        if not free and not table.level(_at(target)):
            if not _is_closest(table, unit, weapon, target):
                yield "MS.TARGET.CLOSEST"


def bound_to(table: Table, unit: Model) -> list[str]:
    """MS.CHALLENGE.DUTY: the others of this unit's Challenges, if they still stand."""
    pairs = [*table.state["challenge"], *table.state["revenge"]]
    others = [b if a == unit.name else a for a, b in pairs if unit.name in (a, b)]
    return [name for name in others if table.models[name].at is not None]


def must_return_fire(table: Table) -> bool:
    """Whether the active unit was called up by Return Fire and has not attacked yet."""
    act = table.act
    assert act is not None
    return act["aggressor"] is not None and all(name == act["unit"] for name, _ in act["attacks"])


def _is_closest(table: Table, unit: Model, weapon: dict[str, Any], target: Model) -> bool:
    """MS.TARGET.CLOSEST: no enemy that it sees and may choose is nearer, or is seen while this one is not."""
    here = _at(unit)
    return not any(
        hexes(here, _at(each)) < hexes(here, _at(target)) or not table.sees(unit, target)
        for each in table.foes(unit)
        if table.sees(unit, each)
        and not table.is_shielded(each, unit)
        and ("360" in weapon["tags"] or is_ahead(here, unit.said["facing"], _at(each)))
    )


def _area(table: Table, unit: Model, target: Model) -> Iterator[str]:
    """MS.AOE.LIMITS, and MS.AMB.AOE-STOPS: no target behind a second piece of cover."""
    if table.engagers(unit) or table.engagers(target):
        yield "MS.AOE.LIMITS"
    here, there = _at(unit), _at(target)
    if not table.level(here) and not table.level(there):
        pieces = [
            sum(table.has(at, "cover") and hexes(at, here) > 1 for at in line)
            for line in lines(here, there)
        ]
        if min(pieces) >= 2:
            yield "MS.AOE.COVER"


def _reach(
    table: Table, unit: Model, weapon: dict[str, Any], target: Model, how: str
) -> Iterator[str]:
    """Range, arc, sight and height."""
    here, there = _at(unit), _at(target)
    if hexes(here, there) > weapon["range_in"] // INCHES:
        yield "MS.RANGE.MEASURE"
    if weapon["kind"] == "melee":
        yield from _melee(table, unit, target)
    elif "360" not in weapon["tags"] and "Remote" not in weapon["tags"]:
        if not is_ahead(here, unit.said["facing"], there):
            yield "MS.TARGET.ARC"
    if how == "indirect":
        yield from _indirect(table, unit, target)
    elif how == "direct" and not table.sees(unit, target):
        yield "MS.LOS.NEED"


def _melee(table: Table, unit: Model, target: Model) -> Iterator[str]:
    if not flies_enough(unit, target):
        yield "MS.ENGAGE.FLY"
    if not table.is_level(unit, _at(unit), target):
        yield "MS.HIGH.MELEE"


def _indirect(table: Table, unit: Model, target: Model) -> Iterator[str]:
    """Indirect Fire needs no sight: overhead cover stops it, and on the ground it misses flyers."""
    under, above = target.said["submerged"], not unit.said["submerged"]
    reading = table.reading("water_idf", "both-ways")
    if (reading == "neither-way" and under == above) or (reading == "outwards" and under):
        yield "MS.WATER.SUBMERGED"
    if table.has(_at(target), "overhead"):
        yield "MS.IDF.COVER"
    if target.flies and not table.in_space:
        yield "MS.IDF.FLY"


def _sweep(
    table: Table,
    unit: Model,
    weapon: dict[str, Any],
    targets: tuple[Model, ...],
    power: bool,
) -> Iterator[str]:
    for target in targets:
        yield from _attack(table, unit, weapon, target, "direct", power)
    for one, two in pairwise(targets):
        if hexes(_at(one), _at(two)) > 16 // INCHES or _is_parted(table, one, two):
            yield "MS.AOE.SWEEP"


def _is_parted(table: Table, one: Model, two: Model) -> bool:
    """MS.AMB.SWEEP-BETWEEN: some model stands on the line from a target to the next, whoever's it is."""
    return any(at in table.standing for line in lines(_at(one), _at(two)) for at in line)


def _throw(table: Table, unit: Model, target: Model) -> Iterator[str]:
    act = table.act
    assert act is not None
    hands = {"id": "", "kind": "melee", "range_in": 4, "category": "K", "tags": ()}
    if act["combat"] < 1:
        yield "MS.ACT.ACTIONS"
    yield from _return_fire(table, unit, target)
    yield from _allowed_target(table, unit, hands, target, "direct")
    yield from _reach(table, unit, hands, target, "direct")
    bigger = target.card["size"] - unit.card["size"]
    if bigger > 0 and (unit.card["boost"] or bigger > unit.said["points"]):
        yield "MS.THROW.LARGER"
