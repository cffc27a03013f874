"""What is plugged in: games, bots and packs, each found by an entry point of its distribution.

    [project.entry-points."gattai.games"]
    dice-duel = "dice_duel:GAME"

Our own are declared in the same way and found in the same way. Only in a source tree, which need not
be installed, they are read from its pyproject.toml: what is installed beside it may be older than the
tree, and then it would be the older list that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

OWN = "gattai"
"""The name of this distribution."""


@dataclass(frozen=True, order=True)
class Plugin:
    """One thing that a distribution adds to gattai."""

    name: str
    value: str
    """Where it is: `module:name`, or a module alone."""
    source: str
    """The distribution, and its version."""

    @property
    def is_own(self) -> bool:
        """Whether it came with gattai itself."""
        return self.source.partition(" ")[0] == OWN

    def load(self) -> Any:
        """The thing itself. Whatever its module raises on being imported is raised here."""
        return resolve(self.value)


@dataclass(frozen=True)
class Broken:
    """Something that was to be plugged in and cannot be used."""

    name: str
    source: str
    why: str

    @classmethod
    def by(cls, plugin: Plugin, problem: BaseException | str) -> Broken:
        """This one, for that reason."""
        why = problem if isinstance(problem, str) else f"{type(problem).__name__}: {problem}"
        return cls(plugin.name, plugin.source, why)

    def __str__(self) -> str:
        return f"{self.name} of {self.source} cannot be used: {self.why}"


FAILURES = (Exception, SystemExit)
"""What a plug-in may raise on being loaded: somebody else's code, so anything."""


def own_version() -> str:
    """Which gattai this is: that of the source tree, or of the installation."""
    here = _source_tree()
    if here is not None:
        return str(here["version"])
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(OWN)
    except PackageNotFoundError:
        return "0"


def resolve(reference: str, package: str | None = None) -> Any:
    """What `module:name` names; the module may be relative to a package, as in `.scene:MAKER`.

    >>> resolve("math:pi")
    3.141592653589793
    """
    module, _, name = reference.partition(":")
    found: Any = import_module(module, package)
    for part in name.split(".") if name else ():
        found = getattr(found, part)
    return found


@cache
def found(group: str) -> tuple[Plugin, ...]:
    """All that is plugged in of a group, such as `gattai.games`: our own first, each by name.

    It is looked for once in a process; `found.cache_clear()` has it looked for again.
    """
    here = _source_tree()
    plugins = {*_installed(group)}
    if here is not None:
        plugins = {each for each in plugins if not each.is_own}
        own = here.get("entry-points", {}).get(group, {})
        plugins |= {Plugin(name, value, f"{OWN} {here['version']}") for name, value in own.items()}
    return tuple(sorted(plugins, key=lambda each: (not each.is_own, each)))


def loaded(
    plugged: Iterable[Plugin], refused: Callable[[Plugin, Any, Mapping[str, Any]], str]
) -> tuple[dict[str, Any], tuple[Broken, ...]]:
    """What these are, by name, and those that cannot be used.

    `refused` says why a thing cannot be used, given those that can; empty if it can. What is our own and does not load is a fault of ours, and raised.
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
def _source_tree() -> dict[str, Any] | None:
    """What the pyproject.toml of our own source tree says of the project; None if this is not one."""
    source = Path(__file__).resolve().parents[1]
    file = source.parent / "pyproject.toml"
    if source.name != "src" or not file.is_file():
        return None
    import tomllib

    project: dict[str, Any] = tomllib.loads(file.read_text("utf-8")).get("project", {})
    return project if project.get("name") == OWN else None
