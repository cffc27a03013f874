"""The log and the scenes of a match as each seat may see them, cached for viewers with the same view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec
from msgspec import Struct

from gattai.kernel.position import GamePosition, Seen
from gattai.kernel.question import Choose, Question, Seat, Together
from gattai.kernel.record import Past, Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.secrecy import EVERYBODY, may_hide, view
from gattai.scene.citing import cite
from gattai.scene.maker import Glimpse, SceneMaker
from gattai.scene.motions import SeatObserver, without_change
from gattai.scene.parts import Card, LogLine, Scene
from gattai.scene.stage import make_scene
from gattai.scene.story import answer_lines, log_lines, throw_of

S = TypeVar("S", bound=Struct)

EARLIER = 200
"""Maximum number of earlier lines sent at once."""
KEPT = 400
"""Number of recent lines that keep their changes for animation."""
KEPT_WORDS = 8
"""Number of answers whose public text is cached."""


def lines_of(
    rules: AnyRuleset,
    maker: SceneMaker,
    past: Past[Struct],
    seat: Seat | None,
    number: int,
    observer: SeatObserver | None = None,
    *,
    ends: bool = False,
) -> tuple[LogLine, ...]:
    """Return the log lines of one answer, as this seat may see them."""
    lines = answer_lines(rules, maker, past, seat, number, observer, ends=ends)
    question = past.question
    if past.by_table:
        text = _instead(rules, past)
        return (LogLine(number, text, cite(rules, question.rule), seat=past.seat), *lines)
    return lines


def in_words(rules: AnyRuleset, maker: SceneMaker, past: Past[Struct], number: int) -> str:
    """Return the first log line of an answer, except dice, as plain text."""
    if past.by_table:
        return _instead(rules, past)
    lines = log_lines(rules, past.was, past.events, None, number, maker)
    return next((line.text for line in lines if not line.faces), "")


def _instead(rules: AnyRuleset, past: Past[Struct]) -> str:
    who = rules.seat_name(past.seat)
    return f"{who} does not answer: the server answers in their place"


def is_end(record: Record[Struct], number: int) -> bool:
    """Whether this answer ended the game by the rules."""
    is_over = record.ending is None and isinstance(record.question, Outcome)
    return is_over and number == record.count


class History:
    """The log and the current scene of a record."""

    def __init__(self, record: Record[Struct], maker: SceneMaker) -> None:
        self._record = record
        self.maker = maker
        self._logs: dict[Seat | None, list[LogLine]] = {}
        self._logged: dict[Seat | None, int] = {}
        self._scenes: dict[Seat | None, Scene] = {}
        self._observers: dict[Seat | None, SeatObserver] = {}
        self._bare: dict[Seat | None, int] = {}
        self._alike = not may_hide(record.rules.state_type) and isinstance(maker, Glimpse)
        """Whether the game has no hidden information: then all seats share one log."""
        self._last: tuple[int, tuple[LogLine, ...]] = 0, ()
        self._openly: dict[int, str] = {}

    def log(self, seat: Seat | None) -> list[LogLine]:
        """Return all lines as this seat may see them, one for every event."""
        lines = self._logs.setdefault(seat, [])
        last = self._record.count
        for number in range(self._logged.get(seat, self._record.base) + 1, last + 1):
            lines += self._lines_of(seat, number)
        self._logged[seat] = last
        self._forget(seat, lines)
        return lines

    def _lines_of(self, seat: Seat | None, number: int) -> tuple[LogLine, ...]:
        """Return the lines of one answer. Public lines are cached for the next seat."""
        past = self._record.past[number - 1 - self._record.base]
        shared = self._alike and all(view(event, EVERYBODY) is event for event in past.events)
        if shared and self._last[0] == number:
            return self._last[1]
        looks = EVERYBODY if shared else seat
        observer = self._observers.setdefault(looks, SeatObserver(self.maker, looks))
        ends = is_end(self._record, number)
        lines = lines_of(self._record.rules, self.maker, past, looks, number, observer, ends=ends)
        if shared:
            self._last = number, lines
        return lines

    def openly(self, number: int) -> str:
        """Return the public text of an answer; empty if the log does not mention it.

        Every page asks for it with every scene, so the last few are cached.
        """
        found = self._openly.get(number)
        if found is None:
            record = self._record
            past = record.past[number - 1 - record.base]
            found = in_words(record.rules, self.maker, past, number)
            if len(self._openly) >= KEPT_WORDS:
                del self._openly[next(iter(self._openly))]
            self._openly[number] = found
        return found

    def earlier(
        self, seat: Seat | None, before: int, most: int = EARLIER
    ) -> tuple[tuple[LogLine, ...], bool]:
        """Return the lines before an answer, a limited number of whole answers, and whether these reach the start."""
        record, lines = self._record, list[LogLine]()
        number = max(record.base, min(before - 1, record.count))
        while number > record.base and len(lines) < most:
            past = record.past[number - 1 - record.base]
            earlier_lines = lines_of(record.rules, self.maker, past, seat, number)
            lines[:0] = [without_change(line) for line in earlier_lines]
            number -= 1
        return tuple(lines), number == record.base

    def _forget(self, seat: Seat | None, lines: list[LogLine]) -> None:
        """Drop the changes of old lines, which no page needs any more."""
        old = max(0, len(lines) - KEPT)
        for number in range(self._bare.get(seat, 0), old):
            lines[number] = without_change(lines[number])
        self._bare[seat] = old

    def faces(self, seat: Seat | None) -> Mapping[str, Card]:
        """Return every card whose face this seat has seen, in a scene or between two."""
        observer = self._observers.get(EVERYBODY if self._alike else seat)
        return {} if observer is None else observer.faces

    def scene(self, seat: Seat | None) -> Scene:
        """Return the scene as this seat sees it now, without the log."""
        scene = self._scenes.get(seat)
        if scene is None:
            # A spectator's scene contains most of what a seat's scene contains.
            record, log = self._record, self.log(seat)
            number = record.count + 1
            scene = make_scene(record.rules, self.maker, record.step, seat, number=number)
            begun = record.count - len(record.position.answers)
            scene = with_dice(scene, (line for line in log if line.number > begun))
            self._scenes[seat] = scene
        return scene

    def seen(self, seat: Seat | None) -> Seen[Struct]:
        """Return the position as this seat may see it, to read and judge its answers."""
        return self._record.step.seen(seat)

    def changed(self) -> None:
        """Drop cached scenes, because the record has changed."""
        self._scenes.clear()

    def went_back(self) -> None:
        """Drop cached lines and scenes after an undo."""
        self.changed()
        self._last = 0, ()
        self._openly.clear()
        last = self._record.count
        for seat, lines in self._logs.items():
            while lines and lines[-1].number > last:
                lines.pop()
            self._logged[seat] = min(self._logged[seat], last)
            self._bare[seat] = min(self._bare.get(seat, 0), len(lines))


def with_dice(scene: Scene, action: Iterable[LogLine]) -> Scene:
    """Return the scene with the dice of the current action, if the game shows none itself."""
    if scene.throw is not None or scene.ask is None:
        return scene
    return msgspec.structs.replace(scene, throw=throw_of(action))


def hides(record: Record[Struct]) -> bool:
    """Whether one seat must not see another's screen in this position."""
    return is_secret(record.question) or has_secrets(record.position)


def is_secret(question: Question | Outcome) -> bool:
    """Whether the answer is secret."""
    return isinstance(question, Together) or (isinstance(question, Choose) and question.secret)


def has_secrets(position: GamePosition[S]) -> bool:
    """Whether this position contains anything that is not public."""
    return view(position.state, EVERYBODY) != position.state or any(
        answer.known_to is not None for answer in position.answers
    )


def public_text(past: Past[S], text: str) -> str:
    """Return the public text of an answer."""
    return "a secret answer" if is_secret(past.question) else text
