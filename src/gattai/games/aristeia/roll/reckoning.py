"""The odds of a Face to Face Roll: without spending, and with optimal play of both sides.

Without spending, the roll alone decides. With optimal play, nothing is random after the roll, so
every roll has one result, found by backward induction: the spending of the last side, then of the
first, then who goes first, then Critical Blocks. Equal symbols are evaluated once, whichever dice
showed them. Everything a side does with its symbols is one plan. Switches that buy more than
symbols are only counted, each at most once. Of equally good options the first is taken. Tests
compare this with play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from typing import TypeAlias

import msgspec

from gattai.games.aristeia.cards import BLANK, DieCard, SwitchCard
from gattai.games.aristeia.roll.rolls import CRITICAL_BLOCK, Throwing, symbols_on, throw_all
from gattai.games.aristeia.roll.switches import ways_to_pay
from gattai.games.aristeia.roll.symbols import (
    BC,
    NOTHING,
    B,
    S,
    Symbols,
    Unspent,
    count,
    counting_dice,
    left_of,
    minus,
    plus,
    unspent,
    unspent_left,
    without_critical_block,
)
from gattai.kernel.question import Seat, Steps, part
from gattai.odds.distribution import Distribution
from gattai.odds.exact import exact


class Hand(msgspec.Struct, frozen=True, cache_hash=True):
    """What one side has: dice, printed symbols, and the Switches it may use in this roll."""

    dice: tuple[DieCard, ...]
    printed: tuple[str, ...] = ()
    switches: tuple[SwitchCard, ...] = ()


class Exchange(msgspec.Struct, frozen=True, cache_hash=True):
    """Two sides, and which of them belongs to the Underdog."""

    sides: tuple[Hand, Hand]
    underdog: int = 0

    @property
    def throwing(self) -> tuple[Throwing, ...]:
        """What each side throws, by seat: the active Character's side first."""
        return tuple(
            Throwing(side.dice, side.printed, Seat(number))
            for number, side in enumerate(self.sides)
        )


class Result(msgspec.Struct, frozen=True, order=True):
    """The successes left to each side, and the number of other effects each has bought."""

    left: tuple[int, int]
    bought: tuple[int, int] = (0, 0)


Shown = tuple[Symbols, tuple[str, ...]]
"""A side's result, and its single dice if a Critical Block threatens them."""


Value: TypeAlias = Callable[[Result, Seat], float]
"""The value of a result for a side, given as a seat."""
Outcome: TypeAlias = tuple[int, int, int, int]
"""A result as plain numbers: the successes left to each side, then the effects each has bought."""
Takes: TypeAlias = tuple[int, int]
"""The numbers of S and B of the other side that a side nullifies."""
Move: TypeAlias = tuple[Unspent, Takes, int]
"""A plan by its result; the last number counts Switches that buy something other than symbols."""
Stance: TypeAlias = tuple[int, ...]
"""All that can be done with a result: the lists of its plans, for everything the other may nullify."""


DAMAGE = 4
"""The value of a point of Damage, in Switches that buy something other than symbols."""


def attack_value(result: Result, seat: Seat) -> int:
    """ARISTEIA.ATTACK.DAMAGE: a point dealt counts as much as one avoided, everything else a quarter."""
    bought = result.bought[seat] - result.bought[1 - seat]
    return DAMAGE * (result.left[seat] - result.left[1 - seat]) + bought


def unspent_roll(roll: Exchange) -> Steps[Result]:
    """ARISTEIA.ROLL.BLOCK: the symbols as rolled, if no symbol is spent."""
    lying = yield from part(throw_all, roll.throwing, False, "ARISTEIA.ROLL.FACE-TO-FACE", "")
    one, two = (symbols for symbols, _ in lying)
    return Result((left_of(one, two), left_of(two, one)))


def if_nobody_spends(roll: Exchange) -> Distribution[Result]:
    """The result of the symbols as rolled."""
    return exact(partial(unspent_roll, roll))


def if_each_does_best(roll: Exchange, value: Value) -> Distribution[Result]:
    """Each side maximizes its own value, knowing the other's best reply."""
    best = _Best(roll, value)
    found: dict[Outcome, int] = {}
    for one, two, ways in best.thrown():
        end = best.shown(one, two)
        found[end] = found.get(end, 0) + ways
    weights = {_result(end): ways for end, ways in sorted(found.items())}
    return Distribution(weights, _ways(roll.sides[0].dice) * _ways(roll.sides[1].dice))


def _result(end: Outcome) -> Result:
    return Result(end[:2], end[2:])


