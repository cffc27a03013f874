"""What can happen before the first Round: teams, decks, hands, deployment."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from gattai.games.aristeia.cards import CharacterCard, TacticCard
from gattai.games.aristeia.effects.wording import zone_name
from gattai.games.aristeia.state import (
    SEATS,
    SIDES,
    Character,
    CharacterId,
    Phase,
    State,
    ZoneId,
)
from gattai.kernel.event import Event
from gattai.kernel.question import Seat
from gattai.kernel.secrecy import Hidden, Secret
from gattai.tabletop.hexes import Hex

T = TypeVar("T")


def at_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The same values with that of one seat changed."""
    return (*values[:seat], value, *values[seat + 1 :])


def names_of(cards: Secret[tuple[TacticCard, ...]]) -> str:
    """The names of cards for those who may know them."""
    if not cards.is_open:
        return ""
    return ": " + ", ".join(card.name for card in cards.open()) if cards.open() else ""


_STEPS: dict[Phase, str] = {
    "draft": "{side} picks next",
    "decks": "both build their decks",
    "shuffle": "cards are shuffled",
    "redraw": "both may draw another starting hand",
    "underdog": "both teams have the same Initiative",
    "zones": "{side} chooses where the teams start",
    "deploy": "{side} deploys next",
    "first": "{side} says who activates first",
    "return": "{side} brings a Character in from the Bench",
    "next-zone": "{side} chooses the next Scoring Zone",
    "activation": "the Activation goes on",
}
"""What a step of the game is, and whose."""


class PhaseBegan(Event, frozen=True, kw_only=True):
    """The game goes on with another step, and says whose it is."""

    phase: Phase
    seat: Seat

    def after(self, state: State) -> State:
        """Other questions are asked now."""
        return replace(state, phase=self.phase, to_act=self.seat)

    def tell(self, state: Any) -> str:
        """For the log."""
        return _STEPS.get(self.phase, "{side} goes on").format(side=SIDES[self.seat])

    def actor(self, before: State) -> Seat | None:
        """Whose step it is; some are everybody's."""
        return self.seat if "{side}" in _STEPS.get(self.phase, "{side}") else None


class CharacterPicked(Event, frozen=True, kw_only=True):
    """A Character was chosen for a team."""

    seat: Seat
    card: Secret[tuple[CharacterCard, ...]]

    def after(self, state: State) -> State:
        """It is one of the team."""
        mine = state.picks[self.seat]
        picks = at_seat(state.picks, self.seat, mine.now((*mine.open(), *self.card.open())))
        return replace(state, picks=picks)

    def tell(self, state: Any) -> str:
        """For the log."""
        name = self.card.open()[0].name if self.card.is_open else "a Character"
        return f"{SIDES[self.seat]} picks {name}"


class TeamsShown(Event, frozen=True, kw_only=True):
    """ARISTEIA.TEAM.UNVEIL: both teams lie open for the rest of the game."""

    teams: tuple[tuple[CharacterCard, ...], ...]

    def after(self, state: State) -> State:
        """The Characters are known."""
        names: dict[str, int] = {}
        characters = [
            Character(name=_name(card, names), card=card, seat=seat)
            for seat in SEATS
            for card in self.teams[seat]
        ]
        shown = tuple(Secret.of(team, None) for team in self.teams)
        return replace(state, characters=tuple(characters), picks=shown)

    def tell(self, state: Any) -> str:
        """For the log."""
        teams = (
            f"{SIDES[seat]}: {', '.join(card.name for card in self.teams[seat])}" for seat in SEATS
        )
        return "; ".join(teams)


def _name(card: CharacterCard, taken: dict[str, int]) -> str:
    count = taken[card.id] = taken.get(card.id, 0) + 1
    return card.id if count == 1 else f"{card.id}-{count}"


class TacticsChosen(Event, frozen=True, kw_only=True):
    """ARISTEIA.TEAM.DECK: Tactics were put into a deck that is being built."""

    seat: Seat
    cards: Secret[tuple[TacticCard, ...]]

    def after(self, state: State) -> State:
        """They are in it."""
        mine = state.lists[self.seat]
        built = mine.now((*mine.open(), *self.cards.open()))
        return replace(state, lists=at_seat(state.lists, self.seat, built))

    def tell(self, state: Any) -> str:
        """For the log."""
        count = len(self.cards)
        return f"{SIDES[self.seat]} puts {count} Tactics into the deck{names_of(self.cards)}"


class DeckBuilt(Event, frozen=True, kw_only=True):
    """ARISTEIA.SETUP.DECK-SIZE: a deck is complete: ten Standard Tactics and two for each Character."""

    seat: Seat
    deck: Secret[tuple[TacticCard, ...]]

    def after(self, state: State) -> State:
        """It waits to be shuffled."""
        return replace(state, decks=at_seat(state.decks, self.seat, self.deck))

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"{SIDES[self.seat]}'s deck has {len(self.deck)} Tactics"


