"""A firefight as a picture: what `terminal.drawing` draws."""

from __future__ import annotations

from gattai.games.attack_chart.events import SIDES
from gattai.games.attack_chart.melee import engaged
from gattai.games.attack_chart.state import State, UnitId
from gattai.games.attack_chart.victory import points
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import centre, offset, to_text
from gattai.terminal.picture import Cell, Picture, Piece, Side

OWNERS = (1, 0)
"""Blue has the blue of the palette, red the red."""


def picture(state: State) -> Picture:
    """The field, the units on it and the Points."""
    field = state.field
    cells = [offset(column, row) for row in range(field.rows) for column in range(field.columns)]
    on_field = [(UnitId(n), unit) for n, unit in enumerate(state.units) if unit.at is not None]
    pieces = tuple(_piece(state, unit_id) for unit_id, _ in on_field)
    before = state.phase in ("method", "roll-off", "deploying")
    when = "before round 1" if before else f"round {state.round} of {state.rounds}"
    title = f"Attack Chart: {when}"
    next_side = state.units[state.acting].seat if state.acting is not None else None
    return Picture(
        title=title,
        about=". ".join([title, *(piece.about for piece in pieces)]) + ".",
        sides=tuple(
            Side(
                name=side,
                owner=OWNERS[seat],
                words=f"{points(state, Seat(seat))} Points destroyed",
                is_next=seat == next_side,
            )
            for seat, side in enumerate(SIDES)
        ),
        cells=tuple(
            Cell(centre(at), to_text(at), "thicket (cover)" if at in field.thicket_hexes else "")
            for at in cells
        ),
        pieces=pieces,
        aside=_aside(state),
        badge_words=(("MELEE", "in a melee"),) if any(p.badges for p in pieces) else (),
        notes=("* house figures",) if any(unit.card.house for unit in state.units) else (),
    )


def _piece(state: State, unit_id: UnitId) -> Piece:
    unit = state.units[unit_id]
    assert unit.at is not None
    whole = unit.card.hp * unit.card.models
    name = f"{unit.name}{'*' * unit.card.house}"
    melee = engaged(state, unit_id)
    said = [f"{SIDES[unit.seat]}'s {name} on {to_text(unit.at)}", f"{unit.hp} of {whole} HP"]
    said.append(f"{unit.models} of {unit.card.models} models")
    return Piece(
        at=centre(unit.at),
        name=name,
        owner=OWNERS[unit.seat],
        glyph=unit.name[:1].upper(),
        left=unit.hp,
        most=whole,
        badges=("MELEE",) if melee else (),
        is_done=unit.activated and unit_id != state.acting,
        is_acting=unit_id == state.acting,
        about=", ".join([*said, *(["in a melee"] if melee else [])]),
    )


def _aside(state: State) -> tuple[tuple[int, str], ...]:
    lines: list[tuple[int, str]] = []
    for seat in range(len(SIDES)):
        own = [unit for unit in state.units if unit.seat == seat and unit.at is None]
        gone = [unit.name for unit in own if unit.hp == 0]
        waiting = [unit.name for unit in own if unit.hp]
        groups = (("to be deployed", waiting), ("destroyed", gone))
        said = "; ".join(f"{word}: {', '.join(names)}" for word, names in groups if names)
        if said:
            lines.append((OWNERS[seat], said))
    return tuple(lines)
