"""What a scenario may expect of a table, and how it is looked up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gattai.games.aegis import figures
from gattai.games.aegis.state import SEATS, State, Unit
from gattai.kernel.ruleset import Outcome
from gattai.tabletop.hexes import axial, axis, distance, hex_at
from tests.games.aegis.scenario_tables import Entry, refuse_unknown
from tests.games.aegis.table import Battle


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


def check(game: Battle, names: dict[str, str], wanted: Entry) -> None:
    """Everything that is wanted is found; what nobody can tell is a failure."""
    left = {**wanted}
    if "unit" in left and "action" in left:
        found = _of_action(game, names, left)
    elif "unit" in left:
        unit = game.unit(names.get(left["unit"], left["unit"]))
        del left["unit"]
        found = {key: OF_UNIT[key](game.state, unit) for key in left if key in OF_UNIT}
    elif "from" in left:
        one, two = hex_at(*left.pop("from")), hex_at(*left.pop("to"))
        direction = axis(one, two)
        found = {
            "distance": distance(one, two),
            "los": game.state.field.sight.sees(one, two),
            "axis": -1 if direction is None else direction,
        }
        assert game.state.field.sight.sees(two, one) == found["los"]
    else:
        found = _of_table(game)
    refuse_unknown("an expectation", left, found)
    assert {key: found[key] for key in left} == left, wanted


def _of_action(game: Battle, names: dict[str, str], left: Entry) -> Entry:
    def called(key: str) -> str:
        wanted: str = left.pop(key, "")
        return names.get(wanted, wanted)

    user, action, target, versus = called("unit"), left.pop("action"), called("target"), ""
    versus = called("versus")
    found: Entry = {"area": game.area(user, action, target or None)}
    if target:
        found["accuracy"] = game.needs(user, action, target, versus).total
    back = {table: scenario for scenario, table in names.items()}
    found["area"] = sorted(back.get(name, name) for name in found["area"])
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
