"""The record of a game in progress; can be rebuilt from a transcript."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Generic, TypeVar

import msgspec

from gattai.kernel.event import Event, witness
from gattai.kernel.position import Diverged, GamePosition, Step, apply, begin, stand
from gattai.kernel.question import Choose, Place, Question, Roll, Seat, Together
from gattai.kernel.rulebook import Refusal, Refused
from gattai.kernel.ruleset import Outcome, Ruleset
from gattai.kernel.running.committed import commitment_of
from gattai.kernel.running.linked import Linked, linked_of
from gattai.kernel.text.answers import answer_text, end_text, read_answer, read_seat
from gattai.kernel.text.ending import Ending, outcome_of, read_ending
from gattai.kernel.text.snapshot import answers_in, read_position
from gattai.kernel.text.transcript import (
    BY_TABLE,
    Entry,
    Header,
    Transcript,
    head_lines,
    other_versions,
)

S = TypeVar("S", bound=msgspec.Struct)


class Past(msgspec.Struct, Generic[S], frozen=True, dict=True):
    """One answer of a record, with everything needed to describe it or take it back."""

    seat: Seat | None
    at: Step[S]
    """The step before it, with the question that it answers."""
    check: str
    events: tuple[Event, ...]
    table: S
    """The table just after the answer."""
    by_table: bool = False
    """Whether the table answered for a seat that ran out of time."""
    value: object = None
    looked: tuple[tuple[int, ...], ...] = ()
    """For each secret that the rules have read since its action began, the seats that know it."""

    @property
    def before(self) -> GamePosition[S]:
        """Return the position in which it was given."""
        return self.at.position

    @property
    def question(self) -> Question:
        """Return the question that it answers."""
        return self.at.question  # type: ignore[return-value] # after an outcome nothing is answered

    @property
    def was(self) -> S:
        """Return the table just before it, where its events start."""
        return self.at.table


class AnswerSequence(Generic[S]):
    """A sequence of answers and where they lead: the common base of `Record` and `Draft`."""

    rules: Ruleset[S]
    step: Step[S]
    """The current step, with everything the rules know there."""
    base: int
    """The number of answers before the first one kept here."""
    entries: list[Entry]
    past: list[Past[S]]
    """For each answer, who gave it, the step before it, and its events."""
    _check: str

    @property
    def position(self) -> GamePosition[S]:
        """Return the current position."""
        return self.step.position

    @property
    def question(self) -> Question | Outcome:
        """Return the current question, or how it ended."""
        return self.step.question

    @property
    def table(self) -> S:
        """Return the table now, also in the middle of an action."""
        return self.step.table

    @property
    def count(self) -> int:
        """Return the number of answers given, including those before the first one kept here."""
        return self.base + len(self.entries)

    def answer(self, value: object, seat: Seat | None = None, *, by_table: bool = False) -> Step[S]:
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
        hashed = witness(step.events)
        at.forget()
        past = Past(seat, at, self._check, step.events, step.table, by_table, value, step.looked)
        self.past.append(past)
        line = f"{self._check}\n{who} {text} ; {rule}\n{hashed}"
        if by_table:
            line += f"\n{BY_TABLE}"
        self._check = hashlib.sha256(line.encode()).hexdigest()
        self.entries.append(Entry(who, text, rule, self._check[:6], by_table))
        self.step = step
        return step


class Draft(AnswerSequence[S]):
    """Answers that were checked but not given yet: they are not in the record."""

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
        """Return its answers as lines of the transcript."""
        return tuple(entry.line(at) for at, entry in enumerate(self.entries, self.base + 1))


class Record(AnswerSequence[S]):
    """A game being played and written down. Every answer goes through `apply`."""

    def __init__(
        self,
        rules: Ruleset[S],
        *,
        options: dict[str, str] | None = None,
        players: tuple[str, ...] = (),
        dice: str = "by hand",
        start: str = "",
        written: Header | None = None,
        secret: str = "",
        values: str = "",
    ) -> None:
        """Begin a record. `written` is the header of a transcript that is replayed.

        The header stays unchanged, even if the versions of rules and packs here differ: the checks
        start from it. Rulings are read as that version of the rules read them.
        `secret` is the secret of committed dice; the transcript reveals it when the game is over.
        `values` are those that the seats have shown of the chains of linked dice.
        """
        rules = rules.seated(options or {})
        if players and len(players) != len(rules.seats):
            raise ValueError(f"{len(players)} players for {len(rules.seats)} seats")
        if written is not None:
            options = {**rules.rulebook.former_readings(written.version), **(options or {})}
        first = _from(rules, start) if start else begin(rules, options)
        self.rules = rules = rules.read_as(first.state)
        self.step = stand(rules, first)
        self.header = written or Header(
            game=rules.name,
            version=rules.version,
            packs=rules.packs,
            options=_to_record(rules, options or {}),
            players=players or tuple("person" for _ in rules.seats),
            dice=dice,
            start=start,
        )
        self.secret = secret
        self.values = values
        lines = head_lines(self.header, rules.seats)
        if any("\n" in line or "\r" in line for line in lines):
            raise ValueError("an option, a player and the dice stand on one line each")
        head = "\n".join(lines)
        self._check = hashlib.sha256(head.encode()).hexdigest()
        self.base, self.entries, self.past = 0, [], []
        self.ending: Ending | None = None
        """How it ended outside the rules, such as by resignation; None if it did not."""
        self._broken_off: Step[S] = self.step
        """The step before such an end."""

    @property
    def check(self) -> str:
        """What ties the next answer to all before it."""
        return self._check

    def draft(self) -> Draft[S]:
        """Return a draft in which answers can be tried before they are given."""
        return Draft(self)

    def enter(self, draft: Draft[S]) -> None:
        """Give the answers of a draft. ValueError if the record has changed since."""
        if draft.begun is not self.step:
            raise ValueError("the record has moved on since this was judged")
        self.past += draft.past
        self.entries += draft.entries
        self.step, self._check = draft.step, draft.check

    def conclude(self, ending: Ending) -> None:
        """End the game at any question. ValueError if it is over already."""
        if isinstance(self.question, Outcome):
            raise ValueError(f"the game is over: {self.question.reason}")
        self.ending, self._broken_off = ending, self.step
        outcome = outcome_of(self.rules, ending)
        self.step = msgspec.structs.replace(self.step, question=outcome, waiting=())

    def stand_at(self, position: GamePosition[S]) -> None:
        """Start at this position instead and forget all answers so far."""
        self.step = stand(self.rules, position)
        self.base, self.past, self.entries = 0, [], []

    def go_on_from(self, position: GamePosition[S], check: str, count: int) -> None:
        """Continue from this position without its `count` answers; `precede` adds them later."""
        self.stand_at(position)
        self.base, self._check = count, check

    def precede(self, earlier: Record[S]) -> None:
        """Add the missing earlier answers from a record that has them all."""
        if self.base > earlier.count or earlier.base:
            raise ValueError(f"{self.base} answers are missing, and here are {earlier.count}")
        self.past[:0] = earlier.past[: self.base]
        self.entries[:0] = earlier.entries[: self.base]
        self.base = 0

    def back_to(self, number: int) -> None:
        """Take back everything after the first `number` answers, and an end outside the rules."""
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
        """Return the transcript of the game so far."""
        end = ""
        if isinstance(self.question, Outcome):
            end = end_text(self.rules, self.question)
        secret = self.secret if end else ""
        entries = tuple(self.entries)
        return Transcript(self.header, self.rules.seats, entries, end, secret, self.values)


def _to_record(rules: Ruleset[S], options: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the options for the head of a transcript; rulings only if not the default."""
    usual = {name: switch.default for name, (_, switch) in rules.rulebook.switches.items()}
    return tuple(sorted(item for item in options.items() if usual.get(item[0]) != item[1]))


