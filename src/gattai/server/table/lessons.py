"""Guided games: a lesson is data, played on the real engine.

A lesson says, answer by answer, who answers and what. Its learner answers alone what comes with
words; everything else, dice and opponents and dull set-up, is recited. Where a lesson has got to
is the number of answers given, so it survives a restart like any match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from gattai import games
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.answers import read_answer, read_seat
from gattai.scene.parts import Option, Scene
from gattai.server.messages import LessonShown

FILE = "lesson.toml"
DICE = "dice"
PAUSE = 0.9
"""Seconds before an opponent's answer, so that one can follow."""
SCRIPTED = "scripted by the lesson"
"""In a transcript: where the dice of a guided game come from."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of a lesson."""

    who: str
    """A seat, or `dice`."""
    answer: str
    """As a transcript writes it; `*` stands for anything, and `|` stands between two that are open."""
    say: tuple[str, ...] = ()
    """What the learner is told before answering, page by page. Without, it is answered by itself."""
    look: tuple[str, ...] = ()
    """Pieces that the words are about: their ids."""

    @property
    def wanted(self) -> tuple[str, ...]:
        """Each answer that is open."""
        return tuple(answer.strip() for answer in self.answer.split("|"))


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guided game from its first answer to its last."""

    title: str
    about: str
    seat: str
    """Where the learner sits."""
    part: tuple[Part, ...]
    end: tuple[str, ...]
    """What is said when all has been answered."""
    opponent: str = "rookie"
    """Who takes over the other seats when the learner plays on."""
    options: dict[str, str] = {}


def lesson_of(rules: AnyRuleset) -> Lesson | None:
    """A game's lesson; None if it has none."""
    game = games.find(rules.name)
    return None if game is None else _read(game.folder / FILE)


@cache
def _read(path: Path) -> Lesson | None:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Lesson)
    except FileNotFoundError:
        return None


def players_of(lesson: Lesson, rules: AnyRuleset) -> tuple[str, ...]:
    """Who sits where in a guided game."""
    return tuple("person" if seat == lesson.seat else lesson.opponent for seat in rules.seats)


def fits(text: str, wanted: Sequence[str]) -> bool:
    """Whether an answer is one of those that are open.

    >>> fits("move ark-150 2,3", ("move ark-150 *",)), fits("end-turn", ("move *", "hold *"))
    (True, False)
    """
    return any(_fits(text, pattern) for pattern in wanted)


def _fits(text: str, pattern: str) -> bool:
    first, *rest = pattern.split("*")
    if not rest:
        return text == pattern
    if not text.startswith(first):
        return False
    at = len(first)
    for piece in rest[:-1]:
        at = text.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return text[at:].endswith(rest[-1])


class LessonBroken(ValueError):
    """The rules do not allow what the lesson says next."""


class Guide:
    """Leads one match through a lesson."""

    def __init__(self, lesson: Lesson, record: Record[Any]) -> None:
        self.lesson = lesson
        self._record = record

    @property
    def part(self) -> Part | None:
        """What is to be answered next; None when the lesson is over, or the match has left it."""
        number = len(self._record.entries)
        if number >= len(self.lesson.part) or not self._keeps_to_it():
            return None
        return self.lesson.part[number]

    def _keeps_to_it(self) -> bool:
        return all(
            entry.who == part.who and fits(entry.text, part.wanted)
            for entry, part in zip(self._record.entries, self.lesson.part, strict=False)
        )

    @property
    def is_learners(self) -> bool:
        """Whether the learner is to answer now."""
        part = self.part
        return part is not None and bool(part.say)

    def narrowed(self, scene: Scene) -> Scene:
        """The scene with only those options that are open in the lesson."""
        part = self.part
        if part is None or scene.ask is None:
            return scene
        options = tuple(self.open(scene.ask.options)) if part.say else ()
        return replace(scene, ask=replace(scene.ask, options=options))

    def open(self, options: Sequence[Option]) -> Iterator[Option]:
        """The options that are open now."""
        part = self.part
        assert part is not None
        return (option for option in options if fits(option.text, part.wanted))

    def recited(self) -> tuple[Seat | None, Any]:
        """The answer that nobody at the table gives. `LessonBroken` if the rules do not have it."""
        record, part = self._record, self.part
        question = record.question
        if part is None or isinstance(question, Outcome):
            raise LessonBroken("the game is over before the lesson is")
        try:
            seat = read_seat(record.rules, question, part.who)
            return seat, read_answer(record.rules, record.position, question, part.wanted[0])
        except ValueError as problem:
            number = len(record.entries) + 1
            raise LessonBroken(f"part {number} ({part.who} {part.answer}): {problem}") from problem

    def shown(self) -> LessonShown | None:
        """What a page is told of the lesson; None when the match has left it."""
        parts, done = self.lesson.part, len(self._record.entries)
        part = self.part
        if part is None and (done != len(parts) or not self._keeps_to_it()):
            return None
        own = [number for number, each in enumerate(parts) if each.say]
        return LessonShown(
            title=self.lesson.title,
            number=sum(number < done for number in own),
            last=len(own),
            say=self.lesson.end if part is None else part.say,
            look=() if part is None else part.look,
            is_over=part is None,
        )

    def throws(self) -> bool:
        """Whether the dice of the lesson fall now."""
        part = self.part
        return part is not None and part.who == DICE and isinstance(self._record.question, Roll)
