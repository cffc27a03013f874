"""The bots that come with gattai, each by how it is made and what can be set.

A bot of another distribution is a `Kind` too, named by an entry point of the group `gattai.bots`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping

import msgspec

from gattai.bots.bot import Bot
from gattai.bots.consider import USUAL_WAYS
from gattai.bots.greedy import GreedyBot
from gattai.bots.random_bot import RandomBot
from gattai.bots.search import SearchBot
from gattai.kernel.ruleset import AnyRuleset

Settings = Mapping[str, float]
Stop = Callable[[], bool]

BUDGETS = ("iterations", "looks", "seconds")
"""Settings that tell a bot when to stop thinking: one that has any of them needs one of them."""


STYLES = {"balanced": 0.0, "careful": -0.5, "bold": 0.5}
"""What each adds of the spread of what dice may bring (`expectation`). The first is what a bot has if
nobody says otherwise. Up to 1 nothing good becomes bad.
"""


class Order(msgspec.Struct, frozen=True):
    """What a bot is made from."""

    seed: str
    """What it draws follows from this."""
    settings: Settings
    rules: AnyRuleset | None
    """The rules of the table; a bot may also find them by the table it sees."""
    stopped: Stop
    """Asked now and then by a bot that thinks long: whether to answer with the best it has."""
    style: str = ""
    """One of the styles of its kind; empty for a kind that has none."""


class Kind(msgspec.Struct, frozen=True):
    """A bot that can be had: how it plays, how it is made, and what can be set."""

    about: str
    make: Callable[[Order], Bot]
    settings: dict[str, float] = {}
    """What can be set, and what it is if nobody sets it."""
    level: int = 0
    """How hard it is to beat, from 1, if it is meant as an opponent for people: these come first
    where people choose. 0 for one that is there to be measured or built on.
    """
    styles: tuple[str, ...] = ()
    """The styles it can be asked for, with `style=bold`; the first if nobody asks. Empty where it has one
    way to play only.
    """


def _random(order: Order) -> Bot:
    return RandomBot(random.Random, order.seed)


def _greedy(order: Order) -> Bot:
    return GreedyBot(
        random.Random,
        order.seed,
        closely=max(1, int(order.settings["closely"])),
        slips=int(order.settings["slips"]),
        opening=int(order.settings["opening"]),
        rules=order.rules,
        learnt=bool(order.settings["learnt"]),
        ways=max(1, int(order.settings["ways"])),
        style=STYLES[order.style],
    )


def _search(order: Order) -> Bot:
    settings = order.settings
    return SearchBot(
        random.Random,
        order.seed,
        time.monotonic,
        iterations=int(settings["iterations"]),
        looks=int(settings["looks"]),
        seconds=settings["seconds"],
        work=int(settings["work"]),
        horizon=int(settings["horizon"]),
        width=int(settings["width"]),
        replies=int(settings["replies"]),
        closely=int(settings["closely"]),
        how="tree" if settings["tree"] else "plans" if settings["plans"] else "",
        rules=order.rules,
        learnt=bool(settings["learnt"]),
        style=STYLES[order.style],
        stopped=order.stopped,
    )


_GREEDY: dict[str, float] = {
    "closely": 8,
    "slips": 0,
    "opening": 0,
    "learnt": 0,
    "ways": USUAL_WAYS,
}
_SEARCH: dict[str, float] = {
    "iterations": 0,
    "looks": 0,
    "seconds": 0,
    "work": 0,
    "horizon": 0,
    "width": 6,
    "replies": 0,
    "closely": 0,
    "tree": 0,
    "plans": 0,
    "learnt": 0,
}

_ALL = (*STYLES,)

RANDOM = Kind("picks any option at random", _random)
GREEDY = Kind(
    "plays the option that is best on average right now, without looking ahead",
    _greedy,
    _GREEDY,
    styles=_ALL,
)
SEARCH = Kind(
    "looks ahead: follows each option to the end of its opponent's reply",
    _search,
    {**_SEARCH, "iterations": 200},
    styles=_ALL,
)
ROOKIE = Kind(
    "beginner: usually plays the obvious action, and makes a mistake one time in three",
    _greedy,
    {**_GREEDY, "closely": 4, "slips": 35},
    level=1,
    styles=_ALL,
)
VETERAN = Kind(
    "experienced: looks ahead to the end of its opponent's reply",
    _search,
    {**_SEARCH, "looks": 6, "work": 2_000, "width": 3, "learnt": 1},
    level=2,
    styles=_ALL,
)
ACE = Kind(
    "expert: looks ahead like a veteran, at more options, for up to a second",
    _search,
    {**_SEARCH, "seconds": 1, "width": 6, "learnt": 1},
    level=3,
    styles=_ALL,
)
