"""The events before the first Round: teams, decks, hands, deployment."""

from __future__ import annotations

from typing import TypeVar

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
from gattai.kernel.secrecy import Secret
from gattai.tabletop.hexes import Hex

T = TypeVar("T")


def at_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The same values with that of one seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


def names_of(cards: Secret[tuple[TacticCard, ...]]) -> str:
    """The names of cards for players who may know them."""
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
"""The steps of setup in words, with the side."""


class PhaseBegan(Event, frozen=True, kw_only=True):
    """The next step of the game began, and this side is asked."""

    phase: Phase
    seat: Seat

    def after(self, state: State) -> State:
        return replace(state, phase=self.phase, to_act=self.seat)

    def describe(self, state: State) -> str:
        return _STEPS.get(self.phase, "{side} goes on").format(side=SIDES[self.seat])

    def actor(self, before: State) -> Seat | None:
        return self.seat if "{side}" in _STEPS.get(self.phase, "{side}") else None


class CharacterPicked(Event, frozen=True, kw_only=True):
    """A Character was picked for a team."""

    seat: Seat
    card: Secret[tuple[CharacterCard, ...]]

    def after(self, state: State) -> State:
        mine = state.picks[self.seat].joined(self.card)
        return replace(state, picks=at_seat(state.picks, self.seat, mine))

    def describe(self, state: State) -> str:
        name = self.card.open()[0].name if self.card.is_open else "a Character"
        return f"{SIDES[self.seat]} picks {name}"


class TeamsShown(Event, frozen=True, kw_only=True):
    """ARISTEIA.TEAM.UNVEIL: both teams are public for the rest of the game."""

    teams: tuple[tuple[CharacterCard, ...], ...]

    def after(self, state: State) -> State:
        names: dict[str, int] = {}
        characters = [
            Character(name=_name(card, names), card=card, seat=seat)
            for seat in SEATS
            for card in self.teams[seat]
        ]
        shown = tuple(Secret.of(team, None) for team in self.teams)
        return replace(state, characters=tuple(characters), picks=shown)

    def describe(self, state: State) -> str:
        teams = (
            f"{SIDES[seat]}: {', '.join(card.name for card in self.teams[seat])}" for seat in SEATS
        )
        return "; ".join(teams)


def _name(card: CharacterCard, taken: dict[str, int]) -> str:
    count = taken[card.id] = taken.get(card.id, 0) + 1
    return card.id if count == 1 else f"{card.id}-{count}"


class TacticsChosen(Event, frozen=True, kw_only=True):
    """ARISTEIA.TEAM.DECK: Tactics were put in a deck that is being built."""

    seat: Seat
    cards: Secret[tuple[TacticCard, ...]]

    def after(self, state: State) -> State:
        built = state.lists[self.seat].joined(self.cards)
        return replace(state, lists=at_seat(state.lists, self.seat, built))

    def describe(self, state: State) -> str:
        count = len(self.cards)
        return f"{SIDES[self.seat]} puts {count} Tactics into the deck{names_of(self.cards)}"


class DeckBuilt(Event, frozen=True, kw_only=True):
    """ARISTEIA.SETUP.DECK-SIZE: a deck is complete: ten Standard Tactics and two for each Character."""

    seat: Seat
    deck: Secret[tuple[TacticCard, ...]]

    def after(self, state: State) -> State:
        return replace(state, decks=at_seat(state.decks, self.seat, self.deck))

    def describe(self, state: State) -> str:
        return f"{SIDES[self.seat]}'s deck has {len(self.deck)} Tactics"


class DeckShuffled(Event, frozen=True, kw_only=True):
    """A deck was shuffled."""

    seat: Seat
    deck: Secret[tuple[TacticCard, ...]]

    def after(self, state: State) -> State:
        decks = at_seat(state.decks, self.seat, self.deck)
        rest = tuple(seat for seat in state.unshuffled if seat != self.seat)
        return replace(state, decks=decks, unshuffled=rest)

    def describe(self, state: State) -> str:
        return f"{SIDES[self.seat]}'s deck of {len(self.deck)} is shuffled"


class HandSetAside(Event, frozen=True, kw_only=True):
    """ARISTEIA.SETUP.FIRST-GAME-HAND: named Tactics became the starting hand."""

    seat: Seat
    cards: tuple[TacticCard, ...]

    def after(self, state: State) -> State:
        mine = state.hands[self.seat].became(self.cards)
        return replace(state, hands=at_seat(state.hands, self.seat, mine))

    def describe(self, state: State) -> str:
        return f"{SIDES[self.seat]} begins with {', '.join(card.name for card in self.cards)}"


class TacticsDrawn(Event, frozen=True, kw_only=True):
    """ARISTEIA.TACTIC.DRAW: Tactics were drawn from a deck to a hand."""

    seat: Seat
    cards: Secret[tuple[TacticCard, ...]]

    def after(self, state: State) -> State:
        """ARISTEIA.TACTIC.NO-LIMIT: the hand has no limit.

        Where rules run on a player's view, nobody knows what the player draws: the hand stays.
        """
        deck, hand = state.decks[self.seat].rest(len(self.cards)), state.hands[self.seat]
        if self.cards.is_open or not hand.is_open:
            hand = hand.joined(self.cards)
        return replace(
            state,
            decks=at_seat(state.decks, self.seat, deck),
            hands=at_seat(state.hands, self.seat, hand),
        )

    def describe(self, state: State) -> str:
        count = len(self.cards)
        noun = "Tactic" if count == 1 else "Tactics"
        return f"{SIDES[self.seat]} draws {count} {noun}{names_of(self.cards)}"


class HandReturned(Event, frozen=True, kw_only=True):
    """ARISTEIA.SETUP.REDRAW: the whole starting hand went back into the deck."""

    template = "{seat} puts the starting hand back"

    seat: Seat

    def after(self, state: State) -> State:
        seat = self.seat
        whole = state.decks[seat].joined(state.hands[seat])
        return replace(
            state,
            decks=at_seat(state.decks, seat, whole),
            hands=at_seat(state.hands, seat, state.hands[seat].became(())),
            unshuffled=(*state.unshuffled, seat),
            redrawn=True,
        )


class HandKept(Event, frozen=True, kw_only=True):
    """A player kept the starting hand."""

    template = "{seat} keeps the starting hand"

    seat: Seat

    def after(self, state: State) -> State:
        return replace(state, redrawn=True)


class UnderdogNamed(Event, frozen=True, kw_only=True):
    """A player became the Underdog."""

    template = "{seat} is the Underdog"

    seat: Seat

    def after(self, state: State) -> State:
        return replace(state, underdog=self.seat)


class HomesChosen(Event, frozen=True, kw_only=True):
    """ARISTEIA.ASSAULT.DEPLOY: the zones in which teams start were chosen."""

    homes: tuple[ZoneId, ...]

    def after(self, state: State) -> State:
        return replace(state, homes=self.homes)

    def describe(self, state: State) -> str:
        return ", ".join(f"{SIDES[seat]} starts in {zone_name(self.homes[seat])}" for seat in SEATS)


class CharacterDeployed(Event, frozen=True, kw_only=True):
    """ARISTEIA.SETUP.DEPLOY: a Character was deployed at the start."""

    template = "{who} is deployed on {at}"

    who: CharacterId
    at: Hex

    def after(self, state: State) -> State:
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
