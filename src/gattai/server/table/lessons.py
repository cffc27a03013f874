"""Guided games: a lesson is data, played on the real engine.

A lesson lists the answers of a game in order. The learner gives only the answers that come with
text; everything else (dice, opponents, dull set-up) is played automatically. The number of answers
given says how far a lesson is, so it survives a restart like any match.

docs/how-to/write-a-lesson.md teaches the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gattai import games
from gattai.kernel.dice import Face
from gattai.kernel.question import Seat
from gattai.kernel.record import Draft, Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.answers import read_answer, read_seat
from gattai.kernel.text.transcript import Entry
from gattai.scene.citing import cite
from gattai.scene.parts import Citation, ListedOption, Reason, Scene, WhyNot
from gattai.server.messages import LessonPage, LessonShown

FILE = "lesson.toml"
DICE = "dice"
SCRIPTED = "scripted by the lesson"
"""In a transcript: the source of the dice of a guided game."""
MAX_LATER = 3
RULE = re.compile(r"\[([A-Z][A-Z0-9.-]+)\]")
"""A rule in the text of a lesson, shown as a link to the rule."""
NO_RULE = Citation("", "", "")


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One page of text."""

    text: str
    look: tuple[str, ...] = ()
    """What the text is about: ids of pieces, places, cards or zones."""
    point: str = ""
    """An id; pointing at it completes this page and turns to the next."""


class LessonPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of a lesson."""

    who: str
    """A seat, or `dice`."""
    answer: str
    """The answer as in a transcript; `*` matches anything, and `|` separates two allowed answers."""
    say: tuple[str | Page, ...] = ()
    """The text for the learner, page by page. Without text the answer is played automatically."""
    look: tuple[str, ...] = ()
    """What the text is about, on pages without their own `about`."""
    goal: str = ""
    """What the lesson waits for, in a few words, shown when the learner tries something else."""

    @property
    def pages(self) -> tuple[Page, ...]:
        """Return the text as pages."""
        return tuple(
            Page(each, self.look)
            if isinstance(each, str)
            else replace(each, look=each.look or self.look)
            for each in self.say
        )

    @property
    def wanted(self) -> tuple[str, ...]:
        """Return each allowed answer."""
        return tuple(answer.strip() for answer in self.answer.split("|"))


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guided game from its first to its last answer."""

    title: str
    about: str
    seat: str
    """The index of the learner's seat."""
    part: tuple[LessonPart, ...]
    end: tuple[str, ...]
    """The text after the last answer."""
    opponent: str = "rookie"
    """The player who takes over the other seats when the learner plays on."""
    options: dict[str, str] = {}
    start: str = ""
    """The starting position: a file next to the lesson, in the format of `save position`. Without it, a new game."""


def lesson_of(rules: AnyRuleset) -> Lesson | None:
    """Return a game's lesson; None if it has none."""
    game = games.find(rules.name)
    return None if game is None else _read(game.folder / FILE)


@cache
def _read(path: Path) -> Lesson | None:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Lesson)
    except FileNotFoundError:
        return None


def start_of(lesson: Lesson, rules: AnyRuleset) -> str:
    """Return the starting position of a lesson; empty for a new game."""
    if not lesson.start:
        return ""
    return (games.get(rules.name).folder / lesson.start).read_text("utf-8")


def players_of(lesson: Lesson, rules: AnyRuleset) -> tuple[str, ...]:
    """Return the players of a guided game."""
    return tuple("person" if seat == lesson.seat else lesson.opponent for seat in rules.seats)


def fits(text: str, wanted: Sequence[str]) -> bool:
    """Whether an answer is one of the allowed ones.

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


def scripted_answers(record: Record[Struct]) -> int:
    """Return the number of answers at the start of a record that a lesson prescribed: nobody chose them."""
    lesson = lesson_of(record.rules) if record.header.dice == SCRIPTED else None
    return 0 if lesson is None else sum(1 for _ in _followed(lesson, record.entries))


def _followed(lesson: Lesson, entries: Sequence[Entry]) -> Iterator[Entry]:
    """Return the entries from the start that match the lesson."""
    for entry, part in zip(entries, lesson.part, strict=False):
        if entry.who != part.who or not fits(entry.text, part.wanted):
            return
        yield entry


class LessonBroken(ValueError):
    """The rules do not allow the lesson's next answer."""


