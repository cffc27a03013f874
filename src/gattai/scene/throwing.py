"""Dice that people throw on a real table: the faces they can show, and the odds of what these count for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from gattai.kernel.dice import Dice, Face, Group, Reading
from gattai.kernel.position import Step
from gattai.kernel.question import Roll, Seat
from gattai.kernel.secrecy import NotYours
from gattai.scene.maker import DiceTeller, SceneMaker, SymbolTeller
from gattai.scene.reaction import CountedNumber

COUNT = "dice that count"
TOTAL = "total"
MAX_ODDS = 3
_NUMBER = re.compile(r"(\d+) (\S.*)")


class DieFace(msgspec.Struct, frozen=True):
    """One face of a die."""

    face: str
    """As it is answered, such as `6`."""
    symbols: tuple[str, ...] = ()
    """The symbols on it in words; empty for a number."""
    counted: str = ""
    """What it counts for in this throw; empty for nothing, or if it depends on more."""


class FaceGroup(msgspec.Struct, frozen=True):
    """Dice of one kind in a throw."""

    name: str
    """The kind, such as `d10`."""
    count: int
    faces: tuple[DieFace, ...]
    """The different faces of one die."""


class DiceQuestion(msgspec.Struct, frozen=True):
    """Real dice to throw: the answer has a face for each die, group by group."""

    groups: tuple[FaceGroup, ...]
    odds: tuple[CountedNumber, ...] = ()
    """What the dice count for, each number with its chance; empty if they have no meaning alone."""


def thrower_of(maker: SceneMaker, step: Step[Struct], roll: Roll) -> int | None:
    """Return the seat that throws these dice: by the rules, or else the one that acts; None if nobody does."""
    if roll.by is not None:
        return roll.by
    seat = maker.thrower(step.table, roll) if isinstance(maker, DiceTeller) else None
    acting = (answer.seat for answer in reversed(step.position.answers))
    return next((each for each in acting if each is not None), None) if seat is None else seat


def dice_question(
    maker: SceneMaker, step: Step[Struct], roll: Roll, seat: Seat | None
) -> DiceQuestion:
    """Return what this seat must know to enter the faces of a throw."""
    dice = roll.dice
    assert isinstance(dice, Dice), "nobody throws a shuffle"
    counted = _counted(maker, step, roll, dice, seat)
    symbols = maker.symbols if isinstance(maker, SymbolTeller) else None
    groups = tuple(
        FaceGroup(
            group.die.name,
            group.count,
            tuple(
                DieFace(str(face), symbols(face) if symbols else (), text)
                for face, text in dict(zip(group.die.faces, texts, strict=True)).items()
            ),
        )
        for group, texts in zip(dice.groups, counted, strict=True)
        if group.count
    )
    tallies: list[Sequence[Mapping[str, int]]]
    if symbols:
        tallies = [[Counter(symbols(face)) for face in each.die.faces] for each in dice.groups]
    else:
        tallies = _tallies(dice, counted)
    odds = () if _is_duel(dice) else tuple(_odds(dice, tallies))[:MAX_ODDS]
    return DiceQuestion(groups, odds)


def _counted(
    maker: SceneMaker, step: Step[Struct], roll: Roll, dice: Dice[Reading], seat: Seat | None
) -> list[tuple[str, ...]]:
    """Return for each group what each face counts for, as the log says it; empty texts if it does not."""
    counted = [("",) * len(group.die.faces) for group in dice.groups]
    if _is_duel(dice) or not isinstance(maker, DiceTeller):
        return counted
    seen = step.seen(seat)
    answers = [answer.value for answer in seen.position.answers]
    found: list[list[str]] = [[] for _ in dice.groups]
    try:
        for number in range(max(len(group.die.faces) for group in dice.groups)):
            shown = [_face(group, number) for group in dice.groups for _ in range(group.count)]
            texts = maker.counted(seen.state, answers, roll, shown)
            first = 0
            for row, group in zip(found, dice.groups, strict=True):
                row.append(texts[first] if group.count else "")
                first += group.count
    except NotYours:  # it depends on hidden information
        return counted
    return [tuple(row[: len(each.die.faces)]) for row, each in zip(found, dice.groups, strict=True)]


def _is_duel(dice: Dice[Reading]) -> bool:
    """Whether dice are compared with others, so that none counts for anything alone."""
    worths = (worth for group in dice.groups for worth in group.worth)
    return any(isinstance(worth, int) and worth < 0 for worth in worths)


def _face(group: Group[Reading], number: int) -> Face:
    return group.die.faces[min(number, len(group.die.faces) - 1)]


def _tallies(
    dice: Dice[Reading], counted: Sequence[Sequence[str]]
) -> list[Sequence[Mapping[str, int]]]:
    """Return for each group what each face adds to which number."""
    texts = dict.fromkeys(text for row in counted for text in row)
    named = sorted((text for text in texts if text), key=lambda text: (len(text), text))
    if not named:
        return [_plain(group) for group in dice.groups]
    added = _added(named, has_blanks="" in texts)
    return [[added.get(text, {}) for text in row] for row in counted]


def _added(named: Sequence[str], *, has_blanks: bool) -> dict[str, Mapping[str, int]]:
    """Return what a face that counts for one of these texts adds to which number."""
    numbers = [found for text in named if (found := _NUMBER.fullmatch(text))]
    if len(numbers) == len(named):
        return {found[0]: {found[2]: int(found[1])} for found in numbers}
    if has_blanks:
        alike = [text for text in named if all(other.startswith(text) for other in named)]
        return {text: {alike[0] if alike else COUNT: 1} for text in named}
    return {named[0]: {named[0]: 1}}


def _plain(group: Group[Reading]) -> Sequence[Mapping[str, int]]:
    """Return what the faces count for if the game has no words for it: their sum, or that they count."""
    faces, worths = group.die.faces, group.worth
    if faces == worths:
        return [{TOTAL: int(face)} for face in faces]
    if {*worths} != {0, 1}:
        return [{} for _ in faces]
    places = [place for place, worth in enumerate(worths) if worth]
    some = [str(faces[place]) for place in places]
    is_run = len(some) > 2 and places[-1] - places[0] == len(some) - 1
    word = f"{some[0]} to {some[-1]}" if is_run else " or ".join(some)
    return [{f"dice that show {word}": 1} if worth else {} for worth in worths]


def _odds(
    dice: Dice[Reading], tallies: Sequence[Sequence[Mapping[str, int]]]
) -> Iterator[CountedNumber]:
    words = dict.fromkeys(word for row in tallies for each in row for word in each)
    for word in words:
        counting = Dice(
            tuple(
                Group(group.die, group.count, tuple(each.get(word, 0) for each in row))
                for group, row in zip(dice.groups, tallies, strict=True)
            )
        )
        bars = tuple((number, ways / counting.total) for number, ways in counting.outcomes())
        yield CountedNumber(word, sum(number * share for number, share in bars), bars)
