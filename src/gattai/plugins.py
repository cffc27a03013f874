"""Plugins: games, bots and packs, found by the entry points of their distributions.

    [project.entry-points."gattai.games"]
    dice-duel = "dice_duel:GAME"

Our own plugins are declared and found in the same way. A source tree need not be installed: there
they are read from its pyproject.toml, because an installed version may be older than the tree.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypedDict

log = logging.getLogger(__name__)

OWN = "gattai"
"""The name of this distribution."""


_Project = TypedDict(
    "_Project",
    {"name": str, "version": str, "entry-points": dict[str, dict[str, str]]},
    total=False,
)


@dataclass(frozen=True, order=True)
class Plugin:
    """One plugin of a distribution."""

    name: str
    value: str
    """Its location: `module:name`, or a module alone."""
    source: str
    """The distribution and its version."""

    @property
    def is_own(self) -> bool:
        """Return whether it came with gattai itself."""
        return self.source.partition(" ")[0] == OWN

    def load(self) -> Any:
        """Import and return the object; errors of the import are raised here."""
        return resolve(self.value)


@dataclass(frozen=True)
class Broken:
    """A plugin that cannot be used."""

    name: str
    source: str
    why: str

    @classmethod
    def by(cls, plugin: Plugin, problem: BaseException | str) -> Broken:
        """Make and log a broken plugin with its reason."""
        if isinstance(problem, BaseException):
            log.info("%s of %s cannot be used", plugin.name, plugin.source, exc_info=problem)
        why = problem if isinstance(problem, str) else f"{type(problem).__name__}: {problem}"
        return cls(plugin.name, plugin.source, why)

    def __str__(self) -> str:
        return f"{self.name} of {self.source} cannot be used: {self.why}"


FAILURES = (Exception, SystemExit)
"""The errors that loading a plugin may raise: anything, because it is foreign code."""


def own_version() -> str:
    """Return the version of gattai: of the source tree, or of the installation."""
    here = _source_tree()
    if here is not None:
        return str(here["version"])
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(OWN)
    except PackageNotFoundError:
        return "0"


def resolve(reference: str, package: str | None = None) -> Any:
    """Return the object named by `module:name`; the module may be relative, as in `.scene:MAKER`.

    >>> resolve("math:pi")
    3.141592653589793
    """
    module, _, name = reference.partition(":")
    found: object = import_module(module, package)
    for part in name.split(".") if name else ():
        found = getattr(found, part)
    return found


@cache
def found(group: str) -> tuple[Plugin, ...]:
    """Return all plugins of a group, such as `gattai.games`, by name: our own first.

    The result is cached per process; `found.cache_clear()` clears it.
    """
    here = _source_tree()
    plugins = {*_installed(group)}
    if here is not None:
        plugins = {each for each in plugins if not each.is_own}
        own = here.get("entry-points", {}).get(group, {})
        plugins |= {Plugin(name, value, f"{OWN} {here['version']}") for name, value in own.items()}
    return tuple(sorted(plugins, key=lambda each: (not each.is_own, each)))


def loaded(
    plugged: Iterable[Plugin], refused: Callable[[Plugin, object, Mapping[str, object]], str]
) -> tuple[dict[str, Any], tuple[Broken, ...]]:
    """Return the loaded plugins by name, and the broken ones.

    `refused` returns why an object cannot be used, given the usable ones so far; empty if it can. A
    plugin of our own that does not load is a bug, so its error is raised.
    """
    things: dict[str, Any] = {}
    wrong: list[Broken] = []
    for plugin in plugged:
        try:
            thing = plugin.load()
        except FAILURES as problem:
            if plugin.is_own:
                raise
            wrong.append(Broken.by(plugin, problem))
            continue
        if why := refused(plugin, thing, things):
            wrong.append(Broken.by(plugin, why))
        else:
            things[plugin.name] = thing
    return things, tuple(wrong)


def _installed(group: str) -> Iterator[Plugin]:
    from importlib.metadata import entry_points  # takes longer than all the rest of this module

    for entry in entry_points(group=group):
        about = entry.dist
        source = "somebody unknown" if about is None else f"{about.name} {about.version}"
        yield Plugin(entry.name, entry.value, source)


@cache
def _source_tree() -> _Project | None:
    """Return the project table of our source tree's pyproject.toml; None outside a source tree."""
    source = Path(__file__).resolve().parents[1]
    file = source.parent / "pyproject.toml"
    if source.name != "src" or not file.is_file():
        return None
    import tomllib

    project: _Project = tomllib.loads(file.read_text("utf-8")).get("project", {})
    return project if project.get("name") == OWN else None
