"""Setting the table: options, cards, decks, coins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from gattai.games.robot_empire.cards import DeckCard, GameCard
from gattai.games.robot_empire.decks import deck_refusals, read_deck
from gattai.games.robot_empire.events.setup import BatteriesCharged
from gattai.games.robot_empire.state import FULL_BATTERY, Box, CardId, Player, Rulings, State, Watch
from gattai.kernel.ruleset import Option, chosen_readings
from gattai.kernel.secrecy import Secret

SEATS: tuple[str, ...] = ("cobalt", "crimson", "jade", "amber", "violet", "silver")
FEWEST, MOST = 2, len(SEATS)
COINS_FOR_TWO = 80
COINS_FOR_EACH_MORE = 40
"""ROBOT-EMPIRE.COMP.COINS, ROBOT-EMPIRE.AMB.PLAYER-COUNT"""

OPTIONS = (
    Option("seats", "how many play", "2", tuple(str(n) for n in range(FEWEST, MOST + 1))),
    Option(
        "battery",
        "20 coins on every Battery, or 15 to 20 as each likes",
        "choose",
        ("20", "choose"),
    ),
    Option("decks", "one deck for all, or everybody's own", "shared", ("shared", "own")),
    Option("moons", "whether there are Mining Moons", "yes", ("yes", "no")),
    Option("ports", "whether Components need a port", "no", ("yes", "no")),
    Option(
        "ask", "when players are asked to react, to begin with", "attacked", ("attacked", "always")
    ),
    Option("turn-limit", "after so many turns most Energy wins; 0 is never", "0"),
    *(
        Option(
            name,
            f"{name}'s own deck: its name, or '4 brax-the-strong, 2 ...'",
            "",
            needs=(("decks", "own"),),
        )
        for name in SEATS
    ),
)


def seats_of(options: Mapping[str, str]) -> tuple[str, ...]:
    """ROBOT-EMPIRE.AMB.PLAYER-COUNT: two to six."""
    text = options.get("seats", "2")
    if not text.isdigit() or not FEWEST <= int(text) <= MOST:
        raise ValueError(f"option seats cannot be {text!r}; {FEWEST} to {MOST} can play")
    return SEATS[: int(text)]


def set_table(
    options: Mapping[str, str], cards: Mapping[str, GameCard], decks: Mapping[str, DeckCard]
) -> State:
    """ROBOT-EMPIRE.SETUP.SEPARATE: game cards, Moons and Setup cards apart; all coins in the War Chest."""
    names = seats_of(options)
    limit = options["turn-limit"]
    if not limit.isdigit() or len(limit) > 6:
        raise ValueError(f"option turn-limit is a number of turns, not {limit!r}")
    own = options["decks"] == "own"
    with_moons = options["moons"] == "yes"
    # ROBOT-EMPIRE.VAR.NO-MOONS: none on the table, none in a deck.
    box_moons = [card for card in boxed(cards) if card.category == "moon"] if with_moons else []
    lists = [
        [card for card in deck if with_moons or card.category != "moon"]
        for deck in (_own_decks(options, names, cards, decks) if own else [game_cards(cards)])
    ]
    for name in SEATS:
        if options[name] and not (own and name in names):
            raise ValueError(f"{name} brings a deck, but decks=own is not set or nobody sits there")
    faces = [*box_moons, *(card for deck in lists for card in deck)]
    pile_of = [0] * len(box_moons) + [n for n, deck in enumerate(lists) for _ in deck]
    box = Box(
        tuple(faces),
        tuple(_names(faces)),
        tuple(pile_of),
        names,
        COINS_FOR_TWO + COINS_FOR_EACH_MORE * (len(names) - FEWEST),
        options["ports"] == "yes",
        int(limit),
    )
    piles: list[tuple[CardId, ...]] = []
    start = len(box_moons)
    for deck in lists:
        piles.append(tuple(CardId(number) for number in range(start, start + len(deck))))
        start += len(deck)
    watch: Watch = "always" if options["ask"] == "always" else "attacked"
    players = tuple(Player(Secret.of((), (seat,)), watch=watch) for seat in range(len(names)))
    state = State(
        box,
        players,
        tuple(Secret.of(pile, ()) for pile in piles),
        ((),) * len(lists),
        box.supply,
        bag=tuple(CardId(number) for number in range(len(box_moons))),
        unshuffled=tuple(range(len(lists))),
        rulings=chosen_readings(Rulings, options),
    )
    if options["battery"] == "choose":
        return state
    full = (FULL_BATTERY,) * len(names)
    return BatteriesCharged(rule="ROBOT-EMPIRE.SETUP.BATTERY", batteries=full).after(state)


def boxed(cards: Mapping[str, GameCard]) -> list[GameCard]:
    """ROBOT-EMPIRE.COMP.CARDS: every single card of the box, in the order of their numbers."""
    return [card for card in by_number(cards.values()) for _ in range(card.copies)]


def by_number(cards: Iterable[GameCard]) -> list[GameCard]:
    """In the order of their numbers."""
    return sorted(cards, key=lambda card: (card.number, card.id))


def game_cards(cards: Mapping[str, GameCard]) -> list[GameCard]:
    """ROBOT-EMPIRE.SETUP.SEPARATE: what is left without Setup cards and Moons."""
    return [card for card in boxed(cards) if card.category not in ("setup", "moon")]


def _own_decks(
    options: Mapping[str, str],
    names: Sequence[str],
    cards: Mapping[str, GameCard],
    decks: Mapping[str, DeckCard],
) -> list[Sequence[GameCard]]:
    """ROBOT-EMPIRE.DECK.SIZE: everybody's deck, checked; ready ones in turn where none is named."""
    found: list[Sequence[GameCard]] = []
    ready = [*decks]
    for number, name in enumerate(names):
        deck = read_deck(options[name] or ready[number % len(ready)], cards, decks)
        against = [*deck_refusals(deck)]
        if against:
            raise ValueError(f"{name}'s deck: " + "; ".join(map(str, against)))
        found.append(deck)
    return found


def _names(faces: Sequence[GameCard]) -> list[str]:
    """A name for each single card: the card's id, numbered where there are several."""
    copies = Counter(face.id for face in faces)
    seen: Counter[str] = Counter()
    names = []
    for face in faces:
        seen[face.id] += 1
        names.append(face.id if copies[face.id] == 1 else f"{face.id}-{seen[face.id]}")
    return names
