"""The units and the shape they are in, a row each; energy and whose turn it is in one line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from gattai.games.aegis.acting import SIDES
from gattai.games.aegis.figures import integrity, max_integrity, movement, output, production
from gattai.games.aegis.keywords.registry import CONDITIONS
from gattai.games.aegis.state import SEATS, State, Unit, UnitId
from gattai.tabletop.hexes import to_text
from gattai.terminal.aegis.board import STYLES, has_acted, is_acting, labels, tag
from gattai.terminal.page import QUIET, bar, table

HOUSE_NOTE = "* figures are ours, the document prints none"


def headline(state: State) -> str:
    """Turn, whose it is, energy and production."""
    if state.phase in ("roll", "placing", "marking"):
        return f"before the first turn, on {state.field.title}"
    pools = "; ".join(
        f"{SIDES[seat]} {state.energy[seat]} energy left, produces {production(state, seat)}"
        for seat in SEATS
    )
    over = "the battle is over" if state.phase == "over" else f"{SIDES[state.turn]}'s turn"
    return f"turn {state.turn_count}, {over}; {pools}"


def roster(state: State) -> RenderableType:
    """Those on the field or still to come; below, those that are gone."""
    named = labels(state)
    rows: list[Sequence[str | Text]] = []
    gone: dict[int, list[str]] = {}
    for number, unit in enumerate(state.units):
        unit_id = UnitId(number)
        if unit.fate in ("destroyed", "consumed"):
            word = "destroyed" if unit.fate == "destroyed" else "combined"
            gone.setdefault(unit.seat, []).append(f"{named[unit_id]} {unit.name} {word}")
            continue
        left, most = integrity(state, unit), max_integrity(state, unit)
        style = QUIET if has_acted(state, unit_id) else ""
        rows.append(
            (
                tag(unit, named[unit_id]),
                Text(display_name(unit), style),
                Text("".join(unit.classes), style),
                Text(f"{left}/{most} {bar(left / most, 8) if most else ''}", style),
                Text(str(output(state, unit)), style),
                Text(str(movement(state, unit)), style),
                Text("" if unit.at is None else to_text(unit.at), style),
                Text(", ".join([*doing(state, unit_id), *states_of(state, unit_id)]), style),
            )
        )
    heads = ("", "unit", "class", "Integrity", "output", "Move", "at", "")
    parts: list[RenderableType] = [table(heads, rows, right=(4, 5, 6))]
    for seat, words in gone.items():
        parts.append(Text(f"off the field: {', '.join(words)}", f"{STYLES[seat]} not bold"))
    if any(unit.card.house for unit in state.units):
        parts.append(Text(HOUSE_NOTE, QUIET))
    return Group(*parts)


def display_name(unit: Unit) -> str:
    """A unit's name on this table; a star marks figures that are ours."""
    return f"{unit.name}{'*' if unit.card.house else ''}"


def doing(state: State, unit_id: UnitId) -> Iterator[str]:
    """What it is about: acting, done, ready, waiting."""
    unit = state.units[unit_id]
    if unit.fate == "waiting":
        yield "held back"
    elif unit.at is None:
        yield "to be placed"
    elif is_acting(state, unit_id):
        yield "acting"
    elif has_acted(state, unit_id):
        yield "has acted"
    elif unit.seat == state.turn and state.phase == "acting":
        yield "ready"


def effects_of(state: State, unit_id: UnitId) -> Iterator[tuple[str, str, str, str]]:
    """Its states: a code for a badge, the code's meaning, the state in words, and until when.

    Changes of the same figure are added up, for so the rules do.
    """
    unit = state.units[unit_id]
    kinds = dict.fromkeys((effect.kind, effect.until) for effect in unit.effects)
    for kind, until in kinds:
        amount = sum(e.amount for e in unit.effects if (e.kind, e.until) == (kind, until))
        word, code = CONDITIONS[kind].word, kind if len(kind) <= 3 else kind[:3]
        shown = f"{amount:+d}" if amount else ""
        until_when = f"until {SIDES[until]}'s turn"
        yield f"{code}{shown}", f"{code} {word}", f"{word} {shown}".strip(), until_when
    if unit.output_change:
        shown = f"{unit.output_change:+d}"
        yield f"EP{shown}", "EP output", f"output {shown}", ""
    if any(marked == unit_id for _, marked in state.marks):
        yield "SEL", "SEL selected by the other side", "selected by the other side", ""


def states_of(state: State, unit_id: UnitId) -> list[str]:
    """Its states in words, those together that end together."""
    together: dict[str, list[str]] = {}
    for _, _, said, until in effects_of(state, unit_id):
        together.setdefault(until, []).append(said)
    return [
        f"{', '.join(words)}{f' ({until})' if until else ''}" for until, words in together.items()
    ]
