"""All games: those of gattai, and those that other distributions plug in.

Each has one face (`game.Game`), which is found by an entry point. Broken plugins are
left out and listed with their errors (`broken`); they do not affect other games.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from gattai import plugins
from gattai.games.game import GameDefinition
from gattai.plugins import FAILURES, Broken, Plugin

if TYPE_CHECKING:
    from gattai.kernel.measure import Measures
    from gattai.kernel.ruleset import AnyRuleset
    from gattai.scene.maker import SceneMaker

__all__ = [
    "GameDefinition", "UnknownGame", "add", "all_rules", "broken", "find", "fitting", "get", "load", "load_as_listed",
    "load_fitting", "measures", "names", "opened_packs", "scene_maker", "use_packs",
]  # fmt: skip

GROUP = "gattai.games"
PACKS = "gattai.packs"
"""The group of entry points that name a package of packs for a game."""

_added: dict[str, GameDefinition] = {}
_failed: dict[Plugin, Broken] = {}
"""The plugins that failed when they were used."""
_opened: dict[str, dict[Path, str]] = {}
"""The packs opened in this process, by game: their folders, and how a match lists each."""


class UnknownGame(LookupError):
    """There is no game of that name; names the nearest one."""

    def __init__(self, name: str) -> None:
        near = difflib.get_close_matches(name, names(), n=1, cutoff=0.4)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names())}"
        wrong = [f"; {each}" for each in broken() if each.name == name]
        super().__init__(f"no game {name!r}; {hint}{''.join(wrong)}")
        self.wanted = name

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return type(self), (self.wanted,)


def names() -> tuple[str, ...]:
    """The names of all games: built in, plugged in, or added."""
    return tuple(_all())


def get(name: str) -> GameDefinition:
    """Return the definition of a game."""
    found = find(name)
    if found is None:
        raise UnknownGame(name)
    return found


def find(name: str) -> GameDefinition | None:
    """Return the definition of a game, or None if there is no such game."""
    return _all().get(name)


def load(name: str, user_packs: Iterable[Path] = ()) -> AnyRuleset:
    """Load a game's rules with its own packs, those plugged in and, last, the user's folders."""
    return _load_with(name, tuple(_opened.get(name, ())), tuple(user_packs))


def load_fitting(name: str, user_packs: Iterable[Path] = ()) -> AnyRuleset:
    """Load a game's rules with those of the user's folders that are not for another game."""
    return load(name, fitting(name, user_packs))


def fitting(name: str, user_packs: Iterable[Path]) -> tuple[Path, ...]:
    """Return the user's folders without those for other games. One that fits no game stays, and is refused."""
    return tuple(
        folder for folder in user_packs if _fits(name, folder) or not _fits_another(folder)
    )


def load_as_listed(name: str, listed: str, user_packs: Iterable[Path] = ()) -> AnyRuleset:
    """Load a game's rules with only those opened packs that a match lists in its head."""
    packs = f", {listed.rpartition(' (')[0]}, "
    opened = (folder for folder, pack in _opened.get(name, {}).items() if f", {pack}, " in packs)
    return _load_with(name, tuple(opened), fitting(name, user_packs))


def use_packs(packs: Mapping[str, Mapping[Path, str]]) -> None:
    """From now on, load each game with these packs too, instead of those opened before.

    Each pack is a folder, whose content never changes, with its id and version as matches list them.
    """
    _opened.clear()
    for game, folders in packs.items():
        # Always in the same order, in which matches list them.
        _opened[game] = dict(sorted(folders.items(), key=lambda each: each[1]))


def opened_packs() -> Mapping[str, Mapping[Path, str]]:
    """Return what `use_packs` was told."""
    return _opened


def scene_maker(name: str) -> SceneMaker:
    """Return the scene maker of a game; games without one are shown by their words."""
    return (find(name) or _NOBODY).maker()


