"""A Face to Face Roll by itself, step by step on values: what `reckoning` is held to.

Critical Blocks, who goes first, Switches: written once more and plainly, so that odds can walk
it; another test does on the table whatever is chosen here.
"""

from __future__ import annotations

from gattai.games.aristeia.actions import KEEP_BLOCK, GoFirst, KeepBlock, NullifyDie
from gattai.games.aristeia.cards import BLANK
from gattai.games.aristeia.roll.reckoning import Exchange, Result, Shown, plans, worst
from gattai.games.aristeia.roll.rolls import (
    CRITICAL_BLOCK,
    symbols_on,
    throw_all,
)
from gattai.games.aristeia.roll.symbols import (
    BC,
    B,
    S,
    Symbols,
    left_of,
    minus,
)
from gattai.kernel.question import Seat, Steps, choose, last, may_choose, part

ROLL = "ARISTEIA.ROLL.FACE-TO-FACE"
ACTIVE, RIVAL = Seat(0), Seat(1)
"""The sides of an exchange are asked as seats: the active Character's first."""


def exchange(roll: Exchange) -> Steps[Result]:
    """ARISTEIA.ROLL.FACE-TO-FACE: both throw, then everything that may be done with the symbols."""
    shown = yield from part(throw_both, roll)
    return (yield from last(_critical_blocks, roll, shown))


def throw_both(roll: Exchange) -> Steps[tuple[Shown, Shown]]:
    """As on the table; dice lie singly only where a Critical Block of the other threatens them."""
    lying = yield from throw_all(roll.throwing, False, ROLL, "")
    shown: list[Shown] = []
    for number, (symbols, dice) in enumerate(lying):
        faces: tuple[str, ...] = ()
        if dice is not None and lying[1 - number][0][BC]:
            printed = roll.sides[number].printed
            faces = (*sorted(face for _, face in dice if face != BLANK), *printed)
        shown.append((symbols, faces))
    return shown[0], shown[1]


def _critical_blocks(roll: Exchange, shown: tuple[Shown, Shown]) -> Steps[Result]:
    """ARISTEIA.ROLL.CRITICAL-BLOCK: with BC on both sides the Underdog says who goes first."""
    able = tuple(n for n in (0, 1) if shown[n][0][BC] and shown[1 - n][1])
    if not able:
        return (yield from last(_who_first, roll, (shown[0][0], shown[1][0])))
    if len(able) == 2:
        options = (GoFirst(ACTIVE), GoFirst(RIVAL))
        seat = Seat(roll.underdog)
        rule = "ARISTEIA.UNDERDOG.DECIDES"
        answer = yield from choose(seat, options, rule, otherwise=GoFirst(seat))
        able = able if answer.seat == able[0] else able[::-1]
    return (yield from last(_nullify, roll, shown, able))


def _nullify(roll: Exchange, shown: tuple[Shown, Shown], able: tuple[int, ...]) -> Steps[Result]:
    if not able:
        return (yield from last(_who_first, roll, (shown[0][0], shown[1][0])))
    number = able[0]
    (mine, own), (theirs, faces) = shown[number], shown[1 - number]
    if not mine[BC] or not faces:
        return (yield from last(_nullify, roll, shown, able[1:]))
    options = [NullifyDie(face) for face in worst(faces)]
    rule = "ARISTEIA.ROLL.CRITICAL-BLOCK"
    answer = yield from may_choose(Seat(number), options, KEEP_BLOCK, rule)
    if isinstance(answer, KeepBlock):
        return (yield from last(_nullify, roll, shown, able[1:]))
    kept = [*faces]
    kept.remove(answer.face)
    spent = [*own]
    if "BC" in spent:
        spent.remove("BC")
    after = [(minus(mine, CRITICAL_BLOCK), tuple(spent))]
    after.append((minus(theirs, symbols_on(answer.face)), tuple(kept)))
    pair = (after[0], after[1]) if number == 0 else (after[1], after[0])
    return (yield from last(_nullify, roll, pair, able))


Both = tuple[Symbols, Symbols]


def _who_first(roll: Exchange, symbols: Both) -> Steps[Result]:
    """ARISTEIA.SWITCH.ORDER: the player of the active Character decides, if both can do anything."""
    able = tuple(n for n in (0, 1) if len(plans(roll.sides[n], symbols[n])) > 1)
    if len(able) == 2:
        options = (GoFirst(ACTIVE), GoFirst(RIVAL))
        answer = yield from choose(ACTIVE, options, "ARISTEIA.SWITCH.ORDER", otherwise=options[0])
        able = able if answer.seat == ACTIVE else able[::-1]
    order = (*able, *(n for n in (0, 1) if n not in able))
    return (yield from _spend(roll, symbols, (0, 0), order))


def _spend(
    roll: Exchange, symbols: Both, bought: tuple[int, int], order: tuple[int, ...]
) -> Steps[Result]:
    """ARISTEIA.SWITCH.IMMEDIATE: one side does all it wants, then the other sees what is left."""
    number = order[0]
    options = plans(roll.sides[number], symbols[number])
    plan = options[0]
    if len(options) > 1:
        rule = "ARISTEIA.SWITCH.WHEN"
        plan = yield from choose(Seat(number), options, rule, otherwise=plan)
    theirs = symbols[1 - number]
    gone = (min(theirs[S], plan.nullifies[0]), 0, min(theirs[B], plan.nullifies[1]), 0, 0)
    theirs = minus(theirs, gone)
    both = (plan.symbols, theirs) if number == 0 else (theirs, plan.symbols)
    counts = (bought[0] + plan.buys, bought[1])
    counts = counts if number == 0 else (bought[0], bought[1] + plan.buys)
    if len(order) == 1:
        return Result((left_of(*both), left_of(both[1], both[0])), counts)
    return (yield from last(_spend, roll, both, counts, order[1:]))