def _from(rules: Ruleset[S], start: str) -> GamePosition[S]:
    """Return the settled table of a saved position, before the answers given there."""
    return GamePosition(read_position(rules, start).state)


def replay(
    rules: Ruleset[S], transcript: Transcript, *, verify: bool = True
) -> Iterator[Record[S]]:
    """Replay a transcript and yield the same record after every line.

    `Diverged` names the line, the rule and the reason as soon as a line does not fit: a question of
    another rule, an answer that is refused, or (with `verify`) a check that differs. Transcripts of
    other versions of rules or packs are replayed too, and are valid if every line fits.
    """
    header = transcript.header
    if header.game != rules.name:
        raise Diverged(f"played with {header.game} {header.version}, this is {rules.name}")
    try:
        yield from _replayed(rules, transcript, verify=verify)
    except Diverged as problem:
        others = other_versions(rules, header)
        if not others:
            raise
        reason = f"{problem.reason} ({others})"
        raise Diverged(reason, rule=problem.rule, place=problem.place) from problem


def _replayed(rules: Ruleset[S], transcript: Transcript, *, verify: bool) -> Iterator[Record[S]]:
    header = transcript.header
    try:
        record = Record(
            rules,
            options=dict(header.options),
            players=header.players,
            dice=header.dice,
            start=header.start,
            written=header,
            secret=transcript.secret,
            values=transcript.values,
        )
        commitment = commitment_of(header.dice)
    except ValueError as problem:
        raise Diverged(str(problem), place="head") from problem
    if transcript.secret and (commitment is None or not commitment.is_of(transcript.secret)):
        raise Diverged("this is not the secret that was committed to", place="secret")
    linked = _linked(record, transcript) if verify else None
    yield record
    for number, entry in enumerate(transcript.entries, 1):
        if linked is not None:
            _check_throw(record, entry, number, linked)
        replay_entry(record, entry, number, verify=verify)
        if linked is not None and number == len(transcript.entries):
            _check_shown(record, linked)
        yield record
    replay_end(record, transcript.end)
    if verify and record.transcript().end != transcript.end:
        found = record.transcript().end or "the game is not over"
        raise Diverged(f"the end reads {transcript.end!r}, but {found!r}", place="end")


