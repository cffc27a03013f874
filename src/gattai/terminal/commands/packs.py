"""`gattai packs`: packs of a user's own, checked with everything that is wrong listed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from gattai import games
from gattai.games.game import Game
from gattai.tabletop.content import (
    Catalogue,
    Check,
    Entry,
    Kinds,
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
    """Print every problem, or what the packs hold; the exit code says whether they can be used."""
    shelf = shelf_of(game)
    if not path.exists():
        raise Complaint(f"{path}: no such file or folder")
    own = load_packs([shelf.own], shelf.kinds, check=shelf.check)
    try:
        entries = _entries(path, shelf, own)
        problems: tuple[Problem, ...] = ()
    except PackError as error:
        entries, problems = (), error.problems
    if as_json:
        cards = [{"kind": e.kind, "id": e.id, "replaces": e.replaces} for e in entries]
        print_json(
            {"game": shelf.game.name, "sound": not problems, "problems": problems, "cards": cards}
        )
    elif problems:
        say(*map(str, problems))
        say(f"{len(problems)} problem{'s' * (len(problems) != 1)} in {path}")
    else:
        say(f"{path}: sound; {_counted(entries)}")
    return NO if problems else 0


class Shelf(NamedTuple):
    """Where the packs of a game are, and what makes a pack of it sound."""

    game: Game
    own: Path
    kinds: Kinds
    check: Check | None
    loose_ends: Callable[[Catalogue], Sequence[Problem]] | None
    """A game may also look at what its cards say of each other."""


def shelf_of(name: str) -> Shelf:
    """Where the packs of a game are; `Complaint` for a game without."""
    if not name:
        named = [each for each in games.names() if games.get(each).kinds]
        if len(named) > 1:
            raise Complaint(f"packs of which game? --game {' or --game '.join(named)}")
        name = named[0]
    game = games.get(name)
    if not game.kinds:
        raise Complaint(f"{name} has no packs")
    return Shelf(
        game,
        game.folder / "packs",
        game.part(game.kinds),
        game.part(game.check_card) if game.check_card else None,
        game.part(game.loose_ends) if game.loose_ends else None,
    )


def _entries(path: Path, shelf: Shelf, own: Catalogue) -> tuple[Entry, ...]:
    if path.is_dir():
        if not any(path.glob("*.toml")):
            raise PackError([Problem(path.as_posix(), "holds no pack: no file ends in .toml")])
        known = {(entry.kind, entry.id, entry.digest) for entry in own.entries}
        both = load_packs([shelf.own, path], shelf.kinds, check=shelf.check)
        loose = shelf.loose_ends(both) if shelf.loose_ends else ()
        if loose:
            raise PackError(loose)
        return tuple(e for e in both.entries if (e.kind, e.id, e.digest) not in known)
    pack = load_pack(path, shelf.kinds, check=shelf.check)
    problems = [p for entry in pack.entries for p in _clash(entry, own)]
    if pack.header.id in own.versions:
        message = f"the game has a pack {pack.header.id!r} of its own; choose another id"
        problems.insert(0, Problem(pack.file, message, None, "pack", "id"))
    if problems:
        raise PackError(problems)
    return pack.entries


def _clash(entry: Entry, own: Catalogue) -> list[Problem]:
    """What a card would run into beside the game's own packs."""
    subject = f"{entry.kind} {entry.id!r}"
    known = [other.id for other in own.entries if other.kind == entry.kind]
    if entry.id in known and not entry.replaces:
        message = "the game has one already; to replace it, say replaces = true"
    elif entry.id not in known and entry.replaces:
        message = f"replaces nothing{did_you_mean(entry.id, known)}"
    else:
        return []
    return [Problem(entry.file, message, entry.line, subject)]


def _counted(entries: tuple[Entry, ...]) -> str:
    kinds: dict[str, list[str]] = {}
    for entry in entries:
        kinds.setdefault(entry.kind, []).append(f"{entry.id}{' (replaced)' * entry.replaces}")
    return "; ".join(f"{kind}: {', '.join(ids)}" for kind, ids in kinds.items()) or "no cards"


def schema_of(name: str) -> dict[str, object]:
    """The JSON Schema of a game's packs."""
    shelf = shelf_of(name)
    game = shelf.game
    game.part(game.rules)  # every keyword is known once the rules are
    words = game.part(game.words)() if game.words else {}
    return pack_schema(shelf.kinds, words, f"Packs of {game.name}")


def print_schema(game: str) -> None:
    """Print it."""
    print_json(msgspec.to_builtins(schema_of(game)))
