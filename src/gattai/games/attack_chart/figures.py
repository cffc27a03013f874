"""How far a unit can move, and where to."""

from __future__ import annotations

from collections.abc import Mapping

from gattai.games.attack_chart.state import State, Unit, UnitId
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import Hex
from gattai.tabletop.movement import path, reach


def move_hexes(state: State, unit: Unit) -> int:
    """ATTACK-CHART.HOUSE.MOVE: the number of whole hexes a unit can move."""
    return unit.card.move // state.field.inches_per_hex


def where_to(state: State, unit_id: UnitId) -> Mapping[Hex, int]:
    """The hexes that the unit can reach over free hexes, each with its distance; without its own hex."""
    unit = state.units[unit_id]
    assert unit.at is not None
    occupied = [at for _, _, at in state.on_field]
    found = reach(state.field.hexes, unit.at, move_hexes(state, unit), blocked=occupied)
    found.pop(unit.at, None)
    return found


def way_to(state: State, unit: Unit, to: Hex) -> tuple[Hex, ...]:
    """A shortest way over free hexes, including both ends; empty if there is none."""
    if unit.at is None:
        return ()
    taken = [at for _, _, at in state.on_field if at != unit.at]
    found = path(state.field.hexes, unit.at, to, blocked=taken)
    return () if found is None else tuple(found.hexes)


def nobody(unit_id: UnitId) -> Refusal:
    """Refuse a unit that is not at this table."""
    return Refusal("ATTACK-CHART.SEQ.1-SELECT", f"there is no unit {unit_id} at this table")
