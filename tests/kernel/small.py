"""The smallest game with everything a kernel test needs: a tally, secret hands, one procedure."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NewType

import msgspec

from gattai.kernel.dice import Die, total
from gattai.kernel.event import Event
from gattai.kernel.question import Choose, Question, Seat, Steps
from gattai.kernel.rulebook import GameTitle, Refusal, Rule, Rulebook
from gattai.kernel.ruleset import Outcome, Ruleset, Setting, Table
from gattai.kernel.secrecy import Secret
from gattai.kernel.text.words import Word, Words
from gattai.kernel.window import Pass

Card = NewType("Card", int)
CARDS = ("ace of hearts", "king", "-", 'the "queen"', "[")
ANN, BOB, CAT = Seat(0), Seat(1), Seat(2)
D6 = Die("d6", (1, 2, 3, 4, 5, 6))
ONE_DIE = total(D6, 1)


class Go(msgspec.Struct, frozen=True, tag="go"):
    """Let the procedure run."""

    far: int = 1


class Lay(msgspec.Struct, frozen=True, tag="lay"):
    """Lay down one card, with a word."""

    card: Card
    word: str = ""


class State(msgspec.Struct, frozen=True):
    """How many turns were taken, what was counted, and what each seat holds."""

    turns: int = 0
    count: int = 0
    hands: tuple[Secret[tuple[Card, ...]], ...] = ()
    top: Card | None = None


class Counted(Event, frozen=True, tag=True, kw_only=True):
    """Something was counted."""

    amount: int

    def after(self, state: State) -> State:
        return msgspec.structs.replace(state, count=state.count + self.amount)


class Laid(Event, frozen=True, tag=True, kw_only=True):
    """A card lies on top, seen by some."""

    card: Secret[Card]

    def after(self, state: State) -> State:
        return msgspec.structs.replace(state, top=self.card.open())


class TurnEnded(Event, frozen=True, tag=True, kw_only=True):
    """A turn is over."""

    def after(self, state: State) -> State:
        return msgspec.structs.replace(state, turns=state.turns + 1)


Procedure = Callable[[Table[State], Any], Steps[None]]


def nothing(table: Table[State], answer: Any) -> Steps[None]:
    """A procedure that asks nothing."""
    yield from ()


def title(game: str = "small") -> Rulebook:
    """A rulebook with one rule."""
    head = GameTitle(game, "S", "Small", "1", "none", "nobody", "a test", "1")
    return Rulebook(head, (Rule("S.GO", "Go", "1", "Go on."),))


def hands(*held: tuple[int, ...]) -> tuple[Secret[tuple[Card, ...]], ...]:
    """A secret hand for each seat."""
    return tuple(
        Secret.of(tuple(map(Card, cards)), known_to=(seat,)) for seat, cards in enumerate(held)
    )


class Small(Ruleset[State]):
    """Each turn one seat says go; the procedure follows; after the last turn somebody has won."""

    name, version = "small", "1"
    seats: tuple[str, ...] = ("ann", "bob", "cat")
    state_type = State
    action_types = (Go, Lay, Pass)
    event_types = (Counted, Laid, TurnEnded)
    options: tuple[Setting, ...] = (
        Setting("turns", "how many", "1"),
        Setting("mood", "any", "calm", ("calm", "wild")),
    )

    def __init__(
        self,
        procedure: Procedure = nothing,
        ask: Callable[[State], Question] | None = None,
        turns: int = 1,
        held: tuple[tuple[int, ...], ...] = ((), (), ()),
    ) -> None:
        self.procedure = procedure
        self.ask = ask
        self.turns = turns
        self.held = held
        self.rulebook = title()

    def setup(self, options: Mapping[str, str]) -> State:
        return State(turns=1 - int(options["turns"]), hands=hands(*self.held))

    def next_question(self, state: State) -> Question | Outcome:
        if state.turns >= self.turns:
            return Outcome((ANN,) if state.count % 2 else (BOB, CAT), "turns are over", "S.END")
        if self.ask is not None:
            return self.ask(state)
        return Choose(Seat(state.turns % 3), (Go(), Go(2)), "S.GO")

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        yield from self.procedure(table, answer)
        table.emit(TurnEnded(rule="S.TURN"))

    def refusals(self, state: State, action: Any) -> Iterator[Refusal]:
        if isinstance(action, Go) and action.far > 2:
            yield Refusal("S.FAR", "too far", (("far", action.far), ("most", 2)))

    def candidates(self, state: State) -> Iterable[Any]:
        return (Go(), Go(2), Go(3))

    def words(self, state: State) -> Words:
        return {Card: Word.of("card", CARDS), Seat: Word.of("seat", self.seats)}

    def broken(self, state: State) -> Iterator[str]:
        if len(state.hands) != 3:
            yield "three seats hold cards"
