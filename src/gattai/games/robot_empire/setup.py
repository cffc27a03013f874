"""Set up the table: settings, cards, decks, coins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gattai.games.robot_empire.cards import DeckCard, GameCard
from gattai.games.robot_empire.decks import deck_refusals, read_deck
from gattai.games.robot_empire.events.setup import BatteriesCharged
from gattai.games.robot_empire.state import FULL_BATTERY, Box, CardId, Player, Rulings, State, Watch
from gattai.kernel.ruleset import Setting, chosen_readings
from gattai.kernel.secrecy import Secret

SEATS: tuple[str, ...] = ("cobalt", "crimson", "jade", "amber", "violet", "silver")
FEWEST, MOST = 2, len(SEATS)
COINS_FOR_TWO = 80
COINS_FOR_EACH_MORE = 40
"""ROBOT-EMPIRE.COMP.COINS, ROBOT-EMPIRE.AMB.PLAYER-COUNT: coins for every player after the second."""

OPTIONS = (
    Setting("seats", "how many play", "2", tuple(str(n) for n in range(FEWEST, MOST + 1))),
    Setting(
        "battery",
        "20 coins on every Battery, or 15 to 20 as each likes",
        "choose",
        ("20", "choose"),
    ),
    Setting("decks", "one deck for all, or everybody's own", "shared", ("shared", "own")),
    Setting("moons", "whether there are Mining Moons", "yes", ("yes", "no")),
    Setting("ports", "whether Components need a port", "no", ("yes", "no")),
    Setting(
        "ask", "when players are asked to react, to begin with", "attacked", ("attacked", "always")
    ),
    Setting("turn-limit", "after how many turns most Energy wins; 0 means never", "0"),
    *(
        Setting(
            name,
            f"{name}'s own deck: its name, or '4 brax-the-strong, 2 ...'",
            "",
            needs=(("decks", "own"),),
        )
        for name in SEATS
    ),
)


def seats_of(options: Mapping[str, str]) -> tuple[str, ...]:
    """ROBOT-EMPIRE.AMB.PLAYER-COUNT: two to six players."""
    text = options.get("seats", "2")
    if not text.isdigit() or not FEWEST <= int(text) <= MOST:
        raise ValueError(f"option seats cannot be {text!r}; {FEWEST} to {MOST} can play")
    return SEATS[: int(text)]


def set_table(
    options: Mapping[str, str], cards: Mapping[str, GameCard], decks: Mapping[str, DeckCard]
) -> State:
    """ROBOT-EMPIRE.SETUP.SEPARATE: game cards, Moons and Setup cards are separate; all coins are in
    the War Chest.
    """
    names = seats_of(options)
    limit = _turn_limit(options)
    own = options["decks"] == "own"
    lists = _own_decks(options, names, cards, decks) if own else [game_cards(cards)]
    _refuse_idle_decks(options, names if own else ())
    box_moons = [card for card in boxed(cards) if card.category == "moon"]
    if options["moons"] != "yes":
        # ROBOT-EMPIRE.VAR.NO-MOONS: none on the table, none in a deck.
        box_moons, lists = [], [_without_moons(deck) for deck in lists]
    faces = [*box_moons, *(card for deck in lists for card in deck)]
    pile_of = [0] * len(box_moons) + [n for n, deck in enumerate(lists) for _ in deck]
    box = Box(
        tuple(faces),
        tuple(_names(faces)),
        tuple(pile_of),
        names,
        COINS_FOR_TWO + COINS_FOR_EACH_MORE * (len(names) - FEWEST),
        options["ports"] == "yes",
        limit,
    )
    watch: Watch = "always" if options["ask"] == "always" else "attacked"
    players = tuple(Player(Secret.of((), (seat,)), watch=watch) for seat in range(len(names)))
    state = State(
        box,
        players,
        tuple(Secret.of(pile, ()) for pile in _piles(lists, len(box_moons))),
        ((),) * len(lists),
        box.supply,
        bag=tuple(map(CardId, range(len(box_moons)))),
        unshuffled=tuple(range(len(lists))),
        rulings=chosen_readings(Rulings, options),
    )
    if options["battery"] == "choose":
        return state
    full = (FULL_BATTERY,) * len(names)
    return BatteriesCharged(rule="ROBOT-EMPIRE.SETUP.BATTERY", batteries=full).after(state)


def _turn_limit(options: Mapping[str, str]) -> int:
    limit = options["turn-limit"]
    if not limit.isdigit() or len(limit) > 6:
        raise ValueError(f"option turn-limit is a number of turns, not {limit!r}")
    return int(limit)


def _refuse_idle_decks(options: Mapping[str, str], names: Sequence[str]) -> None:
    for name in SEATS:
        if options[name] and name not in names:
            raise ValueError(f"{name} brings a deck, but decks=own is not set or nobody sits there")


def _piles(lists: Sequence[Sequence[GameCard]], start: int) -> Iterator[tuple[CardId, ...]]:
    """The cards of each deck, which are numbered from `start`."""
    for deck in lists:
        yield tuple(map(CardId, range(start, start + len(deck))))
        start += len(deck)


def boxed(cards: Mapping[str, GameCard]) -> list[GameCard]:
    """ROBOT-EMPIRE.COMP.CARDS: every single card of the box, in order of number."""
    return [card for card in by_number(cards.values()) for _ in range(card.copies)]


def by_number(cards: Iterable[GameCard]) -> list[GameCard]:
    """The cards in order of number."""
    return sorted(cards, key=lambda card: (card.number, card.id))


def game_cards(cards: Mapping[str, GameCard]) -> list[GameCard]:
    """ROBOT-EMPIRE.SETUP.SEPARATE: all cards except Setup cards and Moons."""
    return [card for card in boxed(cards) if card.category not in ("setup", "moon")]


def _without_moons(deck: Sequence[GameCard]) -> list[GameCard]:
    return [card for card in deck if card.category != "moon"]


def _own_decks(
    options: Mapping[str, str],
    names: Sequence[str],
    cards: Mapping[str, GameCard],
    decks: Mapping[str, DeckCard],
) -> list[Sequence[GameCard]]:
    """ROBOT-EMPIRE.DECK.SIZE: the checked deck of every player; if none is named, ready-made ones
    in turn.
    """
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
    """A name for each single card: the card's id, with a number if there are several."""
    copies = Counter(face.id for face in faces)
    seen: Counter[str] = Counter()
    names = []
    for face in faces:
        seen[face.id] += 1
        names.append(face.id if copies[face.id] == 1 else f"{face.id}-{seen[face.id]}")
    return names
