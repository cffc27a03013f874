"""Decks of one's own: written down, read, and checked against every rule for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from gattai.games.robot_empire.cards import DeckCard, GameCard
from gattai.kernel.rulebook import Refusal
from gattai.kernel.text.words import UnknownWord

SMALLEST = 50
LARGEST = 70
MOST_COPIES = 4


def deck_refusals(cards: Sequence[GameCard]) -> Iterator[Refusal]:
    """Every rule that a deck breaks, each card that breaks one by name.

    ROBOT-EMPIRE.DECK.SIZE, ROBOT-EMPIRE.DECK.COPIES; ROBOT-EMPIRE.AMB.DECK-ABOUT: both limits bind,
    and Setup cards do not belong in a deck.
    """
    if not SMALLEST <= len(cards) <= LARGEST:
        figures = (("cards", len(cards)), ("fewest", SMALLEST), ("most", LARGEST))
        reason = (
            "a deck has too few cards" if len(cards) < SMALLEST else "a deck has too many cards"
        )
        yield Refusal("ROBOT-EMPIRE.DECK.SIZE", reason, figures)
    for card, copies in Counter(cards).items():
        if copies > MOST_COPIES and card.category != "setup":
            held = (("copies", copies), ("most", MOST_COPIES))
            yield Refusal("ROBOT-EMPIRE.DECK.COPIES", f"too many of {card.name}", held)
        if card.category == "setup":
            reason = f"{card.name} is a Setup card and belongs in no deck"
            yield Refusal("ROBOT-EMPIRE.AMB.DECK-ABOUT", reason)


def read_deck(
    text: str, cards: Mapping[str, GameCard], decks: Mapping[str, DeckCard]
) -> tuple[GameCard, ...]:
    """A deck by the name of a ready one, or by its lines: `4 brax-the-strong, 2 rivet-pup`.

    ValueError says what cannot be read; whether the deck is allowed is another question.
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
    """A deck as it is read: each card once, with how many of it.

    >>> written_deck(["rivet-pup", "brax-the-strong", "rivet-pup"])
    '2 rivet-pup, 1 brax-the-strong'
    """
    return ", ".join(f"{copies} {card}" for card, copies in Counter(cards).items())


def read_line(line: str, cards: Mapping[str, GameCard]) -> tuple[GameCard, ...]:
    """So many of one card: by its id, its name, or its number.

    ValueError if there is no such card, or the number of copies is none.
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
