"""Events in words: as they happen, and for whole transcripts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

import msgspec
from msgspec import Struct
from rich.text import Text

from gattai import games
from gattai.kernel.event import Event, fold
from gattai.kernel.position import Diverged
from gattai.kernel.question import Question, Seat
from gattai.kernel.record import Record, replay, replay_end
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.transcript import Entry, Transcript
from gattai.scene.story import described_events
from gattai.terminal.printing import QUIET

DICE = "dice"


class DescribedLine(msgspec.Struct, frozen=True):
    """One line of the log: an event in words, and its rule."""

    event: str
    text: str
    rule: str
    who: str = ""
    """The acting side; empty if there is none."""

    def line(self, indent: str = "    ") -> Text:
        """Return the line as it is printed."""
        return Text(f"{indent}{self.text} ").append(f"[{self.rule}]", QUIET)


class Narrator:
    """Describes events. It keeps the table's state, because events do not repeat it."""

    def __init__(self, rules: AnyRuleset, state: object) -> None:
        self.rules = rules
        self.state = state
        self._maker = games.scene_maker(rules.name) if rules.name in games.names() else None

    def tell(self, events: Sequence[Event], seat: Seat | None = None) -> list[DescribedLine]:
        """Describe events as this seat may see them; None for public information."""
        lines = [
            DescribedLine(
                type(one.event).__name__,
                one.text,
                one.event.rule,
                "" if one.seat is None else self.rules.seat_name(one.seat),
            )
            for one in described_events(self.state, events, seat, self._maker)
        ]
        self.state = fold(self.state, tuple(events))
        return lines


class Chapter(msgspec.Struct, frozen=True):
    """One answer of a transcript and its events."""

    number: int
    entry: Entry
    lines: list[DescribedLine]


def spoken(lines: Iterable[DescribedLine], prefix: str) -> Iterator[Text]:
    """Yield the log of one answer as the prompt shows it: who acts, and what.

    Rule ids are shortened by the game's prefix, because the screen is narrow and `rules` accepts them so.
    """
    for one in lines:
        speaker = one.who or (DICE if one.event == "Rolled" else "")
        line = Text(f"{speaker:>6}  ", QUIET).append(f"{one.text} ", "not dim")
        yield line.append(f"[{one.rule.removeprefix(prefix)}]", QUIET)


Witness = Callable[[Question | Outcome, Entry, int], None]
"""Checks the recorded answers of some questions; raises `Diverged` if one is wrong."""


class Retelling:
    """Replays a transcript chapter by chapter; `record` and `narrator` advance with it.

    Raises `Diverged` at the first invalid line. The result is checked separately: see `check_end`.
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
        self.record: Record[Struct] = next(self._replayed)
        self.rules = self.record.rules
        self.narrator = Narrator(self.rules, self.record.position.state)

    def chapters(self) -> Iterator[Chapter]:
        """Yield every valid answer in order."""
        for number, entry in enumerate(self.transcript.entries, 1):
            if self.witness:
                self.witness(self.record.question, entry, number)
            next(self._replayed)
            yield Chapter(number, entry, self.narrator.tell(self.record.past[-1].events))

    def check_end(self) -> None:
        """Raise `Diverged` if the transcript names another result."""
        replay_end(self.record, self.transcript.end)
        found = self.record.transcript().end
        if found != self.transcript.end:
            rule = found.rpartition(" ; ")[2] or self.record.question.rule
            written = self.transcript.end or "nothing"
            raise Diverged(
                f"the file says {written!r}, but {found or 'the game is not over'!r}",
                rule=rule,
                place="end",
            )
