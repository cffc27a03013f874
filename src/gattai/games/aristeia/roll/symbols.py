"""Symbols of a roll as numbers: successes, blocks, and payments for Switches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TypeAlias

from gattai.games.aristeia.cards import DieCard
from gattai.kernel.dice import Dice, W

Symbols: TypeAlias = tuple[int, int, int, int, int]
"""The number of each symbol, in the order of NAMES."""

Unspent: TypeAlias = tuple[int, int, int]
"""The numbers of S, SC and blocks."""

Shown: TypeAlias = tuple[str, str]
"""A die on the table: its colour (empty if it does not matter) and its face."""

NAMES = ("S", "SC", "B", "BC", "X")
NOTHING: Symbols = (0, 0, 0, 0, 0)
S, SC, B, BC, X = range(5)
WORTH_OF_A_CRITICAL = 2
"""ARISTEIA.SWITCH.CRITICAL-DOUBLE: the value of a critical in a payment."""


def count(symbols: Iterable[str]) -> Symbols:
    """Count symbols given by name.

    >>> count(("S", "X", "S"))
    (2, 0, 0, 0, 1)
    """
    return _counted(tuple(symbols))


@cache
def _counted(symbols: tuple[str, ...]) -> Symbols:
    return tuple([symbols.count(name) for name in NAMES])  # type: ignore[return-value]


def in_words(symbols: Symbols) -> str:
    """Symbols one after the other, as on dice.

    >>> in_words((2, 0, 0, 1, 0)), in_words(NOTHING)
    ('S S BC', 'nothing')
    """
    return " ".join(n for n, many in zip(NAMES, symbols, strict=True) for _ in range(many)) or (
        "nothing"
    )


def plus(one: Symbols, other: Symbols) -> Symbols:
    return (
        one[0] + other[0],
        one[1] + other[1],
        one[2] + other[2],
        one[3] + other[3],
        one[4] + other[4],
    )


def minus(one: Symbols, other: Symbols) -> Symbols:
    return (
        one[0] - other[0],
        one[1] - other[1],
        one[2] - other[2],
        one[3] - other[3],
        one[4] - other[4],
    )


def successes(symbols: Symbols) -> int:
    """ARISTEIA.ROLL.SUCCESS, ARISTEIA.ROLL.CRITICAL-SUCCESS: the number of successes, each counting
    once.
    """
    return symbols[S] + symbols[SC]


def blocks(symbols: Symbols) -> int:
    """ARISTEIA.ROLL.BLOCK: the number of S they cancel; a kept BC counts as one
    (AMB.CRITICAL-BLOCK-UNUSED).
    """
    return symbols[B] + symbols[BC]


def left_of(own: Symbols, against: Symbols) -> int:
    """The successes left against the other's result."""
    return unspent_left(unspent(own), unspent(against))


def unspent_left(own: Unspent, against: Unspent) -> int:
    """The same for results after all spending: B cancels S, nothing cancels SC."""
    return own[1] + max(0, own[0] - against[2])


@cache
def without_critical_block(faces: tuple[str, ...]) -> tuple[str, ...]:
    """The dice after one has spent its Critical Block; its other symbols stay.

    ARISTEIA.ROLL.CRITICAL-BLOCK: it can be spent only once.

    >>> without_critical_block(("S", "BC")), without_critical_block(("S",))
    (('S',), ('S',))
    """
    own = [*faces]
    critical = next((face for face in own if "BC" in face), None)
    if critical is not None:
        own.remove(critical)
        own += [critical.replace("BC", "", 1)] if critical != "BC" else []
    return tuple(own)


def payments(have: Symbols, cost: Symbols) -> Iterator[Symbols]:
    """ARISTEIA.SWITCH.PAY: the ways to pay S, B and X from a result, plain symbols first.

    ARISTEIA.ROLL.SPECIAL: an X can only be used to pay. ARISTEIA.SWITCH.CRITICAL-DOUBLE: SC pays
    two S, BC pays two B. The excess value of a critical is lost (AMB.CRITICAL-CHANGE), so it is
    wasted only if nothing else can pay.
    """
    if have[X] < cost[X]:
        return
    for s, sc in _shares(have[S], have[SC], cost[S]):
        for b, bc in _shares(have[B], have[BC], cost[B]):
            yield (s, sc, b, bc, cost[X])


def _shares(plain: int, critical: int, cost: int) -> Iterator[tuple[int, int]]:
    """The numbers of plain and critical symbols of a kind that can pay a cost."""
    for many in range(min(critical, (cost + 1) // WORTH_OF_A_CRITICAL) + 1):
        rest = cost - WORTH_OF_A_CRITICAL * many
        if rest < 0 and plain >= cost - WORTH_OF_A_CRITICAL * (many - 1):
            continue
        if max(0, rest) <= plain:
            yield max(0, rest), many


def times(cost: Symbols, many: int) -> Symbols:
    """The cost of several activations."""
    return (cost[0] * many, 0, cost[2] * many, 0, cost[4] * many)


@cache
def counting_dice(cards: tuple[DieCard, ...]) -> Dice[Symbols]:
    """The roll of some dice, read as coarsely as possible: the total of each symbol."""
    return _thrown(cards, lambda card, face: count(card.symbols[face]))


@cache
def unspent_dice(cards: tuple[DieCard, ...]) -> Dice[Unspent]:
    """The same roll if no symbol is spent: successes, critical successes, blocks of either kind."""

    def worth(card: DieCard, face: str) -> Unspent:
        return unspent(count(card.symbols[face]))

    return _thrown(cards, worth)


def unspent(symbols: Symbols) -> Unspent:
    """The relevant part of a result after all spending."""
    return symbols[S], symbols[SC], blocks(symbols)


@cache
def dice_by_face(
    cards: tuple[DieCard, ...], by_colour: bool
) -> tuple[Dice[tuple[int, ...]], tuple[Shown, ...]]:
    """The same roll read die by die: how many dice show each face, and the faces.

    Faces are distinguished by their symbols alone, or also by the colour of the die. A Critical
    Block does not depend on the colour, but a reroll does.
    """
    kinds = {_kind(card, face, by_colour): None for card in cards for face in card.symbols}
    shown = tuple(kinds)

    def worth(card: DieCard, face: str) -> tuple[int, ...]:
        mine = _kind(card, face, by_colour)
        return tuple([int(kind == mine) for kind in shown])

    return _thrown(cards, worth), shown


def _kind(card: DieCard, face: str, by_colour: bool) -> Shown:
    return (card.id if by_colour else "", face)


def _thrown(cards: tuple[DieCard, ...], worth: Callable[[DieCard, str], W]) -> Dice[W]:
    """One group of dice for each colour, in the order of the pool."""
    together: dict[DieCard, int] = {}
    for card in cards:
        together[card] = together.get(card, 0) + 1

    def thrown(card: DieCard, many: int) -> Dice[W]:
        return card.die.throw(many, lambda face: worth(card, str(face)))

    dice: Dice[W] = Dice(())
    for card, many in together.items():
        dice += thrown(card, many)
    return dice
