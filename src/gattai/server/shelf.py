"""Where matches are kept: one transcript file each, whole at every moment, and the table's secret."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from gattai.kernel.position import Diverged
from gattai.kernel.transcript import Transcript, parse

MATCH_ID = re.compile(r"[a-z][a-z0-9-]{0,30}-[a-z0-9]{8}")
MOST_MATCHES = 2_000
MOST_TRANSCRIPT = 8_000_000
_LETTERS = "abcdefghjkmnpqrstvwxyz23456789"


class Seating(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a transcript does not say of a match."""

    guests: tuple[int, ...] = ()
    """The seats of those who play from a place of their own."""
    guided: bool = False
    """Whether a lesson leads it."""
    damaged: str = ""
    """What was found wrong with its file."""
    reaction_seconds: int = 0
    """How long a silent person is waited for who may react in somebody else's turn; 0 is for ever."""
    turn_seconds: int = 0
    """The same for everything else."""


def data_folder() -> Path:
    """The user's folder for what programs keep."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "gattai"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "gattai"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "gattai"


class Shelf:
    """The folder of one table."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.matches = folder / "matches"
        self.aside = folder / "set-aside"
        self.matches.mkdir(parents=True, exist_ok=True)
        self.said: list[str] = []
        """What was found wrong, for whoever started the table."""

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
        """Save a transcript."""
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

    def read(self, match: str) -> Transcript:
        """The transcript of a match. LookupError if there is none; `Diverged` if it is damaged."""
        path = self.path(match)
        try:
            if path.stat().st_size > MOST_TRANSCRIPT:
                raise Diverged(f"{path.name} is too long for a transcript")
            text = path.read_text("utf-8")
        except UnicodeDecodeError as problem:
            raise Diverged(f"{path.name} is no text") from problem
        except OSError as problem:
            raise LookupError(f"there is no match {match}") from problem
        return parse(text)

    def text(self, match: str) -> str:
        """The file of a match, as far as it is text at all. LookupError if there is none."""
        try:
            with self.path(match).open("rb") as file:
                return file.read(MOST_TRANSCRIPT).decode("utf-8", errors="replace")
        except OSError as problem:
            raise LookupError(f"there is no match {match}") from problem

    def all(self) -> Iterator[tuple[str, Transcript | Diverged]]:
        """Every match, the last played first; of a damaged one what is wrong with it."""
        found = [(path.stat().st_mtime, path.stem) for path in self.matches.glob("*.txt")]
        for _, match in sorted(found, reverse=True):
            try:
                yield match, self.read(match)
            except Diverged as problem:
                yield match, problem
            except LookupError:
                continue

    def mend(self, match: str, text: str, reason: str) -> str:
        """Put the damaged file aside, and in its place what could be saved of it."""
        seating = self.seating(match)
        self.set_aside(match, reason)
        said = f"the file of this match was damaged; it goes on from the last whole line ({reason})"
        self.seat(match, msgspec.structs.replace(seating, damaged=said))
        self.write(match, text)
        return said

    def set_aside(self, match: str, reason: str) -> str:
        """Put a damaged file where nobody stumbles over it; the message says where and why."""
        path = self.matches / f"{match}.txt"
        self.aside.mkdir(exist_ok=True)
        there = self.aside / f"{path.stem}-{secrets.token_hex(3)}.txt"
        with contextlib.suppress(OSError):
            path.replace(there)
        said = f"{path.name} is damaged ({reason}); it was put into {there.parent.name}/"
        self.said.append(said)
        print(f"gattai: {said}", file=sys.stderr)
        return said


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, for its owner's eyes only, so that nobody ever finds half of it."""
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(beside).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(beside).unlink()
        raise