def _linked(record: Record[S], transcript: Transcript) -> Linked | None:
    """Return the linked dice of a transcript, their values checked; None if it has others."""
    try:
        linked = linked_of(transcript.header.dice, transcript.values)
    except ValueError as problem:
        place = "values" if transcript.values else "head"
        raise Diverged(str(problem), place=place) from problem
    if linked is None:
        if transcript.values:
            raise Diverged("only linked dice have values", place="values")
        return None
    if len(linked.ends) != len(record.rules.seats):
        counts = f"{len(linked.ends)} chains for {len(record.rules.seats)} seats"
        raise Diverged(counts, place="head")
    if transcript.entries and not linked.is_complete:
        raise Diverged("it has answers, but not every seat has joined with a chain", place="head")
    if not transcript.entries:
        _check_shown(record, linked)
    return linked


def _check_throw(record: Record[S], entry: Entry, number: int, linked: Linked) -> None:
    """Raise `Diverged` if this line is a throw that does not follow from the values of both seats."""
    question = record.question
    if not isinstance(question, Roll) or entry.rule != question.rule:
        return
    if number <= answers_in(record.header.start):
        return
    place = f"answer {number} ({entry.who} {entry.text})"
    missing = [record.rules.seat_name(Seat(seat)) for seat in linked.waits_for(number)]
    if missing:
        reason = f"this throw needs a value of {' and '.join(missing)} that the file does not show"
        raise Diverged(reason, rule=question.rule, place=place)
    faces = linked.faces(question, number)
    thrown = answer_text(record.rules, record.position, question, faces, record.table)
    if entry.text != thrown:
        reason = f"these are not the dice of the values that were shown, which give {thrown} here"
        raise Diverged(reason, rule=question.rule, place=place)


def _check_shown(record: Record[S], linked: Linked) -> None:
    """Raise `Diverged` if a value is shown for a throw that the game does not wait for."""
    given = answers_in(record.header.start)
    thrown = [
        number for number, past in enumerate(record.past, 1) if isinstance(past.question, Roll)
    ]
    last = max((number for number in thrown if number > given), default=0)
    waits = record.count + 1 if isinstance(record.question, Roll) else last
    for seat, shown in enumerate(linked.shown):
        if shown.number not in (last, waits):
            who = record.rules.seat_name(Seat(seat))
            reason = f"{who} shows the value of answer {shown.number}, which no throw waits for"
            raise Diverged(reason, place="values")
    if waits != last and not linked.waits_for(waits):
        raise Diverged(f"both values of throw {waits} are shown, but not its faces", place="values")


def replay_end(record: Record[S], end: str) -> None:
    """End a record as its transcript says, if it ended outside the rules."""
    ending = read_ending(record.rules, end) if end else None
    if ending is not None and not isinstance(record.question, Outcome):
        record.conclude(ending)


def replay_entry(record: Record[S] | Draft[S], entry: Entry, number: int, *, verify: bool) -> None:
    """Replay one line; `Diverged` if it does not fit."""
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
