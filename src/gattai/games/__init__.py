"""The games: those that came with gattai, and those that other distributions plugged in.

Each has one face (`game.Game`), which is found by an entry point. What is plugged in and broken is
left out and named with its error (`broken`): it brings nothing else down.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gattai import plugins
from gattai.games.game import Game
from gattai.plugins import FAILURES, Broken, Plugin

if TYPE_CHECKING:
    from gattai.kernel.measure import Measures
    from gattai.kernel.ruleset import AnyRuleset
    from gattai.scene.maker import SceneMaker

__all__ = [
    "Game", "UnknownGame", "add", "all_rules", "broken", "find", "get", "load", "measures",
    "names", "scene_maker",
]  # fmt: skip

GROUP = "gattai.games"
PACKS = "gattai.packs"
"""Entry points of this group have the name of a game, and name a package of packs for it."""

_added: dict[str, Game] = {}
_failed: dict[Plugin, Broken] = {}
"""What turned out to be broken when it was used."""


class UnknownGame(LookupError):
    """No game of that name, and the nearest there is."""

    def __init__(self, name: str) -> None:
        near = difflib.get_close_matches(name, names(), n=1, cutoff=0.4)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names())}"
        wrong = [f"; {each}" for each in broken() if each.name == name]
        super().__init__(f"no game {name!r}; {hint}{''.join(wrong)}")
        self.wanted = name

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return type(self), (self.wanted,)


def names() -> tuple[str, ...]:
    """The games that can be played: our own, those that are plugged in, those that were added."""
    return tuple(_all())


def get(name: str) -> Game:
    """The face of a game."""
    found = find(name)
    if found is None:
        raise UnknownGame(name)
    return found


def find(name: str) -> Game | None:
    """The face of a game; None if there is no such game."""
    return _all().get(name)


def load(name: str, user_packs: Iterable[Path] = ()) -> AnyRuleset:
    """A game's rules with its own packs, those plugged in and, after them, the user's folders."""
    return _load(get(name), plugins.found(PACKS), tuple(user_packs))


def scene_maker(name: str) -> SceneMaker:
    """What draws a game; one that fills in no scene, or is not known, is shown by its words."""
    return (find(name) or _NOBODY).maker()


def measures(name: str) -> Measures:
    """What the actions of a game are judged by; nothing, for a game that does not say."""
    return (find(name) or _NOBODY).judged_by()


def add(game: Game) -> None:
    """Let this process know a game that no distribution declares, such as one under construction."""
    _added[game.name] = game


def all_rules(user_packs: Iterable[Path] = ()) -> Iterator[AnyRuleset]:
    """The rules of every game. What is plugged in and cannot be loaded is left out, and `broken`."""
    from gattai.tabletop.problem import PackError

    folders = tuple(user_packs)
    by_name = {plugin.name: plugin for plugin in plugins.found(GROUP)}
    for name in names():
        plugin = by_name.get(name)
        try:
            yield load(name, folders)
        except FAILURES as problem:
            if plugin is None or plugin.is_own or (folders and isinstance(problem, PackError)):
                raise
            _failed[plugin] = Broken.by(plugin, problem)


def broken() -> tuple[Broken, ...]:
    """What was plugged in and cannot be used, as far as it has been tried."""
    plugged = {*plugins.found(GROUP), *plugins.found(PACKS)}
    used = [each for plugin, each in _failed.items() if plugin in plugged]
    homeless = [
        Broken.by(plugin, f"packs for {plugin.name!r}, and there is no such game")
        for plugin in plugins.found(PACKS)
        if plugin.name not in names()
    ]
    return (*_faces(plugins.found(GROUP))[1], *used, *homeless)


def _all() -> Mapping[str, Game]:
    found = _faces(plugins.found(GROUP))[0]
    return {**found, **_added} if _added else found


@cache
def _faces(plugged: tuple[Plugin, ...]) -> tuple[Mapping[str, Game], tuple[Broken, ...]]:
    return plugins.loaded(plugged, _refused)


def _refused(plugin: Plugin, face: Any, others: Mapping[str, Any]) -> str:
    if not isinstance(face, Game):
        return f"{plugin.value} is no Game"
    if face.name != plugin.name:
        return f"the game calls itself {face.name!r}"
    return "there is another game of that name" if face.name in others else ""


@cache
def _load(game: Game, plugged: tuple[Plugin, ...], folders: tuple[Path, ...]) -> AnyRuleset:
    """The rules; packs that are plugged in and do not go with the others are left out."""
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


_NOBODY = Game("nobody", __name__, rules="")