def measures(name: str) -> Measures:
    """Return the measures of a game's actions; empty if it defines none."""
    return (find(name) or _NOBODY).judged_by()


def add(game: GameDefinition) -> None:
    """Register a game that no distribution declares, such as one under construction."""
    _added[game.name] = game


def all_rules(user_packs: Iterable[Path] = ()) -> Iterator[AnyRuleset]:
    """The rules of every game. What is plugged in and cannot be loaded is left out, and `broken`."""
    from gattai.tabletop.problem import PackError

    folders = tuple(user_packs)
    by_name = {plugin.name: plugin for plugin in plugins.found(GROUP)}
    for name in names():
        plugin = by_name.get(name)
        try:
            yield load_fitting(name, folders)
        except FAILURES as problem:
            if plugin is None or plugin.is_own or (folders and isinstance(problem, PackError)):
                raise
            _failed[plugin] = Broken.by(plugin, problem)


def broken() -> tuple[Broken, ...]:
    """The plugins that cannot be used, of those tried so far."""
    plugged = {*plugins.found(GROUP), *plugins.found(PACKS)}
    used = [each for plugin, each in _failed.items() if plugin in plugged]
    homeless = [
        Broken.by(plugin, f"packs for {plugin.name!r}, and there is no such game")
        for plugin in plugins.found(PACKS)
        if plugin.name not in names()
    ]
    return (*_faces(plugins.found(GROUP))[1], *used, *homeless)


def _all() -> Mapping[str, GameDefinition]:
    found = _faces(plugins.found(GROUP))[0]
    return {**found, **_added} if _added else found


@cache
def _faces(plugged: tuple[Plugin, ...]) -> tuple[Mapping[str, GameDefinition], tuple[Broken, ...]]:
    return plugins.loaded(plugged, _refused)


def _refused(plugin: Plugin, face: object, others: Mapping[str, object]) -> str:
    if not isinstance(face, GameDefinition):
        return f"{plugin.value} is not a GameDefinition"
    rules: object = face.rules
    if not callable(rules):
        return "its parts are strings; since 0.3 each is a function that imports what it returns"
    if face.name != plugin.name:
        return f"the game calls itself {face.name!r}"
    return "there is another game of that name" if face.name in others else ""


def _load_with(name: str, opened: tuple[Path, ...], folders: tuple[Path, ...]) -> AnyRuleset:
    """Load the rules; opened packs that do not fit them, as after an update, are left out from then on."""
    from gattai.tabletop.problem import PackError

    game, plugged = get(name), plugins.found(PACKS)
    if opened:
        try:
            return _load(game, plugged, (*opened, *folders))
        except PackError:
            _opened.pop(name, None)
    return _load(game, plugged, folders)


@cache
def _fits(name: str, folder: Path) -> bool:
    from gattai.tabletop.problem import PackError

    try:
        _load(get(name), (), (folder,))
    except PackError:
        return False
    return True


def _fits_another(folder: Path) -> bool:
    with_packs = (name for name in names() if get(name).pack_format is not None)
    return any(_fits(name, folder) for name in with_packs)


@cache
def _load(
    game: GameDefinition, plugged: tuple[Plugin, ...], folders: tuple[Path, ...]
) -> AnyRuleset:
    """Load the rules; plugged-in packs that do not fit the others are left out."""
    sound: tuple[Path, ...] = ()
    for plugin in plugged:
        if plugin.name == game.name:
            try:
                more = tuple(Path(each) for each in plugin.load().__path__)
                game.load((*sound, *more))
            except FAILURES as problem:
                _failed[plugin] = Broken.by(plugin, problem)
            else:
                sound = (*sound, *more)
    return game.load((*sound, *folders))


def _no_rules(packs: tuple[Path, ...]) -> AnyRuleset:
    raise UnknownGame(_NOBODY.name)


_NOBODY = GameDefinition("nobody", __name__, _no_rules)
