"""The log of a match as each seat may know it, and the scenes: made once for all who look alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from gattai.kernel.position import Position, Seen
from gattai.kernel.question import Choose, Question, Seat, Together
from gattai.kernel.record import Past, Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.secrecy import EVERYBODY, may_hide, view
from gattai.scene.beats import Eyes, without_change
from gattai.scene.citing import cite
from gattai.scene.maker import Glimpse, SceneMaker
from gattai.scene.parts import Card, LogLine, Scene
from gattai.scene.stage import make_scene
from gattai.scene.story import log_lines, throw_of, told_of

EARLIER = 200
"""So many lines are told at once to whoever asks for those before."""
KEPT = 400
"""So many lines of a log still know what changed."""
KEPT_WORDS = 8
"""So many answers are known in words that were asked for."""


def lines_of(
    rules: AnyRuleset,
    maker: SceneMaker,
    past: Past[Any],
    seat: Seat | None,
    number: int,
    eyes: Eyes | None = None,
    *,
    ends: bool = False,
) -> tuple[LogLine, ...]:
    """What one answer led to, as this seat may know it."""
    lines = told_of(rules, maker, past, seat, number, eyes, ends=ends)
    question = past.question
    if past.by_table:
        said = _instead(rules, past)
        return (LogLine(number, said, cite(rules, question.rule), seat=past.seat), *lines)
    return lines


def in_words(rules: AnyRuleset, maker: SceneMaker, past: Past[Any], number: int) -> str:
    """The first thing that was told of an answer, dice apart, without what there was to see."""
    if past.by_table:
        return _instead(rules, past)
    lines = log_lines(rules, past.was, past.events, None, number, maker)
    return next((line.text for line in lines if not line.faces), "")


def _instead(rules: AnyRuleset, past: Past[Any]) -> str:
    who = rules.seat_name(past.seat)
    return f"nothing is heard from {who}: the table answers in their place"


def is_end(record: Record[Any], number: int) -> bool:
    """Whether the game was over with this answer, by the rules."""
    is_over = record.ending is None and isinstance(record.question, Outcome)
    return is_over and number == record.count


class History:
    """What has been told of a record, and what there is to see of it now."""

    def __init__(self, record: Record[Any], maker: SceneMaker) -> None:
        self._record = record
        self._maker = maker
        self._logs: dict[Seat | None, list[LogLine]] = {}
        self._told: dict[Seat | None, int] = {}
        self._scenes: dict[Seat | None, Scene] = {}
        self._eyes: dict[Seat | None, Eyes] = {}
        self._bare: dict[Seat | None, int] = {}
        self._alike = not may_hide(record.rules.state_type) and isinstance(maker, Glimpse)
        """Whether the table looks the same to all: what is told of it is then told once."""
        self._last: tuple[int, tuple[LogLine, ...]] = 0, ()
        self._openly: dict[int, str] = {}

    def log(self, seat: Seat | None) -> list[LogLine]:
        """All lines, as this seat may know them: one for every event, whoever asks."""
        lines = self._logs.setdefault(seat, [])
        last = self._record.count
        for number in range(self._told.get(seat, self._record.base) + 1, last + 1):
            lines += self._tell(seat, number)
        self._told[seat] = last
        self._forget(seat, lines)
        return lines

    def _tell(self, seat: Seat | None, number: int) -> tuple[LogLine, ...]:
        """What this answer led to. What is open to all is told the same to the next who asks."""
        past = self._record.past[number - 1 - self._record.base]
        shared = self._alike and all(view(event, EVERYBODY) is event for event in past.events)
        if shared and self._last[0] == number:
            return self._last[1]
        looks = EVERYBODY if shared else seat
        eyes = self._eyes.setdefault(looks, Eyes(self._maker, looks))
        ends = is_end(self._record, number)
        lines = lines_of(self._record.rules, self._maker, past, looks, number, eyes, ends=ends)
        if shared:
            self._last = number, lines
        return lines

    def openly(self, number: int) -> str:
        """What this answer led to in words, as everybody may know it; empty if nothing is told of it.

        Every page of a seat asks for it with every scene, so the last few are kept.
        """
        found = self._openly.get(number)
        if found is None:
            record = self._record
            past = record.past[number - 1 - record.base]
            found = in_words(record.rules, self._maker, past, number)
            if len(self._openly) >= KEPT_WORDS:
                del self._openly[next(iter(self._openly))]
            self._openly[number] = found
        return found

    def earlier(
        self, seat: Seat | None, before: int, most: int = EARLIER
    ) -> tuple[tuple[LogLine, ...], bool]:
        """The last lines before an answer, about so many and whole answers; and whether those are all."""
        record, lines = self._record, list[LogLine]()
        number = max(record.base, min(before - 1, record.count))
        while number > record.base and len(lines) < most:
            past = record.past[number - 1 - record.base]
            told = lines_of(record.rules, self._maker, past, seat, number)
            lines[:0] = [without_change(line) for line in told]
            number -= 1
        return tuple(lines), number == record.base

    def _forget(self, seat: Seat | None, lines: list[LogLine]) -> None:
        """What changed so long ago is of no use to any page, and would only take up room."""
        old = max(0, len(lines) - KEPT)
        for number in range(self._bare.get(seat, 0), old):
            lines[number] = without_change(lines[number])
        self._bare[seat] = old

    def faces(self, seat: Seat | None) -> Mapping[str, Card]:
        """Every card that this seat has seen the face of, in a scene or between two of them."""
        eyes = self._eyes.get(EVERYBODY if self._alike else seat)
        return {} if eyes is None else eyes.faces

    def scene(self, seat: Seat | None) -> Scene:
        """What this seat sees now, without its log."""
        scene = self._scenes.get(seat)
        if scene is None:
            # Who has looked on knows most of what is shown.
            record, log = self._record, self.log(seat)
            number = record.count + 1
            scene = make_scene(record.rules, self._maker, record.step, seat, number=number)
            begun = record.count - len(record.position.answers)
            scene = with_dice(scene, (line for line in log if line.number > begun))
            self._scenes[seat] = scene
        return scene

    def seen(self, seat: Seat | None) -> Seen[Any]:
        """The position as this seat may see it, for reading and judging what it says."""
        return self._record.step.seen(seat)

    def changed(self) -> None:
        """The record has moved on: what was seen is seen no more."""
        self._scenes.clear()

    def went_back(self) -> None:
        """The record has gone back: what was told of is untold."""
        self.changed()
        self._last = 0, ()
        self._openly.clear()
        last = self._record.count
        for seat, lines in self._logs.items():
            while lines and lines[-1].number > last:
                lines.pop()
            self._told[seat] = min(self._told[seat], last)
            self._bare[seat] = min(self._bare.get(seat, 0), len(lines))


def with_dice(scene: Scene, action: Iterable[LogLine]) -> Scene:
    """The scene with the dice of the action that is being resolved, if the game shows none itself."""
    if scene.throw is not None or scene.ask is None:
        return scene
    return msgspec.structs.replace(scene, throw=throw_of(action))


def hides(record: Record[Any]) -> bool:
    """Whether one seat must not look over the shoulder of another in this position."""
    return is_secret(record.question) or has_secrets(record.position)


def is_secret(question: Question | Outcome) -> bool:
    """Whether what is answered is not told everybody."""
    return isinstance(question, Together) or (isinstance(question, Choose) and question.secret)


def has_secrets(position: Position[Any]) -> bool:
    """Whether there is anything in this position that not everybody may know."""
    return view(position.state, EVERYBODY) != position.state or any(
        answer.known_to is not None for answer in position.answers
    )


def said_openly(past: Past[Any], text: str) -> str:
    """An answer in words that any seat may read."""
    return "a secret answer" if is_secret(past.question) else text
