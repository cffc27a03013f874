"""The file of one match while it is played: a line at its end for every answer, on the disk at once."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gattai.kernel.record import Record
from gattai.kernel.text.transcript import Transcript, end_lines
from gattai.server.local.disk import Changed, write_at, write_whole
from gattai.server.table.journal import Aim, Answered, NotSaved, Row, TakenBack, Written


class Ledger:
    """The file of one match while it is played: each answer is one more line at its end.

    To take back is to write the file anew, beside the old one and then in its place: it is rare, the
    files are small, and so a transcript says what was played and stays what `gattai replay` reads.
    What seats only ask of each other, such as a draw, stands in no file. Nobody else writes here.
    """

    def __init__(self, path: Path, record: Record[Any], size: int | None = None) -> None:
        self.head = 0
        self.path = path
        self._record = record
        self._length = path.stat().st_size
        """How long the file is."""
        self._size = self._length if size is None else size
        """How much of it holds: what comes behind was cut off in the midst of a line."""
        self._is_open = False
        with path.open("rb") as file:
            file.seek(max(0, self._size - 1))
            self._is_open = file.read(1) != b"\n"

    async def append(self, row: Row, aim: Aim, key: str) -> Written:
        """Write one thing down that was done; `NotSaved` if the disk refuses, and then nothing was."""
        try:
            if isinstance(row, TakenBack):
                self._rewrite(row.to)
            else:
                self.put(row.lines if isinstance(row, Answered) else (), aim.over)
        except OSError as problem:
            raise NotSaved(problem.errno, problem.strerror or "the disk refused") from problem
        self.head += 1
        return Written(self.head, key, time.time(), row)

    async def since(self, number: int) -> tuple[Written, ...]:
        """Nothing: nobody else writes here."""
        return ()

    def heard(self, number: int) -> None:
        """Rows come from nowhere else."""

    def put(self, lines: Sequence[str], end: str = "") -> None:
        """Write these lines at its end, and how it ended; OSError if the disk refuses: then nothing was."""
        whole = (*lines, *(end_lines(end, self._record.secret) if end else ()))
        content = "".join(f"{line}\n" for line in whole).encode()
        if not content:
            return
        if self._is_open:
            content = b"\n" + content
        try:
            write_at(self.path, self._size, content, self._length)
        except FileNotFoundError:  # somebody threw it away, and plays on: then it is written again
            self._write(self._record.transcript().text().encode() + content.lstrip(b"\n"))
            return
        except Changed:
            raise
        except OSError:
            self._look()
            raise
        self._size += len(content)
        self._length, self._is_open = self._size, False

    def _rewrite(self, number: int) -> None:
        """Write it anew, with so many answers."""
        whole = self._record.transcript()
        self._write(Transcript(whole.setting, whole.seats, whole.entries[:number]).text().encode())

    def _write(self, content: bytes) -> None:
        write_whole(self.path, content)
        self._size = self._length = len(content)
        self._is_open = False

    def _look(self) -> None:
        """See how long the file is after the disk has refused: what is too much goes next time."""
        with contextlib.suppress(OSError):
            self._length = self.path.stat().st_size
