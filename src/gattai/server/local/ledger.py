"""The file of one match while it is played: a line at its end for every answer, on the disk at once."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from gattai.kernel.record import Record
from gattai.server.local.disk import Changed, write_at, write_whole
from gattai.server.table.journal import first_answers


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
