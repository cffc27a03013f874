"""Rolls: both sides roll at once, dice may be rerolled or nullified, then Switches follow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from itertools import product

import msgspec

from gattai.games.aristeia.cards import BLANK, DieCard
from gattai.games.aristeia.effects.wording import symbols_in_words
from gattai.games.aristeia.events.roll import DiceRead, DieNullified, RollBegan
from gattai.games.aristeia.phases.tactics import TIMING, Occasion, could_play, offer
from gattai.games.aristeia.roll.switches import GoFirst, first_text, switch_step
from gattai.games.aristeia.roll.symbols import (
    BC,
    NOTHING,
    Shown,
    Symbols,
    count,
    counting_dice,
    dice_by_face,
    in_words,
    left_of,
    plus,
    successes,
    unspent_dice,
)
from gattai.games.aristeia.state import Rolling, Side, State
from gattai.kernel.action import Option
from gattai.kernel.question import Seat, Steps, choose, declines_to, may_choose, part, roll
from gattai.kernel.ruleset import Table

CRITICAL_BLOCK = count(("BC",))
_SYMBOL = re.compile("SC|BC|S|B|X")


class NullifyDie(Option, frozen=True, tag="nullify"):
    """Spend a Critical Block on a die of the other side that shows this face."""

    face: str

    def label(self, view: State) -> str:
        return f"take away the die with {symbols_in_words(symbols_on(self.face))}"


class KeepBlock(Option, frozen=True, tag="keep"):
    """Keep the Critical Block for Switches, or as a block."""

    says = "keep the Critical Block"


class RollAgain(Option, frozen=True, tag="again"):
    """Reroll these dice, each named by its colour and face."""

    dice: tuple[str, ...]

    def label(self, view: State) -> str:
        """Each die by its colour and its face."""
        return f"throw again: {'; '.join(map(_die_words, self.dice))}"


def _die_words(label: str) -> str:
    colour, _, face = label.partition(":")
    return f"{colour} with {symbols_in_words(symbols_on(face))}"


KEEP_BLOCK = KeepBlock()


@cache
def symbols_on(face: str) -> Symbols:
    """The symbols of a face.

    >>> symbols_on("SSX"), symbols_on("BC"), symbols_on("-")
    ((2, 0, 0, 0, 1), (0, 0, 0, 1, 0), (0, 0, 0, 0, 0))
    """
    return count(_SYMBOL.findall(face))


def make_roll(table: Table[State], rolling: Rolling, occasions: _Occasions) -> Steps[None]:
    """Make one roll, from its pools to the end of the Switches step; the result is in the state.

    ARISTEIA.ROLL.SIMPLE: one player rolls. ARISTEIA.ROLL.FACE-TO-FACE: both roll at the same time.
    ARISTEIA.ROLL.CRITICAL-BLOCK-TIMING: dice are nullified before any Switch.
    """
    table.emit(RollBegan(rule=_RULES[rolling.kind], rolling=rolling))
    for each in occasions:
        yield from offer(table, each, "before the roll")
        if _rolling(table).is_won:
            return
    thrown = yield from _throw_all(table)
    yield from _after_roll(table, thrown)
    yield from _critical_blocks(table)
    yield from switch_step(table)


_Occasions = tuple[tuple[tuple[Seat, Occasion], ...], ...]
_RULES = {
    "attack": "ARISTEIA.ATTACK.COMBAT-ROLL",
    "action": "ARISTEIA.ROLL.SIMPLE",
    "disengage": "ARISTEIA.DISENGAGE.ROLL",
}


def _rolling(table: Table[State]) -> Rolling:
    assert table.state.rolling is not None
    return table.state.rolling


def result_of(rolling: Rolling) -> tuple[int, ...]:
    """The successes left to each side after the other's blocks (ARISTEIA.ROLL.BLOCK)."""
    return _left(*[side.symbols for side in rolling.sides])


def _left(one: Symbols, two: Symbols | None = None) -> tuple[int, ...]:
    return (successes(one),) if two is None else (left_of(one, two), left_of(two, one))


# --- Rolling. A roll is read as coarsely as its consequences allow: by its total symbols, unless
# single dice may be nullified or rerolled. Players cannot see how it was read.


def _unspent(cards: tuple[DieCard, ...], rule: str, what: str, seat: Seat) -> Steps[Symbols]:
    """The roll if no symbol is spent: only successes and blocks count."""
    if not cards:
        return NOTHING
    reading = yield from roll(unspent_dice(cards), rule, what, by=seat)
    plain, critical, blocked = reading
    return plain, critical, blocked, 0, 0


@declines_to(_unspent)
def throw(cards: tuple[DieCard, ...], rule: str, what: str, seat: Seat) -> Steps[Symbols]:
    """Roll some dice and count their symbols."""
    if not cards:
        return NOTHING
    return (yield from roll(counting_dice(cards), rule, what, by=seat))


