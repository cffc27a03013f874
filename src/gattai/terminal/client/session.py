"""A game in progress: players answer, dice are rolled, and every answer is saved before the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from gattai.bots.bot import Bot
from gattai.kernel.question import Question, Roll, Seat, part_of
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.source import Source
from gattai.kernel.text.answers import end_text
from gattai.kernel.text.transcript import Entry
from gattai.server.local.disk import write_whole
from gattai.server.local.ledger import Ledger
from gattai.terminal.client.story import DescribedLine, Narrator

Watcher = Callable[[Entry, list[DescribedLine]], None]
"""Called with every answer and its events."""


class TakeBackRequested(Exception):
    """A person takes answers back to the first `number` answers; it is allowed."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"back to {number} answers")


class NotKept(Exception):
    """The file could not be written and is unchanged."""

    def __init__(self, path: Path, problem: OSError) -> None:
        super().__init__(f"{path}: {problem.strerror or problem}")


class TerminalSession:
    """One game, its players and its dice.

    Players answer as bots do, from their seat's view and the number of the question. Dice
    depend on that number too, so a resumed session continues identically.
    """

    def __init__(
        self,
        record: Record[Struct],
        players: Sequence[Bot],
        dice: Source,
        *,
        narrator: Narrator | None = None,
        save: Path | None = None,
        watch: Watcher | None = None,
        viewer: Seat | None = None,
    ) -> None:
        self.record = record
        self.players = players
        self.dice = dice
        self.narrator = narrator or Narrator(record.rules, record.position.state)
        self.save = save
        self.watch = watch
        self.viewer = viewer
        self._ledger: Ledger | None = None

    def play(self) -> Outcome:
        """Play to the end."""
        self._write_whole()
        while not isinstance(self.record.question, Outcome):
            self.one_answer(self.record.question)
        return self.record.question

    def one_answer(self, question: Question) -> None:
        """Get one answer, apply it, save it and report it."""
        number = len(self.record.entries) + 1
        if isinstance(question, Roll):
            self._give(self.dice.faces(question, number), None)
            return
        step = self.record.step
        seat = step.waiting[0]
        seen = step.seen(seat)
        try:
            value = self.players[seat].answer(seen, part_of(question, seat), number)
        except TakeBackRequested as wish:
            self._go_back(wish.number)
            return
        self._give(value, seat)

    def _go_back(self, number: int) -> None:
        """Restore an earlier state, on disk too."""
        self.record.back_to(number)
        self.narrator = Narrator(self.record.rules, self.record.table)
        self._write_whole()

    def _give(self, value: object, seat: Seat | None) -> None:
        draft = self.record.draft()
        step = draft.answer(value, seat)
        if self._ledger is not None:
            end = step.question
            over = end_text(draft.rules, end) if isinstance(end, Outcome) else ""
            try:
                self._ledger.put(draft.lines, over)
            except OSError as problem:
                raise NotKept(self._ledger.path, problem) from problem
        self.record.enter(draft)
        lines = self.narrator.tell(step.events, self.viewer)
        if self.watch:
            self.watch(self.record.entries[-1], lines)

    def _write_whole(self) -> None:
        """Write the whole transcript; later answers are appended to it."""
        if self.save:
            write_text(self.save, self.record.transcript().text())
            self._ledger = Ledger(self.save, self.record)


def write_text(path: Path, text: str) -> None:
    """Write a user's file: existing permissions stay, a new file is readable by everyone."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a binary file, completely or not at all."""
    write_whole(path, content, path.stat().st_mode & 0o777 if path.exists() else 0o644)
