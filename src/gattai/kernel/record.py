"""A game while it is played: every answer with what it led to; made anew from a transcript."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import msgspec

from gattai.kernel.event import Event, witness
from gattai.kernel.position import Diverged, Position, Step, apply, begin, stand
from gattai.kernel.question import Choose, Place, Question, Seat, Together
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import Outcome, Ruleset
from gattai.kernel.text.answers import answer_text, end_text, read_answer, read_seat
from gattai.kernel.text.snapshot import read_position
from gattai.kernel.text.transcript import (
    BY_TABLE,
    Entry,
    Setting,
    Transcript,
    head_lines,
    other_versions,
)

S = TypeVar("S", bound=msgspec.Struct)


class Past(msgspec.Struct, Generic[S], frozen=True, dict=True):
    """One answer of a record, with all that is needed to tell of it or to take it back."""

    seat: Seat | None
    at: Step[S]
    """What stood before it: the question that it answers, and all that was known there."""
    check: str
    events: tuple[Event, ...]
    table: S
    """The table just after it."""
    by_table: bool = False
    """Whether the table answered for a seat that said nothing in time."""
    value: Any = None
    """What was answered."""
    looked: tuple[tuple[int, ...], ...] = ()
    """Who may know each secret that the rules looked into, from the begin of its action until now."""

    @property
    def before(self) -> Position[S]:
        """The position in which it was given."""
        return self.at.position

    @property
    def question(self) -> Question:
        """The question that it answers."""
        return self.at.question  # type: ignore[return-value] # after an outcome nothing is answered

    @property
    def was(self) -> S:
        """The table just before it, in the middle of an action too: its events are told from here."""
        return self.at.table


class Record(Generic[S]):
    """A game being played and written down. Every answer goes through `apply`."""

    def __init__(
        self,
        rules: Ruleset[S],
        *,
        options: dict[str, str] | None = None,
        players: tuple[str, ...] = (),
        dice: str = "by hand",
        start: str = "",
        written: Setting | None = None,
    ) -> None:
        """`written` is the setting of a transcript that is played again.

        It stays as it is, whatever versions of rules and packs are here: the checks began with it.
        """
        rules = rules.seated(options or {})
        if players and len(players) != len(rules.seats):
            raise ValueError(f"{len(players)} players for {len(rules.seats)} seats")
        self.rules = rules
        self.step: Step[S] = stand(rules, _from(rules, start) if start else begin(rules, options))
        """Where it stands, and all that the rules know there."""
        self.setting = written or Setting(
            game=rules.name,
            version=rules.version,
            packs=rules.packs,
            options=tuple(sorted((options or {}).items())),
            players=players or tuple("person" for _ in rules.seats),
            dice=dice,
            start=start,
        )
        self.entries: list[Entry] = []
        lines = head_lines(self.setting, rules.seats)
        if any("\n" in line or "\r" in line for line in lines):
            raise ValueError("an option, a player and the dice stand on one line each")
        head = "\n".join(lines)
        self._check = hashlib.sha256(head.encode()).hexdigest()
        self.past: list[Past[S]] = []
        """For each answer, who gave it, what stood before it, and what happened because of it."""

    @property
    def position(self) -> Position[S]:
        """The position in which it stands."""
        return self.step.position

    @property
    def question(self) -> Question | Outcome:
        """What is asked now, or how it ended."""
        return self.step.question

    @property
    def table(self) -> S:
        """The table as it is now, in the middle of an action too."""
        return self.step.table

    def answer(self, value: Any, seat: Seat | None = None, *, by_table: bool = False) -> Step[S]:
        """Give an answer; `Refused` leaves the record as it was."""
        at, question = self.step, self.question
        step = apply(self.rules, at.position, value, seat=seat)
        assert not isinstance(question, Outcome), "apply refuses when the game is over"
        rule = question.rule
        text = answer_text(self.rules, at.position, question, value, at.table)
        if isinstance(question, Choose | Place):
            seat = question.seat
        elif isinstance(question, Together) and seat is None:
            (seat,) = at.waiting
        who = self.rules.seat_name(seat)
        told = witness(step.events)
        at.forget()
        past = Past(seat, at, self._check, step.events, step.table, by_table, value, step.looked)
        self.past.append(past)
        line = f"{self._check}\n{who} {text} ; {rule}\n{told}"
        if by_table:
            line += f"\n{BY_TABLE}"
        self._check = hashlib.sha256(line.encode()).hexdigest()
        self.entries.append(Entry(who, text, rule, self._check[:6], by_table))
        self.step = step
        return step

    def stand_at(self, position: Position[S]) -> None:
        """Begin here instead: what was answered so far is forgotten."""
        self.step = stand(self.rules, position)
        self.past, self.entries = [], []

    def back_to(self, number: int) -> None:
        """Take back everything after the first `number` answers."""
        if number < len(self.past):
            past = self.past[number]
            self.step, self._check = past.at, past.check
            del self.past[number:], self.entries[number:]

    def transcript(self) -> Transcript:
        """The game so far."""
        end = ""
        if isinstance(self.question, Outcome):
            end = end_text(self.rules, self.question)
        return Transcript(self.setting, self.rules.seats, tuple(self.entries), end)


def _from(rules: Ruleset[S], start: str) -> Position[S]:
    """The table at which a saved position stands, before the answers given there."""
    return Position(read_position(rules, start).state)


def replay(
    rules: Ruleset[S], transcript: Transcript, *, verify: bool = True
) -> Iterator[Record[S]]:
    """Play a transcript again, line by line; the same record is handed out after every line.

    `Diverged` names the place, the rule and the reason as soon as a line does not fit: a question
    of another rule, an answer that is refused, or (with `verify`) a check that does not come out.
    What other versions of rules or packs wrote is played as well, and holds if every line does.
    """
    setting = transcript.setting
    if setting.game != rules.name:
        raise Diverged(f"played with {setting.game} {setting.version}, this is {rules.name}")
    try:
        yield from _replayed(rules, transcript, verify=verify)
    except Diverged as problem:
        others = other_versions(rules, setting)
        if not others:
            raise
        reason = f"{problem.reason} ({others})"
        raise Diverged(reason, rule=problem.rule, place=problem.place) from problem


def _replayed(rules: Ruleset[S], transcript: Transcript, *, verify: bool) -> Iterator[Record[S]]:
    setting = transcript.setting
    try:
        record = Record(
            rules,
            options=dict(setting.options),
            players=setting.players,
            dice=setting.dice,
            start=setting.start,
            written=setting,
        )
    except ValueError as problem:
        raise Diverged(str(problem), place="head") from problem
    yield record
    for number, entry in enumerate(transcript.entries, 1):
        replay_entry(record, entry, number, verify=verify)
        yield record
    if verify and record.transcript().end != transcript.end:
        found = record.transcript().end or "the game is not over"
        raise Diverged(f"the end reads {transcript.end!r}, but {found!r}", place="end")


def replay_entry(record: Record[S], entry: Entry, number: int, *, verify: bool) -> None:
    """Play one line again; `Diverged` if it does not fit."""
    rules = record.rules
    place = f"answer {number} ({entry.who} {entry.text})"
    question = record.question
    if isinstance(question, Outcome):
        raise Diverged(f"the game was over: {question.reason}", rule=question.rule, place=place)
    if entry.rule != question.rule:
        raise Diverged(
            f"it answers {entry.rule}, but here the rules ask {question.rule}",
            rule=question.rule,
            place=place,
        )
    try:
        seat = read_seat(rules, question, entry.who)
        value = read_answer(rules, record.position, question, entry.text, record.table)
        record.answer(value, seat, by_table=entry.by_table)
    except Refused as refused:
        reasons = refused.refusals
        raise Diverged(
            "; ".join(str(reason) for reason in reasons),
            rule=reasons[0].rule if reasons else question.rule,
            place=place,
        ) from refused
    except ValueError as problem:
        raise Diverged(str(problem), rule=question.rule, place=place) from problem
    written = record.entries[-1]
    if verify and written != entry:
        raise Diverged(
            f"the line was changed, or other rules wrote it: it says #{entry.check}, "
            f"playing it again gives #{written.check}",
            rule=question.rule,
            place=place,
        )
