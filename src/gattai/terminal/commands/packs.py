"""`gattai packs`: checks a user's own packs and lists all problems."""

from __future__ import annotations

from pathlib import Path

import msgspec

from gattai import games
from gattai.games.pack_check import PackFolder, packs_of
from gattai.tabletop.content import PackEntry, PackError, Problem
from gattai.tabletop.pack_schema import pack_schema
from gattai.terminal.complaint import NO, Complaint
from gattai.terminal.printing import print_json, say


def check(path: Path, game: str, *, as_json: bool) -> int:
    """Print every problem, or the content of the packs; the exit code says whether they are valid."""
    folder = folder_of(game)
    if not path.exists():
        raise Complaint(f"{path}: no such file or folder")
    try:
        entries = _checked(path, folder)
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


def _checked(path: Path, folder: PackFolder) -> tuple[PackEntry, ...]:
    if not path.is_dir():
        return folder.checked_file(path).entries
    if not any(path.glob("*.toml")):
        raise PackError([Problem(path.as_posix(), "contains no pack: no file ends in .toml")])
    return folder.checked_folder(path)


def folder_of(name: str) -> PackFolder:
    """Return the packs of a game; raises `Complaint` for a game without."""
    if not name:
        named = [each for each in games.names() if games.get(each).pack_format]
        if len(named) > 1:
            raise Complaint(f"name the game: --game {' or --game '.join(named)}")
        name = named[0]
    game = games.get(name)
    found = packs_of(game)
    if found is None:
        raise Complaint(f"{name} has no packs")
    return found


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