def _ways(dice: tuple[DieCard, ...]) -> int:
    return counting_dice(dice).total


# --- Rolling


@cache
def _counted(side: Hand) -> tuple[tuple[Shown, int], ...]:
    """Every result of a side by its symbols alone."""
    printed = count(side.printed)
    thrown = counting_dice(side.dice).outcomes() if side.dice else ((NOTHING, 1),)
    return tuple(((plus(read, printed), ()), ways) for read, ways in thrown)


@cache
def _by_dice(side: Hand, blocks: int) -> tuple[tuple[Shown, int], ...]:
    """Every result of a side, with the dice that this many Critical Blocks of the other could
    remove.

    ARISTEIA.ROLL.PRINTED-SYMBOL: printed symbols are dice too.
    """
    own = max((symbols[BC] for (symbols, _), _ in _counted(side)), default=0)
    found: dict[Shown, int] = {(NOTHING, ()): 1}
    for die in side.dice:
        found = _one_more(found, die, blocks + own)
    ends: dict[Shown, int] = {}
    printed = count(side.printed)
    for (symbols, faces), ways in found.items():
        total = plus(symbols, printed)
        end = (total, _within_reach((*faces, *side.printed), blocks + total[BC]))
        ends[end] = ends.get(end, 0) + ways
    return tuple(ends.items())


def _one_more(found: dict[Shown, int], die: DieCard, most: int) -> dict[Shown, int]:
    after: dict[Shown, int] = {}
    for (symbols, faces), ways in found.items():
        for face in die.die.faces:
            more = str(face)
            kept = faces if more == BLANK else _within_reach(tuple(sorted((*faces, more))), most)
            shown = (plus(symbols, symbols_on(more)), kept)
            after[shown] = after.get(shown, 0) + ways
    return after


@cache
def _within_reach(faces: tuple[str, ...], most: int) -> tuple[str, ...]:
    """The faces that could be chosen if this many dice are removed: none that is worse than another
    still on the table, and no more equal ones than can be removed.
    """
    reached: list[str] = []
    rest = faces
    for _ in range(most):
        layer = worst(rest)
        reached += layer
        rest = tuple(face for face in rest if face not in layer)
    kept: list[str] = []
    for face in faces:
        if face in reached and kept.count(face) < most:
            kept.append(face)
    return tuple(kept)


# --- Options of a side


@cache
def worst(faces: tuple[str, ...]) -> tuple[str, ...]:
    """The faces worth removing: none that is worse than another in every respect."""
    found = tuple(dict.fromkeys(faces))
    shown = {face: symbols_on(face) for face in found}

    def less(one: str, other: str) -> bool:
        pairs = zip(shown[one], shown[other], strict=True)
        return shown[one] != shown[other] and all(a <= b for a, b in pairs)

    return tuple(face for face in found if not any(less(face, other) for other in found))


class Plan(msgspec.Struct, frozen=True, tag="plan"):
    """Everything a side does in the Switches step: its activations, and their result."""

    activates: tuple[str, ...]
    symbols: Symbols
    """The symbols left that still count: successes and blocks."""
    nullifies: tuple[int, int]
    """The numbers of S and B of the other side that it removes."""
    buys: int
    """The number of Switches that buy something other than symbols."""


@cache
def plans(side: Hand, have: Symbols) -> tuple[Plan, ...]:
    """ARISTEIA.SWITCH.PAY, ARISTEIA.SWITCH.REPEAT: every way to spend a result that is not
    dominated by another; spending nothing comes first.

    Switches for symbols may be repeated and come first, because their symbols can pay for others.
    """
    found: dict[tuple[Symbols, tuple[int, int], int, int], tuple[str, ...]] = {}
    waiting: list[tuple[Symbols, tuple[int, int], int, int, tuple[str, ...]]]
    waiting = [(have, (0, 0), 0, 0, ())]
    while waiting:
        symbols, takes, buys, stage, done = waiting.pop(0)
        if (symbols, takes, buys, stage) in found:
            continue
        found[symbols, takes, buys, stage] = done
        for place, switch in enumerate(side.switches):
            only = _only_symbols(switch)
            if stage > place or (only and stage):
                continue
            for paid, often in ways_to_pay(symbols, count(switch.cost)):
                if often > 1 and not only:
                    continue
                left = minus(symbols, count(paid.split("+")))
                named = (*done, f"{place}:{paid}")
                if only:
                    more, taken = _gained(switch, often)
                    both = (takes[0] + taken[0], takes[1] + taken[1])
                    waiting.append((plus(left, more), both, buys, 0, named))
                else:
                    waiting.append((left, takes, buys + 1, place + 1, named))
    every = [
        Plan(done, (s[0], s[1], s[2] + s[3], 0, 0), takes, buys)
        for (s, takes, buys, _), done in found.items()
    ]
    nothing = every[0]
    return (nothing, *[p for p in every[1:] if not any(_dominates(q, p) for q in every)])


