"""Packs of cards: TOML files, checked with care and gathered into a catalogue.

A pack is one file: a `[pack]` header, then arrays of tables such as `[[unit]]`, one table per card,
each with an `id`. A game gives its kinds of card and the struct of each. Later folders may replace
cards of earlier ones, but only if a card says `replaces = true`.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import Path

import msgspec

from gattai.tabletop.pack_file import (
    C,
    Check,
    Kinds,
    Pack,
    PackEntry,
    PackHeader,
    PackReading,
    Vocabulary,
    cards_of,
)
from gattai.tabletop.problem import PackError, Problem, did_you_mean, nearest

__all__ = [
    "Catalogue",
    "Check",
    "PackEntry",
    "Kinds",
    "Pack",
    "PackError",
    "PackHeader",
    "Problem",
    "Vocabulary",
    "did_you_mean",
    "load_pack",
    "load_packs",
    "nearest",
]


class Catalogue(msgspec.Struct, frozen=True, dict=True):
    """The cards of several packs, with replacements applied."""

    packs: tuple[PackHeader, ...]
    entries: tuple[PackEntry, ...]

    def cards(self, kind: str, card_type: type[C]) -> dict[str, C]:
        """Return all cards of a kind by id, in the order of the packs."""
        return cards_of(self.entries, kind, card_type)

    def card(self, kind: str, card_type: type[C], name: str) -> C:
        """Return the card with this id; LookupError names the nearest known one."""
        cards = self.cards(kind, card_type)
        if name not in cards:
            raise LookupError(f"no {kind} {name!r}{did_you_mean(name, list(cards))}")
        return cards[name]

    @property
    def versions(self) -> dict[str, str]:
        """Return the version of each pack, for transcripts."""
        return {header.id: header.version for header in self.packs}

    @property
    def house(self) -> bool:
        """Return whether any pack is our own rather than a publisher's."""
        return any(header.house for header in self.packs)

    @cached_property
    def fingerprint(self) -> str:
        """Return sixteen digits that change if and only if a card changes.

        The order of files and fields and the location of files make no difference.
        """
        content = sorted((entry.kind, entry.id, entry.digest) for entry in self.entries)
        return sha256(msgspec.json.encode(content)).hexdigest()[:16]


def load_pack(
    path: Path | str,
    kinds: Kinds,
    *,
    vocabulary: Vocabulary | None = None,
    check: Check | None = None,
) -> Pack:
    """Return one pack; PackError lists everything wrong with it."""
    reading = PackReading(Path(path), kinds, vocabulary or {}, check)
    if reading.pack is None or reading.problems:
        raise PackError(reading.problems)
    return reading.pack


def load_packs(
    folders: Iterable[Path | str],
    kinds: Kinds,
    *,
    vocabulary: Vocabulary | None = None,
    check: Check | None = None,
) -> Catalogue:
    """Return all packs of some folders, files sorted by name; the built-in folder comes first.

    PackError lists everything wrong with any of them.
    """
    problems: list[Problem] = []
    packs: dict[str, Pack] = {}
    winners: dict[tuple[str, str], PackEntry] = {}
    for folder in (Path(name) for name in folders):
        if not folder.is_dir():
            problems.append(Problem(folder.as_posix(), "no such folder"))
            continue
        earlier = dict(winners)
        for path in sorted(folder.glob("*.toml")):
            reading = PackReading(path, kinds, vocabulary or {}, check)
            if reading.pack:
                _add_pack(reading, reading.pack, packs)
                for entry in reading.pack.entries:
                    _add_entry(entry, reading, winners, earlier)
            problems += reading.problems
    if problems:
        raise PackError(problems)
    return Catalogue(tuple(pack.header for pack in packs.values()), tuple(winners.values()))


def _add_pack(reading: PackReading, pack: Pack, packs: dict[str, Pack]) -> None:
    first = packs.setdefault(pack.header.id, pack)
    if first is not pack:
        message = f"pack {pack.header.id!r} is also in {first.file}"
        reading.complain(("pack",), "pack", [(("id",), message)])


def _add_entry(
    entry: PackEntry,
    reading: PackReading,
    winners: dict[tuple[str, str], PackEntry],
    earlier: Mapping[tuple[str, str], PackEntry],
) -> None:
    """Add a card to those of earlier folders and files, or yield why it cannot be added."""
    key = (entry.kind, entry.id)
    other = winners.get(key)
    from_before = other is not None and earlier.get(key) is other
    if other is None and entry.replaces:
        known = [name for kind, name in earlier if kind == entry.kind]
        message = f"replaces nothing{did_you_mean(entry.id, known)}"
    elif other is None or (from_before and entry.replaces):
        winners[key] = entry
        return
    elif from_before:
        message = f"is already in {other.place}; to replace it, say replaces = true"
    else:  # within one folder nothing says which of the two should win
        message = f"is also in {other.place}"
    problem = Problem(entry.file, message, entry.line, f"{entry.kind} {entry.id!r}")
    reading.problems.append(problem)
