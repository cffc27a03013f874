"""A Face to Face Roll by itself: what two pools make of each other, dice and decisions.

The same steps as in play, on values instead of a table, so that odds can walk them: throwing,
Critical Blocks, who goes first, Switches. What a side does with its symbols is one plan. Of Switches
that buy more than symbols it is kept how many are bought, each at most once.
"""

from __future__ import annotations

from functools import cache

import msgspec

from gattai.games.aristeia.cards import BLANK, ActionCard, DieCard, SwitchCard
from gattai.games.aristeia.effects.cards import AddSymbols, Colour, Nullify
from gattai.games.aristeia.roll.pools import cover_dice, side_of
from gattai.games.aristeia.roll.rolls import (
    CRITICAL_BLOCK,
    KEEP_BLOCK,
    NullifyDie,
    has_critical_block,
    symbols_on,
    throw,
    throw_singly,
)
from gattai.games.aristeia.roll.switches import GoFirst, ways_to_pay
from gattai.games.aristeia.roll.symbols import (
    BC,
    NOTHING,
    B,
    S,
    Symbols,
    count,
    left_of,
    minus,
    plus,
    unspent,
    unspent_dice,
)
from gattai.games.aristeia.state import CharacterId, Side, State
from gattai.kernel.question import Choose, Roll, Seat, Steps, declines_to, last, part
from gattai.kernel.ruleset import QuietTable

ROLL = "ARISTEIA.ROLL.FACE-TO-FACE"
ACTIVE, RIVAL = Seat(0), Seat(1)
"""The sides of an exchange are asked as seats: the active Character's first."""


class Hand(msgspec.Struct, frozen=True, cache_hash=True):
    """What one side brings: dice, printed symbols, and the Switches it may use in this roll."""

    dice: tuple[DieCard, ...]
    printed: tuple[str, ...] = ()
    switches: tuple[SwitchCard, ...] = ()


class Exchange(msgspec.Struct, frozen=True, cache_hash=True):
    """Two sides, and which of them the Underdog plays."""

    sides: tuple[Hand, Hand]
    underdog: int = 0


class Result(msgspec.Struct, frozen=True, order=True):
    """Successes left to each side, and how many other effects each has bought."""

    left: tuple[int, int]
    bought: tuple[int, int] = (0, 0)


Shown = tuple[Symbols, tuple[str, ...]]
"""A side's result, and its dice one by one where a Critical Block threatens them."""


def _declined(roll: Exchange) -> Steps[Result]:
    """The roll if no symbol is spent: then nobody looks at single dice, nor at any X."""
    shown = []
    for number, side in enumerate(roll.sides):
        s, sc, b = unspent(count(side.printed))
        if side.dice:
            more = yield Roll(unspent_dice(side.dice), ROLL, by=Seat(number))
            s, sc, b = s + more[0], sc + more[1], b + more[2]
        shown.append((s, sc, b, 0, 0))
    return Result((left_of(shown[0], shown[1]), left_of(shown[1], shown[0])))


@declines_to(_declined)
def exchange(roll: Exchange) -> Steps[Result]:
    """ARISTEIA.ROLL.FACE-TO-FACE: both throw, then everything that may be done with the symbols."""
    shown = yield from part(throw_both, roll)
    return (yield from last(_critical_blocks, roll, shown))


def throw_both(roll: Exchange) -> Steps[tuple[Shown, Shown]]:
    """The side that could show a Critical Block first; the other's dice singly only if it does."""
    one, two = roll.sides
    first = 1 if _threatens(two) and not _threatens(one) else 0
    second = 1 - first
    shown: list[Shown] = [(NOTHING, ()), (NOTHING, ())]
    singly = _threatens(roll.sides[second])
    shown[first] = yield from part(_throw, roll.sides[first], singly, Seat(first))
    singly = shown[first][0][BC] > 0
    shown[second] = yield from part(_throw, roll.sides[second], singly, Seat(second))
    if not shown[second][0][BC]:
        shown[first] = (shown[first][0], ())
    return shown[0], shown[1]


def _threatens(side: Hand) -> bool:
    return "BC" in side.printed or has_critical_block(side.dice)


def _throw(side: Hand, singly: bool, seat: Seat) -> Steps[Shown]:
    """ARISTEIA.ROLL.PRINTED-SYMBOL: printed symbols are dice of their own."""
    if not singly:
        symbols = yield from throw(side.dice, ROLL, "", seat)
        return plus(symbols, count(side.printed)), ()
    dice = yield from throw_singly(side.dice, False, ROLL, "", seat)
    faces = (*sorted(face for _, face in dice if face != BLANK), *side.printed)
    total = NOTHING
    for face in faces:
        total = plus(total, symbols_on(face))
    return total, faces


def _critical_blocks(roll: Exchange, shown: tuple[Shown, Shown]) -> Steps[Result]:
    """ARISTEIA.ROLL.CRITICAL-BLOCK: with BC on both sides the Underdog says who goes first."""
    able = tuple(n for n in (0, 1) if shown[n][0][BC] and shown[1 - n][1])
    if not able:
        return (yield from last(_who_first, roll, (shown[0][0], shown[1][0])))
    if len(able) == 2:
        options = (GoFirst(ACTIVE), GoFirst(RIVAL))
        seat = Seat(roll.underdog)
        rule = "ARISTEIA.UNDERDOG.DECIDES"
        answer = yield Choose(seat, options, rule, otherwise=GoFirst(seat))
        able = able if answer.seat == able[0] else able[::-1]
    return (yield from last(_nullify, roll, shown, able))


