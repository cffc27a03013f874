"""Checks a person's own packs against a game, and finds out for which game a pack is."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from gattai import games
from gattai.games.game import GameDefinition, PackFormat
from gattai.tabletop.content import (
    Catalogue,
    Check,
    Kinds,
    Pack,
    PackEntry,
    PackError,
    Problem,
    did_you_mean,
    load_pack,
    load_packs,
)
from gattai.tabletop.pack_file import read_toml


class PackFolder(NamedTuple):
    """The packs of a game, and how to check others."""

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

    def catalogue(self) -> Catalogue:
        """Return the cards of the game itself."""
        return load_packs([self.own], self.kinds, check=self.check)

    def checked_folder(self, path: Path) -> tuple[PackEntry, ...]:
        """Return the cards in a folder of packs. Raises `PackError` with everything wrong in it."""
        known = {(entry.kind, entry.id, entry.digest) for entry in self.catalogue().entries}
        both = load_packs([self.own, path], self.kinds, check=self.check)
        loose = self.format.loose_ends(both) if self.format.loose_ends else ()
        if loose:
            raise PackError(loose)
        return tuple(e for e in both.entries if (e.kind, e.id, e.digest) not in known)

    def checked_file(self, path: Path) -> Pack:
        """Return the pack in a file. Raises `PackError` with everything wrong in it."""
        own = self.catalogue()
        pack = load_pack(path, self.kinds, check=self.check)
        problems = [p for entry in pack.entries for p in _clash(entry, own)]
        if pack.header.id in own.versions:
            message = f"the game already has a pack {pack.header.id!r}; choose another id"
            problems.insert(0, Problem(pack.file, message, None, "pack", "id"))
        if problems:
            raise PackError(problems)
        return pack


def packs_of(game: GameDefinition) -> PackFolder | None:
    """Return the packs of a game; None for a game without."""
    if game.pack_format is None:
        return None
    return PackFolder(game, game.folder / "packs", game.pack_format())


def likely_game(path: Path) -> PackFolder:
    """Return the packs of the game to which a file fits best. Raises `PackError` if it has no cards of any."""
    content = read_toml(path)
    if isinstance(content, Problem):
        raise PackError([content])
    kinds = [kind for kind in content[0] if kind != "pack"]
    if not kinds:
        raise PackError([Problem(path.as_posix(), "contains no cards")])
    every = [packs for name in games.names() if (packs := packs_of(games.get(name)))]
    fitting = [packs for packs in every if not packs.kinds.keys().isdisjoint(kinds)]
    if not fitting:
        known = sorted({kind for packs in every for kind in packs.kinds})
        raise PackError(
            Problem(
                path.as_posix(),
                f"no such kind of card{did_you_mean(kind, known)}",
                entry=repr(kind),
            )
            for kind in kinds
        )
    return min(fitting, key=lambda packs: _misfit(path, packs))


def _misfit(path: Path, packs: PackFolder) -> int:
    try:
        load_pack(path, packs.kinds, check=packs.check)
    except PackError as error:
        return len(error.problems)
    return 0


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
