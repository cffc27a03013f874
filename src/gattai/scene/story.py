"""What has happened, line by line, as a seat may know it: dice with what they counted for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from gattai.kernel.dice import Dice, Face, Worth
from gattai.kernel.event import Event, Rolled, moments
from gattai.kernel.position import Step
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Past
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.secrecy import NotYours, view
from gattai.scene.beats import Eyes, ending
from gattai.scene.citing import cite
from gattai.scene.maker import DiceTeller, SceneMaker, SymbolTeller, Wording
from gattai.scene.parts import Beat, DiceGroup, LogLine, Reason, Thrown, ThrownDie


class Telling(msgspec.Struct, frozen=True):
    """One event in words, as a seat may know it, and whose it was."""

    event: Event
    text: str
    seat: Seat | None
    """The side that acts; None is nobody's in particular."""
    before: Any
    """The table just before it, as that seat sees it."""
    after: Any
    """The same just after it: the same thing, where nothing has changed that this seat can see."""


def tellings(
    table: Any, events: Iterable[Event], seat: Seat | None, maker: SceneMaker | None = None
) -> Iterator[Telling]:
    """Each event told at its moment; `table` is the table just before the first of them.

    All logs are made of this: those of the table, of replays and of the terminal.
    """
    was = view(table, seat)
    wording = maker if isinstance(maker, Wording) else None
    for event, before, after in moments(table, events):
        known, now = view(event, seat), was if after is before else view(after, seat)
        names: Mapping[str, str] = {} if wording is None else wording.called(now)
        text = known.told(was, now)
        if isinstance(known, Rolled) and _is_lot(known):
            # A lot, no die: only what follows from it tells.
            text = f"by lot: {known.what}" if known.what else "a lot is drawn"
        yield Telling(known, renamed(text, names), known.actor(was), was, now)
        was = now


def log_lines(
    rules: AnyRuleset,
    table: Any,
    events: Iterable[Event],
    seat: Seat | None,
    number: int,
    maker: SceneMaker | None = None,
) -> Iterator[LogLine]:
    """What happened, as this seat may know it; `table` is the table just before."""
    for told in tellings(table, events, seat, maker):
        yield _line(rules, told, number)


def _line(rules: AnyRuleset, told: Telling, number: int) -> LogLine:
    event = told.event
    faces: tuple[str, ...] = ()
    if isinstance(event, Rolled) and event.faces.is_open and not _is_lot(event):
        faces = tuple(str(face) for face in event.faces.open())
    return LogLine(number, told.text, cite(rules, event.rule), faces, seat=told.seat)


def _is_lot(event: Rolled) -> bool:
    """Whether something was drawn by lot, without any die."""
    return event.dice.startswith("one of ")


def told_of(
    rules: AnyRuleset,
    maker: SceneMaker,
    past: Past[Any],
    seat: Seat | None,
    number: int,
    eyes: Eyes | None = None,
    *,
    ends: bool = False,
) -> tuple[LogLine, ...]:
    """What one answer led to, with what there is to see of it; `ends` is that the game was over then.

    Throws come with whose they were and what each die counted for. Whoever tells answer after answer
    lends the same eyes to all of them.
    """
    eyes = eyes or Eyes(maker, seat)
    lines: list[LogLine] = []
    for told in tellings(past.was, past.events, seat, maker):
        line = _line(rules, told, number)
        if not lines:
            eyes.begin(past.was, told.before)
        beat = eyes.beat(told.event, told.before, told.after)
        if line.faces:
            beat = beat or Beat("dice")
            if isinstance(past.question, Roll):
                line = _with_dice(line, rules, maker, past, past.question, seat)
        lines.append(line if beat is None else replace(line, beat=beat))
    if lines:
        eyes.end(past.table)
    if lines and ends:
        lines[-1] = replace(lines[-1], beat=ending(lines[-1].beat))
    return tuple(lines)


def _with_dice(
    line: LogLine,
    rules: AnyRuleset,
    maker: SceneMaker,
    past: Past[Any],
    roll: Roll,
    seat: Seat | None,
) -> LogLine:
    faces = roll.dice.check(line.faces)
    counted = by_worth(roll, faces)
    by: int | None = roll.by
    if isinstance(maker, DiceTeller):
        table = view(past.was, seat)
        try:
            answers = [answer.value for answer in past.before.answers]
            counted = maker.counted(table, answers, roll, faces)
            by = maker.thrower(table, roll) if by is None else by
        except NotYours:  # what they counted for hangs on what this seat may not know
            counted = ()
    title = _title(maker, past.at, seat)
    symbols = tuple(map(maker.symbols, faces)) if isinstance(maker, SymbolTeller) else ()
    line = replace(line, seat=by, counted=counted, title=title)
    return replace(line, dice=_names(roll), symbols=symbols)


def _names(roll: Roll) -> tuple[str, ...]:
    """What dice fell, one name for each."""
    if not isinstance(roll.dice, Dice):
        return ()
    return tuple(group.die.name for group in roll.dice.groups for _ in range(group.count))


def _title(maker: SceneMaker, at: Step[Any], seat: Seat | None) -> str:
    """The action whose dice fall here: what its rules said last about what they do."""
    heading: tuple[Any, Event] | None = None
    for event, before, _ in moments(at.position.state, at.action):
        if event.heads:
            heading = before, event
    if heading is None:
        return ""
    (told,) = tellings(heading[0], heading[1:], seat, maker)
    return told.text


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
    return _WORD.sub(lambda found: names.get(found[0], found[0]), text)


_WORD = re.compile(r"(?<![\w-])[\w-]+(?![\w-])")


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
    """The dice of an action that is being resolved, from its lines of the log; None without dice.

    Of several throws one after the other it is the last that lies on the table: its dice, those that
    were thrown for the same action, and what was said since that action began.
    """
    told = [*lines]
    last = max((at for at, line in enumerate(told) if line.faces), default=-1)
    if last < 0:
        return None
    title = told[last].title
    begins = [at for at, line in enumerate(told[:last]) if line.text == title and not line.faces]
    told = told[begins[-1] + 1 if begins else 0 :]
    dice = [line for line in told if line.faces and line.title == title]
    return Thrown(
        title=title or _without_faces(dice[0]),
        groups=tuple(_group(line) for line in dice),
        steps=tuple(Reason(line.text, line.cites) for line in told if not line.faces),
    )


def _without_faces(line: LogLine) -> str:
    return line.text.replace(f": {' '.join(line.faces)}", "", 1)


def _group(line: LogLine) -> DiceGroup:
    many = len(line.faces)
    dice = zip(
        line.faces,
        line.symbols or ((),) * many,
        line.counted or ("",) * many,
        line.dice or ("",) * many,
        strict=False,
    )
    return DiceGroup(
        name=_without_faces(line),
        dice=tuple(ThrownDie(face, shows, what, kind=kind) for face, shows, what, kind in dice),
        owner=line.seat,
        total=_total(line.counted),
    )


def _total(counted: Sequence[str]) -> str:
    if any(what and not what.isdigit() for what in counted):
        return ""
    return str(sum(int(what) for what in counted if what))
