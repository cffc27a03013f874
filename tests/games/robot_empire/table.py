"""Tables laid by hand, and games played on them in the rules' own words.

A unit is one line: `brax-the-strong new damage=3 +jump-jets as=X`. The first word is a card of the
core set, several joined by `&` (a Mega Robot, a chain), or bare points such as `6/2`. Then come
`new`, `recharging`, `flying`, `damage=n`, `landed=n`, `moon=name`, `permanent`, `instant`,
`+component` and `as=name`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from gattai.games.robot_empire.cards import GameCard
from gattai.games.robot_empire.ruleset import RobotEmpire
from gattai.games.robot_empire.state import Box, CardId, Circle, Moon, Player, Rulings, State, Unit
from gattai.kernel.event import Event
from gattai.kernel.position import GamePosition, asked, waiting
from gattai.kernel.question import Choose, Question, Roll, Seat
from gattai.kernel.rulebook import Refusal, Refused
from gattai.kernel.ruleset import Outcome
from gattai.kernel.secrecy import Secret
from gattai.kernel.text import notation
from tests.games.refused import applied, reasons

RULES = RobotEmpire()
SEATS = RULES.seats
FILLER = "mud-crawler"
"""Fills hands and decks of which nothing is said, so that a turn does not run out of cards."""
TURN = 9
"""The turn in which laid tables stand: long enough after the start."""


def fighter(points: str, *, flying: bool = False) -> GameCard:
    """A Monster with these points and nothing else, for scenarios that speak of points alone."""
    attack, _, defense = points.partition("/")
    return GameCard(
        id=f"fighter-{attack}-{defense}",
        number="#000",
        name=points,
        category="monster",
        copies=1,
        house=True,
        cost=1,
        attack=int(attack),
        defense=int(defense),
        keywords=("flying",) if flying else (),
    )


class Layout:
    """The cards of a table as they are laid out, each with its place and its name."""

    def __init__(self) -> None:
        self.faces: list[GameCard] = []
        self.names: list[str] = []
        self.piles: list[int] = []

    def add(self, face: GameCard, name: str = "", pile: int = 0) -> CardId:
        """One more card."""
        wanted = name or face.id
        count = sum(n == wanted or n.startswith(f"{wanted}-") for n in self.names)
        self.faces.append(face)
        self.names.append(wanted if not count else f"{wanted}-{count + 1}")
        self.piles.append(pile)
        return CardId(len(self.faces) - 1)

    def card(self, text: str, pile: int = 0) -> CardId:
        """A card of the core set by its id."""
        card_id, _, name = text.partition(" as=")
        return self.add(RULES.cards[card_id], name, pile)

    def unit(self, line: str, seat: Seat, pile: int, moons: Mapping[str, CardId]) -> Unit:
        """A unit by its line."""
        first, *words = line.split()
        name = next((word[3:] for word in words if word.startswith("as=")), "")
        flying = "flying" in words
        faces = [
            fighter(part, flying=flying) if "/" in part else RULES.cards[part]
            for part in first.split("&")
        ]
        cards = tuple(self.add(face, name if not n else "", pile) for n, face in enumerate(faces))
        given = {key: value for key, _, value in (word.partition("=") for word in words)}
        fitted = [RULES.cards[word[1:]] for word in words if word.startswith("+")]
        circles = []
        if "permanent" in words:
            circles.append(Circle(cards[0], "permanent", 0, faces[0].permanent[0].cost))
        if "instant" in words:
            circles.append(Circle(cards[0], "instant", 0, faces[0].instant[0].cost))
        return Unit(
            cards,
            tuple(faces),
            seat,
            TURN if "new" in words else 1,
            recharging="recharging" in words,
            damage=int(given.get("damage", 0)),
            components=tuple(self.add(face, "", pile) for face in fitted),
            fitted=tuple(fitted),
            circles=tuple(circles),
            moon=moons[given["moon"]] if "moon" in given else None,
            landed=int(given.get("landed", 1)) if "moon" in given else 0,
        )


def lay(given: Mapping[str, Any]) -> State:
    """A table: players by name, Moons, deck, War Chest; what is not said is empty."""
    names = SEATS[: int(given.get("seats", 2))]
    own = bool(given.get("own-decks"))
    layout = Layout()
    moons = []
    for line in given.get("moons", ()):
        card_id, _, coins = line.partition(" ")
        card = layout.card(card_id)
        moons.append(Moon(card, int(coins) if coins else RULES.cards[card_id].value))
    on_table = {layout.names[moon.card]: moon.card for moon in moons}
    players: list[Player] = []
    units: list[Unit] = []
    for number, name in enumerate(names):
        said = given.get(name, {})
        pile = number if own else 0
        hand = tuple(layout.card(card, pile) for card in said.get("hand", (FILLER,)))
        asks = said.get("ask", "")
        players.append(
            Player(
                Secret.of(hand, (number,)),
                battery=said.get("battery", 20),
                vault=said.get("vault", 0),
                watch=asks or "attacked",
                rests=not asks,
            )
        )
        units += [layout.unit(line, Seat(number), pile, on_table) for line in said.get("units", ())]
    deck = tuple(layout.card(card) for card in given.get("deck", (FILLER,) * 24))
    pile_cards = tuple(layout.card(card) for card in given.get("pile", ()))
    chest = given.get("chest", 20)
    supply = chest + sum(p.battery + p.vault for p in players)
    supply += sum(moon.coins for moon in moons) + sum(unit.coins for unit in units)
    count = len(names) if own else 1
    return State(
        Box(
            tuple(layout.faces),
            tuple(layout.names),
            tuple(layout.piles),
            names,
            supply,
            bool(given.get("ports")),
            int(given.get("turn-limit", 0)),
        ),
        tuple(players),
        tuple(Secret.of(deck if n == 0 else (), ()) for n in range(count)),
        tuple(pile_cards if n == 0 else () for n in range(count)),
        chest,
        units=tuple(units),
        moons=tuple(moons),
        phase=given.get("phase", "play"),
        active=Seat(names.index(given.get("active", names[0]))),
        turn=int(given.get("turn", TURN)),
        rulings=Rulings(**given.get("rulings", {})),
    )


class Game:
    """A game in progress: it is told answers in words, and asked about the table."""

    def __init__(self, state: State, rules: RobotEmpire | None = None) -> None:
        self.rules = rules or RULES.seated({"seats": str(len(state.players))})
        self.position: GamePosition[State] = GamePosition(state)
        self.events: list[Event] = []
        self.phases: list[str] = [state.phase]
        self.asked: list[tuple[str, str]] = []

    @classmethod
    def laid(cls, **given: Any) -> Game:
        """A game on a laid table."""
        return cls(lay(given))

    @property
    def state(self) -> State:
        """The settled table."""
        return self.position.state

    @property
    def question(self) -> Question | Outcome:
        """What is asked now."""
        return asked(self.rules, self.position)

    def read(self, text: str) -> Any:
        """An answer in the rules' words."""
        return notation.read(text, self.rules.words(self.state), self.rules.action_types)

    def give(self, value: Any, seat: Seat | None = None) -> None:
        """One answer, checked like everybody's; the table must stay sound."""
        step = applied(self.rules, self.position, value, seat=seat)
        self.position = step.position
        self.events += step.events
        if self.position.is_settled:
            wrong = [*self.rules.broken(self.state)]
            assert not wrong, wrong
            if self.state.phase != self.phases[-1]:
                self.phases.append(self.state.phase)

    def do(self, *lines: str) -> Game:
        """Answers, one a line: `shoot x y`, `crimson: pass`, `dice 4`, `.. discard`."""
        for line in lines:
            who, colon, text = line.partition(": ")
            if not colon or who not in SEATS:
                who, text = "", line
            if text.startswith("dice"):
                self.give(tuple(text.split()[1:]))
            elif text.startswith(".. "):
                self.go_on(text[3:])
            else:
                value = self.read(text)
                seat = Seat(SEATS.index(who)) if who else waiting(self.rules, self.position)[0]
                self.asked.append((SEATS[seat], text))
                self.give(value, seat)
        return self

    def go_on(self, until: str) -> None:
        """Nobody does anything until this phase, or until somebody's turn begins."""
        for _ in range(60):
            question = self.question
            if isinstance(question, Outcome) or self.is_at(until):
                return
            if isinstance(question, Roll):
                self.give(_quiet(question))
            else:
                assert isinstance(question, Choose)
                self.give(question.otherwise, question.seat)
        raise AssertionError(f"{until} never came")

    def is_at(self, place: str) -> bool:
        """Whether this phase, or the turn of this player, is on, and no window open."""
        state = self.state
        if not self.position.is_settled or state.windows:
            return False
        if place in SEATS:
            return state.phase == "play" and state.active == SEATS.index(place)
        return state.phase == place

    def refused(self, line: str, *, offered: bool = True) -> tuple[Refusal, ...]:
        """Why an answer is refused; it has to be, and nothing may change by it.

        With `offered=False` it is enough that the question does not offer it.
        """
        before = self.position
        try:
            self.do(line)
        except Refused as problem:
            assert self.position == before
            return reasons(problem.refusals) if offered else problem.refusals
        raise AssertionError(f"{line} was not refused")

    def options(self) -> list[str]:
        """What is offered, in words."""
        question = self.question
        assert isinstance(question, Choose)
        words = self.rules.words(self.state)
        return [notation.write(option, words) for option in question.options]

    def card(self, name: str) -> CardId:
        """A card by its name on this table."""
        return CardId(self.state.box.names.index(name))

    def unit(self, name: str) -> Unit | None:
        """The unit that a card is part of, if it is on the table."""
        return self.state.holder.get(self.card(name))

    def place_of(self, name: str) -> str:
        """Where a card is: front, base, moon, in (a unit), hand, deck, pile, shown, middle."""
        card, state = self.card(name), self.state
        if card in state.holder:
            return state.holder[card].row
        if any(card in unit.components for unit in state.units):
            return "in"
        if any(card in player.hand.open() for player in state.players):
            return "hand"
        if any(card in deck.open() for deck in state.decks):
            return "deck"
        if any(card in pile for pile in state.piles):
            return "pile"
        return "middle" if any(moon.card == card for moon in state.moons) else "shown"

    def has_event(self, kind: str) -> bool:
        """Whether something of that kind has happened."""
        return any(type(event).__name__ == kind for event in self.events)


def _quiet(question: Roll) -> tuple[Any, ...]:
    """Dice that show the least; decks as they lie."""
    if question.known_to == ():
        return tuple(range(getattr(question.dice, "count", 0)))
    return (1,) * getattr(question.dice, "count", 0)


def rules_of(refusals: Iterable[Refusal]) -> list[str]:
    """The rules that refusals cite."""
    return [refusal.rule for refusal in refusals]


def with_vault(state: State, seat: int, vault: int) -> State:
    """The same table with another Vault, the coins taken from or given to the supply."""
    supply = state.box.supply + vault - state.players[seat].vault
    return replace(
        state.with_player(Seat(seat), vault=vault), box=replace(state.box, supply=supply)
    )


def deck_of(size: int, **copies: int) -> Sequence[GameCard]:
    """A deck of so many cards, four of a kind at most except for what is named."""
    named = {name.replace("_", "-"): count for name, count in copies.items()}
    cards = [RULES.cards[name] for name, count in named.items() for _ in range(count)]
    fill = [c for c in RULES.cards.values() if c.category != "setup" and c.id not in named]
    while len(cards) < size:
        counted = Counter(cards)
        cards.append(next(card for card in fill if counted[card] < 4))
    return cards
