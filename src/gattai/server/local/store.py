"""Stores matches on disk, one transcript file per match with one line per answer, and the server's secret key."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from gattai.kernel.text.transcript import Header
from gattai.server.local import disk as files
from gattai.server.local.disk import Lock, Storage
from gattai.server.naming import NAME, readable_name
from gattai.server.table.seating import Seating as Seating
from gattai.server.web.reading import Unreadable, has_variations, summary

MAX_MATCHES = 2_000
MAX_TRANSCRIPT = 8_000_000


class Summary(msgspec.Struct, frozen=True):
    """What the file of a match says in short, or why it cannot be read."""

    match: str
    seating: Seating
    header: Header | None = None
    answers: int = 0
    end: str = ""
    problem: str = ""
    is_analysis: bool = False


def data_folder() -> Path:
    """Return the user's folder for application data."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "gattai"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "gattai"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "gattai"


class MatchStore:
    """The data folder of one server."""

    def __init__(
        self, folder: Path, now: Callable[[], float] = time.time, disk: Storage = files
    ) -> None:
        self.folder = folder
        self.disk = disk
        self._now = now
        """Returns the current time."""
        self.matches = folder / "matches"
        self.aside = folder / "set-aside"
        self.matches.mkdir(parents=True, exist_ok=True)
        self.lock = Lock(folder / "lock")
        """The lock on the folder: two servers would overwrite each other's files."""
        self._summaries: dict[str, tuple[tuple[int, int, int], Summary]] = {}

    def secret(self) -> bytes:
        """Return the secret of all tokens. It survives a restart, so open pages keep working."""
        path = self.folder / "secret"
        with contextlib.suppress(OSError):
            content = path.read_bytes()
            if len(content) == 32:
                return content
        made = secrets.token_bytes(32)
        self.disk.write_whole(path, made)
        return made

    def port(self) -> int:
        """Return the port used last, or 0."""
        try:
            port = int((self.folder / "port").read_text("ascii"))
        except (OSError, ValueError):
            return 0
        return port if 1024 <= port <= 65535 else 0

    def keep_port(self, port: int) -> None:
        """Store the port, so that open pages find the server after a restart."""
        with contextlib.suppress(OSError):
            self.disk.write_whole(self.folder / "port", str(port).encode())

    def new_id(self, game: str) -> str:
        """Return an unused name for a match. Raises ValueError if there are too many."""
        if sum(1 for _ in self.matches.glob("*.txt")) >= MAX_MATCHES:
            raise ValueError(f"{MAX_MATCHES} matches are stored; delete some in the data folder")
        while True:
            made = readable_name(game)
            if not self.path(made).exists():
                return made

    def add(self, game: str, text: str, seating: Seating) -> str:
        """Save a new match; returns its name."""
        match = self.new_id(game)
        self.seat(match, seating)
        self.write(match, text)
        return match

    def path(self, match: str) -> Path:
        """Return the path of a match's file. Raises LookupError for an invalid name."""
        if not NAME.fullmatch(match):
            raise LookupError(f"{match[:60]!r} is not the name of a match")
        return self.matches / f"{match}.txt"

    def write(self, match: str, text: str) -> None:
        """Write a whole transcript."""
        self.disk.write_whole(self.path(match), text.encode())

    def seat(self, match: str, seating: Seating) -> None:
        """Save the seating of a match; an empty one is not written."""
        path = self.path(match).with_suffix(".json")
        if seating != Seating() or path.exists():
            self.disk.write_whole(path, msgspec.json.encode(seating))

    def seating(self, match: str) -> Seating:
        """Return the seating of a match."""
        try:
            text = self.path(match).with_suffix(".json").read_bytes()
            return msgspec.json.decode(text, type=Seating)
        except (OSError, msgspec.DecodeError):
            return Seating()

    def content(self, match: str) -> bytes:
        """Return the bytes of a match's file. Raises LookupError if there is none."""
        try:
            with self.path(match).open("rb") as file:
                content = file.read(MAX_TRANSCRIPT + 1)
        except OSError as problem:
            raise LookupError(f"there is no match {match}") from problem
        if len(content) > MAX_TRANSCRIPT:
            raise Unreadable(f"the file of {match} is too large for a transcript")
        return content

    def text(self, match: str) -> str:
        """Return the text of a match's file, as far as it is text. Raises LookupError if there is none."""
        return self.content(match).decode("utf-8", errors="replace")

    def ago(self, match: str) -> int:
        """Return the seconds since the file was written."""
        try:
            return max(0, round(self._now() - self.path(match).stat().st_mtime))
        except (OSError, LookupError):
            return 0

    def last_played(self, most: int) -> list[Summary]:
        """Return summaries of the matches but puzzles, most recently played first. Unchanged files are not read again."""
        found = []
        for path in self.matches.glob("*.txt"):
            with contextlib.suppress(OSError):
                stat = path.stat()
                found.append((stat.st_mtime_ns, path.stem, stat.st_size))
        found.sort(reverse=True)
        read: dict[str, tuple[tuple[int, int, int], Summary]] = {}
        listed: list[Summary] = []
        for stamp, match in map(self._stamp, found):
            if len(listed) == most:
                break
            summary = self._summary(match, stamp)
            read[match] = stamp, summary
            if not summary.seating.puzzle:
                listed.append(summary)
        self._summaries = read
        return listed

    def _stamp(self, found: tuple[int, str, int]) -> tuple[tuple[int, int, int], str]:
        changed, match, size = found
        seated = 0
        with contextlib.suppress(OSError, LookupError):
            seated = self.path(match).with_suffix(".json").stat().st_mtime_ns
        return (changed, size, seated), match

    def _summary(self, match: str, stamp: tuple[int, int, int]) -> Summary:
        cached = self._summaries.get(match)
        if cached is not None and cached[0] == stamp:
            return cached[1]
        try:
            content = self.content(match)
            header, answers, end = summary(content)
        except (LookupError, ValueError) as problem:
            return Summary(match, Seating(), problem=str(problem.args[0]))
        end, seating = end.partition(" ; ")[0], self.seating(match)
        is_analysis = has_variations(content)
        return Summary(match, seating, header, answers, end, is_analysis=is_analysis)

    def replace(self, match: str, text: str, reason: str) -> None:
        """Replace a damaged transcript and keep the old one.

        The old file is copied first and the new one is written atomically: if the disk refuses,
        nothing changes.
        """
        path = self.path(match)
        self.aside.mkdir(exist_ok=True)
        there = self.aside / f"{match}-{secrets.token_hex(3)}.txt"
        try:
            self.disk.write_whole(there, path.read_bytes())
        except OSError:
            with contextlib.suppress(OSError):
                there.unlink()
            raise
        seating = self.seating(match)
        notice = f"the file of this match was repaired; the old one is {there.parent.name}/{there.name} ({reason})"
        self.seat(match, msgspec.structs.replace(seating, damaged=notice))
        self.write(match, text)
