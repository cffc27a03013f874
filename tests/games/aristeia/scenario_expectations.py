"""What a scenario expects, looked up on the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gattai.games.aristeia.actions import Perform
from gattai.games.aristeia.figures import initiative_total
from gattai.games.aristeia.roll.sight import condition, has_cover, reached
from gattai.games.aristeia.state import State, status
from gattai.kernel.position import observe
from gattai.kernel.ruleset import Outcome
from gattai.tabletop.hexes import axial, distance, hex_at
from tests.games.aristeia.table import RULES, SIDES, find, put, seat_of
from tests.games.catalogued import Entry

if TYPE_CHECKING:
    from tests.games.aristeia.driver import Driver as Play


def found(play: Play, wanted: Entry) -> Entry:
    """What there is for each key of one line of `expect`."""
    places = {
        "who": _character,
        "side": _side,
        "from": _geometry,
        "space": _space,
        "seen_by": _order,
    }
    where = next((key for key in places if key in wanted), None)
    if where is None:
        return _table(play, wanted)
    return {where: wanted[where], **places[where](play, wanted)}


def _character(play: Play, wanted: Entry) -> Entry:
    state = play.state
    who = find(state, wanted["who"])
    character = state.characters[who]
    is_active = state.active == who
    return {
        "at": None if character.at is None else [*axial(character.at)],
        "on": "board" if character.at is not None else character.off,
        "damage": character.damage,
        "states": play.states(wanted["who"]),
        "ap": state.ap if is_active else 0,
        "mp": state.mp if is_active else 0,
    }


def _side(play: Play, wanted: Entry) -> Entry:
    state, seat = play.state, seat_of(wanted["side"])
    return {
        "vp": state.points[seat],
        "frags": state.frags[seat],
        "hand": len(state.hands[seat]),
        "deck": len(state.decks[seat]),
        "discard": len(state.discards[seat]),
        "hand_cards": sorted(card.id for card in state.hands[seat].open()),
    }


def _geometry(play: Play, wanted: Entry) -> Entry:
    viewer, seen = hex_at(*wanted["from"]), hex_at(*wanted["to"])
    there: Entry = {"to": wanted["to"], "distance": distance(viewer, seen)}
    if "distance" in wanted:
        return there
    state = _crowd(play.state, wanted)
    corners = sorted(reached(state, viewer, seen))
    return {
        **there,
        "characters": wanted.get("characters"),
        "sight": condition(state, viewer, seen),
        "corners": corners[-1],
        # In whatever order they are named.
        "each_corner": _reordered(corners, wanted.get("each_corner", ())),
        "cover": has_cover(state, state.standing[seen], state.standing[viewer]),
    }


def _reordered(found: list[int], wanted: Iterable[int]) -> list[int]:
    named = [*wanted]
    return named if sorted(named) == found else found


def _crowd(state: State, wanted: Entry) -> State:
    """The table with somebody on both spaces and on those the entry names, if nobody is there."""
    free = [c.name for c in state.characters if c.at is None]
    for space in (wanted["from"], wanted["to"], *wanted.get("characters", ())):
        if hex_at(*space) not in state.standing and "distance" not in wanted:
            state = put(state, free.pop(), (space[0], space[1]))
    return state


def _space(play: Play, wanted: Entry) -> Entry:
    return {"status": status(play.state, hex_at(*wanted["space"]))}


def _order(play: Play, wanted: Entry) -> Entry:
    """The Running Order of a side as a seat sees it: open cards, then those face down."""
    seat = seat_of(wanted["order"])
    seen = observe(RULES, play.position, seat_of(wanted["seen_by"])).state
    names = [seen.characters[who].name for who in seen.revealed[seat]]
    order = seen.orders[seat]
    if order.is_open:
        names += [seen.characters[who].name for who in order.open()]
    else:
        names += [""] * len(order)
    return {"order": wanted["order"], "cards": names}


def _table(play: Play, wanted: Entry) -> Entry:
    key = next(iter(wanted))
    if key in ("pool", "offered"):
        play.settle()
    state, question = play.state, play.question
    match key:
        case "winner":
            assert isinstance(question, Outcome), f"not over: {question}"
            names = [SIDES[seat] for seat in question.winners]
            return {key: names[0] if len(names) == 1 else "draw"}
        case "asked":
            assert hasattr(question, "seat"), question
            return {key: SIDES[question.seat]}
        case "underdog":
            return {key: SIDES[state.underdog]}
        case "zone" | "round":
            return {key: getattr(state, key)}
        case "active":
            return {key: "" if state.active is None else state.characters[state.active].name}
        case "rolls":
            return {key: play.throws}
        case "pool":
            return {key: [*state.rolling.sides[0].dice] if state.rolling else []}
        case "offered":
            wish = Perform(wanted[key], find(state, wanted["target"]))
            assert play.is_offered(lambda option: option == wish), f"not offered: {wanted}"
            return wanted
        case "initiative":
            return {**wanted, "total": initiative_total(state, seat_of(wanted[key]))}
        case "told_in_order":
            return {key: [event.rule for event in play.told if event.rule in wanted[key]]}
        case "turn_over":
            return {key: not state.waiting and state.active is None}
        case "visible":
            return {key: len(observe(RULES, play.position, None).state.characters)}
        case "scenario":
            return {key: state.box.scenario.id}
        case "team":
            return {**wanted, "size": len(state.team(seat_of(wanted[key])))}
    return {}
