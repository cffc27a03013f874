"""Guided games: a lesson is data, played on the real engine.

A lesson says, answer by answer, who answers and what. Its learner answers alone what comes with
words; everything else, dice and opponents and dull set-up, is recited. Where a lesson has got to
is the number of answers given, so it survives a restart like any match.

docs/how-to/write-a-lesson.md teaches the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from gattai import games
from gattai.kernel.dice import Face
from gattai.kernel.question import Seat
from gattai.kernel.record import Draft, Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.answers import read_answer, read_seat
from gattai.kernel.text.transcript import Entry
from gattai.scene.citing import cite
from gattai.scene.parts import Citation, Option, Reason, Scene, WhyNot
from gattai.server.messages import LessonPage, LessonShown

FILE = "lesson.toml"
DICE = "dice"
SCRIPTED = "scripted by the lesson"
"""In a transcript: where the dice of a guided game come from."""
MOST_LATER = 3
RULE = re.compile(r"\[([A-Z][A-Z0-9.-]+)\]")
"""A rule in the words of a lesson: shown as its page, and a way to its text."""
NO_RULE = Citation("", "", "")


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said at once."""

    text: str
    look: tuple[str, ...] = ()
    """What the words are about: ids of pieces, places, cards or zones."""
    point: str = ""
    """Such an id: who points at it has done what this page asks, and is shown the next."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of a lesson."""

    who: str
    """A seat, or `dice`."""
    answer: str
    """As a transcript writes it; `*` stands for anything, and `|` stands between two that are open."""
    say: tuple[str | Page, ...] = ()
    """What the learner is told before answering, page by page. Without, it is answered by itself."""
    look: tuple[str, ...] = ()
    """What the words are about on every page that does not say it itself."""
    goal: str = ""
    """What the lesson waits for, in a few words, for whoever tries something else."""

    @property
    def pages(self) -> tuple[Page, ...]:
        """What is said, page by page."""
        return tuple(
            Page(each, self.look)
            if isinstance(each, str)
            else replace(each, look=each.look or self.look)
            for each in self.say
        )

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
    start: str = ""
    """The position it begins from: a file beside it, as `save position` writes it. Without, a new game."""


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


def start_of(lesson: Lesson, rules: AnyRuleset) -> str:
    """The position that a lesson begins from; empty for a new game."""
    if not lesson.start:
        return ""
    return (games.get(rules.name).folder / lesson.start).read_text("utf-8")


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


def scripted_answers(record: Record[Any]) -> int:
    """How many answers of a record, from the first on, a lesson asked for: nobody chose those."""
    lesson = lesson_of(record.rules) if record.setting.dice == SCRIPTED else None
    return 0 if lesson is None else sum(1 for _ in _kept(lesson, record.entries))


def _kept(lesson: Lesson, entries: Sequence[Entry]) -> Iterator[Entry]:
    """The first entries, as far as they are those of the lesson."""
    for entry, part in zip(entries, lesson.part, strict=False):
        if entry.who != part.who or not fits(entry.text, part.wanted):
            return
        yield entry


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
        return self._after(self._record.entries)

    def _after(self, entries: Sequence[Entry]) -> Part | None:
        number = len(entries)
        if number >= len(self.lesson.part) or not self._keeps_to_it(entries):
            return None
        return self.lesson.part[number]

    def _keeps_to_it(self, entries: Sequence[Entry]) -> bool:
        kept = sum(1 for _ in _kept(self.lesson, entries))
        return kept == min(len(entries), len(self.lesson.part))

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

    def later(self, scene: Scene) -> tuple[str, ...]:
        """The buttons that the rules offer and the lesson does not want yet, by their labels."""
        part = self.part
        if part is None or not part.say or scene.ask is None:
            return ()
        closed = [each.label for each in scene.ask.options if not fits(each.text, part.wanted)]
        plain = {each.label for each in scene.ask.options if _is_button(each)}
        found = [label for label in dict.fromkeys(closed) if label in plain]
        return tuple(found[:MOST_LATER])

    def waits(self) -> str:
        """What to say to whoever wants something else just now."""
        part = self.part
        goal = part.goal if part is not None and part.say else ""
        return (
            f"the lesson waits for you to {goal}" if goal else "the lesson watches the others now"
        )

    def not_now(self, about: Sequence[WhyNot]) -> tuple[WhyNot, ...]:
        """What could be done there: what the rules allow and the lesson does not want yet says so."""
        part = self.part
        if part is None:
            return tuple(about)
        why = (Reason(self.waits(), NO_RULE),)
        return tuple(
            each if each.reasons or fits(each.text, part.wanted) else replace(each, reasons=why)
            for each in about
        )

    def open(self, options: Sequence[Option]) -> Iterator[Option]:
        """The options that are open now."""
        part = self.part
        assert part is not None
        return (option for option in options if fits(option.text, part.wanted))

    def recited(self) -> tuple[Seat | None, Any]:
        """The answer that nobody at the table gives. `LessonBroken` if the rules do not have it."""
        return self._read(self._record, self.part)

    def _read(self, at: Record[Any] | Draft[Any], part: Part | None) -> tuple[Seat | None, Any]:
        question = at.question
        if part is None or isinstance(question, Outcome):
            raise LessonBroken("the game is over before the lesson is")
        try:
            seat = read_seat(at.rules, question, part.who)
            return seat, read_answer(at.rules, at.position, question, part.wanted[0])
        except ValueError as problem:
            number = at.count + 1
            raise LessonBroken(f"part {number} ({part.who} {part.answer}): {problem}") from problem

    def shown(self, scene: Scene) -> LessonShown | None:
        """What a page is told of the lesson beside this scene; None when the match has left it."""
        parts, done = self.lesson.part, len(self._record.entries)
        part = self.part
        if part is None and (done != len(parts) or not self._keeps_to_it(self._record.entries)):
            return None
        own = [number for number, each in enumerate(parts) if each.say]
        pages = tuple(Page(each) for each in self.lesson.end) if part is None else part.pages
        return LessonShown(
            title=self.lesson.title,
            number=sum(number < done for number in own),
            last=len(own),
            pages=tuple(self._page(page) for page in pages),
            goal="" if part is None or not part.say else self.waits(),
            later=self.later(scene),
            is_over=part is None,
        )

    def _page(self, page: Page) -> LessonPage:
        rules = dict.fromkeys(RULE.findall(page.text))
        cites = tuple(cite(self._record.rules, rule) for rule in rules)
        return LessonPage(page.text, page.look, page.point, cites)

    def faces(self, draft: Draft[Any]) -> tuple[Face, ...] | None:
        """The dice of the lesson that fall after the answers of a draft; None if those of any match do.

        `LessonBroken` if the rules do not have them.
        """
        part = self._after([*self._record.entries, *draft.entries])
        if part is None or part.who != DICE:
            return None
        faces: tuple[Face, ...] = self._read(draft, part)[1]
        return faces


def _is_button(option: Option) -> bool:
    return (option.actor, option.cell, option.target, option.card, option.zone) == (None,) * 5
