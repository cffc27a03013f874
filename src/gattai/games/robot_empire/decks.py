"""Custom decks: written, read, and checked against every rule for decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from gattai.games.robot_empire.cards import DeckCard, GameCard
from gattai.kernel.rulebook import Refusal
from gattai.kernel.text.words import UnknownWord

SMALLEST = 50
LARGEST = 70
MAX_COPIES = 4


def deck_refusals(cards: Sequence[GameCard]) -> Iterator[Refusal]:
    """Every rule that a deck breaks, naming each card that breaks it.

    ROBOT-EMPIRE.DECK.SIZE, ROBOT-EMPIRE.DECK.COPIES; ROBOT-EMPIRE.AMB.DECK-ABOUT: both limits
    apply, and Setup cards are not part of a deck.
    """
    if not SMALLEST <= len(cards) <= LARGEST:
        figures = (("cards", len(cards)), ("fewest", SMALLEST), ("most", LARGEST))
        reason = (
            "a deck has too few cards" if len(cards) < SMALLEST else "a deck has too many cards"
        )
        yield Refusal("ROBOT-EMPIRE.DECK.SIZE", reason, figures)
    for card, copies in Counter(cards).items():
        if copies > MAX_COPIES and card.category != "setup":
            held = (("copies", copies), ("most", MAX_COPIES))
            yield Refusal("ROBOT-EMPIRE.DECK.COPIES", f"too many of {card.name}", held)
        if card.category == "setup":
            reason = f"{card.name} is a Setup card and belongs in no deck"
            yield Refusal("ROBOT-EMPIRE.AMB.DECK-ABOUT", reason)


def read_deck(
    text: str, cards: Mapping[str, GameCard], decks: Mapping[str, DeckCard]
) -> tuple[GameCard, ...]:
    """Read a deck from the name of a ready-made one, or from lines: `4 brax-the-strong, 2
    rivet-pup`.

    Raises ValueError if it cannot be read. This does not check whether the deck is legal.
    """
    wanted = text.strip()
    if wanted in decks:
        lines: Sequence[str] = decks[wanted].cards
    elif any(letter in wanted for letter in " ,\n"):
        lines = [line.strip() for line in wanted.replace("\n", ",").split(",") if line.strip()]
    else:
        raise UnknownWord("deck", wanted, tuple(decks))
    return tuple(card for line in lines for card in read_line(line, cards))


def written_deck(cards: Sequence[str]) -> str:
    """Write a deck so that it can be read: each card once, with its count.

    >>> written_deck(["rivet-pup", "brax-the-strong", "rivet-pup"])
    '2 rivet-pup, 1 brax-the-strong'
    """
    return ", ".join(f"{copies} {card}" for card, copies in Counter(cards).items())


def read_line(line: str, cards: Mapping[str, GameCard]) -> tuple[GameCard, ...]:
    """Copies of one card, named by its id, its name, or its number.

    Raises ValueError if there is no such card or no copy.
    """
    count, _, name = line.strip().partition(" ")
    if not count.isdigit() or not name:
        raise ValueError(f"{line!r} is no line of a deck, such as '4 brax-the-strong'")
    if not 1 <= int(count) <= LARGEST + 1:
        raise ValueError(f"{line!r}: {count} is no number of copies")
    wanted = name.strip().casefold()
    known = {card.name.casefold(): card for card in cards.values()}
    known |= {card.number.casefold(): card for card in cards.values()}
    known |= {card.id: card for card in cards.values()}
    if wanted not in known:
        raise UnknownWord("card", name.strip(), tuple(cards))
    return (known[wanted],) * int(count)
