"""What every event of an act does: pay, and mark the unit as acting."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from gattai.games.aegis.state import Act, State, UnitId
from gattai.kernel.question import Seat

SIDES = ("red", "blue")


def pay(state: State, seat: Seat, price: int) -> tuple[int, int]:
    red, blue = state.energy
    return (red - price, blue) if seat == 0 else (red, blue - price)


def begin_act(state: State, unit_id: UnitId) -> Act:
    """The act of this unit: the one that is running, or a new one."""
    return state.act if state.act is not None and state.act.unit == unit_id else Act(unit_id)


def acting(state: State, unit_id: UnitId, act: Act | None, **changes: Any) -> State:
    """The unit is acting: it has acted this turn, and the first to do so is remembered."""
    unit = replace(state.units[unit_id], acted=True, **changes)
    first = unit_id if state.first_actor is None else state.first_actor
    return replace(state.with_unit(unit_id, unit), act=act, first_actor=first)
