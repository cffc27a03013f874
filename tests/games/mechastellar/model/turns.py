"""Whose turn it can be: activations, Return Fire, the end of a turn, reinforcements."""

from __future__ import annotations

from tests.games.mechastellar.model.board import INCHES, Model, Place, Table, hexes, written
from tests.games.mechastellar.model.targets import Opinion, eligible, must_return_fire


def may_end(table: Table, unit: Model) -> tuple[str, ...]:
    """MS.AMB.RF-FORCED: who must return fire attacks first, while it has an action and a target.

    MS.AMB.RF-EXEMPT: those who pick freely need not attack at all.
    """
    act = table.act
    assert act is not None
    if not must_return_fire(table) or act["combat"] < 1 or unit.picks_freely:
        return ()
    return ("MS.RETURNFIRE.ATTACK",) if eligible(table, unit) else ()


def ready(table: Table, side: str) -> list[Model]:
    """The units of a side that can still be activated."""
    return [each for each in table.units if each.side == side and not each.said["activated"]]


def activations(table: Table) -> Opinion:
    """MS.ACT.ALTERNATE, MS.RETURNFIRE.ACTIVATE: whom the side whose turn it is may activate."""
    side = table.state["turn"]
    duty = [each for each in ready(table, side) if each.name in table.state["duty"]]
    found: Opinion = {}
    for unit in table.models.values():
        against = []
        if unit not in ready(table, side):
            against.append("MS.ACT.ALTERNATE")
        elif duty and unit not in duty:
            against.append("MS.RETURNFIRE.ACTIVATE")
        found[f"activate {unit.name}"] = tuple(against)
    return found


def arrivals(table: Table) -> Opinion:
    """MS.REINFORCE.WHEN and WHERE: every unit in reserve, at every hex of the map."""
    side = table.state["turn"]
    late = bool(ready(table, side)) or table.state["round"] < 2
    found: Opinion = {}
    for unit in table.models.values():
        if not unit.leads or unit.said["fate"] != "reserve":
            continue
        for at in table.places:
            against = []
            if late or unit.side != side:
                against.append("MS.REINFORCE.WHEN")
            if not _may_stand(table, unit, at):
                against.append("MS.HEX.OCCUPANCY")
            elif not _is_entry(table, unit, at):
                against.append("MS.REINFORCE.WHERE")
            found[f"reinforce {unit.name} {written(at)}"] = tuple(against)
    return found


def _may_stand(table: Table, unit: Model, at: Place) -> bool:
    if at in table.standing or table.terrain.get(at, {}).get("kind") == "wreck":
        return False
    return not table.has(at, "deep_water") or unit.flies or unit.swims


def _is_entry(table: Table, unit: Model, at: Place) -> bool:
    points = zip(table.map["control_point"], table.state["owners"], strict=True)
    if any(tuple(point["at"]) == at and owner == unit.side for point, owner in points):
        return True
    if table.level(at):
        return False
    rows = table.map["half_rows"]
    if at[1] == (rows if unit.side == "south" else -rows):
        return True
    return "ambush" in unit.card["traits"] and _ambushes(table, unit, at)


def _ambushes(table: Table, unit: Model, at: Place) -> bool:
    """MS.REINFORCE.AMBUSH: at any edge, 20 inches from every enemy or out of their sight."""
    around = [
        (at[0] + q, at[1] + r) for q, r in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    ]
    if all(table.is_on_map(each) for each in around):
        return False
    foes = [each for each, model in table.standing.items() if model.side != unit.side]
    return all(hexes(at, each) >= 20 // INCHES or not table.clear(at, each) for each in foes)
