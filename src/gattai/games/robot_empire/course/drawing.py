"""Shuffling and drawing: decks, hands, Moons that turn up, dice for who begins."""

from __future__ import annotations

from gattai.games.robot_empire.events.setup import (
    CardsDrawn,
    DeckShuffled,
    DrawGivenUp,
    DrawsDue,
    MoonTurnedUp,
)
from gattai.games.robot_empire.figures import D6
from gattai.games.robot_empire.state import CardId, State
from gattai.kernel.dice import Dice, Group
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import Table
from gattai.kernel.secrecy import Secret

HAND = 7
"""ROBOT-EMPIRE.SETUP.HAND, ROBOT-EMPIRE.DRAW.SEVEN"""


def first_dice(seats: tuple[Seat, ...], count: int) -> Dice:
    """ROBOT-EMPIRE.SETUP.FIRST-PLAYER: a die for each of these seats, read seat by seat."""
    groups = []
    for seat in seats:
        worth = tuple(
            tuple(int(face) if other == seat else 0 for other in range(count)) for face in D6.faces
        )
        groups.append(Group(D6, 1, worth))
    return Dice(tuple(groups))


def shuffled(
    table: Table[State], deck: int, order: tuple[int, ...], *, from_pile: bool = False
) -> None:
    """ROBOT-EMPIRE.SETUP.DEPOT, ROBOT-EMPIRE.AMB.DECK-EMPTY: a deck, or a pile, in a new order."""
    state = table.state
    cards = state.piles[deck] if from_pile else state.decks[deck].open()
    mixed: tuple[CardId, ...] = tuple([cards[number] for number in order])
    rule = "ROBOT-EMPIRE.DRAW.SEVEN" if from_pile else "ROBOT-EMPIRE.SETUP.DEPOT"
    table.happens(
        DeckShuffled(rule=rule, deck=deck, cards=Secret.of(mixed, ()), from_pile=from_pile)
    )


def deal(table: Table[State]) -> None:
    """ROBOT-EMPIRE.SETUP.HAND: seven cards for everybody, seat after seat."""
    for seat in table.state.alive:
        rule = "ROBOT-EMPIRE.SETUP.HAND"
        table.happens(DrawsDue(rule=rule, seat=seat, count=HAND, phase="hands"))


def draw_owed(table: Table[State]) -> bool:
    """Draw what is due; whether that could be done, or a pile has to be shuffled first.

    ROBOT-EMPIRE.DRAW.MOON: Moons go to the middle, with coins as far as there are
    (ROBOT-EMPIRE.AMB.MOON-COINS), and another card is drawn in their place.
    """
    while table.state.owed:
        state = table.state
        seat, count = state.owed[0]
        number = state.deck_of(seat)
        deck = state.decks[number].open()
        if not deck:
            if state.piles[number]:
                return False
            table.happens(DrawGivenUp(rule="ROBOT-EMPIRE.DRAW.SEVEN", seat=seat))
            continue
        if state.card(deck[0]).category == "moon":
            coins = min(state.card(deck[0]).value, state.chest)
            rule = "ROBOT-EMPIRE.DRAW.MOON"
            table.happens(MoonTurnedUp(rule=rule, seat=seat, moon=deck[0], coins=coins))
            continue
        until = 0
        while until < min(count, len(deck)) and state.card(deck[until]).category != "moon":
            until += 1
        drawn: Secret[tuple[CardId, ...]] = Secret.of(deck[:until], (seat,))
        table.happens(CardsDrawn(rule=_why(state), seat=seat, cards=drawn))
    return True


def _why(state: State) -> str:
    """The rule by which cards are drawn now."""
    if state.windows or state.phase not in ("hands", "end", "discard"):
        return "ROBOT-EMPIRE.CARD.AGENT"
    return {
        "hands": "ROBOT-EMPIRE.SETUP.HAND",
        "end": "ROBOT-EMPIRE.DRAW.REPLACE",
        "discard": "ROBOT-EMPIRE.DRAW.SEVEN",
    }[state.phase]