def _unspent_singly(
    cards: tuple[DieCard, ...], by_colour: bool, rule: str, what: str, seat: Seat
) -> Steps[tuple[Shown, ...]]:
    """The same if no die is nullified or rerolled: as if all symbols were on one die."""
    plain, critical, blocked, *_ = yield from _unspent(cards, rule, what, seat)
    return (("", "S" * plain + "SC" * critical + "B" * blocked),)


@declines_to(_unspent_singly)
def throw_singly(
    cards: tuple[DieCard, ...], by_colour: bool, rule: str, what: str, seat: Seat
) -> Steps[tuple[Shown, ...]]:
    """Roll some dice and read each of them."""
    if not cards:
        return ()
    dice, kinds = dice_by_face(cards, by_colour)
    reading = yield from roll(dice, rule, what, by=seat)
    return tuple([kind for kind, many in zip(kinds, reading, strict=True) for _ in range(many)])


class Throwing(msgspec.Struct, frozen=True, cache_hash=True):
    """What a side rolls: its dice, its printed symbols, and their owner."""

    dice: tuple[DieCard, ...]
    printed: tuple[str, ...]
    seat: Seat

    @property
    def could_nullify(self) -> bool:
        """Whether it has a Critical Block on a die, or printed."""
        return "BC" in self.printed or has_critical_block(self.dice)


Lying = tuple[Symbols, tuple[Shown, ...] | None]
"""The symbols of a side, and its single dice if they were read."""


def _left_unspent(
    sides: tuple[Throwing, ...], held: bool, rule: str, what: str
) -> Steps[tuple[Lying, ...]]:
    """The same if no symbol is spent: only the successes left to each side count."""
    read: list[Symbols] = []
    for side in sides:
        symbols = yield from _unspent(side.dice, rule, what, side.seat)
        read.append(plus(symbols, count(side.printed)))
    return tuple([((left, 0, 0, 0, 0), None) for left in _left(*read)])


@declines_to(_left_unspent)
def throw_all(
    sides: tuple[Throwing, ...], held: bool, rule: str, what: str
) -> Steps[tuple[Lying, ...]]:
    """ARISTEIA.ROLL.FACE-TO-FACE: both sides roll before anything is done with the dice.

    The side that could show a Critical Block is read first: only if it does, the other's single
    dice matter. They also matter if a Tactic that rerolls dice is `held`.
    """
    order = range(len(sides))
    if len(sides) == 2 and sides[1].could_nullify:
        order = order if sides[0].could_nullify else range(1, -1, -1)
    thrown: Thrown = [None] * len(sides)
    read: list[Symbols] = [NOTHING] * len(sides)
    done: list[int] = []
    for number in order:
        side = sides[number]
        rivals = [n for n in range(len(sides)) if n != number]
        singly = held or any(read[n][BC] if n in done else sides[n].could_nullify for n in rivals)
        if singly:
            dice = yield from part(throw_singly, side.dice, held, rule, what, side.seat)
            thrown[number] = dice
            read[number] = _sum(face for _, face in dice)
        else:
            read[number] = yield from part(throw, side.dice, rule, what, side.seat)
        # ARISTEIA.ROLL.PRINTED-SYMBOL: as if rolled on one more die.
        read[number] = plus(read[number], count(side.printed))
        done.append(number)
    return tuple(zip(read, thrown, strict=True))


Thrown = list[tuple[Shown, ...] | None]
"""For each side its single dice, if they were read."""


def _throw_all(table: Table[State]) -> Steps[Thrown]:
    """Roll the dice of all sides and emit their symbols."""
    rolling = _rolling(table)
    # Every hand is checked, even after the first match, so that the checks themselves reveal
    # nothing.
    holders = [side for side in rolling.sides if _holds_reroll(table.state, side)]
    sides = tuple(
        Throwing(_dice(table.state, side), side.printed, side.seat) for side in rolling.sides
    )
    rule, what = _RULES[rolling.kind], rolling.action
    lying = yield from part(throw_all, sides, bool(holders), rule, what)
    read, thrown = [symbols for symbols, _ in lying], [dice for _, dice in lying]
    for number in range(len(sides)):
        _lay_out(table, number, read[number], thrown, read)
    return thrown


def _lay_out(
    table: Table[State], number: int, symbols: Symbols, thrown: Thrown, read: list[Symbols]
) -> None:
    """Show a side's result; its single dice only if a Critical Block threatens them."""
    faces: tuple[str, ...] = ()
    dice = thrown[number]
    if dice is not None and any(read[n][BC] for n in range(len(read)) if n != number):
        printed = _rolling(table).sides[number].printed
        faces = (*sorted(face for _, face in dice), *printed)
    rule = "ARISTEIA.ROLL.FACE-TO-FACE" if len(read) == 2 else "ARISTEIA.ROLL.SIMPLE"
    who = _rolling(table).sides[number].who
    table.emit(DiceRead(rule=rule, side=number, who=who, symbols=symbols, faces=faces))


def _dice(state: State, side: Side) -> tuple[DieCard, ...]:
    return tuple([state.box.die[colour] for colour in side.dice])


def _sum(faces: Iterator[str]) -> Symbols:
    total = NOTHING
    for face in faces:
        total = plus(total, symbols_on(face))
    return total


