"""Places in words: which way and how far, and what one finds there."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.mechastellar.events.flow import FACING_WORDS
from gattai.games.mechastellar.ground import pointing
from gattai.games.mechastellar.scene_pieces import names_in
from gattai.games.mechastellar.state import State, UnitId
from gattai.tabletop.hexes import DISTANCE, Hex, to_text


def place_words(view: State, unit_id: UnitId, to: Hex) -> str:
    """`4 in north-east to 3,-1: High Ground, beside Argonaut`."""
    unit = view.units[unit_id]
    if unit.at is None or unit.at == to:
        return f"to {to_text(to)}"
    far = DISTANCE[to - unit.at] * view.rules.hex.inches
    way = FACING_WORDS[pointing(unit.at, unit.facing, to)]
    there = ", ".join(_there(view, unit_id, to))
    return f"{far} in {way} to {to_text(to)}" + (f": {there}" if there else "")


def _there(view: State, unit_id: UnitId, to: Hex) -> Iterator[str]:
    unit, names, ground = view.units[unit_id], names_in(view), view.ground
    if to not in ground.field.hexes:
        yield "off the map"
        return
    card = ground.terrain.get(to)
    if card is not None:
        yield f"High Ground {card.level} ({card.kind})" if card.level else card.kind
    near = ground.field.hexes.neighbours[to]
    if any(at in ground.covers for at in near):
        yield "cover beside it"
    for number, point in enumerate(ground.field.points):
        if DISTANCE[point - to] <= view.rules.hexes(view.rules.hex.inches):
            yield f"Control Point {ground.field.control_point[number].id}"
    beside = [
        names[foe.name] for _, foe, at in view.leaders if foe.seat != unit.seat and at in near
    ]
    if beside:
        yield f"beside {' and '.join(beside)}"
    foes = [
        (DISTANCE[at - to], names[foe.name]) for _, foe, at in view.leaders if foe.seat != unit.seat
    ]
    if foes and not beside:
        far, name = min(foes)
        yield f"{far * view.rules.hex.inches} in from {name}"
