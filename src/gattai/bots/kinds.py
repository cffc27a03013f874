"""The bots that come with gattai, and their settings.

A bot of another distribution is a `Kind` too, named by an entry point of the group `gattai.bots`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping

import msgspec

from gattai.bots.bot import Bot
from gattai.bots.consider import USUAL_OUTCOMES
from gattai.bots.greedy import GreedyBot
from gattai.bots.policy import PolicyBot
from gattai.bots.random_bot import RandomBot
from gattai.bots.search import SearchBot
from gattai.kernel.ruleset import AnyRuleset

Settings = Mapping[str, float]
Stop = Callable[[], bool]

BUDGETS = ("iterations", "rollouts", "seconds")
"""Settings that limit a bot's thinking: a bot with any of them needs at least one set."""


STYLES = {"balanced": 0.0, "careful": -0.5, "bold": 0.5}
"""The weight of the spread of outcomes for each style (`expectation`); the first is the default.

With weights up to 1 a dominated answer never becomes the best.
"""


class BotSpec(msgspec.Struct, frozen=True):
    """The arguments for making a bot."""

    seed: str
    """The seed of its random numbers."""
    settings: Settings
    rules: AnyRuleset | None
    """The rules of the table; a bot may also derive them from the table it sees."""
    stopped: Stop
    """Called now and then by slow bots; true if the bot should answer with its best so far."""
    style: str = ""
    """One of the styles of its kind; empty for a kind that has none."""


class Kind(msgspec.Struct, frozen=True):
    """A kind of bot: its description, its factory, and its settings."""

    about: str
    make: Callable[[BotSpec], Bot]
    settings: dict[str, float] = {}
    """Its settings with their defaults."""
    level: int = 0
    """Its strength, from 1, if it is an opponent for people; 0 if for experiments."""
    styles: tuple[str, ...] = ()
    """Its styles, set with `style=bold`, the default first; empty if it has none."""


def _random(order: BotSpec) -> Bot:
    return RandomBot(random.Random, order.seed)


def _greedy(order: BotSpec) -> Bot:
    return GreedyBot(
        random.Random,
        order.seed,
        closely=max(1, int(order.settings["closely"])),
        blunder_rate=int(order.settings["blunder_rate"]),
        opening=int(order.settings["opening"]),
        rules=order.rules,
        learnt=bool(order.settings["learnt"]),
        outcomes=max(1, int(order.settings["outcomes"])),
        style=STYLES[order.style],
    )


def _policy(order: BotSpec) -> Bot:
    return PolicyBot(random.Random, order.seed, rules=order.rules)


def _search(order: BotSpec) -> Bot:
    settings = order.settings
    return SearchBot(
        random.Random,
        order.seed,
        time.monotonic,
        iterations=int(settings["iterations"]),
        rollouts=int(settings["rollouts"]),
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
    "blunder_rate": 0,
    "opening": 0,
    "learnt": 0,
    "outcomes": USUAL_OUTCOMES,
}
_SEARCH: dict[str, float] = {
    "iterations": 0,
    "rollouts": 0,
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
POLICY = Kind(
    "prefers options as it learned from greedy, about four times as fast; in games where nothing was "
    "learned, plays as greedy does",
    _policy,
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
    {**_GREEDY, "closely": 4, "blunder_rate": 35},
    level=1,
    styles=_ALL,
)
VETERAN = Kind(
    "experienced: looks ahead to the end of its opponent's reply",
    _search,
    {**_SEARCH, "rollouts": 6, "work": 2_000, "width": 3, "learnt": 1},
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
