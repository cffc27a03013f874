"""The log of a match as each seat may know it, and the scenes: made once for all who look alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from gattai.kernel.position import Position, Seen
from gattai.kernel.question import Choose, Question, Seat, Together
from gattai.kernel.record import Past, Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.secrecy import EVERYBODY, view
from gattai.scene.beats import Eyes
from gattai.scene.citing import cite
from gattai.scene.maker import SceneMaker
from gattai.scene.parts import LogLine, Scene
from gattai.scene.stage import make_scene
from gattai.scene.story import throw_of, told_of


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
        who = rules.seat_name(past.seat)
        said = f"nothing is heard from {who}: the table answers in their place"
        return (LogLine(number, said, cite(rules, question.rule), seat=past.seat), *lines)
    return lines


def is_end(record: Record[Any], number: int) -> bool:
    """Whether the game was over with this answer."""
    return number == len(record.past) and isinstance(record.question, Outcome)


class History:
    """What has been told of a record, and what there is to see of it now."""

    def __init__(self, record: Record[Any], maker: SceneMaker) -> None:
        self._record = record
        self._maker = maker
        self._logs: dict[Seat | None, list[LogLine]] = {}
        self._told: dict[Seat | None, int] = {}
        self._scenes: dict[Seat | None, Scene] = {}
        self._eyes: dict[Seat | None, Eyes] = {}

    def log(self, seat: Seat | None) -> list[LogLine]:
        """All lines, as this seat may know them: one for every event, whoever asks."""
        lines = self._logs.setdefault(seat, [])
        if seat not in self._eyes:
            self._eyes[seat] = Eyes(self._maker, seat)
        rules, past, eyes = self._record.rules, self._record.past, self._eyes[seat]
        for number in range(self._told.get(seat, 0), len(past)):
            ends = is_end(self._record, number + 1)
            lines += lines_of(rules, self._maker, past[number], seat, number + 1, eyes, ends=ends)
        self._told[seat] = len(past)
        return lines

    def scene(self, seat: Seat | None) -> Scene:
        """What this seat sees now, without its log."""
        scene = self._scenes.get(seat)
        if scene is None:
            record = self._record
            number = len(record.entries) + 1
            scene = make_scene(record.rules, self._maker, record.step, seat, number=number)
            begun = len(record.entries) - len(record.position.answers)
            scene = with_dice(scene, (line for line in self.log(seat) if line.number > begun))
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
        last = len(self._record.past)
        for seat, lines in self._logs.items():
            while lines and lines[-1].number > last:
                lines.pop()
            self._told[seat] = min(self._told[seat], last)


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
