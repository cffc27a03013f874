"""A procedure that asks in every way there is, for tests of text: dice, words, points, secrets."""

from collections.abc import Iterator
from typing import Any

from gattai.kernel.dice import Die, Shuffle
from gattai.kernel.position import GamePosition, apply
from gattai.kernel.question import Choose, Seat, Steps, choose, place, roll, together
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Table
from gattai.kernel.secrecy import Secret
from gattai.kernel.window import PASS
from tests.kernel.small import ANN, BOB, CAT, Card, Counted, Go, Laid, Lay, Small, State

SYMBOLS = Die("red", ("blank", "double hit", "-", '"', ";", "#abcdef", "007"))


class Board:
    """Anywhere up to a metre away."""

    def refusals(self, point: tuple[int, int]) -> Iterator[Refusal]:
        if max(map(abs, point)) > 4000:
            yield Refusal("S.BOARD", "off the board")

    def suggest(self) -> tuple[tuple[int, int], ...]:
        return ((0, 0),)


def feast(table: Table[State], answer: Any) -> Steps[None]:
    """Ten questions of every kind."""
    hits = yield from roll(SYMBOLS.throw(3, lambda face: face == "double hit"), "S.SYMBOLS")
    table.emit(Counted(rule="S.HITS", amount=hits))
    yield from roll(Shuffle(3), "S.SHUFFLE", known_to=())
    spent = yield from choose(BOB, range(4), "S.SPEND")
    table.emit(Counted(rule="S.SPENT", amount=spent))
    laid = yield from choose(
        CAT, (Lay(Card(0), "x ; y #123456"), Lay(Card(3))), "S.LAY", secret=True
    )
    table.emit(Laid(rule="S.LAID", card=Secret.of(laid.card, (CAT,))))
    x, y = yield from place(ANN, Board(), "S.PLACE")
    table.emit(Counted(rule="S.FAR", amount=x + y))
    yield from together(
        (Choose(BOB, ((1, 2), (2, 1)), "S.BID"), Choose(ANN, (None, True, "go"), "S.BID")), "S.BIDS"
    )
    yield from choose(BOB, ("the last\nword", "-", "", "yes\u2028no\x85", "\r", PASS), "S.WORD")


FEAST: tuple[tuple[Any, Seat | None], ...] = (
    (Go(2), ANN),
    (("double hit", "#abcdef", "007"), None),
    ((2, 0, 1), None),
    (3, BOB),
    (Lay(Card(0), "x ; y #123456"), CAT),
    ((-250, 100), ANN),
    ("go", ANN),
    ((2, 1), BOB),
    ("yes\u2028no\x85", BOB),
)


def game() -> Small:
    """The feast, once."""
    return Small(feast, held=((1, 2), (), (3,)))


def course(rules: Small, number: int) -> GamePosition[State]:
    """The position after so many answers of the feast."""
    position: GamePosition[State] = GamePosition(rules.setup({"turns": "1"}))
    for value, seat in FEAST[:number]:
        position = apply(rules, position, value, seat=seat).position
    return position
