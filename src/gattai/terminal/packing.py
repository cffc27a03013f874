"""`gattai packs`: packs of a user's own, checked with everything that is wrong listed."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from gattai import games
from gattai.kernel.ruleset import AnyRuleset
from gattai.tabletop.content import (
    Catalogue,
    Entry,
    PackError,
    Problem,
    did_you_mean,
    load_pack,
    load_packs,
    pack_schema,
)
from gattai.terminal.complaint import NO, Complaint
from gattai.terminal.page import print_json, say


def check(path: Path, game: str, *, as_json: bool) -> int:
    """Print every problem, or what the packs hold; the exit code says whether they can be used."""
    rules, module = _module(game)
    if not path.exists():
        raise Complaint(f"{path}: no such file or folder")
    own = load_packs([_own_folder(module)], module.KINDS, check=module.check_card)
    try:
        entries = _entries(path, module, own)
        problems: tuple[Problem, ...] = ()
    except PackError as error:
        entries, problems = (), error.problems
    if as_json:
        cards = [{"kind": e.kind, "id": e.id, "replaces": e.replaces} for e in entries]
        print_json(
            {"game": rules.name, "sound": not problems, "problems": problems, "cards": cards}
        )
    elif problems:
        say(*map(str, problems))
        say(f"{len(problems)} problem{'s' * (len(problems) != 1)} in {path}")
    else:
        say(f"{path}: sound; {_counted(entries)}")
    return NO if problems else 0


def _module(game: str) -> tuple[AnyRuleset, Any]:
    """A game's rules and the module that says which kinds of card it has."""
    if not game:
        if len(games.names()) > 1:
            raise Complaint(f"packs of which game? --game {' or --game '.join(games.names())}")
        game = games.names()[0]
    rules = games.load(game)
    return rules, import_module(type(rules).__module__)


def _own_folder(module: Any) -> Path:
    return Path(module.__file__).parent / "packs"


def _entries(path: Path, module: Any, own: Catalogue) -> tuple[Entry, ...]:
    if path.is_dir():
        if not any(path.glob("*.toml")):
            raise PackError([Problem(path.as_posix(), "holds no pack: no file ends in .toml")])
        known = {(entry.kind, entry.id, entry.digest) for entry in own.entries}
        folders = [_own_folder(module), path]
        both = load_packs(folders, module.KINDS, check=module.check_card)
        # A game may also look at what its cards say of each other.
        loose = module.loose_ends(both) if hasattr(module, "loose_ends") else ()
        if loose:
            raise PackError(loose)
        return tuple(e for e in both.entries if (e.kind, e.id, e.digest) not in known)
    pack = load_pack(path, module.KINDS, check=module.check_card)
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


def print_schema(game: str) -> None:
    """Print the JSON Schema of a game's packs."""
    _, module = _module(game)
    print_json(msgspec.to_builtins(pack_schema(module.KINDS)))
