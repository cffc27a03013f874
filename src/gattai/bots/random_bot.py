"""The bot that takes any option, each as likely: an opponent for tests and a yardstick for others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gattai.bots.bot import Ask
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Asked, Seen
from gattai.kernel.question import Place, any_one


class RandomBot:
    """Any option, each as likely.

    For each question it is handed a source made from the seed, the seat and the number of the
    question; so it does not matter what was asked before, or in which process.
    """

    def __init__(self, make: Callable[[str], Randomness], seed: str) -> None:
        self._make = make
        self._seed = seed

    def answer(self, seen: Seen[Any], ask: Ask, number: int) -> Any:
        """One of the options; of a region, one of the points that it suggests."""
        source = self._make(f"{self._seed}/{ask.seat}/{number}")
        if isinstance(ask, Place):
            return any_one(ask.region.suggest(), source)
        # What is seen holds the options in full: how far somebody else has looked into lazy ones
        # must not decide which of them is drawn.
        offered = seen.question.options if isinstance(seen.question, Asked) else None
        return any_one(offered if offered is not None else tuple(ask.options), source)
