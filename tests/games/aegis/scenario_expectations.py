"""What a scenario may expect of a table, and how it is looked up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gattai.games.aegis import figures
from gattai.games.aegis.state import SEATS, State, Unit
from gattai.kernel.ruleset import Outcome
from gattai.tabletop.hexes import axial, axis, distance, hex_at
from tests.games.aegis.table import Battle
from tests.games.catalogued import Entry


def _is(*kinds: str) -> Callable[[State, Unit], bool]:
    return lambda state, unit: any(effect.kind in kinds for effect in unit.effects)


def _sum(kind: str) -> Callable[[State, Unit], int]:
    return lambda state, unit: sum(e.amount for e in unit.effects if e.kind == kind)


OF_UNIT: dict[str, Callable[[State, Unit], Any]] = {
    "hp": figures.integrity,
    "max_hp": figures.max_integrity,
    "pos": lambda state, unit: None if unit.at is None else [*axial(unit.at)],
    "ep": figures.output,
    "move": figures.movement,
    "max_move": figures.longest_move,
    "alive": lambda state, unit: unit.at is not None,
    "acted": lambda state, unit: unit.acted,
    "moved": lambda state, unit: unit.moved,
    "stunned": _is("STN", "CAPTURE"),
    "disarmed": _is("DSA"),
    "exposed": _is("XPO"),
    "cloaked": _is("CLOAK"),
    "vanished": _is("VANISH"),
    "level": lambda state, unit: unit.card.level,
    "classes": lambda state, unit: [*unit.classes],
    "makes": lambda state, unit: [*unit.makes],
    "actions": lambda state, unit: [action.name for action in unit.actions],
    "acc": _sum("ACC"),
    "eva": _sum("EVA"),
    "dmd": _sum("DMD"),
    "def": _sum("DEF"),
    "com": _sum("COM"),
}
"""Fields of a unit."""
OF_ACTION = ("unit", "action", "target", "versus")
"""Where an expectation about an Action looks."""


def find(game: Battle, names: dict[str, str], wanted: Entry) -> Entry:
    """What there is for each key of an expectation."""
    if "unit" in wanted and "action" in wanted:
        return _of_action(game, names, wanted)
    if "unit" in wanted:
        name: str = wanted["unit"]
        unit = game.unit(names.get(name, name))
        found = {key: OF_UNIT[key](game.state, unit) for key in wanted if key in OF_UNIT}
        return {"unit": name, **found}
    if "from" in wanted:
        one, two = hex_at(*wanted["from"]), hex_at(*wanted["to"])
        direction, sees = axis(one, two), game.state.field.sight.sees(one, two)
        assert game.state.field.sight.sees(two, one) == sees
        return {
            "from": wanted["from"],
            "to": wanted["to"],
            "distance": distance(one, two),
            "los": sees,
            "axis": -1 if direction is None else direction,
        }
    return _of_table(game)


def _of_action(game: Battle, names: dict[str, str], wanted: Entry) -> Entry:
    subject = {key: wanted[key] for key in OF_ACTION if key in wanted}
    called = {key: names.get(name, name) for key, name in subject.items()}
    user, target, versus = (called.get(key, "") for key in ("unit", "target", "versus"))
    back = {table: scenario for scenario, table in names.items()}
    area = game.area(user, wanted["action"], target or None)
    found: Entry = {**subject, "area": sorted(back.get(name, name) for name in area)}
    if target:
        found["accuracy"] = game.needs(user, wanted["action"], target, versus).total
    return found


def _of_table(game: Battle) -> Entry:
    state, question = game.state, game.question
    winner: int | str = "none"
    if isinstance(question, Outcome):
        winner = question.winners[0] + 1 if len(question.winners) == 1 else 0
    return {
        "energy": [*state.energy],
        "production": [figures.production(state, seat) for seat in SEATS],
        "winner": winner,
        "current_player": state.turn + 1,
    }
