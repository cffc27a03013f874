"""The packs that a visitor has opened: stored with the matches, and used by every worker of the page."""

from __future__ import annotations

import hashlib
import logging
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from gattai import games
from gattai.games.pack_check import likely_game, packs_of
from gattai.server.local.disk import Storage
from gattai.tabletop.content import Pack, PackError, Problem, load_pack

log = logging.getLogger(__name__)

MAX_PACKS = 40
FILE = "pack.toml"


class OpenedPack(Struct, frozen=True):
    """A pack in the list of a page."""

    key: str
    """The hash of its content."""
    game: str
    title: str
    """As the game is called on its cards."""
    version: str
    cards: tuple[str, ...]
    """The ids of its cards."""
    matches: int = 0
    """How many matches list it."""
    problem: str = ""
    """Why it is not used: a new build may know other cards."""


class SentPack(NamedTuple):
    """A pack on its way to the second worker."""

    game: str
    folder: str
    listed: str
    content: bytes


class OpenedPacks:
    """The packs of a page: `packs/GAME/HASH/pack.toml` in its folder. No file is ever changed."""

    def __init__(self, folder: Path, disk: Storage) -> None:
        self.folder = folder / "packs"
        self._disk = disk

    def use(self) -> None:
        """Load the rules with these packs from now on."""
        used: dict[str, dict[Path, str]] = {}
        for path, pack in self._sound():
            used.setdefault(_game(path), {})[path.parent] = listed(pack)
        games.use_packs(used)

    def all(self, matches: Iterable[str] = ()) -> list[OpenedPack]:
        """Return all packs by title. `matches` are the packs that each match lists."""
        lists = [f", {each.rpartition(' (')[0]}, " for each in matches]
        found = []
        for path in self._paths():
            key, game = path.parent.name, _game(path)
            try:
                pack = _read(path)
            except (PackError, LookupError) as problem:
                found.append(OpenedPack(key, game, "A pack", "", (), problem=str(problem.args[0])))
                continue
            cards = tuple(entry.id for entry in pack.entries)
            count = sum(f", {listed(pack)}, " in each for each in lists)
            head = pack.header
            found.append(OpenedPack(key, game, head.title, head.version, cards, count))
        return sorted(found, key=lambda pack: (pack.title, pack.key))

    def add(self, name: str, content: bytes, *, replaces: bool = True) -> tuple[OpenedPack, str]:
        """Store a pack, also return the version that it replaces, if any.

        Raises `PackError` with everything wrong in it, as `gattai packs check` says it; ValueError if there are
        too many packs, or if another version is stored and may not be replaced.
        """
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / FILE
            path.write_bytes(content)
            try:
                folder = likely_game(path)
                pack = folder.checked_file(path)
                former = self._former(folder.game.name, pack.header.id)
                others = (
                    path.parent
                    for path, _ in self._sound()
                    if _game(path) == folder.game.name and path.parent not in former
                )
                folder.game.load((*others, Path(scratch)))
            except PackError as error:
                raise PackError(_named(error, {path.as_posix(): name})) from None
        key = hashlib.sha256(content).hexdigest()[:16]
        target = self.folder / folder.game.name / key
        changed = [each for each in former if each != target]
        if changed and not replaces:
            raise ValueError(f"another version of the pack {pack.header.id!r} is here")
        if len(self._paths()) - len(former) >= MAX_PACKS:
            raise ValueError(f"there are {MAX_PACKS} packs; remove one first")
        target.mkdir(parents=True, exist_ok=True)
        self._disk.write_whole(target / FILE, content)
        for each in changed:
            self._disk.delete(each / FILE)
        self.use()
        made = next(each for each in self.all() if each.key == key)
        return made, former[changed[0]].header.version if changed else ""

    def remove(self, key: str) -> None:
        """Delete a pack. Raises LookupError if there is none."""
        for path in self._paths():
            if path.parent.name == key:
                self._disk.delete(path)
                self.use()
                return
        raise LookupError("there is no such pack")

    def files(self) -> Mapping[str, bytes]:
        """Return the content of all packs by key."""
        return {path.parent.name: path.read_bytes() for path in self._paths()}

    def _former(self, game: str, pack_id: str) -> dict[Path, Pack]:
        return {
            path.parent: pack
            for path, pack in self._sound()
            if _game(path) == game and pack.header.id == pack_id
        }

    def _paths(self) -> list[Path]:
        return sorted(self.folder.glob(f"*/*/{FILE}"))

    def _sound(self) -> Iterator[tuple[Path, Pack]]:
        for path in self._paths():
            try:
                yield path, _read(path)
            except (PackError, LookupError):
                log.warning("%s is left out", path, exc_info=True)


def _read(path: Path) -> Pack:
    """Read a stored pack. Raises `PackError` if it does not fit its game, LookupError if that is not here."""
    folder = packs_of(games.get(_game(path)))
    assert folder is not None, "only a game with packs has stored any"
    return load_pack(path, folder.kinds, check=folder.check)


def _game(path: Path) -> str:
    return path.parent.parent.name


def listed(pack: Pack) -> str:
    """Return a pack as matches list it."""
    return f"{pack.header.id} {pack.header.version}"


def _named(error: PackError, names: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the problems of a pack with the names of files that its author knows."""
    for problem in error.problems:
        message = problem.message
        for path, name in names.items():
            message = message.replace(path, name)
        yield Problem(
            names.get(problem.file, problem.file),
            message,
            problem.line,
            problem.entry,
            problem.field,
            problem.column,
        )


def sent() -> tuple[SentPack, ...]:
    """Return the packs in use, for the second worker."""
    return tuple(
        SentPack(game, str(folder), pack, (folder / FILE).read_bytes())
        for game, folders in games.opened_packs().items()
        for folder, pack in folders.items()
    )


def received(packs: Iterable[SentPack]) -> None:
    """Use the packs of the first worker."""
    used: dict[str, dict[Path, str]] = {}
    for game, name, pack, content in packs:
        folder = Path(name)
        if not (folder / FILE).exists():
            folder.mkdir(parents=True)
            (folder / FILE).write_bytes(content)
        used.setdefault(game, {})[folder] = pack
    if used != games.opened_packs():
        games.use_packs(used)
