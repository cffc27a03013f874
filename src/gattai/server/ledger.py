"""The file of one match while it is played: a line at its end for every answer, on the disk at once."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from gattai.kernel.transcript import Record, Transcript
from gattai.server.disk import Changed, write_at, write_whole


class Pen(Protocol):
    """What writes a match down. OSError if it cannot: then it stands written as before."""

    def append(self, record: Record[Any]) -> None:
        """Write down what was answered since the last time."""
        ...

    def rewrite(self, record: Record[Any], number: int) -> None:
        """Write the match anew with its first `number` answers: the rest is taken back."""
        ...


class WholePen:
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


class Ledger:
    """The file of one match while it is played: each answer is one more line at its end.

    To take back is to write the file anew, beside the old one and then in its place: it is rare, the
    files are small, and so a transcript says what was played and stays what `gattai replay` reads.
    """

    def __init__(self, path: Path, record: Record[Any], size: int | None = None) -> None:
        self._path = path
        self._lines = len(record.entries)
        self._length = path.stat().st_size
        """How long the file is."""
        self._size = self._length if size is None else size
        """How much of it holds: what comes behind was cut off in the midst of a line."""
        self._is_open = False
        with path.open("rb") as file:
            file.seek(max(0, self._size - 1))
            self._is_open = file.read(1) != b"\n"

    def append(self, record: Record[Any]) -> None:
        """Write down what was answered since; OSError if the disk refuses, and then nothing was."""
        transcript = record.transcript()
        fresh = transcript.entries[self._lines :]
        lines = [entry.line(number) for number, entry in enumerate(fresh, self._lines + 1)]
        if transcript.end:
            lines.append(f"end {transcript.end}")
        content = "".join(f"{line}\n" for line in lines).encode()
        if self._is_open:
            content = b"\n" + content
        try:
            write_at(self._path, self._size, content, self._length)
        except FileNotFoundError:  # somebody threw it away, and plays on: then it is written again
            self.rewrite(record, len(record.entries))
            return
        except Changed:
            raise
        except OSError:
            self._look()
            raise
        self._size += len(content)
        self._length, self._lines, self._is_open = self._size, len(record.entries), False

    def rewrite(self, record: Record[Any], number: int) -> None:
        """Write it anew, with so many answers; OSError if the disk refuses: the old one stands."""
        content = first_answers(record, number).text().encode()
        write_whole(self._path, content)
        self._size = self._length = len(content)
        self._lines, self._is_open = number, False

    def _look(self) -> None:
        """See how long the file is after the disk has refused: what is too much goes next time."""
        with contextlib.suppress(OSError):
            self._length = self._path.stat().st_size
