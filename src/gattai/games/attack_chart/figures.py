"""Figures of a unit at a table: how far it moves, and where to."""

from __future__ import annotations

from collections.abc import Mapping

from gattai.games.attack_chart.state import State, Unit, UnitId
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import Hex
from gattai.tabletop.movement import path, reach


def move_hexes(state: State, unit: Unit) -> int:
    """ATTACK-CHART.HOUSE.MOVE: how many whole hexes a unit moves."""
    return unit.card.move // state.field.inches_per_hex


def where_to(state: State, unit_id: UnitId) -> Mapping[Hex, int]:
    """Where the unit can move to through free hexes, with the number of hexes; its own is no move."""
    unit = state.units[unit_id]
    assert unit.at is not None
    occupied = [at for _, _, at in state.on_field]
    found = reach(state.field.hexes, unit.at, move_hexes(state, unit), blocked=occupied)
    found.pop(unit.at, None)
    return found


def way_to(state: State, unit: Unit, to: Hex) -> tuple[Hex, ...]:
    """A shortest way through free hexes, with both ends; nothing if there is none."""
    if unit.at is None:
        return ()
    taken = [at for _, _, at in state.on_field if at != unit.at]
    found = path(state.field.hexes, unit.at, to, blocked=taken)
    return () if found is None else tuple(found.hexes)


def nobody(unit_id: UnitId) -> Refusal:
    """Against whoever names a unit that is not at this table."""
    return Refusal("ATTACK-CHART.SEQ.1-SELECT", f"there is no unit {unit_id} at this table")
