"""A bot that takes a random option: an opponent for tests and a baseline."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from gattai.bots.bot import Ask
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Asked, Seen
from gattai.kernel.question import Place, any_one


class RandomBot:
    """Takes a uniformly random option.

    The random source for each question is made from the seed, the seat and the number of the
    question, so earlier questions and processes do not matter.
    """

    def __init__(self, make: Callable[[str], Randomness], seed: str) -> None:
        self._make = make
        self._seed = seed

    def answer(self, seen: Seen[msgspec.Struct], ask: Ask, number: int) -> object:
        """Return one of the options; for a region, one of its suggested points."""
        source = self._make(f"{self._seed}/{ask.seat}/{number}")
        if isinstance(ask, Place):
            return any_one(ask.region.suggest(), source)
        # Use all options as seen: the state of a lazy sequence must not influence the draw.
        offered = seen.question.options if isinstance(seen.question, Asked) else None
        return any_one(offered if offered is not None else tuple(ask.options), source)
