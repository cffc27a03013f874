"""Determinization: fills in the hands of others and the order of decks at random."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from gattai.games.robot_empire.state import CardId, State
from gattai.kernel.dice import Randomness, Shuffle
from gattai.kernel.question import Seat


def _mixed(cards: list[CardId], source: Randomness) -> list[CardId]:
    return [cards[number] for number in Shuffle(len(cards)).sample(source)]


def seen_cards(seen: State) -> Iterable[CardId]:
    """Every card whose place is visible in this view."""
    yield from seen.bag
    for pile in seen.piles:
        yield from pile
    for player in seen.players:
        if player.hand.is_open:
            yield from player.hand.open()
    for deck in seen.decks:
        if deck.is_open:
            yield from deck.open()
    yield from (moon.card for moon in seen.moons)
    for unit in seen.units:
        yield from unit.cards
        yield from unit.components
    for window in seen.windows:
        if window.announced is not None and window.announced.kind != "shot":
            yield window.announced.card


def _cards_of_deck(seen: State, number: int, known: set[CardId]) -> list[CardId]:
    """The cards of a deck whose places are not visible."""
    return [
        CardId(card)
        for card, deck in enumerate(seen.box.pile_of)
        if deck == number and card not in known
    ]


def guess(seen: State, seat: Seat, source: Randomness) -> State:
    """A state that looks exactly like `seen` to this seat.

    Moons are only in decks, because no player holds one. A card whose rolled price was too high is
    known to be in the hand of the active player.
    """
    known = {*seen_cards(seen)}
    state = seen
    for number in range(len(seen.decks)):
        pool = _cards_of_deck(seen, number, known)
        shown = [card for card in pool if card in seen.tried]
        moons = [card for card in pool if seen.card(card).category == "moon"]
        rest = [card for card in pool if card not in shown and card not in moons]
        rest = _mixed(rest, source)
        for other, player in enumerate(seen.players):
            if player.hand.is_open or seen.deck_of(Seat(other)) != number:
                continue
            held = shown if other == seen.active else []
            count = len(player.hand) - len(held)
            hand = (*held, *rest[:count])
            rest = rest[count:]
            state = state.with_player(Seat(other), hand=player.hand.now(hand))
        if not seen.decks[number].is_open:
            deck = seen.decks[number].now(tuple(_mixed([*rest, *moons], source)))
            decks = (*state.decks[:number], deck, *state.decks[number + 1 :])
            state = replace(state, decks=decks)
    return state
