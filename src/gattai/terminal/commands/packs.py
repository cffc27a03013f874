"""`gattai packs`: checks a user's own packs and lists all problems."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from gattai import games
from gattai.games.game import GameDefinition, PackFormat
from gattai.tabletop.content import (
    Catalogue,
    Check,
    Kinds,
    PackEntry,
    PackError,
    Problem,
    did_you_mean,
    load_pack,
    load_packs,
)
from gattai.tabletop.pack_schema import pack_schema
from gattai.terminal.complaint import NO, Complaint
from gattai.terminal.printing import print_json, say


def check(path: Path, game: str, *, as_json: bool) -> int:
    """Print every problem, or the content of the packs; the exit code says whether they are valid."""
    folder = folder_of(game)
    if not path.exists():
        raise Complaint(f"{path}: no such file or folder")
    own = load_packs([folder.own], folder.kinds, check=folder.check)
    try:
        entries = _entries(path, folder, own)
        problems: tuple[Problem, ...] = ()
    except PackError as error:
        entries, problems = (), error.problems
    if as_json:
        cards = [{"kind": e.kind, "id": e.id, "replaces": e.replaces} for e in entries]
        print_json(
            {"game": folder.game.name, "sound": not problems, "problems": problems, "cards": cards}
        )
    elif problems:
        say(*map(str, problems))
        say(f"{len(problems)} problem{'s' * (len(problems) != 1)} in {path}")
    else:
        say(f"{path}: valid; {_counted(entries)}")
    return NO if problems else 0


class PackFolder(NamedTuple):
    """The packs of a game, and how to check them."""

    game: GameDefinition
    own: Path
    format: PackFormat

    @property
    def kinds(self) -> Kinds:
        """The kinds of cards that packs may contain."""
        return self.format.kinds

    @property
    def check(self) -> Check | None:
        """The checks of a card beyond its types."""
        return self.format.check_card


def folder_of(name: str) -> PackFolder:
    """Return the packs of a game; raises `Complaint` for a game without."""
    if not name:
        named = [each for each in games.names() if games.get(each).pack_format]
        if len(named) > 1:
            raise Complaint(f"name the game: --game {' or --game '.join(named)}")
        name = named[0]
    game = games.get(name)
    if game.pack_format is None:
        raise Complaint(f"{name} has no packs")
    return PackFolder(game, game.folder / "packs", game.pack_format())


def _entries(path: Path, folder: PackFolder, own: Catalogue) -> tuple[PackEntry, ...]:
    if path.is_dir():
        if not any(path.glob("*.toml")):
            raise PackError([Problem(path.as_posix(), "contains no pack: no file ends in .toml")])
        known = {(entry.kind, entry.id, entry.digest) for entry in own.entries}
        both = load_packs([folder.own, path], folder.kinds, check=folder.check)
        loose = folder.format.loose_ends(both) if folder.format.loose_ends else ()
        if loose:
            raise PackError(loose)
        return tuple(e for e in both.entries if (e.kind, e.id, e.digest) not in known)
    pack = load_pack(path, folder.kinds, check=folder.check)
    problems = [p for entry in pack.entries for p in _clash(entry, own)]
    if pack.header.id in own.versions:
        message = f"the game already has a pack {pack.header.id!r}; choose another id"
        problems.insert(0, Problem(pack.file, message, None, "pack", "id"))
    if problems:
        raise PackError(problems)
    return pack.entries


def _clash(entry: PackEntry, own: Catalogue) -> list[Problem]:
    """Return conflicts of a card with the game's own packs."""
    subject = f"{entry.kind} {entry.id!r}"
    known = [other.id for other in own.entries if other.kind == entry.kind]
    if entry.id in known and not entry.replaces:
        message = "the game already has one; to replace it, add replaces = true"
    elif entry.id not in known and entry.replaces:
        message = f"replaces nothing{did_you_mean(entry.id, known)}"
    else:
        return []
    return [Problem(entry.file, message, entry.line, subject)]


def _counted(entries: tuple[PackEntry, ...]) -> str:
    kinds: dict[str, list[str]] = {}
    for entry in entries:
        kinds.setdefault(entry.kind, []).append(f"{entry.id}{' (replaced)' * entry.replaces}")
    return "; ".join(f"{kind}: {', '.join(ids)}" for kind, ids in kinds.items()) or "no cards"


def schema_of(name: str) -> dict[str, object]:
    """Return the JSON Schema of a game's packs."""
    folder = folder_of(name)
    game = folder.game
    game.load()  # keywords are registered when the rules load
    return pack_schema(folder.kinds, folder.format.words(), f"Packs of {game.name}")


def print_schema(game: str) -> None:
    """Print the JSON Schema of a game's packs."""
    print_json(msgspec.to_builtins(schema_of(game)))
