"""Determinization: fills in hidden hands, decks, face-down cards and teams at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from gattai.games.aristeia.cards import TacticCard
from gattai.games.aristeia.content import TACTICS_EACH
from gattai.games.aristeia.events.setup import at_seat
from gattai.games.aristeia.state import SEATS, State
from gattai.kernel.dice import Randomness, Shuffle
from gattai.kernel.question import Seat

T = TypeVar("T")


def guess(seen: State, seat: Seat, source: Randomness) -> State:
    """A state that looks exactly like the given view to this seat."""
    for other in SEATS:
        if not seen.picks[other].is_open:
            count = len(seen.picks[other])
            cards = _shuffled(seen.box.characters, source)[:count]
            picks = at_seat(seen.picks, other, seen.picks[other].now(cards))
            seen = replace(seen, picks=picks)
        if not seen.lists[other].is_open:
            built = seen.lists[other].now(_built(seen, other, source))
            seen = replace(seen, lists=at_seat(seen.lists, other, built))
        if not seen.orders[other].is_open:
            seen = _guess_order(seen, other, source)
        seen = _guess_cards(seen, other, source)
    return seen


def _shuffled(things: Sequence[T], source: Randomness) -> tuple[T, ...]:
    return tuple([things[number] for number in Shuffle(len(things)).sample(source)])


def _shown(seen: State, seat: Seat) -> tuple[TacticCard, ...]:
    """The Tactics of a player that have been seen: discarded, or in play."""
    return (*seen.discards[seat], *(p.tactic for p in seen.playing if p.seat == seat))


def _built(seen: State, seat: Seat, source: Randomness) -> tuple[TacticCard, ...]:
    """A deck that the player could have built, including every Tactic that was seen."""
    count = len(seen.lists[seat]) - len(seen.box.standard)
    cards = [*seen.box.standard]
    shown = _shown(seen, seat)
    for who in seen.team(seat)[: count // TACTICS_EACH]:
        own = seen.box.tactics_of.get(seen.characters[who].card.id, ())
        known = [card for card in own if card in shown]
        rest = [card for card in _shuffled(own, source) if card not in known]
        chosen = [*known, *rest][:TACTICS_EACH]
        cards += [card for card in own if card in chosen]
    return tuple(cards)


def _guess_order(seen: State, seat: Seat, source: Randomness) -> State:
    """Face-down Initiative cards: the Characters of the team whose cards are not open."""
    hidden = [who for who in seen.team(seat) if who not in seen.revealed[seat]]
    count = len(seen.orders[seat])
    order = seen.orders[seat].now(_shuffled(hidden, source)[:count])
    return replace(seen, orders=at_seat(seen.orders, seat, order))


def _guess_cards(seen: State, seat: Seat, source: Randomness) -> State:
    """The deck in a random order; a hidden hand is drawn from the same unseen cards."""
    hand, deck = seen.hands[seat], seen.decks[seat]
    gone = [*_shown(seen, seat)]
    if hand.is_open:
        gone += hand.open()
    if not len(hand):
        gone += seen.set_aside[seat]  # they are next to the deck until it is shuffled
    unseen = _shuffled([c for c in seen.lists[seat].open() if c not in gone], source)
    if not hand.is_open:
        count = len(hand)
        fixed = hand.now(unseen[:count])
        unseen = unseen[count:]
        seen = replace(seen, hands=at_seat(seen.hands, seat, fixed))
    filled = deck.now(unseen[: len(deck)])
    return replace(seen, decks=at_seat(seen.decks, seat, filled))
