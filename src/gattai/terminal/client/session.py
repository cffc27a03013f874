"""A game being played: seats answer, dice fall, and every answer is saved before the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from gattai.bots.bot import Bot
from gattai.kernel.question import Question, Roll, Seat, part_of
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.source import Source
from gattai.kernel.text.answers import end_text
from gattai.kernel.text.transcript import Entry
from gattai.server.local.disk import write_whole
from gattai.server.local.ledger import Ledger
from gattai.terminal.client.story import Narrator, Told

Watcher = Callable[[Entry, list[Told]], None]
"""Somebody who is told of every answer and what came of it."""


class TakeBack(Exception):
    """A person wants to have a game as it was after its first `number` answers, and may."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"back to {number} answers")


class NotKept(Exception):
    """The disk refuses, or another program has written into the file: it stands as it stood before."""

    def __init__(self, path: Path, problem: OSError) -> None:
        super().__init__(f"{path}: {problem.strerror or problem}")


class Session:
    """One game, its players and its dice.

    Players answer as bots do: from what their seat may see, and the number of the question. Dice
    too depend on that number alone, so a session resumed from a transcript goes on as it would have.
    """

    def __init__(
        self,
        record: Record[Any],
        players: Sequence[Bot],
        dice: Source,
        *,
        narrator: Narrator | None = None,
        save: Path | None = None,
        watch: Watcher | None = None,
        told_to: Seat | None = None,
    ) -> None:
        self.record = record
        self.players = players
        self.dice = dice
        self.narrator = narrator or Narrator(record.rules, record.position.state)
        self.save = save
        self.watch = watch
        self.told_to = told_to
        self._ledger: Ledger | None = None

    def play(self) -> Outcome:
        """Play to the end."""
        self._write_whole()
        while not isinstance(self.record.question, Outcome):
            self.one_answer(self.record.question)
        return self.record.question

    def one_answer(self, question: Question) -> None:
        """Have one answer given, written down, saved and told."""
        number = len(self.record.entries) + 1
        if isinstance(question, Roll):
            self._give(self.dice.faces(question, number), None)
            return
        step = self.record.step
        seat = step.waiting[0]
        seen = step.seen(seat)
        try:
            value = self.players[seat].answer(seen, part_of(question, seat), number)
        except TakeBack as wish:
            self._go_back(wish.number)
            return
        self._give(value, seat)

    def _go_back(self, number: int) -> None:
        """Have the game as it was, on the disk too."""
        self.record.back_to(number)
        self.narrator = Narrator(self.record.rules, self.record.table)
        self._write_whole()

    def _give(self, value: Any, seat: Seat | None) -> None:
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
        told = self.narrator.tell(step.events, self.told_to)
        if self.watch:
            self.watch(self.record.entries[-1], told)

    def _write_whole(self) -> None:
        """Write the transcript as it is now; from here on each answer is one more line of it."""
        if self.save:
            write_text(self.save, self.record.transcript().text())
            self._ledger = Ledger(self.save, self.record)


def write_text(path: Path, text: str) -> None:
    """Write a file of the user's: who may read it stays as it was, at first it is everybody."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """The same for what is no text. What cannot be written whole is not written."""
    write_whole(path, content, path.stat().st_mode & 0o777 if path.exists() else 0o644)
