"""Robot Empire as a playable game: everything of this folder behind one contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from pathlib import Path
from typing import Any, Self

from gattai.games.robot_empire import setup
from gattai.games.robot_empire.cards import DeckCard, GameCard
from gattai.games.robot_empire.checks import broken, check_card
from gattai.games.robot_empire.course import standing
from gattai.games.robot_empire.decks import SMALLEST, written_deck
from gattai.games.robot_empire.deeds import DEEDS
from gattai.games.robot_empire.events import EVENTS
from gattai.games.robot_empire.guessing import guess
from gattai.games.robot_empire.state import CardId, State
from gattai.games.roster import Roster
from gattai.kernel.dice import Randomness
from gattai.kernel.question import Question, Seat, Steps
from gattai.kernel.rulebook import Refusal, Rulebook
from gattai.kernel.ruleset import Option, Outcome, Ruleset, Table, ruling_options
from gattai.kernel.text.words import Word, Words
from gattai.kernel.window import PASS
from gattai.tabletop.content import Catalogue, load_packs

FOLDER = Path(__file__).parent
KINDS: dict[str, type] = {"card": GameCard, "deck": DeckCard}


class RobotEmpire(Ruleset[State]):
    """Battles of robot armies, two to six of them, without a board."""

    name = "robot-empire"
    version = "1.2.0"
    seats = setup.SEATS
    state_type = State
    action_types = DEEDS
    event_types = EVENTS

    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        self.rulebook = Rulebook.load(FOLDER / "rulebook.toml")
        self.options = (*setup.OPTIONS, *ruling_options(self.rulebook))
        self.catalogue: Catalogue = load_packs(
            [FOLDER / "packs", *user_packs], KINDS, check=check_card
        )
        self.cards = self.catalogue.cards("card", GameCard)
        self.decks = self.catalogue.cards("deck", DeckCard)
        versions = ", ".join(f"{pack} {v}" for pack, v in self.catalogue.versions.items())
        self.packs = f"{versions} ({self.catalogue.fingerprint})"
        self._is_seated = False
        self._words: dict[Any, Word] = {
            GameCard: Word.among("card", self.cards),
            Seat: Word.of("seat", self.seats),
        }

    def seated(self, options: Mapping[str, str]) -> Self:
        """The same rules for as many seats as the options say."""
        if self._is_seated and "seats" not in options:
            return self
        names = setup.seats_of(options)
        rules = copy(self)
        rules._is_seated = True
        rules.seats = names
        rules._words = {**self._words, Seat: Word.of("seat", names)}
        return rules

    def setup(self, options: Mapping[str, str]) -> State:
        """The table before anybody has done anything."""
        return setup.set_table(options, self.cards, self.decks)

    def choices(self, option: Option) -> dict[str, str]:
        """What the packs offer for an option, by title: ready decks for a player."""
        is_deck = option.name in setup.SEATS
        return {deck.id: deck.title for deck in self.decks.values()} if is_deck else {}

    def roster(self) -> Roster:
        """The smallest deck, of every card that may be in one. Coins are paid in play, so none has a price."""
        cards = {card.id: 0.0 for card in self.cards.values() if card.category != "setup"}
        return Roster(cards, SMALLEST, SMALLEST, written_deck)

    def standing(self, state: State) -> Question | Outcome:
        """What is asked when the table is settled."""
        return standing.standing(state)

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        """What follows from an answer."""
        return standing.resolve(table, answer)

    def refusals(self, state: State, action: Any) -> Iterator[Refusal]:
        """Why something may not be done."""
        return standing.refusals(state, action)

    def conceivable(self, state: State) -> Iterator[Any]:
        """Everything the player who is asked could think of."""
        yield from super().conceivable(state)
        yield PASS

    def words(self, state: State) -> Words:
        """Single cards by their names on this table, printed cards by their ids."""
        return {**self._words, CardId: Word.of("card", state.box.names)}

    def broken(self, state: State) -> Iterator[str]:
        """What no rule could have made of the table."""
        return broken(state)

    def guess(self, seen: State, seat: Seat, source: Randomness) -> State:
        """A table that looks to this seat the same: others' hands and the decks dealt at random."""
        return guess(seen, seat, source)
