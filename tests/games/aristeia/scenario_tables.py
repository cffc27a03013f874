"""The structured form of a scenario, laid as a table: Characters, States, hands, points."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from gattai.games.aristeia.figures import energy
from gattai.games.aristeia.state import Character, State, ZoneId
from gattai.kernel.secrecy import Secret
from gattai.tabletop.hexes import hex_at
from tests.games.aristeia.table import (
    CONTENT,
    HOME,
    SEATS,
    SIDES,
    find,
    laid,
    seat_of,
    tactics,
    test_card,
    token,
)
from tests.games.catalogued import Entry
from tests.games.scenarios import refuse_unknown

FOLDER = Path(__file__).parent / "catalogue"
LAID = {
    "active",
    "ap",
    "deck",
    "frags",
    "hand",
    "mp",
    "reveal",
    "round",
    "setup",
    "table",
    "underdog",
    "vp",
    "zone",
}
CARD = {
    "actions",
    "agility",
    "attack",
    "attack_switches",
    "attack_symbols",
    "brawn",
    "defense",
    "hit_points",
    "initiative",
    "switches",
}


def _character(form: Entry) -> Character:
    named = {"who", "side", "at", "on", "damage", "states", "cause", *CARD}
    refuse_unknown(str(form), form, named)
    name = form["who"]
    changes = {key: form[key] for key in CARD if key in form}
    card = CONTENT.characters[name]
    at = hex_at(*form["at"]) if "at" in form else None
    return Character(
        name,
        test_card(card, **changes) if changes else card,
        seat_of(form["side"]) if "side" in form else SEATS[HOME[name]],
        at,
        "" if at is not None else form["on"],
        form.get("damage", 0),
    )


def _everybody(forms: list[Entry]) -> tuple[Character, ...]:
    named = {form["who"]: _character(form) for form in forms}
    rest = [each for each in laid().characters if each.name not in named]
    order = [*HOME]
    together = [*named.values(), *rest]
    return tuple(sorted(together, key=lambda each: (each.seat, order.index(each.name))))


def lay(entry: Entry) -> State:
    """The table an entry tells of, in the last Turn of a Round."""
    forms: list[Entry] = entry.get("table", [])
    state = laid(characters=_everybody(forms))
    for form in forms:
        who = find(state, form["who"])
        cause = find(state, form["cause"]) if "cause" in form else None
        tokens = tuple(token(text, cause) for text in form.get("states", ()))
        state = state.with_character(who, replace(state.characters[who], tokens=tokens))
    changes: Entry = {"round": entry.get("round", 1), "turn": 4}
    for key, field in (("vp", "points"), ("frags", "frags")):
        if key in entry:
            changes[field] = tuple(entry[key])
    if "underdog" in entry:
        changes["underdog"] = seat_of(entry["underdog"])
    if "zone" in entry:
        changes["zone"] = ZoneId(entry["zone"])
    hand, deck = entry.get("hand", {}), entry.get("deck", {})
    changes["hands"] = tuple(Secret.of(tactics(hand.get(SIDES[s], ())), (s,)) for s in SEATS)
    changes["decks"] = tuple(Secret.of(tactics(deck.get(SIDES[s], ())), ()) for s in SEATS)
    if "active" in entry:
        active = find(state, entry["active"])
        character = state.characters[active]
        changes |= {
            "active": active,
            "to_act": character.seat,
            "ap": entry.get("ap", energy(character)),
            "mp": entry.get("mp", 0),
        }
    else:
        changes["phase"] = "planning"
    return replace(state, **changes)
