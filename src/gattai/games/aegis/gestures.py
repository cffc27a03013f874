"""Movements in the scene that no change of state shows: the way of a move, shots, combining."""

from __future__ import annotations

from gattai.games.aegis.attack.aiming import area, targets_somebody
from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.events.attack import ActionUsed, UnitShoved
from gattai.games.aegis.events.combining import UnitCombined
from gattai.games.aegis.events.flow import UnitMoved, UnitSlippedAway
from gattai.games.aegis.figures import way_to
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords.registry import attributes
from gattai.games.aegis.state import State, UnitId
from gattai.games.weapon_look import shot_look
from gattai.kernel.event import Event
from gattai.scene.parts import Impact, Motion


def gesture(before: State, event: Event, after: State) -> Motion | None:
    """Return an event as a motion of a piece."""
    match event:
        case UnitMoved(unit=unit, to=to) | UnitSlippedAway(unit=unit, to=to):
            return Motion("move", before.units[unit].name, way=_way(before, unit, to))
        case UnitShoved(unit=unit, to=to, own_move=own):
            kind = "move" if own else "push"
            return Motion(kind, before.units[unit].name, way=_straight(before, unit, to))
        case ActionUsed():
            return _used(before, event)
        case UnitCombined(unit=unit, partner=partner, name=name, into=into):
            parts = (before.units[unit].name, before.units[partner].name)
            return Motion("combine", name, name=into.name, parts=parts)
        case _:
            return None


def _way(state: State, unit: UnitId, to: Spot) -> tuple[str, ...]:
    return tuple(map(state.field.ground.text, way_to(state, state.units[unit], to)))


def _straight(state: State, unit: UnitId, to: Spot) -> tuple[str, ...]:
    at = state.units[unit].at
    return () if at is None else _between(state, at, to)


def _between(state: State, a: Spot, b: Spot) -> tuple[str, ...]:
    ground = state.field.ground
    return tuple(map(ground.text, ground.between(a, b)))


HELPS = ("repair", "boost", "buff")
"""Types of Actions that are no attack."""


def _used(state: State, event: ActionUsed) -> Motion | None:
    unit = state.units[event.unit]
    action = unit.find_action(event.action)
    if action is None or unit.at is None:
        return None
    target = None if event.target is None else state.units[event.target]
    there = unit.at if target is None or target.at is None else target.at
    helps = action.type in HELPS
    return Motion(
        "state" if helps else "attack",
        unit.name,
        line=_between(state, unit.at, there),
        look="" if helps else _look(action),
        name=action.name,
        hits=tuple(
            [
                Impact(state.units[each].name)
                for each in area(state, event.unit, action, event.target)
            ]
        ),
    )


def _look(action: ActionCard) -> str:
    """The look comes from its attributes, its area, or else the name of the weapon."""
    looks = [each.look for each in attributes(action) if each.look]
    if looks:
        return looks[0]
    return shot_look(action.name) if targets_somebody(action) else "area"
