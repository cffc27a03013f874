"""The file of a match while it is played: one line per answer, synced at once."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from gattai.kernel.record import Record
from gattai.kernel.text.transcript import Transcript, end_lines
from gattai.server.local import disk as files
from gattai.server.local.disk import FileChanged, Storage
from gattai.server.table.journal import Answered, Awaited, NotSaved, Row, TakenBack, Written


class Ledger:
    """Appends every answer to the file of a match.

    Taking back rewrites the file: that is rare and the files are small, so the transcript always shows what
    was played and `gattai replay` can read it.
    Requests between seats, such as a draw offer, are not stored. Nobody else writes to the file.
    """

    def __init__(
        self,
        path: Path,
        record: Record[Struct],
        size: int | None = None,
        disk: Storage = files,
    ) -> None:
        self.head = 0
        self._disk = disk
        self.path = path
        self._record = record
        self._length = path.stat().st_size
        """The length of the file."""
        self._size = self._length if size is None else size
        """The length of the valid part: a line after it was cut off in the middle."""
        self._is_open = False
        with path.open("rb") as file:
            file.seek(max(0, self._size - 1))
            self._is_open = file.read(1) != b"\n"

    async def append(self, row: Row, aim: Awaited, key: str) -> Written:
        """Write one row. Raises `NotSaved` if the disk refuses, and then nothing was written."""
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
        """Return nothing: nobody else writes to this file."""
        return ()

    def heard(self, number: int) -> None:
        """Do nothing: no rows come from elsewhere."""

    def put(self, lines: Sequence[str], end: str = "") -> None:
        """Append lines and the result. Raises OSError if the disk refuses, and then nothing was written."""
        whole = (*lines, *(end_lines(end, self._record.secret) if end else ()))
        content = "".join(f"{line}\n" for line in whole).encode()
        if not content:
            return
        if self._is_open:
            content = b"\n" + content
        try:
            self._disk.write_at(self.path, self._size, content, self._length)
        except FileNotFoundError:  # the file was deleted during the match: write it again
            self._write(self._record.transcript().text().encode() + content.lstrip(b"\n"))
            return
        except FileChanged:
            raise
        except OSError:
            self._look()
            raise
        self._size += len(content)
        self._length, self._is_open = self._size, False

    def _rewrite(self, number: int) -> None:
        """Rewrite the file with this many answers."""
        whole = self._record.transcript()
        self._write(Transcript(whole.header, whole.seats, whole.entries[:number]).text().encode())

    def _write(self, content: bytes) -> None:
        self._disk.write_whole(self.path, content)
        self._size = self._length = len(content)
        self._is_open = False

    def _look(self) -> None:
        """Read the length of the file after a failed write; the surplus is truncated on the next write."""
        with contextlib.suppress(OSError):
            self._length = self.path.stat().st_size
