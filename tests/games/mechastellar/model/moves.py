"""Where a unit of one model can go with a Move Action."""

from __future__ import annotations

from tests.games.mechastellar.model.board import (
    INCHES,
    Model,
    Place,
    Table,
    is_ahead,
    step,
    written,
)
from tests.games.mechastellar.model.targets import Opinion

FACINGS = range(6)


def moves(table: Table, unit: Model) -> Opinion:
    """Every move, to every hex of the map, on the surface and below it."""
    assert table.act is not None and unit.at is not None
    ends = _ends(table, unit) if table.act["moves"] > 0 else set()
    found: Opinion = {}
    for at in table.places:
        for dives in (False, True):
            against = [] if at in ends and _stays(table, unit, at, dives) else ["MS.MOVE.DISTANCE"]
            found[f"move {written(at)}" + (" yes" if dives else "")] = tuple(against)
    return found


def _stays(table: Table, unit: Model, at: Place, dives: bool) -> bool:
    """MS.AMB.WATER-CHOICE: whether one can end a move there above the water, or below it."""
    wet = table.has(at, "deep_water")
    if unit.said["submerged"]:
        return wet and dives
    return not dives or (wet and unit.swims and not unit.flies)


def reach_of(unit: Model) -> int:
    """MS.MOVE.DISTANCE: hexes of one Move Action."""
    mode = unit.card["transform"] if unit.said["transformed"] else None
    return int((unit.card["move_in"] + (mode["move_in"] if mode else 0)) // INCHES)


def _ends(table: Table, unit: Model) -> set[Place]:
    """The hexes where a Move Action can end."""
    assert unit.at is not None
    go = _straight if unit.is_craft else _flights if unit.flies else _walks
    ways = go(table, unit)
    return {at for at in ways if at not in table.standing and not _is_wreck(table, at)}


def _is_wreck(table: Table, at: Place) -> bool:
    return bool(table.terrain.get(at, {}).get("kind") == "wreck")


def _is_open(table: Table, unit: Model, at: Place) -> bool:
    """MS.HEX.OCCUPANCY, MS.WATER.MOVE: whether one can go through a hex at all."""
    if not table.is_on_map(at):
        return False
    there = table.standing.get(at)
    if there is not None and there.side != unit.side:
        return False
    wet = table.has(at, "deep_water")
    if unit.said["submerged"]:
        return wet and (unit.swims or unit.flies)
    return unit.flies or not (_is_wreck(table, at) or (wet and not unit.swims))


def _holds(table: Table, unit: Model, start: Place, end: Place) -> bool:
    """MS.ENGAGE.STRAFE: whoever engages it here engages it there too."""
    here = table.engagers(unit, start)
    return not here or all(each in table.engagers(unit, end) for each in here)


def _straight(table: Table, unit: Model) -> set[Place]:
    """MS.MOVE.WARSHIP: straight on, in a heading of the front half."""
    assert unit.at is not None
    found = set()
    for facing in FACINGS:
        if not is_ahead(unit.at, unit.said["facing"], step(unit.at, facing)):
            continue
        at = unit.at
        for count in range(1, reach_of(unit) + 1):
            there = step(at, facing)
            if not _is_open(table, unit, there) or not _holds(table, unit, at, there):
                break
            at = there
            if _may_land(table, unit, at, count):
                found.add(at)
    return found


def _may_land(table: Table, unit: Model, at: Place, count: int) -> bool:
    """MS.AMB.CLIMB-FLY: one flies over what is high, but to go up onto it takes 4 inches a level of it."""
    assert unit.at is not None
    last = table.level(at) if table.level(at) > table.level(unit.at) else 1
    return count - 1 + last <= reach_of(unit) and (unit.flies or not table.level(at))


def _flights(table: Table, unit: Model) -> set[Place]:
    """Any way over everything but enemies; a jungle is entered from beside it."""
    assert unit.at is not None
    far, edge, found = {unit.at: 0}, [unit.at], set()
    while edge:
        at = edge.pop(0)
        for facing in FACINGS:
            there = step(at, facing)
            if there in far or far[at] == reach_of(unit) or not _is_open(table, unit, there):
                continue
            if _holds(table, unit, at, there):
                far[there] = far[at] + 1
                edge.append(there)
    for at, count in far.items():
        outside = table.is_thicket(at) and count > 1 and not _is_within(table, unit, at)
        if count and _may_land(table, unit, at, count) and not outside:
            found.add(at)
    return found


def _is_within(table: Table, unit: Model, end: Place) -> bool:
    """Whether one can get to a hex of jungle without leaving the jungle in which one is."""
    assert unit.at is not None
    if not table.is_thicket(unit.at):
        return False
    far, edge = {unit.at: 0}, [unit.at]
    while edge:
        at = edge.pop(0)
        near = [step(at, facing) for facing in FACINGS if far[at] < reach_of(unit)]
        for there in near:
            if there not in far and table.is_thicket(there) and _is_open(table, unit, there):
                far[there] = far[at] + 1
                edge.append(there)
    return end in far


def _walks(table: Table, unit: Model) -> set[Place]:
    """Any way on the ground: up, into a jungle, or down for nothing only with the whole action."""
    assert unit.at is not None
    pays = table.momentum(unit.side) >= 1
    best: dict[tuple[Place, bool], int] = {(unit.at, False): 0}
    waiting = [(unit.at, False)]
    last: set[Place] = set()
    """Hexes with which a move ends: a climb, a jungle, a drop that is not paid for."""
    while waiting:
        at, dropped = waiting.pop()
        spent = best[at, dropped]
        for facing in FACINGS:
            there = step(at, facing)
            if not _is_open(table, unit, there) or not _holds(table, unit, at, there):
                continue
            rise = table.level(there) - table.level(at)
            cost = spent + max(1, rise)
            if cost > reach_of(unit):
                continue
            enters = table.is_thicket(there) and not table.is_thicket(at)
            if rise > 0 or enters:
                if at == unit.at and spent == 0:
                    last.add(there)
                continue
            falls = rise < 0
            if falls and at == unit.at and spent == 0:
                last.add(there)
            if falls and not pays and not dropped:
                continue
            state = (there, dropped or falls)
            if cost < best.get(state, 99):
                best[state] = cost
                waiting.append(state)
    return ({at for at, _ in best} | last) - {unit.at}