class DeckShuffled(Event, frozen=True, kw_only=True):
    """A deck lies shuffled."""

    seat: Seat
    deck: Secret[tuple[TacticCard, ...]]

    def after(self, state: State) -> State:
        """In an order nobody knows."""
        decks = at_seat(state.decks, self.seat, self.deck)
        rest = tuple(seat for seat in state.unshuffled if seat != self.seat)
        return replace(state, decks=decks, unshuffled=rest)

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"{SIDES[self.seat]}'s deck of {len(self.deck)} is shuffled"


class HandSetAside(Event, frozen=True, kw_only=True):
    """ARISTEIA.SETUP.FIRST-GAME-HAND: named Tactics are the starting hand."""

    seat: Seat
    cards: tuple[TacticCard, ...]

    def after(self, state: State) -> State:
        """They are in hand."""
        mine = state.hands[self.seat].now(self.cards)
        return replace(state, hands=at_seat(state.hands, self.seat, mine))

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"{SIDES[self.seat]} begins with {', '.join(card.name for card in self.cards)}"


class TacticsDrawn(Event, frozen=True, kw_only=True):
    """ARISTEIA.TACTIC.DRAW: Tactics came from the top of a deck into a hand."""

    seat: Seat
    cards: Secret[tuple[TacticCard, ...]]

    def after(self, state: State) -> State:
        """ARISTEIA.TACTIC.NO-LIMIT: the hand grows as it likes.

        A table on which the deck is hidden (somebody's view, thought on) keeps only the numbers.
        """
        count = len(self.cards)
        deck, hand = state.decks[self.seat], state.hands[self.seat]
        if deck.is_open:
            deck = deck.now(deck.open()[count:])
        else:
            deck = Secret(Hidden(len(deck) - count), deck.known_to)
        if not hand.is_open:
            hand = Secret(Hidden(len(hand) + count), hand.known_to)
        elif self.cards.is_open:
            hand = hand.now((*hand.open(), *self.cards.open()))
        return replace(
            state,
            decks=at_seat(state.decks, self.seat, deck),
            hands=at_seat(state.hands, self.seat, hand),
        )

    def tell(self, state: Any) -> str:
        """For the log."""
        count = len(self.cards)
        noun = "Tactic" if count == 1 else "Tactics"
        return f"{SIDES[self.seat]} draws {count} {noun}{names_of(self.cards)}"


class HandReturned(Event, frozen=True, kw_only=True):
    """ARISTEIA.SETUP.REDRAW: the whole starting hand goes back into the deck."""

    tells = "{seat} puts the starting hand back"

    seat: Seat

    def after(self, state: State) -> State:
        """The deck has to be shuffled again."""
        seat = self.seat
        whole = state.decks[seat].now((*state.decks[seat].open(), *state.hands[seat].open()))
        return replace(
            state,
            decks=at_seat(state.decks, seat, whole),
            hands=at_seat(state.hands, seat, state.hands[seat].now(())),
            unshuffled=(*state.unshuffled, seat),
            redrawn=True,
        )


class HandKept(Event, frozen=True, kw_only=True):
    """A player was content with the starting hand."""

    tells = "{seat} keeps the starting hand"

    seat: Seat

    def after(self, state: State) -> State:
        """It will not be asked again."""
        return replace(state, redrawn=True)


class UnderdogNamed(Event, frozen=True, kw_only=True):
    """Somebody is the Underdog now."""

    tells = "{seat} is the Underdog"

    seat: Seat

    def after(self, state: State) -> State:
        """Until the next Objectives phase."""
        return replace(state, underdog=self.seat)


class HomesChosen(Event, frozen=True, kw_only=True):
    """ARISTEIA.ASSAULT.DEPLOY: where the teams start."""

    homes: tuple[ZoneId, ...]

    def after(self, state: State) -> State:
        """Each has its zone."""
        return replace(state, homes=self.homes)

    def tell(self, state: Any) -> str:
        """For the log."""
        return ", ".join(f"{SIDES[seat]} starts in {zone_name(self.homes[seat])}" for seat in SEATS)


class CharacterDeployed(Event, frozen=True, kw_only=True):
    """ARISTEIA.SETUP.DEPLOY: a Character came onto the board at the start."""

    tells = "{who} is deployed on {at}"

    who: CharacterId
    at: Hex

    def after(self, state: State) -> State:
        """It stands there."""
        return state.with_character(self.who, replace(state.characters[self.who], at=self.at))


SETUP_EVENTS = (
    PhaseBegan,
    CharacterPicked,
    TeamsShown,
    TacticsChosen,
    DeckBuilt,
    DeckShuffled,
    HandSetAside,
    TacticsDrawn,
    HandReturned,
    HandKept,
    UnderdogNamed,
    HomesChosen,
    CharacterDeployed,
)
