"""Set the two opinions against each other on a table, and tell where they part."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from tests.games.mechastellar.model import moves, tables, targets, turns, volley
from tests.games.mechastellar.model.board import Model, Table
from tests.games.mechastellar.model.engine import Engine, blank

Rulings = dict[str, str]
KINDS = ("between", "acting", "acting", "acting", "volley", "volley", "duel")
"""Between turns; what the active unit may do; what comes of an attack, also on a barrier."""


@dataclass
class Difference:
    """What one allows and the other does not, or what came out otherwise."""

    what: str
    model: str
    engine: str
    text: str

    def __str__(self) -> str:
        return f"{self.what}\n  the model says: {self.model}\n  the engine says: {self.engine}"


@cache
def _blank_act() -> dict[str, Any]:
    """The field `act` of a table on which somebody has just been activated."""
    for seed in range(100):
        engine = Engine(tables.between_turns(Random(seed), blank()))
        calls = [option for option in engine.options if option.startswith("activate ")]
        if calls:
            engine.play(calls[0])
            if engine.is_settled:
                found: dict[str, Any] = engine.state["act"]
                return found
    raise AssertionError("nobody can be activated")


def differences(seed: str, planted: Rulings | None = None, kind: str = "") -> Iterator[Difference]:
    """All that the two disagree about on the table of this seed, of any kind or of one.

    With `planted` rulings the engine plays by those and the model by its own.
    """
    random = Random(seed)
    kind = kind or random.choice(KINDS)
    if kind == "between":
        text = tables.between_turns(random, blank())
    else:
        text = tables.in_a_turn(random, blank(), _blank_act(), duel=kind == "duel")
    engine = Engine(_with_rulings(text, planted))
    if engine.is_over:
        return
    table = Table(text)
    if kind == "between":
        opinion = turns.activations(table) | turns.arrivals(table)
        yield from _compare(engine, opinion, ("activate", "reinforce"), text)
    elif kind == "acting":
        assert table.act is not None
        unit = table.models[table.act["unit"]]
        opinion = targets.attacks(table, unit) | targets.sweeps(table, unit)
        opinion |= targets.throws(table, unit)
        heads = ["attack", "sweep", "throw"]
        if not targets.bound_to(table, unit):
            opinion["end-turn"] = turns.may_end(table, unit)
            heads.append("end-turn")
            if len(table.squad(unit)) == 1:
                opinion |= moves.moves(table, unit)
                heads.append("move")
        yield from _compare(engine, opinion, heads, text)
    else:
        for what, mine, theirs in volley.differences(table, engine, random):
            yield Difference(what, mine, theirs, text)


def _with_rulings(text: str, planted: Rulings | None) -> str:
    if not planted:
        return text
    whole = json.loads(text)
    whole["state"]["rulings"] |= planted
    return json.dumps(whole)


def _compare(
    engine: Engine, opinion: targets.Opinion, heads: Iterable[str], text: str
) -> Iterator[Difference]:
    allowed = {option for option in engine.options if option.split()[0] in heads}
    mine = {action for action, against in opinion.items() if not against}
    for action in sorted(allowed ^ mine):
        against = opinion.get(action, ("it did not think of it",))
        yield Difference(
            action,
            "it is against " + ", ".join(dict.fromkeys(against)) if against else "it is legal",
            "it is legal" if action in allowed else "it is against " + engine.why_not(action),
            text,
        )


def described(text: str) -> str:
    """A table in a few lines, for a bug report; the text of the position says all of it."""
    table = Table(text)
    state, act = table.state, table.state["act"]
    rows = [f"{state['ground']['field']}, round {state['round']}, {state['turn']}'s turn"]
    rows[0] += f", momentum {state['momentum']}"
    rows += [_row(table, model) for model in table.models.values()]
    if act:
        shown = ("unit", "combat", "moves", "attacks", "aggressor", "accelerates")
        rows.append("acting: " + ", ".join(f"{name} {act[name]}" for name in shown))
    else:
        rows.append(f"duty {state['duty']}, aggressor {state['aggressor']}")
    return "\n".join(f"  {row}" for row in rows)


def _row(table: Table, model: Model) -> str:
    said = model.said
    usual = {"uses": [-1] * len(model.weapons), "lost": [], "support": [], "points": 0, "bits": []}
    words = [model.name, said["card"], said["at"] or said["fate"], f"facing {said['facing']}"]
    words += [f"on {table.terrain[model.at]['kind']}"] if model.at in table.terrain else []
    words += [f"led by {said['leader']}"] if not model.leads else []
    words += [name for name in ("submerged", "transformed", "activated") if said[name]]
    words += [f"{name} {said[name]}" for name, value in usual.items() if said[name] != value]
    words += [f"barrier {said['barrier']}"] if model.card["barrier"] else []
    return " ".join(words)
