"""Checks of states: invariants that no rule breaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gattai.games.aristeia.figures import hit_points_left
from gattai.games.aristeia.state import SEATS, SIDES, Character, CharacterId, State

MAX_POINTS = 99
"""More Action or Movement Points than any card could give."""


def broken(state: State) -> Iterator[str]:
    """Return the broken invariants of a state."""
    if any(len(each) != len(SEATS) for each in _for_each_side(state)):
        yield "something is not there for both sides"
        return
    standing = [at for _, _, at in state.on_board]
    if len({*standing}) != len(standing):
        yield "two Characters stand on one space"
    for character in state.characters:
        yield from _broken_character(state, character)
    if min((state.ap, state.mp, *state.points, *state.frags)) < 0:
        yield "something is below zero"
    if max(state.ap, state.mp) > MAX_POINTS:
        yield "nobody can have so many Action or Movement Points"
    if state.rolling is not None or state.playing or state.declared is not None:
        yield "something is still being resolved"
    yield from _broken_cards(state)


def _for_each_side(state: State) -> Iterator[Sequence[object]]:
    """Every tuple with one entry for each side."""
    yield from (state.picks, state.lists, state.decks, state.hands, state.orders)
    yield from (state.set_aside, state.revealed, state.discards)
    yield from (state.points, state.gained, state.frags)


def _broken_character(state: State, character: Character) -> Iterator[str]:
    if character.at is not None:
        if character.at not in state.box.bit or character.at in state.box.shut:
            yield f"{character.name} stands where nobody can"
        if character.off:
            yield f"{character.name} is on the board and in the {character.off}"
        if character.damage < 0 or hit_points_left(character) <= 0:
            yield f"{character.name} has {character.damage} Damage"
    names = [token.state.id for token in character.tokens]
    if len({*names}) != len(names):
        yield f"{character.name} has two tokens of one State"
    if character.off == "infirmary" and (character.damage or character.tokens):
        yield f"{character.name} has tokens in the Infirmary"


def _broken_cards(state: State) -> Iterator[str]:
    """The Tactics of a player never change in number."""
    if state.phase in ("teams", "first-pick", "draft", "decks"):
        return
    for seat in SEATS:
        held = [*state.decks[seat].open(), *state.hands[seat].open(), *state.discards[seat]]
        if seat in state.unshuffled and not state.redrawn:
            held += state.set_aside[seat]
        if sorted(card.id for card in held) != sorted(c.id for c in state.lists[seat].open()):
            yield f"{SIDES[seat]} has other Tactics than the deck was built of"
        down = state.orders[seat].open()
        own = [CharacterId(who) for who, c in enumerate(state.characters) if c.seat == seat]
        if state.phase in ("first", "activation"):
            if sorted((*down, *state.revealed[seat])) != own:
                yield f"{SIDES[seat]} has other Initiative cards than Characters"
            if len(state.revealed[seat]) != state.turn:
                yield f"{SIDES[seat]} has not revealed one Initiative card a Turn"
        if len({*down, *state.revealed[seat]}) < len(down) + len(state.revealed[seat]):
            yield f"{SIDES[seat]} has an Initiative card twice"
