"""What is asked of the disk: whole files, lines at the end of one, a folder to oneself. All of it synced.

Nothing counts as written before the disk has said so. Whatever fails leaves what was there before.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class Taken(ValueError):
    """Somebody else has the folder."""


class Changed(OSError):
    """Another program has written into a file that was ours alone."""


def write_whole(path: Path, content: bytes, mode: int | None = None) -> None:
    """Write a file so that nobody ever finds half of it; without a mode for its owner's eyes only."""
    try:
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as problem:  # told of the file that is meant, not of the one beside it
        raise type(problem)(problem.errno, problem.strerror, str(path)) from problem
    try:
        try:
            put(handle, content)
        finally:
            os.close(handle)
        if mode is not None:
            Path(beside).chmod(mode)
        Path(beside).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(beside).unlink()
        raise
    sync_folder(path.parent)


def write_at(path: Path, place: int, content: bytes, length: int) -> None:
    """Write from this place of a file on, and cut off whatever stood behind it.

    The file has to be as long as it was when it was last looked at: `Changed` if it is not.
    If the disk refuses, what had been written of it is cut off again, as far as it lets us.
    """
    handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        if os.fstat(handle).st_size != length:
            raise Changed(None, "another program has written into the file of this match")
        try:
            os.ftruncate(handle, place)
            os.lseek(handle, place, os.SEEK_SET)
            put(handle, content)
        except BaseException:
            with contextlib.suppress(OSError):
                os.ftruncate(handle, place)
            raise
    finally:
        os.close(handle)


def put(handle: int, content: bytes) -> None:
    """Have the bytes on the disk itself, not only on their way there."""
    left = memoryview(content)
    while left:
        left = left[os.write(handle, left) :]
    os.fsync(handle)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system can do that.

    The file is there already, under its name, for everybody who looks: a disk that refuses now
    has lost nothing unless the power goes too.
    """
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class Lock:
    """A folder to oneself. It ends with the process, however that ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[str] | None = None

    def take(self) -> None:
        """Have the folder; `Taken` says who has it already."""
        if self._file is not None:
            return
        file = self._path.open("a+", encoding="ascii")
        try:
            _lock(file)
        except OSError as problem:
            file.seek(0)
            who = file.read(40).strip()
            file.close()
            by = f" (process {who})" if who.isdigit() else ""
            raise Taken(
                f"another table{by} is open on {self._path.parent}: go on there, close it, or "
                "choose another folder with --data"
            ) from problem
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        self._file = file

    def give_back(self) -> None:
        """Let others have it."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _lock(file: IO[str]) -> None:
    if sys.platform == "win32":
        file.seek(100)  # what is locked cannot be read, and others want to read who has it
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
