"""The field and the units on it, in plain text: hexes by rows, owners by colour, letter and shape."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from gattai.games.aegis.state import State, Unit, UnitId
from gattai.tabletop.hexes import Hex, hex_at
from gattai.terminal.page import GREEN, QUIET

SHAPES = (("[", "]"), ("(", ")"))
LETTERS = "RB"
# From the palette of Okabe and Ito: vermilion and sky blue.
STYLES = ("bold #D55E00", "bold #56B4E9")
LEGEND = (
    "A hex is q,r: q stands in the hex, r at the left of its row. [R1] red, (B1) blue, in small "
    "letters once it has acted; #### terrain; .q red's zone, :q blue's; <q> you can go there"
)
CELL = 4


def labels(state: State) -> dict[UnitId, str]:
    """The short name of each unit: R1, R2, ... and B1, B2, ...; combined units get the next."""
    count = dict.fromkeys(range(len(LETTERS)), 0)
    found: dict[UnitId, str] = {}
    for number, unit in enumerate(state.units):
        count[unit.seat] += 1
        found[UnitId(number)] = f"{LETTERS[unit.seat]}{count[unit.seat]}"
    return found


def tag(unit: Unit, label: str) -> Text:
    """A unit's short name in its side's shape and colour."""
    left, right = SHAPES[unit.seat]
    return Text(f"{left}{label}{right}", STYLES[unit.seat])


def is_acting(state: State, unit_id: UnitId) -> bool:
    """Whether it is in the middle of its act."""
    return state.act is not None and state.act.unit == unit_id


def has_acted(state: State, unit_id: UnitId) -> bool:
    """Whether it is done for the turn that is running."""
    unit = state.units[unit_id]
    return unit.acted and unit.seat == state.turn and not is_acting(state, unit_id)


def leads_to(option: object) -> Hex | None:
    """The hex that an option leads to, if it leads to one."""
    place = getattr(option, "to", None) if hasattr(option, "to") else getattr(option, "at", None)
    return Hex(place) if isinstance(place, int) else None


def board(state: State, options: Iterable[object] = ()) -> Text:
    """The field, row by row, each pushed by half a hex as hexes lie."""
    marked = {to for option in options if (to := leads_to(option)) is not None}
    named = labels(state)
    radius = state.field.radius
    drawn = Text()
    for r in range(-radius, radius + 1):
        first, last = max(-radius, -radius - r), min(radius, radius - r)
        pushed = (2 * first + r + 2 * radius) * CELL // 2
        drawn.append(f"{r:>3} {' ' * pushed}", QUIET)
        for q in range(first, last + 1):
            drawn.append(*_cell(state, hex_at(q, r), q, named, marked))
        drawn.append("\n")
    drawn.rstrip()
    return drawn


def _cell(
    state: State, at: Hex, q: int, named: dict[UnitId, str], marked: set[Hex]
) -> tuple[str, str]:
    if at in state.standing:
        unit_id = state.standing[at]
        unit = state.units[unit_id]
        left, right = SHAPES[unit.seat]
        label = named[unit_id].lower() if has_acted(state, unit_id) else named[unit_id]
        lit = " reverse" if is_acting(state, unit_id) else ""
        return f"{left}{label}{right}", STYLES[unit.seat] + lit
    if at in state.field.walls:
        return "####", GREEN
    if at in marked:
        return f"<{q:>2}>", "bold"
    red, blue = state.field.zones
    zone = "." if at in red else ":" if at in blue else " "
    return f"{zone}{q:>2} ", QUIET
