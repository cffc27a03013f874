"""Who can sit on a seat: a person, or a bot by its name.

A name may be followed by settings, each after a colon: `search:iterations=400:horizon=1`. One is a word,
not a number, where a bot has styles: `veteran:style=bold`.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from typing import Any

from gattai import plugins
from gattai.bots.bot import Bot
from gattai.bots.kinds import BUDGETS, Kind, Order, Stop
from gattai.kernel.ruleset import AnyRuleset
from gattai.plugins import Broken, Plugin

PERSON = "person"
GROUP = "gattai.bots"
STYLE = "style"


def _never() -> bool:
    return False


class UnknownPlayer(LookupError):
    """Nobody of that name can sit on a seat."""

    def __init__(self, name: str) -> None:
        near = difflib.get_close_matches(name, names(), n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names())}"
        super().__init__(f"no player {name!r}; {hint}")
        self._made_of = name

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return type(self), (self._made_of,)


class BadSetting(UnknownPlayer):
    """A bot cannot be set like that."""

    def __init__(self, message: str) -> None:
        LookupError.__init__(self, message)
        self._made_of = message


def names() -> tuple[str, ...]:
    """All who can sit on a seat."""
    return (PERSON, *kinds())


def kinds() -> dict[str, Kind]:
    """The bots there are: those without a level, then the others from the easiest to the hardest."""
    return _kinds(plugins.found(GROUP))[0]


def broken() -> tuple[Broken, ...]:
    """What was plugged in as a bot and cannot be used."""
    return _kinds(plugins.found(GROUP))[1]


@cache
def _kinds(plugged: tuple[Plugin, ...]) -> tuple[dict[str, Kind], tuple[Broken, ...]]:
    found, wrong = plugins.loaded(plugged, _refused)
    return dict(sorted(found.items(), key=lambda item: (item[1].level, item[0]))), wrong


def _refused(plugin: Plugin, kind: Any, others: Mapping[str, Any]) -> str:
    if not isinstance(kind, Kind):
        return f"{plugin.value} is no Kind of bot"
    if plugin.name == PERSON or plugin.name in others:
        return "there is another player of that name"
    return ""


def check(name: str) -> str:
    """The name itself; `UnknownPlayer` with the nearest if it is none."""
    if name != PERSON:
        _parsed(name)
    return name


def with_looks(name: str, looks: int) -> str:
    """A bot that thinks by the clock, with so many looks for an activation instead; 0 leaves it.

    >>> with_looks("ace", 80), with_looks("veteran", 80), with_looks("ace", 0)
    ('ace:iterations=0:looks=80:seconds=0', 'veteran', 'ace')
    """
    if check(name) == PERSON or not looks or not seconds_of(name):
        return name
    kept = [item for item in name.split(":") if item.partition("=")[0] not in BUDGETS]
    given = {budget: looks if budget == "looks" else 0 for budget in BUDGETS}
    has = _parsed(name)[0].settings
    changed = ":".join([*kept, *(f"{key}={to}" for key, to in given.items() if key in has)])
    return check(changed)


def seconds_of(name: str) -> float:
    """For how many seconds a bot may think by the clock; 0 for one that does not look at it.

    >>> seconds_of("ace"), seconds_of("rookie")
    (1, 0)
    """
    return _parsed(name)[1].get("seconds", 0)


def make(name: str, seed: str, *, rules: AnyRuleset | None = None, stopped: Stop = _never) -> Bot:
    """The bot of that name; what it draws follows from the seed.

    `rules` may be left out: a bot finds them by the table it sees. A search gives up early, with
    the best it has found, as soon as `stopped` says so.

    >>> make("randm", "7")
    Traceback (most recent call last):
    gattai.bots.registry.UnknownPlayer: no player 'randm'; did you mean 'random'?
    >>> make("search:speed=9", "7")
    Traceback (most recent call last):
    gattai.bots.registry.BadSetting: search has no setting 'speed'; it has iterations, looks, ...
    >>> make("veteran:style=wild", "7")
    Traceback (most recent call last):
    gattai.bots.registry.BadSetting: veteran: style is balanced, careful or bold, not 'wild'
    """
    kind, settings, style = _parsed(name)
    return kind.make(Order(seed, settings, rules, stopped, style))


def _parsed(name: str) -> tuple[Kind, dict[str, float], str]:
    word, *rest = name.split(":")
    kind = kinds().get(word)
    if kind is None:
        raise UnknownPlayer(word)
    settings = dict(kind.settings)
    style = kind.styles[0] if kind.styles else ""
    for item in rest:
        key, _, text = item.partition("=")
        if key == STYLE and kind.styles:
            if text not in kind.styles:
                known = f"{', '.join(kind.styles[:-1])} or {kind.styles[-1]}"
                raise BadSetting(f"{word}: style is {known}, not {text!r}")
            style = text
            continue
        if key not in settings:
            can = [*settings, *([STYLE] if kind.styles else [])]
            has = f"it has {', '.join(can)}" if can else "it has none"
            raise BadSetting(f"{word} has no setting {key!r}; {has}")
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if not 0 <= number <= 1e6:
            raise BadSetting(f"{word}: {key} is a number from 0 to 1000000, not {text!r}")
        settings[key] = number
    budgets = [settings[key] for key in BUDGETS if key in settings]
    if budgets and not any(budgets):
        raise BadSetting(f"{word} needs {', '.join(BUDGETS[:-1])} or {BUDGETS[-1]}")
    return kind, settings, style
