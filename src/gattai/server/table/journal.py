"""How a match is written down while it is played: the one thing a table asks of a disk or a database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from gattai.kernel.record import Record
from gattai.kernel.text.transcript import Transcript


class Journal(Protocol):
    """What writes a match down. OSError if it cannot: then it stands written as before."""

    def append(self, record: Record[Any]) -> None:
        """Write down what was answered since the last time."""
        ...

    def rewrite(self, record: Record[Any], number: int) -> None:
        """Write the match anew with its first `number` answers: the rest is taken back."""
        ...


class WholeJournal:
    """Writes the whole transcript each time, by a function that takes its text."""

    def __init__(self, save: Callable[[str], None]) -> None:
        self._save = save

    def append(self, record: Record[Any]) -> None:
        """All of it."""
        self._save(record.transcript().text())

    def rewrite(self, record: Record[Any], number: int) -> None:
        """All that is not taken back."""
        self._save(first_answers(record, number).text())


def first_answers(record: Record[Any], number: int) -> Transcript:
    """The transcript with so many answers."""
    whole = record.transcript()
    if number >= len(whole.entries):
        return whole
    return Transcript(whole.setting, whole.seats, whole.entries[:number])
