"""File operations: whole files, appended lines, a lock on a folder. All of them are synced.

Nothing counts as written before it is synced. A failed write leaves the previous content.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from pathlib import Path
from typing import IO, Protocol

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


FAR = 1 << 30
"""Where Windows locks a byte of the file: far beyond what anybody reads of it."""


class Taken(ValueError):
    """Another process has locked the folder."""


class FileChanged(OSError):
    """Another program has written to a file that only this process may write."""


class Storage(Protocol):
    """Writes and deletes files, durably before it returns. This module is one, for folders of the system."""

    def write_whole(self, path: Path, content: bytes) -> None: ...

    def write_at(self, path: Path, place: int, content: bytes, length: int) -> None: ...

    def delete(self, path: Path) -> None: ...


def write_whole(path: Path, content: bytes, mode: int | None = None) -> None:
    """Write a file atomically. Without a mode, only its owner may read it."""
    try:
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as problem:  # report the target file, not the temporary one
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
    """Write at this position of a file and truncate everything after it.

    Raises `FileChanged` if the file does not have the expected length.
    If the disk refuses, what was written is truncated again if possible.
    """
    handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        if os.fstat(handle).st_size != length:
            raise FileChanged(None, "another program has written to the file of this match")
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


def delete(path: Path) -> None:
    """Delete a file."""
    path.unlink()
    sync_folder(path.parent)


def put(handle: int, content: bytes) -> None:
    """Sync the content to the disk."""
    left = memoryview(content)
    while left:
        left = left[os.write(handle, left) :]
    os.fsync(handle)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder, where the system supports it.

    The file already exists under its name: if the disk refuses now,
    nothing is lost unless the power fails too.
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
    """A lock on a folder. It ends with the process."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[str] | None = None

    def take(self) -> None:
        """Take the lock. `Taken` names the process that holds it."""
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
                f"another server{by} uses {self._path.parent}: continue there, stop it, or "
                "choose another folder with --data"
            ) from problem
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        self._file = file

    def give_back(self) -> None:
        """Release the lock for other processes."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _lock(file: IO[str]) -> None:
    if sys.platform == "win32":
        # A locked range cannot be read, not even by a buffer that reads ahead, and others must be able to read the
        # process id.
        file.seek(FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
