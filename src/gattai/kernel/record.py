"""A game while it is played: every answer with what it led to; made anew from a transcript."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import msgspec

from gattai.kernel.event import Event, witness
from gattai.kernel.position import Diverged, Position, Step, apply, begin, stand
from gattai.kernel.question import Choose, Place, Question, Seat, Together
from gattai.kernel.rulebook import Refusal, Refused
from gattai.kernel.ruleset import Outcome, Ruleset
from gattai.kernel.running.committed import commitment_of
from gattai.kernel.text.answers import answer_text, end_text, read_answer, read_seat
from gattai.kernel.text.ending import Ending, outcome_of, read_ending
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


class Score(Generic[S]):
    """Answers one after the other, and where they lead: what a record and a draft of one share."""

    rules: Ruleset[S]
    step: Step[S]
    """Where it stands, and all that the rules know there."""
    base: int
    """How many answers were given before the first that is kept here."""
    entries: list[Entry]
    past: list[Past[S]]
    """For each answer, who gave it, what stood before it, and what happened because of it."""
    _check: str

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

    @property
    def count(self) -> int:
        """How many answers have been given, those before the first that is kept here too."""
        return self.base + len(self.entries)

    def answer(self, value: Any, seat: Seat | None = None, *, by_table: bool = False) -> Step[S]:
        """Give an answer; `Refused` leaves everything as it was."""
        at, question = self.step, self.question
        if isinstance(question, Outcome):  # the rules may know nothing of it
            raise Refused([Refusal(question.rule, f"the game is over: {question.reason}")])
        step = apply(self.rules, at.position, value, seat=seat)
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


class Draft(Score[S]):
    """Answers that were judged and are not given yet: the record knows nothing of them."""

    def __init__(self, record: Record[S]) -> None:
        self.rules = record.rules
        self.begun = self.step = record.step
        self.base, self._check = record.count, record.check
        self.entries, self.past = [], []

    @property
    def check(self) -> str:
        """What ties the next answer to all before it."""
        return self._check

    @property
    def lines(self) -> tuple[str, ...]:
        """Its answers as they will stand in the transcript."""
        return tuple(entry.line(at) for at, entry in enumerate(self.entries, self.base + 1))


class Record(Score[S]):
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
        secret: str = "",
    ) -> None:
        """`written` is the setting of a transcript that is played again.

        It stays as it is, whatever versions of rules and packs are here: the checks began with it.
        Rulings are read as that version of the rules read them.
        `secret` is that of committed dice; a transcript tells it when the game is over.
        """
        rules = rules.seated(options or {})
        if players and len(players) != len(rules.seats):
            raise ValueError(f"{len(players)} players for {len(rules.seats)} seats")
        if written is not None:
            options = {**rules.rulebook.former_readings(written.version), **(options or {})}
        first = _from(rules, start) if start else begin(rules, options)
        self.rules = rules = rules.read_as(first.state)
        self.step = stand(rules, first)
        self.setting = written or Setting(
            game=rules.name,
            version=rules.version,
            packs=rules.packs,
            options=_to_record(rules, options or {}),
            players=players or tuple("person" for _ in rules.seats),
            dice=dice,
            start=start,
        )
        self.secret = secret
        lines = head_lines(self.setting, rules.seats)
        if any("\n" in line or "\r" in line for line in lines):
            raise ValueError("an option, a player and the dice stand on one line each")
        head = "\n".join(lines)
        self._check = hashlib.sha256(head.encode()).hexdigest()
        self.base, self.entries, self.past = 0, [], []
        self.ending: Ending | None = None
        """How it ended otherwise than by the rules; None if it did not."""
        self._broken_off: Step[S] = self.step
        """Where it stood before such an end."""

    @property
    def check(self) -> str:
        """What ties the next answer to all before it."""
        return self._check

    def draft(self) -> Draft[S]:
        """A place to try answers in before they are given."""
        return Draft(self)

    def enter(self, draft: Draft[S]) -> None:
        """Give the answers of a draft. ValueError if something else was given since it was begun."""
        if draft.begun is not self.step:
            raise ValueError("the record has moved on since this was judged")
        self.past += draft.past
        self.entries += draft.entries
        self.step, self._check = draft.step, draft.check

    def conclude(self, ending: Ending) -> None:
        """End it, whatever is asked. ValueError if it is over already."""
        if isinstance(self.question, Outcome):
            raise ValueError(f"the game is over: {self.question.reason}")
        self.ending, self._broken_off = ending, self.step
        outcome = outcome_of(self.rules, ending)
        self.step = msgspec.structs.replace(self.step, question=outcome, waiting=())

    def stand_at(self, position: Position[S]) -> None:
        """Begin here instead: what was answered so far is forgotten."""
        self.step = stand(self.rules, position)
        self.base, self.past, self.entries = 0, [], []

    def go_on_from(self, position: Position[S], check: str, count: int) -> None:
        """Stand where it stood after so many answers, without them: they can be had later (`precede`)."""
        self.stand_at(position)
        self.base, self._check = count, check

    def precede(self, earlier: Record[S]) -> None:
        """Have the answers before the first that is kept here, from a record that has them all."""
        if self.base > earlier.count or earlier.base:
            raise ValueError(f"{self.base} answers are missing, and here are {earlier.count}")
        self.past[:0] = earlier.past[: self.base]
        self.entries[:0] = earlier.entries[: self.base]
        self.base = 0

    def back_to(self, number: int) -> None:
        """Take back everything after the first `number` answers; and an end that no rule made."""
        if self.ending is not None:
            self.ending, self.step = None, self._broken_off
        if number < self.base:
            raise ValueError(f"the first {self.base} answers are not kept here")
        if number < self.count:
            at = number - self.base
            past = self.past[at]
            self.step, self._check = past.at, past.check
            del self.past[at:], self.entries[at:]

    def transcript(self) -> Transcript:
        """The game so far."""
        end = ""
        if isinstance(self.question, Outcome):
            end = end_text(self.rules, self.question)
        secret = self.secret if end else ""
        return Transcript(self.setting, self.rules.seats, tuple(self.entries), end, secret)


def _to_record(rules: Ruleset[S], options: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """The options that the head of a transcript names: a ruling only if it has another reading."""
    usual = {name: switch.default for name, (_, switch) in rules.rulebook.switches.items()}
    return tuple(sorted(item for item in options.items() if usual.get(item[0]) != item[1]))


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
            secret=transcript.secret,
        )
        commitment = commitment_of(setting.dice)
    except ValueError as problem:
        raise Diverged(str(problem), place="head") from problem
    if transcript.secret and (commitment is None or not commitment.is_of(transcript.secret)):
        raise Diverged("this is not the secret that was committed to", place="secret")
    yield record
    for number, entry in enumerate(transcript.entries, 1):
        replay_entry(record, entry, number, verify=verify)
        yield record
    replay_end(record, transcript.end)
    if verify and record.transcript().end != transcript.end:
        found = record.transcript().end or "the game is not over"
        raise Diverged(f"the end reads {transcript.end!r}, but {found!r}", place="end")


def replay_end(record: Record[S], end: str) -> None:
    """End a record as its transcript says, where that was not by the rules."""
    ending = read_ending(record.rules, end) if end else None
    if ending is not None and not isinstance(record.question, Outcome):
        record.conclude(ending)


def replay_entry(record: Record[S] | Draft[S], entry: Entry, number: int, *, verify: bool) -> None:
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
