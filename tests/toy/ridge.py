"""A toy with everything that can lie on a board: heights, facings, arcs, flags, dice with symbols.

Two seats plan in secret which two cards they play and in which order; then the dice fall.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations
from pathlib import Path
from typing import Any, NewType

import msgspec
from msgspec.structs import replace

from gattai.kernel.dice import Die
from gattai.kernel.event import Event
from gattai.kernel.question import Choose, Place, Question, Roll, Seat, Steps, Together
from gattai.kernel.rulebook import GameTitle, Refusal, Rule, Rulebook
from gattai.kernel.ruleset import Outcome, Ruleset, Table
from gattai.kernel.text.words import Word, Words
from gattai.scene.maker import Layout, PlainMaker
from gattai.scene.parts import (
    Badge,
    Bar,
    Board,
    Card,
    Cell,
    Citation,
    DiceGroup,
    Held,
    ListedOption,
    Overlay,
    Piece,
    Reason,
    Thrown,
    ThrownDie,
    Track,
    Zone,
)
from gattai.tabletop.hexes import Hex, centre, hex_at, to_text

CARDS = ("Charge", "Wheel", "Brace")
GREEN, ORANGE = Seat(0), Seat(1)
TO = hex_at(2, -1)
CardId = NewType("CardId", int)


class Plan(msgspec.Struct, frozen=True, tag="plan"):
    first: CardId
    second: CardId


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    facing: int


class State(msgspec.Struct, frozen=True):
    step: int = 0
    momentum: int = -1
    facing: int = 30
    point: tuple[int, int] = (0, 0)


class Went(Event, frozen=True, kw_only=True):
    changes: tuple[tuple[str, int], ...] = ()

    def after(self, state: State) -> State:
        return replace(state, step=state.step + 1, **dict(self.changes))


class Anywhere:
    def refusals(self, point: tuple[int, int]) -> Iterator[Refusal]:
        if not (0 <= point[0] <= 1200 and 0 <= point[1] <= 1200):
            yield Refusal("RIDGE.PLACE", "that is off the table", (("inches", 12),))

    def suggest(self) -> tuple[tuple[int, int], ...]:
        return ((300, 300), (600, 450))


PLANS = tuple(Plan(CardId(a), CardId(b)) for a, b in permutations(range(3), 2))
SYMBOLS = Die("symbol die", ("hit", "hit hit", "shield", "blank", "spark", "blank"))


class Ridge(Ruleset[State]):
    name, version, seats = "ridge", "1", ("green", "orange")
    state_type, action_types = State, (Plan, Turn)
    event_types = (Went,)
    rulebook = Rulebook(
        GameTitle("ridge", "RIDGE", "Ridge", "1", "none", "nobody", "a toy", "1"),
        tuple(
            Rule(f"RIDGE.{name}", name.capitalize(), "p. 1", "as it says")
            for name in ("PLAN", "TURN", "DICE", "PLACE", "END")
        ),
    )

    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        super().__init__()

    def setup(self, options: Mapping[str, str]) -> State:
        return State()

    def next_question(self, state: State) -> Question | Outcome:
        match state.step:
            case 0:
                asks = tuple(
                    Choose(seat, PLANS, "RIDGE.PLAN", "plan two cards") for seat in (GREEN, ORANGE)
                )
                return Together(asks, "RIDGE.PLAN", "plan two cards")
            case 1:
                turns = tuple(Turn(facing) for facing in (30, 90, 150))
                return Choose(GREEN, turns, "RIDGE.TURN", "which way does it face?")
            case 2:
                return Place(GREEN, Anywhere(), "RIDGE.PLACE", "put down the beacon")
            case 3:
                return Roll(SYMBOLS.throw(4, lambda face: str(face).count("hit")), "RIDGE.DICE")
            case 4:
                return Choose(GREEN, (Turn(30),), "RIDGE.TURN", "and once more")
        return Outcome((GREEN,), "the ridge is held", "RIDGE.END")

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        changes = (("facing", answer.facing),) if isinstance(answer, Turn) else (("momentum", 2),)
        table.emit(Went(rule="RIDGE.TURN", changes=changes))
        yield from ()

    def refusals(self, state: State, action: Any) -> Iterator[Refusal]:
        return iter(())

    def candidates(self, state: State) -> Iterable[Any]:
        return ()

    def words(self, state: State) -> Words:
        return {CardId: Word.of("card", tuple(card.lower() for card in CARDS))}


def _cells() -> tuple[Cell, ...]:
    found = []
    for q in range(-3, 4):
        for r in range(max(-3, -q - 3), min(3, -q + 3) + 1):
            at: Hex = hex_at(q, r)
            x, y = centre(at)
            height = 2 if (q, r) in ((0, 0), (1, -1)) else 1 if abs(q) + abs(r) < 3 else 0
            zone = 0 if r == 3 else 1 if r == -3 else None
            found.append(Cell(to_text(at), round(x, 3), round(y, 3), "", zone, height))
    return tuple(found)


CITES = Citation("RIDGE.DICE", "Dice", "p. 1")
THROW = Thrown(
    title="Colossus charges the Wall",
    groups=(
        DiceGroup(
            "attack",
            (
                ThrownDie("hit hit", ("✸", "✸"), "2 hits"),
                ThrownDie("hit", ("✸",), "1 hit", "blocked", "a shield"),
                ThrownDie("spark", ("↯",), "", "spent", "momentum"),
                ThrownDie("blank", ("·",)),
            ),
            0,
            "2 hits",
        ),
        DiceGroup("defence", (ThrownDie("shield", ("◆",), "blocks 1"),), 1, "1 block"),
    ),
    steps=(
        Reason("a spark is spent: momentum +1", CITES),
        Reason("a shield blocks one hit", CITES),
    ),
    result="2 hits get through",
)


class RidgeScene(PlainMaker):
    def layout(self, view: State, seat: int | None) -> Layout:
        near = tuple(to_text(hex_at(q, r)) for q, r in ((1, 0), (1, 1), (0, 2), (2, -1)))
        hand = tuple(Held(f"card-{n}", f"face-{n}") for n in range(3))
        hidden = Zone("foe", "Hand", "hand", 1, (), 3)
        pieces = (
            Piece(
                "colossus", "Colossus", 0, "C", "0,1", Bar("HP", 3, 5), facing=view.facing,
                badges=(Badge("fresh", "has not acted", back="worn", tone="good"),), card="",
                bars=(Bar("armour", 2, 3),), about="green's Colossus",
            ),
            Piece(
                "wall", "Wall", 1, "W", "1,-1", Bar("HP", 4, 4), facing=210,
                badges=(Badge("stun", "stunned", tone="bad"),), about="orange's Wall",
            ),
        )  # fmt: skip
        return Layout(
            headline=f"step {view.step + 1}",
            turn=0,
            board=Board("hex", "Ridge", _cells()),
            pieces=pieces,
            cards=tuple(
                Card(f"face-{n}", name, "a card", (), text=f"{name}: once.", kind="order")
                for n, name in enumerate(CARDS)
            ),
            tracks=(Track("momentum", view.momentum, 5, None, -5, (0, 1), ((3, "a card more"),)),),
            zones=(Zone("own", "Orders", "hand", 0, hand if seat == 0 else (), 3), hidden),
            overlays=(
                Overlay("arc", "in the Colossus's front arc", near, 0, "colossus"),
                Overlay("engaged", "engaged by the Wall", ("0,0", "1,0", "2,-2"), 1),
                Overlay("control", "held by green, 2 points", ("-2,1",), 0, None, "2"),
                Overlay("control", "held by nobody", ("2,-1",), None, None, "1"),
            ),
            throw=THROW if view.step == 4 else None,
        )

    def option(self, view: State, text: str, action: Any) -> ListedOption:
        match action:
            case Plan(first=first, second=second):
                names = f"{CARDS[first]}, then {CARDS[second]}"
                return ListedOption(text, names, "plan", picks=(f"card-{first}", f"card-{second}"))
            case Turn(facing=facing):
                label = f"face {facing}°"
                return ListedOption(text, label, "turn", "colossus", to_text(TO), facing=facing)
            case _:
                return super().option(view, text, action)


MAKER = RidgeScene()
