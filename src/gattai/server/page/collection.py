"""All matches of a page as one file: a zip archive of their transcripts and seatings, of the own copies of matches by
link, and of the opened packs.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import NamedTuple

import msgspec

from gattai.kernel.running.linked import linked_of
from gattai.kernel.text.transcript import Transcript, parse
from gattai.server.local.by_link import BadLink, OwnCopies, OwnCopy
from gattai.server.local.store import MAX_MATCHES, MAX_TRANSCRIPT, MatchStore
from gattai.server.naming import NAME
from gattai.server.page.packs import MAX_PACKS, OpenedPacks
from gattai.server.table.seating import Seating
from gattai.server.web.reading import Unreadable, summary

FOLDER = PurePosixPath("matches")
BY_LINK = PurePosixPath("by-link")
PACKS = PurePosixPath("packs")
FIXED = (1980, 1, 1, 0, 0, 0)


class Loaded(NamedTuple):
    """How many matches of a file were new or went further, were here already, and could not be read; and new packs."""

    taken: int
    known: int
    unreadable: int
    packs: int = 0

    def __str__(self) -> str:
        parts = [f"Matches loaded: {self.taken}."]
        if self.packs:
            parts.append(f"Packs loaded: {self.packs}.")
        if self.known:
            parts.append(f"Already here: {self.known}.")
        if self.unreadable:
            parts.append(f"Unreadable: {self.unreadable}.")
        return " ".join(parts)


def packed(store: MatchStore, packs: OpenedPacks) -> bytes:
    """Return all matches and packs as one file, the same bytes for the same content."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(store.matches.glob("*")):
            if path.suffix in (".txt", ".json") and NAME.fullmatch(path.stem):
                _put(archive, FOLDER / path.name, path.read_bytes())
        for path in sorted(OwnCopies(store.folder).folder.glob("*.json")):
            _put(archive, BY_LINK / path.name, path.read_bytes())
        for key, content in packs.files().items():
            _put(archive, PACKS / f"{key}.toml", content)
    return buffer.getvalue()


def _put(archive: zipfile.ZipFile, path: PurePosixPath, content: bytes) -> None:
    name = zipfile.ZipInfo(str(path), FIXED)
    name.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(name, content)


def unpacked(
    store: MatchStore, packs: OpenedPacks, saved: bytes, is_open: Callable[[str], bool]
) -> Loaded:
    """Add the matches of a file, and before them its packs, except those of which another version is here.

    A match that is here already is replaced only if the file contains a continuation of it and nobody plays it
    now; a different one of the same name is added under a new name. Raises ValueError if it is no such file.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(saved))
    except zipfile.BadZipFile as problem:
        raise ValueError("this is not a file of saved matches") from problem
    taken = known = unreadable = opened = 0
    with archive:
        names = set(archive.namelist())
        matches = [path for path in map(PurePosixPath, archive.namelist()) if _is_match(path)]
        links = [name for name in sorted(names) if _is_by_link(PurePosixPath(name))]
        cards = [name for name in sorted(names) if _is_pack(PurePosixPath(name))][:MAX_PACKS]
        if not 0 < len(matches) + len(links) + len(cards) <= MAX_MATCHES:
            raise ValueError("this is not a file of saved matches")
        here = packs.files()
        for name in cards:
            if PurePosixPath(name).stem not in here:
                try:
                    packs.add(name, _read(archive, name), replaces=False)
                    opened += 1
                except (ValueError, zipfile.BadZipFile):
                    unreadable += 1
        copies = OwnCopies(store.folder, store.disk)
        for name in links:
            try:
                if _taken(copies, _read(archive, name), is_open):
                    taken += 1
                else:
                    known += 1
            except (BadLink, ValueError, zipfile.BadZipFile):
                unreadable += 1
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
            before = target.read_bytes() if target.exists() else b""
            if before.startswith(content):
                known += 1
            elif content.startswith(before) and not is_open(path.stem):
                store.seat(path.stem, seating)
                store.write(path.stem, text)
                taken += 1
            else:
                store.add(header.game, text, seating)
                taken += 1
    return Loaded(taken, known, unreadable, opened)


def _is_match(path: PurePosixPath) -> bool:
    return path.parent == FOLDER and path.suffix == ".txt" and bool(NAME.fullmatch(path.stem))


def _is_pack(path: PurePosixPath) -> bool:
    return path.parent == PACKS and path.suffix == ".toml"


def _is_by_link(path: PurePosixPath) -> bool:
    return path.parent == BY_LINK and path.suffix == ".json"


def _taken(copies: OwnCopies, content: bytes, is_open: Callable[[str], bool]) -> bool:
    """Add the own copy of a match by link, unless the one here went further. Raises ValueError or `BadLink`.

    An older copy must not return: with it, values of the own dice could be shown for a second course of the match.
    """
    copy = msgspec.json.decode(content, type=OwnCopy)
    match = copy.match()
    path = copies.path(match.dice.ends[match.seat])
    if path.exists() and (is_open(copy.name) or not _continues(copy, copies.read(path))):
        return False
    copies.write(match)
    return True


def _continues(copy: OwnCopy, here: OwnCopy) -> bool:
    """Return whether a copy is further in the same course of a match."""
    there, now = parse(copy.text), parse(here.text)
    is_same = there.entries[: len(now.entries)] == now.entries
    return is_same and _progress(there) > _progress(now)


def _progress(match: Transcript) -> tuple[int, int, int]:
    """Return how far a match by link is: players who joined, answers, values shown."""
    dice = linked_of(match.header.dice, match.values)
    assert dice is not None, "an own copy is one of a match by link"
    return dice.is_complete, len(match.entries), sum(value.number for value in dice.shown)


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return a file of limited size, however it is compressed."""
    with archive.open(name) as file:
        content = file.read(MAX_TRANSCRIPT + 1)
    if len(content) > MAX_TRANSCRIPT:
        raise ValueError(f"{name} is too large")
    return content
