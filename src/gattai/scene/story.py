"""What has happened, line by line, as a seat may know it: dice with what they counted for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from gattai.kernel.dice import Dice, Face, Worth
from gattai.kernel.event import Event, Rolled
from gattai.kernel.position import table_now
from gattai.kernel.question import Roll, Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.secrecy import NotYours, view
from gattai.kernel.transcript import Past
from gattai.scene.citing import cite
from gattai.scene.maker import DiceTeller, SceneMaker, Wording
from gattai.scene.parts import DiceGroup, LogLine, Reason, Thrown, ThrownDie


def log_lines(
    rules: AnyRuleset,
    table: Any,
    events: Sequence[Event],
    seat: Seat | None,
    number: int,
    maker: SceneMaker | None = None,
) -> Iterator[LogLine]:
    """What happened, as this seat may know it; `table` is the table just after."""
    shown = view(table, seat)
    names: Mapping[str, str] = maker.called(shown) if isinstance(maker, Wording) else {}
    for event in events:
        known = view(event, seat)
        text = renamed(known.tell(shown), names)
        faces: tuple[str, ...] = ()
        by: Seat | None = None
        if isinstance(known, Rolled):
            by = known.by
            if known.dice.startswith("one of "):  # a lot, no die: only what follows from it tells
                text = f"by lot: {known.what}" if known.what else "a lot is drawn"
            elif known.faces.is_open:
                faces = tuple(str(face) for face in known.faces.open())
        yield LogLine(number, text, cite(rules, event.rule), faces, seat=by)


def told_of(
    rules: AnyRuleset, maker: SceneMaker, past: Past[Any], seat: Seat | None, number: int
) -> tuple[LogLine, ...]:
    """What one answer led to; throws with whose they were and what each die counted for."""
    lines = tuple(log_lines(rules, past.table, past.events, seat, number, maker))
    if not isinstance(past.question, Roll):
        return lines
    table = view(table_now(rules, past.before), seat)
    return tuple(
        _with_dice(line, maker, past, past.question, table)
        if isinstance(event, Rolled) and line.faces
        else line
        for line, event in zip(lines, past.events, strict=True)
    )


def _with_dice(
    line: LogLine, maker: SceneMaker, past: Past[Any], roll: Roll, table: Any
) -> LogLine:
    faces = roll.dice.check(line.faces)
    counted = by_worth(roll, faces)
    by: int | None = roll.by
    if isinstance(maker, DiceTeller):
        try:
            answers = [answer.value for answer in past.before.answers]
            counted = maker.counted(table, answers, roll, faces)
            by = maker.thrower(table, roll) if by is None else by
        except NotYours:  # what they counted for hangs on what this seat may not know
            counted = ()
    return replace(line, seat=by, counted=counted)


def by_worth(roll: Roll, faces: Sequence[Face]) -> tuple[str, ...]:
    """What each die counted for, by the worth of its face.

    >>> from gattai.kernel.dice import Die
    >>> d6 = Die("d6", (1, 2, 3, 4, 5, 6))
    >>> by_worth(Roll(d6.throw(3, lambda face: face >= 5), "X"), (5, 1, 6))
    ('1', '', '1')
    """
    if not isinstance(roll.dice, Dice):
        return ()
    thrown = iter(faces)
    return tuple(
        _worth(group.worth[group.die.faces.index(face)])
        for group in roll.dice.groups
        for _, face in zip(range(group.count), thrown, strict=False)
    )


def _worth(worth: Worth) -> str:
    if isinstance(worth, int):
        return str(worth) if worth else ""
    return ", ".join(f"{n} of kind {kind + 1}" for kind, n in enumerate(worth) if n)


def renamed(text: str, names: Mapping[str, str]) -> str:
    """A text with the rules' own words replaced by the names that people read.

    >>> renamed("gel-100 moves, gel-1000 stays", {"gel-100": "GEL-100"})
    'GEL-100 moves, gel-1000 stays'
    """
    if not names:
        return text
    words = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<![\w-])({words})(?![\w-])", lambda found: names[found[0]], text)


def names_of(units: Sequence[tuple[str, str, str]]) -> dict[str, str]:
    """What people call each unit: (word of the rules, name on the card, side) for all of them.

    >>> names_of([("gel-100", "GEL-100", "red"), ("axs", "AXS", "red"), ("axs-2", "AXS", "blue")])
    {'gel-100': 'GEL-100', 'axs': "red's AXS", 'axs-2': "blue's AXS"}
    """
    names = [name for _, name, _ in units]
    sided = [f"{side}'s {name}" for _, name, side in units]
    return {
        word: name
        if names.count(name) == 1
        else own
        if sided.count(own) == 1
        else f"{own} ({word})"
        for (word, name, _), own in zip(units, sided, strict=True)
    }


def throw_of(lines: Iterable[LogLine]) -> Thrown | None:
    """The dice of an action that is being resolved, from its lines of the log; None without dice."""
    told = [*lines]
    if not any(line.faces for line in told):
        return None
    first = next(line for line in told if line.faces)
    title = told[0].text if not told[0].faces else _without_faces(first)
    return Thrown(
        title=title,
        groups=tuple(_group(line) for line in told if line.faces),
        steps=tuple(Reason(line.text, line.cites) for line in told if not line.faces),
    )


def _without_faces(line: LogLine) -> str:
    return line.text.replace(f": {' '.join(line.faces)}", "", 1)


def _group(line: LogLine) -> DiceGroup:
    counted = line.counted or ("",) * len(line.faces)
    return DiceGroup(
        name=_without_faces(line),
        dice=tuple(
            ThrownDie(face, counted=what) for face, what in zip(line.faces, counted, strict=False)
        ),
        owner=line.seat,
        total=_total(counted),
    )


def _total(counted: Sequence[str]) -> str:
    if any(what and not what.isdigit() for what in counted):
        return ""
    return str(sum(int(what) for what in counted if what))
