"""Who can sit on a seat: a person, or a bot by its name.

A name may be followed by settings, each after a colon: `search:iterations=400:horizon=1`.
"""

from __future__ import annotations

import difflib
import random
import time
from collections.abc import Callable, Mapping

import msgspec

from gattai.bots.bot import Bot
from gattai.bots.greedy import GreedyBot
from gattai.bots.random_bot import RandomBot
from gattai.bots.search import SearchBot
from gattai.kernel.ruleset import AnyRuleset

PERSON = "person"

Settings = Mapping[str, float]
Stop = Callable[[], bool]


def _never() -> bool:
    return False


class Kind(msgspec.Struct, frozen=True):
    """A bot that can be had: how it plays, and what can be set."""

    about: str
    plays: str
    """random, greedy or search."""
    settings: dict[str, float] = {}
    """What can be set, and what it is if nobody sets it."""


BUDGETS = ("iterations", "looks", "seconds")
"""How a search is told when to stop."""
_GREEDY: dict[str, float] = {"closely": 8, "slips": 0}
_SEARCH: dict[str, float] = {
    "iterations": 0,
    "looks": 0,
    "seconds": 0,
    "horizon": 0,
    "width": 6,
    "tree": 0,
    "plans": 0,
}
_KINDS: dict[str, Kind] = {
    "random": Kind("any option, each as likely", "random"),
    "greedy": Kind("the best expected worth of one answer", "greedy", _GREEDY),
    "search": Kind(
        "looks ahead by Monte Carlo tree search", "search", {**_SEARCH, "iterations": 200}
    ),
    "rookie": Kind(
        "greedy, but every third answer is just one of its better ideas",
        "greedy",
        {"closely": 4, "slips": 35},
    ),
    "veteran": Kind("greedy at its best", "greedy", _GREEDY),
    "ace": Kind("search, a second for a whole activation", "search", {**_SEARCH, "seconds": 1}),
}


class UnknownPlayer(LookupError):
    """Nobody of that name can sit on a seat."""

    def __init__(self, name: str) -> None:
        near = difflib.get_close_matches(name, names(), n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names())}"
        super().__init__(f"no player {name!r}; {hint}")


class BadSetting(UnknownPlayer):
    """A bot cannot be set like that."""

    def __init__(self, message: str) -> None:
        LookupError.__init__(self, message)


def names() -> tuple[str, ...]:
    """All who can sit on a seat."""
    return (PERSON, *_KINDS)


def kinds() -> dict[str, Kind]:
    """The bots there are."""
    return dict(_KINDS)


def check(name: str) -> str:
    """The name itself; `UnknownPlayer` with the nearest if it is none."""
    if name != PERSON:
        _parsed(name)
    return name


def with_looks(name: str, looks: int) -> str:
    """A bot that searches, with so many looks for an activation instead of its budget; 0 leaves it.

    >>> with_looks("ace", 80), with_looks("greedy", 80), with_looks("ace", 0)
    ('ace:iterations=0:looks=80:seconds=0', 'greedy', 'ace')
    """
    if check(name) == PERSON or not looks or _parsed(name)[0].plays != "search":
        return name
    kept = [item for item in name.split(":") if item.partition("=")[0] not in BUDGETS]
    changed = ":".join([*kept, "iterations=0", f"looks={looks}", "seconds=0"])
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
    """
    kind, settings = _parsed(name)
    if kind.plays == "random":
        return RandomBot(random.Random, seed)
    if kind.plays == "greedy":
        return GreedyBot(
            random.Random,
            seed,
            closely=max(1, int(settings["closely"])),
            slips=int(settings["slips"]),
            rules=rules,
        )
    return SearchBot(
        random.Random,
        seed,
        time.monotonic,
        iterations=int(settings["iterations"]),
        looks=int(settings["looks"]),
        seconds=settings["seconds"],
        horizon=int(settings["horizon"]),
        width=int(settings["width"]),
        how="tree" if settings["tree"] else "plans" if settings["plans"] else "",
        rules=rules,
        stopped=stopped,
    )


def _parsed(name: str) -> tuple[Kind, dict[str, float]]:
    word, *rest = name.split(":")
    if word not in _KINDS:
        raise UnknownPlayer(word)
    kind = _KINDS[word]
    settings = dict(kind.settings)
    for item in rest:
        key, _, text = item.partition("=")
        if key not in settings:
            has = f"it has {', '.join(settings)}" if settings else "it has none"
            raise BadSetting(f"{word} has no setting {key!r}; {has}")
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if not 0 <= number <= 1e6:
            raise BadSetting(f"{word}: {key} is a number from 0 to 1000000, not {text!r}")
        settings[key] = number
    if kind.plays == "search" and not any(settings[key] for key in BUDGETS):
        raise BadSetting(f"{word} needs {', '.join(BUDGETS[:-1])} or {BUDGETS[-1]}")
    return kind, settings
