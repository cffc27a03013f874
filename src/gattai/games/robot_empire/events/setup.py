"""The events of setup and of drawing cards."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.robot_empire.figures import coins
from gattai.games.robot_empire.state import (
    FIRST_VAULT,
    FULL_BATTERY,
    CardId,
    Cards,
    Moon,
    Phase,
    State,
)
from gattai.kernel.event import Event
from gattai.kernel.question import Seat


class BatteriesCharged(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.SETUP.BATTERY, ROBOT-EMPIRE.SETUP.VAULT: coins were placed on Batteries and
    Vaults.

    ROBOT-EMPIRE.ADV.BATTERY-CHOICE: the Vault gets what a Battery lacks to 20. The rest stays in
    the War Chest (ROBOT-EMPIRE.SETUP.WAR-CHEST).
    """

    batteries: tuple[int, ...]

    def after(self, state: State) -> State:
        """Every player has 26 coins on the two cards."""
        players = tuple(
            replace(player, battery=battery, vault=FIRST_VAULT + FULL_BATTERY - battery)
            for player, battery in zip(state.players, self.batteries, strict=True)
        )
        each = FULL_BATTERY + FIRST_VAULT
        return replace(
            state,
            players=players,
            chest=state.chest - each * len(players),
            phase="moon" if state.bag else "depot",
        )

    def describe(self, state: State) -> str:
        shares = zip(state.box.seats, self.batteries, strict=True)
        return "Batteries: " + ", ".join(f"{name} {battery}" for name, battery in shares)


class FirstMoonLaid(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.SETUP.FIRST-MOON: a Moon with its coins was placed in the middle; the others
    join the deck.

    ROBOT-EMPIRE.AMB.DECK-MOONS: if players have their own decks, the other Moons are removed.
    """

    moon: CardId

    def after(self, state: State) -> State:
        value = state.card(self.moon).value
        rest = tuple([card for card in state.bag if card != self.moon])
        changed = replace(
            state, moons=(Moon(self.moon, value),), chest=state.chest - value, phase="depot"
        )
        if len(state.decks) > 1:
            return replace(changed, bag=rest)
        return replace(changed, bag=(), decks=(state.decks[0].joined(rest),))

    def describe(self, state: State) -> str:
        value = state.card(self.moon).value
        return f"{state.card(self.moon).name} lies in the middle with {coins(value)}"


class DeckShuffled(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.SETUP.DEPOT: a deck was shuffled; ROBOT-EMPIRE.AMB.DECK-EMPTY: or made from a
    pile.
    """

    deck: int
    cards: Cards
    from_pile: bool = False

    def after(self, state: State) -> State:
        decks = (*state.decks[: self.deck], self.cards, *state.decks[self.deck + 1 :])
        if not self.from_pile:
            unshuffled = tuple([deck for deck in state.unshuffled if deck != self.deck])
            return replace(state, decks=decks, unshuffled=unshuffled)
        piles = (*state.piles[: self.deck], (), *state.piles[self.deck + 1 :])
        return replace(state, decks=decks, piles=piles)

    def describe(self, state: State) -> str:
        """Which deck, and its number of cards."""
        whose = f"{state.box.seats[self.deck]}'s deck" if len(state.decks) > 1 else "the Depot Deck"
        how = f"the discards become {whose}" if self.from_pile else f"{whose} is shuffled"
        return f"{how}, {len(self.cards)} cards"

    def actor(self, before: State) -> Seat | None:
        """The owner of the deck, if each player has one."""
        return Seat(self.deck) if len(before.decks) > 1 else None


class DrawsDue(Event, frozen=True, kw_only=True):
    """A player has to draw cards."""

    seat: Seat
    count: int
    phase: Phase | None = None

    def after(self, state: State) -> State:
        """They are drawn as soon as there are cards."""
        owed = (*state.owed, (self.seat, self.count)) if self.count else state.owed
        return replace(state, owed=owed, phase=self.phase or state.phase)

    def describe(self, state: State) -> str:
        who = state.box.seats[self.seat]
        return f"{who} is to draw {self.count}" if self.count else f"{who} has nothing to draw"


def _drawn(state: State, count: int) -> tuple[tuple[Seat, int], ...]:
    """The draws still due after the first in line has drawn some."""
    (seat, owed), *rest = state.owed
    return ((seat, owed - count), *rest) if owed > count else tuple(rest)


class CardsDrawn(Event, frozen=True, kw_only=True):
    """Cards went from the top of a deck to a hand."""

    seat: Seat
    cards: Cards

    def after(self, state: State) -> State:
        count = len(self.cards)
        number = state.deck_of(self.seat)
        deck = state.decks[number].rest(count)
        decks = (*state.decks[:number], deck, *state.decks[number + 1 :])
        hand = state.players[self.seat].hand.joined(self.cards)
        changed = state.with_player(self.seat, hand=hand)
        return replace(changed, decks=decks, owed=_drawn(state, count))

    def describe(self, state: State) -> str:
        """How many; and which, for players who may know."""
        count = f"{len(self.cards)} card{'s' * (len(self.cards) != 1)}"
        shown = ""
        if self.cards.is_open:
            shown = ": " + ", ".join(state.card(card).name for card in self.cards.open())
        return f"{state.box.seats[self.seat]} draws {count}{shown}"


class MoonTurnedUp(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.DRAW.MOON, ROBOT-EMPIRE.AMB.MOON-COINS: a drawn Moon was placed in the middle
    with its coins.
    """

    template = "{seat} turns up {moon}, {coins:coin} on it"

    seat: Seat
    moon: CardId
    coins: int

    def after(self, state: State) -> State:
        number = state.deck_of(self.seat)
        deck = state.decks[number].rest(1)
        decks = (*state.decks[:number], deck, *state.decks[number + 1 :])
        moons = (*state.moons, Moon(self.moon, self.coins))
        return replace(state, decks=decks, moons=moons, chest=state.chest - self.coins)


class DrawGivenUp(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.AMB.DECK-EMPTY: deck and pile are empty, so nothing is drawn."""

    template = "there is nothing left for {seat} to draw"

    seat: Seat

    def after(self, state: State) -> State:
        return replace(state, owed=state.owed[1:])


class FirstPlayerFound(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.SETUP.FIRST-PLAYER: the player with the highest roll begins."""

    template = "{seat} begins"

    seat: Seat

    def after(self, state: State) -> State:
        return replace(state, first=self.seat, active=self.seat, phase="begin")


SETUP_EVENTS: tuple[type[Event], ...] = (
    BatteriesCharged,
    FirstMoonLaid,
    DeckShuffled,
    DrawsDue,
    CardsDrawn,
    MoonTurnedUp,
    DrawGivenUp,
    FirstPlayerFound,
)
