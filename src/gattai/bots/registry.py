"""Who can sit on a seat: a person, or a bot by its name."""

from __future__ import annotations

import difflib
import random
from collections.abc import Callable

from gattai.bots.bot import Bot
from gattai.bots.random_bot import RandomBot

PERSON = "person"

_BOTS: dict[str, Callable[[str], Bot]] = {
    "random": lambda seed: RandomBot(random.Random, seed),
}


class UnknownPlayer(LookupError):
    """Nobody of that name can sit on a seat."""

    def __init__(self, name: str) -> None:
        near = difflib.get_close_matches(name, names(), n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names())}"
        super().__init__(f"no player {name!r}; {hint}")


def names() -> tuple[str, ...]:
    """All who can sit on a seat."""
    return (PERSON, *_BOTS)


def check(name: str) -> str:
    """The name itself; `UnknownPlayer` with the nearest if it is none."""
    if name not in names():
        raise UnknownPlayer(name)
    return name


def make(name: str, seed: str) -> Bot:
    """The bot of that name; what it draws follows from the seed.

    >>> make("randm", "7")
    Traceback (most recent call last):
    gattai.bots.registry.UnknownPlayer: no player 'randm'; did you mean 'random'?
    """
    if name not in _BOTS:
        raise UnknownPlayer(name)
    return _BOTS[name](seed)
