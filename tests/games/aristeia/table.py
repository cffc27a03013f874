"""Lay a table and let the players act on it: how a test of the arena is written.

    game = bout("8-ball", at={"8-ball": (0, 0), "lunah": (1, 0)})
    game.performs("eat-my-fa-jing", "lunah")
    game.rolls(["orange SSX", "blue -"], ["green -", "blue S"])

Spaces are (q, r). The table is laid once; from the first action on everything goes through `apply`,
as it does in play. Whoever is not put on the board waits on the Bench.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from gattai.games.aristeia.cards import CharacterCard, Pool, SwitchCard, TacticCard
from gattai.games.aristeia.ruleset import Aristeia
from gattai.games.aristeia.state import (
    GREEN,
    ORANGE,
    SEATS,
    SIDES,
    Character,
    CharacterId,
    State,
    Token,
    ZoneId,
)
from gattai.kernel.question import Seat
from gattai.kernel.secrecy import Secret
from gattai.tabletop.hexes import axial, hex_at

Place = tuple[int, int]

RULES = Aristeia()
CONTENT = RULES.content
ATTACKS = [
    (card, action)
    for card in CONTENT.characters.values()
    for action in card.actions
    if action.kind == "attack"
]
"""Every Attack of the cards, with whose it is."""
BOX = RULES.boxes["assault"]
TEAMS = {name: CONTENT.teams[name].characters for name in SIDES}
HOME = {name: seat for seat, team in enumerate(TEAMS.values()) for name in team}
"""The seat of each Character in the first game."""


def seat_of(side: str) -> Seat:
    """The seat called green or orange."""
    return Seat(SIDES.index(side))


def tactics(names: Any) -> tuple[TacticCard, ...]:
    """Cards by their ids."""
    return tuple(CONTENT.tactics[name] for name in names)


def test_card(card: CharacterCard, **changes: Any) -> CharacterCard:
    """A Character with other figures; `attack` gives it one Attack called strike."""
    if "attack" in changes:
        attack = {
            "id": "strike",
            "name": "Strike",
            "kind": "attack",
            "ap": 3,
            "target": "enemy",
            "range": [1, 1],
            "sight": True,
            "pool": {
                "dice": changes.pop("attack"),
                "symbols": changes.pop("attack_symbols", []),
            },
            "switches": changes.pop("attack_switches", []),
        }
        changes["actions"] = [attack]
    made: dict[str, Any] = {}
    for name, value in changes.items():
        if name in ("defense", "brawn", "agility"):
            made[name] = Pool(tuple(value))
        elif name == "switches":
            made[name] = msgspec.convert(value, tuple[SwitchCard, ...])
        else:
            fields = {field.name: field.type for field in msgspec.structs.fields(card)}
            made[name] = msgspec.convert(value, fields[name])
    return replace(card, **made)


test_card.__test__ = False  # type: ignore[attr-defined]


def token(text: str, cause: CharacterId | None = None) -> Token:
    """A State's token such as dazzled:red."""
    name, _, side = text.partition(":")
    assert side in ("red", "blue"), text
    return Token(CONTENT.states[name], side == "red", cause)


def laid(**changes: Any) -> State:
    """A table in the second Turn of the first Round, everybody on the Bench."""
    characters = tuple(
        Character(name, CONTENT.characters[name], seat, off="bench")
        for seat in SEATS
        for name in TEAMS[SIDES[seat]]
    )
    known: dict[str, Any] = {
        "box": BOX,
        "style": "preset",
        "first_game": False,
        "characters": characters,
        "picks": tuple(Secret.of((), (seat,)) for seat in SEATS),
        "lists": tuple(Secret.of((), (seat,)) for seat in SEATS),
        "decks": (Secret.of((), ()), Secret.of((), ())),
        "hands": tuple(Secret.of((), (seat,)) for seat in SEATS),
        "orders": tuple(Secret.of((), (seat,)) for seat in SEATS),
        "phase": "activation",
        "zone": ZoneId("central"),
        "homes": (ZoneId("zone3"), ZoneId("zone6")),
        "round": 1,
        "turn": 4,
        "revealed": ((), ()),
        "underdog": GREEN,
        **changes,
    }
    return State(**known)


def find(state: State, name: str) -> CharacterId:
    """The number of a Character on this table."""
    return CharacterId([each.name for each in state.characters].index(name))


def put(state: State, name: str, at: Place | None, **changes: Any) -> State:
    """The table with a Character on a space, changed as told."""
    who = find(state, name)
    character = state.characters[who]
    known: dict[str, Any] = {"at": hex_at(*at) if at else None, "off": "" if at else "bench"}
    return state.with_character(who, replace(character, **{**known, **changes}))


def where(state: State, name: str) -> Place | None:
    """The space a Character stands on."""
    at = state.characters[find(state, name)].at
    return None if at is None else axial(at)


__all__ = ["ATTACKS", "BOX", "CONTENT", "GREEN", "HOME", "ORANGE", "RULES", "SEATS", "SIDES"]
