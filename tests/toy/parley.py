"""A toy: three seats, hidden hands, secret bids, reactions by anybody, counter-attacks that nest.
The highest bidder strikes: 5 or more costs a heart; any 0 shown first stops it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from gattai.kernel.dice import Die, Randomness, Shuffle
from gattai.kernel.event import Event
from gattai.kernel.question import Choose, Question, Roll, Seat, Steps, Together, choose, part, roll
from gattai.kernel.rulebook import GameTitle, Refusal, Rule, Rulebook
from gattai.kernel.ruleset import Outcome, Ruleset, Table
from gattai.kernel.secrecy import Secret
from gattai.kernel.text.words import Word, Words
from gattai.kernel.window import Moment, Pass, window

CARDS = (0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3)
SEATS = (Seat(0), Seat(1), Seat(2))
D6 = Die("d6", (1, 2, 3, 4, 5, 6))
RULES = ("DEAL", "BID", "STRIKE", "PARRY", "SHOW", "COUNTER", "HEARTS", "END")
Cards = Secret[tuple[int, ...]]


class Show(msgspec.Struct, frozen=True, tag="show"):
    card: int


class Strike(msgspec.Struct, frozen=True, tag="strike"):
    at: Seat


class State(msgspec.Struct, frozen=True):
    hands: tuple[Cards, ...] = tuple(Secret.of((), (seat,)) for seat in SEATS)
    deck: Cards = Secret.of(CARDS, ())
    shown: tuple[int, ...] = ()
    hearts: tuple[int, ...] = (2, 2, 2)
    striker: Seat | None = None

    def with_hand(self, seat: Seat, cards: tuple[int, ...]) -> "State":
        hands = (hand.now(cards) if s == seat else hand for s, hand in enumerate(self.hands))
        return replace(self, hands=tuple(hands))


class Changed(Event, frozen=True, kw_only=True):
    to: State

    def after(self, state: State) -> State:
        return self.to


def show(table: Table[State], seat: Seat, answer: Show) -> Steps[None]:
    cards = list(table.state.hands[seat].open())
    cards.remove(answer.card)
    shown = replace(table.state, shown=(*table.state.shown, answer.card))
    table.emit(Changed(rule="TOY.SHOW", to=shown.with_hand(seat, tuple(cards))))
    yield from ()


def hit(needed: int) -> Steps[bool]:
    return bool((yield from roll(D6.throw(1, lambda face: int(face) >= needed), "TOY.STRIKE")))


def strike(table: Table[State], by: Seat, at: Seat, nerve: int) -> Steps[None]:
    if (yield from window(table, BEFORE_THE_DIE)):
        return
    if (yield from part(hit, 5)):
        hearts = tuple(heart - (seat == at) for seat, heart in enumerate(table.state.hearts))
        table.emit(Changed(rule="TOY.HEARTS", to=replace(table.state, hearts=hearts)))
    elif nerve and (yield from choose(at, ("back", "leave"), "TOY.COUNTER")) == "back":
        yield from strike(table, at, by, nerve - 1)


BEFORE_THE_DIE: Moment[State, Show] = Moment(
    rule="TOY.PARRY",
    seats=SEATS,
    may_react=lambda seen, seat: len(seen.hands[seat]) > 0,
    reactions=lambda state, seat: (Show(0),) if 0 in state.hands[seat].open() else (),
    react=show,
)


class Parley(Ruleset[State]):
    name, version, seats = "parley", "1", ("ann", "bob", "cat")
    state_type, action_types = State, (Show, Strike, Pass)
    event_types = (Changed,)
    rulebook = Rulebook(
        GameTitle("parley", "TOY", "Parley", "1", "none", "nobody", "a toy", "1"),
        tuple(Rule(f"TOY.{name}", name, "p. 1", "as it says") for name in RULES),
    )

    def setup(self, options: Mapping[str, str]) -> State:
        return State()

    def next_question(self, state: State) -> Question | Outcome:
        alive = tuple(seat for seat in SEATS if state.hearts[seat] > 0)
        if len(state.deck) == len(CARDS):
            return Roll(Shuffle(len(CARDS)), "TOY.DEAL", known_to=())
        if state.striker is not None:
            targets = tuple(Strike(seat) for seat in alive if seat != state.striker)
            return Choose(state.striker, targets, "TOY.STRIKE")
        if len(alive) == 1 or not all(len(state.hands[seat]) for seat in alive):
            best = tuple(seat for seat in SEATS if state.hearts[seat] == max(state.hearts))
            return Outcome(best, "most hearts", "TOY.END", state.hearts)
        hands = ((seat, map(Show, sorted(state.hands[seat].open()))) for seat in alive)
        return Together(tuple(Choose(s, tuple(h), "TOY.BID") for s, h in hands), "TOY.BID")

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        state = table.state
        if isinstance(answer, Strike) and state.striker is not None:
            yield from strike(table, state.striker, answer.at, nerve=2)
            table.emit(Changed(rule="TOY.STRIKE", to=replace(table.state, striker=None)))
        elif isinstance(answer[0], Show):
            alive = [seat for seat in SEATS if state.hearts[seat] > 0]
            for seat, bid in zip(alive, answer, strict=True):
                yield from show(table, seat, bid)
            best = max(zip(answer, alive, strict=True), key=lambda pair: pair[0].card)[1]
            table.emit(Changed(rule="TOY.BID", to=replace(table.state, striker=best)))
        else:
            cards = tuple(CARDS[i] for i in answer)
            hands = tuple(Secret.of(cards[3 * s : 3 * s + 3], (s,)) for s in SEATS)
            dealt = replace(state, hands=hands, deck=Secret.of(cards[9:], ()))
            table.emit(Changed(rule="TOY.DEAL", to=dealt))

    def refusals(self, state: State, action: Any) -> Iterator[Refusal]:
        if state.striker in (None, action.at) or state.hearts[action.at] == 0:
            yield Refusal("TOY.STRIKE", "not somebody to strike now")

    def candidates(self, state: State) -> Iterable[Any]:
        return map(Strike, SEATS)

    def words(self, state: State) -> Words:
        return {Seat: Word.of("seat", self.seats)}

    def broken(self, state: State) -> Iterator[str]:
        held = [card for pile in (*state.hands, state.deck) for card in pile.open()]
        if sorted((*held, *state.shown)) != sorted(CARDS):
            yield "a card was made or lost"

    def guess(self, seen: State, seat: Seat, source: Randomness) -> State:
        left = list(CARDS)
        for card in (*seen.shown, *seen.hands[seat].open()):
            left.remove(card)
        unseen = [left[i] for i in Shuffle(len(left)).sample(source)]
        for s in SEATS:
            if s != seat:
                seen = seen.with_hand(s, tuple(unseen.pop() for _ in range(len(seen.hands[s]))))
        return replace(seen, deck=seen.deck.now(tuple(unseen)))
