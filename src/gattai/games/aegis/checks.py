"""Checks that types cannot make: of cards when they are loaded, and of states during play."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gattai.games.aegis.cards import ActionCard, FieldCard, UnitCard
from gattai.games.aegis.figures import integrity, output
from gattai.games.aegis.keywords.registry import ABILITIES, ATTRIBUTES, split_name
from gattai.games.aegis.state import SEATS, State, Unit
from gattai.tabletop.content import did_you_mean
from gattai.tabletop.ground.points import INCH, point
from gattai.tabletop.hexes import hex_at, within
from gattai.tabletop.pack_schema import Words, meanings

MAX_ACTIONS = {1: 2, 2: 2, 3: 3, 4: 3, 5: 3}
"""AEGIS.TERM.ACTION-COUNT: the most Actions on a card of each level."""


def words() -> dict[str, Words]:
    """The keywords that cards may have."""
    known = Words(
        meanings({word: each for word, each in ABILITIES.items() if not each.takes_number}),
        meanings({word: each for word, each in ABILITIES.items() if each.takes_number}),
    )
    return {
        "ActionCard.attributes": Words(meanings(ATTRIBUTES)),
        "UnitCard.passives": known,
        "UnitCard.combine_abilities": known,
        "UnitCard.commander_ability": replace(known, may_be_empty=True),
    }


def check_card(kind: str, card: object) -> Iterator[tuple[str, str]]:
    """Return (field, complaint) for everything wrong with a card."""
    if isinstance(card, UnitCard):
        yield from _check_unit(card)
    if isinstance(card, FieldCard) and card.size:
        yield from _check_table(card)
    elif isinstance(card, FieldCard):
        if card.radius < 2:
            yield "radius", "is from 2 to 20"
            return
        cells = {*within(hex_at(0, 0), card.radius)}
        for field in ("terrain", "red", "blue"):
            for q, r in getattr(card, field):
                if max(abs(q), abs(r)) > 60 or hex_at(q, r) not in cells:
                    yield field, f"[{q}, {r}] is not on the field"
        for field in ("red", "blue"):
            if len(getattr(card, field)) < 5:
                yield field, "a starting zone needs at least five hexes"


def _check_table(card: FieldCard) -> Iterator[tuple[str, str]]:
    """AEGIS.MODE.ADVANCED: an open table needs room for two zones, with terrain outside them."""
    for field in ("radius", "red", "blue", "terrain"):
        if getattr(card, field):
            yield field, "is for hexes; a table with a size has pieces"
    try:
        width, height = point(card.size)
    except ValueError as problem:
        yield "size", str(problem)
        return
    if not (min(width, height) >= 12 * INCH and max(width, height) <= 96 * INCH):
        yield "size", "is from 12 to 96 inches each way"
        return
    try:
        table = card.table
    except ValueError as problem:
        yield "pieces", str(problem)
        return
    for number, piece in enumerate(table.terrain):
        if not all(table.has_point(corner) for corner in piece.corners):
            yield f"pieces.{number}", "is not on the table"
    for seat in SEATS:
        if len(card.ground.zone(seat)) < 12:
            yield "pieces", "leave too little of a starting zone"


def _check_unit(card: UnitCard) -> Iterator[tuple[str, str]]:
    if len(card.action) > MAX_ACTIONS[card.level]:
        yield "action", f"a Level {card.level} card has at most {MAX_ACTIONS[card.level]} Actions"
    # AEGIS.TERM.LEVELS, AEGIS.TERM.CLASSES: as many different classes as levels.
    if len(card.classes) != card.level or len({*card.classes}) != card.level:
        yield "classes", f"a Level {card.level} unit has {card.level} different classes"
    for field in ("passives", "combine_abilities"):
        for text in getattr(card, field):
            yield from _check_ability(field, text)
    if card.commander_ability:
        yield from _check_ability("commander_ability", card.commander_ability)
    names = [action.name for action in card.action]
    if len({*names}) != len(names):
        yield "action", "two Actions have the same name"
    for number, action in enumerate(card.action):
        for field, complaint in _check_action(action):
            yield f"action.{number}.{field}", complaint


def _check_ability(field: str, text: str) -> Iterator[tuple[str, str]]:
    name, number = split_name(text)
    if name not in ABILITIES:
        yield field, f"no ability {name!r}{did_you_mean(name, list(ABILITIES))}"
    elif ABILITIES[name].takes_number and number < 1:
        yield field, f"{name} needs a number, such as '{name} 1'"
    elif number and not ABILITIES[name].takes_number:
        yield field, f"{name} takes no number"


def _check_action(action: ActionCard) -> Iterator[tuple[str, str]]:
    # An Action and an ability may both wait to be triggered; only their names distinguish them.
    if action.name in ABILITIES:
        yield "name", f"{action.name} is the name of an ability"
    for code in action.attributes:
        if code not in ATTRIBUTES:
            yield "attributes", f"no attribute {code!r}{did_you_mean(code, list(ATTRIBUTES))}"
    known = [ATTRIBUTES[code] for code in action.attributes if code in ATTRIBUTES]
    reaches = any(each.reach or each.includes_user for each in known)
    if not (action.distance or action.radius or reaches):
        yield (
            "distance",
            "an Action needs a Distance, a Radius, or an attribute that reaches somebody",
        )
    changes = any(each.changes or each.afflicts for each in known)
    if action.type in ("buff", "debuff") and not changes:
        yield "attributes", f"a {action.type} names what it changes, such as EVA"


def broken(state: State) -> Iterator[str]:
    """Return the broken invariants of a state."""
    yield from state.field.ground.broken(state)
    for unit in state.units:
        yield from _broken_unit(state, unit)
    if min(state.energy) < 0:
        yield "a pool is below zero"
    for seat in SEATS:
        under = [
            c.id for u in state.units if u.seat == seat and u.fate != "consumed" for c in u.under
        ]
        if len(under) != 5 or len({*under}) != 5:
            yield f"seat {seat} has other robots than the five it began with"
    yield from _broken_turn(state)


def _broken_unit(state: State, unit: Unit) -> Iterator[str]:
    if unit.at is None:
        if not unit.fate and state.phase not in ("roll", "placing"):
            yield f"{unit.name} is nowhere"
        return
    if unit.fate:
        yield f"{unit.name} is {unit.fate} and stands on the field"
    if unit.damage < 0 or integrity(state, unit) == 0:
        yield f"{unit.name} has taken {unit.damage} damage"
    if unit.card.ep + unit.output_change < 0 and output(state, unit) == 0:
        yield f"{unit.name} has less than no output"


def _broken_turn(state: State) -> Iterator[str]:
    """Return what is wrong with the unit that acts, or with the sides that have to select one."""
    if state.act is not None:
        if not 0 <= state.act.unit < len(state.units) or state.units[state.act.unit].at is None:
            yield "the acting unit is not on the field"
    if state.phase == "marking" and not state.owed:
        yield "nobody has to select a unit"
    if state.phase == "placing" and all(
        u.at is not None or u.fate for u in state.units if u.seat == state.turn
    ):
        yield "the side that places has nobody to place"
