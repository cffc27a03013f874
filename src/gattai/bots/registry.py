"""Players by name: a person, or a bot with settings.

Settings follow a name, each after a colon: `search:iterations=400:horizon=1`. Values are numbers,
except for styles: `veteran:style=bold`.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache

from gattai import plugins
from gattai.bots.bot import Bot
from gattai.bots.kinds import BUDGETS, BotSpec, Kind, Stop
from gattai.kernel.ruleset import AnyRuleset
from gattai.plugins import Broken, Plugin

PERSON = "person"
GROUP = "gattai.bots"
STYLE = "style"


def _never() -> bool:
    return False


class UnknownPlayer(LookupError):
    """Raised if there is no player of that name."""

    def __init__(self, name: str) -> None:
        near = difflib.get_close_matches(name, names(), n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names())}"
        super().__init__(f"no player {name!r}; {hint}")
        self._made_of = name

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return type(self), (self._made_of,)


class BadSetting(UnknownPlayer):
    """Raised if a bot has no such setting or value."""

    def __init__(self, message: str) -> None:
        LookupError.__init__(self, message)
        self._made_of = message


FORMER = {"looks": "rollouts", "slips": "blunder_rate", "ways": "outcomes"}
"""Setting names until version 0.2, which transcripts and studies may still contain."""


def names() -> tuple[str, ...]:
    """Return the names of all players."""
    return (PERSON, *kinds())


def kinds() -> dict[str, Kind]:
    """Return all bots: those without a level, then the others from the easiest to the hardest."""
    return _kinds(plugins.found(GROUP))[0]


def broken() -> tuple[Broken, ...]:
    """Return the bot plugins that cannot be used."""
    return _kinds(plugins.found(GROUP))[1]


@cache
def _kinds(plugged: tuple[Plugin, ...]) -> tuple[dict[str, Kind], tuple[Broken, ...]]:
    found, wrong = plugins.loaded(plugged, _refused)
    return dict(sorted(found.items(), key=lambda item: (item[1].level, item[0]))), wrong


def _refused(plugin: Plugin, kind: object, others: Mapping[str, object]) -> str:
    if not isinstance(kind, Kind):
        return f"{plugin.value} is no Kind of bot"
    if plugin.name == PERSON or plugin.name in others:
        return "there is another player of that name"
    return ""


def check(name: str) -> str:
    """Return a valid name unchanged; `UnknownPlayer` names the nearest."""
    if name != PERSON:
        _parsed(name)
    return name


def with_rollouts(name: str, rollouts: int) -> str:
    """Return a clock-limited bot with this many rollouts per activation instead; 0 changes nothing.

    >>> with_rollouts("ace", 80), with_rollouts("veteran", 80), with_rollouts("ace", 0)
    ('ace:iterations=0:rollouts=80:seconds=0', 'veteran', 'ace')
    """
    if check(name) == PERSON or not rollouts or not seconds_of(name):
        return name
    kept = [item for item in name.split(":") if _key(item) not in BUDGETS]
    given = {budget: rollouts if budget == "rollouts" else 0 for budget in BUDGETS}
    has = _parsed(name)[0].settings
    changed = ":".join([*kept, *(f"{key}={to}" for key, to in given.items() if key in has)])
    return check(changed)


def seconds_of(name: str) -> float:
    """Return the time limit of a bot in seconds; 0 if it has none.

    >>> seconds_of("ace"), seconds_of("rookie")
    (1, 0)
    """
    return _parsed(name)[1].get("seconds", 0)


def _key(item: str) -> str:
    """Return the current name of the setting in one part of a name."""
    key = item.partition("=")[0]
    return FORMER.get(key, key)


def make(name: str, seed: str, *, rules: AnyRuleset | None = None, stopped: Stop = _never) -> Bot:
    """Make the bot of that name; the seed determines its random numbers.

    `rules` may be left out: a bot derives them from the table it sees. A search ends early with its
    best answer when `stopped` returns true.

    >>> make("randm", "7")
    Traceback (most recent call last):
    gattai.bots.registry.UnknownPlayer: no player 'randm'; did you mean 'random'?
    >>> make("search:speed=9", "7")
    Traceback (most recent call last):
    gattai.bots.registry.BadSetting: search has no setting 'speed'; it has iterations, rollouts, ...
    >>> make("veteran:style=wild", "7")
    Traceback (most recent call last):
    gattai.bots.registry.BadSetting: veteran: style is balanced, careful or bold, not 'wild'
    """
    kind, settings, style = _parsed(name)
    return kind.make(BotSpec(seed, settings, rules, stopped, style))


def _parsed(name: str) -> tuple[Kind, dict[str, float], str]:
    word, *rest = name.split(":")
    kind = kinds().get(word)
    if kind is None:
        raise UnknownPlayer(word)
    settings = dict(kind.settings)
    style = kind.styles[0] if kind.styles else ""
    for item in rest:
        key, text = _key(item), item.partition("=")[2]
        if key == STYLE and kind.styles:
            if text not in kind.styles:
                known = f"{', '.join(kind.styles[:-1])} or {kind.styles[-1]}"
                raise BadSetting(f"{word}: style is {known}, not {text!r}")
            style = text
        elif key in settings:
            settings[key] = _number(word, key, text)
        else:
            can = [*settings, *([STYLE] if kind.styles else [])]
            has = f"it has {', '.join(can)}" if can else "it has none"
            raise BadSetting(f"{word} has no setting {key!r}; {has}")
    budgets = [settings[key] for key in BUDGETS if key in settings]
    if budgets and not any(budgets):
        raise BadSetting(f"{word} needs {', '.join(BUDGETS[:-1])} or {BUDGETS[-1]}")
    return kind, settings, style


def _number(word: str, key: str, text: str) -> float:
    """Return the value of a bot's setting."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1e6:
        raise BadSetting(f"{word}: {key} is a number from 0 to 1000000, not {text!r}")
    return number
