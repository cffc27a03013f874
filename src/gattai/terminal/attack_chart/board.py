"""The field and the units on it, in plain text: hexes by rows, owners by colour, letter and shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text

from gattai.games.attack_chart.deeds import Deploy, Move
from gattai.games.attack_chart.state import State, Unit, UnitId
from gattai.games.attack_chart.strike.melee import engaged
from gattai.tabletop.hexes import Hex, axial, offset, to_text
from gattai.terminal.page import GREEN, QUIET, SIDE_STYLES, table

SHAPES = (("[", "]"), ("(", ")"))
LETTERS = "BR"
LEGEND = (
    "A hex is q,r: q stands in the hex, r at the left of its row. [B1] blue, (R1) red, "
    "# thicket (cover), <q> you can go there"
)


def labels(state: State) -> dict[UnitId, str]:
    """The short name of each unit: B1, B2, ... and R1, R2, ..."""
    count = dict.fromkeys(range(len(LETTERS)), 0)
    found: dict[UnitId, str] = {}
    for number, unit in enumerate(state.units):
        count[unit.seat] += 1
        found[UnitId(number)] = f"{LETTERS[unit.seat]}{count[unit.seat]}"
    return found


def board(state: State, options: Iterable[object] = ()) -> Text:
    """The field, row by row; odd rows are pushed right by half a hex, as hexes lie."""
    marked = {
        o.to if isinstance(o, Move) else o.at for o in options if isinstance(o, Move | Deploy)
    }
    named = labels(state)
    units = {at: (unit_id, unit) for unit_id, unit, at in state.on_field}
    field = state.field
    widest = max(len(_q(offset(0, field.rows - 1))), len(_q(offset(field.columns - 1, 0))))
    inner = max(2, widest, *(len(label) for label in named.values()))
    drawn = Text()
    for row in range(field.rows):
        drawn.append(f"{row:>3} " + " " * ((inner + 2) // 2 * (row % 2)), QUIET)
        for column in range(field.columns):
            at = offset(column, row)
            thicket = at in field.thicket_hexes
            if at in units:
                unit_id, unit = units[at]
                acting = unit_id == state.acting
                drawn.append(*_unit_cell(unit, named[unit_id], inner, thicket, acting=acting))
            else:
                drawn.append(*_empty_cell(_q(at), inner, thicket, marked=at in marked))
        drawn.append("\n")
    drawn.rstrip()
    return drawn


def _q(at: Hex) -> str:
    return str(axial(at)[0])


def _unit_cell(
    unit: Unit, label: str, inner: int, thicket: bool, *, acting: bool
) -> tuple[str, str]:
    left, right = SHAPES[unit.seat]
    style = SIDE_STYLES[unit.seat] + (" reverse" if acting else "")
    return f"{left}{label:^{inner}}{'#' if thicket else right}", style


def _empty_cell(q: str, inner: int, thicket: bool, *, marked: bool) -> tuple[str, str]:
    left = "<" if marked else "#" if thicket else " "
    right = "#" if thicket else ">" if marked else " "
    style = "bold" if marked else GREEN if thicket else QUIET
    return f"{left}{q:>{inner}}{right}", style


def roster(state: State) -> Table:
    """The units: who they are, the shape they are in, and whether they have acted."""
    named = labels(state)
    rows: list[Sequence[str | Text]] = []
    for number, unit in enumerate(state.units):
        unit_id = UnitId(number)
        left, right = SHAPES[unit.seat]
        whole = unit.card.hp * unit.card.models
        style = QUIET if unit.hp == 0 else ""
        rows.append(
            (
                Text(f"{left}{named[unit_id]}{right}", SIDE_STYLES[unit.seat]),
                Text(unit.name, style),
                Text(f"{unit.hp}/{whole}", style),
                Text(f"{unit.models}/{unit.card.models}", style),
                Text("" if unit.at is None else to_text(unit.at)),
                Text(_profile(unit), style),
                Text(_condition(state, unit_id, unit), style),
            )
        )
    heads = ("", "unit", "HP", "models", "at", "Mv Def Arm Aeg", "")
    return table(heads, rows, right=(2, 3, 4))


def weapons(state: State) -> Table:
    """The weapons of all units that are left."""
    named = labels(state)
    rows: list[Sequence[str | Text]] = []
    for number, unit in enumerate(state.units):
        left, right = SHAPES[unit.seat]
        label = Text(f"{left}{named[UnitId(number)]}{right}", SIDE_STYLES[unit.seat])
        for weapon in unit.card.weapon if unit.hp else ():
            reach = "melee" if weapon.weapon_class == "melee" else f'{weapon.range}"'
            ap = f"{weapon.ap}+" if weapon.ap else "-"
            figures = (reach, str(weapon.attacks), str(weapon.power), ap)
            rows.append((label, weapon.id, weapon.weapon_class, *figures))
            label = Text()
    heads = ("", "weapon", "class", "Range", "Attacks", "Power", "AP")
    return table(heads, rows, right=(3, 4, 5, 6))


def _profile(unit: Unit) -> str:
    card = unit.card
    armour = f"{card.armour}+" if card.armour else "-"
    aegis = f"{card.aegis}+" if card.aegis else "-"
    return f'{card.move}" {card.defence:>3} {armour:>3} {aegis:>3}'


def _condition(state: State, unit_id: UnitId, unit: Unit) -> str:
    if unit.hp == 0:
        return "destroyed"
    if unit.at is None:
        return "to be deployed"
    said = []
    if unit_id == state.acting:
        said.append("acting")
    elif unit.activated:
        said.append("done this round")
    elif state.phase == "fighting":
        said.append("ready")
    if engaged(state, unit_id):
        said.append("in melee")
    if unit.at in state.field.thicket_hexes:
        said.append("in cover")
    return ", ".join(said)
