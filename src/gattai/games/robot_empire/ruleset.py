"""The rules of Robot Empire as a playable game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from pathlib import Path
from typing import Self

import msgspec

from gattai.games.robot_empire import setup
from gattai.games.robot_empire.actions import ACTIONS
from gattai.games.robot_empire.cards import DeckCard, GameCard
from gattai.games.robot_empire.checks import broken, check_card
from gattai.games.robot_empire.decks import SMALLEST, written_deck
from gattai.games.robot_empire.events import EVENTS
from gattai.games.robot_empire.guessing import guess
from gattai.games.robot_empire.phases.next_question import next_question, refusals, resolve
from gattai.games.robot_empire.state import CardId, State
from gattai.games.roster import Roster
from gattai.kernel.dice import Randomness
from gattai.kernel.question import Question, Seat, Steps
from gattai.kernel.rulebook import Refusal, Rulebook
from gattai.kernel.ruleset import Outcome, Ruleset, Setting, Table, ruling_settings
from gattai.kernel.text.words import Word, Words
from gattai.kernel.window import PASS
from gattai.tabletop.content import Catalogue, load_packs

FOLDER = Path(__file__).parent
KINDS: dict[str, type[msgspec.Struct]] = {"card": GameCard, "deck": DeckCard}


class RobotEmpire(Ruleset[State]):
    """The rules of Robot Empire: two to six robot armies, without a board."""

    name = "robot-empire"
    version = "1.2.0"
    seats = setup.SEATS
    state_type = State
    action_types = ACTIONS
    event_types = EVENTS

    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        self.rulebook = Rulebook.load(FOLDER / "rulebook.toml")
        self.options = (*setup.OPTIONS, *ruling_settings(self.rulebook))
        self.catalogue: Catalogue = load_packs(
            [FOLDER / "packs", *user_packs], KINDS, check=check_card
        )
        self.cards = self.catalogue.cards("card", GameCard)
        self.decks = self.catalogue.cards("deck", DeckCard)
        versions = ", ".join(f"{pack} {v}" for pack, v in self.catalogue.versions.items())
        self.packs = f"{versions} ({self.catalogue.fingerprint})"
        self._is_seated = False
        self._words: dict[object, Word] = {
            GameCard: Word.among("card", self.cards),
            Seat: Word.of("seat", self.seats),
        }

    def seated(self, options: Mapping[str, str]) -> Self:
        """The same rules for the number of seats in the settings."""
        if self._is_seated and "seats" not in options:
            return self
        names = setup.seats_of(options)
        rules = copy(self)
        rules._is_seated = True
        rules.seats = names
        rules._words = {**self._words, Seat: Word.of("seat", names)}
        return rules

    def setup(self, options: Mapping[str, str]) -> State:
        return setup.set_table(options, self.cards, self.decks)

    def choices(self, option: Setting) -> dict[str, str]:
        """The values of a setting with their titles: ready-made decks for a player."""
        is_deck = option.name in setup.SEATS
        return {deck.id: deck.title for deck in self.decks.values()} if is_deck else {}

    def roster(self) -> Roster:
        """The smallest deck, of every card allowed in one. Coins are paid in play, so no card has a
        price.
        """
        cards = {card.id: 0.0 for card in self.cards.values() if card.category != "setup"}
        return Roster(cards, SMALLEST, SMALLEST, written_deck)

    def is_over(self, state: State) -> bool:
        return state.phase == "over"

    def next_question(self, state: State) -> Question | Outcome:
        """Return the next question of a settled table."""
        return next_question(state)

    def resolve(self, table: Table[State], answer: object) -> Steps[None]:
        return resolve(table, answer)

    def refusals(self, state: State, action: object) -> Iterator[Refusal]:
        return refusals(state, action)

    def candidates(self, state: State) -> Iterator[object]:
        """The candidates of the player who is asked."""
        yield from super().candidates(state)
        yield PASS

    def words(self, state: State) -> Words:
        """The words for single cards (their names at this table) and printed cards (their ids)."""
        return {**self._words, CardId: Word.of("card", state.box.names)}

    def broken(self, state: State) -> Iterator[str]:
        """Return the broken invariants of a state."""
        return broken(state)

    def guess(self, seen: State, seat: Seat, source: Randomness) -> State:
        """A state that looks the same to this seat, with others' hands and the decks dealt at random."""
        return guess(seen, seat, source)
