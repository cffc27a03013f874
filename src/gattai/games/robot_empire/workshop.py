"""Decks, as lists that players build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from gattai.games.building import (
    Buildable,
    BuildingKit,
    ListPart,
    ListRow,
    ListSum,
    ListVerdict,
    ReadList,
    ReadyList,
)
from gattai.games.robot_empire.cards import DeckCard, GameCard
from gattai.games.robot_empire.decks import (
    LARGEST,
    MAX_COPIES,
    SMALLEST,
    deck_refusals,
    read_deck,
    read_line,
)
from gattai.games.robot_empire.faces import KINDS, face_of
from gattai.games.robot_empire.ruleset import RobotEmpire
from gattai.games.robot_empire.setup import SEATS
from gattai.games.workshop import cards_in, read_pieces, rows_of_copies
from gattai.kernel.ruleset import AnyRuleset, Setting
from gattai.scene.parts import Card

DECK = "cards"
EMPTY = ","
"""An empty text would stand for the usual deck."""
ORDER = [*KINDS]


class DeckWorkshop:
    """A deck is written as lines of a number and a card: `4 brax-the-strong, 2 rivet-pup`."""

    def kit(self, rules: AnyRuleset, settings: Mapping[str, str]) -> BuildingKit:
        """Every card that may be in a deck, and the ready-made decks."""
        assert isinstance(rules, RobotEmpire)
        return _kit(rules)

    def read(self, rules: AnyRuleset, text: str, settings: Mapping[str, str]) -> ReadList:
        """Read a deck, legal or not; a card without a number is one card."""
        assert isinstance(rules, RobotEmpire)
        if text.strip() in rules.decks:
            return ReadList(_rows(rules, rules.decks[text.strip()]))

        def read(line: str) -> Sequence[GameCard]:
            return read_line(line if line[0].isdigit() else f"1 {line}", rules.cards)

        lines, faults = read_pieces(text, read)
        cards = [card.id for line in lines for card in line]
        return ReadList(rows_of_copies(DECK, cards), tuple(faults))

    def written(self, rows: Sequence[ListRow]) -> str:
        """Write a deck line by line."""
        lines = rows_of_copies(DECK, cards_in(rows, DECK))
        return ", ".join(f"{len(line.cards)} {line.cards[0]}" for line in lines) or EMPTY

    def verdict(
        self, rules: AnyRuleset, rows: Sequence[ListRow], settings: Mapping[str, str]
    ) -> ListVerdict:
        """Every rule for decks, and the number of cards."""
        assert isinstance(rules, RobotEmpire)
        deck = [rules.cards[card] for card in cards_in(rows, DECK)]
        copies = max(map(deck.count, deck), default=0)
        return ListVerdict(
            refusals=tuple(deck_refusals(deck)),
            kept=(
                ("ROBOT-EMPIRE.DECK.SIZE", f"{len(deck)} of {SMALLEST} to {LARGEST} cards"),
                ("ROBOT-EMPIRE.DECK.COPIES", f"at most {MAX_COPIES} of a card: {copies}"),
                ("ROBOT-EMPIRE.AMB.DECK-ABOUT", "no Setup cards"),
            ),
            sums=(ListSum("cards", len(deck), SMALLEST, LARGEST, is_rule=True),),
        )

    def options(self, option: str, text: str) -> dict[str, str]:
        """Everybody brings a deck, and enough play for this seat."""
        seats = max(2, SEATS.index(option) + 1)
        return {option: text, "decks": "own", "seats": str(seats)}


def _rows(rules: RobotEmpire, deck: DeckCard) -> tuple[ListRow, ...]:
    return rows_of_copies(DECK, [card.id for card in read_deck(deck.id, rules.cards, rules.decks)])


def _place(card: GameCard) -> tuple[int, int, str]:
    return ORDER.index(card.category), _cost(card), card.number


def _cost(card: GameCard) -> int:
    return card.cost if isinstance(card.cost, int) else 0


@cache
def _kit(rules: RobotEmpire) -> BuildingKit:
    playable = [card for card in rules.cards.values() if card.category != "setup"]
    return BuildingKit(
        noun="deck",
        options=SEATS,
        settings=(),
        parts=(ListPart(DECK, "Deck", "copies", SMALLEST, LARGEST),),
        cards=tuple(
            Buildable(card.id, DECK, KINDS[card.category], _cost(card), MAX_COPIES, face_of(card))
            for card in sorted(playable, key=_place)
        ),
        ready=tuple(
            ReadyList(deck.id, deck.title, ", ".join(deck.cards), _rows(rules, deck))
            for deck in rules.decks.values()
        ),
    )


WORKSHOP = DeckWorkshop()


def deck_faces(rules: AnyRuleset, option: Setting, value: str) -> list[Card]:
    """The cards of a deck, each once: Robots first, and the most expensive first."""
    assert isinstance(rules, RobotEmpire)
    if option.name not in SEATS:
        return []
    cards = dict.fromkeys(read_deck(value, rules.cards, rules.decks))
    ordered = sorted(cards, key=lambda card: (card.category != "robot", -_cost(card), card.number))
    return [face_of(card) for card in ordered]
