"""Where matches are kept: one transcript file each, a line for every answer; and the table's secret."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from gattai.kernel.text.transcript import Setting
from gattai.server.local.disk import Lock, write_whole
from gattai.server.table.seating import Seating as Seating
from gattai.server.web.reading import Unreadable, summary

MATCH_ID = re.compile(r"[a-z][a-z0-9-]{0,30}-[a-z0-9]{8}")
MOST_MATCHES = 2_000
MOST_TRANSCRIPT = 8_000_000
_LETTERS = "abcdefghjkmnpqrstvwxyz23456789"


class Summary(msgspec.Struct, frozen=True):
    """What stands in a match's file, in a few words; or why it cannot be read."""

    match: str
    seating: Seating
    setting: Setting | None = None
    answers: int = 0
    end: str = ""
    problem: str = ""


def data_folder() -> Path:
    """The user's folder for what programs keep."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "gattai"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "gattai"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "gattai"


class Shelf:
    """The folder of one table."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self._now = now
        """What time it is."""
        self.matches = folder / "matches"
        self.aside = folder / "set-aside"
        self.matches.mkdir(parents=True, exist_ok=True)
        self.lock = Lock(folder / "lock")
        """Whoever serves this folder takes it first: two tables would write over each other."""
        self._summaries: dict[str, tuple[tuple[int, int, int], Summary]] = {}

    def secret(self) -> bytes:
        """What all tokens are made from: the same after a restart, so that open pages go on."""
        path = self.folder / "secret"
        with contextlib.suppress(OSError):
            kept = path.read_bytes()
            if len(kept) == 32:
                return kept
        made = secrets.token_bytes(32)
        write_whole(path, made)
        return made

    def port(self) -> int:
        """The port that was used last; 0 if none was."""
        try:
            port = int((self.folder / "port").read_text("ascii"))
        except (OSError, ValueError):
            return 0
        return port if 1024 <= port <= 65535 else 0

    def keep_port(self, port: int) -> None:
        """Remember the port, for pages that are still open when the table comes back."""
        with contextlib.suppress(OSError):
            write_whole(self.folder / "port", str(port).encode())

    def new_id(self, game: str) -> str:
        """A name for a match that no other has. ValueError if there are too many."""
        if sum(1 for _ in self.matches.glob("*.txt")) >= MOST_MATCHES:
            raise ValueError(f"{MOST_MATCHES} matches are kept; delete some in the data folder")
        while True:
            made = f"{game}-{''.join(secrets.choice(_LETTERS) for _ in range(8))}"
            if not self.path(made).exists():
                return made

    def add(self, game: str, text: str, seating: Seating) -> str:
        """Save a new match; its name."""
        match = self.new_id(game)
        self.seat(match, seating)
        self.write(match, text)
        return match

    def path(self, match: str) -> Path:
        """The file of a match. LookupError for what cannot be the name of one."""
        if not MATCH_ID.fullmatch(match):
            raise LookupError(f"{match[:60]!r} is no name of a match")
        return self.matches / f"{match}.txt"

    def write(self, match: str, text: str) -> None:
        """Save a transcript, all of it."""
        write_whole(self.path(match), text.encode())

    def seat(self, match: str, seating: Seating) -> None:
        """Save what a transcript does not say; nothing is written where there is nothing."""
        path = self.path(match).with_suffix(".json")
        if seating != Seating() or path.exists():
            write_whole(path, msgspec.json.encode(seating))

    def seating(self, match: str) -> Seating:
        """What the transcript does not say."""
        try:
            text = self.path(match).with_suffix(".json").read_bytes()
            return msgspec.json.decode(text, type=Seating)
        except (OSError, msgspec.DecodeError):
            return Seating()

    def content(self, match: str) -> bytes:
        """The file of a match, whatever stands in it. LookupError if there is none."""
        try:
            with self.path(match).open("rb") as file:
                content = file.read(MOST_TRANSCRIPT + 1)
        except OSError as problem:
            raise LookupError(f"there is no match {match}") from problem
        if len(content) > MOST_TRANSCRIPT:
            raise Unreadable(f"the file of {match} is too long for a transcript")
        return content

    def text(self, match: str) -> str:
        """The file of a match, as far as it is text at all. LookupError if there is none."""
        return self.content(match).decode("utf-8", errors="replace")

    def ago(self, match: str) -> int:
        """Seconds since its file was written."""
        try:
            return max(0, round(self._now() - self.path(match).stat().st_mtime))
        except (OSError, LookupError):
            return 0

    def last_played(self, most: int) -> list[Summary]:
        """The matches there are, the last played first. A file that was not touched is not read again."""
        found = []
        for path in self.matches.glob("*.txt"):
            with contextlib.suppress(OSError):
                stat = path.stat()
                found.append((stat.st_mtime_ns, path.stem, stat.st_size))
        found.sort(reverse=True)
        self._summaries = {
            match: (stamp, self._summary(match, stamp))
            for stamp, match in map(self._stamp, found[:most])
        }
        return [told for _, told in self._summaries.values()]

    def _stamp(self, found: tuple[int, str, int]) -> tuple[tuple[int, int, int], str]:
        changed, match, size = found
        seated = 0
        with contextlib.suppress(OSError, LookupError):
            seated = self.path(match).with_suffix(".json").stat().st_mtime_ns
        return (changed, size, seated), match

    def _summary(self, match: str, stamp: tuple[int, int, int]) -> Summary:
        kept = self._summaries.get(match)
        if kept is not None and kept[0] == stamp:
            return kept[1]
        try:
            setting, answers, end = summary(self.content(match))
        except (LookupError, ValueError) as problem:
            return Summary(match, Seating(), problem=str(problem.args[0]))
        return Summary(match, self.seating(match), setting, answers, end.partition(" ; ")[0])

    def replace(self, match: str, text: str, reason: str) -> None:
        """Put another transcript in the place of a file that could not be played on; keep that too.

        The old one is copied first, and the new one takes its place whole: a disk that refuses
        leaves everything as it was.
        """
        path = self.path(match)
        self.aside.mkdir(exist_ok=True)
        there = self.aside / f"{match}-{secrets.token_hex(3)}.txt"
        try:
            write_whole(there, path.read_bytes())
        except OSError:
            with contextlib.suppress(OSError):
                there.unlink()
            raise
        seating = self.seating(match)
        said = f"the file of this match was repaired; the old one is {there.parent.name}/{there.name} ({reason})"
        self.seat(match, msgspec.structs.replace(seating, damaged=said))
        self.write(match, text)
