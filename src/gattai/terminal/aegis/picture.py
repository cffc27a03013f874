"""A battle as a picture: what `terminal.drawing` draws."""

from __future__ import annotations

from gattai.games.aegis.acting import SIDES
from gattai.games.aegis.figures import integrity, max_integrity, movement, output, production
from gattai.games.aegis.state import SEATS, State, UnitId
from gattai.tabletop.hexes import centre, to_text
from gattai.terminal.aegis.board import has_acted, is_acting
from gattai.terminal.aegis.roster import HOUSE_NOTE, display_name, doing, effects_of, states_of
from gattai.terminal.picture import Cell, Picture, Piece, Side


def picture(state: State) -> Picture:
    """The field, the units on it, energy and turn; below, who is off the field and the pools."""
    red, blue = state.field.zones
    walls = state.field.walls
    cells = tuple(
        Cell(
            centre(at),
            to_text(at),
            "terrain" if at in walls else "",
            0 if at in red else 1 if at in blue else None,
        )
        for at in state.field.hexes.cells
    )
    pieces = tuple(_piece(state, unit_id) for unit_id, _, _ in state.on_field)
    meanings = dict.fromkeys(
        meaning
        for unit_id, _, _ in state.on_field
        for _, meaning, _, _ in effects_of(state, unit_id)
    )
    return Picture(
        title=_title(state),
        about=". ".join([_title(state), *(piece.about for piece in pieces)]) + ".",
        sides=tuple(
            Side(
                name=SIDES[seat],
                owner=seat,
                track="energy",
                left=state.energy[seat],
                most=max(state.energy[seat], production(state, seat)),
                words=f"produces {production(state, seat)}",
                is_next=state.turn == seat and state.phase != "over",
            )
            for seat in SEATS
        ),
        cells=cells,
        pieces=pieces,
        aside=_aside(state),
        badge_words=tuple((code, word) for code, _, word in (m.partition(" ") for m in meanings)),
        notes=(HOUSE_NOTE,) if any(unit.card.house for unit in state.units) else (),
    )


def _title(state: State) -> str:
    if state.phase in ("roll", "placing", "marking"):
        return f"A.E.G.I.S. on {state.field.title}: before the first turn"
    if state.phase == "over":
        return f"A.E.G.I.S. on {state.field.title}: over after turn {state.turn_count}"
    return f"A.E.G.I.S. on {state.field.title}: turn {state.turn_count}, {SIDES[state.turn]}'s"


def _piece(state: State, unit_id: UnitId) -> Piece:
    unit = state.units[unit_id]
    assert unit.at is not None
    left, most = integrity(state, unit), max_integrity(state, unit)
    effects = tuple(effects_of(state, unit_id))
    said = [
        f"{SIDES[unit.seat]}'s {display_name(unit)} on {to_text(unit.at)}",
        f"class {''.join(unit.classes)}",
        f"Integrity {left} of {most}",
        f"output {output(state, unit)}",
        f"Movement {movement(state, unit)}",
        *doing(state, unit_id),
        *states_of(state, unit_id),
    ]
    return Piece(
        at=centre(unit.at),
        name=display_name(unit).upper(),
        owner=unit.seat,
        glyph="".join(unit.classes),
        left=left,
        most=most,
        badges=tuple(code for code, _, _, _ in effects),
        is_done=has_acted(state, unit_id),
        is_acting=is_acting(state, unit_id),
        about=", ".join(said),
    )


def _aside(state: State) -> tuple[tuple[int, str], ...]:
    lines: list[tuple[int, str]] = []
    for seat in SEATS:
        own = [unit for unit in state.units if unit.seat == seat]
        groups = [
            (
                word,
                [
                    display_name(unit).upper()
                    for unit in own
                    if unit.at is None and unit.fate == fate
                ],
            )
            for fate, word in (
                ("", "to be placed"),
                ("waiting", "held back"),
                ("destroyed", "destroyed"),
                ("consumed", "used up by combining"),
            )
        ]
        pool = [
            f"{card.name}{'*' * card.house} ({''.join(card.classes)})" for card in state.pools[seat]
        ]
        groups.append(("Combine Pool", pool))
        said = "; ".join(f"{word}: {', '.join(names)}" for word, names in groups if names)
        if said:
            lines.append((seat, said))
    return tuple(lines)
