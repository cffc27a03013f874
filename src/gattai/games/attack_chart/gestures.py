"""Movements in the scene that no change of state shows: the way of a move, shots, misses."""

from __future__ import annotations

from gattai.games.attack_chart.events import UnitMoved, VolleyAimed, VolleyFired
from gattai.games.attack_chart.figures import way_to
from gattai.games.attack_chart.keywords import class_of
from gattai.games.attack_chart.state import State
from gattai.games.hex_board import cells_between
from gattai.games.weapon_look import shot_look
from gattai.kernel.event import Event
from gattai.scene.parts import Impact, Motion
from gattai.tabletop.hexes import to_text


def gesture(before: State, event: Event, after: State) -> Motion | None:
    """Return an event as a motion of a piece."""
    match event:
        case UnitMoved(unit=unit, to=to):
            way = way_to(before, before.units[unit], to)
            return Motion("move", before.units[unit].name, way=tuple([to_text(h) for h in way]))
        case VolleyAimed():
            return _aimed(before, event)
        case VolleyFired(unit=unit, target=target, hp_lost=0):
            fate = "blocked" if event.successes else "missed"
            return Motion(
                "hit", before.units[unit].name, hits=(Impact(before.units[target].name, fate=fate),)
            )
        case VolleyFired(unit=unit):
            return Motion("hit", before.units[unit].name)
        case _:
            return None


def _aimed(state: State, event: VolleyAimed) -> Motion | None:
    unit, target = state.units[event.unit], state.units[event.target]
    weapon = unit.card.find_weapon(event.weapon)
    if weapon is None or unit.at is None or target.at is None:
        return None
    return Motion(
        "attack",
        unit.name,
        line=cells_between(state.field.hexes, unit.at, target.at),
        look=class_of(weapon).look or shot_look(weapon.name),
        name=weapon.name,
        hits=(Impact(target.name),),
    )