def _nullify(roll: Exchange, shown: tuple[Shown, Shown], able: tuple[int, ...]) -> Steps[Result]:
    if not able:
        return (yield from last(_who_first, roll, (shown[0][0], shown[1][0])))
    number = able[0]
    (mine, own), (theirs, faces) = shown[number], shown[1 - number]
    if not mine[BC] or not faces:
        return (yield from last(_nullify, roll, shown, able[1:]))
    options = (*[NullifyDie(face) for face in worst(faces)], KEEP_BLOCK)
    rule = "ARISTEIA.ROLL.CRITICAL-BLOCK"
    answer = yield Choose(Seat(number), options, rule, otherwise=KEEP_BLOCK)
    if answer == KEEP_BLOCK:
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


@cache
def worst(faces: tuple[str, ...]) -> tuple[str, ...]:
    """The faces worth taking away: none that shows less than another in everything."""
    found = tuple(dict.fromkeys(faces))
    shown = {face: symbols_on(face) for face in found}

    def less(one: str, other: str) -> bool:
        pairs = zip(shown[one], shown[other], strict=True)
        return shown[one] != shown[other] and all(a <= b for a, b in pairs)

    return tuple(face for face in found if not any(less(face, other) for other in found))


Both = tuple[Symbols, Symbols]


class Plan(msgspec.Struct, frozen=True, tag="plan"):
    """Everything a side does in the Switches step: what it activates, and what comes of it."""

    activates: tuple[str, ...]
    symbols: Symbols
    """What it has left that still counts: successes and blocks."""
    nullifies: tuple[int, int]
    """How many S and B of the other it takes away."""
    buys: int
    """How many Switches for anything but symbols."""


@cache
def plans(side: Hand, have: Symbols) -> tuple[Plan, ...]:
    """ARISTEIA.SWITCH.PAY, ARISTEIA.SWITCH.REPEAT: every way to spend a result that is not worse in
    everything than another; to spend nothing comes first.

    Switches for symbols may be repeated and come first, for what they add can pay for others.
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
    return (nothing, *[p for p in every[1:] if not any(_beats(q, p) for q in every)])


def _gained(switch: SwitchCard, often: int) -> tuple[Symbols, tuple[int, int]]:
    """What a Switch for symbols adds to the own result and takes from the other's."""
    gained, taken = NOTHING, [0, 0]
    for effect in switch.effects * often:
        match effect:
            case AddSymbols(symbols=symbols):
                gained = plus(gained, count(symbols))
            case Nullify(symbol=symbol):
                taken[symbol == "B"] += 1
            case _:
                pass
    return gained, (taken[0], taken[1])


def _beats(one: Plan, other: Plan) -> bool:
    """Whether one plan is at least as good in everything, and better in something or shorter."""
    mine = (*one.symbols, *one.nullifies, one.buys)
    theirs = (*other.symbols, *other.nullifies, other.buys)
    if mine == theirs:
        return (len(one.activates), one.activates) < (len(other.activates), other.activates)
    return all(a >= b for a, b in zip(mine, theirs, strict=True))


@cache
def _only_symbols(switch: SwitchCard) -> bool:
    return all(isinstance(effect, AddSymbols | Nullify) for effect in switch.effects)


def _who_first(roll: Exchange, symbols: Both) -> Steps[Result]:
    """ARISTEIA.SWITCH.ORDER: the player of the active Character decides, if both can do anything."""
    able = tuple(n for n in (0, 1) if len(plans(roll.sides[n], symbols[n])) > 1)
    if len(able) == 2:
        options = (GoFirst(ACTIVE), GoFirst(RIVAL))
        answer = yield Choose(ACTIVE, options, "ARISTEIA.SWITCH.ORDER", otherwise=options[0])
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
        plan = yield Choose(Seat(number), options, rule, otherwise=plan)
    theirs = symbols[1 - number]
    gone = (min(theirs[S], plan.nullifies[0]), 0, min(theirs[B], plan.nullifies[1]), 0, 0)
    theirs = minus(theirs, gone)
    both = (plan.symbols, theirs) if number == 0 else (theirs, plan.symbols)
    counts = (bought[0] + plan.buys, bought[1])
    counts = counts if number == 0 else (bought[0], bought[1] + plan.buys)
    if len(order) == 1:
        return Result((left_of(*both), left_of(both[1], both[0])), counts)
    return (yield from last(_spend, roll, both, counts, order[1:]))


def attack_as_exchange(
    state: State, who: CharacterId, action: ActionCard, target: CharacterId
) -> Exchange:
    """An Attack that could be declared now, as an exchange: Cover counted, no Tactics played."""
    own_cover, their_cover = cover_of(state, who, target)
    mine = side_of(state, who, action.pool, own_cover)
    theirs = side_of(state, target, state.characters[target].card.defense, their_cover)
    adjacent = target in state.neighbours_of(who)
    own = (*state.characters[who].card.switches, *action.switches)
    rival = state.characters[target].card.switches
    underdog = 0 if state.characters[who].seat == state.underdog else 1
    return Exchange(
        (_hand(state, mine, own, adjacent), _hand(state, theirs, rival, adjacent)), underdog
    )


def cover_of(
    state: State, who: CharacterId, target: CharacterId
) -> tuple[tuple[Colour, ...], tuple[Colour, ...]]:
    """What both add for Cover, if whoever is asked takes the better die."""
    steps = cover_dice(QuietTable(state), who, target)
    value = None
    while True:
        try:
            question = steps.send(value)
        except StopIteration as end:
            found: tuple[tuple[Colour, ...], tuple[Colour, ...]] = end.value
            return found
        assert isinstance(question, Choose)
        value = question.otherwise


def _hand(state: State, side: Side, switches: tuple[SwitchCard, ...], adjacent: bool) -> Hand:
    usable = tuple(switch for switch in switches if adjacent or not switch.adjacent)
    return Hand(tuple(state.box.die[c] for c in side.dice), side.printed, usable)