class Guide:
    """Leads a match through a lesson."""

    def __init__(self, lesson: Lesson, record: Record[Struct]) -> None:
        self.lesson = lesson
        self._record = record

    @property
    def part(self) -> LessonPart | None:
        """Return the next answer of the lesson; None if the lesson is over or the match has left it."""
        return self._after(self._record.entries)

    def _after(self, entries: Sequence[Entry]) -> LessonPart | None:
        number = len(entries)
        if number >= len(self.lesson.part) or not self._keeps_to_it(entries):
            return None
        return self.lesson.part[number]

    def _keeps_to_it(self, entries: Sequence[Entry]) -> bool:
        followed = sum(1 for _ in _followed(self.lesson, entries))
        return followed == min(len(entries), len(self.lesson.part))

    @property
    def is_learners(self) -> bool:
        """Whether the learner answers next."""
        part = self.part
        return part is not None and bool(part.say)

    def narrowed(self, scene: Scene) -> Scene:
        """Return the scene with only the options that the lesson allows."""
        part = self.part
        if part is None or scene.ask is None:
            return scene
        options = tuple(self.open(scene.ask.options)) if part.say else ()
        return replace(scene, ask=replace(scene.ask, options=options))

    def later(self, scene: Scene) -> tuple[str, ...]:
        """Return the labels of buttons that the rules allow but the lesson does not want yet."""
        part = self.part
        if part is None or not part.say or scene.ask is None:
            return ()
        closed = [each.label for each in scene.ask.options if not fits(each.text, part.wanted)]
        plain = {each.label for each in scene.ask.options if _is_button(each)}
        found = [label for label in dict.fromkeys(closed) if label in plain]
        return tuple(found[:MAX_LATER])

    def waits(self) -> str:
        """Return the reply to a learner who tries something else."""
        part = self.part
        goal = part.goal if part is not None and part.say else ""
        return (
            f"the lesson waits for you to {goal}"
            if goal
            else "the lesson waits for the other players"
        )

    def not_now(self, about: Sequence[WhyNot]) -> tuple[WhyNot, ...]:
        """Return reasons for what can be done there, marking what the lesson does not want yet."""
        part = self.part
        if part is None:
            return tuple(about)
        why = (Reason(self.waits(), NO_RULE),)
        return tuple(
            each if each.reasons or fits(each.text, part.wanted) else replace(each, reasons=why)
            for each in about
        )

    def open(self, options: Sequence[ListedOption]) -> Iterator[ListedOption]:
        """Yield the options that the lesson allows now."""
        part = self.part
        assert part is not None
        return (option for option in options if fits(option.text, part.wanted))

    def recited(self) -> tuple[Seat | None, object]:
        """Return the next automatic answer. Raises `LessonBroken` if the rules do not allow it."""
        return self._read(self._record, self.part)

    def _read(
        self, at: Record[Struct] | Draft[Struct], part: LessonPart | None
    ) -> tuple[Seat | None, object]:
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
        """Return the lesson's state for a page with this scene; None if the match has left the lesson."""
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

    def faces(self, draft: Draft[Struct]) -> tuple[Face, ...] | None:
        """Return the lesson's dice for the answers of a draft; None if the dice are random.

        Raises `LessonBroken` if the rules do not allow them.
        """
        part = self._after([*self._record.entries, *draft.entries])
        if part is None or part.who != DICE:
            return None
        faces = self._read(draft, part)[1]
        assert isinstance(faces, tuple), "dice fall as faces"
        return faces


def _is_button(option: ListedOption) -> bool:
    return (option.actor, option.cell, option.target, option.card, option.zone) == (None,) * 5
