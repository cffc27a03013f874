"""A whole game as text: its setting, then one line an answer. It can be read, diffed and checked.

    gattai transcript 1
    game attack-chart 1.0.0
    option method formula
    player blue random
    dice seeded 7
    begin
    1 blue deploy warden-squad 3,1 ; ATTACK-CHART.HOUSE.DEPLOY #5b1e09
    2 dice 3 9 0 2 7 5 ; ATTACK-CHART.SEQ.3-ONE-DIE-PER-ATTACK #90c2aa
    end red wins: ... ; ATTACK-CHART.HOUSE.VICTORY

The number after # ties each line to everything before it and to what happened because of it:
change one answer by hand and the replay stops at that line. A line may end in `by the table`: the
seat said nothing in time, and the table gave the answer that spends nothing. A game that did not
begin with the game's first table has that table in its head, after `position`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from gattai.kernel import notation
from gattai.kernel.event import Event, witness
from gattai.kernel.position import Diverged, Position, Step, apply, begin, stand, table_now
from gattai.kernel.question import Choose, Place, Question, Roll, Seat, Together
from gattai.kernel.rulebook import Refused, RuleId
from gattai.kernel.ruleset import Outcome, Ruleset
from gattai.kernel.words import UnknownWord, Words

FORMAT = 1
S = TypeVar("S", bound=msgspec.Struct)
BY_TABLE = "by the table"
_LINE = re.compile(rf"([0-9]{{1,9}}) (\S+) (.*?) ; (\S+) #([0-9a-f]{{6}})( {BY_TABLE})?")


class Setting(msgspec.Struct, frozen=True):
    """Everything that is fixed before the first answer."""

    game: str
    version: str
    packs: str = ""
    options: tuple[tuple[str, str], ...] = ()
    players: tuple[str, ...] = ()
    """Who sits on each seat: `person`, or the name of a bot."""
    dice: str = "by hand"
    """Where the dice come from, e.g. `seeded 7` or `committed` and the commitment."""
    start: str = ""
    """The position it began from, in one line (`snapshot.one_line`); empty for the game's first.

    Answers that stand in it, since its table was settled, are the first answers of the transcript.
    """


class Entry(msgspec.Struct, frozen=True):
    """One answer as it stands in the file."""

    who: str
    text: str
    rule: RuleId
    check: str
    by_table: bool = False
    """Whether the table gave it for a seat that said nothing in time."""

    def line(self, number: int) -> str:
        """The line of the file, as the answer of this number."""
        given = f" {BY_TABLE}" if self.by_table else ""
        return f"{number} {self.who} {self.text} ; {self.rule} #{self.check}{given}"


class Transcript(msgspec.Struct, frozen=True):
    """A setting and the answers given, as text; and how the game ended, if it has."""

    setting: Setting
    seats: tuple[str, ...]
    entries: tuple[Entry, ...] = ()
    end: str = ""

    def text(self) -> str:
        """The whole file."""
        lines = [*_head(self.setting, self.seats), "begin"]
        lines += [entry.line(number) for number, entry in enumerate(self.entries, 1)]
        if self.end:
            lines.append(f"end {self.end}")
        return "\n".join(lines) + "\n"


def _head(setting: Setting, seats: tuple[str, ...]) -> list[str]:
    return [
        f"gattai transcript {FORMAT}",
        f"game {setting.game} {setting.version}",
        *([f"packs {setting.packs}"] if setting.packs else []),
        *(f"option {name} {value}" for name, value in setting.options),
        *(f"player {seat} {who}" for seat, who in zip(seats, setting.players, strict=False)),
        f"dice {setting.dice}",
        *([f"position {setting.start}"] if setting.start else []),
    ]


def parse(text: str) -> Transcript:
    """Read a transcript. `Diverged` names the line that cannot be read; nothing is played yet."""
    lines = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
    if not lines or not lines[0].startswith("gattai transcript "):
        raise Diverged("this is not a transcript", place="line 1")
    if lines[0] != f"gattai transcript {FORMAT}":
        raise Diverged(f"this reads format {FORMAT}, not {lines[0].split()[-1]!r}", place="line 1")
    head: dict[str, list[str]] = {}
    at = 1
    while at < len(lines) and lines[at] != "begin":
        word, _, rest = lines[at].partition(" ")
        if word not in ("game", "packs", "option", "player", "dice", "position"):
            raise Diverged(f"{word!r} is no line of the head", place=f"line {at + 1}")
        head.setdefault(word, []).append(rest)
        at += 1
    if at == len(lines):
        raise Diverged("the line 'begin' is missing", place=f"line {at}")
    game, _, version = head.get("game", [""])[0].partition(" ")
    players = [line.partition(" ") for line in head.get("player", [])]
    setting = Setting(
        game=game,
        version=version,
        packs=head.get("packs", [""])[0],
        options=tuple(
            (line.partition(" ")[0], line.partition(" ")[2]) for line in head.get("option", [])
        ),
        players=tuple(who for _, _, who in players),
        dice=head.get("dice", ["by hand"])[0],
        start=head.get("position", [""])[0],
    )
    entries: list[Entry] = []
    end = ""
    for number, line in enumerate(lines[at + 1 :], at + 2):
        if line.startswith("end ") and number == len(lines):
            end = line[4:]
            continue
        entry = read_entry(line, len(entries) + 1)
        if entry is None:
            raise Diverged(
                f"expected '{len(entries) + 1} who answer ; RULE #check', found {line[:60]!r}",
                place=f"line {number}",
            )
        entries.append(entry)
    return Transcript(setting, tuple(seat for seat, _, _ in players), tuple(entries), end)


def read_entry(line: str, number: int) -> Entry | None:
    """The answer of this number as its line stands in a file; None if the line is something else."""
    found = _LINE.fullmatch(line)
    if found is None or int(found[1]) != number:
        return None
    return Entry(found[2], found[3], found[4], found[5], by_table=bool(found[6]))


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
        lines = _head(self.setting, rules.seats)
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
    from gattai.kernel.snapshot import read_position  # which reads answers as this module does

    return Position(read_position(rules, start).state)


def end_text(rules: Ruleset[S], outcome: Outcome) -> str:
    """How a game ended, in one line."""
    names = " and ".join(rules.seat_name(seat) for seat in outcome.winners)
    how = f"{names} wins" if len(outcome.winners) == 1 else "drawn"
    return f"{how}: {outcome.reason} ; {outcome.rule}"


def answer_text(
    rules: Ruleset[S],
    position: Position[S],
    question: Question,
    value: Any,
    table: S | None = None,
) -> str:
    """An answer in words, without who gave it; `table` is the table now, where it is known."""
    if isinstance(question, Roll):
        return faces_text(question, value)
    return notation.write(value, _words(rules, position, table))


def faces_text(roll: Roll, faces: Sequence[Any]) -> str:
    """The faces that were thrown, as they stand in a transcript."""
    return " ".join(notation.quoted(str(face)) for face in roll.dice.check(tuple(faces)))


def _words(rules: Ruleset[S], position: Position[S], table: S | None) -> Words:
    return rules.words(table_now(rules, position) if table is None else table)


def read_answer(
    rules: Ruleset[S],
    position: Position[S],
    question: Question | Outcome,
    text: str,
    table: S | None = None,
) -> Any:
    """The answer that a line of text stands for. ValueError if it cannot be read.

    `table` is the table now, where it is known: else the rules are run to see it.
    """
    if isinstance(question, Roll):
        return question.dice.check([notation.unquoted(word) for word in notation.tokens_of(text)])
    words = _words(rules, position, table)
    if isinstance(question, Place):
        return notation.read(text, words, (), tuple[int, int])
    try:
        value = notation.read(text, words, rules.action_types)
    except ValueError:
        value = _option_of(question, text, words)
        if value is None:
            raise
        return value[0]
    if not any(value in options for options in _offered(question)):
        named = _option_of(question, text, words)
        if named is not None:
            return named[0]
    return value


def _offered(question: Question | Outcome) -> tuple[Sequence[Any], ...]:
    if isinstance(question, Together):
        return tuple(ask.options for ask in question.asks)
    return (question.options,) if isinstance(question, Choose) else ()


def _option_of(question: Question | Outcome, text: str, words: Words) -> tuple[Any] | None:
    """The option that is written like this: for those that are no tagged structs, as numbers are."""
    for options in _offered(question):
        for option in options:
            if notation.write(option, words) == text:
                return (option,)
    return None


def read_seat(rules: Ruleset[S], question: Question | Outcome, who: str) -> Seat | None:
    """Who answered, None for the dice. ValueError if nobody is called so, or dice were to choose."""
    if who == rules.seat_name(None):
        if not isinstance(question, Roll):
            raise ValueError("a seat is asked here, not the dice")
        return None
    if who not in rules.seats:
        raise UnknownWord("seat", who, rules.seats)
    return Seat(rules.seats.index(who))


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


def other_versions(rules: Ruleset[S], setting: Setting) -> str:
    """In what the rules and packs here differ from those a transcript was written with; or nothing.

    A difference is no fault: as long as every line comes out as it did, the transcript holds.
    """
    said = []
    if setting.version != rules.version:
        said.append(f"played with {rules.name} {setting.version}, this is {rules.version}")
    if setting.packs != rules.packs:
        said.append(f"played with packs {setting.packs!r}, here are {rules.packs!r}")
    return "; ".join(said)


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
