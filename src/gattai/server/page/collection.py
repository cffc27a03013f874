"""All matches of a page as one file: a zip archive of their transcripts and seatings."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import NamedTuple

import msgspec

from gattai.server.local.store import MATCH_ID, MAX_MATCHES, MAX_TRANSCRIPT, MatchStore
from gattai.server.table.seating import Seating
from gattai.server.web.reading import Unreadable, summary

FOLDER = PurePosixPath("matches")
FIXED = (1980, 1, 1, 0, 0, 0)


class Loaded(NamedTuple):
    """How many matches of a file were new or went further, were here already, and could not be read."""

    taken: int
    known: int
    unreadable: int

    def __str__(self) -> str:
        parts = [f"Matches loaded: {self.taken}."]
        if self.known:
            parts.append(f"Already here: {self.known}.")
        if self.unreadable:
            parts.append(f"Unreadable: {self.unreadable}.")
        return " ".join(parts)


def packed(store: MatchStore) -> bytes:
    """Return all matches as one file, the same bytes for the same matches."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(store.matches.glob("*")):
            if path.suffix in (".txt", ".json") and MATCH_ID.fullmatch(path.stem):
                name = zipfile.ZipInfo(str(FOLDER / path.name), FIXED)
                name.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(name, path.read_bytes())
    return buffer.getvalue()


def unpacked(store: MatchStore, saved: bytes, is_open: Callable[[str], bool]) -> Loaded:
    """Add the matches of a file.

    A match that is here already is replaced only if the file contains a continuation of it and nobody plays it
    now; a different one of the same name is added under a new name. Raises ValueError if it is no such file.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(saved))
    except zipfile.BadZipFile as problem:
        raise ValueError("this is not a file of saved matches") from problem
    taken = known = unreadable = 0
    with archive:
        names = set(archive.namelist())
        matches = [path for path in map(PurePosixPath, archive.namelist()) if _is_match(path)]
        if not matches or len(matches) > MAX_MATCHES:
            raise ValueError("this is not a file of saved matches")
        for path in matches:
            try:
                content = _read(archive, str(path))
                text = content.decode()
                header, _, _ = summary(content)
                seats = str(path.with_suffix(".json"))
                seating = Seating()
                if seats in names:
                    seating = msgspec.json.decode(_read(archive, seats), type=Seating)
            except (Unreadable, ValueError, zipfile.BadZipFile):
                unreadable += 1
                continue
            target = store.path(path.stem)
            here = target.read_bytes() if target.exists() else b""
            if here.startswith(content):
                known += 1
            elif content.startswith(here) and not is_open(path.stem):
                store.seat(path.stem, seating)
                store.write(path.stem, text)
                taken += 1
            else:
                store.add(header.game, text, seating)
                taken += 1
    return Loaded(taken, known, unreadable)


def _is_match(path: PurePosixPath) -> bool:
    return path.parent == FOLDER and path.suffix == ".txt" and bool(MATCH_ID.fullmatch(path.stem))


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return a file of limited size, however it is compressed."""
    with archive.open(name) as file:
        content = file.read(MAX_TRANSCRIPT + 1)
    if len(content) > MAX_TRANSCRIPT:
        raise ValueError(f"{name} is too large")
    return content
