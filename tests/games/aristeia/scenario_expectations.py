"""What a scenario expects, looked up on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gattai.games.aristeia.deeds import Perform
from gattai.games.aristeia.figures import initiative_total
from gattai.games.aristeia.roll.sight import condition, has_cover, reached
from gattai.games.aristeia.state import State, status
from gattai.kernel.position import look
from gattai.kernel.ruleset import Outcome
from gattai.tabletop.hexes import axial, distance, hex_at
from tests.games.aristeia.scenario_tables import Entry, refuse_unknown
from tests.games.aristeia.table import RULES, SIDES, find, put, seat_of

if TYPE_CHECKING:
    from tests.games.aristeia.driver import Driver as Play


def check(play: Play, wanted: Entry) -> None:
    """One line of `expect`."""
    keys = [key for key in ("who", "side", "from", "space", "seen_by") if key in wanted]
    look_up = {
        "who": _character,
        "side": _side,
        "from": _geometry,
        "space": _space,
        "seen_by": _order,
    }
    if keys:
        look_up[keys[0]](play, wanted)
    else:
        _table(play, wanted)


def _same(found: object, wanted: Entry, key: str) -> None:
    assert found == wanted[key], f"{key} is {found}, not {wanted[key]}: {wanted}"


def _character(play: Play, wanted: Entry) -> None:
    refuse_unknown(str(wanted), wanted, {"who", "at", "on", "damage", "states", "ap", "mp"})
    state = play.state
    who = find(state, wanted["who"])
    character = state.characters[who]
    is_active = state.active == who
    found: Entry = {
        "at": None if character.at is None else [*axial(character.at)],
        "on": "board" if character.at is not None else character.off,
        "damage": character.damage,
        "states": [f"{t.state.id}:{'red' if t.is_red else 'blue'}" for t in character.tokens],
        "ap": state.ap if is_active else 0,
        "mp": state.mp if is_active else 0,
    }
    for key in wanted:
        if key != "who":
            _same(found[key], wanted, key)


def _side(play: Play, wanted: Entry) -> None:
    known = {"side", "vp", "frags", "hand", "deck", "discard", "hand_cards"}
    refuse_unknown(str(wanted), wanted, known)
    state, seat = play.state, seat_of(wanted["side"])
    found: Entry = {
        "vp": state.points[seat],
        "frags": state.frags[seat],
        "hand": len(state.hands[seat]),
        "deck": len(state.decks[seat]),
        "discard": len(state.discards[seat]),
        "hand_cards": sorted(card.id for card in state.hands[seat].open()),
    }
    for key in wanted:
        if key != "side":
            _same(found[key], wanted, key)


def _geometry(play: Play, wanted: Entry) -> None:
    known = {"from", "to", "characters", "sight", "corners", "each_corner", "distance", "cover"}
    refuse_unknown(str(wanted), wanted, known)
    viewer, seen = hex_at(*wanted["from"]), hex_at(*wanted["to"])
    state = _crowd(play.state, wanted)
    if "distance" in wanted:
        _same(distance(viewer, seen), wanted, "distance")
    if "sight" in wanted:
        _same(condition(state, viewer, seen), wanted, "sight")
    if "corners" in wanted:
        _same(max(reached(state, viewer, seen)), wanted, "corners")
    if "each_corner" in wanted:
        _same(
            sorted(reached(state, viewer, seen)),
            {"each_corner": sorted(wanted["each_corner"])},
            "each_corner",
        )
    if "cover" in wanted:
        _same(has_cover(state, state.standing[seen], state.standing[viewer]), wanted, "cover")


def _crowd(state: State, wanted: Entry) -> State:
    """The table with somebody on both spaces and on those the entry names, if nobody is there."""
    free = [c.name for c in state.characters if c.at is None]
    for space in (wanted["from"], wanted["to"], *wanted.get("characters", ())):
        if hex_at(*space) not in state.standing and "distance" not in wanted:
            state = put(state, free.pop(), (space[0], space[1]))
    return state


def _space(play: Play, wanted: Entry) -> None:
    refuse_unknown(str(wanted), wanted, {"space", "status"})
    _same(status(play.state, hex_at(*wanted["space"])), wanted, "status")


def _order(play: Play, wanted: Entry) -> None:
    """The Running Order of a side as a seat sees it: open cards, then those face down."""
    refuse_unknown(str(wanted), wanted, {"seen_by", "order", "cards"})
    seat = seat_of(wanted["order"])
    seen = look(RULES, play.position, seat_of(wanted["seen_by"])).state
    names = [seen.characters[who].name for who in seen.revealed[seat]]
    order = seen.orders[seat]
    if order.is_open:
        names += [seen.characters[who].name for who in order.open()]
    else:
        names += [""] * len(order)
    _same(names, wanted, "cards")


def _table(play: Play, wanted: Entry) -> None:
    (key, *more) = wanted
    state, question = play.state, play.question
    if key == "winner":
        assert isinstance(question, Outcome), f"not over: {question}"
        names = [SIDES[seat] for seat in question.winners]
        _same(names[0] if len(names) == 1 else "draw", wanted, key)
    elif key == "asked":
        assert hasattr(question, "seat"), question
        _same(SIDES[question.seat], wanted, key)
    elif key == "underdog":
        _same(SIDES[state.underdog], wanted, key)
    elif key in ("zone", "round"):
        _same(getattr(state, key), wanted, key)
    elif key == "active":
        active = state.active
        _same("" if active is None else state.characters[active].name, wanted, key)
    elif key == "rolls":
        _same(play.throws, wanted, key)
    elif key == "pool":
        play.settle()
        rolling = play.state.rolling
        _same([*rolling.sides[0].dice] if rolling else [], wanted, key)
    elif key == "offered":
        wish = Perform(wanted[key], find(state, wanted["target"]))
        play.settle()
        assert play.is_offered(lambda option: option == wish), f"not offered: {wanted}"
        more.remove("target")
    elif key == "initiative":
        _same(initiative_total(state, seat_of(wanted[key])), wanted, "total")
        more.remove("total")
    elif key == "told_in_order":
        told = [event.rule for event in play.told if event.rule in wanted[key]]
        _same(told, wanted, key)
    elif key == "turn_over":
        _same(not state.waiting and state.active is None, wanted, key)
    elif key == "visible":
        _same(len(look(RULES, play.position, None).state.characters), wanted, key)
    elif key == "scenario":
        _same(state.box.scenario.id, wanted, key)
    elif key == "team":
        _same(len(state.team(seat_of(wanted[key]))), wanted, "size")
        more.remove("size")
    else:
        refuse_unknown(str(wanted), [key], ())
    refuse_unknown(str(wanted), more, ())
