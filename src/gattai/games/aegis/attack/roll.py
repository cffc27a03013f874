"""The dice of an Action: the number each unit in the area needs, one roll, and rerolls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from gattai.games.aegis.cards import ActionCard, UnitCard
from gattai.games.aegis.events.attack import DiceRerolled, Needed, NumbersNeeded
from gattai.games.aegis.keywords.registry import CONDITIONS, hooks, keeps_accuracy
from gattai.games.aegis.keywords.rerolls import reroll_sources
from gattai.games.aegis.state import State, UnitId
from gattai.kernel.action import Option
from gattai.kernel.dice import Dice, Die
from gattai.kernel.question import Steps, may_choose, roll
from gattai.kernel.table import Table
from gattai.kernel.tally import Tally, Term

D6 = Die("d6", (1, 2, 3, 4, 5, 6))


class Hit(msgspec.Struct, frozen=True, gc=False):
    """AEGIS.TERM.AFFECTED: a unit in the area, which is affected by at least one success."""

    unit: UnitId
    successes: int
    exact: int
    """Successful dice that show exactly the number needed."""


class RollAgain(Option, frozen=True, tag="reroll"):
    """Reroll some dice: how many of each kind of face, by the lowest face of the kind."""

    source: str
    dice: tuple[tuple[int, int], ...]
    """Pairs: the lowest face of the kind, and the number of dice."""

    def label(self, view: State) -> str:
        """The number of dice of each kind; only the tray knows the actual faces (`tray`)."""
        again = " and ".join(str(n) for _, n in self.dice)
        return f"roll again {again} {'die' if again == '1' else 'dice'} ({self.source})"


class Keep(Option, frozen=True, tag="keep"):
    """Keep the dice as they are."""

    says = "let the dice stand"


KEEP = Keep()


def needed(
    state: State, user_id: UnitId, action: ActionCard, target_id: UnitId | None, unit_id: UnitId
) -> Tally:
    """AEGIS.DICE.ACCURACY: the effective number against one unit in the area, with its terms.

    Modifiers that make the target harder to hit do not count for other units (AMB.EVADE-NONTARGET).
    """
    return accuracy(action, _changes(state, user_id, action, target_id, unit_id))


def accuracy(action: ActionCard, changes: Iterable[Term]) -> Tally:
    """AEGIS.DICE.ACCURACY: the printed number with its modifiers, unless the Action excludes
    modifiers.

    The sum is clamped to 1 to 6 once, at the end (AMB.ACC-CLAMP-ORDER).
    """
    printed = Tally.of(action.accuracy, "on the card", "AEGIS.DICE.ACCURACY")
    if keeps_accuracy(action):
        return printed
    tally = printed + Tally.collect(changes)
    limited = min(6, max(1, tally.total))
    if limited != tally.total:
        tally = tally.plus(limited - tally.total, "never beyond 1 and 6", "AEGIS.DICE.ACCURACY")
    return tally


def _changes(
    state: State, user_id: UnitId, action: ActionCard, target_id: UnitId | None, unit_id: UnitId
) -> Iterator[Term]:
    user, unit = state.units[user_id], state.units[unit_id]
    for effect in user.effects:
        kind = CONDITIONS[effect.kind]
        if help_ := kind.helps_aim(effect):
            yield Term(-help_, f"{kind.word} of {user.name}", kind.rule)
    if unit_id != target_id:
        return
    for effect in unit.effects:
        kind = CONDITIONS[effect.kind]
        if evasion := kind.evades(effect):
            yield Term(evasion, f"{kind.word} of {unit.name}", kind.rule)
    for ability in hooks(unit.card, "raises_accuracy"):
        yield from ability.raises_accuracy(unit, action)
    for other_id, other, _ in state.on_field:
        for ability in hooks(other.card, "unsettles"):
            yield from ability.unsettles(state, other_id, unit_id)


@cache
def face_kinds(judged: tuple[tuple[int, tuple[int, ...]], ...]) -> tuple[tuple[int, ...], ...]:
    """For each face of a d6, the result for each unit: 0 fails, 1 succeeds, 2 is exactly the
    number.

    `judged` holds each unit's number and the faces that always fail against it.
    """
    return tuple(
        tuple(
            0 if face < number or face in spoilt else 2 if face == number else 1
            for number, spoilt in judged
        )
        for face in range(1, 7)
    )


@cache
def reading_dice(
    kinds: tuple[tuple[int, ...], ...], count: int
) -> tuple[Dice[tuple[int, ...]], tuple[int, ...]]:
    """The dice grouped by kind of face, that is, by faces that give every unit the same result.

    Also returns the lowest face of each kind, which names the kind.
    """
    lowest = tuple(kinds.index(kind) + 1 for kind in dict.fromkeys(kinds))
    width = range(len(lowest))

    def worth(face: int | str) -> tuple[int, ...]:
        mine = kinds.index(kinds[int(face) - 1]) + 1
        return tuple(int(lowest[i] == mine) for i in width)

    return D6.throw(count, worth), lowest


def judge(
    state: State, user_id: UnitId, action: ActionCard, target_id: UnitId | None, unit_id: UnitId
) -> Needed:
    """A unit's number with its terms, and the faces that always fail if it is the target."""
    terms = needed(state, user_id, action, target_id, unit_id).terms
    if unit_id != target_id:
        return Needed(unit_id, terms)
    return Needed(unit_id, terms, spoilt_faces(state.units[unit_id].card))