def _gained(switch: SwitchCard, often: int) -> tuple[Symbols, tuple[int, int]]:
    """The symbols that a Switch adds to the own result and removes from the other's."""
    gained, taken = NOTHING, [0, 0]
    for effect in switch.effects * often:
        adds, takes = effect.exchanges() or ((), ())
        gained = plus(gained, count(adds))
        for symbol in takes:
            taken[symbol == "B"] += 1
    return gained, (taken[0], taken[1])


def _dominates(one: Plan, other: Plan) -> bool:
    """Whether one plan is at least as good in every respect, and better in one or shorter."""
    mine = (*one.symbols, *one.nullifies, one.buys)
    theirs = (*other.symbols, *other.nullifies, other.buys)
    if mine == theirs:
        return (len(one.activates), one.activates) < (len(other.activates), other.activates)
    return all(a >= b for a, b in zip(mine, theirs, strict=True))


@cache
def _only_symbols(switch: SwitchCard) -> bool:
    return all(effect.exchanges() is not None for effect in switch.effects)


# --- Deciding


class _Best:
    """The best play of each side for every result, each evaluated once; used for one question only."""

    def __init__(self, roll: Exchange, value: Value) -> None:
        self.roll = roll
        self._score = value
        self._values: dict[Outcome, tuple[float, float]] = {}
        self._options: list[dict[tuple[Move, ...], int]] = [{}, {}]
        self._listed: list[list[tuple[Move, ...]]] = [[], []]
        self._stances: list[dict[Symbols, Stance]] = [{}, {}]
        self._takes = [_all_takes(side) for side in roll.sides]
        self._switched: dict[tuple[Stance, Stance], Outcome] = {}
        self._blocked: dict[tuple[Shown, Shown, tuple[int, ...]], Outcome] = {}
        self._replies: dict[tuple[int, int, Unspent, int], Outcome] = {}

    def _value(self, end: Outcome, number: int) -> float:
        known = self._values.get(end)
        if known is None:
            result = _result(end)
            known = self._score(result, Seat(0)), self._score(result, Seat(1))
            self._values[end] = known
        return known[number]

    def _better(self, ends: Iterator[Outcome], number: int) -> Outcome:
        """The best option for a side, the first of equals."""
        return max(ends, key=lambda end: self._value(end, number))

    # Rolling

    def thrown(self) -> Iterator[tuple[Shown, Shown, int]]:
        """Every pair of results; single dice matter only if the other side shows a Critical Block."""
        merged = (self._merged(0), self._merged(1))
        counts = [sorted({shown[0][BC] for shown, _ in results}) for results in merged]
        for many in product(*counts):
            sides = []
            for number, side in enumerate(self.roll.sides):
                threat = many[1 - number]
                results = _by_dice(side, threat) if threat else merged[number]
                sides.append([each for each in results if each[0][0][BC] == many[number]])
            for (first, ways), (second, more) in product(*sides):
                yield first, second, ways * more

    def _merged(self, number: int) -> tuple[tuple[Shown, int], ...]:
        """Results by their symbols; one represents all with the same options."""
        found: dict[tuple[Stance, ...], tuple[Shown, int]] = {}
        for shown, ways in _counted(self.roll.sides[number]):
            have, key = shown[0], [self._stance(number, shown[0])]
            while have[BC]:
                have = minus(have, CRITICAL_BLOCK)
                key.append(self._stance(number, have))
            first, so_far = found.get(tuple(key), (shown, 0))
            found[tuple(key)] = (first, so_far + ways)
        return tuple(found.values())

    # Critical Blocks

    def shown(self, one: Shown, two: Shown) -> Outcome:
        """ARISTEIA.UNDERDOG.DECIDES: with BC on both sides the Underdog decides who goes first."""
        pair = (one, two)
        able = tuple(n for n in (0, 1) if pair[n][0][BC] and pair[1 - n][1])
        if len(able) < 2:
            return self._after_blocks(one, two, able)
        orders = (self._after_blocks(one, two, order) for order in (able, able[::-1]))
        return self._better(orders, self.roll.underdog)

    def _after_blocks(self, one: Shown, two: Shown, able: tuple[int, ...]) -> Outcome:
        if not able:
            return self._after_switches(one[0], two[0])
        known = self._blocked.get((one, two, able))
        if known is None:
            ends = self._with_blocks(one, two, able)
            known = self._blocked[one, two, able] = self._better(ends, able[0])
        return known

    def _with_blocks(self, one: Shown, two: Shown, able: tuple[int, ...]) -> Iterator[Outcome]:
        """ARISTEIA.ROLL.CRITICAL-BLOCK: one die of the other for each BC, or no more from here on."""
        number = able[0]
        (mine, own), (theirs, faces) = (one, two) if number == 0 else (two, one)
        if mine[BC] and faces:
            paid = (minus(mine, CRITICAL_BLOCK), without_critical_block(own))
            for face in worst(faces):
                hit = (minus(theirs, symbols_on(face)), _without(faces, face))
                pair = (paid, hit) if number == 0 else (hit, paid)
                yield self._after_blocks(*pair, able)
        yield self._after_blocks(one, two, able[1:])

    # Switches

    def _after_switches(self, one: Symbols, two: Symbols) -> Outcome:
        """ARISTEIA.SWITCH.ORDER: the player of the active Character decides, if both sides can act."""
        stances = (self._stance(0, one), self._stance(1, two))
        known = self._switched.get(stances)
        if known is None:
            able = [len(self._listed[n][stances[n][0]]) > 1 for n in (0, 1)]
            if all(able):
                orders = (self._spending(number, stances) for number in (0, 1))
                known = self._better(orders, 0)
            else:
                known = self._spending(int(able[1]), stances)
            self._switched[stances] = known
        return known

    def _spending(self, first: int, stances: tuple[Stance, Stance]) -> Outcome:
        """ARISTEIA.SWITCH.IMMEDIATE: one side spends all it wants, then the other sees what is left."""
        mine, theirs, other = stances[first], stances[1 - first], 1 - first
        takes_of = self._takes[first]
        ends = (
            self._reply(other, theirs[takes_of.index(takes)], kept, buys)
            for kept, takes, buys in self._listed[first][mine[0]]
        )
        return self._better(ends, first)

    def _reply(self, number: int, place: int, against: Unspent, bought: int) -> Outcome:
        """The last side to spend, knowing what the other has kept and bought."""
        key = (number, place, against, bought)
        known = self._replies.get(key)
        if known is None:
            known = self._better(self._ends(*key), number)
            self._replies[key] = known
        return known

    def _ends(self, number: int, place: int, against: Unspent, bought: int) -> Iterator[Outcome]:
        for kept, (fewer, weaker), buys in self._listed[number][place]:
            rest = (max(0, against[0] - fewer), against[1], max(0, against[2] - weaker))
            mine, theirs = unspent_left(kept, rest), unspent_left(rest, kept)
            yield (mine, theirs, buys, bought) if number == 0 else (theirs, mine, bought, buys)

    def _stance(self, number: int, have: Symbols) -> Stance:
        known = self._stances[number].get(have)
        if known is None:
            robbed = (_robbed(have, takes) for takes in self._takes[1 - number])
            known = tuple(self._place(number, rest) for rest in robbed)
            self._stances[number][have] = known
        return known

    def _place(self, number: int, have: Symbols) -> int:
        """The index of the plans for a result; equivalent results share an index."""
        moves, listed = _moves(self.roll.sides[number], have), self._listed[number]
        place = self._options[number].setdefault(moves, len(listed))
        if place == len(listed):
            listed.append(moves)
        return place


@cache
def _all_takes(side: Hand) -> tuple[Takes, ...]:
    """Everything that a side could nullify by Switches in this roll, beginning with nothing.

    With fewer symbols it cannot nullify more, so Critical Blocks do not lengthen this.
    """
    every = [t for (have, _), _ in _counted(side) for _, t, _ in _moves(side, have)]
    most = [max(takes[n] for takes in every) + 1 for n in (0, 1)]
    return tuple(product(*map(range, most)))  # type: ignore[arg-type]


@cache
def _moves(side: Hand, have: Symbols) -> tuple[Move, ...]:
    return tuple((unspent(plan.symbols), plan.nullifies, plan.buys) for plan in plans(side, have))


def _robbed(symbols: Symbols, takes: Takes) -> Symbols:
    """The symbols left after this many S and B are nullified."""
    if takes == (0, 0):
        return symbols
    return minus(symbols, (min(symbols[S], takes[0]), 0, min(symbols[B], takes[1]), 0, 0))


def _without(faces: tuple[str, ...], face: str) -> tuple[str, ...]:
    place = faces.index(face)
    return faces[:place] + faces[place + 1 :]
