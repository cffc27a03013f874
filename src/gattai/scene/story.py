"""The log: what has happened, line by line, as a seat may know it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from gattai.kernel.dice import Dice, Face, Worth
from gattai.kernel.event import Event, Rolled, moments
from gattai.kernel.position import Step
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Past
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.secrecy import NotYours, view
from gattai.scene.citing import cite
from gattai.scene.maker import DiceTeller, SceneMaker, SymbolTeller, Wording
from gattai.scene.motions import SeatObserver, ending
from gattai.scene.parts import DiceGroup, LogLine, Motion, Reason, Thrown, ThrownDie

S = TypeVar("S", bound=msgspec.Struct)


class DescribedEvent(msgspec.Struct, frozen=True):
    """One event in words, as a seat may know it, with its actor."""

    event: Event
    text: str
    seat: Seat | None
    """The side that acts, or None."""
    before: object
    """The table just before it, as that seat sees it."""
    after: object
    """The table just after it: the same object if nothing visible to this seat has changed."""


def described_events(
    table: object, events: Iterable[Event], seat: Seat | None, maker: SceneMaker | None = None
) -> Iterator[DescribedEvent]:
    """Yield each event in words; `table` is the table just before the first of them.

    All logs are made from this: those of the table, of replays and of the terminal.
    """
    was = view(table, seat)
    wording = maker if isinstance(maker, Wording) else None
    for event, before, after in moments(table, events):
        known, now = view(event, seat), was if after is before else view(after, seat)
        names: Mapping[str, str] = {} if wording is None else wording.called(now)
        text = known.describe_change(was, now)
        if isinstance(known, Rolled) and _is_lot(known):
            # A lot, not a die: only its effect is shown.
            text = f"by lot: {known.what}" if known.what else "a lot is drawn"
        yield DescribedEvent(known, renamed(text, names), known.actor(was), was, now)
        was = now


def log_lines(
    rules: AnyRuleset,
    table: object,
    events: Iterable[Event],
    seat: Seat | None,
    number: int,
    maker: SceneMaker | None = None,
) -> Iterator[LogLine]:
    """Return the log lines of events, as this seat may know them; `table` is the table before."""
    for described in described_events(table, events, seat, maker):
        yield _line(rules, described, number)


def _line(rules: AnyRuleset, described: DescribedEvent, number: int) -> LogLine:
    event = described.event
    faces: tuple[str, ...] = ()
    if isinstance(event, Rolled) and event.faces.is_open and not _is_lot(event):
        faces = tuple(str(face) for face in event.faces.open())
    return LogLine(number, described.text, cite(rules, event.rule), faces, seat=described.seat)


def _is_lot(event: Rolled) -> bool:
    """Return whether something was drawn by lot, without any die."""
    return event.dice.startswith("one of ")


def answer_lines(
    rules: AnyRuleset,
    maker: SceneMaker,
    past: Past[S],
    seat: Seat | None,
    number: int,
    observer: SeatObserver | None = None,
    *,
    ends: bool = False,
) -> tuple[LogLine, ...]:
    """Return the log lines of one answer with their motions; `ends` means the game was over then.

    Throws come with their seat and what each die counted for. For successive answers pass the same
    `observer`.
    """
    observer = observer or SeatObserver(maker, seat)
    lines: list[LogLine] = []
    for described in described_events(past.was, past.events, seat, maker):
        line = _line(rules, described, number)
        if not lines:
            observer.begin(past.was, described.before)
        motion = observer.motion(described.event, described.before, described.after)
        if line.faces:
            motion = motion or Motion("dice")
            if isinstance(past.question, Roll):
                line = _with_dice(line, rules, maker, past, past.question, seat)
        lines.append(line if motion is None else replace(line, motion=motion))
    if lines:
        observer.end(past.table)
    if lines and ends:
        lines[-1] = replace(lines[-1], motion=ending(lines[-1].motion))
    return tuple(lines)


def _with_dice(
    line: LogLine,
    rules: AnyRuleset,
    maker: SceneMaker,
    past: Past[S],
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
        except NotYours:  # what they counted for depends on hidden information
            counted = ()
    title = _title(maker, past.at, seat)
    symbols = tuple(map(maker.symbols, faces)) if isinstance(maker, SymbolTeller) else ()
    line = replace(line, seat=by, counted=counted, title=title)
    return replace(line, dice=_names(roll), symbols=symbols)


def _names(roll: Roll) -> tuple[str, ...]:
    """Return the name of each die thrown."""
    if not isinstance(roll.dice, Dice):
        return ()
    return tuple(group.die.name for group in roll.dice.groups for _ in range(group.count))


def _title(maker: SceneMaker, at: Step[S], seat: Seat | None) -> str:
    """Return the action the dice were thrown for: the last heading event."""
    heading: tuple[object, Event] | None = None
    for event, before, _ in moments(at.position.state, at.action):
        if event.heads:
            heading = before, event
    if heading is None:
        return ""
    (described,) = described_events(heading[0], heading[1:], seat, maker)
    return described.text


def by_worth(roll: Roll, faces: Sequence[Face]) -> tuple[str, ...]:
    """Return what each die counted for, by the worth of its face.

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
    """Return a text with words of the notation replaced by names on cards.

    >>> renamed("gel-100 moves, gel-1000 stays", {"gel-100": "GEL-100"})
    'GEL-100 moves, gel-1000 stays'
    """
    if not names:
        return text
    return _WORD.sub(lambda found: names.get(found[0], found[0]), text)


_WORD = re.compile(r"(?<![\w-])[\w-]+(?![\w-])")


def names_of(units: Sequence[tuple[str, str, str]]) -> dict[str, str]:
    """Return the display name of each unit, from (notation, name on the card, side) of all units.

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
    """Return the dice of an action in progress, from its log lines; None without dice.

    Of several throws the last one is on the table: its dice, others thrown for the same action, and
    the log lines since that action began.
    """
    kept_lines = [*lines]
    last = max((at for at, line in enumerate(kept_lines) if line.faces), default=-1)
    if last < 0:
        return None
    title = kept_lines[last].title
    begins = [
        at for at, line in enumerate(kept_lines[:last]) if line.text == title and not line.faces
    ]
    kept_lines = kept_lines[begins[-1] + 1 if begins else 0 :]
    dice = [line for line in kept_lines if line.faces and line.title == title]
    return Thrown(
        title=title or _without_faces(dice[0]),
        groups=tuple(_group(line) for line in dice),
        steps=tuple(Reason(line.text, line.cites) for line in kept_lines if not line.faces),
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