@cache
def spoilt_faces(card: UnitCard) -> tuple[int, ...]:
    """The faces that always fail against a unit that is the target."""
    spoilers = hooks(card, "spoils")
    return tuple([f for f in range(1, 7) if any(each.spoils(f) for each in spoilers)])


def judged_kinds(judged: Iterable[Needed]) -> tuple[tuple[int, ...], ...]:
    """For each face of a d6, the result for each of these units."""
    return face_kinds(tuple([(each.number, each.spoilt) for each in judged]))


def roll_action(
    table: Table[State],
    user_id: UnitId,
    action: ActionCard,
    target_id: UnitId | None,
    reached: tuple[UnitId, ...],
) -> Steps[tuple[Hit, ...]]:
    """AEGIS.DICE.PER-UNIT: one roll, compared with the number of each unit in the area."""
    state = table.state
    judged = tuple([judge(state, user_id, action, target_id, unit_id) for unit_id in reached])
    table.emit(
        NumbersNeeded(
            rule="AEGIS.DICE.ACCURACY",
            unit=user_id,
            action=action.name,
            mode=action.mode,
            kind=action.type,
            power=action.power,
            needed=judged,
        )
    )
    kinds = judged_kinds(judged)
    dice, _ = reading_dice(kinds, action.dice)
    reading = yield from roll(dice, "AEGIS.ACTION.STEPS", action.name, by=state.units[user_id].seat)
    reading = yield from _rerolls(table, user_id, action, kinds, reading)
    return tuple([hit(unit_id, action, kinds, reading, i) for i, unit_id in enumerate(reached)])


def hit(
    unit_id: UnitId,
    action: ActionCard,
    kinds: tuple[tuple[int, ...], ...],
    reading: tuple[int, ...],
    place: int = 0,
) -> Hit:
    """The result of the dice for one unit; `place` is its index among the units compared.

    AEGIS.DICE.EACH: every die counts; AEGIS.DICE.ALL: all must succeed, for one success.
    """
    lowest = reading_dice(kinds, action.dice)[1]
    dice = [(kinds[face - 1][place], n) for face, n in zip(lowest, reading, strict=True)]
    successes = sum([n for judged, n in dice if judged])
    exact = sum([n for judged, n in dice if judged == 2])
    if action.mode == "each":
        return Hit(unit_id, successes, exact)
    return Hit(unit_id, 1, exact) if successes == action.dice else Hit(unit_id, 0, 0)


def _rerolls(
    table: Table[State],
    user_id: UnitId,
    action: ActionCard,
    kinds: tuple[tuple[int, ...], ...],
    reading: tuple[int, ...],
) -> Steps[tuple[int, ...]]:
    """AEGIS.PASSIVE.REROLL: source by source, before effects are applied; the new faces count."""
    while True:
        state = table.state
        user = state.units[user_id]
        sources = [
            (name, x, rule)
            for name, x, rule in reroll_sources(state, user_id)
            if name not in user.rerolled and x <= state.energy[user.seat]
        ]
        if not sources:
            return reading
        lowest = reading_dice(kinds, action.dice)[1]
        options = [
            RollAgain(name, picked)
            for name, x, _ in sources
            for picked in _pickings(tuple(zip(lowest, reading, strict=True)), x)
        ]
        rule = sources[0][2]
        answer = yield from may_choose(user.seat, options, KEEP, rule, "roll again?")
        if isinstance(answer, Keep):
            return reading
        x, rule = next((x, rule) for name, x, rule in sources if name == answer.source)
        taken = dict(answer.dice)
        many = sum(taken.values())
        table.emit(DiceRerolled(rule=rule, unit=user_id, source=answer.source, price=x, dice=many))
        dice, _ = reading_dice(kinds, many)
        again = yield from roll(dice, rule, "rolled again", by=user.seat)
        reading = tuple(
            old - taken.get(face, 0) + new
            for face, old, new in zip(lowest, reading, again, strict=True)
        )


def _pickings(
    dice: tuple[tuple[int, int], ...], most: int
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way to take one to `most` of the dice, kind by kind."""
    if not dice or most == 0:
        return
    (face, count), rest = dice[0], dice[1:]
    for n in range(min(count, most), 0, -1):
        yield ((face, n),)
        for others in _pickings(rest, most - n):
            yield ((face, n), *others)
    yield from _pickings(rest, most)
