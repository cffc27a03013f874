"""Shuffling and drawing: decks, hands, drawn Moons, and the roll for the first player."""

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
"""ROBOT-EMPIRE.SETUP.HAND, ROBOT-EMPIRE.DRAW.SEVEN: the number of cards in a full hand."""


def first_dice(seats: tuple[Seat, ...], count: int) -> Dice[tuple[int, ...]]:
    """ROBOT-EMPIRE.SETUP.FIRST-PLAYER: one die for each of these seats, read separately."""
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
    """ROBOT-EMPIRE.SETUP.DEPOT, ROBOT-EMPIRE.AMB.DECK-EMPTY: a shuffled deck or pile."""
    state = table.state
    cards = state.piles[deck] if from_pile else state.decks[deck].open()
    mixed: tuple[CardId, ...] = tuple([cards[number] for number in order])
    rule = "ROBOT-EMPIRE.DRAW.SEVEN" if from_pile else "ROBOT-EMPIRE.SETUP.DEPOT"
    table.emit(DeckShuffled(rule=rule, deck=deck, cards=Secret.of(mixed, ()), from_pile=from_pile))


def deal(table: Table[State]) -> None:
    """ROBOT-EMPIRE.SETUP.HAND: seven cards for every player, seat by seat."""
    for seat in table.state.alive:
        rule = "ROBOT-EMPIRE.SETUP.HAND"
        table.emit(DrawsDue(rule=rule, seat=seat, count=HAND, phase="hands"))


def draw_owed(table: Table[State]) -> bool:
    """Draw the cards that are due. Returns False if a pile has to be shuffled first.

    ROBOT-EMPIRE.DRAW.MOON: Moons go to the middle, with the coins available
    (ROBOT-EMPIRE.AMB.MOON-COINS), and another card is drawn instead.
    """
    while table.state.owed:
        state = table.state
        seat, count = state.owed[0]
        number = state.deck_of(seat)
        deck = state.decks[number].open()
        if not deck:
            if state.piles[number]:
                return False
            table.emit(DrawGivenUp(rule="ROBOT-EMPIRE.DRAW.SEVEN", seat=seat))
            continue
        if state.card(deck[0]).category == "moon":
            coins = min(state.card(deck[0]).value, state.chest)
            rule = "ROBOT-EMPIRE.DRAW.MOON"
            table.emit(MoonTurnedUp(rule=rule, seat=seat, moon=deck[0], coins=coins))
            continue
        until = 0
        while until < min(count, len(deck)) and state.card(deck[until]).category != "moon":
            until += 1
        drawn: Secret[tuple[CardId, ...]] = Secret.of(deck[:until], (seat,))
        table.emit(CardsDrawn(rule=_why(state), seat=seat, cards=drawn))
    return True


def _why(state: State) -> str:
    """The rule for drawing cards now."""
    if state.windows or state.phase not in ("hands", "end", "discard"):
        return "ROBOT-EMPIRE.CARD.AGENT"
    return {
        "hands": "ROBOT-EMPIRE.SETUP.HAND",
        "end": "ROBOT-EMPIRE.DRAW.REPLACE",
        "discard": "ROBOT-EMPIRE.DRAW.SEVEN",
    }[state.phase]
