"""What happened, in words: events told as they come, and whole transcripts retold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec
from rich.text import Text

from gattai.kernel.event import Event
from gattai.kernel.position import Diverged, apply
from gattai.kernel.question import Question, Seat
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.secrecy import view
from gattai.kernel.transcript import Entry, Record, Transcript, read_answer, replay
from gattai.terminal.page import QUIET

DICE = "dice"


class Told(msgspec.Struct, frozen=True):
    """One line of the log: an event in words, and its rule."""

    event: str
    text: str
    rule: str

    def line(self, indent: str = "    ") -> Text:
        """As it is printed."""
        return Text(f"{indent}{self.text} ").append(f"[{self.rule}]", QUIET)


class Narrator:
    """Tells events. It keeps the table as it was after the last one, for events do not repeat it."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def tell(self, events: Iterable[Event], seat: Seat | None = None) -> list[Told]:
        """Each event in words, as far as this seat may know; None is what is open to all."""
        told = []
        for event in events:
            self.state = event.after(self.state)
            text = view(event, seat).tell(view(self.state, seat))
            told.append(Told(type(event).__name__, text, event.rule))
        return told


class Chapter(msgspec.Struct, frozen=True):
    """One answer of a transcript and what came of it."""

    number: int
    entry: Entry
    told: list[Told]


def spoken(who: str, told: Iterable[Told], prefix: str) -> Iterator[Text]:
    """What came of one answer, as the log of a game being played shows it.

    Ids are short there, without the game's prefix: the screen is narrow and `rules` finds them so.
    """
    for one in told:
        speaker = who if who != DICE or one.event == "Rolled" else ""
        line = Text(f"{speaker:>6}  ", QUIET).append(f"{one.text} ", "not dim")
        yield line.append(f"[{one.rule.removeprefix(prefix)}]", QUIET)


Witness = Callable[[Question | Outcome, Entry, int], None]
"""Somebody who knows how a question must have been answered; `Diverged` if it was not."""


class Retelling:
    """A transcript played again, chapter by chapter; `record` and `narrator` go along with it.

    `Diverged` as soon as a line does not fit. How the game ended is not compared: see `check_end`.
    """

    def __init__(
        self,
        rules: AnyRuleset,
        transcript: Transcript,
        *,
        verify: bool = True,
        witness: Witness | None = None,
    ) -> None:
        self.witness = witness
        self.transcript = transcript
        replayed = replay(rules, transcript, verify=verify)
        self._replayed = islice(replayed, len(transcript.entries) + 1)
        self.record: Record[Any] = next(self._replayed)
        self.rules = self.record.rules
        self.narrator = Narrator(self.record.position.state)

    def chapters(self) -> Iterator[Chapter]:
        """Every answer that fits, in turn."""
        for number, entry in enumerate(self.transcript.entries, 1):
            position, question = self.record.position, self.record.question
            if self.witness:
                self.witness(question, entry, number)
            next(self._replayed)
            # It fits, so the same answer may be given once more, to hear what happens.
            value = read_answer(self.rules, position, question, entry.text)
            seat = None if entry.who == DICE else Seat(self.rules.seats.index(entry.who))
            events = apply(self.rules, position, value, seat=seat).events
            yield Chapter(number, entry, self.narrator.tell(events))

    def check_end(self) -> None:
        """`Diverged` if the transcript tells another end than the game had."""
        found = self.record.transcript().end
        if found != self.transcript.end:
            rule = found.rpartition(" ; ")[2] or self.record.question.rule
            said = self.transcript.end or "nothing"
            raise Diverged(
                f"the file says {said!r}, but {found or 'the game is not over'!r}",
                rule=rule,
                place="end",
            )
