"""What happened, in words: events told as they come, and whole transcripts retold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from rich.text import Text

from gattai import games
from gattai.kernel.event import Event, fold
from gattai.kernel.position import Diverged
from gattai.kernel.question import Question, Seat
from gattai.kernel.record import Record, replay, replay_end
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.transcript import Entry, Transcript
from gattai.scene.story import tellings
from gattai.terminal.printing import QUIET

DICE = "dice"


class Told(msgspec.Struct, frozen=True):
    """One line of the log: an event in words, and its rule."""

    event: str
    text: str
    rule: str
    who: str = ""
    """The side that acts; empty where it is nobody's in particular."""

    def line(self, indent: str = "    ") -> Text:
        """As it is printed."""
        return Text(f"{indent}{self.text} ").append(f"[{self.rule}]", QUIET)


class Narrator:
    """Tells events, each at its moment. It keeps the table: events do not repeat it."""

    def __init__(self, rules: AnyRuleset, state: Any) -> None:
        self.rules = rules
        self.state = state
        self._maker = games.scene_maker(rules.name) if rules.name in games.names() else None

    def tell(self, events: Sequence[Event], seat: Seat | None = None) -> list[Told]:
        """Each event in words, as far as this seat may know; None is what is open to all."""
        told = [
            Told(
                type(one.event).__name__,
                one.text,
                one.event.rule,
                "" if one.seat is None else self.rules.seat_name(one.seat),
            )
            for one in tellings(self.state, events, seat, self._maker)
        ]
        self.state = fold(self.state, tuple(events))
        return told


class Chapter(msgspec.Struct, frozen=True):
    """One answer of a transcript and what came of it."""

    number: int
    entry: Entry
    told: list[Told]


def spoken(told: Iterable[Told], prefix: str) -> Iterator[Text]:
    """What came of one answer, as the log of a game being played shows it: who acts, and what.

    Ids are short there, without the game's prefix: the screen is narrow and `rules` finds them so.
    """
    for one in told:
        speaker = one.who or (DICE if one.event == "Rolled" else "")
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
        self.narrator = Narrator(self.rules, self.record.position.state)

    def chapters(self) -> Iterator[Chapter]:
        """Every answer that fits, in turn."""
        for number, entry in enumerate(self.transcript.entries, 1):
            if self.witness:
                self.witness(self.record.question, entry, number)
            next(self._replayed)
            yield Chapter(number, entry, self.narrator.tell(self.record.past[-1].events))

    def check_end(self) -> None:
        """`Diverged` if the transcript tells another end than the game had."""
        replay_end(self.record, self.transcript.end)
        found = self.record.transcript().end
        if found != self.transcript.end:
            rule = found.rpartition(" ; ")[2] or self.record.question.rule
            said = self.transcript.end or "nothing"
            raise Diverged(
                f"the file says {said!r}, but {found or 'the game is not over'!r}",
                rule=rule,
                place="end",
            )
