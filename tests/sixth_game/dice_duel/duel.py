"""The whole game: what a robot can do, what happens then, who wins; how it is drawn and judged."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from gattai.bots.evaluation import Evaluation
from gattai.games.hex_board import hex_board
from gattai.kernel.action import Action, Forecast
from gattai.kernel.dice import Die
from gattai.kernel.event import Event
from gattai.kernel.measure import Measure
from gattai.kernel.question import Choose, Options, Question, Seat, Steps, roll
from gattai.kernel.rulebook import Refusal, Rulebook
from gattai.kernel.ruleset import Outcome, Ruleset, Table
from gattai.kernel.text.words import Word, Words
from gattai.scene.actions import ActionMaker
from gattai.scene.maker import Layout
from gattai.scene.parts import Bar, Piece
from gattai.tabletop.hexes import DISTANCE, Hex, from_text, hex_at, to_text

NAMES, PLATES = ("rusty", "bolt"), tuple(hex_at(number, 0) for number in range(7))
DICE, REACH, HULL, LAST_TURN, D6 = 3, 3, 6, 40, Die("d6", (1, 2, 3, 4, 5, 6))


class State(msgspec.Struct, frozen=True):
    at: tuple[Hex, ...] = (PLATES[0], PLATES[-1])
    hull: tuple[int, ...] = (HULL, HULL)
    turn: int = 0
    speech: ClassVar[Any] = {Hex: to_text}


class TurnTaken(Event, frozen=True, kw_only=True):
    template = "{words}"
    seat: Seat
    words: str
    now: State

    def after(self, state: State) -> State:
        return self.now


def take(table: Table[State], rule: str, words: str, now: State) -> None:
    seat, now = Seat(now.turn % 2), replace(now, turn=now.turn + 1)
    table.emit(TurnTaken(rule=rule, seat=seat, words=f"{NAMES[seat]} {words}", now=now))


class Step(Action, frozen=True, tag="step"):
    says = "step to {to}"
    to: Hex

    @classmethod
    def candidates(cls, state: State) -> Iterable["Step"]:
        return map(cls, PLATES)

    def refusals(self, state: State) -> Iterator[Refusal]:
        if DISTANCE[self.to - state.at[state.turn % 2]] != 1 or self.to in state.at:
            yield Refusal("DUEL.STEP", "a step leads to the next plate, if it is free")

    def perform(self, table: Table[State]) -> None:
        left, right = table.state.at
        at = (left, self.to) if table.state.turn % 2 else (self.to, right)
        take(table, "DUEL.STEP", f"steps to {to_text(self.to)}", replace(table.state, at=at))


class Strike(Action, frozen=True, tag="strike"):
    says = "strike"

    @classmethod
    def candidates(cls, state: State) -> Iterable["Strike"]:
        return (cls(),)

    def target_in(self, view: State) -> int:
        return 1 - view.turn % 2

    def refusals(self, state: State) -> Iterator[Refusal]:
        if (away := DISTANCE[state.at[1] - state.at[0]]) > REACH:
            yield Refusal("DUEL.STRIKE", "that is too far", (("plates", away),))

    def resolve(self, table: Table[State]) -> Steps[None]:
        state, foe = table.state, self.target_in(table.state)
        least = 2 + DISTANCE[state.at[1] - state.at[0]]
        hits = yield from roll(D6.throw(DICE, lambda face: int(face) >= least), "DUEL.STRIKE")
        hull = tuple(max(0, had - hits * (n == foe)) for n, had in enumerate(state.hull))
        take(table, "DUEL.WRECK", f"strikes with {hits} hits", replace(state, hull=hull))

    def has_odds(self, view: State) -> bool:
        return True

    def forecast(self, view: State) -> Forecast:
        foe, had = self.target_in(view), view.hull[self.target_in(view)]
        return Forecast("damage", had, "wrecked", count=lambda after: had - int(after.hull[foe]))


def measures(before: State, action: Any) -> tuple[Measure, ...]:
    foe = 1 - before.turn % 2
    return (Measure(Seat(1 - foe), "damage", lambda after, _: before.hull[foe] - after.hull[foe]),)


class DiceDuel(Ruleset[State]):
    name, version, seats, state_type = "dice-duel", "1.0.0", ("red", "blue"), State
    action_types, event_types = (Step, Strike), (TurnTaken,)

    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        self.rulebook = Rulebook.load(Path(__file__).with_name("rulebook.toml"))

    def setup(self, options: Mapping[str, str]) -> State:
        return State()

    def next_question(self, state: State) -> Question | Outcome:
        if 0 in state.hull or state.turn == LAST_TURN:
            best = tuple(Seat(n) for n in (0, 1) if state.hull[n] == max(state.hull))
            return Outcome(best, "the better hull", "DUEL.WRECK", state.hull)
        offer = Options(tuple(self.candidates(state)), lambda action: action.refusals(state))
        return Choose(Seat(state.turn % 2), offer, "DUEL.TURN", "what does your robot do?")

    def words(self, state: State) -> Words:
        return {Hex: Word(to_text, from_text)}


class DuelScene(ActionMaker):
    places = Hex

    def place(self, view: State, at: Hex) -> str:
        return to_text(at)

    def piece(self, view: State, unit: int) -> str:
        return NAMES[unit]

    def layout(self, view: State, seat: int | None) -> Layout:
        pieces = tuple(
            Piece(name, name, n, name[0], to_text(view.at[n]), Bar("hull", view.hull[n], HULL))
            for n, name in enumerate(NAMES)
        )
        return Layout(f"turn {view.turn + 1}", view.turn % 2, hex_board("catwalk", PLATES), pieces)


EVALUATION = Evaluation[State](score=lambda state, seat: state.hull[seat] - state.hull[1 - seat])