@cache
def has_critical_block(cards: tuple[DieCard, ...]) -> bool:
    return any("BC" in face for card in cards for face in card.faces)


def _holds_reroll(state: State, side: Side) -> bool:
    hand = state.hands[side.seat]
    return hand.is_open and any(card.when == "after-roll" for card in hand.open())


def _after_roll(table: Table[State], thrown: Thrown) -> Steps[None]:
    """Play Tactics after the roll; then dice are rerolled."""
    sides = _rolling(table).sides
    occasions = tuple((side.seat, Occasion("after-roll", (side.who,))) for side in sides)
    if not any(could_play(table.state, seat, occasion) for seat, occasion in occasions):
        return
    yield from offer(table, occasions, "after the roll")
    for number in _rolling(table).again:
        if thrown[number]:
            yield from _throw_again(table, number, thrown)


def _throw_again(table: Table[State], number: int, thrown: Thrown) -> Steps[None]:
    side = _rolling(table).sides[number]
    dice = thrown[number]
    assert dice is not None
    options = tuple(RollAgain(picked) for picked in _pickings(dice))
    what = "which dice are thrown again?"
    name = table.state.characters[side.who].name
    answer = yield from choose(
        side.seat, options, TIMING, what, otherwise=options[0], describe=partial(_reroll_text, name)
    )
    kept = [*dice]
    again: list[DieCard] = []
    for label in answer.dice:
        colour, _, face = label.partition(":")
        kept.remove((colour, face))
        again.append(table.state.box.die[colour])
    new = yield from part(throw_singly, tuple(again), True, TIMING, "thrown again", side.seat)
    thrown[number] = (*kept, *new)
    read = [each.symbols for each in _rolling(table).sides]
    read[number] = plus(_sum(face for _, face in (*kept, *new)), count(side.printed))
    for each in range(len(read)):
        _lay_out(table, each, read[each], thrown, read)


def _pickings(dice: tuple[Shown, ...]) -> Iterator[tuple[str, ...]]:
    """Every choice of dice, counting equal dice once; all of them first, and never none."""
    kinds = {kind: dice.count(kind) for kind in dice}
    for many in product(*(range(most, -1, -1) for most in kinds.values())):
        if any(many):
            picked = zip(kinds, many, strict=True)
            yield tuple(f"{colour}:{face}" for (colour, face), n in picked for _ in range(n))


def _reroll_text(name: str, again: RollAgain) -> str:
    labels = [label.partition(":") for label in again.dice]
    dice = (f"{colour} with {in_words(symbols_on(face))}" for colour, _, face in labels)
    return f"{name} throws again: {'; '.join(dice)}"


def _critical_blocks(table: Table[State]) -> Steps[None]:
    """ARISTEIA.ROLL.CRITICAL-BLOCK: each BC may nullify one die of the other side, whatever it
    shows.

    ARISTEIA.UNDERDOG.DECIDES: with BC on both sides the Underdog decides who goes first; a BC on a
    nullified die cannot be used (AMB.CRITICAL-BLOCK-ORDER). A printed symbol is a die of its own
    (AMB.CRITICAL-BLOCK-PRINTED).
    """
    rolling = _rolling(table)
    able = [n for n in range(len(rolling.sides)) if _nullifiable(rolling, n)]
    if len(able) == 2:
        rule = "ARISTEIA.UNDERDOG.DECIDES"
        seats = [rolling.sides[n].seat for n in able]
        options = tuple(GoFirst(seat) for seat in seats)
        underdog, what = table.state.underdog, "who uses Critical Blocks first?"
        first = yield from choose(
            underdog, options, rule, what, otherwise=GoFirst(underdog),
            describe=partial(first_text, underdog, "uses Critical Blocks first"),
        )  # fmt: skip
        able = able if seats[0] == first.seat else able[::-1]
    for number in able:
        yield from _use_critical_blocks(table, number)


def _nullifiable(rolling: Rolling, number: int) -> tuple[str, ...]:
    """The faces of the other's dice that a side with a Critical Block could nullify."""
    if len(rolling.sides) < 2 or not rolling.sides[number].symbols[BC]:
        return ()
    faces = dict.fromkeys(rolling.sides[1 - number].faces)
    return tuple(face for face in faces if face != BLANK)


def _use_critical_blocks(table: Table[State], number: int) -> Steps[None]:
    while faces := _nullifiable(_rolling(table), number):
        rule = "ARISTEIA.ROLL.CRITICAL-BLOCK"
        seat = _rolling(table).sides[number].seat
        options = [NullifyDie(face) for face in faces]
        what = "nullify a die with the Critical Block?"
        answer = yield from may_choose(seat, options, KEEP_BLOCK, rule, what)
        if isinstance(answer, KeepBlock):
            return
        sides = _rolling(table).sides
        table.emit(
            DieNullified(
                rule=rule,
                by=number,
                who=sides[number].who,
                whose=sides[1 - number].who,
                face=answer.face,
                lost=symbols_on(answer.face),
                paid=CRITICAL_BLOCK,
            )
        )
